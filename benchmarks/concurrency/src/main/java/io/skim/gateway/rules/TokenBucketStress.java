package io.skim.gateway.rules;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Two event loops are the first that take a token of a bucket that has one: one of them gets it. */
@JCStressTest
@Outcome(id = {"true, false", "false, true"}, expect = ACCEPTABLE, desc = "One token.")
@Outcome(expect = FORBIDDEN, desc = "Two tokens, or none.")
@State
public class TokenBucketStress
{
    private static final long NOW = 1_000_000_000L;

    private final TokenBuckets buckets = new TokenBuckets(1_000, 1);

    /**
     * The first event loop.
     *
     * @param result whether it got the token.
     */
    @Actor
    public void take(final ZZ_Result result)
    {
        result.r1 = buckets.take(NOW);
    }

    /**
     * The second event loop.
     *
     * @param result whether it got the token.
     */
    @Actor
    public void takeToo(final ZZ_Result result)
    {
        result.r2 = buckets.take(NOW);
    }
}
