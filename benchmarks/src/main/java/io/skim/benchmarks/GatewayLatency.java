package io.skim.benchmarks;

import com.sun.management.ThreadMXBean;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.SocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * Measures how many messages a second go through a gateway, how long their answers take, and how often the collector runs: with as
 * many requests as windows allow, and at a fixed rate that all contenders can hold. At a fixed rate the latency counts from the
 * time that a request was due, so a gateway that stalls does not hide the requests behind the stall. All contenders take turns in
 * one process. Arguments: rounds, seconds of each measurement, messages a second, and the file to add results to.
 */
public final class GatewayLatency
{
    /** As many requests as windows allow. */
    static final String WINDOWS = "windows";
    /** A fixed rate. */
    static final String RATE = "rate";
    static final double[] PERCENTILES = {50, 90, 99, 99.9, 99.99};

    private static final int CONNECTIONS = 4;
    private static final int WINDOW = 32;
    private static final int PATIENCE_SECONDS = 60;
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(120);
    private static final int DIGITS = 3;
    private static final double NANOS = 1e9;
    private static final double MICROS = 1e3;

    private final int rounds;
    private final int seconds;
    private final int rate;
    private final EventLoopGroup clients = group();
    private final EventLoopGroup servers = group();
    private final EventLoopGroup gateway = group();
    private final List<GatewayRow> rows = new ArrayList<>();

    /** What a contender needed in all rounds. */
    private static final class Total
    {
        final Histogram latencies = new Histogram(MOST_NANOS, DIGITS);
        double seconds;
        long bytes;
        long collections;
        long pauseMillis;
    }

    private GatewayLatency(final int rounds, final int seconds, final int rate)
    {
        this.rounds = rounds;
        this.seconds = seconds;
        this.rate = rate;
    }

    @SuppressWarnings("deprecation")
    private static EventLoopGroup group()
    {
        return new NioEventLoopGroup(1);
    }

    /**
     * Measures and prints.
     *
     * @param arguments as above.
     * @throws Exception if a contender does not answer.
     */
    public static void main(final String[] arguments) throws Exception
    {
        final GatewayLatency latency = new GatewayLatency(arguments.length > 0 ? Integer.parseInt(arguments[0]) : 3,
            arguments.length > 1 ? Integer.parseInt(arguments[1]) : 4,
            arguments.length > 2 ? Integer.parseInt(arguments[2]) : 20_000);
        for (final Encoding encoding : Encoding.values())
        {
            latency.measure(encoding, GatewayLoad.sends(encoding));
        }
        latency.clients.shutdownGracefully();
        latency.servers.shutdownGracefully();
        latency.gateway.shutdownGracefully();
        if (arguments.length > 3)
        {
            GatewayRow.append(Path.of(arguments[3]), latency.rows);
        }
    }

    private void measure(final Encoding encoding, final GatewayLoad load) throws Exception
    {
        final Channel server = load.serve(servers);
        final Map<GatewayContender, Total> windows = totals();
        final Map<GatewayContender, Total> paced = totals();
        final WarmUp warmUp = new WarmUp();
        do
        {
            round(load, server, totals(), totals());
        }
        while (warmUp.goesOn());
        for (int round = 0; round < rounds; round++)
        {
            round(load, server, windows, paced);
        }
        server.close().syncUninterruptibly();
        report(encoding, load, WINDOWS, windows);
        report(encoding, load, RATE, paced);
    }

    /** Measures all contenders, one after the other. */
    private void round(final GatewayLoad load, final Channel server, final Map<GatewayContender, Total> windows,
        final Map<GatewayContender, Total> paced) throws Exception
    {
        for (final GatewayContender contender : GatewayContender.values())
        {
            final Channel listener = new ServerBootstrap().group(gateway).channel(NioServerSocketChannel.class)
                .childHandler(contender.initializer(server.localAddress())).bind(InetAddress.getLoopbackAddress(),
                    0)
                .syncUninterruptibly().channel();
            measure(load, listener.localAddress(), WINDOW, windows.get(contender));
            measure(load, listener.localAddress(), 0, paced.get(contender));
            listener.close().syncUninterruptibly();
        }
    }

    private static Map<GatewayContender, Total> totals()
    {
        final Map<GatewayContender, Total> totals = new EnumMap<>(GatewayContender.class);
        for (final GatewayContender contender : GatewayContender.values())
        {
            totals.put(contender, new Total());
        }
        return totals;
    }

    private void measure(final GatewayLoad load, final SocketAddress address, final int window, final Total total)
        throws Exception
    {
        final long thread = gateway.submit(() -> Thread.currentThread().getId()).get();
        final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
        final long bytes = threads.getThreadAllocatedBytes(thread);
        final long[] collections = collections();
        final Histogram latencies = new Histogram(MOST_NANOS, DIGITS);
        final CountDownLatch ready = new CountDownLatch(CONNECTIONS);
        final CountDownLatch ended = new CountDownLatch(CONNECTIONS);
        final List<GatewayCaller> callers = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS; i++)
        {
            final GatewayCaller caller = new GatewayCaller(load, latencies, window, ready, ended);
            callers.add(caller);
            new Bootstrap().group(clients).channel(NioSocketChannel.class).handler(new ChannelInitializer<>()
            {
                @Override
                protected void initChannel(final Channel channel)
                {
                    channel.pipeline().addLast(caller);
                }
            }).connect(address).syncUninterruptibly();
        }
        ready.await();
        final long begun = System.nanoTime();
        if (window > 0)
        {
            TimeUnit.SECONDS.sleep(seconds);
        }
        else
        {
            pace(callers, begun);
        }
        callers.forEach(GatewayCaller::end);
        if (!ended.await(PATIENCE_SECONDS, TimeUnit.SECONDS))
        {
            throw new IllegalStateException("not all requests were answered");
        }
        total.seconds += (System.nanoTime() - begun) / NANOS;
        total.latencies.add(latencies);
        total.bytes += threads.getThreadAllocatedBytes(thread) - bytes;
        final long[] after = collections();
        total.collections += after[0] - collections[0];
        total.pauseMillis += after[1] - collections[1];
    }

    /** Sends what is due each millisecond, on one connection after the other. */
    private void pace(final List<GatewayCaller> callers, final long begun)
    {
        final long ticks = TimeUnit.SECONDS.toMillis(seconds);
        long sent = 0;
        for (long tick = 1; tick <= ticks; tick++)
        {
            final long dueAt = begun + tick * TICK_NANOS;
            while (System.nanoTime() - dueAt < 0)
            {
                LockSupport.parkNanos(dueAt - System.nanoTime());
            }
            final int count = (int)(tick * rate / TimeUnit.SECONDS.toMillis(1) - sent);
            callers.get((int)(tick % CONNECTIONS)).ask(count, dueAt);
            sent += count;
        }
    }

    private static long[] collections()
    {
        long count = 0;
        long millis = 0;
        for (final GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans())
        {
            count += collector.getCollectionCount();
            millis += collector.getCollectionTime();
        }
        return new long[] {count, millis};
    }

    private void report(final Encoding encoding, final GatewayLoad load, final String kind,
        final Map<GatewayContender, Total> totals)
    {
        System.out.println(encoding + ", " + load.name() + ", " + kind);
        totals.forEach((contender, total) -> {
            final long messages = total.latencies.getTotalCount();
            final Map<String, Double> numbers = new LinkedHashMap<>();
            numbers.put("messages", (double)messages);
            numbers.put("persecond", messages / total.seconds);
            for (final double percentile : PERCENTILES)
            {
                numbers.put("p" + percentile, total.latencies.getValueAtPercentile(percentile) / MICROS);
            }
            numbers.put("bytes", (double)total.bytes / messages);
            numbers.put("collections", (double)total.collections);
            numbers.put("pause", (double)total.pauseMillis);
            rows.add(new GatewayRow(kind, encoding, load.name(), contender, numbers));
            System.out.println("  " + contender.title + ' ' + numbers);
        });
    }
}
