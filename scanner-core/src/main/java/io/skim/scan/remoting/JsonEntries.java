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

    final JsonValues values;

    /** Whether the ext fields are open, whose entries are due. */
    boolean inExtFields;

    private boolean firstEntry;
    private int entryCount;

    JsonEntries(final Fault fault, final Limits limits, final Strictness strictness)
    {
        super(fault, limits, strictness);
        values = new JsonValues(this);
    }

    /** Enters the ext fields. */
    final void beginEntries()
    {
        inExtFields = true;
        firstEntry = true;
        entryCount = 0;
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
            if (end - at < 2 || array[at] != ',' || array[at + 1] != '"')
            {
                at = blanks(at);
                if (at == end)
                {
                    return truncated();
                }
                if (array[at] == '}')
                {
                    position = at + 1;
                    return 0;
                }
                if (array[at] != ',')
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
            if (at >= 0 && at < end && array[at] == '}')
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
        if (keyLength > limits.maxNameLength())
        {
            return fault.at(keyOffset, Reason.NAME_TOO_LONG, keyLength, limits.maxNameLength());
        }
        int at = close + 1;
        if (at == end || array[at] != ':')
        {
            at = blanks(at);
            if (at == end || array[at] != ':')
            {
                return unexpected(at, ':');
            }
        }
        at++;
        if (at < end && array[at] <= ' ')
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
        final int before = at - 1;
        if (end - before >= Long.BYTES && entryCount < limits.maxEntryCount())
        {
            final long word = Words.getLongLittleEndian(array, before);
            if ((word & ONE_BYTE_ENTRY_MASK) == ONE_BYTE_ENTRY && isPlainKey((int)(word >>> 24) & 0xFF))
            {
                return oneByteEntry(before + 3);
            }
            if (firstEntry && (word & FIRST_ENTRY_MASK) == FIRST_ENTRY && isPlainKey((int)(word >>> 16) & 0xFF))
            {
                return oneByteEntry(before + 2);
            }
        }
        position = at;
        return nextOtherEntry();
    }

    private static boolean isPlainKey(final int key)
    {
        return key > ' ' && key < 0x7F && key != '"' && key != '\\';
    }

    /** An entry of which all up to the value is known to be good. */
    private int oneByteEntry(final int key)
    {
        final int from = key + 4;
        final int close = isOneByteText(from) ? oneByteText(from) : text(from);
        if (close < 0)
        {
            return FAULT;
        }
        entryCount++;
        firstEntry = false;
        keyOffset = key - base;
        keyLength = 1;
        keyKind = Kinds.TEXT;
        value(from, close, textKind);
        return valueLength > limits.maxValueLength() ? checkValueLength() : close + 1;
    }

    @Override
    int skip(final int from, final long stops)
    {
        final byte[] bytes = array;
        final int most = limits.maxEntryCount();
        int at = from;
        while (end - at >= Long.BYTES && entryCount < most)
        {
            final long word = Words.getLongLittleEndian(bytes, at - 1);
            // The first entry lacks the quote before its comma, and has a brace for it.
            final boolean begins = firstEntry && (word & FIRST_ENTRY_MASK) == FIRST_ENTRY;
            final int key = (int)(word >>> (begins ? 16 : 24)) & 0xFF;
            if (!begins && (word & ONE_BYTE_ENTRY_MASK) != ONE_BYTE_ENTRY || key < FIRST_STOP || !isPlainKey(key)
                || (stops >>> key & 1) != 0)
            {
                break;
            }
            final int value = begins ? at + 5 : at + 6;
            final int close = isOneByteText(value) ? value + 1 : text(value);
            if (close < 0 || close - value > limits.maxValueLength())
            {
                break;
            }
            firstEntry = false;
            entryCount++;
            at = close + 1;
        }
        return at;
    }

    /** Whether a string has one plain byte: counts and flags mostly do, and then nothing needs to be searched. */
    private boolean isOneByteText(final int from)
    {
        final byte value = array[from];
        return end - from > 1 && array[from + 1] == '"' && value >= ' ' && value != '"' && value != '\\';
    }

    private int oneByteText(final int from)
    {
        textKind = Kinds.TEXT;
        return from + 1;
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
        if (array[at] != '"')
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
