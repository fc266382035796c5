package io.skim.handlers.select;

import java.util.Arrays;

/**
 * Finds a text with holes, each for one character, in another text, in one pass. It keeps a bit for each place of the wanted text,
 * which is set if all places before it match, and updates all bits for each byte: one word, or four words if the text has more than
 * 64 places.
 *
 * @see "Baeza-Yates, Gonnet: A New Approach to Text Searching, 1992"
 */
final class HoleSearch
{
    /** The most places of a text: one for a hole, and one for each byte of any other character in UTF-8. */
    static final int MAX_PLACES = 256;

    private static final int WORDS = MAX_PLACES / Long.SIZE;
    private static final int BYTES = 256;

    private static long steps;

    private final byte[] wanted;
    /**
     * The class of each byte, an index of {@link #masks}: two classes for all bytes that the text does not have, one of them
     * for bytes inside a character; and one for each byte of the text.
     */
    private final byte[] classes = new byte[BYTES];
    /** For each class, the places that its bytes match: one word, or four. */
    private final long[] masks;
    /** The places that are holes, in one word or four. */
    private final long[] holes;
    private final int words;

    /**
     * Prepares a search.
     *
     * @param wanted UTF-8 with {@link LikePattern#HOLE} for each hole, of at most {@link #MAX_PLACES} bytes; a hole is neither
     *               its first nor its last.
     */
    HoleSearch(final byte[] wanted)
    {
        this.wanted = wanted;
        words = wanted.length <= Long.SIZE ? 1 : WORDS;
        holes = new long[words];
        final long[] all = new long[(wanted.length + 2) * words];
        int count = 2;
        for (int i = 0; i < BYTES; i++)
        {
            classes[i] = (byte)(isInside((byte)i) ? 1 : 0);
        }
        for (int place = 0; place < wanted.length; place++)
        {
            if (wanted[place] == LikePattern.HOLE)
            {
                set(holes, 0, place);
            }
            else if ((classes[wanted[place] & 0xFF] & 0xFF) < 2)
            {
                classes[wanted[place] & 0xFF] = (byte)count++;
            }
        }
        for (int place = 0; place < wanted.length; place++)
        {
            if (wanted[place] != LikePattern.HOLE)
            {
                set(all, classes[wanted[place] & 0xFF] & 0xFF, place);
            }
        }
        System.arraycopy(holes, 0, all, 0, words);
        for (int i = 0; i < BYTES; i++)
        {
            final int own = classes[i] & 0xFF;
            for (int word = 0; word < words && own > 1 && !isInside((byte)i); word++)
            {
                all[own * words + word] |= holes[word];
            }
        }
        masks = Arrays.copyOf(all, count * words);
    }

    private void set(final long[] bits, final int row, final int place)
    {
        bits[row * words + place / Long.SIZE] |= 1L << place;
    }

    /** Whether a byte is not the first one of a character. */
    private static boolean isInside(final byte next)
    {
        return (next & 0xC0) == 0x80;
    }

    /** The index after the first occurrence of the wanted text, or -1. */
    int find(final byte[] array, final int from, final int to)
    {
        final int found = words == 1 ? findShort(array, from, to) : findLong(array, from, to);
        assert count((long)words * ((found < 0 ? to : found) - from));
        return found;
    }

    private int findShort(final byte[] array, final int from, final int to)
    {
        final long last = 1L << wanted.length - 1;
        final long stay = holes[0];
        long seen = 0;
        for (int at = from; at < to; at++)
        {
            final byte next = array[at];
            seen = (seen << 1 | 1) & masks[classes[next & 0xFF] & 0xFF] | (isInside(next) ? seen & stay : 0);
            if ((seen & last) != 0)
            {
                return at + 1;
            }
        }
        return -1;
    }

    private int findLong(final byte[] array, final int from, final int to)
    {
        final int lastWord = (wanted.length - 1) / Long.SIZE;
        final long last = 1L << wanted.length - 1;
        long first = 0;
        long second = 0;
        long third = 0;
        long fourth = 0;
        for (int at = from; at < to; at++)
        {
            final byte next = array[at];
            final int row = WORDS * (classes[next & 0xFF] & 0xFF);
            final long stays = isInside(next) ? -1 : 0;
            fourth = (fourth << 1 | third >>> 63) & masks[row + 3] | fourth & holes[3] & stays;
            third = (third << 1 | second >>> 63) & masks[row + 2] | third & holes[2] & stays;
            second = (second << 1 | first >>> 63) & masks[row + 1] | second & holes[1] & stays;
            first = (first << 1 | 1) & masks[row] | first & holes[0] & stays;
            if (((lastWord == 3 ? fourth : lastWord == 2 ? third : second) & last) != 0)
            {
                return at + 1;
            }
        }
        return -1;
    }

    /** Counts the updated words, for tests; only with assertions on. */
    private static boolean count(final long taken)
    {
        steps += taken;
        return true;
    }

    /** The number of words that all searches have updated since the JVM started. */
    static long steps()
    {
        return steps;
    }
}
