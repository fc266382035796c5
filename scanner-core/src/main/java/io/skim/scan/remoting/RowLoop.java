package io.skim.scan.remoting;

import io.skim.bytes.BinaryHeader;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;

/**
 * Notes entries in a {@link RemotingRow}, to the end or to one that has no place there.
 */
final class RowLoop
{

    /** Of the entry that the loop has stopped at. */
    int id;

    private final BinaryReader binary;
    private final JsonReader json;
    private final boolean strict;
    private final int maxEntryCount;
    private final int maxValueLength;
    private final long ascii;

    RowLoop(final RemotingScanner parts, final Limits limits, final Strictness strictness)
    {
        binary = parts.binary;
        json = parts.json;
        strict = strictness == Strictness.STRICT;
        maxEntryCount = limits.maxEntryCount();
        maxValueLength = limits.maxValueLength();
        // Here, not where it is declared: for a constant variable javac would put the constant in its place again.
        ascii = RowPlace.ASCII_TEXT;
    }

    /** Goes on with a binary map; where it stopped, or what {@link EntryReader#nextEntry} says when there is no entry. */
    int runBinary(final int from, final RemotingNames names, final RemotingRow row)
    {
        final BinaryReader reader = binary;
        final int limit = reader.base + reader.mapOffset() + reader.mapLength();
        // Lenient looks at the map's end between entries only, and long maps are counted: entry by entry.
        final boolean plain =
            strict && reader.mapLength() / BinaryHeader.ENTRY_LENGTHS < maxEntryCount && names.greatestId < row
                .size();
        int at = from;
        while (true)
        {
            if (plain)
            {
                at = BinaryRowRun.note(reader.array(), reader.base, at, limit, names.slots, row.places(),
                    maxValueLength, ascii);
            }
            at = reader.nextEntry(at);
            if (at <= 0 || isStop(names, reader, row))
            {
                return at;
            }
        }
    }

    /** Likewise with the ext fields of a JSON header. */
    int runJson(final int from, final RemotingNames names, final RemotingRow row)
    {
        final JsonReader reader = json;
        if (names.greatestId < row.size())
        {
            reader.lookAheadOfEntries(row, names);
        }
        int at = reader.nextEntry(from);
        while (at > 0 && !isStop(names, reader, row))
        {
            at = reader.nextEntry(at);
        }
        return at;
    }

    private boolean isStop(final RemotingNames names, final EntryReader reader, final RemotingRow row)
    {
        id = names.find(reader);
        return id >= 0 && !row.note(id, reader);
    }
}
