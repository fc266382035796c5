package io.skim.command;

import io.skim.handlers.select.Selector;
import io.skim.handlers.select.SelectorEvaluator;
import io.skim.handlers.select.SelectorTable;
import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.records.RecordScreen;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.store.SegmentReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;

/**
 * Copies the records of segments that are selected. An inner batch is copied as a whole if one of its messages is.
 */
final class StoreSieve extends Copier
{
    /** What is selected of a part is held in memory. */
    private static final long PART = 16 << 20;

    private final StoreParts parts;
    private final SelectorTable<RemotingInterest> selectors;
    private final boolean inverted;
    private final boolean counting;
    private long matches;

    /** The records of a part that are selected. */
    private static final class Selected extends PartReading
    {
        private final ByteArrayOutputStream records = new ByteArrayOutputStream();
        private long matches;
    }

    /**
     * Makes a sieve.
     *
     * @param console    to report to.
     * @param options    of the command.
     * @param strictness of the reader.
     * @param selectors  which all have to select what is copied.
     * @param inverted   whether what they do not select is copied instead.
     * @param counting   whether nothing is copied, and only counted.
     */
    StoreSieve(final Console console, final StoreOptions options, final Strictness strictness,
        final List<Selector<RemotingInterest>> selectors, final boolean inverted, final boolean counting)
    {
        super(console, new FrameView());
        parts = new StoreParts(console, options, strictness, PART);
        this.selectors = SelectorTable.of(selectors);
        this.inverted = inverted;
        this.counting = counting;
    }

    /** How many messages were selected. */
    long matches()
    {
        return matches;
    }

    void read(final List<String> files)
    {
        parts.read(files, this::select, this::take);
        console.progress.clear();
        flush();
    }

    private Selected select(final SegmentReader reader) throws IOException
    {
        final Selected selected = new Selected();
        final SelectorEvaluator evaluator = new SelectorEvaluator(selectors);
        long copied = -1;
        long shown = 0;
        // What is not selected is copied if the sieve is inverted; then there is no topic.
        reader.screen(inverted ? RecordScreen.NONE : selectors.recordScreen());
        while (reader.hasNext())
        {
            selected.units = shown + reader.screened();
            if (reader.next(selectors.recordInterest(), evaluator) == Outcome.MALFORMED)
            {
                selected.damaged(reader);
            }
            else if (isSelected(evaluator) != inverted)
            {
                selected.matches++;
                if (!counting && reader.recordOffset() != copied)
                {
                    copied = reader.recordOffset();
                    final byte[] record = new byte[(int)reader.recordLength()];
                    reader.frame().getBytes(reader.frameOffset(), record.length, record, 0);
                    selected.records.writeBytes(record);
                }
            }
            shown++;
        }
        selected.units = shown + reader.screened();
        return selected;
    }

    private boolean isSelected(final SelectorEvaluator evaluator)
    {
        for (int k = 0; k < selectors.size(); k++)
        {
            if (!evaluator.matches(k))
            {
                return false;
            }
        }
        return true;
    }

    private void take(final Source source, final Selected selected)
    {
        for (final PartReading.Damage damage : selected.damages)
        {
            PartReading.report(console, i, damage, source);
        }
        final byte[] records = selected.records.toByteArray();
        write(records, 0, records.length);
        matches += selected.matches;
        i += selected.units;
        console.progress.update(source.name(), i);
    }
}
