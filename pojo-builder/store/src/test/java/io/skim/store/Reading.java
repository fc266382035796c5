package io.skim.store;

import io.skim.scan.Outcome;
import io.skim.scan.testing.StoredRecords;
import java.io.IOException;
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
