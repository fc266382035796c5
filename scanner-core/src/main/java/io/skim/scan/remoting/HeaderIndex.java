package io.skim.scan.remoting;

import java.util.Arrays;

/**
 * Where the parts of one remoting header stand. An indexer checks a header once and fills the index; emitter, property
 * index, views and patchers read the index and nothing else. All entries are indexed, whoever asks, so that one index
 * serves any number of consumers.
 * <p>
 * A part is described by a <em>place</em>, which is one long. Offsets count from the frame's start.
 *
 * <pre>
 * 63 ordinal (members only)   56 offset(25)   31 length(24)   7 ASCII?   6 kind(7)   0
 * </pre>
 *
 * {@link #ABSENT} is the place of nothing: no value stands at offset 0, where the prefix is.
 * <p>
 * Allocates only for a header that has more parts than any before; the indexers refuse more than {@code
 * Limits.maxEntryCount} entries. One thread at a time; refers to nothing of the frame.
 */
final class HeaderIndex
{
    /** There is no such part. */
    static final long ABSENT = 0;
    /** Set in the place of a text that is known to be ASCII as it stands. Not set, nobody has looked. */
    static final long ASCII = 0x80;

    private static final int OFFSET_SHIFT = 32;
    private static final int LENGTH_SHIFT = 8;
    private static final int ORDINAL_SHIFT = 57;
    private static final int OFFSET_MASK = 0x1FF_FFFF;
    private static final int KIND_MASK = 0x7F;
    private static final long LENGTH_AND_KIND = 0xFFFF_FFFFL;
    private static final int FIRST_ENTRIES = 32;
    private static final int FIRST_MEMBERS = 16;
    private static final int FIRST_SEPARATORS = 64;
    private static final int FIELDS = RemotingField.values().length;

    /** Name and value of each entry, in the order of the header. Indexers may fill it; see {@link #growEntries}. */
    long[] entries = new long[2 * FIRST_ENTRIES];
    /** How many entries there are. */
    int count;
    /** Where the body begins: behind the header; lenient, behind what the reference has read of a binary one. */
    int bodyOffset;

    /** The escapes of U+0001 and U+0002 in {@link #separatorsOf}, six characters each: offsets of the backslashes. */
    int[] separators = new int[FIRST_SEPARATORS];
    /** How many of them there are. */
    int separatorCount;
    /** JSON: the offset of the last text with escapes of which all separators are in {@link #separators}; 0 for none. */
    int separatorsOf;
    /** Whether that text has no other escapes than those. */
    boolean separatorsAlone;

    /** By ordinal. */
    private final long[] fields = new long[FIELDS];
    /** Each occurrence of a field, in the order of the header. */
    private long[] members = new long[FIRST_MEMBERS];
    private int memberCount;

    /** Begins a header: nothing is indexed. */
    void begin()
    {
        count = 0;
        memberCount = 0;
        bodyOffset = 0;
        separatorsOf = 0;
        separatorCount = 0;
        Arrays.fill(fields, ABSENT);
    }

    /**
     * Makes the place of a part.
     *
     * @param offset from the frame's start, in bytes.
     * @param length in bytes.
     * @param kind   of {@code Kinds}; {@link #ASCII} may be added.
     */
    static long place(final int offset, final int length, final int kind)
    {
        return (long)offset << OFFSET_SHIFT | (long)length << LENGTH_SHIFT | kind;
    }

    /** The offset of a place, from the frame's start. */
    static int offset(final long place)
    {
        return (int)(place >>> OFFSET_SHIFT) & OFFSET_MASK;
    }

    /** The length of a place in bytes. */
    static int length(final long place)
    {
        return (int)place >>> LENGTH_SHIFT;
    }

    /** The kind of a place, as in {@code Kinds}. */
    static int kind(final long place)
    {
        return (int)place & KIND_MASK;
    }

    /** The ordinal of a member's {@link RemotingField}. */
    static int ordinal(final long member)
    {
        return (int)(member >>> ORDINAL_SHIFT);
    }

    /**
     * Adds a field. The last of several wins, as in the reference; all of them are kept as {@link #member}s. A map of ext
     * fields is {@code Kinds.CONTAINER}, from its first byte to behind its last; null is no map.
     *
     * @param ordinal of its {@link RemotingField}.
     * @param offset  of the value, from the frame's start.
     * @param length  of the value, in bytes.
     * @param kind    of the value.
     */
    void field(final int ordinal, final int offset, final int length, final int kind)
    {
        final long place = place(offset, length, kind);
        fields[ordinal] = place;
        if (memberCount == members.length)
        {
            members = Arrays.copyOf(members, 2 * memberCount);
        }
        members[memberCount++] = (long)ordinal << ORDINAL_SHIFT | place;
    }

    /** Completes a container, whose length is not known when its field is added. */
    void endField(final int ordinal, final int length)
    {
        final long place = place(offset(fields[ordinal]), length, kind(fields[ordinal]));
        int member = memberCount - 1;
        while (ordinal(members[member]) != ordinal)
        {
            member--;
        }
        fields[ordinal] = place;
        members[member] = (long)ordinal << ORDINAL_SHIFT | place;
    }

    /**
     * Adds an entry of the ext fields, in the order of the header; one of an equal name before it stays.
     *
     * @param nameOffset from the frame's start.
     * @param nameLength in bytes.
     * @param nameKind   of the name; {@code Kinds.NULL} for the empty one of a binary header.
     * @param offset     of the value, from the frame's start.
     * @param length     of the value, in bytes.
     * @param kind       of the value.
     */
    void entry(final int nameOffset, final int nameLength, final int nameKind, final int offset, final int length,
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

    /** Makes room for more entries; an indexer that fills {@link #entries} itself calls it when the array is full. */
    long[] growEntries()
    {
        entries = Arrays.copyOf(entries, 2 * entries.length);
        return entries;
    }

    /** Adds the escape of a separator, of a text that an indexer is passing; see {@link #separatorsOf}. */
    void separator(final int offset)
    {
        if (separatorCount == separators.length)
        {
            growSeparators();
        }
        separators[separatorCount++] = offset;
    }

    /** As {@link #growEntries} for {@link #separators}. */
    int[] growSeparators()
    {
        separators = Arrays.copyOf(separators, 2 * separators.length);
        return separators;
    }

    /** The last occurrence of a field, by ordinal; or {@link #ABSENT}. */
    long field(final int ordinal)
    {
        return fields[ordinal];
    }

    /** How many occurrences of fields there are. */
    int memberCount()
    {
        return memberCount;
    }

    /** An occurrence of a field, in the order of the header; {@link #ordinal} tells which. */
    long member(final int number)
    {
        return members[number];
    }

    /** How many entries there are, those of equal names included. */
    int count()
    {
        return count;
    }

    /** The place of an entry's name. */
    long name(final int number)
    {
        return entries[2 * number];
    }

    /** The place of an entry's value. */
    long value(final int number)
    {
        return entries[2 * number + 1];
    }
}
