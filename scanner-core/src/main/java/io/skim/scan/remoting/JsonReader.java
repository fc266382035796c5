package io.skim.scan.remoting;

import io.skim.bytes.Kinds;
import io.skim.bytes.Numbers;
import io.skim.bytes.Words;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;

/**
 * Pulls the members of a JSON header, and the entries of its ext fields, one by one.
 *
 * <pre>
 *            nextMember               nextEntry
 *  begin ──► member ──► member ... ──► END_OF_HEADER
 *              │ ▲
 *   extFields: { │ } END
 *              ▼ │
 *            entry ──► entry ...
 * </pre>
 *
 * @see "RemotingSerializable.decode, release 5.5.1"
 */
final class JsonReader extends JsonEntries
{
    static final int END_OF_HEADER = -2;
    /** To stop at each known member. */
    static final int EVERY_MEMBER = -1;

    private static final int HEADER = 8;
    private static final int CODE = RemotingField.CODE.ordinal();
    private static final int LANGUAGE = RemotingField.LANGUAGE.ordinal();
    private static final int OPAQUE = RemotingField.OPAQUE.ordinal();
    private static final int REMARK = RemotingField.REMARK.ordinal();
    private static final int EXT_FIELDS = RemotingField.EXT_FIELDS.ordinal();

    /** {@code "JAVA"} with its quotes, little-endian. */
    private static final long JAVA = 0x22_4156_414A_22L;
    private static final long JAVA_MASK = 0xFFFF_FFFF_FFFFL;
    /** {@code "JSON"} likewise. */
    private static final long JSON = 0x22_4E4F_534A_22L;

    private final JsonSkipper skipper;

    private boolean first;
    /** Whether the header was begun by {@link #beginAtEntries}. */
    private boolean begunAtEntries;
    private int mapOffset;
    private int memberCount;
    private int extFieldsCount;
    private boolean opaqueSeen;
    /** Where the code's value stands; the length is negative if no code was met. */
    int codeOffset;
    int codeLength;

    JsonReader(final Fault fault, final Limits limits, final Strictness strictness)
    {
        super(fault, limits, strictness);
        skipper = new JsonSkipper(this);
    }

    /**
     * Begins a header, up to the opening brace.
     *
     * @return 0, or {@link #FAULT}.
     */
    int begin(final FrameView frame, final int headerLength)
    {
        wrap(frame, HEADER, headerLength);
        first = true;
        inExtFields = false;
        memberCount = 0;
        extFieldsCount = 0;
        opaqueSeen = false;
        codeLength = -1;
        ahead = false;
        begunAtEntries = false;
        final int open = headerLength > 0 && array()[start] == '{' ? start : blanksAndComment(start);
        if (open < 0)
        {
            return FAULT;
        }
        if (open == end)
        {
            return fault.at(start - base, Reason.HEADER_EMPTY, headerLength, headerLength);
        }
        if (array()[open] != '{')
        {
            return unexpected(open, '{');
        }
        position = open + 1;
        return 0;
    }

    /**
     * Begins a header in which the ext fields follow the code, as in nearly all: those two are entered as {@link #begin}
     * and {@link #nextMember} would enter them, one by one.
     *
     * @return false if it is to be begun the other way.
     */
    boolean beginAtEntries(final FrameView frame, final int headerLength)
    {
        wrap(frame, HEADER, headerLength);
        final int digits = run.digitsBeforeEntries(array(), start, end);
        if (digits == 0)
        {
            return false;
        }
        ahead = false;
        begunAtEntries = true;
        first = false;
        opaqueSeen = false;
        memberCount = 2;
        extFieldsCount = 1;
        codeOffset = HEADER + JsonRun.CODE_VALUE;
        codeLength = digits;
        mapOffset = codeOffset + digits + JsonRun.EXT_FIELDS_VALUE;
        position = base + mapOffset + 1;
        value(position - 1, position - 1, Kinds.NULL);
        beginEntries();
        return true;
    }

    /**
     * Looks at a whole header before it is read, instead of {@link #begin}.
     *
     * @param letters marks of the entries that are wanted, as for {@link JsonRun#pass}.
     * @param lengths likewise.
     * @param fields  likewise of the members.
     * @return whether all of it is good, and members and entries come from {@link #run} from now on, no others than are
     *     wanted; if not, it is to be read as if nobody had looked.
     */
    boolean lookAhead(final FrameView frame, final int headerLength, final long letters, final long lengths,
        final int fields)
    {
        wrap(frame, HEADER, headerLength);
        final JsonRun found = run;
        ahead = found.pass(array(), base, start, end, letters, lengths, fields);
        if (ahead)
        {
            inExtFields = false;
            next = 0;
        }
        return ahead;
    }

    /** Looks for the first wanted entry, as {@link JsonRun#find} does; instead of {@link #begin} if there is one. */
    boolean find(final FrameView frame, final int headerLength, final long letters, final long lengths)
    {
        wrap(frame, HEADER, headerLength);
        return run.find(array(), base, start, end, letters, lengths);
    }

    /**
     * Looks ahead at the whole header if none of the ext fields has been read. If all of it is good, as {@link #lookAhead}
     * says, all entries are noted in the row, and none is left; else nothing is.
     *
     * @param row   to note them in.
     * @param names with their ids; none is too great for the row.
     */
    void lookAheadOfEntries(final RemotingRow row, final RemotingNames names)
    {
        if (!isBeforeEntries())
        {
            return;
        }
        final JsonRun found = run;
        found.note(JsonTexts.NO_ESCAPE, 0);
        found.noteInto(row, names);
        ahead = begunAtEntries ? found.passFromEntries(array(), base, start, end, codeLength)
            : found.pass(array(), base, start, end, JsonRun.EVERYTHING, JsonRun.EVERYTHING, EVERY_MEMBER);
        found.noteInto(null, null);
        next = found.entriesEnd;
        if (!ahead)
        {
            row.clear();
        }
    }

    @Override
    boolean hasEscapesOf(final int from)
    {
        return ahead ? run.escapesKnown && run.escapesFrom == from : super.hasEscapesOf(from);
    }

    /** How many separators of that text are noted. */
    int escapeCount()
    {
        return ahead ? run.escapeCount : escapeCount;
    }

    /**
     * Whether the string that begins at an index has no other escapes than those of quotes and separators, and of these at
     * least those are noted behind which a name may be one that was asked for by {@link JsonRun#note}.
     */
    boolean hasNamesOf(final int from)
    {
        return hasEscapesOf(from) && (ahead ? run.quotesAlone : escapesAlone);
    }

    private int nextNotedMember(final int wanted)
    {
        while (next < run.count)
        {
            final long note = run.noted(next++);
            final int field = JsonNote.member(note);
            final int from = JsonNote.value(note);
            if (field == EXT_FIELDS)
            {
                mapOffset = from - base;
                position = from + 1;
                inExtFields = true;
            }
            if (field != JsonNote.NO_MEMBER && (wanted >>> field & 1) != 0)
            {
                valueOffset = from - base;
                valueLength = JsonNote.length(note);
                valueKind = JsonNote.kind(note);
                return field;
            }
        }
        position = end;
        return END_OF_HEADER;
    }

    /** Whether {@link #nextMember} has just entered the ext fields, whose entries are due. */
    boolean isInExtFields()
    {
        return inExtFields;
    }

    @Override
    int code()
    {
        if (ahead)
        {
            return run.code(array());
        }
        final int from = base + codeOffset;
        return codeLength < 0 ? 0 : (int)Numbers.parseOddInt(array(), from, from + codeLength);
    }

    @Override
    int mapOffset()
    {
        return mapOffset;
    }

    @Override
    int offset()
    {
        return position - base;
    }

    /**
     * Moves to the next known member; unknown ones are checked and passed over.
     *
     * @param wanted marks the members to stop at, by ordinal; others may be passed over, but for the ext fields.
     * @return the ordinal of its {@link RemotingField}, with the value set; {@link #END_OF_HEADER}; or {@link #FAULT}.
     */
    int nextMember(final int wanted)
    {
        if (ahead)
        {
            return nextNotedMember(wanted | 1 << EXT_FIELDS);
        }
        while (true)
        {
            final int compact = nextCompactMember(wanted | 1 << EXT_FIELDS);
            if (compact != JsonNames.UNKNOWN)
            {
                return compact;
            }
            final int key = nextKey(first);
            if (key <= 0)
            {
                return key < 0 ? FAULT : finish();
            }
            if (++memberCount > limits.maxEntryCount())
            {
                return fault.at(keyOffset - 1, Reason.TOO_MANY_ENTRIES, memberCount, limits.maxEntryCount());
            }
            first = false;
            final int name = JsonNames.classify(array(), base + keyOffset, keyLength, keyKind, !lenient);
            // Known names are the protocol's, however long; what a peer may choose is limited.
            if ((name == JsonNames.UNKNOWN || name == JsonNames.AMBIGUOUS) && checkNameLength() < 0)
            {
                return FAULT;
            }
            final int behind = name < JsonNames.UNKNOWN ? member(name, position) : otherMember(name, position);
            if (behind < 0)
            {
                return FAULT;
            }
            position = behind;
            if (name < JsonNames.UNKNOWN)
            {
                return name;
            }
        }
    }

    /**
     * Passes over members whose names are written as compactly as Java and Go write them, as far as the first that is
     * wanted. The place goes from one to the next in a variable, so that none need wait for a store.
     *
     * @return as for {@link #nextMember}; or {@link JsonNames#UNKNOWN} before anything else.
     */
    private int nextCompactMember(final int wanted)
    {
        final byte[] bytes = array();
        final int most = limits.maxEntryCount();
        int at = first ? position - 1 : position;
        while (end - at >= CompactNames.LEAST && (bytes[at] == ',' || first) && memberCount < most)
        {
            final int found = CompactNames.find(Words.getLongLittleEndian(bytes, at),
                CompactNames.wordAt(bytes, at + Long.BYTES, end));
            final int from = at + CompactNames.distance(found);
            if (found == CompactNames.NONE || from >= end || bytes[from] <= ' ')
            {
                break;
            }
            keyOffset = at + 2 - base;
            final int name = CompactNames.member(found);
            if (name == JsonNames.SERIALIZE_TYPE)
            {
                if (!CompactNames.isSerializedAsJson(bytes, at, end))
                {
                    break;
                }
                at += CompactNames.SERIALIZED_AS_JSON_LENGTH;
                memberCount++;
                continue;
            }
            at = member(name, from);
            if (at < 0)
            {
                return FAULT;
            }
            memberCount++;
            first = false;
            if ((wanted >>> name & 1) != 0)
            {
                position = at;
                return name;
            }
        }
        if (end - at == 1 && bytes[at] == '}' && opaqueSeen)
        {
            position = end;
            return END_OF_HEADER;
        }
        position = first ? at + 1 : at;
        return JsonNames.UNKNOWN;
    }

    private int finish()
    {
        int at = blanksAndComment(position);
        if (lenient)
        {
            while (at >= 0 && at < end && array()[at] == 0)
            {
                at = blanks(at + 1);
            }
        }
        if (at < 0)
        {
            return FAULT;
        }
        if (at < end)
        {
            return faultAt(at, Reason.JSON_TRAILING_TEXT);
        }
        if (!opaqueSeen && !lenient)
        {
            return fault.at(position - 1 - base, Reason.OPAQUE_MISSING, 0, 0);
        }
        return END_OF_HEADER;
    }

    private int member(final int field, final int at)
    {
        final int behind;
        if (field == EXT_FIELDS)
        {
            behind = extFields(at);
        }
        else if (field == REMARK)
        {
            behind = values.remark(at);
        }
        else if (field == LANGUAGE)
        {
            behind = isJava(at) ? java(at) : values.language(at);
        }
        else
        {
            behind = number(field, at);
        }
        return behind < 0 || checkValueLength() < 0 ? FAULT : behind;
    }

    private boolean isJava(final int at)
    {
        return end - at >= Long.BYTES && (Words.getLongLittleEndian(array(), at) & JAVA_MASK) == JAVA;
    }

    private int java(final int at)
    {
        value(at + 1, at + 5, Kinds.TEXT);
        return at + 6;
    }

    private int otherMember(final int name, final int at)
    {
        if (name == JsonNames.AMBIGUOUS)
        {
            return fault.at(keyOffset, Reason.JSON_AMBIGUOUS_NAME, keyLength, 0);
        }
        if (name == JsonNames.RESERVED && !lenient)
        {
            return fault.at(keyOffset, Reason.JSON_RESERVED_MEMBER, keyLength, 0);
        }
        return name == JsonNames.SERIALIZE_TYPE ? serializeType(at) : name == JsonNames.RESERVED ? values.reserved(at)
            : skipper.skip(at);
    }

    private int serializeType(final int at)
    {
        final boolean json = end - at >= Long.BYTES && (Words.getLongLittleEndian(array(), at) & JAVA_MASK) == JSON;
        return json ? at + 6 : values.serializeType(at);
    }

    private int extFields(final int at)
    {
        if (++extFieldsCount > 1)
        {
            return fault.at(keyOffset, Reason.JSON_DUPLICATE_EXT_FIELDS, extFieldsCount, 1);
        }
        mapOffset = at - base;
        value(at, at, Kinds.NULL);
        if (array()[at] == '{')
        {
            beginEntries();
            return at + 1;
        }
        if (array()[at] == 'n')
        {
            return literal(at);
        }
        final boolean empty = lenient && array()[at] == '"' && end - at > 1 && array()[at + 1] == '"';
        return empty ? at + 2 : faultAt(at, Reason.JSON_VALUE_TYPE);
    }

    /**
     * An int member: here the form that all writers use, up to seven digits and a delimiter, which cannot overflow. All
     * other forms in {@link JsonValues}.
     */
    private int number(final int field, final int from)
    {
        final long word = CompactNames.wordAt(array(), from, end);
        final int count = Words.countDigits(word);
        final int delimiter = (int)(word >>> (count << 3)) & 0xFF;
        int behind = from + count;
        if ((count & 7) == 0 || (byte)word == '0' && count > 1 || delimiter != ',' && delimiter != '}')
        {
            behind = values.number(from);
            if (behind < 0)
            {
                return FAULT;
            }
        }
        else
        {
            value(from, behind, Kinds.JSON_NUMBER);
        }
        opaqueSeen |= field == OPAQUE;
        if (field == CODE)
        {
            codeOffset = valueOffset;
            codeLength = valueLength;
        }
        return behind;
    }
}
