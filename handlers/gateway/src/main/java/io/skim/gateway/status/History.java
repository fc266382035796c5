package io.skim.gateway.status;

import io.skim.gateway.connection.Connections;
import io.skim.gateway.metrics.Endpoint;
import io.skim.gateway.metrics.GatewayMetrics;
import io.skim.gateway.metrics.Latency;
import io.skim.gateway.metrics.Refusal;
import io.skim.gateway.metrics.Side;
import io.skim.scan.Reason;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The last two minutes, a sample each second, and the latencies of the last minute. Used by one thread.
 */
final class History
{
    static final int SECONDS = 120;
    private static final int SECONDS_BETWEEN_LATENCIES = 10;
    private static final int COPIES_OF_LATENCIES = 6;
    private static final Reason[] REASONS = Reason.values();

    /** What is sampled. */
    enum Series
    {
        FRAMES_IN("framesIn"),
        FRAMES_OUT("framesOut"),
        BYTES_IN("bytesIn"),
        BYTES_OUT("bytesOut"),
        REFUSED("refused"),
        /** Not a rate. */
        OPEN("open");

        final String key;

        Series(final String key)
        {
            this.key = key;
        }
    }

    /** The latencies of all codes, at a time. */
    private record Copy(long second, Map<String, Latency> latencies)
    {
    }

    private final GatewayMetrics metrics;
    private final Connections connections;
    private final long[] totals = new long[Series.values().length];
    private final long[][] samples = new long[Series.values().length][SECONDS];
    private final ArrayDeque<Copy> copies = new ArrayDeque<>();
    private long seconds;

    History(final GatewayMetrics metrics, final Connections connections)
    {
        this.metrics = metrics;
        this.connections = connections;
        read(totals);
        copies.add(new Copy(0, latencies()));
    }

    /** Takes a sample. To be called once a second. */
    void tick()
    {
        final long[] now = new long[totals.length];
        read(now);
        final int at = (int)(seconds++ % SECONDS);
        for (final Series series : Series.values())
        {
            final int i = series.ordinal();
            samples[i][at] = series == Series.OPEN ? now[i] : now[i] - totals[i];
        }
        System.arraycopy(now, 0, totals, 0, now.length);
        if (seconds % SECONDS_BETWEEN_LATENCIES == 0)
        {
            copies.add(new Copy(seconds, latencies()));
            if (copies.size() > COPIES_OF_LATENCIES)
            {
                copies.remove();
            }
        }
    }

    private void read(final long[] now)
    {
        for (final Endpoint endpoint : metrics.endpoints())
        {
            if (endpoint.side() == Side.CLIENT)
            {
                now[Series.FRAMES_IN.ordinal()] += metrics.frames(endpoint, true);
                now[Series.FRAMES_OUT.ordinal()] += metrics.frames(endpoint, false);
                now[Series.BYTES_IN.ordinal()] += metrics.bytes(endpoint, true);
                now[Series.BYTES_OUT.ordinal()] += metrics.bytes(endpoint, false);
            }
        }
        for (final Refusal why : Refusal.values())
        {
            now[Series.REFUSED.ordinal()] += metrics.refused(why);
        }
        for (final Reason reason : REASONS)
        {
            now[Series.REFUSED.ordinal()] += metrics.malformed(reason);
        }
        now[Series.OPEN.ordinal()] = connections.count();
    }

    private Map<String, Latency> latencies()
    {
        return metrics.latencies().stream().collect(Collectors.toMap(Latency::code, Function.identity()));
    }

    /** {@return samples, oldest first, at most two minutes of them} */
    long[] samples(final Series series)
    {
        final int count = (int)Math.min(seconds, SECONDS);
        final long[] ordered = new long[count];
        for (int i = 0; i < count; i++)
        {
            ordered[i] = samples[series.ordinal()][(int)((seconds - count + i) % SECONDS)];
        }
        return ordered;
    }

    /** {@return how many seconds the recent latencies are from, at most a minute} */
    long latencySeconds()
    {
        return seconds - copies.element().second;
    }

    /** {@return the latencies of each code in that time; those without answers have a count of 0} */
    List<Latency> recentLatencies()
    {
        final Map<String, Latency> before = copies.element().latencies;
        return metrics.latencies().stream().map(latency -> latency.since(before.get(latency.code()))).toList();
    }
}
