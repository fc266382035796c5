package io.skim.pojo.bind;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.UUID;
import org.apache.qpid.protonj2.types.Binary;
import org.apache.qpid.protonj2.types.Symbol;
import org.apache.qpid.protonj2.types.UnsignedByte;
import org.apache.qpid.protonj2.types.UnsignedInteger;
import org.apache.qpid.protonj2.types.UnsignedLong;
import org.apache.qpid.protonj2.types.UnsignedShort;

/**
 * What a member of a type is to hold of an entry that protonj2 has decoded, by the words of the chapter on binding.
 */
final class Expectations
{
    private Expectations()
    {
    }

    /**
     * Converts a value.
     *
     * @param type of the member: a box, {@code String}, {@code byte[]} as a text of Latin-1, {@code UUID}, {@code Instant}.
     * @param value as protonj2 has it.
     * @return the member's value, or the reason why there is none.
     */
    static Object of(final Class<?> type, final Object value)
    {
        if (value == null)
        {
            return null;
        }
        if (type == String.class)
        {
            final boolean text = value instanceof String || value instanceof Symbol || value instanceof Character
                || value instanceof Boolean || value instanceof UUID || whole(value) != null;
            return text ? value.toString() : BindReason.WRONG_TYPE;
        }
        if (type == byte[].class)
        {
            return value instanceof Binary binary ? latin(binary.asByteArray())
                : value instanceof String || value instanceof Symbol ? latin(value.toString().getBytes(
                    StandardCharsets.UTF_8)) : BindReason.WRONG_TYPE;
        }
        if (type == Boolean.class)
        {
            return value instanceof Boolean ? value : value instanceof String text ? Boolean.valueOf(text)
                : (Object)BindReason.WRONG_TYPE;
        }
        if (type == Instant.class)
        {
            return value instanceof Date date ? date.toInstant() : BindReason.WRONG_TYPE;
        }
        if (type == UUID.class || type == Float.class)
        {
            return type.isInstance(value) ? value : BindReason.WRONG_TYPE;
        }
        return type == Double.class ? real(value) : integer(type, value);
    }

    static String latin(final byte[] bytes)
    {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static Object real(final Object value)
    {
        if (value instanceof Double || value instanceof Float)
        {
            return ((Number)value).doubleValue();
        }
        if (value instanceof String text)
        {
            try
            {
                return Double.valueOf(text);
            }
            catch (final NumberFormatException e)
            {
                return BindReason.NOT_A_NUMBER;
            }
        }
        final BigInteger whole = whole(value);
        return whole == null ? BindReason.WRONG_TYPE
            : new BigDecimal(whole.doubleValue()).compareTo(new BigDecimal(whole)) == 0
                && whole.bitLength() < Long.SIZE ? (Object)whole.doubleValue() : BindReason.OUT_OF_RANGE;
    }

    private static Object integer(final Class<?> type, final Object value)
    {
        if (value instanceof String text)
        {
            try
            {
                return type == Long.class ? (Object)Long.valueOf(text) : Integer.valueOf(text);
            }
            catch (final NumberFormatException e)
            {
                return text.matches("[-+]?[0-9]+") ? BindReason.OUT_OF_RANGE : BindReason.NOT_A_NUMBER;
            }
        }
        final BigInteger whole = value instanceof Date date && type == Long.class ? BigInteger.valueOf(date.getTime())
            : whole(value);
        if (whole == null)
        {
            return BindReason.WRONG_TYPE;
        }
        final int bits = type == Long.class ? Long.SIZE : Integer.SIZE;
        return whole.bitLength() >= bits ? BindReason.OUT_OF_RANGE : type == Long.class ? (Object)whole.longValue()
            : whole.intValue();
    }

    private static BigInteger whole(final Object value)
    {
        final boolean whole = value instanceof Byte || value instanceof Short || value instanceof Integer
            || value instanceof Long || value instanceof UnsignedByte || value instanceof UnsignedShort
            || value instanceof UnsignedInteger || value instanceof UnsignedLong;
        return whole ? new BigInteger(value.toString()) : null;
    }
}
