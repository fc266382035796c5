package io.skim.netty;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import io.skim.gateway.FreePorts;

import com.sun.management.ThreadMXBean;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.util.ResourceLeakDetector;
import io.skim.handlers.patch.RemotingEdits;
import io.skim.handlers.patch.RemotingRewriter;
import io.skim.scan.remoting.ResponseCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.rocketmq.common.message.MessageAccessor;
import org.apache.rocketmq.common.message.MessageDecoder;
import org.apache.rocketmq.common.message.MessageExt;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.apache.rocketmq.remoting.protocol.heartbeat.ConsumerData;
import org.apache.rocketmq.remoting.protocol.heartbeat.HeartbeatData;
import org.apache.rocketmq.remoting.protocol.heartbeat.ProducerData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Between real sockets: many clients, a proxy with a funnel, and a server. */
class RemotingFunnelTest
{
    private static final byte[] BODY = "a body".getBytes(StandardCharsets.UTF_8);
    private static final int PATIENCE_SECONDS = 20;
    /** Of requests that nobody answers. Those that the test answers must have their response before, also on a slow machine. */
    private static final Duration EXPIRE = Duration.ofSeconds(1);

    @RegisterExtension
    static final Listening LISTENING = new Listening(1);

    private final ProxyWatcher watcher = new ProxyWatcher();
    private final List<AutoCloseable> toClose = new ArrayList<>();
    private RemotingPeer.Server server;
    private RemotingFunnel funnel;
    private int port;

    @BeforeEach
    void startTheServer() throws IOException
    {
        server = new RemotingPeer.Server();
        toClose.add(server);
    }

    @AfterEach
    void stopAll() throws Exception
    {
        Collections.reverse(toClose);
        for (final AutoCloseable each : toClose)
        {
            each.close();
        }
        if (funnel != null)
        {
            funnel.close();
        }
    }

    private RemotingFunnel.Builder funnel()
    {
        return RemotingFunnel.builder().events(watcher);
    }

    private void listen(final RemotingFunnel.Builder builder, final RemotingProxy.Builder proxy,
        final EventLoopGroup on)
    {
        funnel = builder.build();
        final Channel listener = LISTENING.open(on, PooledByteBufAllocator.DEFAULT, proxy.funnel(funnel).events(watcher)
            .build().initializer());
        // Before event loops of the test's own end: nobody is told of a channel that is closed after its loop.
        toClose.add(() -> listener.close().syncUninterruptibly());
        port = Listening.port(listener);
    }

    private void listen(final RemotingFunnel.Builder builder)
    {
        listen(builder, proxy(), LISTENING.loops());
    }

    private RemotingProxy.Builder proxy()
    {
        return RemotingProxy.to(Upstream.of("server", server.address()));
    }

    private RemotingPeer client() throws IOException
    {
        final RemotingPeer client = RemotingPeer.connect(port);
        toClose.add(client);
        return client;
    }

    private RemotingPeer accept() throws InterruptedException
    {
        final RemotingPeer broker = server.accept();
        toClose.add(broker);
        return broker;
    }

    private static RemotingCommand send(final SerializeType type, final int opaque, final String body)
    {
        return RemotingPeer.request(type, 310, opaque, body.getBytes(StandardCharsets.UTF_8), "b", "Orders");
    }

    private static RemotingCommand heartbeat(final String clientId, final String consumerGroup, final String... groups)
    {
        final HeartbeatData data = new HeartbeatData();
        data.setClientID(clientId);
        for (final String group : groups)
        {
            final ProducerData producer = new ProducerData();
            producer.setGroupName(group);
            data.getProducerDataSet().add(producer);
        }
        if (consumerGroup != null)
        {
            final ConsumerData consumer = new ConsumerData();
            consumer.setGroupName(consumerGroup);
            data.getConsumerDataSet().add(consumer);
        }
        return RemotingPeer.request(SerializeType.JSON, 34, 70_000, data.encode());
    }

    /** Sends a heartbeat, and has the broker answer it. */
    private static void beat(final RemotingPeer client, final RemotingPeer broker, final RemotingCommand heartbeat)
        throws Exception
    {
        client.write(heartbeat);
        final RemotingCommand got = broker.read();
        assertEquals(34, got.getCode());
        assertArrayEquals(heartbeat.getBody(), got.getBody());
        broker.write(RemotingPeer.response(got, 0, null));
        assertEquals(heartbeat.getOpaque(), client.read().getOpaque());
    }

    private static String text(final RemotingCommand command)
    {
        return new String(command.getBody(), StandardCharsets.UTF_8);
    }

    /** The broker answers with the body of the request. */
    private static void echo(final RemotingPeer broker, final RemotingCommand request) throws IOException
    {
        broker.write(RemotingPeer.response(request, 0, request.getBody()));
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void responsesGoToTheClientsThatAskedWithTheirOwnOpaques(final SerializeType type) throws Exception
    {
        listen(funnel());
        final RemotingPeer first = client();
        final RemotingPeer second = client();
        first.write(send(type, 7, "first"));
        final RemotingPeer broker = accept();
        final RemotingCommand one = broker.read();
        second.write(send(type, 7, "second"));
        final RemotingCommand two = broker.read();
        assertEquals("first", text(one));
        assertEquals("second", text(two));
        assertNotEquals(one.getOpaque(), two.getOpaque());
        assertTrue(server.isIdle());
        echo(broker, two);
        echo(broker, one);
        final RemotingCommand answer = first.read();
        assertEquals(7, answer.getOpaque());
        assertEquals("first", text(answer));
        assertEquals(type, answer.getSerializeTypeCurrentRPC());
        assertEquals("second", text(second.read()));
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void allBytesButTheOpaqueStayAsTheyAre(final SerializeType type) throws Exception
    {
        listen(funnel());
        final RemotingPeer client = client();
        final int opaque = 123_456;
        final byte[] request = RemotingPeer.encode(send(type, opaque, "x".repeat(3_000)));
        client.write(request);
        final RemotingPeer broker = accept();
        final byte[] got = broker.readFrame();
        final RemotingCommand read =
            RemotingCommand.decode(Unpooled.wrappedBuffer(got, 4, got.length - 4));
        assertSameBut(request, got, opaque, read.getOpaque(), type);
        final byte[] response = RemotingPeer.encode(RemotingPeer.response(read, 0, BODY));
        broker.write(response);
        final byte[] answer = client.readFrame();
        assertSameBut(response, answer, read.getOpaque(), opaque, type);
    }

    private static void assertSameBut(final byte[] before, final byte[] after, final int from, final int to,
        final SerializeType type)
    {
        assertEquals(before.length, after.length);
        if (type == SerializeType.JSON)
        {
            assertEquals(new String(before, StandardCharsets.ISO_8859_1).replace("\"opaque\":" + from, "\"opaque\":"
                + to), new String(after, StandardCharsets.ISO_8859_1));
            return;
        }
        final byte[] expected = before.clone();
        ByteBuffer.wrap(expected).putInt(13, to);
        assertArrayEquals(expected, after);
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void editsAndOpaquesAreMadeInOneFrame(final SerializeType type) throws Exception
    {
        final RemotingEdits edits = RemotingEdits.builder().setProperty("gateway", "skim ü").build();
        listen(funnel(), proxy().filter(() -> new RemotingFilter()
        {
            private final RemotingRewriter rewriter = new RemotingRewriter(edits);
            private final RemotingRewriter back =
                new RemotingRewriter(RemotingEdits.builder().setEntry("seen", "yes").build());

            @Override
            public void toBroker(final RemotingExchange exchange)
            {
                if (exchange.requestCode() == 25)
                {
                    exchange.answer(ResponseCode.NO_PERMISSION, "denied");
                    return;
                }
                rewriter.rewrite(exchange.scanner());
                exchange.patch(rewriter.patch());
            }

            @Override
            public void toClient(final RemotingExchange exchange)
            {
                if (exchange.requestCode() == 310)
                {
                    back.rewrite(exchange.scanner());
                    exchange.patch(back.patch());
                }
            }
        }), LISTENING.loops());
        final RemotingPeer client = client();
        RemotingPeer broker = null;
        // One that JSON gets more digits for, one that keeps its own, one that stands behind a sign.
        for (final int opaque : new int[] {8, 123_456, -5})
        {
            client.write(RemotingPeer.request(type, 25, opaque, BODY));
            final RemotingCommand denied = client.read();
            assertEquals(16, denied.getCode());
            assertEquals(opaque, denied.getOpaque());
            client.write(RemotingPeer.request(type, 310, opaque, BODY, "b", "Orders", "i", "TAGS\1A\2"));
            broker = broker == null ? accept() : broker;
            final RemotingCommand got = broker.read();
            assertEquals("TAGS\1A\2gateway\1skim ü\2", got.getExtFields().get("i"));
            assertArrayEquals(BODY, got.getBody());
            broker.write(RemotingPeer.response(got, 0, BODY));
            final RemotingCommand answer = client.read();
            assertEquals(opaque, answer.getOpaque());
            assertEquals("yes", answer.getExtFields().get("seen"));
            assertArrayEquals(BODY, answer.getBody());
        }
    }

    @Test
    void aFullWindowHoldsRequestsBackAndStopsTheClients() throws Exception
    {
        listen(funnel().window(2));
        final RemotingPeer first = client();
        final RemotingPeer second = client();
        for (int i = 0; i < 5; i++)
        {
            first.write(send(SerializeType.ROCKETMQ, i, "first " + i));
        }
        final RemotingPeer broker = accept();
        final RemotingCommand one = broker.read();
        final RemotingCommand two = broker.read();
        second.write(send(SerializeType.JSON, 9, "second"));
        broker.socket().setSoTimeout(200);
        assertThrows(SocketTimeoutException.class, broker::read);
        broker.socket().setSoTimeout((int)TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
        echo(broker, two);
        assertEquals("first 1", text(first.read()));
        echo(broker, one);
        assertEquals("first 0", text(first.read()));
        for (int i = 0; i < 4; i++)
        {
            echo(broker, broker.read());
        }
        for (int i = 2; i < 5; i++)
        {
            assertEquals("first " + i, text(first.read()));
        }
        assertEquals("second", text(second.read()));
    }

    @Test
    void whatWaitsForItsTurnIsReleasedWhenItsClientGoes() throws Exception
    {
        final BlockingQueue<ByteBuf> received = new LinkedBlockingQueue<>();
        final BlockingQueue<Channel> channels = new LinkedBlockingQueue<>();
        funnel = funnel().window(1).build();
        final RemotingProxy proxy = proxy().funnel(funnel).events(watcher).build();
        port = Listening
            .port(LISTENING.open(LISTENING.loops(), UnpooledByteBufAllocator.DEFAULT, new ChannelInitializer<>()
            {
                @Override
                protected void initChannel(final Channel client)
                {
                    channels.add(client);
                    client.pipeline().addLast(new ChannelInboundHandlerAdapter()
                    {
                        @Override
                        public void channelRead(final ChannelHandlerContext ctx, final Object message)
                        {
                            received.add((ByteBuf)message);
                            ctx.fireChannelRead(message);
                        }
                    });
                    proxy.serve(client);
                }
            }));
        final RemotingPeer first = client();
        first.write(send(SerializeType.ROCKETMQ, 1, "first"));
        final RemotingPeer broker = accept();
        final RemotingCommand open = broker.read();
        assertNotNull(received.take());
        assertNotNull(channels.take());
        final RemotingPeer second = client();
        second.write(send(SerializeType.ROCKETMQ, 2, "second"));
        final ByteBuf waiting = received.take();
        final RemotingPeer third = client();
        third.write(send(SerializeType.ROCKETMQ, 3, "third"));
        assertNotNull(received.take());
        // The gateway closes it, for it does not read whom it holds back.
        channels.take().close();
        for (int i = 0; i < 1_000 && waiting.refCnt() > 0; i++)
        {
            Thread.sleep(10);
        }
        assertEquals(0, waiting.refCnt());
        echo(broker, open);
        assertEquals("first", text(first.read()));
        final RemotingCommand next = broker.read();
        assertEquals("third", text(next));
        echo(broker, next);
        assertEquals("third", text(third.read()));
    }

    @Test
    void aClientThatChangesItsGroupsAgainAndAgainGetsAConnectionOfItsOwn() throws Exception
    {
        listen(funnel());
        final RemotingPeer client = client();
        client.write(send(SerializeType.JSON, 1, "first"));
        final RemotingPeer broker = accept();
        echo(broker, broker.read());
        assertEquals("first", text(client.read()));
        final String[] groups = IntStream.range(0, 80).mapToObj(i -> "group" + i).toArray(String[]::new);
        final RemotingCommand before = heartbeat("one", null, Arrays.copyOf(groups, 40));
        beat(client, broker, before);
        // A client shares with as many as these.
        beat(client, broker, heartbeat("one", null, Arrays.copyOfRange(groups, 30, 64)));
        final RemotingCommand more = heartbeat("one", null, Arrays.copyOfRange(groups, 40, 80));
        client.write(more);
        final RemotingPeer own = accept();
        assertEquals(34, own.read().getCode());
        assertArrayEquals(more.getBody(), own.read().getBody());
        assertEquals(1, watcher.alone.get());
    }

    @Test
    void aRequestWithoutAResponseExpiresAndALateOneIsDropped() throws Exception
    {
        listen(funnel().window(1).expire(EXPIRE));
        final RemotingPeer client = client();
        client.write(send(SerializeType.ROCKETMQ, 1, "late"));
        final RemotingPeer broker = accept();
        final RemotingCommand late = broker.read();
        assertEquals(1, watcher.expired.poll(PATIENCE_SECONDS, TimeUnit.SECONDS));
        client.write(send(SerializeType.ROCKETMQ, 2, "next"));
        final RemotingCommand next = broker.read();
        echo(broker, late);
        echo(broker, next);
        assertEquals("next", text(client.read()));
        assertEquals(1, watcher.timedOut.get());
        assertEquals(1, watcher.dropped.get());
    }

    @Test
    void aServerThatIsSilentWhileRequestsExpireCountsAsLost() throws Exception
    {
        listen(funnel().expire(EXPIRE));
        final RemotingPeer client = client();
        client.write(send(SerializeType.ROCKETMQ, 0, "first"));
        final RemotingPeer broker = accept();
        echo(broker, broker.read());
        assertEquals("first", text(client.read()));
        for (int i = 1; i <= 3; i++)
        {
            client.write(send(SerializeType.ROCKETMQ, i, "unanswered"));
            assertEquals("unanswered", text(broker.read()));
            assertEquals(1, watcher.expired.poll(PATIENCE_SECONDS, TimeUnit.SECONDS));
            assertEquals(i == 3, watcher.lost.poll(i == 3 ? PATIENCE_SECONDS : 0, TimeUnit.SECONDS) != null);
        }
        assertNull(broker.readFrame());
        client.write(send(SerializeType.ROCKETMQ, 4, "again"));
        final RemotingPeer next = accept();
        echo(next, next.read());
        assertEquals("again", text(client.read()));
    }

    @Test
    void aLostConnectionHasAllRequestsAnsweredInTheirOwnEncodings() throws Exception
    {
        listen(funnel());
        final RemotingPeer first = client();
        final RemotingPeer second = client();
        first.write(send(SerializeType.JSON, 123_456, "first"));
        final RemotingPeer broker = accept();
        broker.read();
        second.write(send(SerializeType.ROCKETMQ, 5, "second"));
        broker.read();
        final RemotingCommand answered = send(SerializeType.ROCKETMQ, 6, "answered");
        second.write(answered);
        echo(broker, broker.read());
        assertEquals("answered", text(second.read()));
        broker.hangUp();
        for (final RemotingPeer each : List.of(first, second))
        {
            final RemotingCommand error = each.read();
            assertEquals(ResponseCode.SERVICE_NOT_AVAILABLE.code(), error.getCode());
            assertTrue(error.isResponseType());
            assertEquals(each == first ? 123_456 : 5, error.getOpaque());
            assertEquals(each == first ? SerializeType.JSON : SerializeType.ROCKETMQ,
                error.getSerializeTypeCurrentRPC());
        }
        assertEquals(2, watcher.lost.poll(PATIENCE_SECONDS, TimeUnit.SECONDS));
        // The clients stay, and the next request connects again.
        first.write(send(SerializeType.JSON, 9, "again"));
        final RemotingPeer next = accept();
        echo(next, next.read());
        assertEquals("again", text(first.read()));
        assertTrue(watcher.closed.isEmpty());
    }

    @Test
    void aServerThatDoesNotAnswerIsTriedAgainAfterPausesInWhichRequestsAreAnsweredAtOnce() throws Exception
    {
        final int free = FreePorts.next();
        listen(funnel().reconnect(Duration.ofSeconds(1), Duration.ofMillis(20), Duration.ofMillis(100)), RemotingProxy
            .to(Upstream.of("127.0.0.1", free)), LISTENING.loops());
        final RemotingPeer client = client();
        for (int i = 0; i < 20; i++)
        {
            client.write(send(SerializeType.JSON, i, "lost"));
            final RemotingCommand error = client.read();
            assertEquals(ResponseCode.SERVICE_NOT_AVAILABLE.code(), error.getCode());
            assertEquals(i, error.getOpaque());
        }
        assertTrue(watcher.lost.size() < 20, "tries: " + watcher.lost.size());
        assertTrue(watcher.unavailable.get() > 0);
        assertEquals(20, watcher.forwarded.get() + watcher.unavailable.get());
        try (ServerSocket late = new ServerSocket(free, 1, InetAddress.getLoopbackAddress()))
        {
            RemotingCommand answer = null;
            final Thread broker = new Thread(() -> {
                try (RemotingPeer peer = new RemotingPeer(late.accept()))
                {
                    while (true)
                    {
                        echo(peer, peer.read());
                    }
                }
                catch (final Exception ended)
                {
                    // The test has.
                }
            });
            broker.start();
            for (int i = 0; answer == null || answer.getCode() != 0; i++)
            {
                assertTrue(i < 1_000);
                TimeUnit.MILLISECONDS.sleep(10);
                client.write(send(SerializeType.JSON, i, "found"));
                answer = client.read();
            }
            assertEquals("found", text(answer));
            client.hangUp();
        }
    }

    @Test
    void aClientThatBecomesAConsumerGetsAConnectionOfItsOwn() throws Exception
    {
        listen(funnel());
        final RemotingPeer producer = client();
        final RemotingPeer both = client();
        producer.write(send(SerializeType.JSON, 1, "producer"));
        final RemotingPeer shared = accept();
        echo(shared, shared.read());
        assertEquals("producer", text(producer.read()));
        beat(both, shared, heartbeat("both", null, "writers"));
        both.write(send(SerializeType.JSON, 2, "open"));
        final RemotingCommand open = shared.read();

        both.write(heartbeat("both", "readers", "writers"));
        // The broker forgets the group on the shared connection, and keeps the client id.
        final RemotingCommand gone = shared.read();
        assertEquals(35, gone.getCode());
        assertEquals("writers", gone.getExtFields().get("producerGroup"));
        assertNotEquals("both", gone.getExtFields().get("clientID"));
        assertTrue(gone.isOnewayRPC());
        final RemotingPeer own = accept();
        RemotingCommand heartbeat = own.read();
        assertTrue(heartbeat.isOnewayRPC());
        heartbeat = own.read();
        assertEquals(70_000, heartbeat.getOpaque());
        assertEquals(1, HeartbeatData.decode(heartbeat.getBody(), HeartbeatData.class).getConsumerDataSet().size());
        both.write(RemotingPeer.request(SerializeType.JSON, 11, 3, null));
        final RemotingCommand pull = own.read();
        assertEquals(11, pull.getCode());
        assertEquals(3, pull.getOpaque());
        echo(shared, open);
        assertEquals("open", text(both.read()));
        assertEquals(1, watcher.alone.get());
        producer.write(send(SerializeType.JSON, 4, "still"));
        assertEquals("still", text(shared.read()));
    }

    @Test
    void heartbeatsThatAreOutOfTheOrdinaryMakeNoClientShare() throws Exception
    {
        final String producers = "\"clientID\":\"a\",\"producerDataSet\":[{\"groupName\":\"w\"}]";
        for (final String body : List.of("{" + producers + ",\"consumerDataSet\":[{\"groupName\":\"r\"}]}", "{"
            + producers + ",\"ConsumerDataSet\":[]}", "{" + producers + ",\"clientID\":\"b\"}",
            "{" + producers
                + "} ,",
            "[]", "", "{'clientID':'a'}", "{\"clientID\":\"a\"}", "{\"producerDataSet\":[]}", "{"
                + producers + ",\"consumerDataSet\":null}",
            "{\"clientID\":7,\"producerDataSet\":[]}",
            "{\"clientID\":\"a\",\"producerDataSet\":[{\"groupName\":\"w\",\"x\":1}]}"))
        {
            assertFalse(Heartbeat.read(body.getBytes(StandardCharsets.UTF_8)).mayShare(), body);
        }
        final HeartbeatData plain = HeartbeatData.decode(heartbeat("a", null, "w", "v").getBody(), HeartbeatData.class);
        plain.setHeartbeatFingerprint(7);
        plain.setWithoutSub(true);
        final Heartbeat read = Heartbeat.read(plain.encode());
        assertEquals("a", read.clientId());
        assertEquals(Set.of("w", "v"), Set.copyOf(read.producerGroups()));
    }

    @Test
    void aProducerThatExpectsReplyMessagesIsKnownByAConnectionOfItsOwn() throws Exception
    {
        listen(funnel());
        final RemotingPeer asks = client();
        asks.write(send(SerializeType.JSON, 1, "plain"));
        final RemotingPeer shared = accept();
        echo(shared, shared.read());
        asks.read();
        beat(asks, shared, heartbeat("asks", null, "writers"));
        asks.write(RemotingPeer.request(SerializeType.JSON, 310, 5, BODY, "b", "Orders", "i",
            "REPLY_TO_CLIENT\1asks\2"));
        final RemotingPeer own = accept();
        final RemotingCommand again = own.read();
        assertEquals(34, again.getCode());
        assertTrue(again.isOnewayRPC());
        assertEquals("asks", HeartbeatData.decode(again.getBody(), HeartbeatData.class).getClientID());
        assertEquals(5, own.read().getOpaque());
        // The broker pushes the reply.
        own.write(RemotingPeer.request(SerializeType.JSON, 326, 77, BODY, "properties", "REPLY_TO_CLIENT\1asks\2"));
        final RemotingCommand reply = asks.read();
        assertEquals(326, reply.getCode());
        asks.write(RemotingPeer.response(reply, 0, null));
        assertEquals(77, own.read().getOpaque());
        assertEquals(35, shared.read().getCode());
    }

    private static RemotingCommand unregister(final String clientId, final String group)
    {
        return RemotingPeer.request(SerializeType.ROCKETMQ, 35, 8, null, "clientID", clientId, "producerGroup", group);
    }

    @Test
    void aGroupIsUnregisteredWhenItsLastClientLeaves() throws Exception
    {
        listen(funnel());
        final RemotingPeer first = client();
        first.write(send(SerializeType.JSON, 1, "first"));
        final RemotingPeer shared = accept();
        echo(shared, shared.read());
        first.read();
        beat(first, shared, heartbeat("first", null, "writers", "others"));
        final RemotingPeer second = client();
        beat(second, shared, heartbeat("second", null, "writers"));
        final RemotingPeer third = client();
        beat(third, shared, heartbeat("third", null, "writers"));
        // Two other clients hold the group: the broker is not told.
        first.write(unregister("first", "writers"));
        final RemotingCommand answer = first.read();
        assertEquals(0, answer.getCode());
        assertEquals(8, answer.getOpaque());
        // One that goes away without a word: nor is it now, for the third still holds it.
        second.hangUp();
        assertEquals(CloseReason.CLIENT_CLOSED, watcher.closed.poll(PATIENCE_SECONDS, TimeUnit.SECONDS));
        third.write(unregister("third", "writers"));
        final RemotingCommand last = shared.read();
        assertEquals(35, last.getCode());
        assertEquals("third", last.getExtFields().get("clientID"));
        shared.write(RemotingPeer.response(last, 0, null));
        assertEquals(8, third.read().getOpaque());
        // The funnel tells it for a client that cannot any more.
        first.hangUp();
        final RemotingCommand gone = shared.read();
        assertEquals(35, gone.getCode());
        assertEquals("first", gone.getExtFields().get("clientID"));
        assertEquals("others", gone.getExtFields().get("producerGroup"));
        assertTrue(gone.isOnewayRPC());
    }

    private static RemotingCommand check(final SerializeType type, final int opaque, final String group)
        throws Exception
    {
        final MessageExt message = new MessageExt();
        message.setTopic("Orders");
        message.setBody(BODY);
        message.setBornHost(new InetSocketAddress("127.0.0.1", 1));
        message.setStoreHost(new InetSocketAddress("127.0.0.1", 2));
        message.putUserProperty("any", "thing");
        MessageAccessor.putProperty(message, "PGROUP", group);
        return RemotingPeer.request(type, 39, opaque, MessageDecoder.encode(message, false), "tranStateTableOffset",
            "1");
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void theBrokersQuestionsGoToOneClientOfTheGroupAndOnlyItMayAnswer(final SerializeType type) throws Exception
    {
        listen(funnel());
        final RemotingPeer first = client();
        first.write(send(SerializeType.JSON, 1, "first"));
        final RemotingPeer shared = accept();
        shared.read();
        beat(first, shared, heartbeat("first", null, "payments"));
        final RemotingPeer second = client();
        beat(second, shared, heartbeat("second", null, "orders"));
        shared.write(check(type, 77, "orders"));
        final RemotingCommand asked = second.read();
        assertEquals(39, asked.getCode());
        assertEquals(77, asked.getOpaque());
        // What nobody asked for does not go up.
        first.write(RemotingPeer.response(asked, 1, null));
        second.write(RemotingPeer.response(asked, 0, BODY));
        final RemotingCommand answer = shared.read();
        assertEquals(77, answer.getOpaque());
        assertEquals(0, answer.getCode());
        // Nobody has this group, or this id.
        shared.write(check(type, 78, "strangers"));
        final RemotingCommand error = shared.read();
        assertEquals(78, error.getOpaque());
        assertEquals(1, error.getCode());
        assertEquals(type, error.getSerializeTypeCurrentRPC());
        shared.write(RemotingPeer.request(type, 307, 79, null, "clientId", "stranger", "consumerGroup", "orders"));
        assertEquals(79, shared.read().getOpaque());
        shared.write(RemotingPeer.request(type, 307, 80, null, "clientId", "first", "consumerGroup", "readers"));
        assertEquals(80, first.read().getOpaque());
        assertEquals(List.of(39, 307), List.copyOf(watcher.nobody));
    }

    @Test
    void aLostConnectionIsOpenedAgainForProducersAndTheBrokerKnowsThem() throws Exception
    {
        listen(funnel());
        final RemotingPeer client = client();
        client.write(send(SerializeType.JSON, 1, "first"));
        final RemotingPeer shared = accept();
        echo(shared, shared.read());
        client.read();
        final RemotingCommand heartbeat = heartbeat("client", null, "writers");
        beat(client, shared, heartbeat);
        shared.hangUp();
        final RemotingPeer again = accept();
        final RemotingCommand repeated = again.read();
        assertArrayEquals(heartbeat.getBody(), repeated.getBody());
        assertTrue(repeated.isOnewayRPC());
        again.write(check(SerializeType.JSON, 5, "writers"));
        assertEquals(39, client.read().getCode());
    }

    @Test
    void aClientThatDoesNotReadIsClosedAndTheOthersGoOn() throws Exception
    {
        listen(funnel().mostUnsent(1 << 20));
        final RemotingPeer slow = client();
        final RemotingPeer quick = client();
        for (int i = 0; i < 40; i++)
        {
            slow.write(send(SerializeType.ROCKETMQ, i, "slow"));
        }
        final RemotingPeer broker = accept();
        final byte[] answer = new byte[1 << 20];
        for (int i = 0; i < 40; i++)
        {
            broker.write(RemotingPeer.response(broker.read(), 0, answer));
        }
        quick.write(send(SerializeType.ROCKETMQ, 1, "quick"));
        echo(broker, broker.read());
        assertEquals("quick", text(quick.read()));
        assertEquals(CloseReason.SLOW, watcher.closed.poll(PATIENCE_SECONDS, TimeUnit.SECONDS));
    }

    @Test
    void aFilterThatThrowsOnAResponseClosesItsClientAlone() throws Exception
    {
        listen(funnel(), proxy().filter(() -> new RemotingFilter()
        {
            @Override
            public void toClient(final RemotingExchange exchange)
            {
                if (exchange.opaque() == 13)
                {
                    throw new IllegalStateException("thirteen");
                }
            }
        }), LISTENING.loops());
        final RemotingPeer bad = client();
        final RemotingPeer good = client();
        bad.write(send(SerializeType.JSON, 13, "bad"));
        final RemotingPeer broker = accept();
        echo(broker, broker.read());
        assertNull(bad.read());
        assertEquals(CloseReason.ERROR, watcher.closed.poll(PATIENCE_SECONDS, TimeUnit.SECONDS));
        good.write(send(SerializeType.JSON, 1, "good"));
        echo(broker, broker.read());
        assertEquals("good", text(good.read()));
    }

    @Test
    void aConnectionThatIsCutInsideAFrameSendsNothingOfItToTheOthers() throws Exception
    {
        listen(funnel(), proxy().streamBodies(100), LISTENING.loops());
        final RemotingPeer good = client();
        good.write(send(SerializeType.JSON, 1, "good"));
        final RemotingPeer broker = accept();
        assertEquals("good", text(broker.read()));
        final byte[] whole = RemotingPeer.encode(send(SerializeType.JSON, 2, "x".repeat(10_000)));
        final RemotingPeer cut = client();
        cut.write(Arrays.copyOf(whole, whole.length - 1));
        cut.hangUp();
        assertEquals(-1, watcher.lost.poll(PATIENCE_SECONDS, TimeUnit.SECONDS));
        good.write(send(SerializeType.JSON, 3, "next"));
        assertEquals("next", text(broker.read()));
    }

    /** Answers all requests, some of them in another order. */
    private void answerAll(final int connections) throws InterruptedException
    {
        for (int i = 0; i < connections; i++)
        {
            final RemotingPeer broker = accept();
            final Random random = new Random(i);
            final Thread thread = new Thread(() -> {
                final List<RemotingCommand> held = new ArrayList<>();
                try
                {
                    while (true)
                    {
                        held.add(broker.read());
                        Collections.shuffle(held, random);
                        while (!held.isEmpty()
                            && (held.size() > 3 || broker.socket().getInputStream().available() == 0))
                        {
                            echo(broker, held.remove(0));
                        }
                    }
                }
                catch (final Exception ended)
                {
                    // The test has.
                }
            });
            thread.setDaemon(true);
            thread.start();
        }
    }

    @Test
    @SuppressWarnings("deprecation")
    void aThousandClientsShareFourConnections() throws Exception
    {
        final int clients = 1_000;
        final int each = 4;
        final EventLoopGroup two = new NioEventLoopGroup(2);
        toClose.add(() -> two.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly());
        listen(funnel().connections(2).window(64), proxy(), two);
        final List<RemotingPeer> peers = new ArrayList<>();
        for (int i = 0; i < clients; i++)
        {
            peers.add(client());
        }
        for (int round = 0; round < each; round++)
        {
            for (int i = 0; i < clients; i++)
            {
                final SerializeType type = i % 2 == 0 ? SerializeType.JSON : SerializeType.ROCKETMQ;
                peers.get(i).write(send(type, 1_000 * round + i % 10, i + " " + round));
            }
            if (round == 0)
            {
                answerAll(4);
            }
        }
        for (int i = 0; i < clients; i++)
        {
            final List<String> got = new ArrayList<>();
            for (int round = 0; round < each; round++)
            {
                final RemotingCommand answer = peers.get(i).read();
                assertEquals(1_000 * (answer.getOpaque() / 1_000) + i % 10, answer.getOpaque());
                assertEquals(i + " " + answer.getOpaque() / 1_000, text(answer));
                got.add(text(answer));
            }
            assertEquals(each, Set.copyOf(got).size());
        }
        assertEquals(4, watcher.connected.get());
        assertTrue(server.isIdle());
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void aRequestAndItsResponseAllocateNextToNothing(final SerializeType type) throws Exception
    {
        final int batch = 200;
        final int warmUp = 100;
        final int rounds = 100;
        listen(funnel());
        final RemotingPeer client = client();
        final ByteArrayOutputStream frames = new ByteArrayOutputStream();
        for (int i = 0; i < batch; i++)
        {
            frames.writeBytes(RemotingPeer.encode(send(type, 10_000 + i, "body")));
        }
        client.write(frames.toByteArray());
        final RemotingPeer broker = accept();
        final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
        final long loop = LISTENING.loops().next().submit(() -> Thread.currentThread().getId()).get();
        long before = 0;
        for (int round = 0; round < warmUp + rounds; round++)
        {
            final ByteArrayOutputStream responses = new ByteArrayOutputStream();
            for (int i = 0; i < batch; i++)
            {
                responses.writeBytes(RemotingPeer.encode(RemotingPeer.response(broker.read(), 0, BODY)));
            }
            broker.write(responses.toByteArray());
            for (int i = 0; i < batch; i++)
            {
                client.readFrame();
            }
            before = round == warmUp - 1 ? threads.getThreadAllocatedBytes(loop) : before;
            if (round < warmUp + rounds - 1)
            {
                client.write(frames.toByteArray());
            }
        }
        final long allocated = (threads.getThreadAllocatedBytes(loop) - before) / (rounds * batch);
        // Leak detection, which some lanes switch on, allocates for each buffer.
        if (!ResourceLeakDetector.isEnabled() || ResourceLeakDetector.getLevel() == ResourceLeakDetector.Level.SIMPLE)
        {
            assertTrue(allocated <= 64, () -> allocated + " bytes");
        }
    }

    @Test
    void malformedFramesNeverReachASharedConnection() throws Exception
    {
        listen(funnel(), proxy().onMalformed(FramePolicy.PASS), LISTENING.loops());
        final RemotingPeer good = client();
        good.write(send(SerializeType.JSON, 1, "good"));
        final RemotingPeer shared = accept();
        assertNotNull(shared.read());
        final byte[] bytes = RemotingPeer.encode(send(SerializeType.ROCKETMQ, 2, "bad"));
        // The length of the remark.
        bytes[21] = (byte)0x7F;
        final RemotingPeer bad = client();
        bad.write(bytes);
        final RemotingPeer own = accept();
        assertArrayEquals(bytes, own.readFrame());
    }
}
