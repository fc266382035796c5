package io.skim.scan.amqp;

import io.skim.bytes.Kinds;
import java.util.Arrays;

/**
 * The 39 format codes of AMQP 1.0, as tables by code.
 *
 * @see "OASIS AMQP 1.0, part 1 (types), section 1.6"
 */
final class AmqpCodes
{
    static final int DESCRIBED = 0x00;
    static final int NULL = 0x40;
    static final int LIST_EMPTY = 0x45;
    static final int BOOLEAN = 0x56;
    static final int BINARY_SHORT = 0xA0;
    static final int STRING_SHORT = 0xA1;
    static final int SYMBOL_SHORT = 0xA3;

    /** The kinds of a message's id, one bit for each. */
    static final long MESSAGE_ID = 1L << Kinds.UINT64 | 1L << Kinds.UUID | 1L << Kinds.BINARY | 1L << Kinds.TEXT;

    /** How the body of a value is laid out: the high nibble of its code, given a name. */
    static final int VARIABLE_SHORT = 0xA;
    static final int VARIABLE_LONG = 0xB;
    static final int COMPOUND_SHORT = 0xC;
    static final int COMPOUND_LONG = 0xD;

    /** Of a value that is not looked into: as many bytes as the octet behind its code tells, and that octet. */
    static final int SIZED = 32;

    /** The kind of a code's values, {@link Kinds#NONE} for what is no code. */
    private static final byte[] KINDS = new byte[256];
    /** The kind of a code's values if their body is of fixed width and any bytes will do, else {@link Kinds#NONE}. */
    private static final byte[] PLAIN = new byte[256];
    private static final byte[] PASSED = new byte[256];
    private static final byte[] PASSED_BY_NIBBLE = {-1, -1, -1, -1, 0, 1, 2, 4, 8, 16, SIZED, -1, SIZED, -1, -1, -1};
    /** The least bytes of a body, by the code's high nibble. */
    private static final byte[] LEAST = {0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 1, 4, 2, 8, 3, 9};

    static
    {
        Arrays.fill(KINDS, (byte)Kinds.NONE);
        put(Kinds.NULL, NULL);
        put(Kinds.TRUE, 0x41);
        put(Kinds.FALSE, 0x42, BOOLEAN);
        put(Kinds.UINT8, 0x50);
        put(Kinds.UINT16, 0x60);
        put(Kinds.UINT32, 0x43, 0x52, 0x70);
        put(Kinds.UINT64, 0x44, 0x53, 0x80);
        put(Kinds.INT8, 0x51);
        put(Kinds.INT16, 0x61);
        put(Kinds.INT32, 0x54, 0x71);
        put(Kinds.INT64, 0x55, 0x81);
        put(Kinds.FLOAT32, 0x72);
        put(Kinds.FLOAT64, 0x82);
        put(Kinds.DECIMAL32, 0x74);
        put(Kinds.DECIMAL64, 0x84);
        put(Kinds.DECIMAL128, 0x94);
        put(Kinds.CHAR, 0x73);
        put(Kinds.TIMESTAMP, 0x83);
        put(Kinds.UUID, 0x98);
        put(Kinds.BINARY, 0xA0, 0xB0);
        put(Kinds.TEXT, 0xA1, 0xB1);
        put(Kinds.SYMBOL, 0xA3, 0xB3);
        put(Kinds.LIST, 0x45, 0xC0, 0xD0);
        put(Kinds.MAP, 0xC1, 0xD1);
        put(Kinds.ARRAY, 0xE0, 0xF0);
        for (int code = 0; code < KINDS.length; code++)
        {
            final boolean looks = code == BOOLEAN || KINDS[code] == Kinds.CHAR || code == LIST_EMPTY;
            PASSED[code] = KINDS[code] == Kinds.NONE ? -1 : PASSED_BY_NIBBLE[code >>> 4];
            PLAIN[code] = code >>> 4 < VARIABLE_SHORT && !looks ? KINDS[code] : (byte)Kinds.NONE;
        }
    }

    private AmqpCodes()
    {
    }

    private static void put(final int kind, final int... codes)
    {
        for (final int code : codes)
        {
            KINDS[code] = (byte)kind;
        }
    }

    /** The kind of a code's values ({@code FALSE} for the boolean with an octet), or {@link Kinds#NONE}. */
    static int kind(final int code)
    {
        return KINDS[code];
    }

    /** The kind of a code whose values have a fixed width and need no look at their bytes, or {@link Kinds#NONE}. */
    static int plainKind(final int code)
    {
        return PLAIN[code];
    }

    /**
     * How many bytes there are behind the code of a value that is not looked into, or {@link #SIZED}; below zero for codes of long
     * values, for arrays and for none.
     */
    static int passed(final int code)
    {
        return PASSED[code];
    }

    /** The width of a plain code's values; by branches, so that the processor need not wait for the code. */
    static int plainWidth(final int code)
    {
        switch (code >>> 4)
        {
            case 4:
                return 0;
            case 5:
                return 1;
            case 6:
                return 2;
            case 7:
                return 4;
            case 8:
                return 8;
            default:
                return 16;
        }
    }

    /** The least bytes that the body of a value of this code takes. */
    static int leastBody(final int code)
    {
        return LEAST[code >>> 4];
    }
}
