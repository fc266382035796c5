package io.skim.command;

import io.skim.store.capture.SegmentCounts;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Counts frames: what is the same for all kinds of them.
 */
abstract class TrafficStatistics extends InputReader
{
    final Traffic traffic = new Traffic();
    /** Null unless it is wanted. */
    @Nullable
    LiveView live;
    long frames;
    long bytes;
    long malformed;

    TrafficStatistics(final Console console)
    {
        super(console);
    }

    /** How many requests, or deliveries, were seen whose answer was not, as far as they are known. */
    abstract int waiting();

    /** How many more waited, and were forgotten for others: some of them may have been answered later. */
    abstract long forgotten();

    @Override
    final void flush()
    {
        // Nothing is held back.
    }

    /** Tells that a frame was counted. */
    final void counted()
    {
        if (live != null)
        {
            live.update();
        }
    }

    @Override
    final void idle(final InputStream in) throws IOException
    {
        if (live != null)
        {
            live.idle(in);
        }
    }

    @Override
    final void report(final Source source, final long unit, final String reason, final long at, final String message)
    {
        if (!isOther(source, unit, reason))
        {
            malformed++;
            super.report(source, unit, reason, at, message);
        }
    }

    @Override
    final void capturing(final SegmentCounts counts)
    {
        traffic.capturing(counts);
    }
}
