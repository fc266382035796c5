package io.skim.bytes;

import java.nio.charset.StandardCharsets;

/**
 * UTF-8 on bytes: validation as RFC 3629 has it, and the replacement of ill-formed input as {@code new String(bytes,
 * UTF_8)} does it.
 */
public final class Utf8
{
    /** What an ill-formed sequence is read as by {@link #decode}. */
    public static final int REPLACEMENT = 0xFFFD;

    /** Of {@link #firstInvalid}: there is nothing but ASCII. */
    public static final int ASCII = -1;

    /** Of {@link #firstInvalid}: nothing is wrong, and nobody has looked whether all is ASCII. */
    private static final int WELL_FORMED = -2;
    private static final int BLOCK = 8 * Long.BYTES;
    private static final long LOW_NIBBLES = Words.repeat(0x0F);
    private static final long LOW_BITS = Words.repeat(0x0E);
    private static final long LOW_D = Words.repeat(0x0D);
    /** Lifts values of 11 and more to the high bit. */
    private static final long FROM_ELEVEN = Words.repeat(0x80 - 11);
    /** Zero in C0 and C1, whose sequences are overlong. */
    private static final long OVERLONG_BITS = Words.repeat(0x1E);
    private static final long LAST_HIGH_BIT = 0x80L << 56;

    /** Two sequences of three bytes: what is fixed of them; their length; and what is looked at of four. */
    private static final long THREES = 0x8080_E080_80E0L;
    private static final long THREES_MASK = 0xC0C0_F0C0_C0F0L;
    private static final int TWO_THREES = 6;
    private static final int FOUR_THREES = TWO_THREES + Long.BYTES;
    private static final long LEADS_LOW = 0x0F00_000FL;
    /** Bit 4, which a nibble gets if three are added to 13 or more, or one is taken from 0: of ED, EE, EF and E0. */
    private static final long LEADS_ODD = 0x1000_0010L;
    private static final long LEADS_THREE = 0x0300_0003L;
    private static final long LEADS_ONE = 0x0100_0001L;

    private Utf8()
    {
    }

    /**
     * Finds the first byte that is not part of a well-formed sequence (overlong forms, surrogates and values above U+10FFFF are
     * ill-formed; RFC 3629 section 4). Returns the index where the first ill-formed sequence begins; or less than 0 if all is
     * well-formed: {@link #ASCII} if it is ASCII, but for text in the first eight bytes of the array.
     */
    public static int firstInvalid(final byte[] array, final int from, final int to)
    {
        int index = to < Long.BYTES ? from : passAscii(array, from, to);
        if (index >= to)
        {
            return ASCII;
        }
        while (index < to)
        {
            final int passed = to < Long.BYTES ? ~index : passSequences(array, index, to);
            index = passed < 0 ? lookCloser(array, ~passed, Math.min(~passed + Long.BYTES, to), to) : passed;
            if (index < 0)
            {
                return ~index;
            }
            index = to < Long.BYTES ? index : passAscii(array, index, to);
        }
        return WELL_FORMED;
    }

    /**
     * Copies a short text that is ASCII.
     *
     * @param length of the text in bytes, at least 1.
     * @param dst    another array, with room for so many bytes, at least eight.
     * @return false if it has other characters; then what has been written is of no use.
     */
    public static boolean putAscii(final byte[] utf8, final int from, final int length, final byte[] dst,
        final int dstOffset)
    {
        if (length < Long.BYTES)
        {
            final long word = Words.getFew(utf8, from, length);
            Words.putLongLittleEndian(dst, dstOffset, word);
            return (word & Words.HIGH_BITS) == 0;
        }
        final int last = length - Long.BYTES;
        long bits = Words.getLongLittleEndian(utf8, from + last);
        Words.putLongLittleEndian(dst, dstOffset + last, bits);
        for (int index = 0; index < last; index += Long.BYTES)
        {
            final long word = Words.getLongLittleEndian(utf8, from + index);
            Words.putLongLittleEndian(dst, dstOffset + index, word);
            bits |= word;
        }
        return (bits & Words.HIGH_BITS) == 0;
    }

    /**
     * Passes over ASCII, a block at once. What is left behind the last block is looked at together with what precedes it. Returns
     * the index of eight bytes that are not all ASCII, or {@code to}, which is 8 at least.
     */
    private static int passAscii(final byte[] array, final int from, final int to)
    {
        int index = from;
        while (to - index >= BLOCK)
        {
            if (!isBlockOfAscii(array, index))
            {
                return passWords(array, index, to);
            }
            index += BLOCK;
        }
        return index != from && isBlockOfAscii(array, to - BLOCK) ? to : passWords(array, index, to);
    }

    private static boolean isBlockOfAscii(final byte[] array, final int index)
    {
        final long first = Words.getLongLittleEndian(array, index) | Words.getLongLittleEndian(array, index
            + Long.BYTES) | Words.getLongLittleEndian(array, index + 2 * Long.BYTES) | Words.getLongLittleEndian(array,
                index + 3 * Long.BYTES);
        final long second = Words.getLongLittleEndian(array, index + 4 * Long.BYTES) | Words.getLongLittleEndian(array,
            index + 5 * Long.BYTES) | Words.getLongLittleEndian(array, index + 6 * Long.BYTES)
            | Words
                .getLongLittleEndian(array, index + 7 * Long.BYTES);
        return ((first | second) & Words.HIGH_BITS) == 0;
    }

    private static int passWords(final byte[] array, final int from, final int to)
    {
        int index = from;
        while (to - index >= Long.BYTES)
        {
            if ((Words.getLongLittleEndian(array, index) & Words.HIGH_BITS) != 0)
            {
                return index;
            }
            index += Long.BYTES;
        }
        return index < to && (lastWord(array, index, to) & Words.HIGH_BITS) == 0 ? to : index;
    }

    /** Less than eight bytes at the end, with zeros behind them. */
    private static long lastWord(final byte[] array, final int index, final int to)
    {
        return Words.getLongLittleEndian(array, to - Long.BYTES) >>> (Long.BYTES - (to - index) << 3);
    }

    /**
     * Passes over sequences, eight bytes at once: continuation bytes stand where the leading bytes want them and nowhere else,
     * and no leading byte is odd. Calls nothing and is too long to be compiled into its callers (325 bytes of code). Returns
     * where eight bytes of ASCII begin, or {@code to}; or the complement of where a sequence begins that is ill-formed or takes a
     * closer look, as those of four bytes do.
     */
    private static int passSequences(final byte[] array, final int from, final int to)
    {
        // Marks the continuation bytes with which the next word must begin.
        long due = 0;
        // Threes are told from where the first one begins.
        final int ascii = to - from < Long.BYTES ? 0 : Words.firstMarked(Words.getLongLittleEndian(array, from)
            & Words.HIGH_BITS);
        int index = passThrees(array, from + ascii, to);
        // Asked this way the loop is not taken for a counted one, which is prepared for thousands of rounds: most take
        // one or two.
        while (to - index > 0)
        {
            // Zeros behind the last byte are no continuations: a sequence that is cut off misses them.
            final long word =
                to - index >= Long.BYTES ? Words.getLongLittleEndian(array, index) : lastWord(array, index, to);
            if ((word & Words.HIGH_BITS | due) == 0)
            {
                return index;
            }
            final long leads = word & word << 1 & Words.HIGH_BITS;
            final long threes = leads & word << 2;
            if ((due | leads << 8 | threes << 16) != (word & ~(word << 1) & Words.HIGH_BITS))
            {
                break;
            }
            // C0, C1, E0 and ED are among those whose low bits are 13 to 15, 0 or 1: most words have none of them.
            final long low = word & LOW_NIBBLES;
            final long doubtful = leads & ((low + LOW_BITS & LOW_NIBBLES) + FROM_ELEVEN | word << 3 & threes);
            if (doubtful != 0)
            {
                // Behind E0 the second byte must not be below A0, behind ED not above 9F: its bit 5 tells.
                final long e0 = threes & ~(low + ~Words.HIGH_BITS);
                final long ed = threes & ~((low ^ LOW_D) + ~Words.HIGH_BITS);
                final long odd = threes & word << 3 | leads & ~threes & ~((word & OVERLONG_BITS) + ~Words.HIGH_BITS)
                    | e0 << 8 & ~(word << 2) | ed << 8 & word << 2 | (e0 | ed) & LAST_HIGH_BIT;
                if ((odd & Words.HIGH_BITS) != 0)
                {
                    break;
                }
            }
            due = leads >>> 56 | threes >>> 48;
            index += Long.BYTES;
        }
        final int end = Math.min(index, to);
        return due != 0 ? ~beginning(array, end) : end < to ? ~end : to;
    }

    /**
     * Passes over sequences of three bytes, four at once, as Chinese and Japanese text has them. Returns where a sequence begins
     * that is of another length, ill-formed or takes a closer look, or stands near the end.
     */
    private static int passThrees(final byte[] array, final int from, final int to)
    {
        int index = from;
        while (to - index >= FOUR_THREES)
        {
            final long first = Words.getLongLittleEndian(array, index);
            final long second = Words.getLongLittleEndian(array, index + TWO_THREES);
            final long one = first & LEADS_LOW;
            final long other = second & LEADS_LOW;
            final long odd =
                (one + LEADS_THREE | one - LEADS_ONE | other + LEADS_THREE | other - LEADS_ONE) & LEADS_ODD;
            if ((first & THREES_MASK ^ THREES | second & THREES_MASK ^ THREES | odd) != 0)
            {
                break;
            }
            index += 2 * TWO_THREES;
        }
        return index;
    }

    /** Where a sequence begins that is not complete before an index. */
    private static int beginning(final byte[] array, final int index)
    {
        int at = index - 1;
        while (isContinuation(array[at]))
        {
            at--;
        }
        return at;
    }

    /** Passes over sequence after sequence until an index is reached; gives the complement of where one is ill-formed. */
    private static int lookCloser(final byte[] array, final int from, final int until, final int to)
    {
        int index = from;
        while (index < until)
        {
            final int length = sequenceLength(array, index, to);
            if (length < 0)
            {
                return ~index;
            }
            index += length;
        }
        return index;
    }

    /** The length of the well-formed sequence at {@code index}, or minus the length of the ill-formed part. */
    private static int sequenceLength(final byte[] array, final int index, final int to)
    {
        final int first = array[index] & 0xFF;
        if (first < 0x80)
        {
            return 1;
        }
        if (first < 0xC2 || first > 0xF4)
        {
            return -1;
        }
        final int available = to - index;
        if (first < 0xE0)
        {
            return available > 1 && isContinuation(array[index + 1]) ? 2 : -1;
        }
        if (available < 2 || !isSecond(first, array[index + 1]))
        {
            return -1;
        }
        if (available < 3 || !isContinuation(array[index + 2]))
        {
            return -2;
        }
        if (first < 0xF0)
        {
            return 3;
        }
        return available > 3 && isContinuation(array[index + 3]) ? 4 : -3;
    }

    private static boolean isContinuation(final byte value)
    {
        return (value & 0xC0) == 0x80;
    }

    private static boolean isSecond(final int first, final byte value)
    {
        final int second = value & 0xFF;
        final int least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
        final int most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
        return second >= least && second <= most;
    }

    /**
     * Decodes one code point, reading what is ill-formed as {@link #REPLACEMENT} the way {@code java.lang.String} does: one for
     * each maximal part of a sequence, and one for a surrogate of three bytes or the first two of them.
     *
     * @param to index behind the last byte of the text, above {@code index}.
     * @return the code point in the high 32 bits, the index behind it in the low 32.
     */
    public static long decode(final byte[] array, final int index, final int to)
    {
        final int first = array[index] & 0xFF;
        if (first < 0x80)
        {
            return pack(first, index + 1);
        }
        final int length = sequenceLength(array, index, to);
        switch (length)
        {
            case 2:
                return pack((first & 0x1F) << 6 | array[index + 1] & 0x3F, index + 2);
            case 3:
                return pack((first & 0x0F) << 12 | (array[index + 1] & 0x3F) << 6 | array[index + 2] & 0x3F, index + 3);
            case 4:
                return pack((first & 0x07) << 18 | (array[index + 1] & 0x3F) << 12 | (array[index + 2] & 0x3F) << 6
                    | array[index + 3] & 0x3F, index + 4);
            default:
                return pack(REPLACEMENT, index + (isEncodedSurrogate(array, index, to) ? to - index > 2
                    && isContinuation(array[index + 2]) ? 3 : 2 : -length));
        }
    }

    /** Whether two or three bytes are the form that a surrogate would have. */
    private static boolean isEncodedSurrogate(final byte[] array, final int index, final int to)
    {
        return (array[index] & 0xFF) == 0xED && to - index >= 2 && (array[index + 1] & 0xE0) == 0xA0;
    }

    /**
     * Encodes a text, of which half of a surrogate pair is refused: {@code String.getBytes} would write {@code ?} for it.
     *
     * @param what the text is, for the message, for example {@code a name}.
     * @throws IllegalArgumentException if half of a surrogate pair stands alone; the message tells its index in UTF-16 units.
     */
    public static byte[] encode(final String what, final String text)
    {
        for (int index = 0; index < text.length(); index++)
        {
            if (isSurrogate(text.charAt(index)))
            {
                if (isSurrogate(text.codePointAt(index)))
                {
                    throw new IllegalArgumentException(
                        what + " has half of a surrogate pair at " + index + ", which has no UTF-8");
                }
                index++;
            }
        }
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Packs a code point and an index into one long. */
    static long pack(final int codePoint, final int index)
    {
        return (long)codePoint << 32 | index;
    }

    /**
     * The bytes a code point takes in UTF-8. A lone surrogate is written as {@code ?}, one byte, as {@code String.getBytes} does.
     * Returns from 1 to 4.
     */
    public static int length(final int codePoint)
    {
        if (codePoint < 0x80 || isSurrogate(codePoint))
        {
            return 1;
        }
        return codePoint < 0x800 ? 2 : codePoint < 0x1_0000 ? 3 : 4;
    }

    /**
     * One byte of a code point's UTF-8 form.
     *
     * @param length of its form, from {@link #length(int)}.
     */
    public static byte byteAt(final int codePoint, final int length, final int position)
    {
        if (length == 1)
        {
            return (byte)(isSurrogate(codePoint) ? '?' : codePoint);
        }
        final int bits = codePoint >>> 6 * (length - 1 - position);
        if (position > 0)
        {
            return (byte)(0x80 | bits & 0x3F);
        }
        return (byte)(bits | (0xF00 >>> length) & 0xFF);
    }

    /** Whether a code point is half of a surrogate pair, which has no form in UTF-8. Returns true from U+D800 to U+DFFF. */
    public static boolean isSurrogate(final int codePoint)
    {
        return codePoint >= 0xD800 && codePoint <= 0xDFFF;
    }
}
