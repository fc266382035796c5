package io.skim.scan;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/** Two scanners begin their first scans, which both take a block of numbers: no two scans have the same number. */
@JCStressTest
@Outcome(id = "true", expect = ACCEPTABLE, desc = "The numbers differ.")
@Outcome(expect = FORBIDDEN, desc = "Two scans have the same number.")
@State
public class FaultStress
{
    private final Fault one = new Fault();
    private final Fault other = new Fault();
    private long first;
    private long second;

    /** The first scanner. */
    @Actor
    public void begin()
    {
        first = one.begin();
    }

    /** The second scanner. */
    @Actor
    public void beginToo()
    {
        second = other.begin();
    }

    /**
     * Compares.
     *
     * @param result whether the numbers differ.
     */
    @Arbiter
    public void compare(final Z_Result result)
    {
        result.r1 = first != second && first != 0 && second != 0;
    }
}
