package io.skim.scan.spi;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.invoke.MethodHandles;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Two threads are the first that scan with handlers of one class: both get the same copy of the loop. */
@JCStressTest
@Outcome(id = "true, true", expect = ACCEPTABLE, desc = "The same loop, and a copy.")
@Outcome(expect = FORBIDDEN, desc = "Two loops for a class of handlers, or no copy.")
@State
public class LoopFactoryStress
{
    private final LoopFactory<StressLoop> factory = new LoopFactory<>(MethodHandles.lookup(), new CopiedLoop());
    private StressLoop first;
    private StressLoop second;

    /** The first thread. */
    @Actor
    public void scan()
    {
        first = factory.loopFor(String.class);
    }

    /** The second thread. */
    @Actor
    public void scanToo()
    {
        second = factory.loopFor(String.class);
    }

    /**
     * Compares.
     *
     * @param result whether the loops are the same, and whether it is a copy.
     */
    @Arbiter
    public void compare(final ZZ_Result result)
    {
        result.r1 = first != null && first == second && first == factory.loopFor(String.class);
        result.r2 = first != null && first.getClass().isHidden();
    }
}
