package io.skim.benchmarks;

import com.sun.management.ThreadMXBean;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.DefaultEventLoopGroup;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.local.LocalAddress;
import io.netty.channel.local.LocalChannel;
import io.netty.channel.local.LocalServerChannel;
import io.skim.netty.FrameOutput;
import io.skim.netty.FramingLost;
import io.skim.netty.RemotingFrame;
import io.skim.netty.RemotingFrameHandler;
import io.skim.netty.RemotingFrameListener;
import io.skim.netty.RemotingTools;
import io.skim.scan.FrameView;
import io.skim.scan.remoting.RemotingScanner;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.net.SocketAddress;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * Measures what the code of a gateway takes for a message and its answer, stage by stage and without sockets: client, gateway and
 * server are local channels of one event loop. Each stage does what the one before does, and one thing more. Arguments: the number of
 * rounds, and of windows of 500 messages in each.
 */
public final class GatewayStages
{
    private static final ThreadMXBean THREADS = (ThreadMXBean)ManagementFactory.getThreadMXBean();
    /** As long as what Netty reads from a socket at once. */
    private static final int CHUNK = 1 << 16;
    private static final int PATIENCE_SECONDS = 120;

    private enum Stage
    {
        /** What is measured here besides a gateway: a copy of all bytes, and four local channels. */
        RELAY("bytes passed on", GatewayContender.RELAY::initializer),
        FRAMES("frames cut, checked and indexed", GatewayStages::frames),
        SCAN("requests kept for their responses", GatewayContender.SCAN::initializer),
        ROUTED("routed by two rules", server -> GatewayContender.routing(server, false).initializer()),
        PROPERTY("a property added", GatewayContender.PROPERTY::initializer);

        final String title;
        final Function<SocketAddress, ChannelInitializer<Channel>> gateway;

        Stage(final String title, final Function<SocketAddress, ChannelInitializer<Channel>> gateway)
        {
            this.title = title;
            this.gateway = gateway;
        }
    }

    private final EventLoopGroup loop = group();
    private final int rounds;
    private final int windows;

    private GatewayStages(final int rounds, final int windows)
    {
        this.rounds = rounds;
        this.windows = windows;
    }

    /** A loop for channels in this process, which Netty 4.2 makes in another way. */
    @SuppressWarnings("deprecation")
    private static EventLoopGroup group()
    {
        return new DefaultEventLoopGroup(1);
    }

    /**
     * Measures and prints a table for each encoding and load.
     *
     * @param arguments rounds and windows in each.
     * @throws Exception if a gateway does not answer.
     */
    public static void main(final String[] arguments) throws Exception
    {
        final GatewayStages stages =
            new GatewayStages(Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]));
        for (final Encoding encoding : Encoding.values())
        {
            stages.measure(encoding, GatewayLoad.sends(encoding));
            stages.measure(encoding, GatewayLoad.mixed(encoding));
        }
        stages.loop.shutdownGracefully();
    }

    private void measure(final Encoding encoding, final GatewayLoad load) throws Exception
    {
        final byte[] requests = window(load::request);
        final byte[] responses = window(load::response);
        final double[] least = new double[Stage.values().length];
        Arrays.fill(least, Double.MAX_VALUE);
        double ofRequest = Double.MAX_VALUE;
        double ofResponse = Double.MAX_VALUE;
        final WarmUp warmUp = new WarmUp();
        do
        {
            scan(requests);
            scan(responses);
            round(requests, responses, least.clone());
        }
        while (warmUp.goesOn());
        for (int round = 0; round < rounds; round++)
        {
            ofRequest = Math.min(ofRequest, scan(requests));
            ofResponse = Math.min(ofResponse, scan(responses));
            round(requests, responses, least);
        }
        System.out.printf(Locale.ROOT, "%s, %s: a request's scan alone %.0f ns, a response's %.0f ns%n", encoding, load
            .name(), ofRequest, ofResponse);
        for (final Stage stage : Stage.values())
        {
            final double before = stage == Stage.RELAY ? 0 : least[stage.ordinal() - 1];
            System.out.printf(Locale.ROOT, "  %-36s %6.0f ns %+6.0f%n", stage.title, least[stage.ordinal()],
                least[stage.ordinal()] - before);
        }
    }

    private static byte[] window(final IntFunction<byte[]> frame)
    {
        final ByteArrayOutputStream window = new ByteArrayOutputStream();
        for (int i = 0; i < GatewayLoad.WINDOW; i++)
        {
            window.writeBytes(frame.apply(i));
        }
        return window.toByteArray();
    }

    private void round(final byte[] requests, final byte[] responses, final double... least) throws Exception
    {
        for (final Stage stage : Stage.values())
        {
            final double nanos = new Talk(requests, responses, windows).nanos(loop, stage);
            least[stage.ordinal()] = Math.min(least[stage.ordinal()], nanos);
        }
    }

    /** The processor time of a scan of a frame in a direct buffer, in nanoseconds. */
    private double scan(final byte[] frames)
    {
        final ByteBuf buffer = Unpooled.directBuffer(frames.length).writeBytes(frames);
        final FrameView view = new FrameView();
        final RemotingScanner scanner = new RemotingScanner();
        final long begun = THREADS.getCurrentThreadCpuTime();
        for (int window = 0; window < windows; window++)
        {
            scan(buffer, view, scanner);
        }
        final double nanos = THREADS.getCurrentThreadCpuTime() - begun;
        buffer.release();
        return nanos / windows / GatewayLoad.WINDOW;
    }

    private static void scan(final ByteBuf frames, final FrameView view, final RemotingScanner scanner)
    {
        int at = 0;
        while (at < frames.writerIndex())
        {
            final int length = Integer.BYTES + frames.getInt(at);
            if (!scanner.check(view.wrap(frames, at, length)))
            {
                throw new IllegalStateException(scanner.fault().toMessage());
            }
            at += length;
        }
    }

    /** A gateway that only cuts what it passes on into frames. */
    private static ChannelInitializer<Channel> frames(final SocketAddress server)
    {
        final RemotingTools tools = new RemotingTools();
        return new ChannelInitializer<>()
        {
            @Override
            protected void initChannel(final Channel client)
            {
                client.config().setAutoRead(false);
                final Bootstrap bootstrap = new Bootstrap().group(client.eventLoop()).channel(client.getClass());
                final Channel upstream = bootstrap.handler(new ChannelInitializer<>()
                {
                    @Override
                    protected void initChannel(final Channel fresh)
                    {
                        fresh.pipeline().addLast(new RemotingFrameHandler(tools, new Passing(client)));
                    }
                }).connect(server).addListener((ChannelFutureListener)connected -> client.config().setAutoRead(true))
                    .channel();
                client.pipeline().addLast(new RemotingFrameHandler(tools, new Passing(upstream)));
            }
        };
    }

    private static final class Passing implements RemotingFrameListener
    {
        private final FrameOutput output;

        Passing(final Channel to)
        {
            output = new FrameOutput(to);
        }

        @Override
        public void onFrame(final ChannelHandlerContext ctx, final RemotingFrame frame)
        {
            output.write(frame);
        }

        @Override
        public void onMalformed(final ChannelHandlerContext ctx, final RemotingFrame frame)
        {
            throw new IllegalStateException(frame.scanner().fault().toMessage());
        }

        @Override
        public void onLost(final ChannelHandlerContext ctx, final FramingLost lost)
        {
            throw new IllegalStateException(lost.toString());
        }

        @Override
        public void onReadComplete(final ChannelHandlerContext ctx)
        {
            output.flush();
        }
    }

    /** A client that sends windows of requests, and a server that answers each of them. */
    private static final class Talk
    {
        private final byte[] requests;
        private final byte[] responses;
        private final int windows;
        private final CountDownLatch connected = new CountDownLatch(1);
        private final CountDownLatch done = new CountDownLatch(1);
        private Channel client;
        private int left;

        Talk(final byte[] requests, final byte[] responses, final int windows)
        {
            this.requests = requests;
            this.responses = responses;
            this.windows = windows;
            left = windows;
        }

        /** The processor time of a message and its answer. */
        double nanos(final EventLoopGroup loop, final Stage stage) throws Exception
        {
            final Channel server = serve(loop, new ChannelInitializer<>()
            {
                @Override
                protected void initChannel(final Channel fresh)
                {
                    fresh.pipeline().addLast(new Server());
                }
            });
            final Channel gateway = serve(loop, stage.gateway.apply(server.localAddress()));
            final long thread = loop.submit(() -> Thread.currentThread().getId()).get();
            new Bootstrap().group(loop).channel(LocalChannel.class).handler(new Client()).connect(gateway
                .localAddress()).sync();
            connected.await();
            final long begun = THREADS.getThreadCpuTime(thread);
            client.eventLoop().execute(this::next);
            if (!done.await(PATIENCE_SECONDS, TimeUnit.SECONDS))
            {
                throw new IllegalStateException("not all requests were answered: " + stage);
            }
            final double nanos = THREADS.getThreadCpuTime(thread) - begun;
            gateway.close().sync();
            server.close().sync();
            return nanos / windows / GatewayLoad.WINDOW;
        }

        private static Channel serve(final EventLoopGroup loop, final ChannelInitializer<Channel> initializer)
            throws InterruptedException
        {
            return new ServerBootstrap().group(loop).channel(LocalServerChannel.class).childHandler(initializer).bind(
                LocalAddress.ANY).sync().channel();
        }

        private void next()
        {
            if (left-- > 0)
            {
                send(client, requests);
                return;
            }
            client.close();
            done.countDown();
        }

        /** Sends bytes as they come from a socket: in buffers that nobody else has. */
        private static void send(final Channel to, final byte[] bytes)
        {
            for (int at = 0; at < bytes.length; at += CHUNK)
            {
                to.writeAndFlush(to.alloc().directBuffer(CHUNK).writeBytes(bytes, at, Math.min(CHUNK, bytes.length
                    - at)), to.voidPromise());
            }
        }

        private final class Client extends ChannelInboundHandlerAdapter
        {
            private int received;

            @Override
            public void channelActive(final ChannelHandlerContext ctx)
            {
                client = ctx.channel();
                connected.countDown();
            }

            @Override
            public void channelRead(final ChannelHandlerContext ctx, final Object message)
            {
                final ByteBuf chunk = (ByteBuf)message;
                received += chunk.readableBytes();
                chunk.release();
                if (received == responses.length)
                {
                    received = 0;
                    ctx.executor().execute(Talk.this::next);
                }
            }
        }

        /** Answers when all requests of a window have come. */
        private final class Server extends ChannelInboundHandlerAdapter
        {
            private final FrameCounter counter = new FrameCounter();
            private int received;

            @Override
            public void channelRead(final ChannelHandlerContext ctx, final Object message)
            {
                final ByteBuf chunk = (ByteBuf)message;
                received += counter.count(chunk);
                chunk.release();
                if (received == GatewayLoad.WINDOW)
                {
                    received = 0;
                    ctx.executor().execute(() -> send(ctx.channel(), responses));
                }
            }
        }
    }
}
