package io.skim.bytes;

/**
 * Pulls the message properties out of the text that holds them, in place: {@code name 0x01 value 0x02}, repeated, raw
 * or with the separators (and anything else) escaped in a JSON string.
 * <p>
 * Properties have no errors: what the reference drops is dropped. A part without 0x01, with nothing before it or
 * nothing behind it does not survive; the first 0x01 splits, later ones belong to the value. Offsets count from the
 * frame's start.
 *
 * @see "MessageDecoder.string2messageProperties, release 5.5.1"
 */
public final class PropertyReader
{
    /** What ends a name. */
    public static final byte NAME_END = 1;
    /** What ends a property. */
    public static final byte PROPERTY_END = 2;

    private static final long BACKSLASHES = Words.repeat('\\');
    private static final long PROPERTY_ENDS = Words.repeat(PROPERTY_END);
    private static final long CONTROLS = Words.repeat(3);
    /** Of a separator in a JSON string, in bytes. */
    public static final int ESCAPE_LENGTH = 6;
    /** <code>\\u0001</code> and <code>\\u0002</code>, little-endian, as the low six bytes of a word. */
    static final long ESCAPED_NAME_END = 0x3130_3030_755CL;
    static final long ESCAPED_END = 0x3230_3030_755CL;
    static final long ESCAPE_MASK = 0xFFFF_FFFF_FFFFL;
    /** The bits of a word from which {@link #ESCAPED_NAME_END} was taken that are 0 for it and {@link #ESCAPED_END}, and for no other. */
    private static final long NO_SEPARATOR_MASK = 0xFEFF_FFFF_FFFFL;
    private static final long ESCAPED_SEPARATOR = 0x3030_3075_5CL;
    private static final long ESCAPED_SEPARATOR_MASK = 0xFF_FFFF_FFFFL;

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

    /** That holds the frame. */
    public byte[] array;
    /** Where the frame begins in the array. */
    public int base;

    private int position;
    private int limit;
    private int kind;

    /** Where escapes stand, how many there are and which is next; none for the generic way. */
    private int[] escapes;
    private int escapeCount;
    private int escapeIndex;
    private int escapeShift;
    private boolean escapesAlone;

    /** What {@link #find} stopped at: its index, width and whether it passed an escape on the way. */
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
     * @param frame  array that holds the frame; seven bytes must precede the text.
     * @param start  index where the frame begins.
     * @param offset of the text, from the frame's start.
     * @param length of the text in bytes.
     * @param kind   {@link Kinds#TEXT}, {@link Kinds#LOSSY_TEXT} or {@link Kinds#JSON_TEXT}.
     */
    public void wrap(final byte[] frame, final int start, final int offset, final int length, final int kind)
    {
        if (array != frame)
        {
            array = frame;
        }
        base = start;
        position = base + offset;
        limit = position + length;
        this.kind = kind;
        escapeCount = 0;
    }

    /** Lets go of the frame's array. */
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
     * @param noted where the backslashes stand.
     * @param shift from there to their indices in the array.
     * @param count how many there are.
     * @param alone whether there are no other escapes.
     */
    public void noteEscapes(final int[] noted, final int shift, final int count, final boolean alone)
    {
        if (escapes != noted)
        {
            escapes = noted;
        }
        escapeShift = shift;
        escapeIndex = 0;
        escapeCount = count;
        escapesAlone = alone;
    }

    /**
     * Moves to the next property if it lies between the next two noted escapes, as all but odd ones do.
     *
     * @return false for the generic way to look on from the position.
     */
    private boolean nextNoted()
    {
        while (escapeCount - escapeIndex >= 2)
        {
            final int name = position;
            final int nameEnd = escapeShift + escapes[escapeIndex];
            final int value = nameEnd + ESCAPE_LENGTH;
            final int valueEnd = escapeShift + escapes[escapeIndex + 1];
            if (array[nameEnd + ESCAPE_LENGTH - 1] != '1' || array[valueEnd + ESCAPE_LENGTH - 1] != '2')
            {
                break;
            }
            escapeIndex += 2;
            position = valueEnd + ESCAPE_LENGTH;
            if (nameEnd > name && valueEnd > value)
            {
                nameOffset = name - base;
                nameLength = nameEnd - name;
                nameKind = notedKind(name, nameEnd);
                valueOffset = value - base;
                valueLength = valueEnd - value;
                valueKind = notedKind(value, valueEnd);
                return true;
            }
        }
        escapeCount = 0;
        return false;
    }

    private int notedKind(final int from, final int to)
    {
        return escapesAlone || Words.indexOf(array, from, to, '\\') == to ? Kinds.TEXT : Kinds.JSON_TEXT;
    }

    /**
     * Moves to the next property.
     *
     * @return false at the end.
     */
    public boolean next()
    {
        if (escapeCount > 0 && nextNoted())
        {
            return true;
        }
        while (position < limit)
        {
            final int name = position;
            final int found = find(name, true);
            final int nameEnd = separator;
            final boolean nameEscaped = escaped;
            position = nameEnd + width;
            if (found != NAME_END)
            {
                continue;
            }
            final int value = position;
            find(value, false);
            position = separator + width;
            if (nameEnd > name && separator > value)
            {
                nameOffset = name - base;
                nameLength = nameEnd - name;
                nameKind = kind(nameEscaped);
                valueOffset = value - base;
                valueLength = separator - value;
                valueKind = kind(escaped);
                return true;
            }
        }
        return false;
    }

    /**
     * Moves to the next of a few wanted properties, in text without escapes; the others' names are not looked for.
     *
     * @param wanted whose terminator is {@link #NAME_END}.
     * @return which one it is, with the value set; or {@code -1} at the end.
     */
    public int next(final NameSeeker wanted)
    {
        long found = wanted.seek(array, position, limit);
        while (found >= 0)
        {
            final int value = (int)found;
            final int end = endOf(array, value, limit);
            position = end + 1;
            if (end > value)
            {
                valueOffset = value - base;
                valueLength = end - value;
                return (int)(found >>> Integer.SIZE);
            }
            found = wanted.seek(array, position, limit);
        }
        return -1;
    }

    /**
     * Finds where a property ends, in text without escapes.
     *
     * @param array that holds the text; seven bytes must precede it.
     * @param from  index of a byte of the property's value.
     * @param limit index behind the text.
     * @return the index of what ends it, or {@code limit}.
     */
    public static int endOf(final byte[] array, final int from, final int limit)
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

    /**
     * Whether a word begins with the escape of a separator, as six characters; no other escape is one.
     *
     * @param word eight bytes, little-endian.
     * @return true if its first six are the escape of U+0001 or of U+0002.
     */
    public static boolean isEscapedSeparator(final long word)
    {
        // The two escapes are 0 and 1 in the sixth byte away from the first of them, any other six bytes are not.
        return (word - ESCAPED_NAME_END & NO_SEPARATOR_MASK) == 0;
    }

    /**
     * Whether an escape in a JSON string ends a name, as all do that writers write there.
     *
     * @param array that holds the text.
     * @param at    index of the backslash; eight bytes must follow.
     * @return true if it is the six characters of U+0001.
     */
    public static boolean isNameEnd(final byte[] array, final int at)
    {
        return (Words.getLongLittleEndian(array, at) & ESCAPE_MASK) == ESCAPED_NAME_END;
    }

    /**
     * Finds where a property ends, in a JSON string without other escapes than those of quotes and separators, all these
     * of six characters.
     *
     * @param array that holds the text; eight bytes must follow each backslash.
     * @param from  index of the first byte of the property's value.
     * @param limit index behind the text.
     * @return the index of the escape that ends it, or {@code limit}, in the low 32 bits; how the value's bytes stand for
     *     it in the high 32.
     */
    public static long escapedEndOf(final byte[] array, final int from, final int limit)
    {
        long kind = Kinds.TEXT;
        int at = Words.indexOf(array, from, limit, '\\');
        while (at < limit && (Words.getLongLittleEndian(array, at) & ESCAPE_MASK) != ESCAPED_END)
        {
            kind = Kinds.JSON_TEXT;
            // The character behind the backslash is none itself.
            at = Words.indexOf(array, at + 1, limit, '\\');
        }
        return kind << Integer.SIZE | at;
    }

    private int kind(final boolean escaped)
    {
        return kind == Kinds.JSON_TEXT && !escaped ? Kinds.TEXT : kind;
    }

    /** Finds the next separator (of a property, or of either kind); gives its value, or 0 at the end. */
    private int find(final int from, final boolean either)
    {
        escaped = false;
        return kind == Kinds.JSON_TEXT ? findEscaped(from, either) : findRaw(from, either);
    }

    private int findRaw(final int from, final boolean either)
    {
        width = 1;
        separator = from;
        while (limit - separator >= Long.BYTES)
        {
            final long marks = Words.below(Words.getLongLittleEndian(array, separator), CONTROLS);
            if (marks == 0)
            {
                separator += Long.BYTES;
                continue;
            }
            separator += Words.firstMarked(marks);
            if (isSeparator(array[separator], either))
            {
                return array[separator];
            }
            separator++;
        }
        while (separator < limit)
        {
            if (isSeparator(array[separator], either))
            {
                return array[separator];
            }
            separator++;
        }
        width = 0;
        return 0;
    }

    private static boolean isSeparator(final int value, final boolean either)
    {
        return value == PROPERTY_END || either && value == NAME_END;
    }

    private int findEscaped(final int from, final boolean either)
    {
        int at = from;
        while (at < limit)
        {
            at = nextSpecial(at);
            if (at == limit)
            {
                break;
            }
            final int value;
            if (array[at] != '\\')
            {
                value = array[at];
                width = 1;
            }
            else if (limit - at >= Long.BYTES && (Words.getLongLittleEndian(array, at) & ESCAPED_SEPARATOR_MASK)
                == ESCAPED_SEPARATOR)
            {
                value = array[at + 5] - '0';
                width = 6;
            }
            else
            {
                final long decoded = Escapes.decode(array, at, limit);
                value = (int)(decoded >>> 32);
                width = (int)decoded - at;
            }
            if (isSeparator(value, either))
            {
                separator = at;
                return value;
            }
            escaped |= array[at] == '\\';
            at += width;
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
        while (at < limit && array[at] != '\\' && (array[at] < 0 || array[at] >= 3))
        {
            at++;
        }
        return at;
    }
}
