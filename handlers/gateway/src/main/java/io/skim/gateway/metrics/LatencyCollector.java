package io.skim.gateway.metrics;

import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.List;
import java.util.function.Supplier;

/**
 * The latencies as a histogram of Prometheus, with a bucket for each power of two from 128 microseconds to 33 seconds. Codes without
 * answers have no series. Micrometer has no histogram whose counts are kept elsewhere, so this one is registered below it.
 */
final class LatencyCollector implements Collector
{
    static final String NAME = "skim_gateway_request_seconds";
    static final String HELP = "Time from a request to its answer.";

    private static final int LOWEST_BITS = 7;
    private static final int HIGHEST_BITS = 25;
    private static final double MICROS_PER_SECOND = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    private final Supplier<List<Latency>> latencies;

    LatencyCollector(final Supplier<List<Latency>> latencies)
    {
        this.latencies = latencies;
    }

    @Override
    public String getPrometheusName()
    {
        return NAME;
    }

    @Override
    public MetricSnapshot collect()
    {
        final HistogramSnapshot.Builder all = HistogramSnapshot.builder().name(NAME).help(HELP);
        latencies.get().forEach(latency -> all.dataPoint(point(latency)));
        return all.build();
    }

    private static HistogramDataPointSnapshot point(final Latency latency)
    {
        final ClassicHistogramBuckets.Builder buckets = ClassicHistogramBuckets.builder();
        int from = 0;
        for (int bits = LOWEST_BITS; bits <= HIGHEST_BITS; bits++)
        {
            final int to = LatencyBuckets.above(bits);
            buckets.bucket((1L << bits) / MICROS_PER_SECOND, latency.countBetween(from, to));
            from = to;
        }
        buckets.bucket(Double.POSITIVE_INFINITY, latency.countBetween(from, LatencyBuckets.COUNT));
        return HistogramDataPointSnapshot.builder().labels(Labels.of("code", latency.code())).classicHistogramBuckets(
            buckets.build()).sum(latency.sumNanos() / NANOS_PER_SECOND).build();
    }
}
