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
    private int mapOffset;
    private int memberCount;
    private int extFieldsCount;
    private boolean opaqueSeen;
    private int codeOffset;
    private int codeLength;

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
        final int open = headerLength > 0 && array[start] == '{' ? start : blanksAndComment(start);
        if (open < 0)
        {
            return FAULT;
        }
        if (open == end)
        {
            return fault.at(start - base, Reason.HEADER_EMPTY, headerLength, headerLength);
        }
        if (array[open] != '{')
        {
            return unexpected(open, '{');
        }
        position = open + 1;
        return 0;
    }

    /** Whether {@link #nextMember} has just entered the ext fields, whose entries are due. */
    boolean isInExtFields()
    {
        return inExtFields;
    }

    @Override
    int code()
    {
        final int from = base + codeOffset;
        return codeLength < 0 ? 0 : (int)Numbers.parseOddInt(array, from, from + codeLength);
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
     * @return the ordinal of its {@link RemotingField}, with the value set; {@link #END_OF_HEADER}; or {@link #FAULT}.
     */
    int nextMember()
    {
        while (true)
        {
            int name = compactName();
            if (name == JsonNames.UNKNOWN)
            {
                final int key = nextKey(first);
                if (key <= 0)
                {
                    return key < 0 ? FAULT : finish();
                }
                name = JsonNames.classify(array, base + keyOffset, keyLength, keyKind, !lenient);
            }
            if (++memberCount > limits.maxEntryCount())
            {
                return fault.at(keyOffset - 1, Reason.TOO_MANY_ENTRIES, memberCount, limits.maxEntryCount());
            }
            first = false;
            final int field = name < JsonNames.UNKNOWN ? member(name) : otherMember(name);
            if (field != JsonNames.UNKNOWN)
            {
                return field;
            }
        }
    }

    /**
     * Passes over the separator, a known name and its colon where all are written as compactly as Java and Go write
     * them.
     *
     * @return what {@link JsonNames#classify} would give, the position on the value; or {@link JsonNames#UNKNOWN}, the
     *     position unmoved.
     */
    private int compactName()
    {
        final int at = first ? position - 1 : position;
        if (end - at < CompactNames.LEAST || array[at] != ',' && !first)
        {
            return JsonNames.UNKNOWN;
        }
        final int found = CompactNames.find(array, at, end);
        final int length = CompactNames.length(found);
        final int value = at + length + 4;
        if (found == CompactNames.NONE || value >= end || array[value] <= ' ')
        {
            return JsonNames.UNKNOWN;
        }
        keyOffset = at + 2 - base;
        keyLength = length;
        keyKind = Kinds.TEXT;
        position = value;
        return CompactNames.member(found);
    }

    private int finish()
    {
        int at = blanksAndComment(position);
        if (lenient)
        {
            while (at >= 0 && at < end && array[at] == 0)
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

    private int member(final int field)
    {
        final int behind;
        if (field == EXT_FIELDS)
        {
            behind = extFields(position);
        }
        else if (field == REMARK)
        {
            behind = values.remark(position);
        }
        else if (field == LANGUAGE)
        {
            behind = isJava(position) ? java(position) : values.language(position);
        }
        else
        {
            behind = number(field, position);
        }
        if (behind < 0 || checkValueLength() < 0)
        {
            return FAULT;
        }
        position = behind;
        return field;
    }

    private boolean isJava(final int at)
    {
        return end - at >= Long.BYTES && (Words.getLongLittleEndian(array, at) & JAVA_MASK) == JAVA;
    }

    private int java(final int at)
    {
        value(at + 1, at + 5, Kinds.TEXT);
        return at + 6;
    }

    private int otherMember(final int name)
    {
        if (name == JsonNames.AMBIGUOUS)
        {
            return fault.at(keyOffset, Reason.JSON_AMBIGUOUS_NAME, keyLength, 0);
        }
        if (name == JsonNames.RESERVED && !lenient)
        {
            return fault.at(keyOffset, Reason.JSON_RESERVED_MEMBER, keyLength, 0);
        }
        final int behind = name == JsonNames.SERIALIZE_TYPE ? serializeType(position) : name == JsonNames.RESERVED
            ? values.reserved(position) : skipper.skip(position);
        if (behind < 0)
        {
            return FAULT;
        }
        position = behind;
        return JsonNames.UNKNOWN;
    }

    private int serializeType(final int at)
    {
        final boolean json = end - at >= Long.BYTES && (Words.getLongLittleEndian(array, at) & JAVA_MASK) == JSON;
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
        if (array[at] == '{')
        {
            beginEntries();
            return at + 1;
        }
        if (array[at] == 'n')
        {
            return literal(at);
        }
        final boolean empty = lenient && array[at] == '"' && end - at > 1 && array[at + 1] == '"';
        return empty ? at + 2 : faultAt(at, Reason.JSON_VALUE_TYPE);
    }

    /**
     * An int member: here the form that all writers use, up to seven digits and a delimiter, which cannot overflow. All
     * other forms in {@link JsonValues}.
     */
    private int number(final int field, final int from)
    {
        final int digits = array[from] == '-' ? from + 1 : from;
        int behind = FAULT;
        if (end - digits >= Long.BYTES)
        {
            final int count = Words.countDigits(Words.getLongLittleEndian(array, digits));
            final boolean plain = array[digits] != '0' || count == 1 && digits == from;
            behind = count > 0 && count < Long.BYTES && plain && isDelimiter(array[digits + count]) ? digits + count
                : FAULT;
        }
        if (behind >= 0)
        {
            value(from, behind, Kinds.JSON_NUMBER);
        }
        else
        {
            behind = values.number(from);
            if (behind < 0)
            {
                return FAULT;
            }
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
