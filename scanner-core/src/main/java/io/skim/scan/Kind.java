package io.skim.scan;

/**
 * How the bytes of a value are to be read. The ordinals are the constants of {@code io.skim.bytes.Kinds}.
 */
public enum Kind
{
    /** No value: no bytes in a binary header, {@code null} in JSON. */
    NULL,
    /** A signed 8-bit number. */
    INT8,
    /** A signed 16-bit big-endian number. */
    INT16,
    /** A signed 32-bit big-endian number; in AMQP perhaps in one byte, see {@link Cursor#length()}. */
    INT32,
    /** Well-formed UTF-8; the bytes are the text. */
    TEXT,
    /** UTF-8 with ill-formed parts, each read as U+FFFD (lenient binary headers). */
    LOSSY_TEXT,
    /** The inside of a JSON string with escapes. */
    JSON_TEXT,
    /** A JSON number whose characters are also its text. */
    JSON_NUMBER,
    /** A JSON value in an unusual form that the reference converts to an int (lenient). */
    JSON_ODD_INT,
    /** A JSON number of which the reference makes another text (lenient). */
    JSON_ODD_NUMBER,
    /** {@code true} or {@code false} in JSON; the characters are also its text. */
    JSON_BOOLEAN,
    /** A JSON object or array; the characters are also its text. */
    JSON_NESTED,
    /** A container of entries: its bytes, which convert to nothing else. */
    CONTAINER,
    /** The bytes of a body. They may not be copied, or may not have arrived. */
    BYTES,

    /** AMQP long: signed, in eight bytes or one. */
    INT64,
    /** AMQP ubyte: unsigned, in one byte. */
    UINT8,
    /** AMQP ushort: unsigned, in two bytes. */
    UINT16,
    /** AMQP uint: unsigned, in four bytes, one, or none (0). */
    UINT32,
    /** AMQP ulong: unsigned, in eight bytes, one, or none (0). */
    UINT64,
    /** AMQP boolean, true: in one byte, or none (the constructor is the value). */
    TRUE,
    /** AMQP boolean, false: in one byte, or none (the constructor is the value). */
    FALSE,
    /** AMQP float: IEEE 754 binary32. */
    FLOAT32,
    /** AMQP double: IEEE 754 binary64. */
    FLOAT64,
    /** AMQP decimal32: bits, not interpreted. */
    DECIMAL32,
    /** AMQP decimal64: bits, not interpreted. */
    DECIMAL64,
    /** AMQP decimal128: bits, not interpreted. */
    DECIMAL128,
    /** AMQP char: one code point in UTF-32, big-endian. */
    CHAR,
    /** AMQP timestamp: signed 64-bit milliseconds since 1970-01-01T00:00:00Z. */
    TIMESTAMP,
    /** AMQP uuid: sixteen bytes, the most significant first. */
    UUID,
    /** AMQP binary: a value of bytes. */
    BINARY,
    /** AMQP symbol: ASCII. It is not a string, though the bytes may be equal. */
    SYMBOL,
    /** AMQP list: its size, count and items, without its constructor; no bytes for the empty list0. */
    LIST,
    /** AMQP map: its size, count, and keys and values in turn, without its constructor. */
    MAP,
    /** AMQP array: its size, count, element constructor and bodies, without its own constructor. */
    ARRAY,
    /** AMQP described value: the descriptor and the value, each with its constructor. */
    DESCRIBED;

    private static final Kind[] KINDS = values();

    static Kind of(final int ordinal)
    {
        return KINDS[ordinal];
    }
}
