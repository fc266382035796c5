package io.skim.scan.remoting;

import io.skim.bytes.Words;
import java.nio.charset.StandardCharsets;

/**
 * Recognises the members of a JSON header where they are written as compactly as Java and Go write them: a comma (or
 * the opening brace), the name in its quotes, the colon, and no blank between.
 * <p>
 * The first letters differ, so one branch tells the candidate, and with it the length as a constant: a length looked up
 * in a table would make each member wait for the one before.
 */
final class CompactNames
{
    /** The least that a recognised member takes from its comma on, with a value of one byte and what follows it. */
    static final int LEAST = 10;

    static final int NONE = 0;

    /** {@code C":"JSON}, the end of the longest name and its value, little-endian. */
    private static final long SERIALIZED_AS_JSON = 0x4E4F_534A_223A_2243L;
    /** Of both, the comma and all quotes. */
    static final int SERIALIZED_AS_JSON_LENGTH = 33;

    private static final long CODE = start("code");
    private static final long FLAG = start("flag");
    private static final long OPAQUE = start("opaque");
    private static final long REMARK = start("remark");
    private static final long VERSION = start("version");
    private static final long LANGUAGE = start("language");
    private static final long EXT_FIELDS = start("extFields");
    private static final long SERIALIZE_TYPE = start("serializeTypeCurrentRPC");
    /** What stands behind those, little-endian, and the bits that count. */
    private static final long SIX = 0x3A22;
    private static final long SIX_MASK = 0xFFFF;
    private static final long VERSION_END = 0x3A_226E;
    private static final long SEVEN_MASK = 0xFF_FFFF;
    private static final long LANGUAGE_END = 0x3A22_6567;
    private static final long EIGHT_MASK = 0xFFFF_FFFFL;
    private static final long EXT_FIELDS_END = 0x3A_2273_646CL;
    private static final long NINE_MASK = 0xFF_FFFF_FFFFL;
    private static final long SERIALIZE_TYPE_MIDDLE = Long.reverseBytes(word("izeTypeC"));

    private static final long SERIALIZE_TYPE_END = Long.reverseBytes(word("urrentRP"));

    private static final int FOUND_CODE = found(4, RemotingField.CODE.ordinal());
    private static final int FOUND_FLAG = found(4, RemotingField.FLAG.ordinal());
    private static final int FOUND_OPAQUE = found(6, RemotingField.OPAQUE.ordinal());
    private static final int FOUND_REMARK = found(6, RemotingField.REMARK.ordinal());
    private static final int FOUND_VERSION = found(7, RemotingField.VERSION.ordinal());
    private static final int FOUND_LANGUAGE = found(8, RemotingField.LANGUAGE.ordinal());
    private static final int FOUND_EXT_FIELDS = found(9, RemotingField.EXT_FIELDS.ordinal());
    private static final int FOUND_SERIALIZE_TYPE = found(23, JsonNames.SERIALIZE_TYPE);

    private CompactNames()
    {
    }

    /** The opening quote and what follows it, seven bytes in all. */
    private static long start(final String name)
    {
        return Long.reverseBytes(word('"' + name + "\":        ")) << Byte.SIZE >>> Byte.SIZE;
    }

    private static long word(final String text)
    {
        return Words.getLong(text.getBytes(StandardCharsets.US_ASCII), 0);
    }

    /**
     * Finds out which known name stands behind a comma or brace.
     *
     * @param first the comma or brace and the seven bytes behind it, little-endian.
     * @param next  the eight bytes behind those.
     * @return for {@link #distance} and {@link #member}; or {@link #NONE} for anything else. Of the longest name only the
     *     first fourteen letters are looked at.
     */
    static int find(final long first, final long next)
    {
        final long start = first >>> Byte.SIZE;
        switch ((int)(start >>> Byte.SIZE) & 0xFF)
        {
            case 'c':
                return start == CODE ? FOUND_CODE : NONE;
            case 'f':
                return start == FLAG ? FOUND_FLAG : NONE;
            case 'o':
                return start == OPAQUE && (next & SIX_MASK) == SIX ? FOUND_OPAQUE : NONE;
            case 'r':
                return start == REMARK && (next & SIX_MASK) == SIX ? FOUND_REMARK : NONE;
            case 'v':
                return start == VERSION && (next & SEVEN_MASK) == VERSION_END ? FOUND_VERSION : NONE;
            case 'l':
                return start == LANGUAGE && (next & EIGHT_MASK) == LANGUAGE_END ? FOUND_LANGUAGE : NONE;
            case 'e':
                return start == EXT_FIELDS && (next & NINE_MASK) == EXT_FIELDS_END ? FOUND_EXT_FIELDS : NONE;
            case 's':
                return start == SERIALIZE_TYPE && next == SERIALIZE_TYPE_MIDDLE ? FOUND_SERIALIZE_TYPE : NONE;
            default:
                return NONE;
        }
    }

    private static int found(final int length, final int member)
    {
        return length + 4 << Byte.SIZE | member;
    }

    /** From the comma or brace before a name that was found to its value, in bytes. */
    static int distance(final int found)
    {
        return found >>> Byte.SIZE;
    }

    /** What {@link JsonNames#classify} gives for a name that was found. */
    static int member(final int found)
    {
        return found & 0xFF;
    }

    /**
     * Whether the longest name and the one value that this encoding has there follow a comma.
     *
     * @param bytes that hold the header.
     * @param at    index of the comma.
     * @param end   index behind the header.
     * @return true if so, and the header goes on behind them, {@link #SERIALIZED_AS_JSON_LENGTH} bytes further on.
     */
    static boolean isSerializedAsJson(final byte[] bytes, final int at, final int end)
    {
        return end - at > SERIALIZED_AS_JSON_LENGTH && bytes[at] == ','
            && Words.getLongLittleEndian(bytes, at) >>> Byte.SIZE == SERIALIZE_TYPE
            && Words.getLongLittleEndian(bytes, at + 8) == SERIALIZE_TYPE_MIDDLE
            && Words.getLongLittleEndian(bytes, at + 16)
                == SERIALIZE_TYPE_END
            && Words.getLongLittleEndian(bytes, at + 24) == SERIALIZED_AS_JSON && bytes[at + 32] == '"';
    }

    /**
     * Eight bytes of a header, little-endian; where it has fewer, with zeros behind them.
     *
     * @param bytes that hold the header; seven bytes must precede its end.
     * @param from  index of the first byte.
     * @param end   index behind the header.
     * @return the word, 0 at the end.
     */
    static long wordAt(final byte[] bytes, final int from, final int end)
    {
        final int left = end - from;
        return left >= Long.BYTES ? Words.getLongLittleEndian(bytes, from) : left <= 0 ? 0 : Words.getLongLittleEndian(
            bytes, end - Long.BYTES) >>> (Long.BYTES - left << 3);
    }
}
