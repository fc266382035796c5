package io.skim.bytes;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/**
 * Tells which of a few declared names stands at a place, terminator included, before anyone has looked for the name's
 * end: for text that is searched for some of its entries.
 */
public final class NameSeeker
{
    /** More names than this are found faster by finding each name's end first. */
    public static final int MAX_NAMES = 4;

    private final byte[][] names;
    private final int[] ids;
    private final long[] prefixes;
    private final long[] masks;
    private final long separators;
    private final long letters;
    private final long letterMask;

    /**
     * Makes a seeker.
     *
     * @param declared   the names with their ids, {@link #MAX_NAMES} at most.
     * @param terminator the byte that ends a name.
     * @param separator  the byte that stands before every name but the first.
     */
    public NameSeeker(final Map<String, Integer> declared, final byte terminator, final byte separator)
    {
        final int count = declared.size();
        names = new byte[count][];
        ids = new int[count];
        prefixes = new long[count];
        masks = new long[count];
        int slot = 0;
        int every = 0xFF;
        int some = 0;
        for (final Map.Entry<String, Integer> entry : declared.entrySet())
        {
            final byte[] name = entry.getKey().getBytes(StandardCharsets.UTF_8);
            names[slot] = Arrays.copyOf(name, name.length + 1);
            names[slot][name.length] = terminator;
            ids[slot] = entry.getValue();
            final int known = Math.min(Long.BYTES, names[slot].length);
            prefixes[slot] = Words.getLong(Arrays.copyOf(names[slot], Math.max(Long.BYTES, names[slot].length)), 0);
            masks[slot] = -1L << Long.SIZE - (known << 3);
            prefixes[slot] &= masks[slot];
            every &= names[slot][0];
            some |= names[slot][0];
            slot++;
        }
        separators = Words.repeat(separator);
        letters = Words.repeat(every);
        letterMask = Words.repeat(~(every ^ some));
    }

    /**
     * Finds the next place where a declared name may begin: behind a separator, with a first byte that has the bits
     * which the first bytes of all declared names share.
     *
     * @param array that holds the text.
     * @param from  index of the first byte to look at.
     * @param limit index behind the text.
     * @return the index of the first byte of the name, or {@code limit} if there is none.
     */
    public int next(final byte[] array, final int from, final int limit)
    {
        int index = from;
        while (limit - index > 2 * Long.BYTES)
        {
            final long marks = marks(array, index);
            final long more = marks(array, index + Long.BYTES);
            if ((marks | more) != 0)
            {
                return 1 + (marks != 0 ? index + Words.firstMarked(marks) : index + Long.BYTES + Words.firstMarked(
                    more));
            }
            index += 2 * Long.BYTES;
        }
        if (limit - index > Long.BYTES)
        {
            final long marks = marks(array, index);
            if (marks != 0)
            {
                return index + Words.firstMarked(marks) + 1;
            }
            index += Long.BYTES;
        }
        if (limit - from > Long.BYTES)
        {
            // The last eight pairs at once: where they overlap what was passed over, there is no mark.
            final long marks = marks(array, limit - Long.BYTES - 1);
            return marks == 0 ? limit : limit - Long.BYTES + Words.firstMarked(marks);
        }
        final byte separator = (byte)separators;
        while (index < limit)
        {
            if (array[index++] == separator)
            {
                return index;
            }
        }
        return limit;
    }

    private long marks(final byte[] array, final int index)
    {
        return Words.match(Words.getLongLittleEndian(array, index) ^ separators | (Words.getLongLittleEndian(array,
            index + 1) ^ letters) & letterMask, 0);
    }

    /**
     * Looks for a declared name.
     *
     * @param array that holds the text.
     * @param at    index where a name begins.
     * @param limit index behind the text.
     * @return which name it is, for {@link #id} and {@link #length}; or {@code -1}.
     */
    public int find(final byte[] array, final int at, final int limit)
    {
        final int left = limit - at;
        if (left < Long.BYTES)
        {
            return findShort(array, at, left);
        }
        final long word = Words.getLong(array, at);
        for (int slot = 0; slot < names.length; slot++)
        {
            if ((word & masks[slot]) == prefixes[slot] && (names[slot].length <= Long.BYTES || matches(array, at, left,
                slot)))
            {
                return slot;
            }
        }
        return -1;
    }

    private int findShort(final byte[] array, final int at, final int left)
    {
        for (int slot = 0; slot < names.length; slot++)
        {
            if (matches(array, at, left, slot))
            {
                return slot;
            }
        }
        return -1;
    }

    private boolean matches(final byte[] array, final int at, final int left, final int slot)
    {
        final byte[] name = names[slot];
        return name.length <= left && Words.equals(array, at, name, 0, name.length);
    }

    /**
     * The id of a name that was found.
     *
     * @param found from {@link #find}.
     * @return the declared id.
     */
    public int id(final int found)
    {
        return ids[found];
    }

    /**
     * The length of a name that was found.
     *
     * @param found from {@link #find}.
     * @return in bytes, without the terminator.
     */
    public int length(final int found)
    {
        return names[found].length - 1;
    }
}
