package io.skim.gateway.metrics;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** An event loop counts, and its array grows, while another thread reads: a count never becomes smaller, and none is lost. */
@JCStressTest
@Outcome(id = {"0, 0, [012]", "1, 0, [12]", "[01], 1, [12]", "2, [01], 2"}, expect = ACCEPTABLE,
    desc = "Counts that grow.")
@Outcome(expect = FORBIDDEN, desc = "A count became smaller, or was lost when the array grew.")
@State
public class LoopMetricsStress
{
    private final LoopMetrics loop = new LoopMetrics(1);

    /** The event loop. */
    @Actor
    public void count()
    {
        loop.add(0, 1);
        loop.add(40, 1);
        loop.add(0, 1);
    }

    /**
     * The thread that reads.
     *
     * @param result the first count, the second one, and the first one again.
     */
    @Actor
    public void read(final III_Result result)
    {
        result.r1 = (int)loop.count(0);
        result.r2 = (int)loop.count(40);
        result.r3 = (int)loop.count(0);
    }
}
