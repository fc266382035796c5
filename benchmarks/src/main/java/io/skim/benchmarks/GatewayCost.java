package io.skim.benchmarks;

import com.sun.management.ThreadMXBean;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Measures what a gateway costs beside a relay of bytes and a gateway of the reference's decoder and encoder: processor time and
 * allocated bytes of the one event loop that serves all connections, for a message and its answer. All contenders take turns in one
 * process. Arguments: the number of rounds, of messages in each, and the names of contenders if not all, or a file to add results to.
 */
public final class GatewayCost
{
    private static final int CONNECTIONS = 4;
    private static final int MESSAGES = 300_000;
    private static final ThreadMXBean THREADS = (ThreadMXBean)ManagementFactory.getThreadMXBean();

    /** What a contender took in each round. */
    private static final class Samples
    {
        final double[] nanos;
        final double[] bytes;
        long collections;

        Samples(final int rounds)
        {
            nanos = new double[rounds];
            bytes = new double[rounds];
        }
    }

    private final int rounds;
    private final int messages;
    private final Set<GatewayContender> contenders;
    private final EventLoopGroup clients = group();
    private final EventLoopGroup servers = group();
    private final EventLoopGroup gateway = group();
    private final List<GatewayRow> rows = new ArrayList<>();

    private GatewayCost(final int rounds, final int messages, final Set<GatewayContender> contenders)
    {
        this.contenders = contenders;
        this.rounds = rounds;
        this.messages = messages;
    }

    @SuppressWarnings("deprecation")
    private static EventLoopGroup group()
    {
        return new NioEventLoopGroup(1);
    }

    /**
     * Measures and prints a table.
     *
     * @param arguments rounds and messages in each.
     * @throws Exception if a contender does not answer.
     */
    public static void main(final String[] arguments) throws Exception
    {
        final int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 7;
        final int messages = arguments.length > 1 ? Integer.parseInt(arguments[1]) : MESSAGES;
        final Set<GatewayContender> contenders = EnumSet.allOf(GatewayContender.class);
        final boolean writes = arguments.length == 3 && arguments[2].indexOf('.') > 0;
        if (arguments.length > 2 && !writes)
        {
            contenders.removeIf(contender -> !Arrays.asList(arguments).contains(contender.name()));
        }
        final GatewayCost cost = new GatewayCost(rounds, messages, contenders);
        for (final Encoding encoding : Encoding.values())
        {
            cost.measure(encoding, GatewayLoad.sends(encoding));
            cost.measure(encoding, GatewayLoad.mixed(encoding));
        }
        cost.stop();
        if (writes)
        {
            GatewayRow.append(Path.of(arguments[2]), cost.rows);
        }
    }

    private void stop()
    {
        clients.shutdownGracefully();
        servers.shutdownGracefully();
        gateway.shutdownGracefully();
    }

    private void measure(final Encoding encoding, final GatewayLoad load) throws Exception
    {
        final long thread = gateway.submit(() -> Thread.currentThread().getId()).get();
        final Channel server = load.serve(servers);
        final WarmUp warmUp = new WarmUp();
        do
        {
            round(load, server, thread, new EnumMap<>(GatewayContender.class), 0);
        }
        while (warmUp.goesOn());
        final Map<GatewayContender, Samples> samples = new EnumMap<>(GatewayContender.class);
        for (int round = 0; round < rounds; round++)
        {
            round(load, server, thread, samples, round);
        }
        server.close().syncUninterruptibly();
        print(encoding, load, samples);
    }

    /** Measures all contenders, one after the other. */
    private void round(final GatewayLoad load, final Channel server, final long thread,
        final Map<GatewayContender, Samples> samples, final int round) throws Exception
    {
        for (final GatewayContender contender : contenders)
        {
            final Samples taken = samples.computeIfAbsent(contender, any -> new Samples(rounds));
            final Channel listener = new ServerBootstrap().group(gateway).channel(NioServerSocketChannel.class)
                .childHandler(
                    contender.initializer(server.localAddress()))
                .bind(InetAddress.getLoopbackAddress(), 0)
                .syncUninterruptibly().channel();
            final long collections = collections();
            final long nanos = THREADS.getThreadCpuTime(thread);
            final long bytes = THREADS.getThreadAllocatedBytes(thread);
            load.run(clients, listener.localAddress(), CONNECTIONS, messages);
            taken.nanos[round] = (double)(THREADS.getThreadCpuTime(thread) - nanos) / messages;
            taken.bytes[round] = (double)(THREADS.getThreadAllocatedBytes(thread) - bytes) / messages;
            taken.collections += collections() - collections;
            listener.close().syncUninterruptibly();
        }
    }

    private static long collections()
    {
        long count = 0;
        for (final GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans())
        {
            count += collector.getCollectionCount();
        }
        return count;
    }

    private static double median(final double[] values)
    {
        final double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static double median(final Map<GatewayContender, Samples> samples, final GatewayContender contender)
    {
        return samples.containsKey(contender) ? median(samples.get(contender).nanos) : Double.NaN;
    }

    private void print(final Encoding encoding, final GatewayLoad load, final Map<GatewayContender, Samples> samples)
    {
        final double relay = median(samples, GatewayContender.RELAY);
        final double decoded = median(samples, GatewayContender.COMMANDS);
        final double edited = median(samples, GatewayContender.COMMANDS_PROPERTY);
        System.out.printf(Locale.ROOT, "%s, %s: requests of %d bytes, responses of %d%n", encoding, load.name(), load
            .requestLength(), load.responseLength());
        samples.forEach((contender, taken) -> {
            final double nanos = median(taken.nanos);
            final double rival = contender == GatewayContender.PROPERTY ? edited : decoded;
            System.out.printf(Locale.ROOT,
                "  %-36s %7.0f ns %8.1f B %5d collections  %5.2f of the relay's  %5.2f less than decoding%n",
                contender.title, nanos, median(taken.bytes), taken.collections, nanos / relay, rival / nanos);
            final Map<String, Double> numbers = new LinkedHashMap<>();
            numbers.put("messages", (double)rounds * messages);
            numbers.put("nanos", nanos);
            numbers.put("bytes", median(taken.bytes));
            numbers.put("collections", (double)taken.collections);
            numbers.put("request", (double)load.requestLength());
            numbers.put("response", (double)load.responseLength());
            rows.add(new GatewayRow(GatewayRow.COST, encoding, load.name(), contender, numbers));
        });
    }
}
