package io.skim.handlers.patch;

/**
 * The forms of AMQP's values, and how a value of one form is put into another of its type, so that a width stays.
 */
final class AmqpForms
{
    static final int NULL = 0x40;
    static final int TRUE = 0x41;
    static final int FALSE = 0x42;
    static final int UINT_0 = 0x43;
    static final int ULONG_0 = 0x44;
    static final int LIST_0 = 0x45;
    static final int UBYTE = 0x50;
    static final int BYTE = 0x51;
    static final int SMALL_UINT = 0x52;
    static final int SMALL_ULONG = 0x53;
    static final int SMALL_INT = 0x54;
    static final int SMALL_LONG = 0x55;
    static final int BOOLEAN = 0x56;
    static final int USHORT = 0x60;
    static final int SHORT = 0x61;
    static final int UINT = 0x70;
    static final int INT = 0x71;
    static final int FLOAT = 0x72;
    static final int CHAR = 0x73;
    static final int ULONG = 0x80;
    static final int LONG_LONG = 0x81;
    static final int DOUBLE = 0x82;
    static final int TIMESTAMP = 0x83;
    static final int UUID = 0x98;
    static final int BINARY = 0xA0;
    static final int STRING = 0xA1;
    static final int SYMBOL = 0xA3;
    static final int LIST = 0xC0;
    static final int MAP = 0xC1;
    /** What a code with one octet of length has more with four. */
    static final int LONG = 0x10;
    static final long GREATEST_UINT = 0xFFFF_FFFFL;

    private AmqpForms()
    {
    }

    /** The short form of a type that has several forms; its code for all others. */
    static int type(final int code)
    {
        switch (code)
        {
            case TRUE, FALSE, BOOLEAN:
                return BOOLEAN;
            case UINT_0, SMALL_UINT, UINT:
                return SMALL_UINT;
            case ULONG_0, SMALL_ULONG, ULONG:
                return SMALL_ULONG;
            case SMALL_INT, INT:
                return SMALL_INT;
            case SMALL_LONG, LONG_LONG:
                return SMALL_LONG;
            default:
                return isLong(code) ? code & ~LONG : code;
        }
    }

    /** Whether a value's length, or size and count, have four octets. */
    static boolean isLong(final int code)
    {
        return (code & 0xF0) == 0xB0 || (code & 0xF0) == 0xD0;
    }

    private static int width(final int code)
    {
        return code < 0x50 ? 0 : code < 0x60 ? 1 : code < 0x80 ? Integer.BYTES : Long.BYTES;
    }

    /** The number that stands in a value of one of the types with several widths. */
    static long number(final byte[] array, final int at)
    {
        final int code = array[at] & 0xFF;
        final boolean signed = code == SMALL_INT || code == SMALL_LONG || code == INT;
        final int width = width(code);
        long number = signed ? array[at + 1] >> 7 : 0;
        for (int i = 1; i <= width; i++)
        {
            number = number << 8 | array[at + i] & 0xFF;
        }
        return number;
    }

    private static boolean fits(final long number, final int code)
    {
        switch (width(code))
        {
            case 0:
                return number == 0;
            case 1:
                return code == SMALL_INT || code == SMALL_LONG ? number == (byte)number : number >>> 8 == 0;
            default:
                return true;
        }
    }

    /** Puts a value in the form of the one that it replaces, if that has room for it; else in its own. */
    static void put(final ByteSink sink, final byte[] value, final byte[] array, final int from, final int to)
    {
        final int code = array[from] & 0xFF;
        final int type = type(value[0] & 0xFF);
        if (type(code) != type)
        {
            sink.put(value);
        }
        else if (type == BOOLEAN && code == BOOLEAN)
        {
            sink.put(code);
            sink.put(value[0] == TRUE ? 1 : 0);
        }
        else if (type >= SMALL_UINT && type <= SMALL_LONG && fits(number(value, 0), code))
        {
            sink.put(code);
            for (int shift = (width(code) - 1) * Byte.SIZE; shift >= 0; shift -= Byte.SIZE)
            {
                sink.put((int)(number(value, 0) >> shift));
            }
        }
        else if (isLong(code) && !isLong(value[0] & 0xFF) && to - from == value.length + 3)
        {
            sink.put(code);
            sink.putInt(value.length - 2);
            sink.put(value, 2, value.length - 2);
        }
        else
        {
            sink.put(value);
        }
    }
}
