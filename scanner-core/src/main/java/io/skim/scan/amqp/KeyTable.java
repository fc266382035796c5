package io.skim.scan.amqp;

import io.skim.bytes.Utf8;
import io.skim.bytes.Words;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds the id of a map's key among the declared ones. A key is hashed and compared eight bytes at a time, whatever its length,
 * and most keys that were not declared are told by their length alone. The factor of the hash is random, so that no choice of
 * names makes look-ups slow. Immutable.
 */
final class KeyTable
{
    static final int NOT_FOUND = -1;

    /** Octets of code and length before a key. */
    private static final int HEAD = 2;
    /** Octets of a key in the eight that its entry begins with. */
    private static final int IN_FIRST_WORD = Long.BYTES - HEAD;
    private static final int LONGEST_SHORT = 0xFF;

    /** If there is one name: the bits that an entry's first eight bytes must have, and which those are; else none. */
    final long head;
    final long mask;
    /** Bit k for names of k bytes, or a multiple of 64 more. */
    private final long lengths;

    private final byte[][] names;
    private final int[] ids;
    private final long[] firsts;
    private final long[] lasts;
    private final int size;
    private final int slots;
    private final int shift;
    private final long factor = ThreadLocalRandom.current().nextLong() | 1;

    /**
     * Makes a table.
     *
     * @param declared ids by name.
     * @throws IllegalArgumentException if a name has no form in UTF-8.
     */
    KeyTable(final Map<String, Integer> declared)
    {
        size = declared.size();
        final int capacity = Math.max(4, Integer.highestOneBit(Math.max(1, size)) << 2);
        names = new byte[capacity][];
        ids = new int[capacity];
        firsts = new long[capacity];
        lasts = new long[capacity];
        slots = capacity - 1;
        shift = Long.SIZE - Integer.numberOfTrailingZeros(capacity);
        long seen = 0;
        byte[] only = null;
        for (final Map.Entry<String, Integer> entry : declared.entrySet())
        {
            final byte[] name = Utf8.encode("a name", entry.getKey());
            seen |= 1L << name.length;
            put(name, entry.getValue());
            only = size == 1 ? name : null;
        }
        lengths = seen;
        // All but the code, and what stands behind the name.
        mask = only == null ? 0 : (-1L >>> Byte.SIZE * Math.max(0, IN_FIRST_WORD - only.length)) & ~0xFFL;
        head = only == null ? 0 : Words.getLongLittleEndian(entry(only, 0, only.length), 0) & mask;
    }

    private void put(final byte[] name, final int id)
    {
        final byte[] entry = entry(name, 0, name.length);
        final long first = first(Words.getLongLittleEndian(entry, 0), name.length);
        final long last = last(entry, 0, name.length);
        int slot = slot(entry, 0, name.length, first, last);
        while (names[slot] != null)
        {
            slot = slot + 1 & slots;
        }
        names[slot] = name;
        ids[slot] = id;
        firsts[slot] = first;
        lasts[slot] = last;
    }

    /** A key behind code and length, with eight bytes at least. */
    private static byte[] entry(final byte[] array, final int from, final int length)
    {
        final byte[] entry = new byte[Math.max(Long.BYTES, HEAD + length)];
        entry[1] = (byte)length;
        System.arraycopy(array, from, entry, HEAD, length);
        return entry;
    }

    /** Length and first bytes of a key, by the eight bytes that its entry begins with. */
    private static long first(final long word, final int length)
    {
        final long first = word >>> Byte.SIZE;
        return length < IN_FIRST_WORD ? first & (1L << Byte.SIZE * (1 + length)) - 1 : first;
    }

    /** The last eight bytes of a key that does not end in the first word; of a short one with its length before it. */
    private static long last(final byte[] array, final int at, final int length)
    {
        return length > IN_FIRST_WORD ? Words.getLongLittleEndian(array, at + HEAD + length - Long.BYTES) : 0;
    }

    private int slot(final byte[] array, final int at, final int length, final long first, final long last)
    {
        long hash = first * factor + last;
        for (int middle = Long.BYTES; middle < HEAD + length - Long.BYTES; middle += Long.BYTES)
        {
            hash = (hash ^ hash >>> Integer.SIZE) * factor + Words.getLongLittleEndian(array, at + middle);
        }
        return (int)((hash ^ hash >>> Integer.SIZE) * factor >>> shift);
    }

    /** How many names there are. */
    int size()
    {
        return size;
    }

    /**
     * Looks up the key of an entry.
     *
     * @param array  that holds the entry.
     * @param at     index of the key's code, which an octet of length follows.
     * @param length of the key in bytes, up to 255.
     * @param word   the eight bytes from the code on, little-endian; behind the array's end anything.
     * @return its id, or {@link #NOT_FOUND}.
     */
    int find(final byte[] array, final int at, final int length, final long word)
    {
        if ((lengths >>> length & 1) == 0)
        {
            return NOT_FOUND;
        }
        final long first = first(word, length);
        final long last = last(array, at, length);
        for (int slot = slot(array, at, length, first, last); names[slot] != null; slot = slot + 1 & slots)
        {
            if (firsts[slot] == first && lasts[slot] == last && names[slot].length == length && isEqual(array, at,
                names[slot]))
            {
                return ids[slot];
            }
        }
        return NOT_FOUND;
    }

    /** Whether the bytes are equal that are neither in the first word nor in the last. */
    private static boolean isEqual(final byte[] array, final int at, final byte... name)
    {
        final int middle = HEAD + name.length - 2 * Long.BYTES;
        return middle <= 0 || Words.equals(array, at + Long.BYTES, name, IN_FIRST_WORD, middle);
    }

    /**
     * Looks up a key of either form, wherever it stands.
     *
     * @param array  that holds it.
     * @param from   index of its first byte.
     * @param length in bytes.
     * @return its id, or {@link #NOT_FOUND}.
     */
    int find(final byte[] array, final int from, final int length)
    {
        final long first = firstOf(array, from, length);
        if (length <= LONGEST_SHORT && from >= HEAD && (array[from - 1] & 0xFF) == length)
        {
            return find(array, from - HEAD, length, first << Byte.SIZE);
        }
        for (int slot = 0; slot < names.length; slot++)
        {
            if (names[slot] != null && names[slot].length == length && Arrays.equals(array, from, from
                + length, names[slot], 0, length))
            {
                return ids[slot];
            }
        }
        return NOT_FOUND;
    }

    private static long firstOf(final byte[] array, final int from, final int length)
    {
        long first = length & 0xFF;
        for (int i = 0; i < Math.min(IN_FIRST_WORD, length); i++)
        {
            first |= (array[from + i] & 0xFFL) << Byte.SIZE * (i + 1);
        }
        return first;
    }
}
