package io.skim.benchmarks;

import com.sun.management.OperatingSystemMXBean;
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
 * Reports the processor time of the process beside the time on the clock. Where others use the machine too the clock
 * runs on while the process waits for its turn; the processor time does not. The collector's threads count, for what
 * they do is a price of the operations that leave garbage behind; what the measuring thread alone took stands beside.
 */
public final class CpuTimeProfiler implements InternalProfiler
{
    /** The metric's name in the results. */
    static final String METRIC = "cpu.norm";
    /** That of the measuring thread alone. */
    static final String THREAD_METRIC = "cpu.thread.norm";

    private static final String WORKER = "-jmh-worker-";

    private final OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private long before;
    private long workersBefore;

    @Override
    public String getDescription()
    {
        return "processor time of the process, and of the measuring threads alone";
    }

    @Override
    public void beforeIteration(final BenchmarkParams benchmark, final IterationParams iteration)
    {
        workersBefore = workerTime();
        before = system.getProcessCpuTime();
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(final BenchmarkParams benchmark,
        final IterationParams iteration, final IterationResult result)
    {
        final double time = system.getProcessCpuTime() - before;
        final double workers = workerTime() - workersBefore;
        final long operations = result.getMetadata().getAllOps();
        return List.of(norm(METRIC, time / operations), norm(THREAD_METRIC, workers / operations));
    }

    private static ScalarResult norm(final String name, final double nanos)
    {
        return new ScalarResult(name, nanos, "ns/op", AggregationPolicy.AVG);
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
