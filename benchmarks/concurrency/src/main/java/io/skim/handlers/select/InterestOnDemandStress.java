package io.skim.handlers.select;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.skim.scan.FrameView;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.stress.Frames;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIZ_Result;

/** A table makes its interest at the first call that needs it. Two threads make that call: both get one complete interest. */
@JCStressTest
@Outcome(id = "1, 1, true", expect = ACCEPTABLE, desc = "One interest, and both select the frame by it.")
@Outcome(expect = FORBIDDEN, desc = "Two interests, or one with parts missing.")
@State
public class InterestOnDemandStress
{
    private static final Thread ONE = new Thread();
    private static final Thread OTHER = new Thread();
    private static final Selector<RemotingInterest> US = Selector.sql("region = 'us'");
    private static final Selector<RemotingInterest> GOLD = Selector.sql("tier = 'gold' AND region = 'eu'");

    private final SelectorTable<RemotingInterest> table = SelectorTable.of(List.of(US, GOLD));
    private RemotingInterest first;
    private RemotingInterest second;

    /** One thread's own parts. */
    private static final class Thread
    {
        private final RemotingScanner scanner = new RemotingScanner();
        private final FrameView frame = Frames.send();

        int firstMatch(final SelectorTable<RemotingInterest> table, final RemotingInterest interest)
        {
            final SelectorEvaluator evaluator = new SelectorEvaluator(table);
            scanner.scan(frame, interest, evaluator);
            return evaluator.firstMatch();
        }
    }

    /**
     * The first thread.
     *
     * @param result the selector that it finds.
     */
    @Actor
    public void select(final IIZ_Result result)
    {
        first = table.interest();
        result.r1 = ONE.firstMatch(table, first);
    }

    /**
     * The second thread.
     *
     * @param result the selector that it finds.
     */
    @Actor
    public void selectToo(final IIZ_Result result)
    {
        second = table.interest();
        result.r2 = OTHER.firstMatch(table, second);
    }

    /**
     * Compares.
     *
     * @param result whether it was one interest.
     */
    @Arbiter
    public void compare(final IIZ_Result result)
    {
        result.r3 = first == second;
    }
}
