package io.skim.bytes;

import java.util.Arrays;

/**
 * The 39 format codes of AMQP 1.0: which kind of value each is for, and how many octets follow it. The one table of them, for
 * whoever reads, writes or edits values.
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

    /** The layouts of a value's body behind its code: the code's upper four bits. A length of one octet, and the bytes. */
    public static final int VARIABLE = 0xA;
    /** A length of four octets, and the bytes. */
    public static final int VARIABLE_WIDE = 0xB;
    /** Size and count of one octet each, and the items. */
    public static final int COMPOUND = 0xC;
    /** Size and count of four octets each, and the items. */
    public static final int COMPOUND_WIDE = 0xD;
    /** The {@link #width} of a value whose first octet behind the code is its length or size. */
    public static final int SIZED = 32;

    private static final int NONE = -1;
    private static final int CODES = 256;

    /** By the upper four bits of a code: the octets behind it, {@link #SIZED}, or {@link #NONE}. */
    private static final byte[] WIDTHS_BY_LAYOUT = {-1, -1, -1, -1, 0, 1, 2, 4, 8, 16, SIZED, -1, SIZED, -1, -1, -1};
    /** By the upper four bits of a code: the least octets that a body takes. */
    private static final byte[] LEAST = {0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 1, 4, 2, 8, 3, 9};
    /** By code: the kind of its values, or {@link Kinds#NONE}. */
    private static final byte[] KINDS = new byte[CODES];
    /** By code: its kind if values are of fixed width and may have any bytes, else {@link Kinds#NONE}. */
    private static final byte[] FIXED_KINDS = new byte[CODES];
    private static final byte[] WIDTHS = new byte[CODES];
    /** By kind: the code of values at full width, and with one octet of length. */
    private static final int[] FULL = new int[Kinds.DESCRIBED + 1];
    private static final String[] NAMES = new String[CODES];

    static
    {
        Arrays.fill(KINDS, (byte)Kinds.NONE);
        Arrays.fill(FULL, NONE);
        put(Kinds.NULL, "null", NULL);
        put(Kinds.TRUE, "boolean", BOOLEAN, TRUE);
        put(Kinds.FALSE, "boolean", BOOLEAN, FALSE);
        put(Kinds.UINT8, "ubyte", UBYTE);
        put(Kinds.INT8, "byte", BYTE);
        put(Kinds.UINT16, "ushort", USHORT);
        put(Kinds.INT16, "short", SHORT);
        put(Kinds.UINT32, "uint", UINT, UINT_SMALL, UINT_ZERO);
        put(Kinds.INT32, "int", INT, INT_SMALL);
        put(Kinds.FLOAT32, "float", FLOAT);
        put(Kinds.CHAR, "char", CHAR);
        put(Kinds.DECIMAL32, "decimal32", DECIMAL32);
        put(Kinds.UINT64, "ulong", ULONG, ULONG_SMALL, ULONG_ZERO);
        put(Kinds.INT64, "long", LONG, LONG_SMALL);
        put(Kinds.FLOAT64, "double", DOUBLE);
        put(Kinds.TIMESTAMP, "timestamp", TIMESTAMP);
        put(Kinds.DECIMAL64, "decimal64", DECIMAL64);
        put(Kinds.DECIMAL128, "decimal128", DECIMAL128);
        put(Kinds.UUID, "uuid", UUID);
        put(Kinds.BINARY, "binary", BINARY, BINARY | WIDE);
        put(Kinds.TEXT, "string", STRING, STRING | WIDE);
        put(Kinds.SYMBOL, "symbol", SYMBOL, SYMBOL | WIDE);
        put(Kinds.LIST, "list", LIST, LIST | WIDE, LIST_EMPTY);
        put(Kinds.MAP, "map", MAP, MAP | WIDE);
        put(Kinds.ARRAY, "array", ARRAY, ARRAY | WIDE);
        for (int code = 0; code < CODES; code++)
        {
            // A boolean's octet and a code point have to be looked at; a list without items is a container.
            final boolean looks = code == BOOLEAN || code == CHAR || code == LIST_EMPTY;
            WIDTHS[code] = KINDS[code] == Kinds.NONE ? NONE : WIDTHS_BY_LAYOUT[code >>> 4];
            FIXED_KINDS[code] = code >>> 4 < VARIABLE && !looks ? KINDS[code] : (byte)Kinds.NONE;
        }
    }

    private FormatCodes()
    {
    }

    private static void put(final int kind, final String name, final int full, final int... others)
    {
        FULL[kind] = full;
        NAMES[full] = name;
        KINDS[full] = (byte)kind;
        for (final int code : others)
        {
            NAMES[code] = name;
            KINDS[code] = (byte)kind;
        }
    }

    /**
     * The kind of a code's values. Returns the ordinal of a {@code Kind}, {@code FALSE} for the boolean with an octet;
     * {@link Kinds#NONE} for {@link #DESCRIBED} and for what is no code.
     */
    public static int kind(final int code)
    {
        return KINDS[code];
    }

    /**
     * The kind of a code whose values have a fixed width and may have any bytes, so that nothing of them needs a check. Returns
     * the ordinal of a {@code Kind}, or {@link Kinds#NONE}.
     */
    public static int fixedKind(final int code)
    {
        return FIXED_KINDS[code];
    }

    /**
     * How many octets follow a code. Returns the width of a value of fixed width; {@link #SIZED} if the next octet is the value's
     * length or size; -1 for long values, for arrays and for what is no code.
     */
    public static int width(final int code)
    {
        return WIDTHS[code];
    }

    /** The least octets that the body of a value takes, length or size and count included. */
    public static int leastBody(final int code)
    {
        return LEAST[code >>> 4];
    }

    /**
     * The code that elements of a kind have in an array: of full width, so that it depends on no element, and with one octet for
     * lengths.
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
     * @param length of its body in bytes, of which fixed widths and sizes can be told; of a text or binary without the length
     *               before it.
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
