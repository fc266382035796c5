package io.skim.benchmarks;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Reports the processor time of the measuring thread beside the time on the clock. Where others use the machine too the
 * clock runs on while the thread waits for its turn; the processor time does not.
 */
public final class CpuTimeProfiler implements InternalProfiler
{
    /** The metric's name in the results. */
    static final String METRIC = "cpu.norm";

    private static final String WORKER = "-jmh-worker-";

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private long before;

    @Override
    public String getDescription()
    {
        return "processor time of the measuring threads";
    }

    @Override
    public void beforeIteration(final BenchmarkParams benchmark, final IterationParams iteration)
    {
        before = workerTime();
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(final BenchmarkParams benchmark,
        final IterationParams iteration, final IterationResult result)
    {
        final double time = workerTime() - before;
        final long operations = result.getMetadata().getAllOps();
        return List.of(new ScalarResult(METRIC, time / operations, "ns/op", AggregationPolicy.AVG));
    }

    private long workerTime()
    {
        long sum = 0;
        for (final ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds()))
        {
            if (thread != null && thread.getThreadName().contains(WORKER))
            {
                sum += Math.max(0, threads.getThreadCpuTime(thread.getThreadId()));
            }
        }
        return sum;
    }
}
