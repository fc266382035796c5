package io.skim.bytes;

import java.util.Arrays;

/**
 * Where the parts of one remoting header stand. An indexer checks a header once and fills the index; emitter, property
 * index, views and patchers read the index and nothing else. All entries are indexed, so that one index
 * serves any number of consumers, unless the indexer is told whose entries are enough: {@link #lookFor}.
 * <p>
 * A part is described by a <em>place</em>, which is one long. Offsets count from the frame's start.
 *
 * <pre>
 * 63 ordinal (earlier fields only)   56 offset(25)   31 length(24)   7 ASCII?   6 kind(7)   0
 * </pre>
 *
 * {@link #ABSENT} is the place of nothing: no value stands at offset 0, where the prefix is.
 * <p>
 * Allocates only for a header that has more parts than any before; the indexers refuse more than {@code
 * Limits.maxEntryCount} entries. One thread at a time; refers to nothing of the frame.
 */
public final class HeaderIndex
{
    /** There is no such part. */
    public static final long ABSENT = 0;
    /** Set in the place of a value that is text and known to be ASCII as it stands. Not set, nobody has looked. */
    public static final long ASCII = 0x80;

    /** What the place of a name of one letter has in the low 32 bits. */
    public static final int LETTER = (int)place(0, 1, Kinds.TEXT);

    private static final int OFFSET_SHIFT = 32;
    private static final int LENGTH_SHIFT = 8;
    private static final int ORDINAL_SHIFT = 57;
    private static final int OFFSET_MASK = 0x1FF_FFFF;
    private static final int KIND_MASK = 0x7F;
    private static final int FIRST_ENTRIES = 32;
    private static final int FIRST_EARLIER = 4;
    private static final int FIRST_SEPARATORS = 64;
    /** All codes that matter to readers have as many digits. */
    private static final int USUAL_CODE = 3;
    /** As many as {@code RemotingField} has. */
    private static final int FIELDS = 9;
    /** Those in front of the properties and the body, which have no place here. So few are copied without a call (JDK 17). */
    private static final int SET_FIELDS = 7;
    private static final long[] NO_FIELDS = new long[FIELDS];

    /** Name and value of each entry, in the order of the header. Indexers may fill it; see {@link #growEntries}. */
    public long[] entries = new long[2 * FIRST_ENTRIES];
    /** How many entries there are. */
    public int count;
    /** Marks of the names of one letter that are looked for, as {@link NameTable#letters}; see {@link #lookFor}. */
    public long letters = -1;
    /** Marks of the lengths of all names that are looked for, as {@link NameTable#lengths}. */
    public long lengths = -1;
    /** Whether entries of other names were left out. */
    public boolean isPartial;
    /** Where the body begins: behind the header; lenient, behind what the reference has read of a binary one. */
    public int bodyOffset;
    /** JSON: how many members the header has, known or not. */
    public int memberCount;
    /** JSON: whether there is a comment, which only lenient accepts. */
    public boolean hasComments;
    /** JSON: the place of ext fields that are null, or lenient an empty text; {@link #ABSENT} if they are not. */
    public long noMap;

    /** The escapes of U+0001 and U+0002 in {@link #separatorsOf}, six characters each: offsets of the backslashes. */
    public int[] separators = new int[FIRST_SEPARATORS];
    /** How many of them there are. */
    public int separatorCount;
    /** JSON: the offset of the last text with such escapes if all its separators are in {@link #separators}; 0 for none or unknown. */
    public int separatorsOf;
    /** Whether the text of {@link #separatorsOf} has no other escapes than those. */
    public boolean separatorsAlone;
    /** Whether that text has no other escapes than those and those of quotes. */
    public boolean quotesAlone;

    /** By ordinal: of several the last, as the reference has it. */
    private final long[] fields = new long[FIELDS];
    /** Those in front of the last of several, in the order of the header; {@link #ordinal} tells which they are. */
    private long[] earlier = new long[FIRST_EARLIER];
    private int earlierCount;

    /** Makes an index of nothing. */
    public HeaderIndex()
    {
        // javac 18 and newer warn of a constructor without a comment.
    }

    /** Begins a header: nothing is indexed. */
    public void begin()
    {
        begin(NO_FIELDS);
    }

    /**
     * Begins a header of which the places of some fields are known, by ordinal.
     *
     * @param known places by ordinal; they are copied.
     */
    public void begin(final long[] known)
    {
        count = 0;
        isPartial = false;
        bodyOffset = 0;
        separatorsOf = 0;
        separatorCount = 0;
        earlierCount = 0;
        hasComments = false;
        noMap = ABSENT;
        System.arraycopy(known, 0, fields, 0, SET_FIELDS);
    }

    /**
     * Makes the place of a part.
     *
     * @param kind of {@code Kinds}; {@link #ASCII} may be added.
     */
    public static long place(final int offset, final int length, final int kind)
    {
        return (long)offset << OFFSET_SHIFT | (long)length << LENGTH_SHIFT | kind;
    }

    /** The offset of a place, from the frame's start. */
    public static int offset(final long place)
    {
        return (int)(place >>> OFFSET_SHIFT) & OFFSET_MASK;
    }

    /** The length of a place in bytes. */
    public static int length(final long place)
    {
        return (int)place >>> LENGTH_SHIFT;
    }

    /** The kind of a place, as in {@code Kinds}. */
    public static int kind(final long place)
    {
        return (int)place & KIND_MASK;
    }

    /** Which {@code RemotingField} an {@link #earlier} field is. */
    public static int ordinal(final long earlier)
    {
        return (int)(earlier >>> ORDINAL_SHIFT);
    }

    /**
     * Adds a field. The last of several wins, as in the reference; those before it are kept as {@link #earlier} ones. A map of
     * ext fields is a {@code Kinds.CONTAINER}, from its first byte to behind its last; null is no map.
     */
    public void field(final int ordinal, final int offset, final int length, final int kind)
    {
        if (fields[ordinal] != ABSENT)
        {
            keepEarlier(ordinal);
        }
        fields[ordinal] = place(offset, length, kind);
    }

    /** Replaces the place of a field, in an index that was begun with one. */
    public void replace(final int ordinal, final long place)
    {
        fields[ordinal] = place;
    }

    private void keepEarlier(final int ordinal)
    {
        if (earlierCount == earlier.length)
        {
            earlier = Arrays.copyOf(earlier, 2 * earlierCount);
        }
        earlier[earlierCount++] = (long)ordinal << ORDINAL_SHIFT | fields[ordinal];
    }

    /**
     * Adds an entry of the ext fields, in the order of the header; one of an equal name before it stays.
     *
     * @param nameKind of the name; {@code Kinds.NULL} for the empty one of a binary header.
     */
    public void entry(final int nameOffset, final int nameLength, final int nameKind, final int offset,
        final int length,
        final int kind)
    {
        final int at = 2 * count;
        if (at == entries.length)
        {
            growEntries();
        }
        entries[at] = place(nameOffset, nameLength, nameKind);
        entries[at + 1] = place(offset, length, kind);
        count++;
    }

    /**
     * Tells an indexer which entries have to be indexed, before it begins; it may leave out all others.
     *
     * @param nameLetters marks of the names of one letter, as {@link NameTable#letters}.
     * @param nameLengths marks of the lengths of all names, as {@link NameTable#lengths}.
     */
    public void lookFor(final long nameLetters, final long nameLengths)
    {
        letters = nameLetters;
        lengths = nameLengths;
    }

    /** Whether an entry with a name at some place has to be indexed; see {@link #lookFor}. */
    public boolean isLookedFor(final long name, final byte[] array, final int base)
    {
        return mayBe(name, letters, lengths, array, base);
    }

    /** Whether the name at some place may be one of those that have these marks, by its letter or length; see {@link #lookFor}. */
    public static boolean mayBe(final long name, final long nameLetters, final long nameLengths, final byte[] array,
        final int base)
    {
        final long marks = (int)name == LETTER ? nameLetters >>> array[base + offset(name)]
            : kind(name) == Kinds.TEXT ? nameLengths >>> length(name) : 1;
        return (marks & 1) != 0;
    }

    /** Makes room for more entries; an indexer that fills {@link #entries} itself calls it when the array is full. */
    public long[] growEntries()
    {
        entries = Arrays.copyOf(entries, 2 * entries.length);
        return entries;
    }

    /** From an entry on, takes back that values are known to be ASCII. */
    public void forgetAscii(final int first)
    {
        for (int at = 2 * first + 1; at < 2 * count; at += 2)
        {
            entries[at] &= ~ASCII;
        }
    }

    /**
     * Ends a text that has at least one such escape. A text without them leaves what is known of the text before.
     *
     * @param offset of the text; 0 if it has separators which are not among those that were set.
     * @param number how many were set.
     * @param alone  whether it has no other escapes.
     * @param quotes whether it has none but those of quotes.
     */
    public void endSeparators(final int offset, final int number, final boolean alone, final boolean quotes)
    {
        separatorsOf = offset;
        separatorCount = number;
        separatorsAlone = alone;
        quotesAlone = quotes;
    }

    /** As {@link #growEntries} for {@link #separators}. */
    public int[] growSeparators()
    {
        separators = Arrays.copyOf(separators, 2 * separators.length);
        return separators;
    }

    /** The last occurrence of a field, by ordinal; or {@link #ABSENT}. */
    public long field(final int ordinal)
    {
        return fields[ordinal];
    }

    /** The code of the header. Returns the code as the reference reads it; 0 if a JSON header has none. */
    public int code(final byte[] array, final int base)
    {
        final long place = fields[0];
        final int from = base + offset(place);
        final int length = length(place);
        if (kind(place) == Kinds.INT16)
        {
            return Words.getShort(array, from);
        }
        if (kind(place) == Kinds.JSON_NUMBER && length <= USUAL_CODE)
        {
            int code = 0;
            for (int at = from; at < from + length; at++)
            {
                code = code * 10 + array[at] - '0';
            }
            // A sign is taken for -3 of the highest digit, so that the sum is negative then, and only then.
            return code >= 0 ? code : (int)Numbers.parseOddInt(array, from, from + length);
        }
        return place == ABSENT ? 0 : (int)Numbers.parseOddInt(array, from, from + length);
    }

    /** Begins with the message properties in a text of the header. */
    public void readProperties(final PropertyReader reader, final byte[] array, final int base, final long text)
    {
        final int offset = offset(text);
        reader.wrap(array, base, offset, length(text), kind(text));
        if (kind(text) == Kinds.JSON_TEXT && separatorsOf == offset)
        {
            reader.noteSeparators(separators, separatorCount, separatorsAlone, quotesAlone);
        }
    }

    /**
     * How many fields there are behind which another of the same name follows. Returns 0 in all headers that no field occurs in
     * twice.
     */
    public int earlierCount()
    {
        return earlierCount;
    }

    /** The place of such a field; {@link #ordinal} tells which it is. */
    public long earlier(final int number)
    {
        return earlier[number];
    }

    /** {@return how many entries there are, those of equal names included, as {@link #count}} */
    public int count()
    {
        return count;
    }

    /** The place of an entry's name. */
    public long name(final int number)
    {
        return entries[2 * number];
    }

    /** The place of an entry's value. */
    public long value(final int number)
    {
        return entries[2 * number + 1];
    }
}
