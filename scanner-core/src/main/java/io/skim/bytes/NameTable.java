package io.skim.bytes;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds the id of a name among the declared ones, by comparing bytes: names are encoded once, when the table is made.
 * <p>
 * A look-up is a load, a multiplication and a compare for names of up to eight bytes, and a compare of the rest for
 * longer ones. One-byte names, the alphabet of send headers, have a table of their own. Names that begin alike or were
 * chosen to collide are told apart by all of their bytes and a number that nobody knows: no choice of names makes
 * look-ups slow.
 */
public final class NameTable
{
    /** What a look-up gives for a name that was not declared. */
    public static final int NOT_FOUND = -1;

    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;
    /** So many slots are looked at for a name before the usual hash counts as unfit for the names. */
    private static final int MAX_STEPS = 32;

    private final int[] oneByteIds = new int[128];
    private final byte[][] names;
    private final long[] prefixes;
    private final int[] ids;
    private final int shift;
    private final int mask;
    private final long lengths;
    private final long letters;
    private final int size;
    /** Whether the hash is of all bytes, and not just of the first eight and the length. */
    private final boolean deep;
    /** Odd. */
    private final long mix;

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
        final byte[][] encoded = new byte[size][];
        final int[] declaredIds = new int[size];
        long seen = 0;
        long seenLetters = 0;
        int count = 0;
        for (final Map.Entry<String, Integer> entry : declared.entrySet())
        {
            encoded[count] = Utf8.encode("a name", entry.getKey());
            declaredIds[count] = entry.getValue();
            seen |= 1L << encoded[count].length;
            if (encoded[count].length == 1 && encoded[count][0] >= 0)
            {
                oneByteIds[encoded[count][0]] = declaredIds[count];
                seenLetters |= 1L << encoded[count][0];
            }
            count++;
        }
        lengths = seen;
        letters = seenLetters;
        deep = !addAll(encoded, declaredIds, false, MIX, MAX_STEPS);
        mix = deep ? ThreadLocalRandom.current().nextLong() | 1 : MIX;
        if (deep)
        {
            Arrays.fill(names, null);
            addAll(encoded, declaredIds, true, mix, size);
        }
    }

    /** Adds all names; false if one would be found after more than so many steps only. */
    private boolean addAll(final byte[][] all, final int[] allIds, final boolean deeply, final long factor,
        final int mostSteps)
    {
        for (int i = 0; i < all.length; i++)
        {
            // Behind a word of zeros, which may be looked at together with a short name.
            final byte[] padded = new byte[Long.BYTES + all[i].length];
            System.arraycopy(all[i], 0, padded, Long.BYTES, all[i].length);
            final long prefix = all[i].length == 0 ? 0 : Words.prefix(padded, Long.BYTES, all[i].length);
            int slot = slot(deeply ? hash(prefix, padded, Long.BYTES, all[i].length, factor) : prefix, all[i].length,
                factor);
            int steps = 0;
            while (names[slot] != null)
            {
                slot = slot + 1 & mask;
                steps++;
            }
            if (steps > mostSteps)
            {
                return false;
            }
            names[slot] = all[i];
            prefixes[slot] = prefix;
            ids[slot] = allIds[i];
        }
        return true;
    }

    private int slot(final long hash, final int length, final long factor)
    {
        return (int)((hash + length) * factor >>> shift);
    }

    /** Of all bytes of a name, eight at a time. */
    private static long hash(final long prefix, final byte[] array, final int from, final int length, final long factor)
    {
        long hash = prefix;
        for (int at = Long.BYTES; at < length; at += Long.BYTES)
        {
            hash = joined(hash, Words.prefix(array, from + at, length - at), factor);
        }
        return hash;
    }

    private static long joined(final long hash, final long word, final long factor)
    {
        return (hash ^ hash >>> Integer.SIZE) * factor + word;
    }

    /** {@return the number of names; 0 if nothing was declared} */
    public int size()
    {
        return size;
    }

    /** The names of one byte that were declared. Returns marks: bit k for those whose low six bits are k. */
    public long letters()
    {
        return letters;
    }

    /** The lengths of the names that were declared. Returns marks: bit k for those of k bytes, or a multiple of 64 more. */
    public long lengths()
    {
        return lengths;
    }

    /** Looks up a name of one byte. Returns its id, or {@link #NOT_FOUND}. */
    public int find(final byte name)
    {
        return name < 0 ? NOT_FOUND : oneByteIds[name];
    }

    /**
     * Looks up a name.
     *
     * @param array that holds it; seven bytes must precede it (see {@link Words#prefix}).
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
        final int first = slot(deep ? hash(prefix, array, from, length, mix) : prefix, length, mix);
        for (int slot = first; names[slot] != null; slot = slot + 1 & mask)
        {
            if (prefixes[slot] == prefix && names[slot].length == length && (length <= Long.BYTES || restEquals(array,
                from, names[slot])))
            {
                return ids[slot];
            }
        }
        return NOT_FOUND;
    }

    /**
     * Looks up a name in the form that a kind of text has.
     *
     * @param array that holds it; seven bytes must precede it.
     * @param kind  of {@link Kinds}; what is no text is no name.
     * @return its id, or {@link #NOT_FOUND}.
     */
    public int find(final byte[] array, final int from, final int length, final int kind)
    {
        if (kind == Kinds.TEXT)
        {
            return find(array, from, length);
        }
        // Ill-formed parts are read as U+FFFD.
        return kind == Kinds.JSON_TEXT || kind == Kinds.LOSSY_TEXT
            ? findDecoded(array, from, from + length, kind == Kinds.JSON_TEXT) : NOT_FOUND;
    }

    private static boolean restEquals(final byte[] array, final int from, final byte[] name)
    {
        return Words.equals(array, from + Long.BYTES, name, Long.BYTES, name.length - Long.BYTES);
    }

    /** Hashes the bytes that a name has once it is decoded, one after the other, and compares the few that it may be. */
    private int findDecoded(final byte[] array, final int from, final int to, final boolean escaped)
    {
        long prefix = 0;
        long hash = 0;
        long word = 0;
        int length = 0;
        for (int index = from; index < to;)
        {
            final long decoded = escaped ? Escapes.decode(array, index, to) : Utf8.decode(array, index, to);
            final int codePoint = (int)(decoded >>> Integer.SIZE);
            if (Utf8.isSurrogate(codePoint))
            {
                return NOT_FOUND;
            }
            final int bytes = Utf8.length(codePoint);
            for (int i = 0; i < bytes; i++)
            {
                word = word << Byte.SIZE | Utf8.byteAt(codePoint, bytes, i) & 0xFF;
                length++;
                if ((length & Long.BYTES - 1) == 0)
                {
                    hash = length == Long.BYTES ? word : joined(hash, word, mix);
                    prefix = length == Long.BYTES ? word : prefix;
                }
            }
            index = (int)decoded;
        }
        if ((lengths >>> length & 1) == 0)
        {
            return NOT_FOUND;
        }
        if ((length & Long.BYTES - 1) != 0)
        {
            word <<= Long.SIZE - (length << 3);
            hash = length < Long.BYTES ? word : joined(hash, word, mix);
            prefix = length < Long.BYTES ? word : prefix;
        }
        return findDecoded(array, from, to, escaped, prefix, slot(deep ? hash : prefix, length, mix), length);
    }

    private int findDecoded(final byte[] array, final int from, final int to, final boolean escaped, final long prefix,
        final int first, final int length)
    {
        for (int slot = first; names[slot] != null; slot = slot + 1 & mask)
        {
            if (prefixes[slot] == prefix && names[slot].length == length && Escapes.matches(array, from, to, escaped,
                names[slot], true))
            {
                return ids[slot];
            }
        }
        return NOT_FOUND;
    }
}
