package io.skim.scan.remoting;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.FrameView;
import io.skim.stress.Frames;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** An interest that one thread hands to another by a plain field: the other one scans with it and gets all that it declares. */
@JCStressTest
@Outcome(id = "0", expect = ACCEPTABLE, desc = "Not seen yet.")
@Outcome(id = "3", expect = ACCEPTABLE, desc = "Seen, and complete.")
@Outcome(expect = FORBIDDEN, desc = "Seen with parts missing.")
@State
public class PublishedInterestStress
{
    private static final RemotingScanner SCANNER = new RemotingScanner();
    private static final FrameView FRAME = Frames.send();
    private static final Counter COUNTER = new Counter();

    /** Neither volatile nor final: the object must do without. */
    private RemotingInterest shared;

    /** Counts the values that it is shown. */
    private static final class Counter implements DataHandler
    {
        private int shown;

        @Override
        public Action onField(final int id, final Cursor value)
        {
            shown++;
            return Action.CONTINUE;
        }
    }

    /** Makes the interest. */
    @Actor
    public void make()
    {
        shared = RemotingScanner.interest().field(RemotingField.CODE, 0).entry("b", 1).property("tier", 2).build();
    }

    /**
     * Scans with it.
     *
     * @param result the number of values that were shown.
     */
    @Actor
    public void use(final I_Result result)
    {
        final RemotingInterest seen = shared;
        COUNTER.shown = 0;
        try
        {
            if (seen != null)
            {
                SCANNER.scan(FRAME, seen, COUNTER);
            }
            result.r1 = seen == null || COUNTER.shown > 0 ? COUNTER.shown : -1;
        }
        catch (final NullPointerException | IndexOutOfBoundsException e)
        {
            result.r1 = -2;
        }
    }
}
