package io.skim.scan.remoting;

import io.skim.bytes.HeaderIndex;
import io.skim.bytes.Kinds;
import io.skim.bytes.NameTable;
import io.skim.bytes.Utf8;
import io.skim.bytes.Words;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.spi.Frames;
import org.jspecify.annotations.Nullable;

/**
 * Checks a JSON header once and fills its index. Here is the fast path: one loop over the members in any order, and one over
 * the entries of the ext fields. At the first thing that they do not know (an unknown member, an escape in a name, a null, a
 * number with a sign, a fault ...) they stop in place; {@link JsonParser} takes that one part with all rules, and the loops go on
 * behind it. Both write the same index, so that nobody can tell which of them ran; the fast path alone notes separators.
 * <p>
 * Loops work on local variables, so that the JIT keeps them in registers: it must assume that a call changes fields.
 * One thread at a time; allocates nothing but what {@link HeaderIndex} does, refers to nothing of the frame.
 *
 * @see "RemotingSerializable.encode and decode, release 5.5.1"
 */
final class JsonIndexer
{
    private static final int FAULT = JsonParser.FAULT;
    /** Of the loops: the whole header is indexed; some of it is; or the last entry is the first that is wanted. */
    private static final int END = JsonParser.END;
    private static final int PART = JsonParser.PART;
    private static final int FOUND = 2;
    /** The next part is left to the slow path. */
    private static final int STUCK = -2;
    private static final long NO_TEXT = JsonEscapes.NO_TEXT;

    private static final int LANGUAGE = RemotingField.LANGUAGE.ordinal();
    private static final int REMARK = RemotingField.REMARK.ordinal();
    private static final int EXT_FIELDS = RemotingField.EXT_FIELDS.ordinal();
    private static final int OPAQUE = RemotingField.OPAQUE.ordinal();
    private static final int CODE = RemotingField.CODE.ordinal();
    private static final int VERSION = RemotingField.VERSION.ordinal();
    private static final int FLAG = RemotingField.FLAG.ordinal();

    private static final int ASCII_TEXT = Kinds.TEXT | (int)HeaderIndex.ASCII;
    /** Kinds above the index of a closing quote. */
    private static final long TEXT_BITS = (long)Kinds.TEXT << Integer.SIZE;
    private static final long ASCII_BITS = (long)ASCII_TEXT << Integer.SIZE;

    /** Marks of the members that are ints. */
    private static final int NUMBERS = 1 << CODE | 1 << VERSION | 1 << OPAQUE | 1 << FLAG;
    /** Which are an int for sure; and of an entry's value, which is its text. */
    private static final int MOST_DIGITS = 9;
    private static final int MOST_TEXT_DIGITS = 18;

    /** {@code "JAVA"} and {@code "JSON"} with their quotes, little-endian. */
    private static final long JAVA = JsonMembers.word("\"JAVA\"\0\0", 0);
    private static final long JSON = JsonMembers.word("\"JSON\"\0\0", 0);
    private static final long FOUR_MASK = 0xFFFF_FFFF_FFFFL;
    private static final int FOUR_LENGTH = 6;
    private static final int TRUE = 0x7472_7565;
    /** The first four letters. */
    private static final int FALSE = 0x6661_6C73;

    private static final long QUOTES = Words.repeat('"');
    private static final long BACKSLASHES = Words.repeat('\\');

    /** {@code ,"?":"} little-endian, with a name from the backquote to DEL: small letters, and not the backslash. */
    private static final long LETTER = 0x22_3A22_6022_2CL;
    private static final long FIRST_LETTER = LETTER ^ ',' ^ '{';
    private static final long LETTER_MASK = 0xFF_FFFF_E0FF_FFL;
    /** From the entry's comma to its name and its value. */
    private static final int NAME = 2;
    private static final int VALUE = 6;
    /** What stands behind the closing quote of a longer name at least. */
    private static final int NAME_END = 3;
    /** A value of one digit (or another of sixteen characters) and its quote, on top of an entry's first word. */
    private static final int ONE_DIGIT = '"' << 4 | '0' >>> 4;
    private static final int ONE_DIGIT_SHIFT = 52;
    /** What is looked at of an entry without asking. */
    private static final int WINDOW = VALUE + 2 * Long.BYTES;

    private static final int NOWHERE = -1;
    /** Before the first member. */
    private static final int NO_MEMBER = 0;

    /**
     * What words are compared with. HotSpot loads a long constant anew for each use (JDK 17), which doubles what a loop
     * does; from a field of an object it is loaded once.
     */
    private final long quotes = Words.repeat('"');
    private final long backslashes = Words.repeat('\\');
    private final long lowBits = Words.repeat(1);

    final JsonParser parser;
    private final JsonEscapes escapes = new JsonEscapes();
    private final int longestName;
    private final int longestValue;
    private final int mostEntries;
    /** Whether the slow path is to take every part; tests compare both. */
    private final boolean slow;

    /** By the number of a member, as {@link JsonMembers#of}: that which followed it last. */
    private final byte[] followers = new byte[JsonMembers.COUNT];
    /** Of which entries the first is looked for; null for an index of all. Marks of those with a name of one letter. */
    private @Nullable NameTable wanted;
    private int wantedLetters;
    /** Of the value of a member that is text. */
    private int textKind;

    JsonIndexer(final Fault fault, final Limits limits, final Strictness strictness)
    {
        this(fault, limits, strictness, false);
    }

    /** Makes an indexer that may leave all to the slow path. */
    JsonIndexer(final Fault fault, final Limits limits, final Strictness strictness, final boolean slow)
    {
        parser = new JsonParser(fault, limits, strictness);
        longestName = limits.maxNameLength();
        longestValue = limits.maxValueLength();
        mostEntries = limits.maxEntryCount();
        this.slow = slow;
    }

    /**
     * Indexes a header.
     *
     * @param frame        of which the header is loaded.
     * @param headerLength in bytes.
     * @param index        to fill.
     * @return 0; or -1 with the fault set, then the index is of no use.
     */
    int index(final FrameView frame, final int headerLength, final HeaderIndex index)
    {
        if (wanted != null)
        {
            wanted = null;
            wantedLetters = 0;
        }
        return parser.begin(frame, headerLength, index) < 0 ? FAULT : run(Frames.array(frame), index);
    }

    /**
     * Finds the first of some entries, and indexes no further: the one exception, for an interest in the first match alone.
     * All before the entry and its own value are checked, what is behind is not.
     *
     * @param frame        of which the header is loaded.
     * @param headerLength in bytes.
     * @param index        to fill.
     * @param names        of the entries.
     * @param letters      marks of the names that are one character from {@code @} on: bit 0 is {@code @}.
     * @return the place of its value; {@link HeaderIndex#ABSENT} if there is none, then the header is indexed; or -1 with
     *     the fault set.
     */
    long first(final FrameView frame, final int headerLength, final HeaderIndex index, final NameTable names,
        final long letters)
    {
        if (wanted != names)
        {
            wanted = names;
            wantedLetters = (int)(letters >>> Integer.SIZE);
        }
        final int result = parser.begin(frame, headerLength, index) < 0 ? FAULT : run(Frames.array(frame), index);
        return result == FOUND ? index.value(index.count - 1) : result;
    }

    private int run(final byte[] bytes, final HeaderIndex index)
    {
        final JsonParser parts = parser;
        int result;
        do
        {
            result = slow ? STUCK : parts.inExtFields ? entries(bytes, index, parts) : members(bytes, index, parts);
            if (result == STUCK)
            {
                final int before = index.count;
                result = parts.next();
                result = wanted != null && index.count > before && isWanted(bytes, index.name(before)) ? FOUND : result;
            }
        }
        while (result == PART);
        index.memberCount = parts.memberCount;
        return result;
    }

    @SuppressWarnings("NullAway") // the caller has looked
    private boolean isWanted(final byte[] bytes, final long name)
    {
        return wanted.find(bytes, parser.text.base + HeaderIndex.offset(name), HeaderIndex.length(name),
            HeaderIndex.kind(
                name))
            != NameTable.NOT_FOUND;
    }

    /**
     * Indexes members from the parser's position on.
     *
     * @return {@link #PART} behind the opening brace of the ext fields; {@link #END}; or {@link #STUCK} if the parser is to
     *     take the next part.
     */
    private int members(final byte[] bytes, final HeaderIndex index, final JsonParser parts)
    {
        final int base = parts.text.base;
        final int to = parts.text.end;
        final byte[] expected = followers;
        int count = parts.memberCount;
        // The brace stands in the place of a comma.
        int at = count == 0 ? parts.position - 1 : parts.position;
        long brace = count == 0 ? ',' ^ '{' : 0;
        int before = count == 0 ? NO_MEMBER : JsonMembers.EXT_FIELDS;
        int result = STUCK;
        while (count < mostEntries)
        {
            if (to - at == 1 && bytes[at] == '}' && index.field(OPAQUE) != HeaderIndex.ABSENT)
            {
                result = END;
                break;
            }
            final long first = wordAt(bytes, at) ^ brace;
            final long second = wordAt(bytes, at + Long.BYTES);
            // Mostly the same member follows as before: the place of the value need not wait for the name.
            int member = expected[before];
            if (!JsonMembers.matches(member, first, second))
            {
                member = JsonMembers.of(first);
                expected[before] = (byte)member;
            }
            int name = at + 1;
            int from = name + JsonMembers.nameLength(member);
            if (!JsonMembers.matches(member, first, second))
            {
                name = nameAt(bytes, count == 0 ? name : at, to, count == 0);
                final long word = name < 0 ? 0 : wordAt(bytes, name) << Byte.SIZE | ',';
                member = JsonMembers.of(word);
                if (!JsonMembers.matchesName(member, word, wordAt(bytes, name + Long.BYTES - 1)))
                {
                    break;
                }
                from = valueAt(bytes, name + JsonMembers.nameLength(member) - 1, to);
            }
            else if (from < to && (bytes[from] <= ' ' || member == JsonMembers.LONGEST))
            {
                from = valueAt(bytes, from - 1, to);
            }
            if (from >= to)
            {
                break;
            }
            final int ordinal = JsonMembers.ordinal(member);
            int behind;
            if ((1 << ordinal & NUMBERS) != 0)
            {
                behind = number(bytes, from, to);
                if (behind < 0)
                {
                    break;
                }
                index.field(ordinal, from - base, behind - from, Kinds.JSON_NUMBER);
            }
            else if (ordinal == EXT_FIELDS)
            {
                if (bytes[from] != '{' || parts.mapFrom != 0)
                {
                    break;
                }
                parts.memberCount = count + 1;
                parts.beginEntries(from);
                return PART;
            }
            else
            {
                behind = otherValue(bytes, name, from, to, ordinal);
                if (behind < 0)
                {
                    break;
                }
                if (ordinal != JsonNames.SERIALIZE_TYPE)
                {
                    index.field(ordinal, from + 1 - base, behind - from - 2, textKind);
                }
            }
            at = behind;
            before = member;
            brace = 0;
            count++;
        }
        parts.memberCount = count;
        parts.position = count == 0 ? at + 1 : at;
        return result;
    }

    /** The index of the quote before the name of the next member or entry; negative if there is none or a comment. */
    private static int nameAt(final byte[] bytes, final int at, final int to, final boolean first)
    {
        if (!first && to - at > 1 && bytes[at] == ',' && bytes[at + 1] == '"')
        {
            return at + 1;
        }
        int name = JsonText.blanks(bytes, at, to);
        if (!first)
        {
            if (name == to || bytes[name] != ',')
            {
                return NOWHERE;
            }
            name = JsonText.blanks(bytes, name + 1, to);
        }
        return name < to && bytes[name] == '"' ? name : NOWHERE;
    }

    /** The index where the value begins, behind blanks, a colon and blanks; {@code to} if there is none. */
    private static int valueAt(final byte[] bytes, final int behindName, final int to)
    {
        final int colon = JsonText.blanks(bytes, behindName, to);
        return colon < to && bytes[colon] == ':' ? JsonText.blanks(bytes, colon + 1, to) : to;
    }

    /** Eight bytes, little-endian; zeros for those behind the array, of which seven must stand before the index. */
    private static long wordAt(final byte[] bytes, final int from)
    {
        final int left = bytes.length - from;
        return left >= Long.BYTES ? Words.getLongLittleEndian(bytes, from) : left <= 0 ? 0 : Words.getLongLittleEndian(
            bytes, bytes.length - Long.BYTES) >>> (Long.BYTES - left << 3);
    }

    /** The index behind a number of up to nine digits, which is an int, and before a delimiter; negative for any other. */
    private int number(final byte[] bytes, final int from, final int to)
    {
        final long word = wordAt(bytes, from);
        int digits = Words.countDigits(word);
        if (digits == Long.BYTES)
        {
            digits += Words.countDigits(wordAt(bytes, from + Long.BYTES));
        }
        final int behind = from + digits;
        final boolean good = digits > 0 && digits <= MOST_DIGITS && ((byte)word != '0' || digits == 1)
            && digits <= longestValue && behind < to && JsonText.isDelimiter(bytes[behind]);
        return good ? behind : NOWHERE;
    }

    /** The index behind the value of a member that is text, whose kind is set; negative if it is left to the slow path. */
    private int otherValue(final byte[] bytes, final int name, final int from, final int to, final int ordinal)
    {
        final long word = wordAt(bytes, from);
        textKind = ASCII_TEXT;
        if (ordinal == LANGUAGE && (word & FOUR_MASK) == JAVA || ordinal == JsonNames.SERIALIZE_TYPE && (word
            & FOUR_MASK) == JSON && JsonMembers.isLongest(bytes, name))
        {
            return to - from > FOUR_LENGTH && longestValue >= FOUR_LENGTH ? from + FOUR_LENGTH : NOWHERE;
        }
        if (bytes[from] != '"' || ordinal == JsonNames.SERIALIZE_TYPE)
        {
            return NOWHERE;
        }
        final long text = text(bytes, from + 1, to);
        final int close = (int)text;
        textKind = (int)(text >>> Integer.SIZE);
        final boolean good = close - from <= longestValue && (ordinal == REMARK || textKind == ASCII_TEXT
            && RemotingLanguage.isExact(bytes, from + 1, close));
        return text >= 0 && good ? close + 1 : NOWHERE;
    }

    /**
     * Indexes entries of the ext fields from the parser's position on.
     *
     * @return {@link #PART} behind their closing brace, or when the index has more room; {@link #FOUND}; or {@link #STUCK}
     *     if the parser is to take the next part.
     */
    private int entries(final byte[] bytes, final HeaderIndex index, final JsonParser parts)
    {
        final int base = parts.text.base;
        final int to = parts.text.end;
        final int limit = Math.min(to, bytes.length - WINDOW);
        final long low = lowBits;
        final int longest = longestValue;
        final int stops = wantedLetters;
        // As stops, for the names that are to be indexed; those of others may be among them.
        final int indexed = (int)(index.letters >>> Integer.SIZE);
        final long[] entries = index.entries;
        final int most = mostEntries;
        final long names = HeaderIndex.place(NAME - base, 1, Kinds.TEXT);
        int slot = 2 * index.count;
        int count = parts.entryCount;
        // The brace stands in the place of a comma.
        int at = count == 0 ? parts.position - 1 : parts.position;
        long due = count == 0 ? FIRST_LETTER : LETTER;
        boolean stopped = false;
        while (at < limit && count < most && slot + 1 < entries.length && !stopped)
        {
            final long word = Words.getLongLittleEndian(bytes, at) ^ due;
            if ((word & LETTER_MASK) == 0)
            {
                final int from = at + VALUE;
                // The commonest length is a branch: the next entry is then read without waiting for this one's length.
                int close = word >>> ONE_DIGIT_SHIFT == ONE_DIGIT ? from + 1 : closeOf(bytes, from, low);
                int kind = ASCII_TEXT;
                if (close < 0)
                {
                    final long text = text(bytes, from, to);
                    if (text < 0)
                    {
                        break;
                    }
                    close = (int)text;
                    kind = (int)(text >>> Integer.SIZE);
                }
                if (close >= to || close - from > longest)
                {
                    break;
                }
                if ((indexed >>> (int)(word >>> Short.SIZE) & 1) != 0)
                {
                    entries[slot] = names + ((long)at << Integer.SIZE);
                    entries[slot + 1] = HeaderIndex.place(from - base, close - from, kind);
                    slot += 2;
                    stopped = (stops >>> (int)(word >>> Short.SIZE) & 1) != 0;
                }
                at = close + 1;
                count++;
            }
            else
            {
                final int open = (short)word == 0 ? at + 1 : nameAt(bytes, count == 0 ? at + 1 : at, to, count == 0);
                final int behind = open < 0 ? NOWHERE : otherEntry(bytes, open, to, base, index, slot);
                if (behind < 0)
                {
                    break;
                }
                stopped = wanted != null && isWanted(bytes, entries[slot]);
                slot += index.isLookedFor(entries[slot], bytes, base) ? 2 : 0;
                at = behind;
                count++;
            }
            due = LETTER;
        }
        index.count = slot >> 1;
        index.isPartial = count > index.count;
        parts.entryCount = count;
        parts.position = count == 0 ? at + 1 : at;
        if (stopped)
        {
            return FOUND;
        }
        if (at < to && bytes[at] == '}' && count > 0 || count == 0 && at + 1 < to && bytes[at + 1] == '}')
        {
            parts.endEntries(count == 0 ? at + 2 : at + 1);
            return PART;
        }
        if (slot == entries.length && count < most)
        {
            index.growEntries();
            return PART;
        }
        return STUCK;
    }

    /** The index of the quote behind an entry's value of up to sixteen bytes in ASCII; negative for any other. */
    private static int closeOf(final byte[] bytes, final int from, final long low)
    {
        final int second = from + Long.BYTES;
        final int close = closeIn(bytes, from, low);
        if (close != second)
        {
            return close;
        }
        final int behind = closeIn(bytes, second, low);
        return behind == second + Long.BYTES && bytes[behind] != '"' ? NOWHERE : behind;
    }

    /** The index of the first quote among eight bytes, or that behind them; negative if not all before it is plain text. */
    private static int closeIn(final byte[] bytes, final int from, final long low)
    {
        final long value = Words.getLongLittleEndian(bytes, from);
        // As in Words.match the lowest mark is exact, but that bytes above 127 are marked too.
        final long quotes = (value ^ QUOTES) - low;
        final long marks = (quotes | (value ^ BACKSLASHES) - low) & low << 7;
        final long doubt = marks & -marks & ~(quotes & ~value);
        return doubt != 0 ? NOWHERE : from + Words.firstMarked(marks);
    }

    /**
     * Indexes an entry of any name in ASCII without escapes, whose quote stands at an index, with a value that is a string,
     * digits or a boolean, and blanks wherever they may be.
     *
     * @return the index behind it; or negative, then it is left to the slow path.
     */
    private int otherEntry(final byte[] bytes, final int open, final int to, final int base, final HeaderIndex index,
        final int slot)
    {
        final long[] entries = index.entries;
        final int name = open + 1;
        if (to - name <= NAME_END)
        {
            return NOWHERE;
        }
        final int nameEnd = isLetter(bytes, name) ? name + 1 : nameEnd(bytes, name, to);
        if (nameEnd < 0 || to - nameEnd <= NAME_END)
        {
            return NOWHERE;
        }
        int from = nameEnd + 2;
        if (bytes[nameEnd + 1] != ':' || bytes[from] <= ' ')
        {
            from = valueAt(bytes, nameEnd + 1, to);
            if (from >= to)
            {
                return NOWHERE;
            }
        }
        entries[slot] = HeaderIndex.place(name - base, nameEnd - name, Kinds.TEXT);
        if (bytes[from] != '"')
        {
            final int behind = scalarEnd(bytes, from, to);
            final int kind = bytes[from] <= '9' ? Kinds.JSON_NUMBER : Kinds.JSON_BOOLEAN;
            entries[slot + 1] = HeaderIndex.place(from - base, behind - from, kind);
            return behind - from <= longestValue ? behind : NOWHERE;
        }
        int close = from < bytes.length - 2 * Long.BYTES - 1 ? closeOf(bytes, from + 1, lowBits) : NOWHERE;
        int kind = ASCII_TEXT;
        if (close < 0)
        {
            final long text = text(bytes, from + 1, to);
            close = (int)text;
            kind = (int)(text >>> Integer.SIZE);
        }
        final int length = close - from - 1;
        entries[slot + 1] = HeaderIndex.place(from + 1 - base, length, kind);
        return close < 0 || close >= to || length > longestValue ? NOWHERE : close + 1;
    }

    /** Whether a name is one character from the backquote to DEL, as in {@link #LETTER}. */
    private static boolean isLetter(final byte[] bytes, final int name)
    {
        return bytes[name + 1] == '"' && bytes[name] >= '`';
    }

    /** The index of the quote behind a name in ASCII, without escapes or U+0000, that no reader takes for another. */
    private int nameEnd(final byte[] bytes, final int from, final int to)
    {
        final long quote = quotes;
        final long backslash = backslashes;
        final long low = lowBits;
        final int limit = Math.min(to, bytes.length - Long.BYTES + 1);
        int at = from;
        while (limit - at > 0)
        {
            final long word = Words.getLongLittleEndian(bytes, at);
            final long marks = ((word ^ quote) - low | (word ^ backslash) - low | word - low) & ~word & low << 7
                | word & low << 7;
            if (marks != 0)
            {
                final int close = at + Words.firstMarked(marks);
                final boolean good = close < to && bytes[close] == '"' && close > from && close - from <= longestName
                    && bytes[from] != '$' && bytes[from] != '@';
                return good ? close : NOWHERE;
            }
            at += Long.BYTES;
        }
        return NOWHERE;
    }

    /** The index behind some digits before a delimiter, or behind true or false; negative for any other value. */
    private static int scalarEnd(final byte[] bytes, final int from, final int to)
    {
        int at = from;
        while (at < to && bytes[at] >= '0' && bytes[at] <= '9')
        {
            at++;
        }
        if (at > from)
        {
            final boolean good = (bytes[from] != '0' || at - from == 1) && at - from <= MOST_TEXT_DIGITS && at < to
                && JsonText.isDelimiter(bytes[at]);
            return good ? at : NOWHERE;
        }
        if (to - from <= Integer.BYTES)
        {
            return NOWHERE;
        }
        final int word = Words.getInt(bytes, from);
        return word == TRUE ? from + 4 : word == FALSE && bytes[from + 4] == 'e' ? from + 5 : NOWHERE;
    }

    /**
     * Passes over the inside of a string, two words a round. Too long to be compiled into the loops over members and entries
     * (more than 325 bytes of code), which would keep what they work on in memory then.
     *
     * @return the index of the closing quote, and above it the kind; or {@link #NO_TEXT}.
     */
    private long text(final byte[] bytes, final int from, final int to)
    {
        final long quote = quotes;
        final long backslash = backslashes;
        final long low = lowBits;
        final long top = low << 7;
        final int limit = Math.min(to, bytes.length - Long.BYTES + 1);
        long high = 0;
        long marks = 0;
        int at = from;
        // Asked this way the loops are not taken for counted ones, which are prepared for thousands of rounds.
        while (limit - at > Long.BYTES)
        {
            final long word = Words.getLongLittleEndian(bytes, at);
            final long next = Words.getLongLittleEndian(bytes, at + Long.BYTES);
            // As in Words.match: the lowest mark is exact.
            marks = ((word ^ quote) - low | (word ^ backslash) - low) & ~word & top;
            final long more = ((next ^ quote) - low | (next ^ backslash) - low) & ~next & top;
            // What follows the closing quote is looked at too: a doubt is settled by a closer look.
            high |= word;
            if ((marks | more) != 0)
            {
                high |= marks == 0 ? next : 0;
                at += marks == 0 ? Long.BYTES : 0;
                marks = marks == 0 ? more : marks;
                break;
            }
            high |= next;
            at += 2 * Long.BYTES;
        }
        while (marks == 0)
        {
            if (limit - at <= 0)
            {
                return NO_TEXT;
            }
            final long word = Words.getLongLittleEndian(bytes, at);
            marks = ((word ^ quote) - low | (word ^ backslash) - low) & ~word & top;
            high |= word;
            at += marks == 0 ? Long.BYTES : 0;
        }
        at += Words.firstMarked(marks);
        if (at >= to)
        {
            return NO_TEXT;
        }
        if (bytes[at] != '"')
        {
            return escapes.pass(bytes, from, to, parser.index, parser.text.base);
        }
        final int invalid = (high & Words.HIGH_BITS) == 0 ? Utf8.ASCII : Utf8.firstInvalid(bytes, from, at);
        return invalid >= 0 ? NO_TEXT : (invalid == Utf8.ASCII ? ASCII_BITS : TEXT_BITS) | at;
    }
}
