package io.skim.gateway.metrics;

import io.skim.scan.Reason;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The counts of one event loop. Only its thread may call the methods that record; each costs a few nanoseconds and allocates
 * nothing, except that the first answer of a code makes that code's histogram, of 3 KB.
 *
 * <pre>
 * LoopMetrics loop = metrics.loop();     // once for each channel, on its event loop
 * loop.received(listener, frame.readableBytes());
 * </pre>
 *
 * A count is written by one thread and read by others. So it is stored with opaque mode: no update is atomic, none is fenced.
 */
public final class LoopMetrics
{
    private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle HISTOGRAM = MethodHandles.arrayElementVarHandle(long[][].class);

    /** The last element of a histogram is the sum in nanoseconds. */
    private static final int SUM = LatencyBuckets.COUNT;

    /** Replaced by a longer copy when an endpoint or rule was added. */
    private volatile long[] counts;
    private final long[] @Nullable [] histograms = new long[CodeSlots.COUNT][];

    LoopMetrics(final int length)
    {
        counts = new long[length];
    }

    /**
     * Counts a frame that came from an endpoint.
     *
     * @param from  where it came from.
     * @param bytes its size.
     */
    public void received(final Endpoint from, final long bytes)
    {
        add(from.base + Endpoint.FRAMES_IN, 1);
        add(from.base + Endpoint.BYTES_IN, bytes);
    }

    /**
     * Counts frames that went to an endpoint.
     *
     * @param to     where they went.
     * @param frames how many.
     * @param bytes  the size of all.
     */
    public void sent(final Endpoint to, final int frames, final long bytes)
    {
        add(to.base + Endpoint.FRAMES_OUT, frames);
        add(to.base + Endpoint.BYTES_OUT, bytes);
    }

    /**
     * Counts a delivery of an AMQP client.
     *
     * @param from where it came from.
     */
    public void delivered(final Endpoint from)
    {
        add(from.base + Endpoint.DELIVERIES, 1);
    }

    /**
     * Counts a connection.
     *
     * @param endpoint that accepted it or that was connected to.
     */
    public void opened(final Endpoint endpoint)
    {
        add(endpoint.base + Endpoint.OPENED, 1);
    }

    /**
     * Counts the end of a connection.
     *
     * @param endpoint that {@link #opened} was called with.
     * @param why      the reason.
     */
    public void closed(final Endpoint endpoint, final CloseReason why)
    {
        add(endpoint.base + Endpoint.CLOSED + why.ordinal(), 1);
    }

    /**
     * Records an answer.
     *
     * @param code  code of the request. Unknown codes are counted as one.
     * @param nanos from the request to its answer.
     */
    public void answered(final int code, final long nanos)
    {
        final int slot = CodeSlots.of(code);
        long[] histogram = histograms[slot];
        if (histogram == null)
        {
            histogram = new long[SUM + 1];
            HISTOGRAM.setRelease(histograms, slot, histogram);
        }
        add(histogram, LatencyBuckets.of(nanos), 1);
        add(histogram, SUM, Math.max(0, nanos));
    }

    /**
     * Counts a well-formed frame that was refused.
     *
     * @param why the reason.
     */
    public void refused(final Refusal why)
    {
        add(GatewayMetrics.REFUSALS + why.ordinal(), 1);
    }

    /**
     * Counts a malformed frame.
     *
     * @param reason of the fault.
     */
    public void malformed(final Reason reason)
    {
        add(GatewayMetrics.MALFORMED + reason.ordinal(), 1);
    }

    /**
     * Counts an action on a frame.
     *
     * @param action what was done.
     */
    public void acted(final FrameAction action)
    {
        add(GatewayMetrics.ACTIONS + action.ordinal(), 1);
    }

    /**
     * Counts a wait that took too long.
     *
     * @param kind of the wait.
     */
    public void timedOut(final TimeoutKind kind)
    {
        add(GatewayMetrics.TIMEOUTS + kind.ordinal(), 1);
    }

    /**
     * Counts a frame that matched a rule.
     *
     * @param rule that matched.
     */
    public void matched(final RuleCounter rule)
    {
        add(rule.index, 1);
    }

    void add(final int index, final long n)
    {
        long[] current = counts;
        if (index >= current.length)
        {
            current = Arrays.copyOf(current, Math.max(index + 1, current.length * 2));
            counts = current;
        }
        add(current, index, n);
    }

    private static void add(final long[] array, final int index, final long n)
    {
        COUNT.setOpaque(array, index, array[index] + n);
    }

    /** {@return a count, as any thread sees it} */
    long count(final int index)
    {
        final long[] current = counts;
        return index < current.length ? (long)COUNT.getOpaque(current, index) : 0;
    }

    /** Adds what this loop recorded for a code to a histogram, made on demand. {@return the histogram, or null if there is none} */
    long @Nullable [] addTo(final int slot, final long @Nullable [] sum)
    {
        final long @Nullable [] histogram = (long[])HISTOGRAM.getAcquire(histograms, slot);
        if (histogram == null)
        {
            return sum;
        }
        final long[] both = sum == null ? new long[SUM + 1] : sum;
        for (int i = 0; i < both.length; i++)
        {
            both[i] += (long)COUNT.getOpaque(histogram, i);
        }
        return both;
    }

    /** Adds all counts of a loop that has ended. Called under the lock of the metrics, which own this object. */
    void take(final LoopMetrics ended)
    {
        for (int i = 0; i < ended.counts.length; i++)
        {
            add(i, ended.count(i));
        }
        for (int slot = 0; slot < histograms.length; slot++)
        {
            histograms[slot] = ended.addTo(slot, histograms[slot]);
        }
    }

    static Latency latency(final int slot, final long[] bucketsAndSum)
    {
        return new Latency(CodeSlots.label(slot), Arrays.copyOf(bucketsAndSum, SUM), bucketsAndSum[SUM]);
    }
}
