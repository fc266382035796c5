package io.skim.scan.remoting;

import io.skim.bytes.Kinds;
import io.skim.bytes.NameTable;
import java.util.Arrays;
import java.util.Map;

/**
 * Names of ext fields with the ids that a caller of {@link RemotingReader} gives them: encoded once, looked up by
 * comparing bytes. Immutable; made once and shared.
 */
public final class RemotingNames
{
    private static final int NONE = -1;
    private static final int MAX_STOPS = 5;

    /** Marks the one-letter names that a reader must stop at, as {@link EntryReader#skip} wants them. */
    final long stops;
    /** By names of one letter in ASCII, in a {@link RemotingRow}: the id and 1, or 0 if nobody wants it. */
    final int[] slots = new int[128];
    /** No id is greater. */
    final int greatestId;

    private final NameTable table;
    private final int othersId;

    private RemotingNames(final NameTable table, final int othersId, final int greatestId)
    {
        this.greatestId = greatestId;
        this.table = table;
        this.othersId = othersId;
        Arrays.setAll(slots, name -> 1 + (table.find((byte)name) < 0 ? othersId : table.find((byte)name)));
        long marks = 0;
        for (int name = EntryReader.FIRST_STOP; name < 2 * Long.SIZE; name++)
        {
            marks |= table.find((byte)name) != NameTable.NOT_FOUND ? 1L << name : 0;
        }
        stops = othersId < 0 && Long.bitCount(marks) <= MAX_STOPS ? marks : EntryReader.EVERY_STOP;
    }

    /**
     * Makes a table of names.
     *
     * @param ids each name, exactly, with its id from 0; several names may share one.
     * @return names, none of them for the entries that are not in {@code ids}.
     * @throws IllegalArgumentException if an id is negative, or a name has half of a surrogate pair.
     */
    public static RemotingNames of(final Map<String, Integer> ids)
    {
        ids.values().forEach(RemotingNames::check);
        return new RemotingNames(new NameTable(ids), NONE,
            ids.values().stream().mapToInt(Integer::intValue).max().orElse(
                NONE));
    }

    /**
     * The same names, and an id for every entry that has none of them.
     *
     * @param id of all other entries, from 0; a null key (binary) is one of them.
     * @return new names.
     * @throws IllegalArgumentException if the id is negative.
     */
    public RemotingNames withOthers(final int id)
    {
        return new RemotingNames(table, check(id), Math.max(id, greatestId));
    }

    private static int check(final int id)
    {
        if (id < 0)
        {
            throw new IllegalArgumentException("id " + id + " is negative");
        }
        return id;
    }

    /** The slot of a name in a {@link RemotingRow}: its id and 1, or 0 if nobody wants it. */
    int slot(final byte[] array, final int name, final int length)
    {
        final int id = table.find(array, name, length);
        return 1 + (id < 0 ? othersId : id);
    }

    /** The id of the entry that a reader is on, or -1 if the caller wants to hear nothing of it. */
    int find(final EntryReader reader)
    {
        final int id = reader.keyKind == Kinds.TEXT ? table.find(reader.array(), reader.base + reader.keyOffset,
            reader.keyLength) : findOdd(reader);
        return id < 0 ? othersId : id;
    }

    private int findOdd(final EntryReader reader)
    {
        final int at = reader.base + reader.keyOffset;
        return reader.keyKind == Kinds.JSON_TEXT ? table.findEscaped(reader.array(), at, reader.keyLength)
            : reader.keyKind == Kinds.LOSSY_TEXT ? table.findLossy(reader.array(), at, reader.keyLength) : NONE;
    }
}
