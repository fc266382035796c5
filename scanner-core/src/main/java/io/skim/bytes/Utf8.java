package io.skim.bytes;

/**
 * UTF-8 on bytes: validation as RFC 3629 has it, and the replacement of ill-formed input as {@code new String(bytes,
 * UTF_8)} does it.
 */
public final class Utf8
{
    /** What an ill-formed sequence is read as by {@link #decode}. */
    public static final int REPLACEMENT = 0xFFFD;

    private static final int BLOCK = 4 * Long.BYTES;

    private Utf8()
    {
    }

    /**
     * Finds the first byte that is not part of a well-formed sequence (overlong forms, surrogates and values above
     * U+10FFFF are ill-formed; RFC 3629 section 4).
     *
     * @param array to look at.
     * @param from  index of the first byte.
     * @param to    index behind the last byte.
     * @return the index where the first ill-formed sequence begins, or {@code -1} if all is well-formed.
     */
    public static int firstInvalid(final byte[] array, final int from, final int to)
    {
        int index = from;
        while (to - index >= Long.BYTES)
        {
            long word = Words.getLong(array, index);
            final long high = word & Words.HIGH_BITS;
            if (high == 0)
            {
                index = skipBlocks(array, index + Long.BYTES, to);
                continue;
            }
            final int ascii = Long.numberOfLeadingZeros(high) >>> 3;
            if (ascii > 0)
            {
                index += ascii;
                if (to - index < Long.BYTES)
                {
                    break;
                }
                word = Words.getLong(array, index);
            }
            final int common = commonLength(word);
            final int length = common != 0 ? common : sequenceLength(array, index, to);
            if (length < 0)
            {
                return index;
            }
            index += length;
        }
        return firstInvalidNearEnd(array, index, to);
    }

    /** Passes over ASCII, as long as there are whole blocks of it. */
    private static int skipBlocks(final byte[] array, final int from, final int to)
    {
        int index = from;
        while (to - index >= BLOCK && ((Words.getLongLittleEndian(array, index) | Words.getLongLittleEndian(array, index
            + Long.BYTES) | Words.getLongLittleEndian(array, index + 2 * Long.BYTES) | Words.getLongLittleEndian(array,
                index + 3 * Long.BYTES))
            & Words.HIGH_BITS) == 0)
        {
            index += BLOCK;
        }
        return index;
    }

    private static int firstInvalidNearEnd(final byte[] array, final int from, final int to)
    {
        if (to >= Long.BYTES && Words.isAscii(array, from, to - from))
        {
            return -1;
        }
        int index = from;
        while (index < to)
        {
            final int length = sequenceLength(array, index, to);
            if (length < 0)
            {
                return index;
            }
            index += length;
        }
        return -1;
    }

    /**
     * The length of the sequences at the beginning of a word that are seen at once to be well-formed: two of three bytes,
     * as ideographs come in runs, or one; or 0 if it takes a closer look.
     */
    private static int commonLength(final long word)
    {
        final int first = (int)(word >>> 56);
        if ((word & 0xF0C0_C000_0000_0000L) == 0xE080_8000_0000_0000L)
        {
            if (isOddThree(first))
            {
                return 0;
            }
            final boolean two = (word & 0xF0_C0C0_0000L) == 0xE0_8080_0000L && !isOddThree((int)(word >>> 32));
            return two ? 6 : 3;
        }
        if ((word & 0xE0C0_0000_0000_0000L) == 0xC080_0000_0000_0000L)
        {
            return first < 0xC2 ? 0 : 2;
        }
        return (word & 0xF8C0_C0C0_0000_0000L) == 0xF080_8080_0000_0000L && first > 0xF0 && first < 0xF4 ? 4 : 0;
    }

    /** Whether the second byte decides on a sequence of three: behind E0, where it may be overlong, and ED. */
    private static boolean isOddThree(final int first)
    {
        return (0x2001 >>> (first & 0xF) & 1) != 0;
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
     * Decodes one code point, reading what is ill-formed as {@link #REPLACEMENT} the way {@code java.lang.String}
     * does: one for each maximal part of a sequence, and one for a surrogate of three bytes or the first two of them.
     *
     * @param array to decode from.
     * @param index of the first byte of the code point.
     * @param to    index behind the last byte of the text, above {@code index}.
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
     * Packs a code point and an index into one long.
     *
     * @param codePoint for the high 32 bits.
     * @param index     for the low 32 bits.
     * @return both.
     */
    static long pack(final int codePoint, final int index)
    {
        return (long)codePoint << 32 | index;
    }

    /**
     * The bytes a code point takes in UTF-8. A lone surrogate is written as {@code ?}, one byte, as
     * {@code String.getBytes} does.
     *
     * @param codePoint to measure.
     * @return from 1 to 4.
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
     * @param codePoint to encode.
     * @param length    of its form, from {@link #length(int)}.
     * @param position  of the byte in the form, from 0.
     * @return the byte.
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

    /**
     * Whether a code point is half of a surrogate pair, which has no form in UTF-8.
     *
     * @param codePoint to look at.
     * @return true from U+D800 to U+DFFF.
     */
    public static boolean isSurrogate(final int codePoint)
    {
        return codePoint >= 0xD800 && codePoint <= 0xDFFF;
    }
}
