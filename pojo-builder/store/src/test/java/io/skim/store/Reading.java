package io.skim.store;

import io.skim.scan.Outcome;
import io.skim.scan.testing.StoredRecords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a reader tells of a segment.
 */
final class Reading
{
    /** A line for each message. */
    final List<String> messages = new ArrayList<>();
    /** The offsets of records, one for each message. */
    final List<Long> offsets = new ArrayList<>();
    /** The offsets behind them. */
    final List<Long> ends = new ArrayList<>();
    /** Offset, offset behind and reason of each damaged piece. */
    final List<String> damage = new ArrayList<>();
    long passedOver;

    /** What a reader tells of the commit log of a store, in parts of some bytes; by a lookup, if there is one. */
    static Reading of(final Path store, final SegmentReader reader, final StoreLookup lookup, final long part)
        throws IOException
    {
        final Reading reading = new Reading();
        for (final Path file : StoreFiles.segments(store.resolve("commitlog")))
        {
            final long first = StoreFiles.firstOffset(file.getFileName().toString());
            for (long from = 0; from < Files.size(file); from += part)
            {
                try (SegmentSource segment = lookup == null ? MappedSegment.open(file) : PieceSegment.open(file);
                    RecordPlaces places = lookup == null ? null : lookup.places())
                {
                    reading.read(reader.places(places).wrap(segment, first, from, from + part));
                }
            }
        }
        reader.places(null);
        return reading;
    }

    Reading read(final SegmentReader reader) throws IOException
    {
        final StoredRecords.Lines lines = new StoredRecords.Lines();
        int count = 0;
        while (reader.hasNext())
        {
            final Outcome outcome = reader.next(StoredRecords.EVERYTHING, lines);
            count++;
            if (lines.all().size() != count)
            {
                throw new AssertionError("onOutcome was called " + lines.all().size() + " times for " + count);
            }
            if (outcome == Outcome.MALFORMED)
            {
                damage.add(reader.recordOffset() + "-" + (reader.recordOffset() + reader.recordLength()) + " " + reader
                    .fault().reason() + " at " + reader.faultOffset());
            }
            else
            {
                messages.add(lines.all().get(count - 1));
                offsets.add(reader.recordOffset());
                ends.add(reader.recordOffset() + reader.recordLength());
            }
        }
        passedOver = reader.passedOver();
        return this;
    }
}
