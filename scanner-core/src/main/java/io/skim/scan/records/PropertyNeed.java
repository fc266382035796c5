package io.skim.scan.records;

import io.skim.bytes.PropertyReader;
import io.skim.bytes.Words;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Whether a property may have a value that a condition needs, by its bytes where they are. What it takes for the name may be the
 * end of a longer one, or a part of a value: then a record is scanned in vain.
 */
final class PropertyNeed
{
    static final long HIGH_BITS = Words.HIGH_BITS;

    private static final long LOW_BITS = Words.repeat(1);
    private static final long NAME_ENDS = Words.repeat(PropertyReader.NAME_END);
    /** A double has all whole numbers of so many digits. */
    private static final int MOST_DIGITS = 15;

    /** The last bytes of the name, at most eight, as the low bytes of a word. */
    private final long tail;
    private final long tailMask;
    private final long lastByte;
    /** Values of which one is needed; null for any. */
    private final byte @Nullable [][] texts;
    private final double least;
    private final double most;

    private PropertyNeed(final byte[] name, final byte @Nullable [][] texts, final double least, final double most)
    {
        final int length = Math.min(Long.BYTES, name.length);
        long word = 0;
        for (int i = name.length - length; i < name.length; i++)
        {
            word = word << Byte.SIZE | name[i] & 0xFF;
        }
        tail = word;
        tailMask = length == 0 ? 0 : -1L >>> Long.SIZE - length * Byte.SIZE;
        lastByte = Words.repeat((int)word & 0xFF);
        this.texts = texts;
        this.least = least;
        this.most = most;
    }

    static PropertyNeed present(final byte[] name)
    {
        return between(name, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
    }

    static PropertyNeed equal(final byte[] name, final byte[]... texts)
    {
        return new PropertyNeed(name, texts, 0, 0);
    }

    static PropertyNeed between(final byte[] name, final double least, final double most)
    {
        return new PropertyNeed(name, null, least, most);
    }

    /**
     * Whether properties are ASCII, and this is not among them. One loop for both, because both look at each byte.
     *
     * @param from index of at least eight bytes, which follow at least eight others.
     */
    boolean isMissing(final ByteBuffer bytes, final int from, final int to)
    {
        final int last = to - Long.BYTES;
        final long name = lastByte;
        long bits = 0;
        int at = from;
        while (at < to)
        {
            at = Math.min(at, last);
            final long word = bytes.getLong(at);
            bits |= word;
            final long other = word ^ NAME_ENDS | bytes.getLong(at - 1) ^ name;
            // The bytes of 0x01 behind the last byte of the name, and perhaps some more.
            final long marks = other - LOW_BITS & ~other & HIGH_BITS;
            if (marks != 0 && isAmong(bytes, at, marks, to))
            {
                return false;
            }
            at += Long.BYTES;
        }
        return (bits & HIGH_BITS) == 0;
    }

    private boolean isAmong(final ByteBuffer bytes, final int at, final long marks, final int to)
    {
        for (long left = marks; left != 0; left &= ~Long.highestOneBit(left))
        {
            final int nameEnd = at + (Long.numberOfLeadingZeros(left) >>> 3);
            if ((bytes.getLong(nameEnd - Long.BYTES) & tailMask) == tail && bytes.get(nameEnd)
                == PropertyReader.NAME_END && holds(bytes, nameEnd + 1, to))
            {
                return true;
            }
        }
        return false;
    }

    private boolean holds(final ByteBuffer bytes, final int value, final int to)
    {
        if (texts == null)
        {
            return isBetween(bytes, value, to);
        }
        for (final byte[] text : texts)
        {
            final int end = value + text.length;
            if (end <= to && (end == to || bytes.get(end) == PropertyReader.PROPERTY_END) && isAt(bytes, value, text))
            {
                return true;
            }
        }
        return false;
    }

    private boolean isBetween(final ByteBuffer bytes, final int value, final int to)
    {
        long number = 0;
        int at = value;
        while (at < to && bytes.get(at) != PropertyReader.PROPERTY_END)
        {
            final int digit = bytes.get(at) - '0';
            if (digit < 0 || digit > 9 || at - value == MOST_DIGITS)
            {
                return true;
            }
            number = 10 * number + digit;
            at++;
        }
        return at == value || number >= least && number <= most;
    }

    /** Whether bytes, all of them there, are those of a text. */
    static boolean isAt(final ByteBuffer bytes, final int from, final byte[] text)
    {
        int at = 0;
        while (at < text.length && bytes.get(from + at) == text[at])
        {
            at++;
        }
        return at == text.length;
    }
}
