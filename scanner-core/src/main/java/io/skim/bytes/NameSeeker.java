package io.skim.bytes;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;

/**
 * Tells which of a few declared names stands at a place, terminator included, before anyone has looked for the name's
 * end: for text that is searched for some of its entries.
 */
public final class NameSeeker
{
    /** More names than this are found faster by finding each name's end first. */
    public static final int MAX_NAMES = 4;

    private static final int TWO_WORDS = 2 * Long.BYTES;
    /** In a word, behind an escape of six characters. */
    private static final int FIRST_LETTER = 48;
    private static final int SECOND_LETTER = 56;

    private final byte[][] names;
    private final int[] ids;
    /** The first eight bytes of each name and its terminator, little-endian, and which of them count. */
    private final long[] prefixes;
    private final long[] masks;
    /** Of the first name, which mostly is the only one. */
    private final long prefix;
    private final long mask;
    private final int length;
    private final boolean isLong;
    private final boolean several;
    /** Of the second name, and whether there is a third. */
    private final long secondPrefix;
    private final long secondMask;
    private final boolean more;
    private final long separators;
    private final long letters;
    private final long letterMask;
    /** Bits of the second bytes, terminators included, and which of them all names but the empty one share. */
    private final int seconds;
    private final int secondsMask;

    /**
     * Whether a seeker tells properties of these names from all others: it looks for a name and what ends it, and one that
     * holds that, raw or as the beginning of an escape, would be found where another one stands.
     *
     * @param declared the names.
     * @return false also if they are more than {@link #MAX_NAMES}.
     */
    public static boolean canSeek(final Set<String> declared)
    {
        return declared.size() <= MAX_NAMES
            && declared.stream().allMatch(name -> name.indexOf(PropertyReader.NAME_END) < 0
                && name.indexOf(PropertyReader.PROPERTY_END) < 0 && name.indexOf('\\') < 0);
    }

    /**
     * Makes a seeker.
     *
     * @param declared   the names with their ids, {@link #MAX_NAMES} at most.
     * @param terminator the byte that ends a name, not 0.
     * @param separator  the byte that stands before every name but the first.
     */
    public NameSeeker(final Map<String, Integer> declared, final byte terminator, final byte separator)
    {
        final int count = declared.size();
        names = new byte[count][];
        ids = new int[count];
        prefixes = new long[Math.max(1, count)];
        masks = new long[Math.max(1, count)];
        // What stands for no name and for the empty one is nowhere: no bit counts, and yet one is wanted.
        Arrays.fill(prefixes, 1);
        int slot = 0;
        int every = 0xFF;
        int some = 0;
        int everySecond = 0xFF;
        int someSecond = 0;
        for (final Map.Entry<String, Integer> entry : declared.entrySet())
        {
            final byte[] name = entry.getKey().getBytes(StandardCharsets.UTF_8);
            names[slot] = Arrays.copyOf(name, name.length + 1);
            names[slot][name.length] = terminator;
            ids[slot] = entry.getValue();
            if (name.length > 0)
            {
                masks[slot] = -1L >>> Math.max(0, Long.SIZE - (names[slot].length << 3));
                prefixes[slot] = Words.getLongLittleEndian(Arrays.copyOf(names[slot], Math.max(Long.BYTES,
                    names[slot].length)), 0);
                everySecond &= names[slot][1];
                someSecond |= names[slot][1];
            }
            every &= names[slot][0];
            some |= names[slot][0];
            slot++;
        }
        prefix = prefixes[0];
        mask = masks[0];
        length = count > 0 ? names[0].length : 0;
        isLong = length > Long.BYTES;
        several = count > 1;
        secondPrefix = several ? prefixes[1] : 1;
        secondMask = several ? masks[1] : 0;
        more = count > 2;
        separators = Words.repeat(separator);
        letters = Words.repeat(every);
        letterMask = Words.repeat(~(every ^ some));
        seconds = everySecond & 0xFF;
        secondsMask = ~(everySecond ^ someSecond) & 0xFF;
    }

    /**
     * Finds the next declared name, in text without escapes: never the empty one, for a property without a name is dropped.
     * Names may begin behind a separator, with a first byte that has the bits which the first bytes of all declared names
     * share. Two words a round, for most texts are some hundred bytes long; and all in one method, too long to be
     * compiled into its callers (325 bytes of code), so that what it works on stays in registers.
     *
     * @param array that holds the text; seven bytes must precede it.
     * @param from  index where a name begins.
     * @param limit index behind the text.
     * @return which name it is in the high 32 bits, for {@link #id}, and the index behind its terminator in the low 32;
     *     or {@code -1} if there is none.
     */
    public long seek(final byte[] array, final int from, final int limit)
    {
        int at = from;
        while (at < limit)
        {
            final long name = limit - at >= Long.BYTES ? Words.getLongLittleEndian(array, at) : wordNearEnd(array, at,
                limit);
            if ((name & mask) == prefix && (!isLong || matches(array, at, limit, 0)))
            {
                return at + length;
            }
            if (several && ((name & secondMask) == secondPrefix || more))
            {
                final int slot = findOther(array, at, limit, name);
                if (slot >= 0)
                {
                    return (long)slot << Integer.SIZE | at + names[slot].length;
                }
            }
            int index = at;
            long marks = 0;
            while (index < limit - TWO_WORDS - Long.BYTES)
            {
                marks = marks(array, index);
                final long more = marks(array, index + Long.BYTES);
                if ((marks | more) != 0)
                {
                    index += marks == 0 ? Long.BYTES : 0;
                    marks = marks == 0 ? more : marks;
                    break;
                }
                index += TWO_WORDS;
            }
            while (marks == 0 && limit - index > Long.BYTES)
            {
                marks = marks(array, index);
                index += marks == 0 ? Long.BYTES : 0;
            }
            if (marks == 0)
            {
                // Zeros behind the last byte make no name: a separator there is as good as none.
                final long word = wordNearEnd(array, index, limit);
                marks = Words.match(word ^ separators | (word >>> Byte.SIZE ^ letters) & letterMask, 0);
                if (marks == 0)
                {
                    return -1;
                }
            }
            at = index + Words.firstMarked(marks) + 1;
        }
        return -1;
    }

    private long marks(final byte[] array, final int index)
    {
        return Words.match(Words.getLongLittleEndian(array, index) ^ separators | (Words.getLongLittleEndian(array,
            index + 1) ^ letters) & letterMask, 0);
    }

    /** The last bytes of a text, eight at most and one at least, with zeros behind them. */
    private static long wordNearEnd(final byte[] array, final int index, final int limit)
    {
        return Words.getLongLittleEndian(array, limit - Long.BYTES) >>> (Long.BYTES - (limit - index) << 3);
    }

    /**
     * Looks for a declared name.
     *
     * @param array that holds the text; seven bytes must precede it.
     * @param at    index where a name begins, below {@code limit}.
     * @param limit index behind the text.
     * @return which name it is, for {@link #id}; or {@code -1}.
     */
    public int find(final byte[] array, final int at, final int limit)
    {
        final long word =
            limit - at >= Long.BYTES ? Words.getLongLittleEndian(array, at) : wordNearEnd(array, at, limit);
        if ((word & mask) == prefix && (!isLong || matches(array, at, limit, 0)))
        {
            return 0;
        }
        return several ? findOther(array, at, limit, word) : -1;
    }

    private int findOther(final byte[] array, final int at, final int limit, final long word)
    {
        for (int slot = 1; slot < names.length; slot++)
        {
            if ((word & masks[slot]) == prefixes[slot] && (names[slot].length <= Long.BYTES || matches(array, at, limit,
                slot)))
            {
                return slot;
            }
        }
        return -1;
    }

    private boolean matches(final byte[] array, final int at, final int limit, final int slot)
    {
        final byte[] name = names[slot];
        return name.length <= limit - at && Words.equals(array, at, name, 0, name.length);
    }

    /**
     * What the escape of a separator, as six characters of a JSON string, and the two bytes behind it have in common
     * wherever one of the names may follow.
     *
     * @return some bits of eight bytes, little-endian; others are not set.
     */
    public long beforeName()
    {
        return (PropertyReader.ESCAPED_END | (letters & 0xFF) << FIRST_LETTER | (long)seconds << SECOND_LETTER)
            & beforeNameMask();
    }

    /**
     * Which bits of {@link #beforeName()} count.
     *
     * @return some bits of eight bytes, little-endian.
     */
    public long beforeNameMask()
    {
        return PropertyReader.ESCAPE_MASK | (letterMask & 0xFF) << FIRST_LETTER | (long)secondsMask << SECOND_LETTER;
    }

    /**
     * Where a name ends that was found.
     *
     * @param found from {@link #find}.
     * @param at    the index where it begins.
     * @return the index of its terminator.
     */
    public int end(final int found, final int at)
    {
        return at + names[found].length - 1;
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
}
