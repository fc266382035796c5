package io.skim.store;

import io.skim.store.QueueUnits.QueueFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The files of one consume queue, and what they tell without the commit log. Threads can share it.
 */
final class QueueFiles
{
    /** The bytes of the least record, one without body, topic and properties. */
    static final int LEAST_RECORD = 91;

    final int number;
    /** The number of the first unit with a record, and that behind the last one. */
    final long first;
    final long behind;
    private final QueueKind kind;
    private final List<QueueFile> files;
    /** Units without their records, as they were found; counted from the first one. */
    private final BitSet strays = new BitSet();

    private QueueFiles(final QueueKind kind, final int number, final List<QueueFile> files, final long first,
        final long behind)
    {
        this.kind = kind;
        this.number = number;
        this.files = files;
        this.first = first;
        this.behind = behind;
    }

    /** Looks through all units of a queue: their offsets have to ascend, without a gap between the units. */
    static QueueFiles checked(final QueueKind kind, final Path folder) throws IOException, Doubt
    {
        final List<QueueFile> files = list(kind, folder);
        try (QueueUnits units = new QueueUnits(kind, files))
        {
            final long first = skipBlank(units);
            long number = first;
            long end = 0;
            while (number < units.behind() && !isZero(units, number))
            {
                if (units.size() < LEAST_RECORD || units.offset() < end || units.recordEnd() < 0)
                {
                    throw new Doubt(folder + ": unit " + number + " does not follow the one before it: offset " + units
                        .offset() + ", size " + units.size());
                }
                end = units.recordEnd();
                number++;
            }
            final long behind = number;
            while (number < units.behind())
            {
                if (!isZero(units, number))
                {
                    throw new Doubt(folder + ": unit " + number + " is behind units that were not written");
                }
                number++;
            }
            return new QueueFiles(kind, number(folder), files, first, behind);
        }
    }

    /** Takes for granted that the units are in order; null if the queue cannot be read so. */
    static @Nullable QueueFiles unchecked(final QueueKind kind, final Path folder) throws IOException
    {
        try
        {
            final List<QueueFile> files = list(kind, folder);
            try (QueueUnits units = new QueueUnits(kind, files))
            {
                long low = units.first();
                long high = units.behind();
                while (low < high)
                {
                    final long middle = low + high >>> 1;
                    if (isZero(units, middle))
                    {
                        high = middle;
                    }
                    else
                    {
                        low = middle + 1;
                    }
                }
                return new QueueFiles(kind, number(folder), files, units.first(), low);
            }
        }
        catch (final Doubt e)
        {
            return null;
        }
    }

    private static long skipBlank(final QueueUnits units) throws IOException
    {
        long number = units.first();
        while (number < units.behind())
        {
            units.moveTo(number);
            if (!units.isBlank())
            {
                return number;
            }
            number++;
        }
        return number;
    }

    private static boolean isZero(final QueueUnits units, final long number) throws IOException
    {
        units.moveTo(number);
        return units.isZero();
    }

    private static List<QueueFile> list(final QueueKind kind, final Path folder) throws IOException, Doubt
    {
        final List<Path> paths;
        try (Stream<Path> all = Files.list(folder))
        {
            paths = all.sorted(Comparator.comparing(path -> path.getFileName().toString())).toList();
        }
        final List<QueueFile> files = new ArrayList<>();
        for (final Path path : paths)
        {
            final long from = StoreFiles.firstOffset(path.getFileName().toString());
            final long length = Files.size(path);
            if (from < 0 || from % kind.unit != 0 || length % kind.unit != 0)
            {
                throw new Doubt(
                    path + ": no file of a consume queue, by its name or its length of " + length + " bytes");
            }
            final QueueFile file = new QueueFile(path, from / kind.unit, length / kind.unit);
            if (!files.isEmpty() && files.get(files.size() - 1).behind() != file.first())
            {
                throw new Doubt(
                    path + ": does not follow the file before it, which ends at unit " + files.get(files.size()
                        - 1).behind());
            }
            files.add(file);
        }
        if (files.isEmpty())
        {
            throw new Doubt(folder + ": no files");
        }
        return List.copyOf(files);
    }

    /** The number of a queue is the name of its folder. */
    private static int number(final Path folder) throws Doubt
    {
        final String name = folder.getFileName().toString();
        if (!name.matches("0|[1-9][0-9]{0,8}"))
        {
            throw new Doubt(folder + ": no number of a queue");
        }
        return Integer.parseInt(name);
    }

    /** Whether a unit that was not written yet follows the last one: else the file may have been cut, or the next one be missing. */
    boolean hasEnd()
    {
        return behind < files.get(files.size() - 1).behind();
    }

    synchronized void noteStray(final long unit)
    {
        strays.set((int)Math.min(unit - first, Integer.MAX_VALUE - 1));
    }

    synchronized int strays()
    {
        return strays.cardinality();
    }

    QueueUnits open()
    {
        return new QueueUnits(kind, files);
    }
}
