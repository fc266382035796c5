package io.skim.scan.remoting;

import io.skim.bytes.Kinds;
import io.skim.bytes.Words;
import io.skim.scan.Limits;

/**
 * The ext fields of a JSON header, for {@link JsonRun}, and what is noted of all of it.
 * <p>
 * Loops call nothing that is not part of them, so that the compiler keeps what they need in registers.
 */
abstract class JsonEntryRun extends JsonTexts
{
    /** For marks of names. */
    static final long EVERYTHING = -1;

    /** How many members and wanted entries have room. */
    private static final int MOST = 64;
    static final int MOST_ENTRIES = MOST - RemotingField.values().length;
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
    /** Both with a name from the backquote on: small letters, and not the backslash. */
    private static final long LETTER = ENTRY | (long)' ' << 16;
    private static final long FIRST_LETTER = FIRST_ENTRY | (long)' ' << 16;
    private static final long LETTER_MASK = ENTRY_MASK | (long)' ' << 16;
    private static final int FIRST_OF_LETTERS = '`';
    private static final int LETTERS_MASK = 0x1F;
    /** From the marks of names to those of such letters. */
    private static final int LETTERS_SHIFT = 32;
    private static final long QUOTES = Words.repeat('"');
    private static final long BACKSLASHES = Words.repeat('\\');
    /** Added to the place of an entry and how long it is, it makes a note of its value. */
    private static final long SHORT_NOTE =
        ((long)VALUE << Integer.SIZE) - (VALUE << JsonNote.LENGTH_SHIFT) + JsonNote.of(0, 0,
            Kinds.TEXT, 1);
    /** Of a value of one digit (or another of sixteen characters) and its quote, on top of an entry's first word. */
    private static final int ONE_DIGIT = '"' << 4 | '0' >>> 4;
    private static final int ONE_DIGIT_SHIFT = 52;
    /** What is looked at of an entry without asking. */
    private static final int WINDOW = VALUE + 2 * Long.BYTES;

    private static final int EXT_FIELDS = RemotingField.EXT_FIELDS.ordinal();

    static final int FAULT = -1;

    /** Where members and wanted entries stand, see {@link JsonNote}. */
    private final long[] noted = new long[MOST];
    private final int longestName;
    /** {@link RowPlace#ASCII_TEXT}, which is loaded once from here, as what words are compared with. */
    private final long asciiText;

    /** Where entries go instead of into notes, and where in it; null for notes. */
    private RemotingRow row;
    private RemotingNames names;

    int count;
    /** Marks of the wanted members. */
    int wanted;
    /** How many notes end the run: too many, or the first one. */
    int enough;
    /** The numbers of the first entry's note, behind that of the ext fields, and the first one behind the entries. */
    int firstEntry;
    int entriesEnd;
    /** Where the ext fields begin and end; both 0 if there are none. */
    int mapFrom;
    int mapTo;

    JsonEntryRun(final Limits limits, final int[] escapes)
    {
        super(escapes);
        asciiText = RowPlace.ASCII_TEXT;
        longestName = Math.min(limits.maxNameLength(), LONGEST_NAME);
    }

    /**
     * From now on, entries go into a row as they come, and none is noted; until {@code null} is given.
     *
     * @param wanted     row, of which nothing is to be believed if the run finds the header not good.
     * @param wantedNames of its values; none has an id that is too great.
     */
    final void noteInto(final RemotingRow wanted, final RemotingNames wantedNames)
    {
        row = wanted;
        names = wantedNames;
        undone = wanted == null ? null : wanted.unescaped();
    }

    /** Whether entries go into a row. */
    final boolean fillsRow()
    {
        return row != null;
    }

    final boolean hasExtFields()
    {
        return mapFrom != 0;
    }

    /** A member or wanted entry, from 0 to below {@link #count}. */
    final long noted(final int number)
    {
        return noted[number];
    }

    /** Notes a member if it is wanted: so far there is room for all of them. */
    final void keepMember(final int from, final int length, final int kind, final int member)
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

    /** All ext fields; gives the index behind their closing brace. */
    final int entries(final byte[] bytes, final int open, final int to, final long letters, final long lengths)
    {
        keepMember(open, 0, Kinds.NULL, EXT_FIELDS);
        mapFrom = open;
        firstEntry = count;
        // There is a byte behind the brace: more than that has been asked for.
        if (bytes[open + 1] == '}')
        {
            mapTo = open + 2;
            entriesEnd = count;
            return mapTo;
        }
        int at = open;
        do
        {
            at = row != null ? rowEntries(bytes, at, to) : letters == EVERYTHING ? noteEntries(bytes, at, to)
                : plainEntries(bytes, at, to, letters);
            if (at < to && (bytes[at] == ',' || at == open) && count < enough)
            {
                at = entry(bytes, at, to, letters, lengths);
                if (row != null && at >= 0)
                {
                    row.note(noted[--count], bytes, base, names, ascii);
                }
            }
        }
        while (at >= 0 && at < to && bytes[at] == ',' && count < enough);
        mapTo = at + 1;
        entriesEnd = count;
        return at >= 0 && at < to && bytes[at] == '}' ? at + 1 : FAULT;
    }

    /**
     * Passes over entries with a name of one small letter and a value of up to sixteen bytes in ASCII without escapes, from
     * the first one's comma or the brace on, and notes those that are wanted; gives the index of the comma or brace behind
     * the last of them.
     */
    private int plainEntries(final byte[] bytes, final int from, final int to, final long letters)
    {
        final int stops = (int)(letters >>> LETTERS_SHIFT);
        long due = bytes[from] == ',' ? LETTER : FIRST_LETTER;
        int at = from;
        while (true)
        {
            at = skipEntries(bytes, at, to, due, stops, lowBits);
            final int begin = ~at;
            final int close = begin < 0 ? FAULT : closeOf(bytes, begin, lowBits);
            if (close < 0 || !keep(begin + VALUE, close - begin - VALUE, Kinds.TEXT, 1))
            {
                return Math.max(at, begin);
            }
            at = close + 1;
            due = LETTER;
        }
    }

    /** As {@link #plainEntries} as far as the first of some letters; gives the complement of where such a one begins. */
    private static int skipEntries(final byte[] bytes, final int from, final int to, final long first, final int stops,
        final long low)
    {
        final int limit = Math.min(to, bytes.length - WINDOW);
        long due = first;
        int at = from;
        while (at < limit)
        {
            final long word = Words.getLongLittleEndian(bytes, at) ^ due;
            if ((word & LETTER_MASK) != 0)
            {
                break;
            }
            if ((stops >>> (int)(word >>> 16) & 1) != 0)
            {
                return ~at;
            }
            // The commonest length is a branch: the next entry is then read without waiting for this one's length.
            final int close = word >>> ONE_DIGIT_SHIFT == ONE_DIGIT ? at + VALUE + 1 : closeOf(bytes, at, low);
            if (close < 0)
            {
                break;
            }
            at = close + 1;
            due = LETTER;
        }
        return at;
    }

    /** As {@link #plainEntries}, and notes each of them: a loop of its own, so that neither needs the other's registers. */
    private int noteEntries(final byte[] bytes, final int from, final int to)
    {
        final long[] notes = noted;
        final long low = lowBits;
        final int limit = Math.min(to, bytes.length - WINDOW);
        long due = bytes[from] == ',' ? LETTER : FIRST_LETTER;
        int number = count;
        int at = from;
        while (at < limit && number < MOST_ENTRIES)
        {
            final long word = Words.getLongLittleEndian(bytes, at) ^ due;
            if ((word & LETTER_MASK) != 0)
            {
                break;
            }
            final int close = word >>> ONE_DIGIT_SHIFT == ONE_DIGIT ? at + VALUE + 1 : closeOf(bytes, at, low);
            if (close < 0)
            {
                break;
            }
            notes[number++] = ((long)at << Integer.SIZE) + SHORT_NOTE + (close - at << JsonNote.LENGTH_SHIFT);
            at = close + 1;
            due = LETTER;
        }
        count = number;
        return at;
    }

    /** As {@link #noteEntries}, but each goes to its place in the row at once. */
    private int rowEntries(final byte[] bytes, final int from, final int to)
    {
        final long[] places = row.places();
        final int[] slots = names.slots;
        final long bias = asciiText + ((long)(VALUE - base) << RowPlace.LENGTH_BITS);
        final long low = lowBits;
        final int limit = Math.min(to, bytes.length - WINDOW);
        long due = bytes[from] == ',' ? LETTER : FIRST_LETTER;
        int at = from;
        while (at < limit)
        {
            final long word = Words.getLongLittleEndian(bytes, at) ^ due;
            if ((word & LETTER_MASK) != 0)
            {
                break;
            }
            final int name = (int)(word >>> 16) & LETTERS_MASK | FIRST_OF_LETTERS;
            final long place = bias + ((long)at << RowPlace.LENGTH_BITS);
            due = LETTER;
            // The commonest length, of which all is known: no more than one store is left to do.
            if (word >>> ONE_DIGIT_SHIFT == ONE_DIGIT)
            {
                places[slots[name]] = place + 1 + (word << Byte.SIZE & RowPlace.ONE_BYTE);
                at += VALUE + 2;
                continue;
            }
            final int close = closeOf(bytes, at, low);
            if (close < 0)
            {
                break;
            }
            final int length = close - at - VALUE;
            places[slots[name]] = place + length + (length == 1 ? word << Byte.SIZE & RowPlace.ONE_BYTE : 0);
            at = close + 1;
        }
        return at;
    }

    /** The index of the quote behind an entry's value of up to sixteen bytes in ASCII; negative for any other. */
    private static int closeOf(final byte[] bytes, final int at, final long low)
    {
        final int second = at + VALUE + Long.BYTES;
        final int close = closeIn(bytes, at + VALUE, low);
        if (close != second)
        {
            return close;
        }
        final int behind = closeIn(bytes, second, low);
        return behind == second + Long.BYTES && bytes[behind] != '"' ? FAULT : behind;
    }

    /** The index of the first quote among eight bytes, or that behind them; negative if not all before it is plain text. */
    private static int closeIn(final byte[] bytes, final int from, final long low)
    {
        final long value = Words.getLongLittleEndian(bytes, from);
        // As in Words.match the lowest mark is exact, but that bytes above 127 are marked too.
        final long quotes = (value ^ QUOTES) - low;
        final long marks = (quotes | (value ^ BACKSLASHES) - low) & low << 7;
        final long doubt = marks & -marks & ~(quotes & ~value);
        return doubt != 0 ? FAULT : from + Words.firstMarked(marks);
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
