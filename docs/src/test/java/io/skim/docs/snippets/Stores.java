package io.skim.docs.snippets;

import io.skim.handlers.select.Selector;
import io.skim.handlers.select.SelectorEvaluator;
import io.skim.scan.Outcome;
import io.skim.store.MappedSegment;
import io.skim.store.PieceSegment;
import io.skim.store.RecordPlaces;
import io.skim.store.SegmentReader;
import io.skim.store.SegmentSource;
import io.skim.store.StoreFiles;
import io.skim.store.TopicQueues;
import java.io.IOException;
import java.nio.file.Path;

/** Selects the messages of a store. */
final class Stores
{
    private Stores()
    {
    }

    // snippet: stores-walk
    /** Counts the messages in a folder, for example the root of a broker's store, that a condition selects. */
    static long count(final Path folder, final String condition) throws IOException
    {
        final Selector<?> selector = Selector.sql(condition);
        final SelectorEvaluator evaluator = new SelectorEvaluator(selector);
        final SegmentReader reader = new SegmentReader().screen(selector.recordScreen());
        long count = 0;
        for (final Path file : StoreFiles.segments(folder))
        {
            try (SegmentSource segment = MappedSegment.open(file))
            {
                reader.wrap(segment, StoreFiles.firstOffset(file.getFileName().toString()));
                while (reader.hasNext())
                {
                    if (reader.next(selector.recordInterest(), evaluator) == Outcome.MALFORMED)
                    {
                        System.err.println(file + ": passed over " + reader.recordLength() + " bytes at " + reader
                            .recordOffset() + ": " + reader.fault().toMessage());
                    }
                    count += evaluator.matches() ? 1 : 0;
                }
            }
        }
        return count;
    }
    // end

    // snippet: stores-topic
    /** Counts the messages of a topic in the root of a broker's store, with the records that its consume queues tell. */
    static long countTopic(final Path store, final String topic) throws IOException
    {
        final Selector<?> selector = Selector.sql("$topic = '" + topic + "'");
        final SelectorEvaluator evaluator = new SelectorEvaluator(selector);
        final SegmentReader reader = new SegmentReader();
        final TopicQueues queues = TopicQueues.read(store, topic);
        queues.doubt().ifPresent(doubt -> System.err.println(doubt + ": all records are read"));
        long count = 0;
        for (final Path file : StoreFiles.segments(store.resolve("commitlog")))
        {
            try (SegmentSource segment = PieceSegment.open(file); RecordPlaces places = queues.places())
            {
                reader.places(places).wrap(segment, StoreFiles.firstOffset(file.getFileName().toString()));
                while (reader.hasNext())
                {
                    reader.next(selector.recordInterest(), evaluator);
                    count += evaluator.matches() ? 1 : 0;
                }
            }
        }
        return count;
    }
    // end
}
