package io.skim.bytes;

/**
 * Finds message properties in the text that holds them, in place: {@code name 0x01 value 0x02}, repeated, raw or with the
 * separators (and anything else) escaped in a JSON string.
 * <p>
 * Properties have no errors: what the reference drops is dropped. A part without 0x01, with nothing before it or
 * nothing behind it does not survive; the first 0x01 splits, later ones belong to the value. Offsets count from the
 * frame's start.
 * <p>
 * Raw text is searched for the ends of names that may be wanted: 0x01 behind a byte that some wanted name ends with. In
 * a JSON string the search goes from separator to separator if it is known where they stand; else all escapes are decoded.
 *
 * @see "MessageDecoder.string2messageProperties, release 5.5.1"
 */
public final class PropertyReader
{
    /** Of {@link #next}: there are no more. */
    public static final int END = -2;
    /** Of {@link #next}: a property whose name has no id. */
    public static final int UNDECLARED = NameTable.NOT_FOUND;
    /** What ends a name. */
    public static final byte NAME_END = 1;
    /** What ends a property. */
    public static final byte PROPERTY_END = 2;

    private static final long LOW_BITS = Words.repeat(1);
    private static final long NAME_ENDS = Words.repeat(NAME_END);
    private static final long PROPERTY_ENDS = Words.repeat(PROPERTY_END);
    private static final long BACKSLASHES = Words.repeat('\\');
    private static final int NO_SEPARATOR = PROPERTY_END + 1;
    private static final long CONTROLS = Words.repeat(NO_SEPARATOR);
    private static final int FOUR_WORDS = 4 * Long.BYTES;
    /** With so many bytes left, they are looked at in longer steps. */
    private static final int LONG_TEXT = 512;

    /** Of a separator in a JSON string, in bytes; and where in it the digit stands that tells which it is. */
    private static final int ESCAPE_LENGTH = Escapes.UNIT_LENGTH;
    private static final int DIGIT = ESCAPE_LENGTH - 1;
    /** The escape of U+0001, little-endian, as the low six bytes of a word. */
    private static final long ESCAPED_NAME_END = 0x3130_3030_755CL;
    /** In a word that begins with the byte before an escape: the digit that tells which it is. */
    private static final long LAST_DIGIT = 0xFFL << ESCAPE_LENGTH * Byte.SIZE;
    private static final long LAST_THREE = 0xFF_FFFF;

    /** Where the name begins. */
    public int nameOffset;
    /** How long the name is, in bytes. */
    public int nameLength;
    /** How the name's bytes stand for it. */
    public int nameKind;
    /** Where the value begins. */
    public int valueOffset;
    /** How long the value is, in bytes. */
    public int valueLength;
    /** How the value's bytes stand for it. */
    public int valueKind;

    /** That holds the frame, which begins at an index in it. */
    @SuppressWarnings("NullAway.Init") // wrap sets it
    private byte[] array;
    private int base;
    private int kind;
    /** Where the text begins, where the search goes on, and where the text ends: indices. */
    private int start;
    private int position;
    private int limit;

    /** Where the escapes of all separators stand in a JSON string, and which is next. */
    @SuppressWarnings("NullAway.Init") // noteSeparators sets it
    private int[] separators;
    private int separatorCount;
    private int separatorIndex;
    private int separatorShift;
    /** Whether there are no other escapes; or no others but those of quotes. */
    private boolean separatorsAlone;
    private boolean quotesAlone;

    /** What {@link #findEscaped} stopped at: its index, width and whether it passed an escape on the way. */
    private int separator;
    private int width;
    private boolean escaped;

    /** Makes a reader of nothing. */
    public PropertyReader()
    {
    }

    /**
     * Begins with the text of a frame's properties.
     *
     * @param frame  array that holds the frame; eight bytes must precede the text.
     * @param offset of the text, from the frame's start.
     * @param kind   {@link Kinds#TEXT}, {@link Kinds#LOSSY_TEXT} or {@link Kinds#JSON_TEXT}.
     */
    public void wrap(final byte[] frame, final int from, final int offset, final int length, final int kind)
    {
        if (array != frame)
        {
            array = frame;
        }
        base = from;
        start = from + offset;
        position = start;
        limit = start + length;
        this.kind = kind;
        separatorCount = 0;
    }

    /** Lets go of the frame's array. */
    @SuppressWarnings("NullAway") // no reads until wrap
    public void detach()
    {
        if (array != null)
        {
            array = null;
        }
    }

    /**
     * Tells where the separators of the JSON string are that was wrapped: all of them escapes of six characters.
     *
     * @param offsets of the backslashes, from the frame's start; at least as many as there are.
     * @param count   how many there are.
     * @param alone   whether there are no other escapes.
     * @param quotes  whether there are no other escapes but those of quotes.
     */
    public void noteSeparators(final int[] offsets, final int count, final boolean alone, final boolean quotes)
    {
        if (separators != offsets)
        {
            separators = offsets;
        }
        separatorShift = base;
        separatorIndex = 0;
        separatorCount = count;
        separatorsAlone = alone;
        quotesAlone = quotes;
    }

    /**
     * Finds the next property that is wanted.
     *
     * @param wanted names; may be others at each call.
     * @return its id, with name and value set; {@link #UNDECLARED} likewise, if every property is wanted; or {@link #END}.
     */
    public int next(final PropertyNames wanted)
    {
        return kind != Kinds.JSON_TEXT ? nextRaw(wanted) : separatorCount > 0 ? nextNoted(wanted) : nextEscaped(wanted);
    }

    private int nextRaw(final PropertyNames wanted)
    {
        final byte[] bytes = array;
        final int to = limit;
        // An ill-formed byte may end what is read as a name with other last bytes.
        final PropertyNames filter = kind == Kinds.LOSSY_TEXT ? PropertyNames.EVERY : wanted;
        int nameEnd = nextNameEnd(bytes, position, to, filter);
        while (nameEnd < to)
        {
            final int whole = filter.wholeOf(Words.getLong(bytes, nameEnd - Long.BYTES));
            int name = whole >= 0 ? nameEnd - filter.wholeLengths[whole] : nameEnd;
            int id = END;
            if (whole >= 0 && name >= start)
            {
                id = filter.wholeIds[whole];
            }
            // A short name that is not the first stands behind a separator, and would have been found.
            else if (filter.wholes.length == 0 || nameEnd - Long.BYTES < start)
            {
                name = nameBefore(bytes, start, nameEnd);
                id = name == nameEnd ? END : wanted.table.find(bytes, name, nameEnd - name, kind);
            }
            int behind = nameEnd + 1;
            if (id >= 0 || id == UNDECLARED && wanted.every)
            {
                final int valueEnd = endOf(bytes, behind, to);
                if (valueEnd > behind)
                {
                    position = Math.min(valueEnd + 1, to);
                    property(name, nameEnd, kind);
                    value(behind, valueEnd, kind);
                    return id;
                }
                behind = Math.min(valueEnd + 1, to);
            }
            nameEnd = nextNameEnd(bytes, behind, to, filter);
        }
        position = to;
        return END;
    }

    /**
     * The index of the next byte that ends a name which may be wanted, by its last eight bytes; {@code to} if there is none.
     * Two words a round; and nothing else in the method, so that what the rounds work on stays in registers.
     */
    private static int nextNameEnd(final byte[] bytes, final int from, final int to, final PropertyNames wanted)
    {
        final long before = wanted.lastBytes;
        final long beforeMask = wanted.lastBytesMask;
        final int last = to - Long.BYTES;
        int at = from;
        while (at < to)
        {
            long marks = 0;
            if (to - at >= LONG_TEXT)
            {
                at = passOthers(bytes, at, to - FOUR_WORDS, before, beforeMask);
            }
            while (at <= last - Long.BYTES)
            {
                marks = nameEnds(Words.getLongLittleEndian(bytes, at), Words.getLongLittleEndian(bytes, at - 1)
                    ^ before, beforeMask);
                final long more = nameEnds(Words.getLongLittleEndian(bytes, at + Long.BYTES), Words.getLongLittleEndian(
                    bytes, at + Long.BYTES - 1) ^ before, beforeMask);
                if ((marks | more) != 0)
                {
                    at += marks == 0 ? Long.BYTES : 0;
                    marks = marks == 0 ? more : marks;
                    break;
                }
                at += 2 * Long.BYTES;
            }
            if (marks == 0 && at <= last)
            {
                marks = nameEnds(Words.getLongLittleEndian(bytes, at), Words.getLongLittleEndian(bytes, at - 1)
                    ^ before, beforeMask);
                at += marks == 0 ? Long.BYTES : 0;
            }
            if (marks == 0 && at < to)
            {
                // Zeros behind the last byte end no name.
                final int beyond = at - last << 3;
                marks = nameEnds(Words.getLongLittleEndian(bytes, last) >>> beyond, Words.getLongLittleEndian(bytes,
                    last - 1) >>> beyond ^ before, beforeMask);
            }
            if (marks == 0)
            {
                return to;
            }
            at += Words.firstMarked(marks);
            if ((Words.getLong(bytes, at - Long.BYTES) & wanted.tailMask) == wanted.tail)
            {
                return at;
            }
            at++;
        }
        return to;
    }

    /**
     * Passes over what has no end of a name that may be wanted, in a long text: four words a round, and a method of its own, so
     * that the rounds are a counted loop whose bounds are checked once.
     *
     * @param last index up to which four words may be loaded.
     */
    private static int passOthers(final byte[] bytes, final int from, final int last, final long before,
        final long beforeMask)
    {
        int at = from;
        for (; at <= last; at += FOUR_WORDS)
        {
            final long a = others(bytes, at, before, beforeMask);
            final long b = others(bytes, at + 8, before, beforeMask);
            final long c = others(bytes, at + 16, before, beforeMask);
            final long d = others(bytes, at + 24, before, beforeMask);
            if (((a - LOW_BITS & ~a | b - LOW_BITS & ~b | c - LOW_BITS & ~c | d - LOW_BITS & ~d) & Words.HIGH_BITS)
                != 0)
            {
                return at;
            }
        }
        return at;
    }

    /** In each byte what it and the one before have other than the end of a name that may be wanted. */
    private static long others(final byte[] bytes, final int at, final long before, final long beforeMask)
    {
        return Words.getLongLittleEndian(bytes, at) ^ NAME_ENDS | (Words.getLongLittleEndian(bytes, at - 1) ^ before)
            & beforeMask;
    }

    /** Marks the ends of names in a word; as in {@link Words#match}, the lowest mark is exact. */
    private static long nameEnds(final long word, final long before, final long beforeMask)
    {
        final long other = word ^ NAME_ENDS | before & beforeMask;
        return other - LOW_BITS & ~other & Words.HIGH_BITS;
    }

    /**
     * The index where the name begins that ends before an index; that index itself if it is not the first 0x01 of its
     * property. No more is looked at than what stands behind the separator before, so that a search stays linear.
     */
    private static int nameBefore(final byte[] bytes, final int start, final int end)
    {
        int at = end;
        while (at > start)
        {
            // Big-endian: the mark of the last byte is the exact one.
            final long marks = Words.below(Words.getLong(bytes, at - Long.BYTES), CONTROLS);
            at -= marks == 0 ? Long.BYTES : Words.firstMarked(marks);
            if (marks != 0 && at > start && bytes[at - 1] != 0)
            {
                return bytes[at - 1] == PROPERTY_END ? at : end;
            }
            at -= marks == 0 ? 0 : 1;
        }
        return start;
    }

    /**
     * Finds where a property ends, in text without escapes.
     *
     * @param array that holds the text; seven bytes must precede it.
     * @param from  index of a byte of the property's value.
     * @param limit index behind the text.
     * @return the index of what ends it, or {@code limit}.
     */
    private static int endOf(final byte[] array, final int from, final int limit)
    {
        int index = from;
        for (; index < limit - Long.BYTES; index += Long.BYTES)
        {
            final long marks = Words.match(Words.getLongLittleEndian(array, index), PROPERTY_ENDS);
            if (marks != 0)
            {
                return index + Words.firstMarked(marks);
            }
        }
        final int left = limit - index;
        if (left <= 0)
        {
            return limit;
        }
        final long last = Words.getLongLittleEndian(array, limit - Long.BYTES) >>> (Long.BYTES - left << 3);
        final long marks = Words.match(last, PROPERTY_ENDS);
        return marks == 0 ? limit : index + Words.firstMarked(marks);
    }

    private int nextNoted(final PropertyNames wanted)
    {
        final byte[] bytes = array;
        final int[] all = separators;
        final int count = separatorCount;
        final int shift = separatorShift;
        // Without escapes a name stands there as it is; one with a quote is not wanted.
        final boolean plain = separatorsAlone || quotesAlone && !wanted.hasQuote;
        final long tailMask = plain ? wanted.tailMask : 0;
        final long tail = wanted.tail & tailMask;
        final long mask = LAST_DIGIT | tailMask & 0xFF;
        final long due = ESCAPED_NAME_END << Byte.SIZE | tail & 0xFF;
        for (int number = separatorIndex; number < count; number++)
        {
            final int nameEnd = shift + all[number];
            if (((Words.getLongLittleEndian(bytes, nameEnd - 1) ^ due) & mask) == 0 && (Words.getLong(bytes, nameEnd
                - Long.BYTES) & tailMask) == tail && (plain || mayEnd(bytes, nameEnd, wanted)))
            {
                final int name = notedName(bytes, number, nameEnd);
                final int kindOfName = name == nameEnd ? Kinds.NULL : notedKind(bytes, name, nameEnd);
                final int id = wanted.table.find(bytes, name, nameEnd - name, kindOfName);
                if ((id >= 0 || wanted.every) && kindOfName != Kinds.NULL && isNoted(bytes, number))
                {
                    property(name, nameEnd, kindOfName);
                    return id;
                }
            }
        }
        separatorIndex = count;
        return END;
    }

    /**
     * Whether some wanted name may end before an index, perhaps with an escape. Of an escape that reaches into the last three
     * bytes, the last eight have the backslash.
     */
    private static boolean mayEnd(final byte[] bytes, final int end, final PropertyNames wanted)
    {
        final long last = Words.getLong(bytes, end - Long.BYTES);
        return ((last ^ wanted.tail) & wanted.tailMask & LAST_THREE) == 0 || Words.match(last, BACKSLASHES) != 0;
    }

    /** Where the name begins that a separator ends; the separator itself if it is not the first 0x01 of its property. */
    private int notedName(final byte[] bytes, final int number, final int nameEnd)
    {
        if (number == 0)
        {
            return start;
        }
        final int before = separatorShift + separators[number - 1];
        return bytes[before + DIGIT] == '0' + PROPERTY_END ? before + ESCAPE_LENGTH : nameEnd;
    }

    /** Sets the value of the property whose name a separator ends; false if it is empty. */
    private boolean isNoted(final byte[] bytes, final int number)
    {
        int end = number + 1;
        while (end < separatorCount && bytes[separatorShift + separators[end] + DIGIT] == '0' + NAME_END)
        {
            end++;
        }
        final int value = separatorShift + separators[number] + ESCAPE_LENGTH;
        final int valueEnd = end < separatorCount ? separatorShift + separators[end] : limit;
        separatorIndex = end + 1;
        value(value, valueEnd, end > number + 1 ? Kinds.JSON_TEXT : notedKind(bytes, value, valueEnd));
        return valueEnd > value;
    }

    private int notedKind(final byte[] bytes, final int from, final int to)
    {
        return separatorsAlone || Words.indexOf(bytes, from, to, '\\') == to ? Kinds.TEXT : Kinds.JSON_TEXT;
    }

    private void property(final int name, final int nameEnd, final int kindOfName)
    {
        nameOffset = name - base;
        nameLength = nameEnd - name;
        nameKind = kindOfName;
    }

    private void value(final int value, final int valueEnd, final int kindOfValue)
    {
        valueOffset = value - base;
        valueLength = valueEnd - value;
        valueKind = kindOfValue;
    }

    private int nextEscaped(final PropertyNames wanted)
    {
        while (position < limit)
        {
            final int name = position;
            final int found = findEscaped(name, true);
            final int nameEnd = separator;
            final int kindOfName = escaped ? Kinds.JSON_TEXT : Kinds.TEXT;
            position = nameEnd + width;
            if (found != NAME_END)
            {
                continue;
            }
            final int value = position;
            findEscaped(value, false);
            position = separator + width;
            if (nameEnd > name && separator > value)
            {
                final int id = wanted.table.find(array, name, nameEnd - name, kindOfName);
                if (id >= 0 || wanted.every)
                {
                    property(name, nameEnd, kindOfName);
                    value(value, separator, escaped ? Kinds.JSON_TEXT : Kinds.TEXT);
                    return id;
                }
            }
        }
        return END;
    }

    private static boolean isSeparator(final int value, final boolean either)
    {
        return value == PROPERTY_END || either && value == NAME_END;
    }

    /** Finds the next separator (of a property, or of either kind); gives its value, or 0 at the end. */
    private int findEscaped(final int from, final boolean either)
    {
        escaped = false;
        int at = nextSpecial(from);
        while (at < limit)
        {
            int value = array[at];
            width = 1;
            if (value == '\\')
            {
                value = array[at + 1];
                width = 2;
                // What the others stand for is none of the separators.
                if (value == 'u' && (array[at + 2] != '0' || array[at + 3] != '0'))
                {
                    width = ESCAPE_LENGTH;
                }
                else if (value <= '9' && value >= '0' || value == 'u' || value == 'x')
                {
                    final long decoded = Escapes.decode(array, at, limit);
                    value = (int)(decoded >>> Integer.SIZE);
                    width = (int)decoded - at;
                }
            }
            if (isSeparator(value, either))
            {
                separator = at;
                return value;
            }
            escaped |= array[at] == '\\';
            at = nextSpecial(at + width);
        }
        separator = limit;
        width = 0;
        return 0;
    }

    /** The next backslash or byte below 3. */
    private int nextSpecial(final int from)
    {
        int at = from;
        while (limit - at >= Long.BYTES)
        {
            final long word = Words.getLongLittleEndian(array, at);
            final long marks = Words.below(word, CONTROLS) | Words.match(word, BACKSLASHES);
            if (marks != 0)
            {
                return at + Words.firstMarked(marks);
            }
            at += Long.BYTES;
        }
        while (at < limit && array[at] != '\\' && (array[at] < 0 || array[at] >= NO_SEPARATOR))
        {
            at++;
        }
        return Math.min(at, limit);
    }
}
