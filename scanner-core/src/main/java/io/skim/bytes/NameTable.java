package io.skim.bytes;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/**
 * Finds the id of a name among the declared ones, by comparing bytes: names are encoded once, when the table is made.
 * <p>
 * A look-up is a load, a multiplication and a compare for names of up to eight bytes, and a compare of the rest for
 * longer ones. One-byte names, the alphabet of send headers, have a table of their own.
 */
public final class NameTable
{
    /** What a look-up gives for a name that was not declared. */
    public static final int NOT_FOUND = -1;

    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;

    private final int[] oneByteIds = new int[128];
    private final byte[][] names;
    private final long[] prefixes;
    private final int[] ids;
    private final int shift;
    private final int mask;
    private final long lengths;
    private final int size;

    /**
     * Makes a table.
     *
     * @param declared the names with their ids, none negative.
     * @throws IllegalArgumentException if a name has no form in UTF-8.
     */
    public NameTable(final Map<String, Integer> declared)
    {
        final int capacity = Math.max(4, Integer.highestOneBit(Math.max(1, declared.size())) << 2);
        names = new byte[capacity][];
        prefixes = new long[capacity];
        ids = new int[capacity];
        mask = capacity - 1;
        shift = Long.SIZE - Integer.numberOfTrailingZeros(capacity);
        size = declared.size();
        Arrays.fill(oneByteIds, NOT_FOUND);
        long seen = 0;
        for (final Map.Entry<String, Integer> entry : declared.entrySet())
        {
            final byte[] name = entry.getKey().getBytes(StandardCharsets.UTF_8);
            if (!new String(name, StandardCharsets.UTF_8).equals(entry.getKey()))
            {
                throw new IllegalArgumentException("a name has half of a surrogate pair, which no UTF-8 can stand for");
            }
            add(name, entry.getValue());
            seen |= 1L << name.length;
        }
        lengths = seen;
    }

    private void add(final byte[] name, final int id)
    {
        if (name.length == 1 && name[0] >= 0)
        {
            oneByteIds[name[0]] = id;
        }
        final byte[] padded = Arrays.copyOf(name, Math.max(Long.BYTES, name.length));
        final long prefix = Words.getLong(padded, 0);
        int slot = slot(prefix, name.length);
        while (names[slot] != null)
        {
            slot = slot + 1 & mask;
        }
        names[slot] = name;
        prefixes[slot] = prefix;
        ids[slot] = id;
    }

    private int slot(final long prefix, final int length)
    {
        return (int)((prefix + length) * MIX >>> shift);
    }

    /**
     * The number of names.
     *
     * @return 0 if nothing was declared.
     */
    public int size()
    {
        return size;
    }

    /**
     * Whether a name of some length was declared; lengths that differ by a multiple of 64 count as one.
     *
     * @param length in bytes.
     * @return false if no look-up of such a name can find one.
     */
    public boolean mayHold(final int length)
    {
        return (lengths >>> length & 1) != 0;
    }

    /**
     * Looks up a name of one byte.
     *
     * @param name the byte.
     * @return its id, or {@link #NOT_FOUND}.
     */
    public int find(final byte name)
    {
        return name < 0 ? NOT_FOUND : oneByteIds[name];
    }

    /**
     * Looks up a name.
     *
     * @param array  that holds it; seven bytes must precede it (see {@link Words#prefix}).
     * @param from   index of its first byte.
     * @param length in bytes.
     * @return its id, or {@link #NOT_FOUND}.
     */
    public int find(final byte[] array, final int from, final int length)
    {
        if (length == 1)
        {
            return find(array[from]);
        }
        if ((lengths >>> length & 1) == 0)
        {
            return NOT_FOUND;
        }
        final long prefix = length == 0 ? 0 : Words.prefix(array, from, length);
        for (int slot = slot(prefix, length); names[slot] != null; slot = slot + 1 & mask)
        {
            if (prefixes[slot] == prefix && names[slot].length == length && (length <= Long.BYTES || restEquals(array,
                from, names[slot])))
            {
                return ids[slot];
            }
        }
        return NOT_FOUND;
    }

    private static boolean restEquals(final byte[] array, final int from, final byte[] name)
    {
        return Words.equals(array, from + Long.BYTES, name, Long.BYTES, name.length - Long.BYTES);
    }

    /**
     * Looks up a name that holds JSON escapes.
     *
     * @param array  that holds it, its escapes known to be good.
     * @param from   index of its first byte.
     * @param length in bytes, escapes included.
     * @return its id, or {@link #NOT_FOUND}.
     */
    public int findEscaped(final byte[] array, final int from, final int length)
    {
        for (int slot = 0; slot < names.length; slot++)
        {
            if (names[slot] != null && Escapes.contentEquals(array, from, from + length, names[slot]))
            {
                return ids[slot];
            }
        }
        return NOT_FOUND;
    }

    /**
     * Looks up a name with ill-formed UTF-8 in it, each ill-formed part read as U+FFFD.
     *
     * @param array  that holds it.
     * @param from   index of its first byte.
     * @param length in bytes.
     * @return its id, or {@link #NOT_FOUND}.
     */
    public int findLossy(final byte[] array, final int from, final int length)
    {
        for (int slot = 0; slot < names.length; slot++)
        {
            if (names[slot] != null && Escapes.matches(array, from, from + length, false, names[slot], true))
            {
                return ids[slot];
            }
        }
        return NOT_FOUND;
    }
}
