package io.skim.gateway.rules;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.nio.charset.StandardCharsets;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/** Two event loops are the first that take a token of a key's bucket that has one: one of them gets it, and there is one bucket. */
@JCStressTest
@Outcome(id = {"true, false, 1", "false, true, 1"}, expect = ACCEPTABLE, desc = "One token, of one bucket.")
@Outcome(expect = FORBIDDEN, desc = "Two tokens, or none, or two buckets.")
@State
public class TokenBucketOfKeyStress
{
    private static final long NOW = 1_000_000_000L;
    private static final byte[] KEY = "orders".getBytes(StandardCharsets.UTF_8);

    private final TokenBuckets buckets = new TokenBuckets(1_000, 1);

    /**
     * The first event loop.
     *
     * @param result whether it got the token.
     */
    @Actor
    public void take(final ZZI_Result result)
    {
        result.r1 = buckets.take(KEY, 0, KEY.length, NOW);
    }

    /**
     * The second event loop.
     *
     * @param result whether it got the token.
     */
    @Actor
    public void takeToo(final ZZI_Result result)
    {
        result.r2 = buckets.take(KEY, 0, KEY.length, NOW);
    }

    /**
     * Looks.
     *
     * @param result the number of buckets.
     */
    @Arbiter
    public void after(final ZZI_Result result)
    {
        result.r3 = buckets.size();
    }
}
