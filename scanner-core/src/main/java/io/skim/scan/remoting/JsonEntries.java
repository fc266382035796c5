package io.skim.scan.remoting;

import io.skim.bytes.Kinds;
import io.skim.bytes.Words;
import io.skim.scan.Fault;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;

/**
 * The names and entries of JSON objects: what the header's own object and its ext fields have in common, and the ext
 * fields.
 */
abstract class JsonEntries extends JsonTokens
{
    /** {@code ","?":"} little-endian, any byte at the question mark and behind the last quote. */
    private static final long ONE_BYTE_ENTRY = 0x22_3A_22_00_22_2C_22L;
    private static final long ONE_BYTE_ENTRY_MASK = 0xFF_FFFF_00FF_FFFFL;
    /** <code>{"?":"</code> likewise. */
    private static final long FIRST_ENTRY = 0x22_3A_22_00_22_7BL;
    private static final long FIRST_ENTRY_MASK = 0xFFFF_FF00_FFFFL;

    /** As {@link #ONE_BYTE_ENTRY}, of a key from {@link #FIRST_STOP} to 0x7F. */
    private static final long SKIPPED_ENTRY = ONE_BYTE_ENTRY | 0x40L << 24;
    private static final long SKIPPED_ENTRY_MASK = ONE_BYTE_ENTRY_MASK | 0xC0L << 24;
    /** The backslash and DEL, which are no plain keys, as in {@code RemotingInterest.stops}. */
    private static final long NO_PLAIN_KEYS = 1L << '\\' | 1L << 0x7F;
    /** What is looked at of an entry at once, from its comma on. */
    private static final int WINDOW = 22;
    /** {@code ,"":0}, which is counted one by one, among others which are not. */
    private static final int LEAST_ENTRY = 5;

    final JsonValues values;
    /** What {@link JsonReader#lookAhead} has found. */
    final JsonRun run;

    /** Whether the ext fields are open, whose entries are due. */
    boolean inExtFields;

    private boolean firstEntry;
    private int entryCount;
    /**
     * Up to where as many bytes follow as are looked at together; 0 if the header is long enough for more entries than
     * are allowed or a value that is too long, so that each must be measured.
     */
    private int windowEnd;
    /** Whether the whole header is known to be good, and members and entries are those of {@link #run}. */
    boolean ahead;
    /** Of the next one in the run. */
    int next;

    JsonEntries(final Fault fault, final Limits limits, final Strictness strictness)
    {
        super(fault, limits, strictness);
        values = new JsonValues(this);
        run = new JsonRun(limits, escapes);
    }

    /** Enters the ext fields. */
    final void beginEntries()
    {
        inExtFields = true;
        firstEntry = true;
        entryCount = 0;
        final int length = end - start;
        windowEnd =
            length / LEAST_ENTRY >= limits.maxEntryCount() || length > limits.maxValueLength() ? 0 : end - WINDOW;
    }

    /**
     * Passes over the separator and the next name and colon.
     *
     * @param begin whether the object's brace has just been opened.
     * @return the index of the name; 0 if the object ends here; or {@link #FAULT}. The position is on the value.
     */
    final int nextKey(final boolean begin)
    {
        int at = position;
        if (!begin)
        {
            // Compact text, as Java and Go write it: the separator follows at once.
            if (end - at < 2 || array()[at] != ',' || array()[at + 1] != '"')
            {
                at = blanks(at);
                if (at == end)
                {
                    return truncated();
                }
                if (array()[at] == '}')
                {
                    position = at + 1;
                    return 0;
                }
                if (array()[at] != ',')
                {
                    return unexpected(at, ',');
                }
                at = inExtFields ? blanks(at + 1) : blanksAndComment(at + 1);
            }
            else
            {
                at++;
            }
        }
        else
        {
            at = blanksAndComment(at);
            if (at >= 0 && at < end && array()[at] == '}')
            {
                position = at + 1;
                return 0;
            }
        }
        return at < 0 ? FAULT : key(at);
    }

    private int key(final int open)
    {
        if (open == end)
        {
            return truncated();
        }
        final int close = anyText(open);
        if (close < 0)
        {
            return FAULT;
        }
        keyOffset = open + 1 - base;
        keyLength = close - open - 1;
        keyKind = textKind;
        if (inExtFields && checkNameLength() < 0)
        {
            return FAULT;
        }
        int at = close + 1;
        if (at == end || array()[at] != ':')
        {
            at = blanks(at);
            if (at == end || array()[at] != ':')
            {
                return unexpected(at, ':');
            }
        }
        at++;
        if (at < end && array()[at] <= ' ')
        {
            at = blanks(at);
        }
        if (at == end)
        {
            return truncated();
        }
        position = at;
        return open;
    }

    final int checkNameLength()
    {
        return keyLength <= limits.maxNameLength() ? 0 : fault.at(keyOffset, Reason.NAME_TOO_LONG, keyLength, limits
            .maxNameLength());
    }

    final int checkValueLength()
    {
        return valueLength <= limits.maxValueLength() ? 0 : fault.at(valueOffset, Reason.VALUE_TOO_LONG, valueLength,
            limits.maxValueLength());
    }

    /**
     * Here the entries that are written as all writers write the alphabet of send headers: {@code ","k":"}, eight bytes
     * from the last value's closing quote to the next value's first byte.
     */
    @Override
    int nextEntry(final int at)
    {
        if (ahead)
        {
            return nextNotedEntry();
        }
        if (at < windowEnd)
        {
            final long word = Words.getLongLittleEndian(array(), at - 1);
            if ((word & ONE_BYTE_ENTRY_MASK) == ONE_BYTE_ENTRY && isPlainKey((int)(word >>> 24) & 0xFF))
            {
                return oneByteEntry(at + 2);
            }
            if (firstEntry && (word & FIRST_ENTRY_MASK) == FIRST_ENTRY && isPlainKey((int)(word >>> 16) & 0xFF))
            {
                firstEntry = false;
                return oneByteEntry(at + 1);
            }
        }
        if (at < end && array()[at] == '}' && !firstEntry)
        {
            position = at + 1;
            inExtFields = false;
            return END;
        }
        position = at;
        return nextOtherEntry();
    }

    /** Whether the ext fields are open, and the first of them is due. */
    final boolean isBeforeEntries()
    {
        return inExtFields && firstEntry && !ahead;
    }

    private int nextNotedEntry()
    {
        if (next >= run.entriesEnd)
        {
            position = run.mapTo;
            inExtFields = false;
            return END;
        }
        final long note = run.noted(next++);
        final int from = JsonNote.value(note);
        keyLength = JsonNote.nameLength(note);
        keyOffset = from - 3 - keyLength - base;
        keyKind = Kinds.TEXT;
        valueOffset = from - base;
        valueLength = JsonNote.length(note);
        valueKind = JsonNote.kind(note);
        return from;
    }

    private static boolean isPlainKey(final int key)
    {
        return key > ' ' && key < 0x7F && key != '"' && key != '\\';
    }

    /** An entry of which all up to the value is known to be good. */
    private int oneByteEntry(final int key)
    {
        final int from = key + 4;
        keyOffset = key - base;
        keyLength = 1;
        keyKind = Kinds.TEXT;
        final long value = Words.getLongLittleEndian(array(), from);
        final long marks = stops(value);
        // Counts and flags are mostly one byte: a branch that need not wait for a length.
        if ((value & 0xFF00) == 0x2200 && ((marks | value) & 0x80) == 0)
        {
            value(from, from + 1, Kinds.TEXT);
            return from + 2;
        }
        final int close = from + Words.firstMarked(marks);
        if (marks != 0 && (value & Words.HIGH_BITS) == 0 && array()[close] == '"')
        {
            value(from, close, Kinds.TEXT);
            return close + 1;
        }
        return longEntry(from);
    }

    private int longEntry(final int from)
    {
        final int close = text(from);
        if (close < 0)
        {
            return FAULT;
        }
        value(from, close, textKind);
        return close + 1;
    }

    @Override
    int skip(final int from, final long stops)
    {
        if (ahead)
        {
            return from;
        }
        // Values are not measured and entries not counted here.
        final int limit = windowEnd;
        final long exact = stops | NO_PLAIN_KEYS;
        int at = from;
        int before;
        do
        {
            before = skipShort(array(), at, limit, exact);
            at = skipOne(before, limit, exact);
        }
        while (at > before);
        return at;
    }

    /** Passes over values of up to fifteen bytes in ASCII, without escapes. */
    private static int skipShort(final byte[] bytes, final int from, final int limit, final long stops)
    {
        int at = from;
        int entry = from;
        while (at < limit)
        {
            final long word = Words.getLongLittleEndian(bytes, at - 1);
            if ((word & SKIPPED_ENTRY_MASK) != SKIPPED_ENTRY || (stops >>> (word >>> 24) & 1) != 0)
            {
                break;
            }
            entry = at;
            final long value = Words.getLongLittleEndian(bytes, at + 6);
            final long marks = stops(value);
            // The commonest length is a branch: the next entry is then read without waiting for this one's length.
            if ((value & 0xFF00) == 0x2200 && ((marks | value) & 0x80) == 0)
            {
                at += Long.BYTES;
                continue;
            }
            final long second = Words.getLongLittleEndian(bytes, at + 6 + Long.BYTES);
            final long more = stops(second);
            if (((value | second) & Words.HIGH_BITS) != 0 || (marks | more) == 0)
            {
                return at;
            }
            at += 7 + (marks != 0 ? Words.firstMarked(marks) : Long.BYTES + Words.firstMarked(more));
        }
        // Behind a backslash instead of the closing quote: the value is for others.
        return at == from || bytes[at - 1] == '"' ? at : entry;
    }

    /** Passes over one entry with a value of any length, or the first one; gives the same place if it cannot. */
    private int skipOne(final int from, final int limit, final long stops)
    {
        if (from >= limit)
        {
            return from;
        }
        final long word = Words.getLongLittleEndian(array(), from - 1);
        // The first entry lacks the quote before its comma, and has a brace for it.
        final boolean begins = firstEntry && (word & FIRST_ENTRY_MASK) == FIRST_ENTRY;
        final int key = (int)(word >>> (begins ? 16 : 24)) & 0xFF;
        if (!begins && (word & ONE_BYTE_ENTRY_MASK) != ONE_BYTE_ENTRY || key >>> 6 != 1 || (stops >>> key & 1) != 0)
        {
            return from;
        }
        final int close = text(begins ? from + 5 : from + 6);
        if (close < 0)
        {
            return from;
        }
        firstEntry = false;
        return close + 1;
    }

    private int nextOtherEntry()
    {
        final int key = nextKey(firstEntry);
        if (key <= 0)
        {
            inExtFields &= key != 0;
            return key;
        }
        if (++entryCount > limits.maxEntryCount())
        {
            return fault.at(key - base, Reason.TOO_MANY_ENTRIES, entryCount, limits.maxEntryCount());
        }
        if (values.checkEntryName(firstEntry) < 0)
        {
            return FAULT;
        }
        firstEntry = false;
        final int behind = entryValue(position);
        if (behind < 0 || checkValueLength() < 0)
        {
            return FAULT;
        }
        return behind;
    }

    private int entryValue(final int at)
    {
        if (array()[at] != '"')
        {
            return values.entry(at);
        }
        final int close = text(at + 1);
        if (close < 0)
        {
            return FAULT;
        }
        value(at + 1, close, textKind);
        return close + 1;
    }

    /** Points the value at the bytes between two indices. */
    final void value(final int from, final int to, final int kind)
    {
        valueOffset = from - base;
        valueLength = to - from;
        valueKind = kind;
    }

    static boolean isDelimiter(final byte value)
    {
        return value == ',' || value == '}' || value == ' ' || value == '\n' || value == '\r' || value == '\t';
    }
}
