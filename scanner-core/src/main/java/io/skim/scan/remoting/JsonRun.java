package io.skim.scan.remoting;

import io.skim.bytes.Kinds;
import io.skim.bytes.Numbers;
import io.skim.bytes.Words;
import io.skim.scan.Limits;
import java.nio.charset.StandardCharsets;

/**
 * A whole JSON header in one run, the fast path: checked as strictly as member by
 * member, and those that are wanted are noted, in their order. It leaves anything unusual (another order, blanks but
 * before a number, comments, other members or the same ones again, values of ext fields that are no strings, escapes in
 * names, many odd ones in a text), valid or not, to the slow path, which looks at member after member and reports the
 * fault.
 * <p>
 * One thread at a time; allocates nothing, refers to nothing.
 *
 * @see "RemotingSerializable.encode and decode, release 5.5.1"
 */
final class JsonRun extends JsonEntryRun
{
    /** Shorter headers are not worth it. */
    private static final int LEAST_LENGTH = 64;
    /** The most of a header, so that lengths have twenty bits. */
    private static final int MOST_LENGTH = (1 << 20) - 1;
    /** {@code ,"":0}: no header has more members and entries than its length allows. */
    private static final int LEAST_MEMBER = 5;
    private static final int CODE = RemotingField.CODE.ordinal();
    private static final int FLAG = RemotingField.FLAG.ordinal();
    private static final int OPAQUE = RemotingField.OPAQUE.ordinal();
    private static final int VERSION = RemotingField.VERSION.ordinal();
    private static final int REMARK = RemotingField.REMARK.ordinal();
    private static final int LANGUAGE = RemotingField.LANGUAGE.ordinal();
    private static final int EXT_FIELDS = RemotingField.EXT_FIELDS.ordinal();
    /** For marks of members. */
    private static final int EVERY_MEMBER = -1;

    private static final long CODE_NAME = start("{\"code\":");
    private static final long EXT_FIELDS_NAME = start(",\"extFields");
    private static final long EXT_FIELDS_NAME_END = start("lds\":{  ") << 16 >>> 16;
    private static final long EXT_FIELDS_NAME_END_MASK = 0xFFFF_FFFF_FFFFL;
    /** From the brace or comma before their names to the values of these two. */
    static final int EXT_FIELDS_VALUE = 13;
    static final int CODE_VALUE = 8;
    private static final long FLAG_NAME = start(",\"flag\":");
    private static final long LANGUAGE_NAME = start(",\"language");
    private static final int LANGUAGE_VALUE = 13;
    /** {@code ge":}, big-endian. */
    private static final int LANGUAGE_MIDDLE = 0x6765_223A;
    private static final long OPAQUE_NAME = start(",\"opaque");
    private static final long REMARK_NAME = start(",\"remark");
    /** Behind the six letters of either name. */
    private static final int OPAQUE_END = '"' << 8 | ':';
    private static final int OPAQUE_VALUE = 10;

    /** The language that nearly all have, with what stands before and behind it, in words of which the last overlaps. */
    private static final String JAVA = ",\"language\":\"JAVA\",\"opaque\":";
    private static final int JAVA_LENGTH = JAVA.length();
    private static final long JAVA_SECOND = start(JAVA.substring(8));
    private static final long JAVA_THIRD = start(JAVA.substring(16));
    private static final long JAVA_LAST = start(JAVA.substring(JAVA_LENGTH - 8));
    /** The name of this encoding and the name of the last member, likewise. */
    private static final String TYPE = ",\"serializeTypeCurrentRPC\":\"JSON\",\"version\":";
    private static final int TYPE_LENGTH = TYPE.length();
    private static final long TYPE_FIRST = start(TYPE);
    private static final long TYPE_SECOND = start(TYPE.substring(8));
    private static final long TYPE_THIRD = start(TYPE.substring(16));
    private static final long TYPE_FOURTH = start(TYPE.substring(24));
    private static final long TYPE_FIFTH = start(TYPE.substring(32));
    private static final long TYPE_LAST = start(TYPE.substring(TYPE_LENGTH - 8));
    /** What stands behind the ext fields at least. */
    private static final int LEAST_REST = 32;

    private static final long DIGIT_ZEROS = Words.repeat('0');
    private static final long BLANKS = Words.repeat(' ');
    /** The first eight digits of the greatest int, big-endian, and the other two. */
    private static final long GREATEST = 0x3231_3437_3438_3336L;
    private static final int GREATEST_END = 0x3437;
    /** Before a number in the place of a longer one. */
    private static final int MOST_BLANKS = 10;

    private final int longestValue;
    private final int mostMembers;

    /** Where a row is filled, the members' values by ordinal, and marks of those known: numbers in their common form, JAVA. */
    private final int[] numbers = new int[RemotingField.values().length];
    private int numbersKnown;

    private int codeFrom;
    /** The one member that need not be there. */
    private boolean hasRemark;

    JsonRun(final Limits limits, final int[] escapes)
    {
        super(limits, escapes);
        longestValue = Math.min(limits.maxValueLength(), MOST_LENGTH);
        mostMembers = limits.maxEntryCount();
    }

    private static long start(final String text)
    {
        return Words.getLongLittleEndian(text.getBytes(StandardCharsets.US_ASCII), 0);
    }

    /** Marks of the wanted members whose {@link #number} is known, by ordinal; others are to be parsed. */
    int numbersKnown()
    {
        return numbersKnown;
    }

    /** The value of such a member; of a language the ordinal. */
    int number(final int member)
    {
        return numbers[member];
    }

    /** Whether the header that was passed has a remark: all other members it has for sure. */
    boolean hasRemark()
    {
        return hasRemark;
    }

    /** The code's value. */
    int code(final byte[] bytes)
    {
        final long word = Words.getLongLittleEndian(bytes, codeFrom);
        final int digits = Words.countDigits(word);
        if (digits < Long.BYTES)
        {
            return (int)Numbers.join((word ^ DIGIT_ZEROS) << Long.SIZE - (digits << 3));
        }
        int value = 0;
        for (int at = codeFrom; bytes[at] >= '0'; at++)
        {
            value = value * 10 + bytes[at] - '0';
        }
        return value;
    }

    /**
     * Passes over a header.
     *
     * @param bytes   that hold it.
     * @param start   index where its frame begins.
     * @param from    index of its opening brace.
     * @param to      index behind its last byte.
     * @param letters marks of the wanted entries with a name of one character from {@code @} on: bit 0 is {@code @}.
     * @param lengths marks of other wanted names of entries: bit k for k bytes, or 64 more.
     * @param fields  marks of the wanted members, by ordinal; the ext fields are noted in any case.
     * @return whether all of it is good, and all that is wanted is noted; if not, somebody else is to look at it.
     */
    boolean pass(final byte[] bytes, final int start, final int from, final int to, final long letters,
        final long lengths, final int fields)
    {
        begin(start, from, MOST_ENTRIES, fields | 1 << EXT_FIELDS);
        return isCommon(bytes, from, to) && members(bytes, from + Long.BYTES, to, letters, lengths);
    }

    /**
     * Passes over a header of which {@link #digitsBeforeEntries} has looked at the beginning; all that is in it is noted, and
     * its entries in the row. The other parameters are those of {@link #pass}.
     *
     * @param digits of its code.
     */
    boolean passFromEntries(final byte[] bytes, final int start, final int from, final int to, final int digits)
    {
        begin(start, from, MOST_ENTRIES, EVERY_MEMBER);
        final int code = from + CODE_VALUE;
        keepNumber(Words.getLongLittleEndian(bytes, code), CODE, code, digits);
        return membersBehind(bytes, entries(bytes, code + digits + EXT_FIELDS_VALUE, to, EVERYTHING, EVERYTHING), to);
    }

    private void begin(final int start, final int from, final int most, final int fields)
    {
        base = start;
        count = 0;
        enough = most;
        wanted = fields;
        numbersKnown = 0;
        codeFrom = from + Long.BYTES;
        hasRemark = false;
        firstEntry = 1;
        entriesEnd = 0;
        mapFrom = 0;
        mapTo = 0;
        escapesFrom = 0;
    }

    /** Whether a header begins as usual, and is so short that nothing in it can exceed a limit but names. */
    private boolean isCommon(final byte[] bytes, final int from, final int to)
    {
        final int length = to - from;
        return length >= LEAST_LENGTH && length <= longestValue && length / LEAST_MEMBER < mostMembers && Words
            .getLongLittleEndian(bytes, from) == CODE_NAME;
    }

    /**
     * Looks for the first wanted entry; what stands behind it is not looked at.
     *
     * @return whether there is one, and all before it is good; else somebody else is to look at the header. The
     *     parameters are those of {@link #pass}.
     */
    boolean find(final byte[] bytes, final int start, final int from, final int to, final long letters,
        final long lengths)
    {
        begin(start, from, 1, 0);
        final int at = isCommon(bytes, from, to) ? number(bytes, CODE, from + Long.BYTES, to) : FAULT;
        if (at > 0 && hasExtFields(bytes, at, to))
        {
            entries(bytes, at + EXT_FIELDS_VALUE, to, letters, lengths);
        }
        return count > 0;
    }

    /**
     * How many digits the code has; 0 if it does not come first, is no common number, or is not followed by ext fields. The
     * parameters are those of {@link #pass}.
     */
    int digitsBeforeEntries(final byte[] bytes, final int from, final int to)
    {
        if (!isCommon(bytes, from, to))
        {
            return 0;
        }
        final long word = Words.getLongLittleEndian(bytes, from + CODE_VALUE);
        final int digits = Words.countDigits(word) & 7;
        final boolean good = (byte)word != '0' && hasExtFields(bytes, from + CODE_VALUE + digits, to);
        return good ? digits : 0;
    }

    private static boolean hasExtFields(final byte[] bytes, final int at, final int to)
    {
        return to - at > LEAST_REST && Words.getLongLittleEndian(bytes, at) == EXT_FIELDS_NAME
            && (Words.getLongLittleEndian(bytes, at + Long.BYTES) & EXT_FIELDS_NAME_END_MASK) == EXT_FIELDS_NAME_END;
    }

    /** All members from the code's value on. */
    private boolean members(final byte[] bytes, final int from, final int to, final long letters, final long lengths)
    {
        final int at = number(bytes, CODE, from, to);
        return membersBehind(bytes, at > 0 && hasExtFields(bytes, at, to) ? entries(bytes, at + EXT_FIELDS_VALUE, to,
            letters, lengths) : at, to);
    }

    /** All members behind the ext fields. */
    private boolean membersBehind(final byte[] bytes, final int from, final int to)
    {
        int at = from;
        if (at < 0 || to - at < LEAST_REST || Words.getLongLittleEndian(bytes, at) != FLAG_NAME)
        {
            return false;
        }
        at = number(bytes, FLAG, at + Long.BYTES, to);
        at = at < 0 ? FAULT : languageAndOpaque(bytes, at, to);
        at = at < 0 ? FAULT : typeAndVersion(bytes, at, to);
        return at == to - 1 && bytes[at] == '}';
    }

    private int languageAndOpaque(final byte[] bytes, final int at, final int to)
    {
        if (to - at > JAVA_LENGTH && isJava(bytes, at))
        {
            keepMember(at + LANGUAGE_VALUE, 4, Kinds.TEXT, LANGUAGE);
            numbers[LANGUAGE] = RemotingLanguage.JAVA.ordinal();
            numbersKnown |= 1 << LANGUAGE;
            return number(bytes, OPAQUE, at + JAVA_LENGTH, to);
        }
        final int behind = otherLanguage(bytes, at, to);
        return behind < 0 ? FAULT : opaque(bytes, behind, to);
    }

    private int otherLanguage(final byte[] bytes, final int at, final int to)
    {
        final int from = at + LANGUAGE_VALUE;
        if (to - from < LEAST_MEMBER || Words.getLongLittleEndian(bytes, at) != LANGUAGE_NAME
            || Words.getInt(bytes, at + 8)
                != LANGUAGE_MIDDLE
            || bytes[from - 1] != '"')
        {
            return FAULT;
        }
        final long text = text(bytes, from, to);
        if (text < 0 || (text & ESCAPED) != 0 || !RemotingLanguage.isExact(bytes, from, (int)text))
        {
            return FAULT;
        }
        keepMember(from, (int)text - from, Kinds.TEXT, LANGUAGE);
        return (int)text + 1;
    }

    private int opaque(final byte[] bytes, final int at, final int to)
    {
        final boolean good = to - at > OPAQUE_VALUE && Words.getLongLittleEndian(bytes, at) == OPAQUE_NAME && Words
            .getShort(bytes, at + 8) == OPAQUE_END;
        return good ? number(bytes, OPAQUE, at + OPAQUE_VALUE, to) : FAULT;
    }

    /** The remark, if there is one, the name of this encoding and the version. */
    private int typeAndVersion(final byte[] bytes, final int from, final int to)
    {
        int at = from;
        if (to - at > OPAQUE_VALUE && Words.getLongLittleEndian(bytes, at) == REMARK_NAME
            && Words.getShort(bytes, at + 8) == OPAQUE_END)
        {
            at = remark(bytes, at + OPAQUE_VALUE, to);
        }
        return at > 0 && to - at > TYPE_LENGTH && isType(bytes, at) ? number(bytes, VERSION, at + TYPE_LENGTH, to)
            : FAULT;
    }

    /** One branch, so that the array's bounds are checked once. */
    private static boolean isJava(final byte[] bytes, final int at)
    {
        return (Words.getLongLittleEndian(bytes, at) ^ LANGUAGE_NAME
            | Words.getLongLittleEndian(bytes, at + 8) ^ JAVA_SECOND
            | Words.getLongLittleEndian(bytes, at + 16) ^ JAVA_THIRD
            | Words.getLongLittleEndian(bytes, at + JAVA_LENGTH - 8) ^ JAVA_LAST) == 0;
    }

    private static boolean isType(final byte[] bytes, final int at)
    {
        return (Words.getLongLittleEndian(bytes, at) ^ TYPE_FIRST
            | Words.getLongLittleEndian(bytes, at + 8) ^ TYPE_SECOND
            | Words.getLongLittleEndian(bytes, at + 16) ^ TYPE_THIRD
            | Words.getLongLittleEndian(bytes, at + 24) ^ TYPE_FOURTH
            | Words.getLongLittleEndian(bytes, at + 32) ^ TYPE_FIFTH
            | Words.getLongLittleEndian(bytes, at + TYPE_LENGTH - 8) ^ TYPE_LAST) == 0;
    }

    private int remark(final byte[] bytes, final int from, final int to)
    {
        hasRemark = true;
        final long text = from < to && bytes[from] == '"' ? text(bytes, from + 1, to) : NO_TEXT;
        keepMember(from + 1, (int)text - from - 1, (text & ESCAPED) != 0 ? Kinds.JSON_TEXT : Kinds.TEXT, REMARK);
        return text < 0 ? FAULT : (int)text + 1;
    }

    /**
     * A number without a sign, of up to seven digits, which cannot overflow; gives the index behind it. What follows is
     * compared with what is due, so it is not looked at here, and may be that of the body.
     */
    private int number(final byte[] bytes, final int name, final int from, final int to)
    {
        final long word = CompactNames.wordAt(bytes, from, bytes.length);
        final int digits = Words.countDigits(word);
        if ((digits & 7) == 0 || (byte)word == '0' && digits > 1)
        {
            final boolean odd = (byte)word == ' ' || (byte)word == '-';
            return odd && name != CODE ? oddNumber(bytes, name, from, to) : digits == Long.BYTES ? longNumber(bytes,
                name, from, to, word) : FAULT;
        }
        if ((wanted >>> name & 1) != 0)
        {
            keepNumber(word, name, from, digits);
        }
        return from + digits;
    }

    private void keepNumber(final long word, final int name, final int from, final int digits)
    {
        // Handlers parse what they read of them.
        if (fillsRow())
        {
            numbers[name] = (int)Numbers.join((word ^ DIGIT_ZEROS) << Long.SIZE - (digits << 3));
            numbersKnown |= 1 << name;
        }
        keepMember(from, digits, Kinds.JSON_NUMBER, name);
    }

    /** A negative number, or one that was written over a longer one, as patches do it in place. */
    private int oddNumber(final byte[] bytes, final int name, final int from, final int to)
    {
        final long others = CompactNames.wordAt(bytes, from, to) ^ BLANKS;
        int at = from + (others == 0 ? Long.BYTES : Words.firstMarked(others));
        while (at < to && bytes[at] == ' ')
        {
            at++;
        }
        if (at - from > MOST_BLANKS || at >= to || bytes[at] != '-')
        {
            return at > from && at - from <= MOST_BLANKS && at < to ? number(bytes, name, at, to) : FAULT;
        }
        final long word = CompactNames.wordAt(bytes, at + 1, to);
        final int digits = Words.countDigits(word);
        final int delimiter = (int)(word >>> (digits << 3)) & 0xFF;
        if ((digits & 7) == 0 || (byte)word == '0' || delimiter != ',' && delimiter != '}')
        {
            return FAULT;
        }
        keepMember(at, digits + 1, Kinds.JSON_NUMBER, name);
        return at + 1 + digits;
    }

    /** A number of eight, nine or ten digits, of which the first eight are known, that fits in an int. */
    private int longNumber(final byte[] bytes, final int name, final int from, final int to, final long word)
    {
        final long next = CompactNames.wordAt(bytes, from + Long.BYTES, to);
        final int more = Words.countDigits(next);
        final long first = Long.reverseBytes(word) - GREATEST;
        final int last = (int)(Long.reverseBytes(next) >>> Long.SIZE - Short.SIZE);
        final boolean fits = more < 2 || more == 2 && (first < 0 || first == 0 && last <= GREATEST_END);
        final int behind = from + Long.BYTES + more;
        final boolean good = fits && (byte)word != '0' && behind < to && (bytes[behind] == ',' || bytes[behind] == '}');
        keepMember(from, Long.BYTES + more, Kinds.JSON_NUMBER, name);
        return good ? behind : FAULT;
    }
}
