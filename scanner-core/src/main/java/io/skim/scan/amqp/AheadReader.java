package io.skim.scan.amqp;

import io.skim.bytes.FormatCodes;
import io.skim.bytes.Words;

/**
 * Reads ahead: values one after the other, as long as they are scalar, have constructors of their own and can be seen to be
 * good at a glance. What it stops at is for {@link ValueReader#value} to read, or to refuse.
 * <p>
 * All handlers' loops share this, and with it what the processor learns of the bytes. Each width stands behind a branch of
 * its own, so that the processor goes on with the next value before it knows this one's code.
 */
final class AheadReader
{
    private static final int MOST = 64;
    private static final int KIND_SHIFT = 48;
    private static final int LENGTH_SHIFT = 32;
    private static final int LENGTH_MASK = 0xFFFF;
    /** The token of a value of each code that begins at 0, but for the length that the value has itself; or -1. */
    private static final long[] TOKENS = new long[256];

    static
    {
        for (int code = 0; code < TOKENS.length; code++)
        {
            final boolean sized = code == FormatCodes.STRING || code == FormatCodes.SYMBOL
                || code == FormatCodes.BINARY;
            final boolean plain = FormatCodes.fixedKind(code) >= 0;
            final long width = sized || !plain ? 0 : FormatCodes.fixedWidth(code);
            TOKENS[code] =
                sized || plain ? (long)FormatCodes.kind(code) << KIND_SHIFT | width << LENGTH_SHIFT | (sized ? 2 : 1)
                    : -1;
        }
    }

    /** Where each value that was read begins, how long it is, and of what kind: for the methods below. */
    final long[] tokens = new long[MOST];

    /** Of a token: where the value's body begins in the frame. */
    static int offset(final long token)
    {
        return (int)token;
    }

    /** Of a token: how long the value's body is. */
    static int length(final long token)
    {
        return (int)(token >>> LENGTH_SHIFT) & LENGTH_MASK;
    }

    /** Of a token: the value's kind. */
    static int kind(final long token)
    {
        return (int)(token >>> KIND_SHIFT);
    }

    /** Of a token: where the value ends in the frame. */
    static int end(final long token)
    {
        return offset(token) + length(token);
    }

    /**
     * Reads values into {@link #tokens}. Long enough as it is that HotSpot does not inline it (FreqInlineSize) into each loop;
     * speed alone depends on that.
     *
     * @param array that holds the frame.
     * @param base  index of the frame's first byte.
     * @param from  where in the frame the first value's constructor stands.
     * @param to    where the container ends.
     * @param most  values to read.
     * @return how many were read.
     */
    int read(final byte[] array, final int base, final int from, final int to, final int most)
    {
        final long[] into = tokens;
        final int last = Math.min(most, MOST);
        final int end = base + to;
        final int lastWord = array.length - Long.BYTES;
        if (lastWord < 0)
        {
            return 0;
        }
        int at = base + from;
        int read = 0;
        for (; read < last; read++)
        {
            if (at >= end)
            {
                break;
            }
            // At the array's end what is missing is zero.
            final long word = at <= lastWord ? Words.getLongLittleEndian(array, at)
                : Words.getLongLittleEndian(array, lastWord) >>> Byte.SIZE * (at - lastWord);
            final int code = (int)word & 0xFF;
            final long token = TOKENS[code];
            if (token < 0)
            {
                break;
            }
            // What is noted before the value is known to be good counts only then.
            into[read] = token + (at - base);
            final int next;
            switch (code >>> 4)
            {
                case 0x4:
                    next = at + 1;
                    break;
                case 0x5:
                    next = at + 2;
                    break;
                case 0x7:
                    next = at + 5;
                    break;
                case 0x8:
                    next = at + 9;
                    break;
                case FormatCodes.VARIABLE:
                    final int size = (int)word >>> 8 & 0xFF;
                    into[read] = token + (at - base) + ((long)size << LENGTH_SHIFT);
                    next = at + 2 + size;
                    if (next > end || code != FormatCodes.BINARY
                        && !AsciiText.isGood(array, at, next, word, size))
                    {
                        return read;
                    }
                    break;
                default:
                    next = code >>> 4 == 0x6 ? at + 3 : at + 17;
                    break;
            }
            if (next > end)
            {
                break;
            }
            at = next;
        }
        return read;
    }

    /**
     * The length of a key that is a short text in ASCII.
     *
     * @param array that holds the frame.
     * @param at    index of the key's constructor.
     * @param end   index behind the map's last byte.
     * @return in bytes; -1 for any other key, and one behind which the map has ended.
     */
    static int keyLength(final byte[] array, final int at, final int end)
    {
        if (at > array.length - Long.BYTES)
        {
            return -1;
        }
        final long word = Words.getLongLittleEndian(array, at);
        final int size = (int)word >>> 8 & 0xFF;
        final int value = at + 2 + size;
        if (((int)word & 0xFF) != FormatCodes.STRING || value >= end || size > 14)
        {
            return -1;
        }
        final long bits =
            AsciiText.oddBits(word, size)
                | (size > AsciiText.IN_FIRST_WORD ? Words.getLongLittleEndian(array, value - Long.BYTES) : 0);
        return (bits & Words.HIGH_BITS) != 0 ? -1 : size;
    }
}
