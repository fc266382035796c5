package io.skim.scan.remoting;

import io.skim.bytes.Words;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The names of a JSON header's members, to be compared with two words: the first sixteen bytes of a member, from the comma
 * on, little-endian.
 */
final class JsonMembers
{
    /**
     * The members by the low five bits of their first letters, which differ: the two words, which of their bytes count, with
     * the colon and without, and how many bytes the name takes with both quotes and the colon.
     */
    static final int COUNT = 32;
    private static final int MASK = COUNT - 1;
    private static final long[] FIRST = new long[COUNT];
    private static final long[] SECOND = new long[COUNT];
    private static final long[] FIRST_MASK = new long[COUNT];
    private static final long[] SECOND_MASK = new long[COUNT];
    private static final long[] FIRST_NAME_MASK = new long[COUNT];
    private static final long[] SECOND_NAME_MASK = new long[COUNT];
    private static final int[] NAME_LENGTH = new int[COUNT];
    private static final int[] ORDINAL = new int[COUNT];

    /** The number of the ext fields. */
    static final int EXT_FIELDS = 'e' & MASK;
    /** The member of which the table has not the colon, nor the end of the name: see {@link #isLongest}. */
    static final int LONGEST = 's' & MASK;
    private static final String LONGEST_NAME = "serializeTypeCurrentRPC";
    /** From the opening quote: what the table has not, and its last four bytes. */
    private static final int REST = 15;
    private static final long REST_WORD = word('"' + LONGEST_NAME + '"', REST);
    private static final int LAST = 21;
    private static final int LAST_WORD = 'R' << 24 | 'P' << 16 | 'C' << 8 | '"';

    static
    {
        // No name begins so.
        Arrays.fill(FIRST, -1);
        Arrays.fill(FIRST_MASK, -1);
        Arrays.fill(FIRST_NAME_MASK, -1);
        add("code", RemotingField.CODE.ordinal());
        add("language", RemotingField.LANGUAGE.ordinal());
        add("version", RemotingField.VERSION.ordinal());
        add("opaque", RemotingField.OPAQUE.ordinal());
        add("flag", RemotingField.FLAG.ordinal());
        add("remark", RemotingField.REMARK.ordinal());
        add("extFields", RemotingField.EXT_FIELDS.ordinal());
        add(LONGEST_NAME, JsonNames.SERIALIZE_TYPE);
    }

    private JsonMembers()
    {
    }

    /** Of the bytes from an index on, those before the end of a text. */
    private static long mask(final int length, final int from)
    {
        final int count = Math.min(Long.BYTES, Math.max(0, length - from));
        return count == 0 ? 0 : -1L >>> Long.SIZE - (count << 3);
    }

    private static void add(final String name, final int ordinal)
    {
        final String text = ",\"" + name + "\":";
        final int at = name.charAt(0) & MASK;
        final String padded = text + "\0".repeat(2 * Long.BYTES);
        FIRST[at] = word(padded, 0);
        SECOND[at] = word(padded, Long.BYTES);
        FIRST_MASK[at] = mask(text.length(), 0);
        SECOND_MASK[at] = mask(text.length(), Long.BYTES);
        FIRST_NAME_MASK[at] = mask(text.length() - 1, 0);
        SECOND_NAME_MASK[at] = mask(text.length() - 1, Long.BYTES);
        NAME_LENGTH[at] = text.length() - 1;
        ORDINAL[at] = ordinal;
    }

    /** Eight bytes of a text in ASCII from an index on, little-endian. */
    static long word(final String text, final int from)
    {
        return Words.getLongLittleEndian(text.getBytes(StandardCharsets.US_ASCII), from);
    }

    /** The number of the member whose first word is given, if it is one. */
    static int of(final long first)
    {
        return (int)(first >>> Short.SIZE) & MASK;
    }

    /** Whether a member begins so, from the comma to the colon, without a blank. */
    static boolean matches(final int member, final long first, final long second)
    {
        return ((first ^ FIRST[member]) & FIRST_MASK[member] | (second ^ SECOND[member]) & SECOND_MASK[member]) == 0;
    }

    /** Whether a member begins so, from the comma to the closing quote of its name. */
    static boolean matchesName(final int member, final long first, final long second)
    {
        return ((first ^ FIRST[member]) & FIRST_NAME_MASK[member]
            | (second ^ SECOND[member]) & SECOND_NAME_MASK[member]) == 0;
    }

    /** Whether the name of a member that {@link #matchesName} as the longest, with its opening quote at an index, is that. */
    static boolean isLongest(final byte[] bytes, final int quote)
    {
        return Words.getLongLittleEndian(bytes, quote + REST) == REST_WORD
            && Words.getInt(bytes, quote + LAST) == LAST_WORD;
    }

    /** How many bytes the name takes with both quotes and the colon. */
    static int nameLength(final int member)
    {
        return NAME_LENGTH[member];
    }

    /** The field, or {@link JsonNames#SERIALIZE_TYPE}. */
    static int ordinal(final int member)
    {
        return ORDINAL[member];
    }
}
