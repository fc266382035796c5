package io.skim.pojo.amqp;

import io.skim.bytes.FormatCodes;
import io.skim.bytes.Kinds;
import io.skim.scan.Kind;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The 24 primitive types of AMQP 1.0, and the described type.
 *
 * @see "OASIS AMQP 1.0, part 1 (types), section 1.6"
 */
public enum AmqpType
{
    /** No value. */
    NULL(Kind.NULL, AmqpNull.class),
    /** True or false. */
    BOOLEAN(Kind.TRUE, AmqpBoolean.class),
    /** Unsigned, 8 bits. */
    UBYTE(Kind.UINT8, AmqpUbyte.class),
    /** Unsigned, 16 bits. */
    USHORT(Kind.UINT16, AmqpUshort.class),
    /** Unsigned, 32 bits. */
    UINT(Kind.UINT32, AmqpUint.class),
    /** Unsigned, 64 bits. */
    ULONG(Kind.UINT64, AmqpUlong.class),
    /** Signed, 8 bits. */
    BYTE(Kind.INT8, AmqpByte.class),
    /** Signed, 16 bits. */
    SHORT(Kind.INT16, AmqpShort.class),
    /** Signed, 32 bits. */
    INT(Kind.INT32, AmqpInt.class),
    /** Signed, 64 bits. */
    LONG(Kind.INT64, AmqpLong.class),
    /** IEEE 754 binary32. */
    FLOAT(Kind.FLOAT32, AmqpFloat.class),
    /** IEEE 754 binary64. */
    DOUBLE(Kind.FLOAT64, AmqpDouble.class),
    /** IEEE 754-2008 decimal32. */
    DECIMAL32(Kind.DECIMAL32, AmqpDecimal32.class),
    /** IEEE 754-2008 decimal64. */
    DECIMAL64(Kind.DECIMAL64, AmqpDecimal64.class),
    /** IEEE 754-2008 decimal128. */
    DECIMAL128(Kind.DECIMAL128, AmqpDecimal128.class),
    /** One Unicode character. */
    CHAR(Kind.CHAR, AmqpChar.class),
    /** Milliseconds since 1970. */
    TIMESTAMP(Kind.TIMESTAMP, AmqpTimestamp.class),
    /** RFC 4122. */
    UUID(Kind.UUID, AmqpUuid.class),
    /** Octets. */
    BINARY(Kind.BINARY, AmqpBinary.class),
    /** Unicode text. */
    STRING(Kind.TEXT, AmqpString.class),
    /** ASCII names. */
    SYMBOL(Kind.SYMBOL, AmqpSymbol.class),
    /** Values of any types. */
    LIST(Kind.LIST, AmqpList.class),
    /** Keys and values, in an order. */
    MAP(Kind.MAP, AmqpMap.class),
    /** Values of one type. */
    ARRAY(Kind.ARRAY, AmqpArray.class),
    /** A value and what describes it. */
    DESCRIBED(Kind.DESCRIBED, AmqpDescribed.class);

    private static final AmqpType[] ALL = values();
    private static final AmqpType[] BY_KIND = new AmqpType[Kind.values().length];
    private static final Map<String, AmqpType> BY_NAME = new HashMap<>();
    private static final ClassValue<AmqpType> BY_CLASS = new ClassValue<>()
    {
        @Override
        protected AmqpType computeValue(final Class<?> valueClass)
        {
            return Arrays.stream(ALL).filter(type -> type.valueClass == valueClass).findFirst().orElseThrow();
        }
    };

    private final String typeName = name().toLowerCase(Locale.ROOT);
    private final Kind kind;
    private final Class<? extends AmqpValue> valueClass;

    static
    {
        for (final AmqpType type : ALL)
        {
            BY_NAME.put(type.typeName, type);
            BY_KIND[type.kind.ordinal()] = type;
        }
        BY_KIND[Kind.FALSE.ordinal()] = BOOLEAN;
    }

    AmqpType(final Kind kind, final Class<? extends AmqpValue> valueClass)
    {
        this.kind = kind;
        this.valueClass = valueClass;
    }

    /** The type whose values are of a class. */
    static AmqpType of(final Class<? extends AmqpValue> valueClass)
    {
        return BY_CLASS.get(valueClass);
    }

    /** Of its values, {@link Kind#TRUE} for booleans. */
    Kind kind()
    {
        return kind;
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
    public static @Nullable AmqpType named(final String name)
    {
        return BY_NAME.get(name);
    }

    /**
     * The type of a format code.
     *
     * @param code 0 for described values, 0x40 to 0xFF.
     * @return the type, or null if that is no format code.
     */
    public static @Nullable AmqpType of(final int code)
    {
        final int kind = code > 0 && code <= 0xFF ? FormatCodes.kind(code) : Kinds.NONE;
        return kind != Kinds.NONE ? BY_KIND[kind] : code == FormatCodes.DESCRIBED ? DESCRIBED : null;
    }

    /** The type of an ordinal. */
    static AmqpType at(final int ordinal)
    {
        return ALL[ordinal];
    }

    /** The type of a kind; null if AMQP has no values of it. */
    static AmqpType of(final Kind kind)
    {
        return BY_KIND[kind.ordinal()];
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
