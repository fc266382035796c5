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
    static final int LEAST = 13;

    static final int NONE = 0;

    private static final int SERIALIZE_TYPE_LEAST = 28;

    private static final long CODE = start("code");
    private static final long FLAG = start("flag");
    private static final long OPAQUE = start("opaque");
    private static final long REMARK = start("remark");
    private static final long VERSION = start("version");
    private static final long LANGUAGE = start("language");
    private static final long EXT_FIELDS = start("extFields");
    private static final long SERIALIZE_TYPE = start("serializeTypeCurrentRPC");
    private static final long SERIALIZE_TYPE_MIDDLE = word("izeTypeC");
    private static final long SERIALIZE_TYPE_END = word("urrentRP");

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
        return word('"' + name + "\":        ") >>> 8;
    }

    private static long word(final String text)
    {
        return Words.getLong(text.getBytes(StandardCharsets.US_ASCII), 0);
    }

    /**
     * Finds out which known name stands behind a comma or brace.
     *
     * @param array that holds the header.
     * @param at    index of the comma or brace; {@link #LEAST} bytes from there on are inside the header.
     * @param end   index behind the header.
     * @return for {@link #length} and {@link #member}; or {@link #NONE} for anything else.
     */
    static int find(final byte[] array, final int at, final int end)
    {
        final long start = Words.getLong(array, at + 1) >>> 8;
        switch (array[at + 2])
        {
            case 'c':
                return start == CODE ? FOUND_CODE : NONE;
            case 'f':
                return start == FLAG ? FOUND_FLAG : NONE;
            case 'o':
                return start == OPAQUE && Words.getShort(array, at + 8) == 0x223A ? FOUND_OPAQUE : NONE;
            case 'r':
                return start == REMARK && Words.getShort(array, at + 8) == 0x223A ? FOUND_REMARK : NONE;
            case 'v':
                return start == VERSION && Words.getInt(array, at + 8) >>> 8 == 0x6E_223A ? FOUND_VERSION : NONE;
            case 'l':
                return start == LANGUAGE && Words.getInt(array, at + 8) == 0x6765_223A ? FOUND_LANGUAGE : NONE;
            case 'e':
                return start == EXT_FIELDS && Words.getInt(array, at + 8) == 0x6C64_7322 && array[at + 12] == ':'
                    ? FOUND_EXT_FIELDS : NONE;
            case 's':
                return start == SERIALIZE_TYPE && isSerializeType(array, at, end) ? FOUND_SERIALIZE_TYPE : NONE;
            default:
                return NONE;
        }
    }

    private static boolean isSerializeType(final byte[] array, final int at, final int end)
    {
        return end - at >= SERIALIZE_TYPE_LEAST && Words.getLong(array, at + 8) == SERIALIZE_TYPE_MIDDLE && Words
            .getLong(array, at + 16) == SERIALIZE_TYPE_END && Words.getInt(array, at + 24) >>> 8 == 0x43_223A;
    }

    private static int found(final int length, final int member)
    {
        return length << Byte.SIZE | member;
    }

    /** The length of a name that was found, in bytes. */
    static int length(final int found)
    {
        return found >>> Byte.SIZE;
    }

    /** What {@link JsonNames#classify} gives for a name that was found. */
    static int member(final int found)
    {
        return found & 0xFF;
    }
}
