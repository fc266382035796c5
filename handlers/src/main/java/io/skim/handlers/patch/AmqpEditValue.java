package io.skim.handlers.patch;

import io.skim.bytes.FormatCodes;
import io.skim.bytes.Utf8;
import io.skim.bytes.Words;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.UUID;

/**
 * A value that an edit writes into an AMQP message, encoded once, in its shortest form. If it replaces a value of its type in
 * a wider form, it is written in that form, so that the width stays. Immutable.
 */
public final class AmqpEditValue
{
    static final AmqpEditValue NULL = fixed(FormatCodes.NULL, 0);

    final byte[] encoded;

    private AmqpEditValue(final byte[] encoded)
    {
        this.encoded = encoded;
    }

    private static AmqpEditValue sized(final int code, final byte[] bytes)
    {
        final ByteSink sink = new ByteSink();
        AmqpForms.putText(sink, code, bytes, bytes.length, false);
        return new AmqpEditValue(sink.toBytes());
    }

    /** A value of as many octets as its code tells. */
    private static AmqpEditValue fixed(final int code, final long bits)
    {
        final byte[] encoded = new byte[1 + FormatCodes.width(code)];
        encoded[0] = (byte)code;
        AmqpForms.put(encoded, bits);
        return new AmqpEditValue(encoded);
    }

    /**
     * A string.
     *
     * @param text of any length, well-formed.
     * @return the value.
     * @throws IllegalArgumentException if the text holds half of a surrogate pair.
     */
    public static AmqpEditValue ofString(final String text)
    {
        return sized(FormatCodes.STRING, Utf8.encode("the text", text));
    }

    /**
     * A symbol.
     *
     * @param text ASCII.
     * @return the value.
     * @throws IllegalArgumentException if the text holds anything else.
     */
    public static AmqpEditValue ofSymbol(final String text)
    {
        if (!StandardCharsets.US_ASCII.newEncoder().canEncode(text))
        {
            throw new IllegalArgumentException("a symbol is ASCII, not '" + text + "'");
        }
        return sized(FormatCodes.SYMBOL, text.getBytes(StandardCharsets.US_ASCII));
    }

    /**
     * A binary.
     *
     * @param bytes that are copied.
     * @return the value.
     */
    public static AmqpEditValue ofBinary(final byte[] bytes)
    {
        return sized(FormatCodes.BINARY, bytes);
    }

    /**
     * A boolean.
     *
     * @param value true or false.
     * @return the value.
     */
    public static AmqpEditValue ofBoolean(final boolean value)
    {
        return fixed(value ? FormatCodes.TRUE : FormatCodes.FALSE, 0);
    }

    /**
     * The null value, which an entry may have; fields are {@link AmqpEdits.Builder#unset unset} instead.
     *
     * @return the value.
     */
    public static AmqpEditValue ofNull()
    {
        return NULL;
    }

    /**
     * A byte.
     *
     * @param value of 8 bits, signed.
     * @return the value.
     */
    public static AmqpEditValue ofByte(final byte value)
    {
        return fixed(FormatCodes.BYTE, value);
    }

    /**
     * A short.
     *
     * @param value of 16 bits, signed.
     * @return the value.
     */
    public static AmqpEditValue ofShort(final short value)
    {
        return fixed(FormatCodes.SHORT, value);
    }

    /**
     * A ushort.
     *
     * @param value 0 to 65,535.
     * @return the value.
     * @throws IllegalArgumentException if the value is not in that range.
     */
    public static AmqpEditValue ofUshort(final int value)
    {
        if (value < 0 || value > 0xFFFF)
        {
            throw new IllegalArgumentException(value + " is no ushort: 0 to 65,535");
        }
        return fixed(FormatCodes.USHORT, value);
    }

    /**
     * A float.
     *
     * @param value whose bits are written as they are.
     * @return the value.
     */
    public static AmqpEditValue ofFloat(final float value)
    {
        return fixed(FormatCodes.FLOAT, Float.floatToRawIntBits(value));
    }

    /**
     * A double.
     *
     * @param value whose bits are written as they are.
     * @return the value.
     */
    public static AmqpEditValue ofDouble(final double value)
    {
        return fixed(FormatCodes.DOUBLE, Double.doubleToRawLongBits(value));
    }

    /**
     * A char.
     *
     * @param codePoint of Unicode.
     * @return the value.
     * @throws IllegalArgumentException if it is not a code point, or half of a surrogate pair.
     */
    public static AmqpEditValue ofChar(final int codePoint)
    {
        if (!Character.isValidCodePoint(codePoint) || codePoint >= Character.MIN_SURROGATE
            && codePoint <= Character.MAX_SURROGATE)
        {
            throw new IllegalArgumentException("U+" + Integer.toHexString(codePoint) + " is no character");
        }
        return fixed(FormatCodes.CHAR, codePoint);
    }

    /**
     * An int.
     *
     * @param value of 32 bits, signed.
     * @return the value.
     */
    public static AmqpEditValue ofInt(final int value)
    {
        return fixed(value == (byte)value ? FormatCodes.INT_SMALL : FormatCodes.INT, value);
    }

    /**
     * A long.
     *
     * @param value of 64 bits, signed.
     * @return the value.
     */
    public static AmqpEditValue ofLong(final long value)
    {
        return fixed(value == (byte)value ? FormatCodes.LONG_SMALL : FormatCodes.LONG, value);
    }

    /**
     * A ubyte.
     *
     * @param value 0 to 255.
     * @return the value.
     * @throws IllegalArgumentException if the value is not in that range.
     */
    public static AmqpEditValue ofUbyte(final int value)
    {
        if (value < 0 || value > 0xFF)
        {
            throw new IllegalArgumentException(value + " is no ubyte: 0 to 255");
        }
        return fixed(FormatCodes.UBYTE, value);
    }

    /**
     * A uint.
     *
     * @param value 0 to 4,294,967,295.
     * @return the value.
     * @throws IllegalArgumentException if the value is not in that range.
     */
    public static AmqpEditValue ofUint(final long value)
    {
        if (value < 0 || value > AmqpForms.GREATEST_UINT)
        {
            throw new IllegalArgumentException(value + " is no uint: 0 to 4,294,967,295");
        }
        return value <= 0xFF ? fixed(FormatCodes.UINT_SMALL, value) : wideUint(value);
    }

    /** A uint in four octets, in which any other can be put later. */
    static AmqpEditValue wideUint(final long value)
    {
        return fixed(FormatCodes.UINT, value);
    }

    /**
     * A ulong.
     *
     * @param bits of the number, unsigned.
     * @return the value.
     */
    public static AmqpEditValue ofUlong(final long bits)
    {
        return fixed(bits >= 0 && bits <= 0xFF ? FormatCodes.ULONG_SMALL : FormatCodes.ULONG, bits);
    }

    /**
     * A timestamp.
     *
     * @param millis since 1970-01-01T00:00:00Z.
     * @return the value.
     */
    public static AmqpEditValue ofTimestamp(final long millis)
    {
        return fixed(FormatCodes.TIMESTAMP, millis);
    }

    /**
     * A uuid.
     *
     * @param uuid to write.
     * @return the value.
     */
    public static AmqpEditValue ofUuid(final UUID uuid)
    {
        final byte[] encoded = new byte[1 + 2 * Long.BYTES];
        encoded[0] = (byte)FormatCodes.UUID;
        Words.putLong(encoded, 1, uuid.getMostSignificantBits());
        Words.putLong(encoded, 1 + Long.BYTES, uuid.getLeastSignificantBits());
        return new AmqpEditValue(encoded);
    }

    int code()
    {
        return encoded[0] & 0xFF;
    }

    @Override
    public String toString()
    {
        return HexFormat.of().formatHex(encoded);
    }
}
