package io.skim.benchmarks;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;

/**
 * Tells when the rounds may begin that count: when the JIT has compiled next to nothing during a round. A number of rounds is not
 * enough, because on a machine with other work the compiler gets behind.
 *
 * <pre>
 * WarmUp warmUp = new WarmUp();
 * do { round(); } while (warmUp.goesOn());
 * </pre>
 */
final class WarmUp
{
    /** What it then takes of a round's time. */
    private static final double QUIET = 0.02;
    private static final int LEAST_ROUNDS = 3;
    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final CompilationMXBean JIT = ManagementFactory.getCompilationMXBean();

    private final long first = System.nanoTime();
    private int rounds;
    private long begun = first;
    private long compiled = JIT.getTotalCompilationTime();

    /** Whether another round is needed after the one that has ended now. */
    boolean goesOn()
    {
        final long now = System.nanoTime();
        final long millis = JIT.getTotalCompilationTime();
        final double share = (double)(millis - compiled) / TimeUnit.NANOSECONDS.toMillis(now - begun);
        begun = now;
        compiled = millis;
        return ++rounds < LEAST_ROUNDS || now - first < MOST_NANOS && share > QUIET;
    }
}
