package io.skim.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.IterationResultMetaData;
import org.openjdk.jmh.results.Result;

class CpuTimeProfilerTest
{
    private static final OperatingSystemMXBean SYSTEM = ManagementFactory.getPlatformMXBean(
        OperatingSystemMXBean.class);
    private static final long SPENT = 20_000_000;
    private static final int OPERATIONS = 4;

    private static double profiled(final String thread, final String metric) throws InterruptedException
    {
        final CpuTimeProfiler profiler = new CpuTimeProfiler();
        profiler.beforeIteration(null, null);
        final List<Result<?>> results = new ArrayList<>();
        final Thread spender = new Thread(() -> {
            final long end = SYSTEM.getProcessCpuTime() + SPENT;
            while (SYSTEM.getProcessCpuTime() < end)
            {
                Thread.onSpinWait();
            }
            results.addAll(profiler.afterIteration(null, null, new IterationResult(null, null,
                new IterationResultMetaData(OPERATIONS, OPERATIONS))));
        }, thread);
        spender.start();
        spender.join();
        return results.stream().filter(result -> result.getLabel().equals(metric)).findFirst().orElseThrow().getScore();
    }

    @Test
    void countsWhatOtherThreadsOfTheProcessSpend() throws InterruptedException
    {
        assertTrue(profiled("collector", CpuTimeProfiler.METRIC) >= SPENT / OPERATIONS);
    }

    @Test
    void tellsTheMeasuringThreadFromOthers() throws InterruptedException
    {
        assertEquals(0, profiled("collector", CpuTimeProfiler.THREAD_METRIC));
        assertTrue(profiled("a-jmh-worker-1", CpuTimeProfiler.THREAD_METRIC) > 0);
    }
}
