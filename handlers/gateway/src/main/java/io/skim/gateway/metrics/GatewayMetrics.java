package io.skim.gateway.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.netty.util.concurrent.FastThreadLocal;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.skim.scan.Reason;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * All metrics of a gateway, as Micrometer's Prometheus registry shows them. One object for each gateway.
 *
 * <pre>
 * GatewayMetrics metrics = new GatewayMetrics(version, () -&gt; PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory());
 * Endpoint listener = metrics.endpoint(Side.CLIENT, "orders");     // when the configuration is read
 * metrics.loop().received(listener, bytes);                         // on an event loop
 * </pre>
 *
 * Names of endpoints and rules come from the configuration. Still there are at most {@value #MOST_NAMES} of either kind: further ones
 * are counted under the name {@code other}. Nothing that a peer sends becomes a name. A name that the configuration has no more has no
 * series, see {@link #configured}.
 */
public final class GatewayMetrics implements AutoCloseable
{
    /** The largest number of endpoints, and of rules, with series of their own. */
    public static final int MOST_NAMES = 1000;

    static final int REFUSALS = 0;
    static final int MALFORMED = REFUSALS + Refusal.values().length;
    static final int ACTIONS = MALFORMED + Reason.values().length;
    static final int TIMEOUTS = ACTIONS + FrameAction.values().length;
    static final int RELOADS_OK = TIMEOUTS + TimeoutKind.values().length;
    static final int RELOADS_FAILED = RELOADS_OK + 1;
    private static final int FIRST_NAMED = RELOADS_FAILED + 1;

    private static final String OTHER = "other";
    private static final String PREFIX = "skim.gateway.";

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics collections = new JvmGcMetrics();
    private final LongSupplier directMemory;

    /** Guards all that follows. */
    private final Object lock = new Object();
    private final List<LoopMetrics> loops = new ArrayList<>();
    private final LoopMetrics ended;
    private final Map<String, Endpoint> endpoints = new LinkedHashMap<>();
    private final Map<String, RuleCounter> rules = new LinkedHashMap<>();
    /** The series of the endpoints and rules that have any. */
    private final Map<Object, List<Meter>> shown = new HashMap<>();
    private @Nullable Set<String> clusters;
    /** The places of rules that were forgotten. */
    private final Queue<Integer> freeRules = new ArrayDeque<>();
    private int length = FIRST_NAMED;

    private final FastThreadLocal<LoopMetrics> ofThread = new FastThreadLocal<>()
    {
        @Override
        protected LoopMetrics initialValue()
        {
            return addLoop();
        }

        @Override
        protected void onRemoval(final LoopMetrics loop)
        {
            removeLoop(loop);
        }
    };

    /**
     * Makes metrics whose counts are 0.
     *
     * @param version      of the gateway, a label of {@code skim_gateway_info}.
     * @param directMemory gives the direct memory in use, in bytes.
     */
    public GatewayMetrics(final String version, final LongSupplier directMemory)
    {
        this.directMemory = directMemory;
        this.ended = new LoopMetrics(FIRST_NAMED);
        for (final Refusal why : Refusal.values())
        {
            counter("refusals", "Well-formed frames that were refused.", REFUSALS + why.ordinal(), "reason",
                why.label());
        }
        for (final Reason reason : Reason.values())
        {
            counter("malformed", "Malformed frames.", MALFORMED + reason.ordinal(), "reason", ReasonLabels.of(reason));
        }
        for (final FrameAction action : FrameAction.values())
        {
            counter("actions", "Actions on frames, other than to pass them on.", ACTIONS + action.ordinal(), "action",
                action.label());
        }
        for (final TimeoutKind kind : TimeoutKind.values())
        {
            counter("timeouts", "Waits that took too long.", TIMEOUTS + kind.ordinal(), "kind", kind.label());
        }
        counter("reloads", "Reloads of the configuration.", RELOADS_OK, "outcome", "ok");
        counter("reloads", "Reloads of the configuration.", RELOADS_FAILED, "outcome", "failed");
        gauge("direct.memory", "Direct memory in use by buffers.", "bytes", this::directMemory);
        registry.getPrometheusRegistry().register(new LatencyCollector(this::latencies));
        final InfoSnapshot info =
            InfoSnapshot.builder().name("skim_gateway").help("The version, as a label.").dataPoint(
                InfoDataPointSnapshot.builder().labels(Labels.of("version", version)).build()).build();
        registry.getPrometheusRegistry().register(() -> info);
        new JvmMemoryMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        collections.bindTo(registry);
    }

    /**
     * The counts of the calling thread. What a Netty thread counted is kept when the thread ends.
     *
     * @return its own; always the same.
     */
    public LoopMetrics loop()
    {
        return ofThread.get();
    }

    private LoopMetrics addLoop()
    {
        synchronized (lock)
        {
            final LoopMetrics loop = new LoopMetrics(length);
            loops.add(loop);
            return loop;
        }
    }

    private void removeLoop(final LoopMetrics loop)
    {
        synchronized (lock)
        {
            loops.remove(loop);
            ended.take(loop);
        }
    }

    /**
     * The endpoint of a name. Its counts go on where they were when the name was used before.
     *
     * @param side whose connections it has.
     * @param name of the listener or cluster.
     * @return the endpoint; that of the name {@code other} if there are too many.
     */
    public Endpoint endpoint(final Side side, final String name)
    {
        synchronized (lock)
        {
            final Endpoint known = endpoints.get(side.label() + ' ' + name);
            if (known != null)
            {
                return known;
            }
            // Two more than the limit: the names that stand for further ones, of either side.
            return endpoints.size() >= MOST_NAMES && !OTHER.equals(name) ? endpoint(side, OTHER)
                : addEndpoint(side, name);
        }
    }

    private Endpoint addEndpoint(final Side side, final String name)
    {
        final Endpoint endpoint = new Endpoint(side, name, length);
        length += Endpoint.COUNTS;
        endpoints.put(side.label() + ' ' + name, endpoint);
        show(endpoint);
        return endpoint;
    }

    /** Makes the series of an endpoint, unless it has them. */
    private void show(final Endpoint endpoint)
    {
        if (shown.containsKey(endpoint))
        {
            return;
        }
        final Side side = endpoint.side();
        final String name = endpoint.name();
        final List<Meter> meters = new ArrayList<>();
        final String[] in = {"side", side.label(), "endpoint", name, "direction", "in"};
        final String[] out = {"side", side.label(), "endpoint", name, "direction", "out"};
        meters.add(counter("frames", "Frames.", endpoint.base + Endpoint.FRAMES_IN, in));
        meters.add(counter("frames", "Frames.", endpoint.base + Endpoint.FRAMES_OUT, out));
        meters.add(byteCounter(endpoint.base + Endpoint.BYTES_IN, in));
        meters.add(byteCounter(endpoint.base + Endpoint.BYTES_OUT, out));
        meters.add(gauge("connections", "Open connections.", null, () -> open(endpoint), "side", side.label(),
            "endpoint", name));
        meters.add(counter("connections.opened", "Connections that were opened.", endpoint.base + Endpoint.OPENED,
            "side", side.label(), "endpoint", name));
        for (final CloseReason why : CloseReason.values())
        {
            meters.add(counter("connections.closed", "Connections that ended.", endpoint.base + Endpoint.CLOSED + why
                .ordinal(), "side", side.label(), "endpoint", name, "why", why.label()));
        }
        shown.put(endpoint, meters);
    }

    private void show(final RuleCounter rule)
    {
        shown.computeIfAbsent(rule, any -> List.of(counter("rule.hits", "Frames that matched a rule.", rule.index,
            "rule", rule.name())));
    }

    private void hide(final Object named)
    {
        final List<Meter> meters = shown.remove(named);
        if (meters != null)
        {
            meters.forEach(registry::remove);
        }
    }

    /**
     * Shows what the configuration has: the series of other rules go, and those of other clusters as soon as they have no connections.
     * What was counted under these names is kept, and shown again if the configuration has them again. Listeners stay. Any thread may
     * call this.
     *
     * @param clusterNames of all clusters of the configuration in use.
     * @param ruleNames    of all rules.
     */
    public void configured(final Set<String> clusterNames, final Set<String> ruleNames)
    {
        synchronized (lock)
        {
            clusters = Set.copyOf(clusterNames);
            for (final RuleCounter rule : rules.values())
            {
                if (ruleNames.contains(rule.name()) || OTHER.equals(rule.name()))
                {
                    show(rule);
                }
                else
                {
                    hide(rule);
                }
            }
            showClusters();
        }
    }

    private void showClusters()
    {
        if (clusters == null)
        {
            return;
        }
        for (final Endpoint endpoint : endpoints.values())
        {
            if (endpoint.side() == Side.CLIENT)
            {
                continue;
            }
            if (clusters.contains(endpoint.name()) || OTHER.equals(endpoint.name()) || open(endpoint) > 0)
            {
                show(endpoint);
            }
            else
            {
                hide(endpoint);
            }
        }
    }

    /**
     * Shows the deliveries of an endpoint, whose clients speak AMQP.
     *
     * @param endpoint to show.
     */
    public void showDeliveries(final Endpoint endpoint)
    {
        counter("deliveries", "Deliveries of AMQP clients that rules were applied to.", endpoint.base
            + Endpoint.DELIVERIES, "endpoint", endpoint.name());
    }

    /**
     * Deliveries of an endpoint's clients.
     *
     * @param endpoint to count.
     * @return the number since the start.
     */
    public long deliveries(final Endpoint endpoint)
    {
        return count(endpoint.base + Endpoint.DELIVERIES);
    }

    /**
     * The counter of a rule. It goes on where it was when the name was used before, so a reload keeps it.
     *
     * @param name of the rule.
     * @return the counter; that of the name {@code other} if there are too many.
     */
    public RuleCounter rule(final String name)
    {
        synchronized (lock)
        {
            final RuleCounter known = rules.get(name);
            if (known != null)
            {
                return known;
            }
            if (rules.size() >= MOST_NAMES && !OTHER.equals(name) && !forgetRule())
            {
                return rule(OTHER);
            }
            final RuleCounter rule = new RuleCounter(name, freeRules.isEmpty() ? length++ : freeRules.remove());
            rules.put(name, rule);
            show(rule);
            return rule;
        }
    }

    /** Forgets the counts of a rule that the configuration has no more; false if there is none. */
    private boolean forgetRule()
    {
        for (final RuleCounter rule : rules.values())
        {
            if (!shown.containsKey(rule))
            {
                rules.remove(rule.name());
                // The loops count on from what they have; with this the sum begins at 0.
                ended.add(rule.index, -count(rule.index));
                freeRules.add(rule.index);
                return true;
            }
        }
        return false;
    }

    /**
     * Counts a reload of the configuration. Any thread may call this.
     *
     * @param ok whether the new configuration is in use now.
     */
    public void reloaded(final boolean ok)
    {
        synchronized (lock)
        {
            ended.add(ok ? RELOADS_OK : RELOADS_FAILED, 1);
        }
    }

    /**
     * Shows when the first of a listener's certificates expires.
     *
     * @param listener that shows the certificates.
     * @param expiry   asked by the thread that scrapes.
     */
    public void showCertificateExpiry(final String listener, final Supplier<Instant> expiry)
    {
        gauge("tls.certificate.expiry", "When the first certificate of a listener expires, since 1970.", "seconds",
            () -> expiry.get().getEpochSecond(), "endpoint", listener);
    }

    /**
     * Shows the number of the configuration in use.
     *
     * @param generation asked by the thread that scrapes.
     */
    public void showGeneration(final LongSupplier generation)
    {
        gauge("config.generation", "The number of the configuration in use.", null, generation::getAsLong);
    }

    /** Registers a gauge once: of two with the same name and tags, the first stays. */
    private Gauge gauge(final String name, final String description, final @Nullable String unit,
        final Supplier<Number> value,
        final String... tags)
    {
        return Gauge.builder(PREFIX + name, value).description(description).baseUnit(unit).tags(tags)
            .register(registry);
    }

    private FunctionCounter counter(final String name, final String description, final int index, final String... tags)
    {
        return FunctionCounter.builder(PREFIX + name, this, metrics -> metrics.count(index)).description(description)
            .tags(tags)
            .register(registry);
    }

    private FunctionCounter byteCounter(final int index, final String... tags)
    {
        return FunctionCounter.builder(PREFIX + "bytes", this, metrics -> metrics.count(index)).description(
            "Bytes of frames.").baseUnit("bytes").tags(tags).register(registry);
    }

    private long count(final int index)
    {
        synchronized (lock)
        {
            long count = ended.count(index);
            for (final LoopMetrics loop : loops)
            {
                count += loop.count(index);
            }
            return count;
        }
    }

    /**
     * Frames of an endpoint.
     *
     * @param endpoint to count.
     * @param in       whether to count those that came from it, else those that went to it.
     * @return the number since the start.
     */
    public long frames(final Endpoint endpoint, final boolean in)
    {
        return count(endpoint.base + (in ? Endpoint.FRAMES_IN : Endpoint.FRAMES_OUT));
    }

    /**
     * Bytes of an endpoint's frames.
     *
     * @param endpoint to count.
     * @param in       whether to count those that came from it, else those that went to it.
     * @return the number since the start.
     */
    public long bytes(final Endpoint endpoint, final boolean in)
    {
        return count(endpoint.base + (in ? Endpoint.BYTES_IN : Endpoint.BYTES_OUT));
    }

    /**
     * Open connections of an endpoint.
     *
     * @param endpoint to count.
     * @return the number now.
     */
    public long open(final Endpoint endpoint)
    {
        synchronized (lock)
        {
            long open = count(endpoint.base + Endpoint.OPENED);
            for (final CloseReason why : CloseReason.values())
            {
                open -= closed(endpoint, why);
            }
            return open;
        }
    }

    /**
     * Connections of an endpoint that ended for a reason.
     *
     * @param endpoint to count.
     * @param why      the reason.
     * @return the number since the start.
     */
    public long closed(final Endpoint endpoint, final CloseReason why)
    {
        return count(endpoint.base + Endpoint.CLOSED + why.ordinal());
    }

    /**
     * Frames that were refused.
     *
     * @param why the reason.
     * @return the number since the start.
     */
    public long refused(final Refusal why)
    {
        return count(REFUSALS + why.ordinal());
    }

    /**
     * Malformed frames.
     *
     * @param reason of their faults.
     * @return the number since the start.
     */
    public long malformed(final Reason reason)
    {
        return count(MALFORMED + reason.ordinal());
    }

    /**
     * Actions on frames.
     *
     * @param action what was done.
     * @return the number since the start.
     */
    public long acted(final FrameAction action)
    {
        return count(ACTIONS + action.ordinal());
    }

    /**
     * Waits that took too long.
     *
     * @param kind of the wait.
     * @return the number since the start.
     */
    public long timedOut(final TimeoutKind kind)
    {
        return count(TIMEOUTS + kind.ordinal());
    }

    /**
     * Frames that matched a rule.
     *
     * @param rule to count.
     * @return the number since the start.
     */
    public long matched(final RuleCounter rule)
    {
        return count(rule.index);
    }

    /**
     * Reloads of the configuration.
     *
     * @param ok whether to count those that succeeded, else those that failed.
     * @return the number since the start.
     */
    public long reloads(final boolean ok)
    {
        return count(ok ? RELOADS_OK : RELOADS_FAILED);
    }

    /** {@return the direct memory in use, in bytes} */
    public long directMemory()
    {
        return directMemory.getAsLong();
    }

    /** {@return all endpoints that have series, in the order in which they were added} */
    public List<Endpoint> endpoints()
    {
        synchronized (lock)
        {
            showClusters();
            return endpoints.values().stream().filter(shown::containsKey).toList();
        }
    }

    /** {@return the latencies of the codes that have any, since the start; unknown codes are last} */
    public List<Latency> latencies()
    {
        final List<Latency> latencies = new ArrayList<>();
        synchronized (lock)
        {
            for (int slot = 0; slot < CodeSlots.COUNT; slot++)
            {
                long @Nullable [] sum = ended.addTo(slot, null);
                for (final LoopMetrics loop : loops)
                {
                    sum = loop.addTo(slot, sum);
                }
                if (sum != null)
                {
                    latencies.add(LoopMetrics.latency(slot, sum));
                }
            }
        }
        return latencies;
    }

    /** {@return Micrometer's registry, for further meters} */
    public MeterRegistry registry()
    {
        return registry;
    }

    /**
     * Writes all metrics in the text format of Prometheus, release 0.0.4, in UTF-8.
     *
     * @param out to write to; it is not closed.
     * @throws IOException from the stream.
     */
    public void scrape(final OutputStream out) throws IOException
    {
        synchronized (lock)
        {
            showClusters();
        }
        registry.scrape(out);
    }

    /** Frees what the registry holds. */
    @Override
    public void close()
    {
        collections.close();
        registry.close();
    }
}
