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
 * The units of one consume queue, each by its place: the first one has number 0, whether its file is still there or not.
 *
 * <pre>
 * simple(20)  commit log offset of a record(8), its size(4), the code of its tags(8)
 * batch(46)   the same(20), store time(8), number in the queue of the record's first message(8), count of its messages(2),
 *             place in a compacted log, here -1(4), not used(4)
 * </pre>
 *
 * A broker allocates the files in advance, so that zeros follow the last unit. It fills the beginning of the first file with blank units
 * if a simple queue does not begin with message 0.
 * <p>
 * Memory: 20 KiB, of batches 46 KiB. One thread at a time.
 *
 * @see "ConsumeQueue.putMessagePositionInfo and fillPreBlank, BatchConsumeQueue.putBatchMessagePositionInfo, release 5.5"
 */
final class QueueUnits implements Closeable
{
    private static final int SIZE = 8;
    private static final int TAGS_CODE = 12;
    private static final int STORE_TIME = 20;
    private static final int MESSAGE = 28;
    private static final int MESSAGES = 36;
    private static final int LAST = 44;
    /** Units that are read at once, one after the other, and elsewhere: a search needs one each time. */
    private static final int PIECE = 1_024;
    private static final int FEW = 32;

    private final QueueKind kind;
    private final List<QueueFile> files;
    private final ByteBuffer piece;
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
    QueueUnits(final QueueKind kind, final List<QueueFile> files)
    {
        this.kind = kind;
        this.files = files;
        piece = ByteBuffer.allocate(PIECE * kind.unit).limit(0);
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
        if (number < pieceFrom || number - pieceFrom >= piece.limit() / kind.unit)
        {
            load(number);
        }
        index = (int)(number - pieceFrom) * kind.unit;
    }

    private void load(final long number) throws IOException
    {
        final QueueFile file = file(number);
        final int most = number == pieceFrom + piece.limit() / kind.unit ? PIECE : FEW;
        piece.clear().limit((int)Math.min(most, file.behind() - number) * kind.unit);
        try
        {
            StoreFiles.read(open(file), file.path, (number - file.first) * kind.unit, piece);
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

    /** The number in the queue of the record's message, or of the first one of an inner batch. */
    long message()
    {
        return kind == QueueKind.SIMPLE ? pieceFrom + index / kind.unit : piece.getLong(index + MESSAGE);
    }

    /** The count of the record's messages; a damaged unit may state any. */
    int messages()
    {
        return kind == QueueKind.SIMPLE ? 1 : piece.getShort(index + MESSAGES);
    }

    /** Whether units state how many messages their records have. */
    boolean isOfBatches()
    {
        return kind == QueueKind.BATCH;
    }

    /** Whether no record was ever noted here. */
    boolean isZero()
    {
        final long simple = offset() | size() | tagsCode();
        return kind == QueueKind.SIMPLE ? simple == 0
            : (simple | piece.getLong(index + STORE_TIME) | piece.getLong(index + MESSAGE) | piece.getLong(index
                + MESSAGES) | piece.getShort(index + LAST)) == 0;
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
