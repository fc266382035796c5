package io.skim.scan.spi;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.invoke.MethodHandles;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZZ_Result;

/**
 * The cache of one interest, which has no lock and no volatile field. Two threads scan with handlers of six classes, more than it
 * keeps: each class gets its own loop, before and after.
 */
@JCStressTest
@Outcome(id = "true, true, true", expect = ACCEPTABLE, desc = "Each class has its own loop.")
@Outcome(expect = FORBIDDEN, desc = "A class got the loop of another one.")
@State
public class LoopCacheStress
{
    private static final LoopFactory<StressLoop> FACTORY = new LoopFactory<>(MethodHandles.lookup(), new CopiedLoop());
    private static final Class<?>[] HANDLERS = {String.class, Integer.class, Long.class, Short.class, Byte.class,
        Character.class};
    private static final StressLoop[] LOOPS = new StressLoop[HANDLERS.length];

    static
    {
        for (int i = 0; i < LOOPS.length; i++)
        {
            LOOPS[i] = FACTORY.loopFor(HANDLERS[i]);
        }
    }

    private final LoopCache<StressLoop> cache = new LoopCache<>(FACTORY);

    private boolean areRight(final int first, final int step)
    {
        boolean right = true;
        for (int i = 0; i < LOOPS.length; i++)
        {
            final int handler = (first + i * step) % LOOPS.length;
            right &= cache.loopFor(HANDLERS[handler]) == LOOPS[handler];
        }
        return right;
    }

    /**
     * The first thread.
     *
     * @param result whether its loops are right.
     */
    @Actor
    public void scan(final ZZZ_Result result)
    {
        result.r1 = areRight(0, 1);
    }

    /**
     * The second thread, whose handlers come in the other order.
     *
     * @param result whether its loops are right.
     */
    @Actor
    public void scanToo(final ZZZ_Result result)
    {
        result.r2 = areRight(1, LOOPS.length - 1);
    }

    /**
     * Looks all up again.
     *
     * @param result whether the loops are right.
     */
    @Arbiter
    public void after(final ZZZ_Result result)
    {
        result.r3 = areRight(0, 1);
    }
}
