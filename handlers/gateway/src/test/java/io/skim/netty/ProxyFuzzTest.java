package io.skim.netty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.DefaultEventLoopGroup;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.local.LocalAddress;
import io.netty.channel.local.LocalChannel;
import io.netty.channel.local.LocalServerChannel;
import io.skim.handlers.patch.RemotingEdits;
import io.skim.handlers.patch.RemotingRewriter;
import io.skim.scan.testing.FuzzedInput;
import io.skim.scan.testing.Settings;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A proxy between a client and a server that send parts of frames, answer in any order, stop reading and close, in an order that is
 * fuzzed: each frame arrives as it was sent or as the filter decided, none twice and none changed, and all buffers are released.
 * Client, proxy and server are local channels of one event loop, so that an order gives the same result each time.
 */
class ProxyFuzzTest
{
    private static final int SCHEDULES = 400;
    private static final int LENGTH = 60;
    /** The event loop passes through what a write causes, from channel to channel, in so many rounds. */
    private static final int ROUNDS = 12;
    private static final int PATIENCE_SECONDS = 20;
    /** Some of the frames are longer. */
    private static final int MOST_WHOLE = 150;

    /** By the code of a request. */
    private static final int PASSED = 10;
    private static final int DELAYED = 11;
    private static final int EDITED = 12;
    private static final int ANSWERED = 13;
    private static final int DROPPED = 14;
    private static final int KINDS = 5;

    private static EventLoopGroup loop;

    /** Decides by the code of the request. */
    private static final class Deciding implements RemotingFilter
    {
        private final RemotingRewriter rewriter =
            new RemotingRewriter(RemotingEdits.builder().set("added", "by the proxy").build());

        @Override
        public void toBroker(final RemotingExchange exchange)
        {
            switch (exchange.requestCode())
            {
                case DELAYED -> exchange.delay(1);
                case EDITED ->
                {
                    rewriter.rewrite(exchange.scanner());
                    exchange.patch(rewriter.patch());
                }
                case ANSWERED -> exchange.answer(1, "no");
                case DROPPED -> exchange.drop();
                default ->
                    {
                    }
            }
        }

        @Override
        public void toClient(final RemotingExchange exchange)
        {
            if (exchange.requestCode() == DELAYED)
            {
                exchange.delay(1);
            }
        }
    }

    /** An end of a connection, which keeps what it receives. */
    private static final class Peer extends ChannelInboundHandlerAdapter
    {
        final ByteArrayOutputStream received = new ByteArrayOutputStream();
        final ByteArrayOutputStream toSend = new ByteArrayOutputStream();
        int sent;
        Channel channel;

        @Override
        public void channelActive(final ChannelHandlerContext ctx)
        {
            channel = ctx.channel();
        }

        @Override
        public void channelRead(final ChannelHandlerContext ctx, final Object message)
        {
            final ByteBuf bytes = (ByteBuf)message;
            received.writeBytes(ByteBufUtil.getBytes(bytes));
            bytes.release();
        }

        /** Sends so many of the bytes that are to be sent. */
        void send(final int most)
        {
            final int length = Math.min(most, toSend.size() - sent);
            if (channel != null && length > 0)
            {
                channel.writeAndFlush(channel.alloc().buffer(length).writeBytes(toSend.toByteArray(), sent, length));
                sent += length;
            }
        }

        /** What it has received, frame by frame; the end of the last one may be missing. */
        List<byte[]> frames()
        {
            final byte[] all = received.toByteArray();
            final List<byte[]> frames = new ArrayList<>();
            for (int at = 0; all.length - at >= Integer.BYTES;)
            {
                final int end = at + Integer.BYTES + ByteBuffer.wrap(all).getInt(at);
                if (end > all.length)
                {
                    break;
                }
                frames.add(Arrays.copyOfRange(all, at, end));
                at = end;
            }
            return frames;
        }
    }

    private final List<CloseReason> closed = new ArrayList<>();
    private final List<byte[]> requests = new ArrayList<>();
    private final List<String> responses = new ArrayList<>();
    private Peer client;
    private Peer server;
    private int opened;
    /** How many of the requests that the server has received it has responded to. */
    private int responded;
    private boolean undisturbed;
    /** Frames that arrived, of all orders of events. */
    private int arrivals;

    @BeforeAll
    @SuppressWarnings("deprecation")
    static void startTheLoop()
    {
        loop = new DefaultEventLoopGroup(1);
    }

    @AfterAll
    static void stopTheLoop()
    {
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }

    @FuzzTest
    void eachFrameArrivesOnceInAnyOrderOfEvents(final byte[] bytes) throws Exception
    {
        check(bytes);
    }

    @Test
    void eachFrameArrivesOnceInRandomOrdersOfEvents() throws Exception
    {
        final Random random = new Random(Settings.seed());
        for (int i = 0; i < SCHEDULES; i++)
        {
            final byte[] schedule = new byte[random.nextInt(LENGTH)];
            random.nextBytes(schedule);
            // Every other one closes nothing, so that all frames must arrive.
            for (int at = 0; i % 2 == 0 && at < schedule.length; at++)
            {
                schedule[at] &= ~1;
            }
            try
            {
                check(schedule);
            }
            catch (final AssertionError wrong)
            {
                throw new AssertionError("-Dskim.seed=" + Settings.seed() + ": " + HexFormat.of().formatHex(schedule),
                    wrong);
            }
        }
        assertTrue(arrivals > 4 * SCHEDULES, arrivals + " frames arrived");
    }

    private void check(final byte[] schedule) throws Exception
    {
        closed.clear();
        requests.clear();
        responses.clear();
        client = new Peer();
        server = new Peer();
        opened = 0;
        responded = 0;
        undisturbed = true;
        final Channel listening = listen(new ChannelInitializer<>()
        {
            @Override
            protected void initChannel(final Channel fresh)
            {
                // A server that has closed a connection takes another one.
                fresh.pipeline().addLast(server.channel == null ? server : new Peer());
            }
        });
        final FuzzedInput input = new FuzzedInput(schedule);
        final RemotingFunnel funnel = RemotingFunnel.builder().build();
        final Channel gateway = listen(proxy(Upstream.of("server", listening.localAddress()), funnel, input.next())
            .initializer());
        new Bootstrap().group(loop).channel(LocalChannel.class).handler(client).connect(gateway.localAddress()).sync();
        settle();
        while (input.hasMore())
        {
            final int operation = input.next();
            onLoop(() -> act(operation));
        }
        end();
        gateway.close().sync();
        funnel.close();
        settle();
        checkReleased();
        listening.close().sync();
        assertEquals(opened, closed.size(), "connections that were closed");
        assertTrue(!closed.contains(CloseReason.ERROR), closed::toString);
    }

    /** A proxy with some of what changes how it passes frames on. */
    private RemotingProxy proxy(final Upstream upstream, final RemotingFunnel funnel, final int mode)
    {
        final RemotingProxy.Builder builder = RemotingProxy.to(upstream).filter(Deciding::new).events(new Events());
        if ((mode & 2) != 0)
        {
            builder.onUpstreamLost(FramePolicy.ANSWER);
        }
        if ((mode & 4) != 0)
        {
            builder.streamBodies(MOST_WHOLE);
        }
        if ((mode & 8) != 0)
        {
            builder.funnel(funnel);
        }
        return builder.build();
    }

    /** Counts connections. */
    private final class Events implements RemotingProxyEvents
    {
        @Override
        public void onOpen(final Channel channel)
        {
            opened++;
        }

        @Override
        public void onClose(final Channel channel, final CloseReason why, final String detail)
        {
            closed.add(why);
        }
    }

    private static Channel listen(final ChannelInitializer<Channel> initializer) throws InterruptedException
    {
        return new ServerBootstrap().group(loop).channel(LocalServerChannel.class).childHandler(initializer).bind(
            LocalAddress.ANY).sync().channel();
    }

    private static void onLoop(final Runnable action) throws Exception
    {
        loop.submit(action).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        settle();
    }

    private static void settle() throws Exception
    {
        for (int round = 0; round < ROUNDS; round++)
        {
            loop.submit(() -> {
            }).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }
    }

    /** The low bit is set of what disturbs the connection. */
    private void act(final int operation)
    {
        final int argument = operation >> 4;
        switch (operation & 0xF)
        {
            case 0, 2 -> request(argument);
            case 4, 6 -> client.send(1 + 30 * argument);
            case 8 -> respond(argument);
            case 10, 12 -> server.send(1 + 30 * argument);
            case 14 -> setReading((argument & 1) == 0 ? client : server, (argument & 2) == 0);
            case 1 -> disturb(client, argument);
            case 3 -> disturb(server, argument);
            case 5 ->
            {
                undisturbed = false;
                client.toSend.writeBytes(new byte[] {0, 0, 0, (byte)argument, 9, 9, 9, 9});
            }
            default ->
                {
                }
        }
    }

    /** Puts the next request together; its opaque is its number, which also an ext field has. */
    private void request(final int kind)
    {
        final int number = requests.size();
        final byte[] frame = RemotingPeer.encode(RemotingPeer.request(SerializeType.values()[kind & 1], PASSED
            + (kind >> 1) % KINDS, number, new byte[10 * kind], "number", String.valueOf(number)));
        requests.add(frame);
        client.toSend.writeBytes(frame);
    }

    /** Has the server respond to the next of the requests that it has received. */
    private void respond(final int length)
    {
        final List<byte[]> received = server.frames();
        if (responded < received.size())
        {
            final RemotingCommand request = decoded(received.get(responded++));
            final byte[] body = Arrays.copyOf(new byte[] {(byte)responses.size()}, 1 + 10 * length);
            server.toSend.writeBytes(RemotingPeer.encode(RemotingPeer.response(request, 0, body)));
            // On a connection that clients share the opaque is another one.
            request.setOpaque(Integer.parseInt(request.getExtFields().get("number")));
            responses.add(shown(RemotingPeer.response(request, 0, body)) + request.getOpaque());
        }
    }

    private void disturb(final Peer peer, final int how)
    {
        if (peer.channel != null && how < 4)
        {
            undisturbed = false;
            peer.channel.close();
        }
    }

    private static void setReading(final Peer peer, final boolean reading)
    {
        if (peer.channel != null)
        {
            peer.channel.config().setAutoRead(reading);
        }
    }

    /** Has all that is left sent, and compares. */
    private void end() throws Exception
    {
        onLoop(() -> {
            setReading(client, true);
            setReading(server, true);
            client.send(Integer.MAX_VALUE);
        });
        settleDelays();
        onLoop(() -> {
            while (responded < server.frames().size())
            {
                respond(0);
            }
            server.send(Integer.MAX_VALUE);
        });
        settleDelays();
        compare();
        onLoop(() -> {
            client.channel.close();
            if (server.channel != null)
            {
                server.channel.close();
            }
        });
        settleDelays();
    }

    private static void checkReleased()
    {
        // All channels allocate from it; that of Netty 4.2 does not count.
        if (ByteBufAllocator.DEFAULT instanceof PooledByteBufAllocator pool)
        {
            assertEquals(0, pool.pinnedDirectMemory() + pool.pinnedHeapMemory(), "bytes that nobody has released");
        }
    }

    private static void settleDelays() throws Exception
    {
        loop.schedule(() -> {
        }, 1, TimeUnit.MILLISECONDS).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        settle();
    }

    private void compare()
    {
        final List<String> toServer = new ArrayList<>();
        requests.stream().flatMap(ProxyFuzzTest::passedOn).forEach(toServer::add);
        same(toServer, server.frames().stream().map(frame -> shown(decoded(frame))).toList());
        final List<String> toClient = new ArrayList<>(responses);
        final List<String> arrived = new ArrayList<>();
        final Set<Integer> answered = new HashSet<>();
        for (final RemotingCommand response : client.frames().stream().map(ProxyFuzzTest::decoded).toList())
        {
            final int opaque = response.getOpaque();
            assertTrue(answered.add(opaque), () -> "a second response to " + opaque);
            arrived.add(response.getCode() == 0 ? shown(response) + opaque : "answer to " + opaque);
        }
        for (final RemotingCommand request : requests.stream().map(ProxyFuzzTest::decoded).toList())
        {
            // Of a lost server the proxy may answer all requests but those that it has dropped.
            if (undisturbed ? request.getCode() == ANSWERED : request.getCode() != DROPPED)
            {
                toClient.add("answer to " + request.getOpaque());
            }
        }
        same(toClient, arrived);
    }

    /** All arrive if nothing has disturbed the connection; else some, but none else. */
    private void same(final List<String> sent, final List<String> arrived)
    {
        arrivals += arrived.size();
        final List<String> left = new ArrayList<>(sent);
        arrived.forEach(frame -> assertTrue(left.remove(frame), () -> frame + " of " + sent));
        assertTrue(!undisturbed || left.isEmpty(), () -> left + " did not arrive, only " + arrived);
    }

    private static Stream<String> passedOn(final byte[] frame)
    {
        final RemotingCommand request = decoded(frame);
        if (request.getCode() == ANSWERED || request.getCode() == DROPPED)
        {
            return Stream.empty();
        }
        if (request.getCode() == EDITED)
        {
            request.getExtFields().put("added", "by the proxy");
        }
        return Stream.of(shown(request));
    }

    private static RemotingCommand decoded(final byte[] frame)
    {
        try
        {
            return RemotingCommand.decode(ByteBuffer.wrap(frame, Integer.BYTES, frame.length - Integer.BYTES).slice());
        }
        catch (final Exception e)
        {
            throw new AssertionError(HexFormat.of().formatHex(frame), e);
        }
    }

    /** All of a frame but its opaque. */
    private static String shown(final RemotingCommand frame)
    {
        return frame.getCode() + " " + frame.getFlag() + " " + frame.getRemark() + " " + frame.getExtFields() + " "
            + Arrays.toString(frame.getBody());
    }
}
