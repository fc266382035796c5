package io.skim.scan;

/**
 * How the bytes under a {@link Cursor} stand for a value.
 */
public enum Kind
{
    /** No value: absent text of a binary header, {@code null} in JSON. */
    NULL(false, true),
    /** A signed 8-bit number. */
    INT8(true, false),
    /** A signed 16-bit big-endian number. */
    INT16(true, false),
    /** A signed 32-bit big-endian number. */
    INT32(true, false),
    /** Well-formed UTF-8; the bytes are the text. */
    TEXT(false, true),
    /** UTF-8 with ill-formed parts, each read as U+FFFD (lenient binary headers). */
    LOSSY_TEXT(false, false),
    /** The inside of a JSON string with escapes. */
    JSON_TEXT(false, false),
    /** A JSON number whose characters are also its text. */
    JSON_NUMBER(false, true),
    /** A JSON value that the reference converts to an int in its own way (lenient). */
    JSON_ODD_INT(true, false),
    /** A JSON number whose text the reference writes in its own way (lenient). */
    JSON_ODD_NUMBER(false, false),
    /** {@code true} or {@code false} in JSON; the characters are also its text. */
    JSON_BOOLEAN(false, true),
    /** A JSON object or array; the characters are also its text. */
    JSON_NESTED(false, true),
    /** A container of entries: its bytes, without coercion to anything. */
    CONTAINER(false, true),
    /** Opaque bytes: a body. They may not have been copied, or not have arrived yet. */
    BYTES(false, true);

    private static final Kind[] KINDS = values();

    private final boolean number;
    private final boolean verbatim;

    Kind(final boolean number, final boolean verbatim)
    {
        this.number = number;
        this.verbatim = verbatim;
    }

    /**
     * Whether the value is an int in a form other than text.
     *
     * @return true for binary numbers and what is read as such.
     */
    boolean isNumber()
    {
        return number;
    }

    /**
     * Whether the bytes are the text.
     *
     * @return false where reading converts.
     */
    boolean isVerbatim()
    {
        return verbatim;
    }

    static Kind of(final int ordinal)
    {
        return KINDS[ordinal];
    }
}
