package io.skim.bytes;

/**
 * The ordinals of {@code io.skim.scan.Kind}, which describes the kinds, as constants: what readers and cursors hold. An
 * {@code int} field is stored for nothing, where a reference costs a barrier of the garbage collector for each value of each
 * frame.
 */
public final class Kinds
{
    /** Not on a value. */
    public static final int NONE = -1;

    public static final int NULL = 0;
    public static final int INT8 = 1;
    public static final int INT16 = 2;
    public static final int INT32 = 3;
    public static final int TEXT = 4;
    public static final int LOSSY_TEXT = 5;
    public static final int JSON_TEXT = 6;
    public static final int JSON_NUMBER = 7;
    public static final int JSON_ODD_INT = 8;
    public static final int JSON_ODD_NUMBER = 9;
    public static final int JSON_BOOLEAN = 10;
    public static final int JSON_NESTED = 11;
    public static final int CONTAINER = 12;
    public static final int BYTES = 13;
    public static final int INT64 = 14;
    public static final int UINT8 = 15;
    public static final int UINT16 = 16;
    public static final int UINT32 = 17;
    public static final int UINT64 = 18;
    public static final int TRUE = 19;
    public static final int FALSE = 20;
    public static final int FLOAT32 = 21;
    public static final int FLOAT64 = 22;
    public static final int DECIMAL32 = 23;
    public static final int DECIMAL64 = 24;
    public static final int DECIMAL128 = 25;
    public static final int CHAR = 26;
    public static final int TIMESTAMP = 27;
    public static final int UUID = 28;
    public static final int BINARY = 29;
    public static final int SYMBOL = 30;
    public static final int LIST = 31;
    public static final int MAP = 32;
    public static final int ARRAY = 33;
    public static final int DESCRIBED = 34;

    private static final long UNSIGNED = 1L << UINT8 | 1L << UINT16 | 1L << UINT32 | 1L << UINT64 | 1L << CHAR;
    private static final long SIGNED = 1L << INT8 | 1L << INT16 | 1L << INT32 | 1L << INT64 | 1L << TIMESTAMP;
    private static final long NUMBERS = SIGNED | 1L << TRUE | 1L << FALSE | UNSIGNED;
    private static final long WITHOUT_TEXT = 1L << FLOAT32 | 1L << FLOAT64 | 1L << DECIMAL32 | 1L << DECIMAL64 | 1L
        << DECIMAL128;
    private static final long WIDE = 1L << INT64 | 1L << UINT64 | 1L << TIMESTAMP | 1L << FLOAT64 | 1L << DECIMAL64 | 1L
        << DECIMAL128 | 1L << UUID;
    private static final long RENDERED = NUMBERS | 1L << UUID | 1L << JSON_ODD_INT | 1L << JSON_ODD_NUMBER;
    private static final long CONVERTED = RENDERED | WITHOUT_TEXT | 1L << LOSSY_TEXT | 1L << JSON_TEXT;
    private static final long COMPOUND = 1L << LIST | 1L << MAP | 1L << ARRAY | 1L << DESCRIBED;

    private Kinds()
    {
    }

    /**
     * Whether a value is a whole number in binary, read by {@link Scalars}. Returns true also for booleans, characters and points
     * in time.
     */
    public static boolean isNumber(final int kind)
    {
        return (NUMBERS >>> kind & 1) != 0;
    }

    /**
     * Whether a value is a whole number in binary with a sign.
     *
     * @param kind of the value; {@link #NONE} is none.
     */
    public static boolean isSigned(final int kind)
    {
        return (SIGNED >>> kind & 1) != 0;
    }

    /**
     * Whether a value is of a kind whose own width is eight bytes or sixteen; AMQP may have sent it in fewer.
     *
     * @param kind of the value; {@link #NONE} is none.
     */
    public static boolean isWide(final int kind)
    {
        return (WIDE >>> kind & 1) != 0;
    }

    /** Whether a binary number is unsigned. */
    public static boolean isUnsigned(final int kind)
    {
        return (UNSIGNED >>> kind & 1) != 0;
    }

    /**
     * Whether a value's text has to be written out first, since it is not in the bytes in any form. Returns true for binary
     * numbers, UUIDs and what is read as a number.
     */
    public static boolean isRendered(final int kind)
    {
        return (RENDERED >>> kind & 1) != 0;
    }

    /**
     * Whether a value has a text at all, as far as its kind tells. Returns false for null and for numbers with a fraction in
     * binary.
     */
    public static boolean hasText(final int kind)
    {
        return kind != NULL && (WITHOUT_TEXT >>> kind & 1) == 0;
    }

    /** Whether a value's bytes are its text. Returns false where reading converts. */
    public static boolean isVerbatim(final int kind)
    {
        return (CONVERTED >>> kind & 1) == 0;
    }

    /** Whether a value holds further values. Returns true for AMQP's lists, maps, arrays and described values. */
    public static boolean isCompound(final int kind)
    {
        return (COMPOUND >>> kind & 1) != 0;
    }
}
