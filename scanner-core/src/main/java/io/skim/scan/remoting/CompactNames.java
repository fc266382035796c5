package io.skim.scan.remoting;

import io.skim.bytes.Words;
import java.nio.charset.StandardCharsets;

/**
 * Recognises the members of a JSON header where they are written as compactly as Java and Go write them: a comma (or
 * the opening brace), the name in its quotes, the colon, and no blank between.
 * <p>
 * The first letters differ, so one branch tells the candidate, and with it the length: a length looked up in a table
 * would make each member wait for the one before.
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
     * The length of the known name behind a comma or brace.
     *
     * @param array that holds the header.
     * @param at    index of the comma or brace; {@link #LEAST} bytes from there on are inside the header.
     * @param end   index behind the header.
     * @return in bytes, or {@link #NONE} for anything else.
     */
    static int length(final byte[] array, final int at, final int end)
    {
        final long start = Words.getLong(array, at + 1) >>> 8;
        switch (array[at + 2])
        {
            case 'c':
                return start == CODE ? 4 : NONE;
            case 'f':
                return start == FLAG ? 4 : NONE;
            case 'o':
                return start == OPAQUE && Words.getShort(array, at + 8) == 0x223A ? 6 : NONE;
            case 'r':
                return start == REMARK && Words.getShort(array, at + 8) == 0x223A ? 6 : NONE;
            case 'v':
                return start == VERSION && Words.getInt(array, at + 8) >>> 8 == 0x6E_223A ? 7 : NONE;
            case 'l':
                return start == LANGUAGE && Words.getInt(array, at + 8) == 0x6765_223A ? 8 : NONE;
            case 'e':
                return start == EXT_FIELDS && Words.getInt(array, at + 8) == 0x6C64_7322 && array[at + 12] == ':' ? 9
                    : NONE;
            case 's':
                return start == SERIALIZE_TYPE && isSerializeType(array, at, end) ? 23 : NONE;
            default:
                return NONE;
        }
    }

    private static boolean isSerializeType(final byte[] array, final int at, final int end)
    {
        return end - at >= SERIALIZE_TYPE_LEAST && Words.getLong(array, at + 8) == SERIALIZE_TYPE_MIDDLE && Words
            .getLong(array, at + 16) == SERIALIZE_TYPE_END && Words.getInt(array, at + 24) >>> 8 == 0x43_223A;
    }

    /** What {@link JsonNames#classify} gives for a name that was recognised, by its first letter. */
    static int member(final byte letter)
    {
        switch (letter)
        {
            case 'c':
                return RemotingField.CODE.ordinal();
            case 'f':
                return RemotingField.FLAG.ordinal();
            case 'o':
                return RemotingField.OPAQUE.ordinal();
            case 'r':
                return RemotingField.REMARK.ordinal();
            case 'v':
                return RemotingField.VERSION.ordinal();
            case 'l':
                return RemotingField.LANGUAGE.ordinal();
            case 'e':
                return RemotingField.EXT_FIELDS.ordinal();
            default:
                return JsonNames.SERIALIZE_TYPE;
        }
    }
}
