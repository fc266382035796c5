package io.skim.scan.remoting;

import io.skim.bytes.Kinds;
import io.skim.bytes.Words;
import io.skim.scan.Limits;
import java.nio.charset.StandardCharsets;

/**
 * A whole JSON header in one run, as long as nothing about it is out of the ordinary: checked as strictly as member by
 * member, and those that are wanted are noted, in their order. What is out of the ordinary (blanks, comments, other
 * members or the same ones again, values of ext fields that are no strings, escapes in names) is turned away without a
 * word, be it good or bad: whoever looks at member after member tells the reason.
 * <p>
 * One thread at a time; allocates nothing, refers to nothing.
 *
 * @see "RemotingSerializable.encode and decode, release 5.5.1"
 */
final class JsonRun extends JsonTexts
{
    static final long EVERYTHING = -1;

    /** Shorter headers are not worth it. */
    private static final int LEAST_LENGTH = 64;
    /** The most of a header, so that lengths have twenty bits. */
    private static final int MOST_LENGTH = (1 << 20) - 1;
    /** {@code ,"":0}: no header has more members and entries than its length allows. */
    private static final int LEAST_MEMBER = 5;
    /** How many members and wanted entries have room. */
    private static final int MOST = 64;
    private static final int MOST_ENTRIES = MOST - RemotingField.values().length;
    private static final int LONGEST_NAME = 127;

    /** {@code ,"?":"} little-endian, a name from {@code @} to DEL. */
    private static final long ENTRY = 0x22_3A22_4022_2CL;
    /** The same behind a brace. */
    private static final long FIRST_ENTRY = ENTRY ^ ',' ^ '{';
    private static final long ENTRY_MASK = 0xFF_FFFF_C0FF_FFL;
    /** The backslash, which is no name. */
    private static final long NO_NAME = 1L << '\\';
    /** From an entry's comma to its value. */
    private static final int VALUE = 6;
    /** Added to the place of an entry and how long it is, it makes a note of its value. */
    private static final long SHORT_NOTE =
        ((long)VALUE << Integer.SIZE) - (VALUE << JsonNote.LENGTH_SHIFT) + JsonNote.of(0, 0,
            Kinds.TEXT, 1);
    /** What is looked at of an entry without asking. */
    private static final int WINDOW = VALUE + 2 * Long.BYTES;

    private static final int CODE = RemotingField.CODE.ordinal();
    private static final int FLAG = RemotingField.FLAG.ordinal();
    private static final int OPAQUE = RemotingField.OPAQUE.ordinal();
    private static final int VERSION = RemotingField.VERSION.ordinal();
    private static final int REMARK = RemotingField.REMARK.ordinal();
    private static final int LANGUAGE = RemotingField.LANGUAGE.ordinal();
    private static final int EXT_FIELDS = RemotingField.EXT_FIELDS.ordinal();

    private static final long CODE_NAME = start("{\"code\":");
    private static final long EXT_FIELDS_NAME = start(",\"extFields");
    private static final long EXT_FIELDS_NAME_END = start("lds\":{  ") << 16 >>> 16;
    private static final long EXT_FIELDS_NAME_END_MASK = 0xFFFF_FFFF_FFFFL;
    private static final int EXT_FIELDS_VALUE = 13;
    private static final long FLAG_NAME = start(",\"flag\":");
    private static final long LANGUAGE_NAME = start(",\"language");
    private static final long LANGUAGE_REST = start("ge\":\"JAV");
    private static final int LANGUAGE_END = 'A' << 8 | '"';
    private static final int LANGUAGE_LENGTH = 18;
    private static final long OPAQUE_NAME = start(",\"opaque");
    private static final long REMARK_NAME = start(",\"remark");
    private static final int OPAQUE_END = '"' << 8 | ':';
    private static final int REMARK_END = OPAQUE_END;
    private static final long SERIALIZE_TYPE_NAME = start(",\"serializeTypeCurrentRPC");
    private static final long VERSION_NAME = start(",\"version");
    /** {@code n":}, big-endian. */
    private static final int VERSION_END = 0x6E22_3A00;
    private static final int VERSION_END_MASK = 0xFFFF_FF00;
    /** What stands behind the ext fields at least. */
    private static final int LEAST_REST = 32;

    /** {@code C":"JSON}, the end of the longest name and its value, little-endian. */
    private static final long SERIALIZED_AS_JSON = 0x4E4F_534A_223A_2243L;
    private static final int SERIALIZE_TYPE_LENGTH = 33;
    /** The first eight digits of the greatest int, big-endian, and the other two. */
    private static final long GREATEST = 0x3231_3437_3438_3336L;
    private static final int GREATEST_END = 0x3437;
    /** Before a number in the place of a longer one. */
    private static final int MOST_BLANKS = 10;

    private static final int FAULT = -1;
    /** Where members and wanted entries stand, see {@link JsonNote}. */
    private final long[] noted = new long[MOST];
    private final int longestName;
    private final int longestValue;
    private final int mostMembers;

    int count;
    private int wanted;
    /** How many notes end the run: too many, or the first one. */
    private int enough;
    private int codeFrom;
    /** Where the frame begins. */
    int base;
    /** The numbers of the first entry's note, behind that of the ext fields, and the first one behind the entries. */
    int firstEntry;
    int entriesEnd;
    /** Where the ext fields begin and end; both 0 if there are none. */
    int mapFrom;
    int mapTo;
    JsonRun(final Limits limits, final int[] escapes)
    {
        super(escapes);
        longestName = Math.min(limits.maxNameLength(), LONGEST_NAME);
        longestValue = Math.min(limits.maxValueLength(), MOST_LENGTH);
        mostMembers = limits.maxEntryCount();
    }

    private static long start(final String text)
    {
        return Words.getLongLittleEndian(text.getBytes(StandardCharsets.US_ASCII), 0);
    }

    /** The code's value. */
    int code(final byte[] bytes)
    {
        int value = 0;
        for (int at = codeFrom; bytes[at] >= '0'; at++)
        {
            value = value * 10 + bytes[at] - '0';
        }
        return value;
    }

    boolean hasExtFields()
    {
        return mapFrom != 0;
    }

    /** A member or wanted entry, from 0 to below {@link #count}. */
    long noted(final int number)
    {
        return noted[number];
    }

    /** Notes a member if it is wanted: so far there is room for all of them. */
    private void keepMember(final int from, final int length, final int kind, final int member)
    {
        if ((wanted >>> member & 1) != 0)
        {
            noted[count] = JsonNote.of(from, length, kind, JsonNote.MEMBER | member);
            count++;
        }
    }

    /** Notes an entry; false if no more are to be noted. */
    private boolean keep(final int from, final int length, final int kind, final int name)
    {
        final int number = count;
        noted[number] = JsonNote.of(from, length, kind, name);
        count = number + 1;
        return number + 1 < enough;
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
        final long lengths,
        final int fields)
    {
        final int length = to - from;
        base = start;
        count = 0;
        enough = MOST_ENTRIES;
        wanted = fields | 1 << EXT_FIELDS;
        codeFrom = from + Long.BYTES;
        firstEntry = 1;
        entriesEnd = 0;
        mapFrom = 0;
        mapTo = 0;
        escapesFrom = 0;
        return length >= LEAST_LENGTH && length <= longestValue && length / LEAST_MEMBER < mostMembers && Words
            .getLongLittleEndian(bytes, from) == CODE_NAME && members(bytes, from + Long.BYTES, to, letters, lengths);
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
        final int length = to - from;
        base = start;
        count = 0;
        enough = 1;
        wanted = 0;
        if (length < LEAST_LENGTH || length > longestValue || length / LEAST_MEMBER >= mostMembers || Words
            .getLongLittleEndian(bytes, from) != CODE_NAME)
        {
            return false;
        }
        final int at = number(bytes, CODE, from + Long.BYTES, to);
        if (at > 0 && hasExtFields(bytes, at, to))
        {
            entries(bytes, at + EXT_FIELDS_VALUE, to, letters, lengths);
        }
        return count > 0;
    }

    private static boolean hasExtFields(final byte[] bytes, final int at, final int to)
    {
        return to - at > LEAST_REST && Words.getLongLittleEndian(bytes, at) == EXT_FIELDS_NAME
            && (Words.getLongLittleEndian(bytes, at + Long.BYTES) & EXT_FIELDS_NAME_END_MASK) == EXT_FIELDS_NAME_END;
    }

    /** All members from the code's value on. */
    private boolean members(final byte[] bytes, final int from, final int to, final long letters, final long lengths)
    {
        int at = number(bytes, CODE, from, to);
        if (at > 0 && hasExtFields(bytes, at, to))
        {
            at = entries(bytes, at + EXT_FIELDS_VALUE, to, letters, lengths);
        }
        if (at < 0 || to - at < LEAST_REST || Words.getLongLittleEndian(bytes, at) != FLAG_NAME)
        {
            return false;
        }
        at = number(bytes, FLAG, at + Long.BYTES, to);
        at = at < 0 ? FAULT : language(bytes, at, to);
        at = at < 0 ? FAULT : opaque(bytes, at, to);
        at = at < 0 ? FAULT : serializeType(bytes, at, to);
        at = at < 0 ? FAULT : version(bytes, at, to);
        return at == to - 1 && bytes[at] == '}';
    }

    private int language(final byte[] bytes, final int at, final int to)
    {
        final boolean good = to - at > LANGUAGE_LENGTH && Words.getLongLittleEndian(bytes, at) == LANGUAGE_NAME && Words
            .getLongLittleEndian(bytes, at + 8) == LANGUAGE_REST && Words.getShort(bytes, at + 16) == LANGUAGE_END;
        keepMember(at + LANGUAGE_LENGTH - 5, 4, Kinds.TEXT, LANGUAGE);
        return good ? at + LANGUAGE_LENGTH : FAULT;
    }

    private int opaque(final byte[] bytes, final int at, final int to)
    {
        final boolean good =
            to - at > 10 && Words.getLongLittleEndian(bytes, at) == OPAQUE_NAME && Words.getShort(bytes, at
                + 8) == OPAQUE_END;
        return good ? number(bytes, OPAQUE, at + 10, to) : FAULT;
    }

    /** The remark, if there is one, and the name of this encoding. */
    private int serializeType(final byte[] bytes, final int from, final int to)
    {
        int at = from;
        if (to - at > 10 && Words.getLongLittleEndian(bytes, at) == REMARK_NAME
            && Words.getShort(bytes, at + 8) == REMARK_END)
        {
            at = remark(bytes, at + 10, to);
        }
        final boolean good = at > 0 && to - at > SERIALIZE_TYPE_LENGTH && Words.getLongLittleEndian(bytes, at)
            == SERIALIZE_TYPE_NAME && Words.getLongLittleEndian(bytes, at + 8) == CompactNames.SERIALIZE_TYPE_MIDDLE
            && Words
                .getLongLittleEndian(bytes, at + 16) == CompactNames.SERIALIZE_TYPE_END
            && Words.getLongLittleEndian(bytes,
                at + 24) == SERIALIZED_AS_JSON
            && bytes[at + 32] == '"';
        return good ? at + SERIALIZE_TYPE_LENGTH : FAULT;
    }

    private int remark(final byte[] bytes, final int from, final int to)
    {
        final long text = from < to && bytes[from] == '"' ? text(bytes, from + 1, to) : NO_TEXT;
        keepMember(from + 1, (int)text - from - 1, (text & ESCAPED) != 0 ? Kinds.JSON_TEXT : Kinds.TEXT, REMARK);
        return text < 0 ? FAULT : (int)text + 1;
    }

    private int version(final byte[] bytes, final int at, final int to)
    {
        final boolean good =
            to - at > 11 && Words.getLongLittleEndian(bytes, at) == VERSION_NAME && (Words.getInt(bytes, at
                + 8) & VERSION_END_MASK) == VERSION_END;
        return good ? number(bytes, VERSION, at + 11, to) : FAULT;
    }

    /** The eight bytes from an index on, little-endian; fewer at the header's end, with zeros behind them. */
    private static long wordAt(final byte[] bytes, final int from, final int to)
    {
        final int left = to - from;
        return left >= Long.BYTES ? Words.getLongLittleEndian(bytes, from) : left <= 0 ? 0 : Words.getLongLittleEndian(
            bytes, to - Long.BYTES) >>> (Long.BYTES - left << 3);
    }

    /** A number without a sign, of up to seven digits, which cannot overflow; gives the index behind it. */
    private int number(final byte[] bytes, final int name, final int from, final int to)
    {
        final long word = wordAt(bytes, from, to);
        final int digits = Words.countDigits(word);
        final int delimiter = (int)(word >>> (digits << 3)) & 0xFF;
        if ((digits & 7) == 0 || (byte)word == '0' && digits > 1 || delimiter != ',' && delimiter != '}')
        {
            final boolean odd = (byte)word == ' ' || (byte)word == '-';
            return odd && name != CODE ? oddNumber(bytes, name, from, to) : longNumber(bytes, name, from, to);
        }
        keepMember(from, digits, Kinds.JSON_NUMBER, name);
        return from + digits;
    }

    /** A negative number, or one that was written over a longer one, as patches do it in place. */
    private int oddNumber(final byte[] bytes, final int name, final int from, final int to)
    {
        int at = from;
        while (at < to && bytes[at] == ' ')
        {
            at++;
        }
        if (at - from > MOST_BLANKS || at >= to || bytes[at] != '-')
        {
            return at > from && at - from <= MOST_BLANKS && at < to ? number(bytes, name, at, to) : FAULT;
        }
        final long word = wordAt(bytes, at + 1, to);
        final int digits = Words.countDigits(word);
        final int delimiter = (int)(word >>> (digits << 3)) & 0xFF;
        if ((digits & 7) == 0 || (byte)word == '0' || delimiter != ',' && delimiter != '}')
        {
            return FAULT;
        }
        keepMember(at, digits + 1, Kinds.JSON_NUMBER, name);
        return at + 1 + digits;
    }

    /** A number of eight, nine or ten digits that fits in an int. */
    private int longNumber(final byte[] bytes, final int name, final int from, final int to)
    {
        final long word = wordAt(bytes, from, to);
        final long next = wordAt(bytes, from + Long.BYTES, to);
        final int more = Words.countDigits(word) == Long.BYTES ? Words.countDigits(next) : Long.BYTES;
        final long first = Long.reverseBytes(word) - GREATEST;
        final int last = (int)(Long.reverseBytes(next) >>> Long.SIZE - Short.SIZE);
        final boolean fits = more < 2 || more == 2 && (first < 0 || first == 0 && last <= GREATEST_END);
        final int behind = from + Long.BYTES + more;
        final boolean good = fits && (byte)word != '0' && behind < to && (bytes[behind] == ',' || bytes[behind] == '}');
        keepMember(from, Long.BYTES + more, Kinds.JSON_NUMBER, name);
        return good ? behind : FAULT;
    }

    /** All ext fields; gives the index behind their closing brace. */
    private int entries(final byte[] bytes, final int open, final int to, final long letters, final long lengths)
    {
        keepMember(open, 0, Kinds.NULL, EXT_FIELDS);
        mapFrom = open;
        firstEntry = count;
        int at = open;
        do
        {
            at = letters == EVERYTHING ? noteEntries(bytes, at, to) : plainEntries(bytes, at, to, letters | NO_NAME);
            if (at < to && (bytes[at] == ',' || at == open) && count < enough)
            {
                at = entry(bytes, at, to, letters, lengths);
            }
        }
        while (at >= 0 && at < to && bytes[at] == ',' && count < enough);
        mapTo = at + 1;
        entriesEnd = count;
        return at >= 0 && at < to && bytes[at] == '}' ? at + 1 : FAULT;
    }

    /**
     * Passes over entries with a name of one letter and a value of up to sixteen bytes in ASCII without escapes, from the
     * first one's comma or the brace on; gives the index of the comma or brace behind the last of them.
     */
    private int plainEntries(final byte[] bytes, final int from, final int to, final long letters)
    {
        final int limit = Math.min(to, bytes.length - WINDOW);
        long due = bytes[from] == ',' ? ENTRY : FIRST_ENTRY;
        int at = from;
        while (at < limit)
        {
            final long word = Words.getLongLittleEndian(bytes, at);
            if ((word & ENTRY_MASK) != due)
            {
                break;
            }
            // The commonest length is a branch: the next entry is then read without waiting for this one's length.
            final int close = isOneDigit(word) ? at + VALUE + 1 : closeOf(bytes, at + VALUE);
            final int name = (int)(word >>> 16);
            if (bytes[close] != '"' || (letters >>> name & 1) != 0 && !keepShort(name, at + VALUE, close - at - VALUE))
            {
                break;
            }
            at = close + 1;
            due = ENTRY;
        }
        return at;
    }

    /** As {@link #plainEntries}, and notes each of them: a loop of its own, so that neither needs the other's registers. */
    private int noteEntries(final byte[] bytes, final int from, final int to)
    {
        final long[] notes = noted;
        final int limit = Math.min(to, bytes.length - WINDOW);
        int number = count;
        long due = bytes[from] == ',' ? ENTRY : FIRST_ENTRY;
        int at = from;
        while (at < limit && number < MOST_ENTRIES)
        {
            final long word = Words.getLongLittleEndian(bytes, at);
            if ((word & ENTRY_MASK) != due || (byte)(word >>> 16) == '\\')
            {
                break;
            }
            final int close = isOneDigit(word) ? at + VALUE + 1 : closeOf(bytes, at + VALUE);
            if (bytes[close] != '"')
            {
                break;
            }
            notes[number++] = ((long)at << Integer.SIZE) + SHORT_NOTE + (close - at << JsonNote.LENGTH_SHIFT);
            at = close + 1;
            due = ENTRY;
        }
        count = number;
        return at;
    }

    /** Whether the value of an entry that begins with a word is one digit. */
    private static boolean isOneDigit(final long word)
    {
        return word >>> 56 == '"' && ((word >>> 48) - '0' & 0xFF) < 10;
    }

    /** The index of the quote or backslash behind up to sixteen bytes in ASCII; else that of some other byte. */
    private int closeOf(final byte[] bytes, final int from)
    {
        final long value = Words.getLongLittleEndian(bytes, from);
        // As in Words.match: the lowest mark is exact.
        final long marks = ((value ^ quotes) - lowBits | (value ^ backslashes) - lowBits) & ~value & lowBits << 7;
        long high = value;
        int close = from + Words.firstMarked(marks);
        if (marks == 0)
        {
            final long second = Words.getLongLittleEndian(bytes, from + Long.BYTES);
            final long more = ((second ^ quotes) - lowBits | (second ^ backslashes) - lowBits) & ~second & lowBits << 7;
            close += Words.firstMarked(more);
            high |= second;
        }
        // The colon before the value is no quote.
        return (high & lowBits << 7) == 0 ? close : from - 2;
    }

    private boolean keepShort(final int name, final int from, final int length)
    {
        return (NO_NAME >>> name & 1) == 0 && keep(from, length, Kinds.TEXT, 1);
    }

    /** Any entry whose name has no escapes, from its comma or the brace on; gives the index behind its value. */
    private int entry(final byte[] bytes, final int at, final int to, final long letters, final long lengths)
    {
        if (to - at <= Long.BYTES)
        {
            return FAULT;
        }
        final long word = Words.getLongLittleEndian(bytes, at);
        final int name = (int)(word >>> 16);
        if (((word ^ ENTRY) & ENTRY_MASK & ~0xFFL) != 0 || (NO_NAME >>> name & 1) != 0)
        {
            return otherEntry(bytes, at + 2, to, letters, lengths);
        }
        final long text = text(bytes, at + VALUE, to);
        return text < 0 ? FAULT : (letters >>> name & 1) == 0 ? (int)text + 1 : keepEntry(at + VALUE, text, 1);
    }

    private int keepEntry(final int from, final long text, final int nameLength)
    {
        final int close = (int)text;
        return keep(from, close - from, (text & ESCAPED) != 0 ? Kinds.JSON_TEXT : Kinds.TEXT, nameLength) ? close + 1
            : FAULT;
    }

    /** An entry with a longer name, or an odd one. */
    private int otherEntry(final byte[] bytes, final int name, final int to, final long letters, final long lengths)
    {
        final long end = bytes[name - 1] == '"' ? text(bytes, name, to) : NO_TEXT;
        final int length = (int)end - name;
        final int from = (int)end + 3;
        if (end < 0 || (end & ESCAPED) != 0 || length > longestName || from >= to || bytes[from - 2] != ':'
            || bytes[from - 1] != '"' || !isPlainName(bytes, name, length, letters))
        {
            return FAULT;
        }
        final long text = text(bytes, from, to);
        final boolean wanted = ((length == 1 ? letters >>> bytes[name] : lengths >>> length) & 1) != 0;
        return text < 0 ? FAULT : wanted ? keepEntry(from, text, length) : (int)text + 1;
    }

    /** Whether a name is none that some reader takes for something else, and whether it is wanted can be told. */
    private static boolean isPlainName(final byte[] bytes, final int from, final int length, final long letters)
    {
        final byte first = bytes[from];
        return length == 1 ? first >= '@' && first < 0x7F || letters == EVERYTHING && first > 0
            : length > 1 && first != '@'
                && first != '$' && Words.indexOf(bytes, from, from + length, 0) == from + length;
    }
}
