package io.skim.bytes;

/**
 * AMQP's format codes as an encoder needs them: the code for a value of a kind and width, or for an array's elements.
 *
 * @see "OASIS AMQP 1.0, part 1 (types), section 1.6"
 */
public final class FormatCodes
{
    /** The prefix of a described value. */
    public static final int DESCRIBED = 0x00;
    /** No value. */
    public static final int NULL = 0x40;
    /** The boolean true. */
    public static final int TRUE = 0x41;
    /** The boolean false. */
    public static final int FALSE = 0x42;
    /** The uint 0. */
    public static final int UINT_ZERO = 0x43;
    /** The ulong 0. */
    public static final int ULONG_ZERO = 0x44;
    /** The list without items. */
    public static final int LIST_EMPTY = 0x45;
    /** A ubyte. */
    public static final int UBYTE = 0x50;
    /** A byte. */
    public static final int BYTE = 0x51;
    /** A uint in one octet. */
    public static final int UINT_SMALL = 0x52;
    /** A ulong in one octet. */
    public static final int ULONG_SMALL = 0x53;
    /** An int in one octet. */
    public static final int INT_SMALL = 0x54;
    /** A long in one octet. */
    public static final int LONG_SMALL = 0x55;
    /** A boolean in one octet. */
    public static final int BOOLEAN = 0x56;
    /** A ushort. */
    public static final int USHORT = 0x60;
    /** A short. */
    public static final int SHORT = 0x61;
    /** A uint in four octets. */
    public static final int UINT = 0x70;
    /** An int in four octets. */
    public static final int INT = 0x71;
    /** A float. */
    public static final int FLOAT = 0x72;
    /** A char. */
    public static final int CHAR = 0x73;
    /** A decimal32. */
    public static final int DECIMAL32 = 0x74;
    /** A ulong in eight octets. */
    public static final int ULONG = 0x80;
    /** A long in eight octets. */
    public static final int LONG = 0x81;
    /** A double. */
    public static final int DOUBLE = 0x82;
    /** A timestamp. */
    public static final int TIMESTAMP = 0x83;
    /** A decimal64. */
    public static final int DECIMAL64 = 0x84;
    /** A decimal128. */
    public static final int DECIMAL128 = 0x94;
    /** A uuid. */
    public static final int UUID = 0x98;
    /** A binary with one octet of length. */
    public static final int BINARY = 0xA0;
    /** A string with one octet of length. */
    public static final int STRING = 0xA1;
    /** A symbol with one octet of length. */
    public static final int SYMBOL = 0xA3;
    /** A list with one octet for its size, and one for its count. */
    public static final int LIST = 0xC0;
    /** A map with one octet for its size, and one for its count. */
    public static final int MAP = 0xC1;
    /** An array with one octet for its size, and one for its count. */
    public static final int ARRAY = 0xE0;
    /** What a code with four octets of length (and count) has more than the one with one octet. */
    public static final int WIDE = 0x10;

    private static final int NONE = -1;

    /** The code of a kind's values at full width, and with one octet of length; by ordinal. */
    private static final int[] FULL = new int[Kinds.DESCRIBED + 1];
    private static final String[] NAMES = new String[256];

    static
    {
        java.util.Arrays.fill(FULL, NONE);
        kind(Kinds.NULL, "null", NULL);
        kind(Kinds.TRUE, "boolean", BOOLEAN);
        kind(Kinds.FALSE, "boolean", BOOLEAN);
        kind(Kinds.UINT8, "ubyte", UBYTE);
        kind(Kinds.INT8, "byte", BYTE);
        kind(Kinds.UINT16, "ushort", USHORT);
        kind(Kinds.INT16, "short", SHORT);
        kind(Kinds.UINT32, "uint", UINT);
        kind(Kinds.INT32, "int", INT);
        kind(Kinds.FLOAT32, "float", FLOAT);
        kind(Kinds.CHAR, "char", CHAR);
        kind(Kinds.DECIMAL32, "decimal32", DECIMAL32);
        kind(Kinds.UINT64, "ulong", ULONG);
        kind(Kinds.INT64, "long", LONG);
        kind(Kinds.FLOAT64, "double", DOUBLE);
        kind(Kinds.TIMESTAMP, "timestamp", TIMESTAMP);
        kind(Kinds.DECIMAL64, "decimal64", DECIMAL64);
        kind(Kinds.DECIMAL128, "decimal128", DECIMAL128);
        kind(Kinds.UUID, "uuid", UUID);
        kind(Kinds.BINARY, "binary", BINARY);
        kind(Kinds.TEXT, "string", STRING);
        kind(Kinds.SYMBOL, "symbol", SYMBOL);
        kind(Kinds.LIST, "list", LIST);
        kind(Kinds.MAP, "map", MAP);
        kind(Kinds.ARRAY, "array", ARRAY);
    }

    private FormatCodes()
    {
    }

    private static void kind(final int kind, final String name, final int code)
    {
        FULL[kind] = code;
        NAMES[code] = name;
        if (code >= BINARY)
        {
            NAMES[code | WIDE] = name;
        }
    }

    /**
     * The code that elements of a kind have in an array: of full width, so that it depends on no element, and with one
     * octet for lengths.
     *
     * @param kind the ordinal of a {@code Kind}.
     * @return the code, or -1 if values of the kind cannot be elements.
     */
    public static int ofElements(final int kind)
    {
        return FULL[kind];
    }

    /**
     * The code for a value whose body has been found in a frame.
     *
     * @param kind   the ordinal of its {@code Kind}.
     * @param length of its body in bytes, of which fixed widths and sizes can be told; of a text or binary without the
     *               length before it.
     * @param isWide whether a compound value has four octets for its size.
     * @return the code, or -1 if that is no value of AMQP.
     */
    public static int of(final int kind, final int length, final boolean isWide)
    {
        switch (kind)
        {
            case Kinds.TRUE:
                return length == 0 ? TRUE : BOOLEAN;
            case Kinds.FALSE:
                return length == 0 ? FALSE : BOOLEAN;
            case Kinds.UINT32:
                return length == 0 ? UINT_ZERO : length == 1 ? UINT_SMALL : UINT;
            case Kinds.UINT64:
                return length == 0 ? ULONG_ZERO : length == 1 ? ULONG_SMALL : ULONG;
            case Kinds.INT32:
                return length == 1 ? INT_SMALL : INT;
            case Kinds.INT64:
                return length == 1 ? LONG_SMALL : LONG;
            case Kinds.DESCRIBED:
                return DESCRIBED;
            case Kinds.LIST:
                return length == 0 ? LIST_EMPTY : isWide ? LIST | WIDE : LIST;
            case Kinds.BINARY, Kinds.TEXT, Kinds.SYMBOL:
                return length > 0xFF ? FULL[kind] | WIDE : FULL[kind];
            default:
                return isWide ? FULL[kind] | WIDE : FULL[kind];
        }
    }

    /**
     * What the standard calls the type of a code; for messages.
     *
     * @param code that an array's elements may have.
     * @return the name in lower case.
     */
    public static String typeName(final int code)
    {
        return NAMES[code];
    }
}
