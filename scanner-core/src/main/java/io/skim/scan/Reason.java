package io.skim.scan;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Why a frame was refused. The names are stable: you may compare, log and count them. Each constant documents
 * {@link Fault#claimed()} and {@link Fault#available()}.
 */
public enum Reason
{
    /** The bytes end inside the frame. Claimed: bytes needed; available: bytes there. */
    TRUNCATED("%d bytes are needed, %d are there"),
    /** The frame length cannot hold the header word. Claimed: the length prefix; available: the least, 4 (AMQP: 8). */
    FRAME_TOO_SHORT("frame length %d is below the least, %d"),
    /** The frame is longer than allowed. Claimed: frame size with its prefix; available: the limit. */
    FRAME_TOO_LONG("frame of %d bytes is above the limit of %d"),
    /** The view holds more or fewer bytes than the frame. Claimed: frame size with its prefix; available: the view. */
    FRAME_LENGTH_MISMATCH("frame of %d bytes in a view of %d"),
    /** Neither JSON nor ROCKETMQ. Claimed: the serialize type byte; available: the highest known. */
    SERIALIZE_TYPE_UNKNOWN("serialize type %d is unknown, the highest is %d"),
    /** The header does not fit the frame. Claimed: header length; available: bytes left in the frame. */
    HEADER_OVERRUNS_FRAME("header length %d, but the frame has %d bytes left"),
    /** The header is longer than allowed. Claimed: header length; available: the limit. */
    HEADER_TOO_LONG("header of %d bytes is above the limit of %d"),
    /** The header cannot hold its fixed fields. Claimed: bytes needed; available: header length. */
    HEADER_TOO_SHORT("the fixed fields need %d bytes, the header has %d"),
    /** Header bytes are left over after the map. Claimed: bytes left over; available: header length. */
    HEADER_NOT_CONSUMED("%d bytes of the header's %d are behind the end of its fields"),
    /** Claimed: remark length; available: bytes left in the header. */
    REMARK_OVERRUNS_HEADER("remark length %d, but the header has %d bytes left"),
    /** Claimed: the map's length in bytes; available: bytes left in the header. */
    MAP_OVERRUNS_HEADER("map length %d, but the header has %d bytes left"),
    /** A negative map length, which the reference reads as no map. Claimed: the length; available: 0. */
    MAP_LENGTH_NEGATIVE("map length %d is below %d"),
    /** A key length of 32,768 or more wraps. Claimed: the signed length; available: bytes left in the map. */
    KEY_LENGTH_NEGATIVE("key length %d is negative, the map has %d bytes left"),
    /** Claimed: key length; available: bytes left in the map. */
    KEY_OVERRUNS_MAP("key length %d, but the map has %d bytes left"),
    /** Claimed: value length; available: bytes left in the map. */
    VALUE_OVERRUNS_MAP("value length %d, but the map has %d bytes left"),
    /** An entry does not end with the map. Claimed: bytes needed; available: bytes left in the map. */
    ENTRY_OVERRUNS_MAP("an entry needs %d more bytes, the map has %d left"),
    /** Claimed: name length in bytes; available: the limit. */
    NAME_TOO_LONG("name of %d bytes is above the limit of %d"),
    /** Claimed: value length in bytes; available: the limit. */
    VALUE_TOO_LONG("value of %d bytes is above the limit of %d"),
    /** Claimed: entries so far; available: the limit. */
    TOO_MANY_ENTRIES("%d entries are above the limit of %d"),
    /** Claimed: depth; available: the limit. */
    NESTED_TOO_DEEP("depth %d is above the limit of %d"),
    /** Text is not well-formed UTF-8. Claimed: the first byte that does not belong; available: 0. */
    INVALID_UTF8("byte 0x%X is not part of well-formed UTF-8"),

    /** A JSON header of no bytes, or of blanks alone. Claimed, available: header length. */
    HEADER_EMPTY("the header's %d bytes hold no JSON object"),
    /** The JSON text ends too early. Claimed: header length; available: header length. */
    JSON_TRUNCATED("the JSON text does not end within the header's %d bytes"),
    /** A byte that is not allowed there. Claimed: the byte; available: the byte that was expected, or 0. */
    JSON_UNEXPECTED_BYTE("byte 0x%X cannot stand here"),
    /** Text after the closing brace. Claimed: the byte; available: 0. */
    JSON_TRAILING_TEXT("byte 0x%X behind the end of the JSON object"),
    /** A comment, which the reference accepts and others do not. Claimed: its first byte; available: 0. */
    JSON_COMMENT("a comment begins here (byte 0x%X)"),
    /** A name or text in single quotes, which the reference accepts and others do not. Claimed: the byte. */
    JSON_SINGLE_QUOTE("text in single quotes (byte 0x%X)"),
    /** An escape that readers read differently or do not know. Claimed: the byte after the backslash. */
    JSON_ESCAPE("escape with byte 0x%X is not known to all readers"),
    /** Half of a surrogate pair, which readers keep or replace. Claimed: the byte after the backslash. */
    JSON_LONE_SURROGATE("half of a surrogate pair (escape 0x%X)"),
    /** A number in a form that readers read differently. Claimed: its first byte; available: its length in bytes. */
    JSON_NUMBER_FORM("a number that begins with byte 0x%X, of %d bytes, is not in a form all readers read alike"),
    /** A number that does not fit. Claimed: its length in bytes; available: 0. */
    JSON_NUMBER_RANGE("a number of %d bytes is outside the range of int32"),
    /** A value of a type that this member cannot have, or that readers convert differently. Claimed: its first byte. */
    JSON_VALUE_TYPE("a value that begins with byte 0x%X is of a type that not all readers take here"),
    /** An object or array as the value of an ext field: readers make different texts of it. Claimed: its first byte. */
    JSON_NESTED_VALUE("a nested value (byte 0x%X) as an ext field"),
    /** Two extFields members, of which the second replaces the first. Claimed: how many; available: 1. */
    JSON_DUPLICATE_EXT_FIELDS("extFields occurs %d times, %d is allowed"),
    /**
     * A name that some reader takes for another: equal except for case, {@code _} and {@code -}, of equal hash, with a
     * zero byte, {@code @type} or {@code $ref}. Claimed: name length; available: 0.
     */
    JSON_AMBIGUOUS_NAME("a name of %d bytes that some readers take for another one"),
    /**
     * A member that the reference takes for an object of its own (body, suspended, callbackList, processTimer), which
     * breaks some receivers. Claimed: name length; available: 0.
     */
    JSON_RESERVED_MEMBER("a member (its name has %d bytes) that receivers take for an object of their own"),
    /** No opaque, for which the reference takes the next number of its own counter. Claimed, available: 0. */
    OPAQUE_MISSING("the header has no opaque: the receiver would take a number of its own"),

    /** A typed field's text is not a number of its type. Claimed: its length in bytes; available: the type's bits. */
    FIELD_NOT_A_NUMBER("a text of %d bytes as a field that is a decimal number of %d bits"),
    /** A typed field's number is below the least that is accepted. Claimed: the number; available: the least. */
    FIELD_TOO_SMALL("number %d of a field, the least is %d"),
    /** A typed field's text is not in its set of values. Claimed: its length in bytes; available: the size of the set. */
    FIELD_TEXT_UNKNOWN("a text of %d bytes as a field that may have one of %d"),

    /** Not a format code of AMQP 1.0, or one that is reserved. Claimed: the code; available: 0. */
    CODE_UNKNOWN("0x%02X is not a format code"),
    /** A value ends after its container. Claimed: bytes needed; available: bytes left in the container. */
    VALUE_OVERRUNS_CONTAINER("a value needs %d more bytes, its container has %d left"),
    /** A length or size is greater than the bytes that are left. Claimed: the size; available: bytes left. */
    SIZE_OVERRUNS_CONTAINER("size %d, but what holds it has %d bytes left"),
    /** A size cannot hold the count and element constructor. Claimed: the size; available: the least. */
    SIZE_TOO_SMALL("size %d is below the least, %d"),
    /** A container cannot hold so many elements. Claimed: the count; available: how many fit into its bytes. */
    COUNT_OVERRUNS_SIZE("%d elements in a container that has bytes for %d"),
    /** Bytes are left over after a container's last element. Claimed: bytes left over; available: the count. */
    CONTAINER_NOT_CONSUMED("%d bytes are left over behind the container's %d elements"),
    /** A map with a key without a value. Claimed: the count of keys and values; available: 0. */
    MAP_COUNT_ODD("a map of %d keys and values"),
    /** Claimed: the count of elements (of no bytes, in one region); available: the limit. */
    TOO_MANY_ELEMENTS("%d elements are above the limit of %d"),
    /** A boolean's octet is neither 0 nor 1. Claimed: the octet; available: 1. */
    BOOLEAN_OCTET("a boolean of octet 0x%02X"),
    /** A char that is no code point, or half of a surrogate pair. Claimed: the number; available: the greatest. */
    CHAR_OUT_OF_RANGE("0x%X is not a character, the greatest is 0x%X"),
    /** A symbol is not ASCII. Claimed: the first byte that is not; available: 0. */
    SYMBOL_NOT_ASCII("byte 0x%X in a symbol"),
    /** A part that has to be read is too long to be loaded. Claimed: its bytes; available: the limit. */
    SECTION_TOO_LONG("%d bytes to be read at once are above the limit of %d"),

    /** Claimed: sections so far; available: the limit. */
    TOO_MANY_SECTIONS("%d sections are above the limit of %d"),
    /** The descriptor is not one of the sections. Claimed: its code, or 0; available: 0. */
    SECTION_UNKNOWN("the descriptor (code 0x%X) is not that of a section"),
    /** A section stands before one that must precede it. Claimed: its code; available: the code of the section before it. */
    SECTION_ORDER("section 0x%X stands behind section 0x%X"),
    /** A section that may occur once occurs again. Claimed: its code; available: 0. */
    SECTION_REPEATED("section 0x%X occurs again"),
    /** A body of two kinds. Claimed: the section's code; available: that of the body's first section. */
    BODY_MIXED("section 0x%X in a body of section 0x%X"),
    /** A section's value is not of its type. Claimed: the format code; available: the section's code. */
    SECTION_VALUE_TYPE("a value of format code 0x%02X in section 0x%X"),
    /** More fields than the type has. Claimed: the count; available: how many it has. */
    TOO_MANY_FIELDS("%d fields, the type has %d"),
    /** A field's value is not of its type. Claimed: the format code; available: the field's index. */
    FIELD_TYPE("a value of format code 0x%02X as field %d"),
    /** A field's value is not in the set of its type. Claimed: the value; available: the greatest of the set. */
    FIELD_VALUE("value %d of a field, the greatest is %d"),
    /** A mandatory field is null or missing. Claimed: the field's index; available: 0. */
    FIELD_MISSING("field %d is mandatory"),
    /** A key that this map may not have. Claimed: the format code; available: the section's code. */
    KEY_TYPE("a key of format code 0x%02X in section 0x%X"),

    /** An AMQP frame's body begins inside its header. Claimed: its doff, in words of 4 bytes; available: the least. */
    DATA_OFFSET_TOO_SMALL("data offset %d is below the least, %d"),
    /** An AMQP frame's body begins after its end. Claimed: its offset in bytes; available: the frame's size. */
    DATA_OFFSET_OVERRUNS_FRAME("the body begins at %d, but the frame has %d bytes"),
    /** Claimed: the frame's type; available: the highest known. */
    FRAME_TYPE_UNKNOWN("frame type %d is unknown, the highest is %d"),
    /** A frame body that is not a described value. Claimed: its first byte, 0 for no body; available: its bytes. */
    PERFORMATIVE_MISSING("no performative begins with 0x%02X, the body has %d bytes"),
    /** The descriptor is not one of the performatives. Claimed: its code, 0 if it is no ulong; available: its format code. */
    PERFORMATIVE_UNKNOWN("the descriptor (code 0x%X, format code 0x%02X) is not that of a performative"),
    /** A performative of SASL in a frame of AMQP, or the other way round. Claimed: its code; available: frame type. */
    PERFORMATIVE_FRAME_TYPE("performative 0x%X in a frame of type %d"),
    /** A performative that is not a list. Claimed: the format code; available: the performative's code. */
    PERFORMATIVE_VALUE_TYPE("a value of format code 0x%02X as performative 0x%X"),
    /** Open or close on another channel than 0. Claimed: the channel; available: the performative's code. */
    CHANNEL_NOT_ZERO("channel %d for performative 0x%X"),
    /** Bytes after a performative that has no payload. Claimed: their number; available: the performative's code. */
    PAYLOAD_UNEXPECTED("%d bytes behind performative 0x%X"),
    /** An AMQP protocol header of another version. Claimed: its last four bytes; available: those of AMQP 1.0. */
    PROTOCOL_VERSION("protocol id and version 0x%08X are not known (AMQP 1.0 is 0x%08X)"),
    /** A transfer that contradicts the delivery's first one. Claimed, available: their values (of a tag: its length). */
    DELIVERY_CONTRADICTED("a transfer states %d, the delivery's first one stated %d"),
    /** Claimed: transfers of one delivery so far; available: the limit. */
    TOO_MANY_TRANSFERS("%d transfers are above the limit of %d"),
    /** Claimed: bytes of one delivery so far, of a message, or up to the end of values to be read; available: the limit. */
    MESSAGE_TOO_LONG("message of %d bytes is above the limit of %d"),

    /** A stored record or batch entry that cannot hold its fixed fields. Claimed: its bytes; available: the least. */
    RECORD_TOO_SHORT("record of %d bytes is below the least, %d"),
    /** Claimed: the record's total size; available: bytes left in the body. */
    RECORD_OVERRUNS_BODY("record size %d, but the body has %d bytes left"),
    /** A stored record of no known version. Claimed: its magic; available: that of version 1. */
    RECORD_MAGIC_UNKNOWN("magic 0x%08X is not known (version 1 is 0x%08X)"),
    /** A length inside a record is negative. Claimed: the length; available: 0. */
    RECORD_LENGTH_NEGATIVE("length %d is below %d"),
    /** A part of a record ends after the body. Claimed: the part's length; available: bytes left for it. */
    PART_OVERRUNS_BODY("a record's part of length %d, but the body has %d bytes left for it"),
    /** A record's total size is not the sum of its parts. Claimed: the total size; available: the bytes of the parts. */
    RECORD_SIZE_MISMATCH("record size %d, but its parts take %d bytes"),
    /** A host's port has 32 bits. Claimed: the port; available: the greatest. */
    PORT_OUT_OF_RANGE("port %d is above the greatest, %d"),
    /** A record of a segment states another commit log offset than its place has. Claimed: what it states; available: its place. */
    RECORD_MISPLACED("commit log offset %d, but the record is at %d"),
    /** A record's body does not match its CRC. Claimed: the CRC stored; available: that of the bytes. */
    BODY_CRC_MISMATCH("body CRC 0x%08X is stored, the bytes have 0x%08X"),
    /** A batch inside a record is in a compressed body. Claimed: the record's sysFlag; available: the bit for compression. */
    INNER_BATCH_COMPRESSED("a batch in a compressed body (sysFlag 0x%X has bit 0x%X)"),

    /** Another protocol: the connection preface of HTTP/2. Claimed: the first four bytes; available: frame limit. */
    PROTOCOL_HTTP2("this is HTTP/2, a gRPC client on this port (first bytes 0x%X)"),
    /** Another protocol: an HTTP/1 request or response. Claimed: the first four bytes; available: frame limit. */
    PROTOCOL_HTTP("this is HTTP, not a stream of frames (first bytes 0x%X)"),
    /** Another protocol: a TLS record. Claimed: the first four bytes; available: frame limit. */
    PROTOCOL_TLS("this is TLS, to be ended before the frames are read (first bytes 0x%X)"),
    /** Another protocol: the PROXY protocol, version 1 or 2. Claimed: the first four bytes; available: frame limit. */
    PROTOCOL_PROXY("this is the PROXY protocol, to be taken off before the frames are read (first bytes 0x%X)"),
    /** Not remoting: an AMQP protocol header. Claimed: the first four bytes; available: frame limit. */
    PROTOCOL_AMQP("this is AMQP, not remoting (first bytes 0x%X)"),
    /** Another protocol: an SSH identification. Claimed: the first four bytes; available: frame limit. */
    PROTOCOL_SSH("this is SSH, not a stream of frames (first bytes 0x%X)"),
    /** Not AMQP: a frame of RocketMQ's remoting. Claimed: the first four bytes, a length; available: frame limit. */
    PROTOCOL_REMOTING("this is RocketMQ's remoting (first bytes 0x%X)"),
    /** Another protocol: a capture file rather than a stream. Claimed: the first four bytes; available: frame limit. */
    PROTOCOL_CAPTURE_FILE("this is a pcap or pcapng file, not a stream of frames (first bytes 0x%X)");

    private final String format;

    Reason(final String format)
    {
        this.format = format;
    }

    /**
     * Finds the protocol of a stream by its first four bytes, which are no possible length of a frame.
     *
     * @param first the bytes, big-endian.
     * @return the reason to refuse such a stream, or null if no known protocol begins so.
     */
    public static @Nullable Reason ofProtocol(final int first)
    {
        if (first >>> 8 >= 0x16_0300 && first >>> 8 <= 0x16_0304)
        {
            return PROTOCOL_TLS;
        }
        switch (first)
        {
            case 0x5052_4920: // "PRI "
                return PROTOCOL_HTTP2;
            case 0x5052_4F58: // "PROX"
            case 0x0D0A_0D0A:
                return PROTOCOL_PROXY;
            case 0x414D_5150: // "AMQP"
                return PROTOCOL_AMQP;
            case 0x5353_482D: // "SSH-"
                return PROTOCOL_SSH;
            case 0x4745_5420: // "GET "
            case 0x504F_5354: // "POST"
            case 0x5055_5420: // "PUT "
            case 0x4845_4144: // "HEAD"
            case 0x4445_4C45: // "DELE"
            case 0x4F50_5449: // "OPTI"
            case 0x5041_5443: // "PATC"
            case 0x434F_4E4E: // "CONN"
            case 0x5452_4143: // "TRAC"
            case 0x4854_5450: // "HTTP"
                return PROTOCOL_HTTP;
            case 0x0A0D_0D0A:
            case 0xA1B2_C3D4:
            case 0xD4C3_B2A1:
            case 0xA1B2_3C4D:
            case 0x4D3C_B2A1:
                return PROTOCOL_CAPTURE_FILE;
            default:
                return null;
        }
    }

    String toMessage(final long claimed, final long available)
    {
        return String.format(Locale.ROOT, format, claimed, available);
    }
}
