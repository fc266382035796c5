package io.skim.docs.snippets;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;

// snippet: marks
/** Copies a topic only after the whole header was checked. */
final class TopicKeeper implements DataHandler
{
    private static final RemotingInterest INTEREST = RemotingScanner.interest().entry("topic", 0).entry("b", 0).build();
    private static final long NONE = -1;

    private final Cursor cursor = new Cursor();
    private final byte[] topic = new byte[127];
    private long mark;

    @Override
    public Action onField(final int id, final Cursor value)
    {
        mark = value.mark(); // offset, length and kind in one long
        return Action.CONTINUE;
    }

    /** The topic's length, or -1 if there is none or it does not fit. */
    int keep(final RemotingScanner scanner, final FrameView frame)
    {
        mark = NONE;
        final Outcome outcome = scanner.scan(frame, INTEREST, this);
        return outcome == Outcome.COMPLETE && mark != NONE ? frame.at(mark, cursor).copyTo(topic, 0) : -1;
    }

    byte[] topic()
    {
        return topic;
    }
}
// end
