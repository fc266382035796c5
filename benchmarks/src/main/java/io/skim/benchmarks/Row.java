package io.skim.benchmarks;

import com.alibaba.fastjson2.JSONArray;
import com.alibaba.fastjson2.JSONObject;
import java.util.Arrays;

/**
 * One row of JMH's results.
 */
final class Row
{
    /** What a task that allocates nothing may show for the machinery around it, in bytes for each frame. */
    static final double NOTHING = 1;

    private static final String PACKAGE = "io.skim.benchmarks.";
    private static final String ALLOCATION = "gc.alloc.rate.norm";
    private static final String[] INSTRUCTIONS = {"instructions", "instructions:u"};

    final String key;
    final Spread clock;
    final Spread processor;
    /** Of that, what the measuring thread took. */
    final Spread thread;
    final Spread instructions;
    final Spread allocation;

    /** The middle of all iterations of all forks, and the ends. */
    static final class Spread
    {
        final double least;
        final double middle;
        final double most;

        Spread(final double[] sorted)
        {
            least = sorted[0];
            most = sorted[sorted.length - 1];
            middle = (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
        }
    }

    Row(final JSONObject result)
    {
        final JSONObject parameters = result.getJSONObject("params");
        final String name = result.getString("benchmark").replace(PACKAGE, "").replace("Benchmark.", ".");
        key = parameters == null ? name : Bar.row(name, parameters.getString("encoding"), parameters.getString("set"),
            parameters.getString("handlerClasses"), parameters.getString("buffer"));
        final JSONObject secondary = result.getJSONObject("secondaryMetrics");
        clock = spread(result.getJSONObject("primaryMetric"));
        processor = spread(secondary.getJSONObject(CpuTimeProfiler.METRIC));
        thread = spread(secondary.getJSONObject(CpuTimeProfiler.THREAD_METRIC));
        allocation = spread(secondary.getJSONObject(ALLOCATION));
        instructions = spread(Arrays.stream(INSTRUCTIONS).map(secondary::getJSONObject).filter(metric -> metric != null)
            .findFirst().orElse(null));
    }

    private static Spread spread(final JSONObject metric)
    {
        if (metric == null || metric.getJSONArray("rawData") == null)
        {
            return null;
        }
        final double[] sorted = metric.getJSONArray("rawData").stream().flatMap(fork -> ((JSONArray)fork).stream())
            .mapToDouble(value -> ((Number)value).doubleValue()).sorted().toArray();
        return sorted.length == 0 || Double.isNaN(sorted[sorted.length - 1]) ? null : new Spread(sorted);
    }

    /** Processor time if it was taken, else time on the clock. */
    Spread time()
    {
        return processor != null ? processor : clock;
    }

    boolean isSkim()
    {
        return key.contains(".skim");
    }

    /** Whether this task must not allocate: every scan; objects made of headers are garbage by nature. */
    boolean mustNotAllocate()
    {
        return isSkim() && !key.startsWith("Pojo.") && !key.startsWith("TypedHeader.")
            && !key.startsWith("Bind.") && !key.startsWith("AmqpComposite.");
    }
}
