package io.skim.encode;

import io.skim.bytes.Characters;
import io.skim.bytes.Escapes;
import io.skim.bytes.JsonStrings;
import io.skim.bytes.Words;
import java.util.Arrays;

/**
 * The text of an ext field or message property, encoded once for both encodings. Immutable; made for what stands in frame
 * after frame, as a producer's topic and group do:
 *
 * <pre>
 * private static final EntryText ORDERS = EntryText.of("orders");
 * </pre>
 */
public final class EntryText
{
    /** The most bytes that are written in one go. */
    private static final int LONGEST_SHORT = 2 * EntryKey.PAIR;
    private static final byte[] QUOTE = {'"'};

    private final String text;
    final int length;
    /** With zeros behind it up to sixteen bytes, or thirty-two; so is the next one. */
    final byte[] utf8;
    /** The inside of a JSON string, and the quote that closes it. */
    final byte[] json;
    /** Without the quote. */
    final int jsonLength;
    /** The first and second eight bytes of both: what is written of most names. */
    private final long utf8First;
    private final long utf8Second;
    private final long jsonFirst;
    private final long jsonSecond;
    /** Whether it is written in one go, in both encodings. */
    final boolean isShort;
    /** Whether it can be the value of a message property. */
    final boolean isProperty;

    private EntryText(final String text, final byte[] bytes)
    {
        this.text = text;
        length = bytes.length;
        final byte[] escaped = new byte[Escapes.UNIT_LENGTH * length + 2];
        jsonLength = JsonStrings.put(bytes, 0, length, escaped, 0);
        isShort = length > 0 && jsonLength < Characters.SHORT;
        utf8 = padded(bytes);
        json = padded(Arrays.copyOf(escaped, jsonLength), QUOTE);
        utf8First = Words.getLongLittleEndian(utf8, 0);
        utf8Second = Words.getLongLittleEndian(utf8, Long.BYTES);
        jsonFirst = Words.getLongLittleEndian(json, 0);
        jsonSecond = Words.getLongLittleEndian(json, Long.BYTES);
        isProperty = length > 0 && PropertyWriter.isSound(bytes, 0, length);
    }

    private static byte[] padded(final byte[]... parts)
    {
        final byte[] bytes = EntryKey.padded(parts);
        return bytes.length > EntryKey.PAIR && bytes.length < LONGEST_SHORT ? Arrays.copyOf(bytes, LONGEST_SHORT)
            : bytes;
    }

    /**
     * Encodes a text.
     *
     * @param text no longer than any header; whether one takes it is looked at when it is put. Binary headers take no
     *             empty one.
     * @return the text.
     * @throws IllegalArgumentException if the text has more than 16,777,215 UTF-16 units, or half of a surrogate pair.
     */
    public static EntryText of(final CharSequence text)
    {
        final String string = text.toString();
        if (string.length() > RemotingWriter.GREATEST_HEADER)
        {
            throw new IllegalArgumentException(
                "a text of " + string.length() + " UTF-16 units, longer than any header");
        }
        final byte[] utf8 = new byte[Characters.LONGEST * string.length()];
        final int length = Characters.put(string, utf8, 0);
        if (length < 0)
        {
            throw new IllegalArgumentException("half of a surrogate pair in a text");
        }
        return new EntryText(string, Arrays.copyOf(utf8, length));
    }

    /**
     * Writes a short one in UTF-8, and zeros behind it up to sixteen bytes, or thirty-two.
     *
     * @return the index behind it.
     */
    int putUtf8(final byte[] dst, final int dstOffset)
    {
        Words.putLongLittleEndian(dst, dstOffset, utf8First);
        Words.putLongLittleEndian(dst, dstOffset + Long.BYTES, utf8Second);
        if (length > EntryKey.PAIR)
        {
            putSecondHalf(utf8, dst, dstOffset + EntryKey.PAIR);
        }
        return dstOffset + length;
    }

    /** Likewise as the inside of a JSON string, and the quote that closes it. */
    int putJson(final byte[] dst, final int dstOffset)
    {
        Words.putLongLittleEndian(dst, dstOffset, jsonFirst);
        Words.putLongLittleEndian(dst, dstOffset + Long.BYTES, jsonSecond);
        if (jsonLength >= EntryKey.PAIR)
        {
            putSecondHalf(json, dst, dstOffset + EntryKey.PAIR);
        }
        return dstOffset + jsonLength + 1;
    }

    private static void putSecondHalf(final byte[] padded, final byte[] dst, final int dstOffset)
    {
        Words.putLongLittleEndian(dst, dstOffset, Words.getLongLittleEndian(padded, EntryKey.PAIR));
        Words.putLongLittleEndian(dst, dstOffset + Long.BYTES, Words.getLongLittleEndian(padded, EntryKey.PAIR
            + Long.BYTES));
    }

    /**
     * The text in UTF-8.
     *
     * @return a copy of its bytes.
     */
    public byte[] toUtf8()
    {
        return Arrays.copyOf(utf8, length);
    }

    @Override
    public boolean equals(final Object other)
    {
        return other instanceof EntryText && text.equals(((EntryText)other).text);
    }

    @Override
    public int hashCode()
    {
        return text.hashCode();
    }

    /** The text. */
    @Override
    public String toString()
    {
        return text;
    }
}
