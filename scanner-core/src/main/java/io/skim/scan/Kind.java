package io.skim.scan;

/**
 * How the bytes under a {@link Cursor} stand for a value. The ordinals are {@code io.skim.bytes.Kinds}.
 */
public enum Kind
{
    /** No value: absent text of a binary header, {@code null} in JSON. */
    NULL,
    /** A signed 8-bit number. */
    INT8,
    /** A signed 16-bit big-endian number. */
    INT16,
    /** A signed 32-bit big-endian number. */
    INT32,
    /** Well-formed UTF-8; the bytes are the text. */
    TEXT,
    /** UTF-8 with ill-formed parts, each read as U+FFFD (lenient binary headers). */
    LOSSY_TEXT,
    /** The inside of a JSON string with escapes. */
    JSON_TEXT,
    /** A JSON number whose characters are also its text. */
    JSON_NUMBER,
    /** A JSON value that the reference converts to an int in its own way (lenient). */
    JSON_ODD_INT,
    /** A JSON number whose text the reference writes in its own way (lenient). */
    JSON_ODD_NUMBER,
    /** {@code true} or {@code false} in JSON; the characters are also its text. */
    JSON_BOOLEAN,
    /** A JSON object or array; the characters are also its text. */
    JSON_NESTED,
    /** A container of entries: its bytes, without coercion to anything. */
    CONTAINER,
    /** Opaque bytes: a body. They may not have been copied, or not have arrived yet. */
    BYTES;

    private static final Kind[] KINDS = values();

    static Kind of(final int ordinal)
    {
        return KINDS[ordinal];
    }
}
