package io.skim.scan.remoting;

import io.skim.bytes.HeaderIndex;
import io.skim.bytes.Kinds;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.spi.Faults;

/**
 * The slow path of {@link JsonIndexer}: parses one member, or one entry of the ext fields, with all rules of the format,
 * and alone makes faults. What is passed over before it is known to be good, by whichever path.
 *
 * <pre>
 *  begin ──► member ──► member ... ──► END
 *              │ ▲
 *   extFields: { │ }
 *              ▼ │
 *            entry ──► entry ...
 * </pre>
 *
 * @see "RemotingSerializable.decode, release 5.5.1"
 */
final class JsonParser
{
    static final int FAULT = JsonText.FAULT;
    /** The header has ended. */
    static final int END = 0;
    /** A member or an entry was parsed, or the ext fields were closed. */
    static final int PART = 1;

    private static final int HEADER = 8;
    private static final int LANGUAGE = RemotingField.LANGUAGE.ordinal();
    private static final int OPAQUE = RemotingField.OPAQUE.ordinal();
    private static final int REMARK = RemotingField.REMARK.ordinal();
    private static final int EXT_FIELDS = RemotingField.EXT_FIELDS.ordinal();

    final JsonText text;
    private final JsonValueParser values;
    private final Fault fault;
    private final int maxNameLength;
    private final int maxValueLength;
    private final int maxEntryCount;

    /** What is filled. */
    @SuppressWarnings("NullAway.Init") // begin sets it
    HeaderIndex index;
    /** Where the next separator is due; behind an opening brace, the first name. An index in the array. */
    int position;
    /** How many members were begun, known or not. */
    int memberCount;
    /** How many entries were passed, indexed or not. */
    int entryCount;
    /** Whether the ext fields are open, whose entries are due. */
    boolean inExtFields;
    /** Where the ext fields begin; 0 before. */
    int mapFrom;
    /** How many members and entries it has parsed, of all headers: few if the fast path does what it is for. */
    long parsed;

    private int keyFrom;
    private int keyLength;
    private int keyKind;

    JsonParser(final Fault fault, final Limits limits, final Strictness strictness)
    {
        this.fault = fault;
        maxNameLength = limits.maxNameLength();
        maxValueLength = limits.maxValueLength();
        maxEntryCount = limits.maxEntryCount();
        text = new JsonText(fault, strictness);
        values = new JsonValueParser(text, fault, limits);
    }

    /**
     * Begins a header, up to the opening brace.
     *
     * @param frame        of which the header is loaded.
     * @param headerLength in bytes.
     * @param filled       begun anew.
     * @return 0, or {@link #FAULT}.
     */
    int begin(final FrameView frame, final int headerLength, final HeaderIndex filled)
    {
        // A store of a reference costs a GC write barrier.
        if (index != filled)
        {
            index = filled;
        }
        filled.begin();
        filled.bodyOffset = HEADER + headerLength;
        text.begin(frame, headerLength, filled);
        memberCount = 0;
        entryCount = 0;
        inExtFields = false;
        mapFrom = 0;
        final byte[] bytes = text.array();
        final int open = headerLength > 0 && bytes[text.start] == '{' ? text.start : text.blanksAndComment(text.start);
        if (open < 0)
        {
            return FAULT;
        }
        if (open == text.end)
        {
            return Faults.at(fault, HEADER, Reason.HEADER_EMPTY, headerLength, headerLength);
        }
        if (bytes[open] != '{')
        {
            return text.unexpected(open, '{');
        }
        position = open + 1;
        return 0;
    }

    /**
     * Parses what is next.
     *
     * @return {@link #PART}, {@link #END} or {@link #FAULT}.
     */
    int next()
    {
        parsed++;
        return inExtFields ? entry() : member();
    }

    /**
     * Passes over the separator and the next name and colon; the position is on the value then.
     *
     * @param first whether the object's brace has just been opened.
     * @return the index of the name's quote; {@link #END} if the object ends here; or {@link #FAULT}.
     */
    private int key(final boolean first)
    {
        final byte[] bytes = text.array();
        final int end = text.end;
        int at = first ? text.blanksAndComment(position) : text.blanks(position);
        if (at < 0)
        {
            return FAULT;
        }
        if (at == end)
        {
            return text.truncated();
        }
        if (bytes[at] == '}')
        {
            position = at + 1;
            return END;
        }
        if (!first)
        {
            if (bytes[at] != ',')
            {
                return text.unexpected(at, ',');
            }
            at = inExtFields ? text.blanks(at + 1) : text.blanksAndComment(at + 1);
            if (at < 0)
            {
                return FAULT;
            }
            if (at == end)
            {
                return text.truncated();
            }
        }
        return name(bytes, at);
    }

    private int name(final byte[] bytes, final int open)
    {
        final int close = text.anyText(open);
        if (close < 0)
        {
            return FAULT;
        }
        keyFrom = open + 1;
        keyLength = close - keyFrom;
        keyKind = text.textKind & ~(int)HeaderIndex.ASCII;
        if (inExtFields && checkNameLength() < 0)
        {
            return FAULT;
        }
        int at = text.blanks(close + 1);
        if (at == text.end || bytes[at] != ':')
        {
            return text.unexpected(at, ':');
        }
        at = text.blanks(at + 1);
        if (at == text.end)
        {
            return text.truncated();
        }
        position = at;
        return open;
    }

    private int checkNameLength()
    {
        return keyLength <= maxNameLength ? 0 : Faults.at(fault, keyFrom - text.base, Reason.NAME_TOO_LONG, keyLength,
            maxNameLength);
    }

    private int checkValueLength()
    {
        final int length = values.valueTo - values.valueFrom;
        return length <= maxValueLength ? 0
            : Faults.at(fault, values.valueFrom - text.base, Reason.VALUE_TOO_LONG, length,
                maxValueLength);
    }

    private int entry()
    {
        final boolean first = entryCount == 0;
        final int key = key(first);
        if (key <= 0)
        {
            return key < 0 ? FAULT : endEntries();
        }
        if (entryCount >= maxEntryCount)
        {
            return Faults.at(fault, key - text.base, Reason.TOO_MANY_ENTRIES, entryCount + 1, maxEntryCount);
        }
        final boolean escaped = keyKind == Kinds.JSON_TEXT;
        if (values.checkEntryName(keyFrom, keyFrom + keyLength, escaped, first) < 0)
        {
            return FAULT;
        }
        final int behind = values.entry(position);
        if (behind < 0 || checkValueLength() < 0)
        {
            return FAULT;
        }
        index.entry(keyFrom - text.base, keyLength, keyKind, values.valueFrom - text.base, values.valueTo
            - values.valueFrom, values.valueKind);
        entryCount++;
        position = behind;
        return PART;
    }

    private int endEntries()
    {
        endEntries(position);
        return PART;
    }

    /** Closes the ext fields before an index, which becomes the position. */
    void endEntries(final int behind)
    {
        index.field(EXT_FIELDS, mapFrom - text.base, behind - mapFrom, Kinds.CONTAINER);
        position = behind;
        inExtFields = false;
    }

    /** Opens the ext fields, whose brace stands at an index. */
    void beginEntries(final int open)
    {
        mapFrom = open;
        position = open + 1;
        inExtFields = true;
    }

    private int member()
    {
        final int key = key(memberCount == 0);
        if (key <= 0)
        {
            return key < 0 ? FAULT : finish();
        }
        if (++memberCount > maxEntryCount)
        {
            return Faults.at(fault, key - text.base, Reason.TOO_MANY_ENTRIES, memberCount, maxEntryCount);
        }
        final int name = JsonNames.classify(text.array(), keyFrom, keyLength, keyKind, !text.lenient);
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
        return PART;
    }

    private int member(final int field, final int at)
    {
        if (field == EXT_FIELDS)
        {
            return extFields(at);
        }
        final int behind = field == REMARK ? values.remark(at) : field == LANGUAGE ? values.language(at)
            : values.number(at);
        if (behind < 0 || checkValueLength() < 0)
        {
            return FAULT;
        }
        index.field(field, values.valueFrom - text.base, values.valueTo - values.valueFrom, values.valueKind);
        return behind;
    }

    private int otherMember(final int name, final int at)
    {
        if (name == JsonNames.AMBIGUOUS)
        {
            return Faults.at(fault, keyFrom - text.base, Reason.JSON_AMBIGUOUS_NAME, keyLength, 0);
        }
        if (name == JsonNames.RESERVED && !text.lenient)
        {
            return Faults.at(fault, keyFrom - text.base, Reason.JSON_RESERVED_MEMBER, keyLength, 0);
        }
        return name == JsonNames.SERIALIZE_TYPE ? values.serializeType(at) : name == JsonNames.RESERVED ? values
            .reserved(at, keyFrom, keyLength) : values.skip(at);
    }

    private int extFields(final int at)
    {
        final byte[] bytes = text.array();
        if (mapFrom != 0)
        {
            return Faults.at(fault, keyFrom - text.base, Reason.JSON_DUPLICATE_EXT_FIELDS, 2, 1);
        }
        if (bytes[at] == '{')
        {
            beginEntries(at);
            return at + 1;
        }
        final boolean empty = text.lenient && bytes[at] == '"' && text.end - at > 1 && bytes[at + 1] == '"';
        final int behind = bytes[at] == 'n' ? text.literal(at) : empty ? at + 2 : text.faultAt(at,
            Reason.JSON_VALUE_TYPE);
        if (behind < 0)
        {
            return FAULT;
        }
        mapFrom = at;
        index.noMap = HeaderIndex.place(at - text.base, behind - at, Kinds.NULL);
        return behind;
    }

    /** Looks at what stands behind the closing brace. */
    private int finish()
    {
        final int close = position - 1;
        int at = text.blanksAndComment(position);
        while (text.lenient && at >= 0 && at < text.end && text.array()[at] == 0)
        {
            at = text.blanks(at + 1);
        }
        if (at < 0)
        {
            return FAULT;
        }
        if (at < text.end)
        {
            return text.faultAt(at, Reason.JSON_TRAILING_TEXT);
        }
        if (index.field(OPAQUE) == HeaderIndex.ABSENT && !text.lenient)
        {
            return Faults.at(fault, close - text.base, Reason.OPAQUE_MISSING, 0, 0);
        }
        position = text.end;
        return END;
    }
}
