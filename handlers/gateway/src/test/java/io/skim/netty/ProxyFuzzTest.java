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
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.FuzzedInput;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.junit.jupiter.api.Test;

/**
 * A proxy between clients and servers that send parts of frames, answer in any order, stop reading and close, in an order that is
 * fuzzed: each frame arrives as it was sent or as the filter decided, none twice, none changed and none at another client, and all buffers are released.
 * Client, proxy and server are local channels of one event loop, so that an order gives the same result each time.
 */
class ProxyFuzzTest
{
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
    private static final int ROUTED = 15;
    private static final int MIRRORED = 16;
    private static final int ONEWAY = 17;
    private static final int KINDS = 8;
    /** Of a request of a server. */
    private static final int ASKED = 40;
    /** Opaques of a server's requests begin here. */
    private static final int FIRST_ASKED = 1_000;

    /** Of a byte of the schedule: what happens. From {@link #DISTURBING} on frames may be lost. */
    private static final int OPERATIONS = 0x1F;
    private static final int DISTURBING = 16;

    /** Of the first byte: how the proxy works. */
    private static final int ANSWERS = 1;
    private static final int STREAMS = 2;
    private static final int SHARES = 4;
    private static final int PASSES_MALFORMED = 8;
    private static final int ANSWERS_MALFORMED = 16;

    /** A frame whose map is longer than its header, and its opaque. */
    private static final int OF_MALFORMED = 0x7FFF_FFF0;
    private static final byte[] MALFORMED = Frames.frame(1, Frames.hex(
        "000A 00 01DF 7FFFFFF0 00000000 00000000 00000009"));

    /** Decides by the code of the request. */
    private static final class Deciding implements RemotingFilter
    {
        private final Upstream routed;
        private final Upstream mirror;
        private final RemotingRewriter rewriter =
            new RemotingRewriter(RemotingEdits.builder().set("added", "by the proxy").build());

        Deciding(final Upstream routed, final Upstream mirror)
        {
            this.routed = routed;
            this.mirror = mirror;
        }

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
                case ROUTED -> exchange.route(routed);
                case MIRRORED -> exchange.mirror(mirror);
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

        void close()
        {
            if (channel != null)
            {
                channel.close();
            }
        }

        /** What it has received, frame by frame, but the malformed ones; the end of the last one may be missing. */
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
                final byte[] frame = Arrays.copyOfRange(all, at, end);
                if (!Arrays.equals(frame, MALFORMED))
                {
                    frames.add(frame);
                }
                at = end;
            }
            return frames;
        }
    }

    /** A client: its connection, what it has asked for on it, and what the servers have responded. */
    private static final class Client
    {
        final Peer peer = new Peer();
        final List<byte[]> requests = new ArrayList<>();
        final List<String> responses = new ArrayList<>();
        private final int number;
        /** How many of the frames that it has received it has looked at, to respond to the requests among them. */
        private int seen;

        Client(final int number)
        {
            this.number = number;
        }

        /** Puts the next request together; its opaque is its number, which also an ext field has. */
        void request(final SerializeType type, final int kind)
        {
            final int opaque = requests.size();
            final RemotingCommand request = RemotingPeer.request(type, PASSED + kind % KINDS, opaque, new byte[50
                * (opaque % 5)], "number", String.valueOf(opaque), "client", String.valueOf(number));
            if (request.getCode() == ONEWAY)
            {
                request.markOnewayRPC();
            }
            requests.add(RemotingPeer.encode(request));
            peer.toSend.writeBytes(requests.get(opaque));
        }

        List<RemotingCommand> sent()
        {
            return requests.stream().map(ProxyFuzzTest::decoded).toList();
        }
    }

    /** A server: its first connection, and what it has done on it. */
    private final class Server
    {
        final Peer peer = new Peer();
        final Channel listening;
        final Upstream upstream;
        /** How many of the frames that it has received it has looked at, to respond to the requests among them. */
        private int seen;

        Server(final String name) throws InterruptedException
        {
            listening = listen(new ChannelInitializer<>()
            {
                @Override
                protected void initChannel(final Channel fresh)
                {
                    // A server that has closed a connection takes another one.
                    fresh.pipeline().addLast(peer.channel == null ? peer : new Peer());
                }
            });
            upstream = Upstream.of(name, listening.localAddress());
        }

        /** Puts the response to the next request that it has received behind what it sends. */
        void respond(final int length)
        {
            final List<byte[]> received = peer.frames();
            while (seen < received.size())
            {
                final RemotingCommand request = decoded(received.get(seen++));
                if (request.isResponseType() || request.isOnewayRPC())
                {
                    continue;
                }
                final Client client = clients.get(Integer.parseInt(request.getExtFields().get("client")));
                final byte[] body =
                    Arrays.copyOf(new byte[] {(byte)client.number, (byte)client.responses.size()}, 2 + 10 * length);
                peer.toSend.writeBytes(RemotingPeer.encode(RemotingPeer.response(request, 0, body)));
                // On a connection that clients share the opaque is another one.
                request.setOpaque(Integer.parseInt(request.getExtFields().get("number")));
                client.responses.add(shown(RemotingPeer.response(request, 0, body)) + request.getOpaque());
                return;
            }
        }

        boolean hasMore()
        {
            return seen < peer.frames().size();
        }

        List<String> received()
        {
            return peer.frames().stream().map(frame -> shown(decoded(frame))).toList();
        }
    }

    /** One for each order of events: what a proxy has for an event loop, the loop's thread keeps. */
    private EventLoopGroup loop;
    private final List<CloseReason> closed = new ArrayList<>();
    /** The requests of servers, and what the first client has responded. */
    private final List<String> asked = new ArrayList<>();
    private final List<String> answers = new ArrayList<>();
    private final List<Channel> opened = new ArrayList<>();
    /** Two; the second has something to send if they share connections. */
    private final List<Client> clients = new ArrayList<>();
    private Server main;
    private Server routed;
    private Server mirror;
    private boolean shares;
    private boolean streams;
    private boolean undisturbed;
    /** Frames that arrived, of all orders of events. */
    private int arrivals;

    @FuzzTest
    void eachFrameArrivesOnceInAnyOrderOfEvents(final byte[] bytes) throws Exception
    {
        check(bytes);
    }

    @Test
    void eachFrameArrivesOnceInRandomOrdersOfEvents() throws Exception
    {
        final int orders = RandomOrders.each(2, event -> event & ~DISTURBING, this::check);
        assertTrue(arrivals > 4 * orders, arrivals + " frames arrived");
    }

    @SuppressWarnings("deprecation")
    private void check(final byte[] schedule) throws Exception
    {
        loop = new DefaultEventLoopGroup(1);
        try
        {
            checkOnLoop(schedule);
        }
        finally
        {
            loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        }
    }

    private void checkOnLoop(final byte[] schedule) throws Exception
    {
        List.of(closed, answers, asked, opened, clients).forEach(List::clear);
        clients.addAll(List.of(new Client(0), new Client(1)));
        main = new Server("main");
        routed = new Server("routed");
        mirror = new Server("mirror");
        undisturbed = true;
        final FuzzedInput input = new FuzzedInput(schedule);
        final RemotingFunnel funnel = RemotingFunnel.builder().build();
        final Channel gateway = listen(proxy(funnel, input.next()).initializer());
        for (final Client client : clients)
        {
            new Bootstrap().group(loop).channel(LocalChannel.class).handler(client.peer).connect(gateway.localAddress())
                .sync();
        }
        settle();
        while (input.hasMore())
        {
            final int operation = input.next();
            onLoop(() -> act(operation & OPERATIONS, operation >> 5));
        }
        end();
        gateway.close().sync();
        funnel.close();
        settle();
        checkReleased();
        for (final Server server : servers())
        {
            server.listening.close().sync();
        }
        assertEquals(opened.size(), closed.size(), "connections that were closed");
        assertTrue(!closed.contains(CloseReason.ERROR), closed::toString);
    }

    private List<Server> servers()
    {
        return List.of(main, routed, mirror);
    }

    /** A proxy with some of what changes how it passes frames on. */
    private RemotingProxy proxy(final RemotingFunnel funnel, final int mode)
    {
        final RemotingProxy.Builder builder = RemotingProxy.to(main.upstream).filter(() -> new Deciding(routed.upstream,
            mirror.upstream)).events(new Events());
        builder.onUpstreamLost((mode & ANSWERS) != 0 ? FramePolicy.ANSWER : FramePolicy.CLOSE);
        builder.onMalformed((mode & PASSES_MALFORMED) != 0 ? FramePolicy.PASS
            : (mode & ANSWERS_MALFORMED) != 0 ? FramePolicy.ANSWER : FramePolicy.CLOSE);
        streams = (mode & STREAMS) != 0;
        builder.streamBodies(streams ? MOST_WHOLE : Integer.MAX_VALUE);
        shares = (mode & SHARES) != 0;
        return (shares ? builder.funnel(funnel) : builder).build();
    }

    /** Counts connections. */
    private final class Events implements RemotingProxyEvents
    {
        @Override
        public void onOpen(final Channel channel)
        {
            opened.add(channel);
        }

        @Override
        public void onClose(final Channel channel, final CloseReason why, final String detail)
        {
            closed.add(why);
        }
    }

    private Channel listen(final ChannelInitializer<Channel> initializer) throws InterruptedException
    {
        return new ServerBootstrap().group(loop).channel(LocalServerChannel.class).childHandler(initializer).bind(
            LocalAddress.ANY).sync().channel();
    }

    private void onLoop(final Runnable action) throws Exception
    {
        loop.submit(action).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        settle();
    }

    private void settle() throws Exception
    {
        for (int round = 0; round < ROUNDS; round++)
        {
            loop.submit(() -> {
            }).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }
    }

    private void act(final int operation, final int argument)
    {
        undisturbed &= operation < DISTURBING;
        switch (operation)
        {
            case 0, 1, 2, 3 -> client(operation >> 1).request(SerializeType.values()[operation & 1], argument);
            case 4, 5 -> client(operation).peer.send(1 + 40 * argument);
            case 6 -> main.respond(argument);
            case 7 -> routed.respond(argument);
            case 8, 9 -> main.peer.send(1 + 40 * argument);
            case 10 -> routed.peer.send(1 + 40 * argument);
            case 11 -> setReading((argument & 1) == 0 ? client(argument >> 2).peer : main.peer, (argument & 2) == 0);
            case 12 -> ask(argument);
            case 13 -> answer(argument);
            case DISTURBING -> client(argument).peer.close();
            case 17 -> servers().get(argument % 3).peer.close();
            case 18 -> client(argument).peer.toSend.writeBytes(new byte[] {0x7F, 0, 0, 0});
            case 19 -> client(argument).peer.toSend.writeBytes(MALFORMED);
            case 20 -> main.peer.toSend.writeBytes(MALFORMED);
            case 21 -> opened.forEach(channel -> channel.pipeline().fireUserEventTriggered(RemotingProxy.DRAIN));
            default ->
                {
                }
        }
    }

    private Client client(final int number)
    {
        return clients.get(shares ? number & 1 : 0);
    }

    /** A request of the server to the client. On a connection that clients share it would need a client to be for. */
    private void ask(final int length)
    {
        if (!shares && main.peer.channel != null)
        {
            final RemotingCommand request = RemotingPeer.request(SerializeType.JSON, ASKED, FIRST_ASKED + asked.size(),
                new byte[50 * length], "number", "0");
            main.peer.toSend.writeBytes(RemotingPeer.encode(request));
            asked.add(shown(request) + request.getOpaque());
        }
    }

    /** Has the client respond to the next of the servers' requests that it has received. */
    private void answer(final int length)
    {
        final Client client = clients.get(0);
        final List<byte[]> received = client.peer.frames();
        while (client.seen < received.size())
        {
            final RemotingCommand request = decoded(received.get(client.seen++));
            if (!request.isResponseType())
            {
                final RemotingCommand response = RemotingPeer.response(request, 0, new byte[50 * length]);
                client.peer.toSend.writeBytes(RemotingPeer.encode(response));
                answers.add(shown(response));
                return;
            }
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
            setReading(main.peer, true);
            clients.forEach(client -> {
                setReading(client.peer, true);
                client.peer.send(Integer.MAX_VALUE);
            });
        });
        settleDelays();
        onLoop(() -> {
            while (main.hasMore() || routed.hasMore())
            {
                main.respond(0);
                routed.respond(0);
            }
            main.peer.send(Integer.MAX_VALUE);
            routed.peer.send(Integer.MAX_VALUE);
        });
        settleDelays();
        compare();
        onLoop(() -> {
            clients.forEach(client -> client.peer.close());
            servers().forEach(server -> server.peer.close());
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

    private void settleDelays() throws Exception
    {
        loop.schedule(() -> {
        }, 1, TimeUnit.MILLISECONDS).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        settle();
    }

    private void compare()
    {
        final List<RemotingCommand> sent = clients.stream().flatMap(client -> client.sent().stream()).toList();
        final List<String> toMain = new ArrayList<>(answers);
        sent.stream().filter(request -> request.getCode() != ROUTED).flatMap(ProxyFuzzTest::passedOn).forEach(
            toMain::add);
        same(toMain, main.received(), undisturbed);
        same(of(ROUTED, sent), routed.received(), undisturbed);
        // A frame of which not all has arrived is not copied, and each client has a connection of its own for copies.
        same(of(MIRRORED, sent), mirror.received(), undisturbed && !streams && !shares);
        clients.forEach(this::compare);
    }

    private void compare(final Client client)
    {
        final List<String> expected = new ArrayList<>(client.responses);
        expected.addAll(client.number == 0 ? asked : List.of());
        for (final RemotingCommand request : client.sent())
        {
            // Of a lost server the proxy may answer all requests but those that it has dropped.
            if (undisturbed ? request.getCode() == ANSWERED : request.getCode() != DROPPED && request.getCode()
                != ONEWAY)
            {
                expected.add("answer to " + request.getOpaque());
            }
        }
        same(expected, received(client), undisturbed);
    }

    private static List<String> of(final int code, final List<RemotingCommand> requests)
    {
        return requests.stream().filter(request -> request.getCode() == code).map(ProxyFuzzTest::shown).toList();
    }

    private static List<String> received(final Client client)
    {
        final List<String> arrived = new ArrayList<>();
        final Set<Integer> answered = new HashSet<>();
        for (final RemotingCommand frame : client.peer.frames().stream().map(ProxyFuzzTest::decoded).toList())
        {
            final int opaque = frame.getOpaque();
            if (opaque == OF_MALFORMED)
            {
                continue;
            }
            assertTrue(answered.add(opaque), () -> "a second response to " + opaque);
            final boolean passed = !frame.isResponseType() || frame.getCode() == 0;
            arrived.add(passed ? shown(frame) + opaque : "answer to " + opaque);
        }
        return arrived;
    }

    /** All that was sent has arrived, or some; and nothing else. */
    private void same(final List<String> sent, final List<String> arrived, final boolean all)
    {
        arrivals += arrived.size();
        final List<String> left = new ArrayList<>(sent);
        arrived.forEach(frame -> assertTrue(left.remove(frame), () -> frame + " of " + sent));
        assertTrue(!all || left.isEmpty(), () -> left + " did not arrive, only " + arrived);
    }

    private static Stream<String> passedOn(final RemotingCommand request)
    {
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
            + (frame.getBody() == null ? "[]" : Arrays.toString(frame.getBody()));
    }
}
