package io.skim.benchmarks;

import io.skim.handlers.select.Selector;
import io.skim.handlers.select.SelectorEvaluator;
import io.skim.scan.Outcome;
import io.skim.scan.records.RecordScreen;
import io.skim.store.MappedSegment;
import io.skim.store.SegmentReader;
import java.io.IOException;

/**
 * Skim: reads the records where they are. The segment stays mapped, as the peer's does.
 */
final class SegmentContender implements Contender
{
    private final MappedSegment segment;
    private final SegmentReader reader = new SegmentReader();
    private final Selector<?> selector = Selector.sql(SegmentMaker.CONDITION);
    private final RecordScreen screen = selector.recordScreen();
    private final SelectorEvaluator evaluator = new SelectorEvaluator(selector);

    SegmentContender(final SegmentMaker.Segment made) throws IOException
    {
        segment = MappedSegment.open(made.file());
    }

    @Override
    public int next() throws IOException
    {
        int selected = 0;
        reader.screen(screen).wrap(segment, 0);
        while (reader.hasNext())
        {
            if (reader.next(selector.recordInterest(), evaluator) == Outcome.MALFORMED)
            {
                throw new IllegalStateException(reader.fault().toMessage());
            }
            selected += evaluator.matches() ? 1 : 0;
        }
        return selected;
    }
}
