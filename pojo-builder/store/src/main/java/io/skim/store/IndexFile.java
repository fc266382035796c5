package io.skim.store;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * An index file: a table of keys by their hash codes.
 *
 * <pre>
 * header(40)  first and last store time(8, 8), first and last commit log offset(8, 8), used slots(4), units + 1(4)
 * slot(4)     for each remainder of a hash code: the number of its last unit, 0 for none
 * unit(20)    hash code(4), commit log offset(8), seconds since the first store time(4), the unit before of the same slot(4);
 *             units are numbered from 1, and number 0 is not used
 * </pre>
 *
 * The file does not tell how many slots it has. One thread at a time.
 *
 * @see "IndexFile.putKey and selectPhyOffset, release 5.5"
 */
final class IndexFile implements Closeable
{
    /** More places of one key are not held in memory. */
    static final int MOST_PLACES = 1 << 20;

    private static final int HEADER = 40;
    private static final int FIRST_OFFSET = 16;
    private static final int LAST_OFFSET = 24;
    private static final int COUNT = 36;
    private static final int UNIT = 20;
    private static final int UNIT_OFFSET = 4;
    private static final int UNIT_BEFORE = 16;

    /** The commit log offsets of the first record and the last one that are noted. */
    final long first;
    final long last;

    private final Path path;
    private final FileChannel file;
    private final int slots;
    /** The number of units, and 1. */
    private final int count;
    private final ByteBuffer bytes = ByteBuffer.allocate(HEADER);

    private IndexFile(final Path path, final FileChannel file, final int slots) throws IOException, Doubt
    {
        this.path = path;
        this.file = file;
        this.slots = slots;
        final long units = (file.size() - HEADER - (long)slots * Integer.BYTES) / UNIT;
        if (units < 1)
        {
            throw doubt("is too short for " + slots + " slots");
        }
        read(0, HEADER);
        first = bytes.getLong(FIRST_OFFSET);
        last = bytes.getLong(LAST_OFFSET);
        count = bytes.getInt(COUNT);
        if (count < 1 || count > units || !isEmpty() && (first < 0 || last < first || last == Long.MAX_VALUE
            || offset(1) != first || offset(count - 1) != last))
        {
            throw doubt("has a header that does not fit to its units");
        }
    }

    static IndexFile open(final Path path, final int slots) throws IOException, Doubt
    {
        final FileChannel file = FileChannel.open(path, StandardOpenOption.READ);
        try
        {
            return new IndexFile(path, file, slots);
        }
        catch (final IOException | Doubt e)
        {
            file.close();
            throw e;
        }
    }

    private Doubt doubt(final String what)
    {
        return new Doubt(path + ": " + what);
    }

    boolean isEmpty()
    {
        return count <= 1;
    }

    /** Where the key may be, in ascending order: the units of a slot lead from each one to one with a lower number. */
    long[] places(final int hash) throws IOException, Doubt
    {
        final int slot = hash % slots;
        read(HEADER + (long)slot * Integer.BYTES, Integer.BYTES);
        int unit = bytes.getInt(0);
        int behind = count;
        long most = last;
        long[] places = new long[16];
        int found = 0;
        while (unit != 0)
        {
            if (unit < 0 || unit >= behind)
            {
                throw doubt("slot " + slot + " leads to unit " + unit);
            }
            read(unit(unit), UNIT);
            final long offset = bytes.getLong(UNIT_OFFSET);
            if (bytes.getInt(0) < 0 || bytes.getInt(0) % slots != slot || offset > most || offset < first)
            {
                throw doubt(
                    "unit " + unit + " is not of slot " + slot + ", or not of a record in front of the next one");
            }
            if (bytes.getInt(0) == hash && (found == 0 || places[found - 1] != offset))
            {
                if (found == MOST_PLACES)
                {
                    throw doubt("more than " + MOST_PLACES + " records of a key");
                }
                places = found == places.length ? Arrays.copyOf(places, 2 * found) : places;
                places[found++] = offset;
            }
            most = offset;
            behind = unit;
            unit = bytes.getInt(UNIT_BEFORE);
        }
        return ascending(places, found);
    }

    private static long[] ascending(final long[] descending, final int count)
    {
        final long[] places = new long[count];
        for (int i = 0; i < count; i++)
        {
            places[i] = descending[count - 1 - i];
        }
        return places;
    }

    private long unit(final int number)
    {
        return HEADER + (long)slots * Integer.BYTES + (long)number * UNIT;
    }

    private long offset(final int number) throws IOException
    {
        read(unit(number), UNIT);
        return bytes.getLong(UNIT_OFFSET);
    }

    private void read(final long from, final int length) throws IOException
    {
        StoreFiles.read(file, path, from, bytes.clear().limit(length));
    }

    @Override
    public void close() throws IOException
    {
        file.close();
    }
}
