package io.skim.pojo.amqp;

import io.skim.scan.Kind;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The 24 primitive types of AMQP 1.0, and the described type.
 *
 * @see "OASIS AMQP 1.0, part 1 (types), section 1.6"
 */
public enum AmqpType
{
    /** No value. */
    NULL(0x40),
    /** True or false. */
    BOOLEAN(0x56, 0x41, 0x42),
    /** Unsigned, 8 bits. */
    UBYTE(0x50),
    /** Unsigned, 16 bits. */
    USHORT(0x60),
    /** Unsigned, 32 bits. */
    UINT(0x70, 0x52, 0x43),
    /** Unsigned, 64 bits. */
    ULONG(0x80, 0x53, 0x44),
    /** Signed, 8 bits. */
    BYTE(0x51),
    /** Signed, 16 bits. */
    SHORT(0x61),
    /** Signed, 32 bits. */
    INT(0x71, 0x54),
    /** Signed, 64 bits. */
    LONG(0x81, 0x55),
    /** IEEE 754 binary32. */
    FLOAT(0x72),
    /** IEEE 754 binary64. */
    DOUBLE(0x82),
    /** IEEE 754-2008 decimal32. */
    DECIMAL32(0x74),
    /** IEEE 754-2008 decimal64. */
    DECIMAL64(0x84),
    /** IEEE 754-2008 decimal128. */
    DECIMAL128(0x94),
    /** One Unicode character. */
    CHAR(0x73),
    /** Milliseconds since 1970. */
    TIMESTAMP(0x83),
    /** RFC 4122. */
    UUID(0x98),
    /** Octets. */
    BINARY(0xA0, 0xB0),
    /** Unicode text. */
    STRING(0xA1, 0xB1),
    /** ASCII names. */
    SYMBOL(0xA3, 0xB3),
    /** Values of any types. */
    LIST(0xC0, 0xD0, 0x45),
    /** Keys and values, in an order. */
    MAP(0xC1, 0xD1),
    /** Values of one type. */
    ARRAY(0xE0, 0xF0),
    /** A value and what describes it. */
    DESCRIBED(0x00);

    private static final AmqpType[] ALL = values();
    private static final AmqpType[] BY_CODE = new AmqpType[256];
    private static final Map<String, AmqpType> BY_NAME = new HashMap<>();

    private final String typeName = name().toLowerCase(Locale.ROOT);
    private final int[] codes;

    static
    {
        for (final AmqpType type : ALL)
        {
            BY_NAME.put(type.typeName, type);
            for (final int code : type.codes)
            {
                BY_CODE[code] = type;
            }
        }
    }

    AmqpType(final int... codes)
    {
        this.codes = codes;
    }

    /** {@return the type's name in the standard, in lower case} */
    public String typeName()
    {
        return typeName;
    }

    /**
     * The type of that name.
     *
     * @param name its name in the standard.
     * @return the type, or null if there is no type of that name.
     */
    public static AmqpType named(final String name)
    {
        return BY_NAME.get(name);
    }

    /**
     * The type of a format code.
     *
     * @param code 0 for described values, 0x40 to 0xFF.
     * @return the type, or null if that is no format code.
     */
    public static AmqpType of(final int code)
    {
        return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : null;
    }

    /** The type of an ordinal. */
    static AmqpType at(final int ordinal)
    {
        return ALL[ordinal];
    }

    static AmqpType of(final Kind kind)
    {
        switch (kind)
        {
            case LIST:
                return LIST;
            case MAP:
                return MAP;
            case ARRAY:
                return ARRAY;
            default:
                return DESCRIBED;
        }
    }

    static void check(final boolean good, final AmqpType type, final Object value)
    {
        if (!good)
        {
            throw new IllegalArgumentException(value + " is no AMQP " + type.typeName);
        }
    }

    /** Whether a text has no half of a surrogate pair. */
    static boolean isWellFormed(final String text)
    {
        int units = 0;
        for (int i = 0; i < text.length(); i++)
        {
            units |= text.charAt(i);
        }
        // Most texts have no high bits at all, and no surrogates then: told without a branch for each unit.
        return units < Character.MIN_SURROGATE || hasWholePairs(text);
    }

    private static boolean hasWholePairs(final String text)
    {
        for (int i = 0; i < text.length(); i++)
        {
            final char unit = text.charAt(i);
            if (Character.isSurrogate(unit))
            {
                if (Character.isLowSurrogate(unit) || ++i == text.length() || !Character.isLowSurrogate(text.charAt(
                    i)))
                {
                    return false;
                }
            }
        }
        return true;
    }
}
