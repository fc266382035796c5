package io.skim.encode;

import io.skim.bytes.Characters;
import io.skim.bytes.Escapes;
import io.skim.bytes.JsonStrings;
import io.skim.bytes.Words;
import java.util.Arrays;

/**
 * The name of an ext field or message property, encoded once for both encodings. Immutable; made for constants:
 *
 * <pre>
 * private static final EntryKey TOPIC = EntryKey.of("topic");
 * </pre>
 */
public final class EntryKey
{
    /** A name of one byte. */
    private static final long BINARY_ENTRY = 0x0000_0000_0000_0100L;
    /** {@code ,"?":"?"} without what stands at the question marks. */
    private static final long JSON_ENTRY = 0x2200_223A_2200_222CL;
    /** In such words, a value that is 0. */
    private static final long BINARY_ZERO = 0x3001_0000_0000_0000L;
    private static final long JSON_ZERO = 0x0030_0000_0000_0000L;
    /** Bytes that are written at once. */
    static final int PAIR = 2 * Long.BYTES;
    private static final byte[] REFERENCE = {'$', 'r', 'e', 'f'};
    private static final byte[] TYPE = {'@', 't', 'y', 'p', 'e'};
    private static final byte[] BETWEEN = {'"', ':', '"'};
    private static final byte[] PROPERTY_BETWEEN = {'\\', 'u', '0', '0', '0', '1'};

    private final String name;
    private final byte[] utf8;
    final int length;
    /** The length in two bytes and the name; this and the others with zeros up to sixteen. */
    final byte[] binary;
    final int binaryLength;
    /** A comma, the name in quotes, a colon and the quote that opens the value. */
    final byte[] json;
    final int jsonLength;
    /** The name and U+0001. */
    final byte[] property;
    final int propertyLength;
    /** The same inside a JSON string. */
    final byte[] jsonProperty;
    final int jsonPropertyLength;
    /** The name's length in bytes, in JSON; beyond all limits if it is ambiguous there. */
    final int jsonNameLength;
    final boolean isProperty;
    /**
     * Of a name of one plain letter what stands before a value, and in JSON behind one of one byte, as one little-endian
     * word with nothing for the value and its length; else 0.
     */
    final long binaryEntry;
    final long jsonEntry;
    /** Likewise with the value 0. */
    final long binaryZero;
    final long jsonZero;

    private EntryKey(final String name, final byte[] utf8)
    {
        this.name = name;
        this.utf8 = utf8;
        length = utf8.length;
        final byte[] escaped = new byte[Escapes.UNIT_LENGTH * utf8.length + 2];
        final byte[] inJson = Arrays.copyOf(escaped, JsonStrings.put(utf8, 0, utf8.length, escaped, 0));
        jsonNameLength = isAmbiguous(utf8, 0, utf8.length) ? Integer.MAX_VALUE : inJson.length;
        binaryLength = Short.BYTES + utf8.length;
        binary = padded(new byte[] {(byte)(utf8.length >> 8), (byte)utf8.length}, utf8);
        jsonLength = 2 + inJson.length + BETWEEN.length;
        json = padded(new byte[] {',', '"'}, inJson, BETWEEN);
        propertyLength = utf8.length + 1;
        property = padded(utf8, new byte[] {1});
        jsonPropertyLength = inJson.length + PROPERTY_BETWEEN.length;
        jsonProperty = padded(inJson, PROPERTY_BETWEEN);
        final boolean letter = utf8.length == 1 && inJson.length == 1 && utf8[0] > ' ';
        binaryEntry = letter ? BINARY_ENTRY | (long)utf8[0] << 2 * Byte.SIZE : 0;
        jsonEntry = letter ? JSON_ENTRY | (long)utf8[0] << 2 * Byte.SIZE : 0;
        binaryZero = letter ? binaryEntry | BINARY_ZERO : 0;
        jsonZero = letter ? jsonEntry | JSON_ZERO : 0;
        isProperty = Words.indexOf(utf8, 0, utf8.length, 1) == utf8.length && Words.indexOf(utf8, 0, utf8.length, 2)
            == utf8.length;
    }

    /** Joins bytes and fills up with zeros to sixteen at least. */
    static byte[] padded(final byte[]... parts)
    {
        int length = 0;
        for (final byte[] part : parts)
        {
            length += part.length;
        }
        final byte[] whole = new byte[Math.max(PAIR, length)];
        int at = 0;
        for (final byte[] part : parts)
        {
            System.arraycopy(part, 0, whole, at, part.length);
            at += part.length;
        }
        return whole;
    }

    /**
     * Encodes a name.
     *
     * @param name from 1 to 32,767 bytes in UTF-8, the most that the reference reads in a binary header.
     * @return the key.
     * @throws IllegalArgumentException if the name is empty, too long, or holds half of a surrogate pair.
     */
    public static EntryKey of(final String name)
    {
        final byte[] utf8 = new byte[Characters.LONGEST * name.length()];
        final int length = Characters.put(name, utf8, 0);
        if (length <= 0 || length > Short.MAX_VALUE)
        {
            throw new IllegalArgumentException(length < 0 ? "half of a surrogate pair in a name" : "a name of " + length
                + " bytes, where 1 to " + Short.MAX_VALUE + " can be");
        }
        return new EntryKey(name, Arrays.copyOf(utf8, length));
    }

    /** Why a name cannot be a key; null if it can. */
    static EncodeRefusal refusal(final String name)
    {
        final int length = name.length() > Short.MAX_VALUE ? name.length() : Characters.put(name,
            new byte[Characters.LONGEST * name.length()], 0);
        return length < 0 ? EncodeRefusal.INVALID_TEXT : length == 0 ? EncodeRefusal.EMPTY_NAME
            : length > Short.MAX_VALUE ? EncodeRefusal.NAME_TOO_LONG : null;
    }

    /**
     * Whether a reader of JSON takes a name for something else: one with U+0000 for another name, {@code $ref} and
     * {@code @type} for instructions.
     *
     * @see "fastjson2 2.0.63 JSONReaderUTF8.readFieldName; fastjson 1.2.83 DefaultJSONParser.parseObject"
     */
    static boolean isAmbiguous(final byte[] utf8, final int from, final int to)
    {
        return Words.indexOf(utf8, from, to, 0) < to || Arrays.equals(utf8, from, to, REFERENCE, 0, REFERENCE.length)
            || Arrays.equals(utf8, from, to, TYPE, 0, TYPE.length);
    }

    boolean isAmbiguous()
    {
        return jsonNameLength == Integer.MAX_VALUE;
    }

    /** Writes bytes padded to sixteen, and the padding behind them. */
    static int put(final byte[] padded, final int length, final byte[] dst, final int dstOffset)
    {
        Words.putLongLittleEndian(dst, dstOffset, Words.getLongLittleEndian(padded, 0));
        Words.putLongLittleEndian(dst, dstOffset + Long.BYTES, Words.getLongLittleEndian(padded, Long.BYTES));
        if (length > PAIR)
        {
            System.arraycopy(padded, PAIR, dst, dstOffset + PAIR, length - PAIR);
        }
        return dstOffset + length;
    }

    /**
     * The name.
     *
     * @return as it was given.
     */
    public String name()
    {
        return name;
    }

    /**
     * The name in UTF-8.
     *
     * @return a copy of its bytes.
     */
    public byte[] toUtf8()
    {
        return utf8.clone();
    }

    @Override
    public boolean equals(final Object other)
    {
        return other instanceof EntryKey && name.equals(((EntryKey)other).name);
    }

    @Override
    public int hashCode()
    {
        return name.hashCode();
    }

    @Override
    public String toString()
    {
        return name;
    }
}
