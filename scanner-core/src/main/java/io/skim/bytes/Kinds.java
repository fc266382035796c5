package io.skim.bytes;

/**
 * The ordinals of {@code io.skim.scan.Kind} as constants: what readers and cursors hold. An {@code int} field is stored
 * for nothing, where a reference costs a barrier of the garbage collector for each value of each frame.
 */
public final class Kinds
{
    /** Not on a value. */
    public static final int NONE = -1;
    /** No value. */
    public static final int NULL = 0;
    /** Signed 8 bits. */
    public static final int INT8 = 1;
    /** Signed 16 bits. */
    public static final int INT16 = 2;
    /** Signed 32 bits. */
    public static final int INT32 = 3;
    /** Well-formed UTF-8. */
    public static final int TEXT = 4;
    /** UTF-8 with ill-formed parts. */
    public static final int LOSSY_TEXT = 5;
    /** The inside of a JSON string with escapes. */
    public static final int JSON_TEXT = 6;
    /** A JSON number that is also its text. */
    public static final int JSON_NUMBER = 7;
    /** A JSON value that is converted to an int. */
    public static final int JSON_ODD_INT = 8;
    /** A JSON number whose text is converted. */
    public static final int JSON_ODD_NUMBER = 9;
    /** true or false. */
    public static final int JSON_BOOLEAN = 10;
    /** A JSON object or array. */
    public static final int JSON_NESTED = 11;
    /** A container of entries. */
    public static final int CONTAINER = 12;
    /** Opaque bytes. */
    public static final int BYTES = 13;

    private static final int NUMBERS = 1 << INT8 | 1 << INT16 | 1 << INT32 | 1 << JSON_ODD_INT;
    private static final int CONVERTED = NUMBERS | 1 << LOSSY_TEXT | 1 << JSON_TEXT | 1 << JSON_ODD_NUMBER;

    private Kinds()
    {
    }

    /**
     * Whether a value is an int in a form other than text.
     *
     * @param kind of the value, not {@link #NONE}.
     * @return true for binary numbers and what is read as such.
     */
    public static boolean isNumber(final int kind)
    {
        return (NUMBERS >>> kind & 1) != 0;
    }

    /**
     * Whether a value's bytes are its text.
     *
     * @param kind of the value, not {@link #NONE}.
     * @return false where reading converts.
     */
    public static boolean isVerbatim(final int kind)
    {
        return (CONVERTED >>> kind & 1) == 0;
    }
}
