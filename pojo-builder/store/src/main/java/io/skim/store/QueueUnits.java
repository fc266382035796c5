package io.skim.store;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The units of one consume queue, each by its number: 20 bytes with the commit log offset of a record, its size and the code of its
 * tags. A broker allocates the files in advance, so that zeros follow the last unit, and fills the beginning of the first file
 * with blank units if the queue does not begin with number 0.
 * <p>
 * Memory: 20 KiB. One thread at a time.
 *
 * @see "ConsumeQueue.putMessagePositionInfo and fillPreBlank, release 5.5"
 */
final class QueueUnits implements Closeable
{
    static final int UNIT = 20;
    private static final int SIZE = 8;
    private static final int TAGS_CODE = 12;
    /** Units that are read at once, one after the other, and elsewhere: a search needs one each time. */
    private static final int PIECE = 1_024;
    private static final int FEW = 32;

    private final List<QueueFile> files;
    private final ByteBuffer piece = ByteBuffer.allocate(PIECE * UNIT);
    /** The number of the first unit in the piece. */
    private long pieceFrom;
    private int index;
    private @Nullable FileChannel channel;
    private @Nullable QueueFile open;

    /**
     * A file of a queue.
     *
     * @param path  of it.
     * @param first number of its first unit.
     * @param count of its units.
     */
    record QueueFile(Path path, long first, long count)
    {
        long behind()
        {
            return first + count;
        }
    }

    /** The files follow each other. */
    QueueUnits(final List<QueueFile> files)
    {
        this.files = files;
        piece.limit(0);
    }

    /** The number of the first unit of all files. */
    long first()
    {
        return files.isEmpty() ? 0 : files.get(0).first;
    }

    /** The number behind the last unit of all files, whether it was written or not. */
    long behind()
    {
        return files.isEmpty() ? 0 : files.get(files.size() - 1).behind();
    }

    /** Moves to a unit, from {@link #first} on and in front of {@link #behind}. */
    void moveTo(final long number) throws IOException
    {
        if (number < pieceFrom || number - pieceFrom >= piece.limit() / UNIT)
        {
            load(number);
        }
        index = (int)(number - pieceFrom) * UNIT;
    }

    private void load(final long number) throws IOException
    {
        final QueueFile file = file(number);
        final int most = number == pieceFrom + piece.limit() / UNIT ? PIECE : FEW;
        piece.clear().limit((int)Math.min(most, file.behind() - number) * UNIT);
        try
        {
            StoreFiles.read(open(file), file.path, (number - file.first) * UNIT, piece);
            pieceFrom = number;
        }
        catch (final IOException e)
        {
            piece.limit(0);
            throw e;
        }
    }

    private QueueFile file(final long number)
    {
        int low = 0;
        int high = files.size() - 1;
        while (low < high)
        {
            final int middle = low + high + 1 >>> 1;
            if (files.get(middle).first <= number)
            {
                low = middle;
            }
            else
            {
                high = middle - 1;
            }
        }
        return files.get(low);
    }

    private FileChannel open(final QueueFile file) throws IOException
    {
        final FileChannel opened = channel;
        if (opened != null && file.equals(open))
        {
            return opened;
        }
        close();
        final FileChannel bytes = FileChannel.open(file.path, StandardOpenOption.READ);
        channel = bytes;
        open = file;
        return bytes;
    }

    /** The commit log offset of the unit's record. */
    long offset()
    {
        return piece.getLong(index);
    }

    /** The length of the unit's record in bytes. */
    int size()
    {
        return piece.getInt(index + SIZE);
    }

    /** The commit log offset behind the unit's record. */
    long recordEnd()
    {
        return offset() + size();
    }

    /** The hash code of the record's tags, or what the broker has put there instead. */
    long tagsCode()
    {
        return piece.getLong(index + TAGS_CODE);
    }

    /** Whether no record was ever noted here. */
    boolean isZero()
    {
        return (offset() | size() | tagsCode()) == 0;
    }

    /** Whether it stands for records of numbers that the queue does not have. */
    boolean isBlank()
    {
        return offset() == 0 && size() == Integer.MAX_VALUE;
    }

    @Override
    public void close() throws IOException
    {
        final FileChannel opened = channel;
        channel = null;
        open = null;
        if (opened != null)
        {
            opened.close();
        }
    }
}
