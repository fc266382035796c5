package io.skim.netty;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.skim.handlers.patch.Refusal;
import io.skim.handlers.patch.RemotingEdits;
import io.skim.handlers.patch.RemotingRewriter;
import io.skim.handlers.route.CodeGate;
import io.skim.handlers.route.RequestGate;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.remoting.ResponseCode;
import io.skim.scan.testing.Frames;
import java.io.EOFException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Between real sockets: what a client and a server get when a proxy stands between them. */
class RemotingProxyTest
{
    private static final byte[] BODY = "a body".getBytes(StandardCharsets.UTF_8);

    @RegisterExtension
    static final Listening LISTENING = new Listening(2);

    private final ProxyWatcher watcher = new ProxyWatcher();
    /** What the clock of a proxy is ahead, in nanoseconds. */
    private final AtomicLong passed = new AtomicLong();
    private RemotingPeer.Server server;

    @BeforeEach
    void startTheServer() throws IOException
    {
        server = new RemotingPeer.Server();
    }

    @AfterEach
    void stopTheServer() throws IOException
    {
        server.close();
    }

    private Upstream upstream()
    {
        return Upstream.of("server", server.address());
    }

    private RemotingProxy.Builder proxy()
    {
        return RemotingProxy.to(upstream()).events(watcher);
    }

    /** A proxy for which requests grow too old when the test says so, however long it takes. */
    private RemotingProxy.Builder pending(final int most)
    {
        return proxy().pending(most, Duration.ofHours(1)).clock(() -> System.nanoTime() + passed.get());
    }

    /** Lets all that waits grow too old. */
    private void passTime()
    {
        passed.addAndGet(TimeUnit.HOURS.toNanos(2));
    }

    private RemotingPeer connect(final RemotingProxy.Builder builder) throws IOException
    {
        return RemotingPeer.connect(Listening.port(LISTENING.open(builder.build().initializer())));
    }

    private CloseReason closed() throws InterruptedException
    {
        return watcher.closed.poll(20, TimeUnit.SECONDS);
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void framesPassUnchangedBothWays(final SerializeType type) throws Exception
    {
        try (RemotingPeer client = connect(proxy()))
        {
            final byte[] request = RemotingPeer.encode(RemotingPeer.request(type, 310, 7, BODY, "b", "Orders"));
            client.write(request);
            final RemotingPeer broker = server.accept();
            assertArrayEquals(request, broker.readFrame());
            final byte[] response =
                RemotingPeer.encode(RemotingPeer.response(RemotingPeer.request(type, 310, 7, null), 0,
                    BODY));
            broker.write(response);
            assertArrayEquals(response, client.readFrame());
            assertEquals(1, watcher.opened.get());
            client.hangUp();
            assertNull(broker.readFrame());
            assertEquals(CloseReason.CLIENT_CLOSED, closed());
        }
    }

    /** As behind handlers that first find out what the client speaks, and read it only then. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aClientThatIsServedLaterIsReadAndToldOfOnce(final boolean asks) throws Exception
    {
        final RemotingProxy proxy = proxy().build();
        final BlockingQueue<Channel> accepted = new LinkedBlockingQueue<>();
        final Channel listener = LISTENING.open(new ServerBootstrap().group(LISTENING.loops()).childOption(
            ChannelOption.AUTO_READ, false).childHandler(new ChannelInitializer<>()
            {
                @Override
                protected void initChannel(final Channel client)
                {
                    accepted.add(client);
                }
            }));
        try (RemotingPeer client = RemotingPeer.connect(Listening.port(listener)))
        {
            final Channel channel = accepted.take();
            channel.eventLoop().submit(() -> proxy.serve(channel)).sync();
            if (asks)
            {
                client.write(RemotingPeer.request(SerializeType.JSON, 310, 7, BODY, "b", "Orders"));
                final RemotingPeer broker = server.accept();
                broker.write(RemotingPeer.response(broker.read(), 0, null));
                assertEquals(7, client.read().getOpaque());
            }
            client.hangUp();
            assertEquals(CloseReason.CLIENT_CLOSED, closed());
        }
        assertEquals(1, watcher.opened.get());
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void aGateAnswersAndARewriterAddsAPropertyFromOneScan(final SerializeType type) throws Exception
    {
        final RemotingEdits edits = RemotingEdits.builder().setProperty("gateway", "skim ü").build();
        final RemotingProxy.Builder builder = proxy().filter(() -> new RemotingFilter()
        {
            private final RequestGate gate = new RequestGate(CodeGate.deny(25));
            private final RemotingRewriter rewriter = new RemotingRewriter(edits);

            @Override
            public void toBroker(final RemotingExchange exchange)
            {
                exchange.scanner().show(RequestGate.INTEREST, gate);
                if (!gate.admits())
                {
                    exchange.answer(ResponseCode.NO_PERMISSION, "denied: ä");
                    return;
                }
                rewriter.rewrite(exchange.scanner());
                exchange.patch(rewriter.patch());
            }
        });
        try (RemotingPeer client = connect(builder))
        {
            client.write(RemotingPeer.request(type, 25, 70_000, BODY));
            final RemotingCommand denied = client.read();
            assertEquals(type, denied.getSerializeTypeCurrentRPC());
            assertTrue(denied.isResponseType());
            assertEquals(70_000, denied.getOpaque());
            assertEquals(16, denied.getCode());
            assertEquals("denied: ä", denied.getRemark());
            assertTrue(server.isIdle());
            final RemotingCommand oneway = RemotingPeer.request(type, 25, 1, null);
            oneway.markOnewayRPC();
            client.write(oneway);
            client.write(RemotingPeer.request(type, 310, 8, BODY, "b", "Orders", "i", "TAGS\1A\2"));
            final RemotingCommand sent = server.accept().read();
            assertEquals(310, sent.getCode());
            assertArrayEquals(BODY, sent.getBody());
            assertEquals("TAGS\1A\2gateway\1skim ü\2", sent.getExtFields().get("i"));
        }
    }

    @Test
    void responsesKnowTheCodeTheNameAndTheAgeOfTheirRequests() throws Exception
    {
        final BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        final RemotingInterest topic = RemotingScanner.interest().entry("b", 0).build();
        final RemotingProxy.Builder builder = proxy().filter(() -> new RemotingFilter()
        {
            @Override
            public void toBroker(final RemotingExchange exchange)
            {
                exchange.header().select(topic);
                exchange.keep(exchange.header().value(0));
            }

            @Override
            public void toClient(final RemotingExchange exchange)
            {
                seen.add(exchange.requestCode() + " " + exchange.keptName() + " " + (exchange.requestAge() > 0));
            }
        });
        try (RemotingPeer client = connect(builder))
        {
            final RemotingCommand request = RemotingPeer.request(SerializeType.ROCKETMQ, 310, 7, BODY, "b", "Orders");
            client.write(request);
            final RemotingPeer broker = server.accept();
            broker.read();
            broker.write(RemotingPeer.response(request, 0, null));
            broker.write(RemotingPeer.response(request, 0, null));
            assertNotNull(client.read());
            assertNotNull(client.read());
            assertEquals("310 Orders true", seen.take());
            assertEquals(RemotingExchange.UNKNOWN + "  false", seen.take());
        }
    }

    @Test
    void aServersOwnRequestsAreAnsweredByTheClientThatGotThem() throws Exception
    {
        final BlockingQueue<Integer> codes = new LinkedBlockingQueue<>();
        final RemotingProxy.Builder builder = proxy().filter(() -> new RemotingFilter()
        {
            @Override
            public void toBroker(final RemotingExchange exchange)
            {
                if (exchange.isResponse())
                {
                    codes.add(exchange.requestCode());
                }
            }

            @Override
            public void toClient(final RemotingExchange exchange)
            {
                if (exchange.requestCode() == 221)
                {
                    exchange.answer(ResponseCode.SYSTEM_ERROR, "not for clients");
                }
            }
        });
        try (RemotingPeer client = connect(builder))
        {
            client.write(RemotingPeer.request(SerializeType.JSON, 34, 7, BODY));
            final RemotingPeer broker = server.accept();
            broker.read();
            final RemotingCommand asked = RemotingPeer.request(SerializeType.JSON, 220, 5, null, "group", "g");
            broker.write(RemotingPeer.request(SerializeType.JSON, 221, 4, null, "group", "g"));
            broker.write(asked);
            assertEquals(220, client.read().getCode());
            assertEquals(1, broker.read().getCode());
            client.write(RemotingPeer.response(asked, 0, BODY));
            final RemotingCommand answer = broker.read();
            assertEquals(5, answer.getOpaque());
            assertArrayEquals(BODY, answer.getBody());
            assertEquals(220, codes.take());
        }
    }

    private static RemotingFilter pullsTo(final Upstream other)
    {
        return new RemotingFilter()
        {
            @Override
            public void toBroker(final RemotingExchange exchange)
            {
                if (exchange.requestCode() == 11)
                {
                    exchange.route(other);
                }
            }
        };
    }

    @Test
    void aClientsResponseGoesToTheServerThatAskedAlsoIfAnotherAsksWithTheSameOpaque() throws Exception
    {
        try (RemotingPeer.Server other = new RemotingPeer.Server())
        {
            final Upstream second = Upstream.of("other", other.address());
            final RemotingProxy.Builder builder = proxy().filter(() -> pullsTo(second));
            try (RemotingPeer client = connect(builder))
            {
                client.write(RemotingPeer.request(SerializeType.JSON, 34, 1, BODY));
                client.write(RemotingPeer.request(SerializeType.JSON, 11, 2, null, "topic", "Orders"));
                final RemotingPeer broker = server.accept();
                final RemotingPeer another = other.accept();
                final RemotingCommand asked = RemotingPeer.request(SerializeType.JSON, 220, 5, null, "group", "g");
                broker.write(asked);
                assertEquals(220, client.read().getCode());
                another.write(RemotingPeer.request(SerializeType.JSON, 307, 5, null, "group", "g"));
                assertEquals(11, another.read().getCode());
                final RemotingCommand refused = another.read();
                assertEquals(1, refused.getCode(), "SYSTEM_ERROR");
                assertEquals(5, refused.getOpaque());
                client.write(RemotingPeer.response(asked, 0, BODY));
                assertEquals(34, broker.read().getCode());
                assertArrayEquals(BODY, broker.read().getBody());
                another.write(RemotingPeer.request(SerializeType.JSON, 307, 5, null, "group", "g"));
                assertEquals(307, client.read().getCode());
            }
        }
    }

    @Test
    void requestsOfAServerThatAClientNeverAnswersAreForgotten() throws Exception
    {
        final BlockingQueue<Integer> codes = new LinkedBlockingQueue<>();
        final RemotingProxy.Builder builder =
            pending(10).filter(() -> new RemotingFilter()
            {
                @Override
                public void toBroker(final RemotingExchange exchange)
                {
                    if (exchange.isResponse())
                    {
                        codes.add(exchange.requestCode());
                    }
                }
            });
        try (RemotingPeer client = connect(builder))
        {
            client.write(RemotingPeer.request(SerializeType.JSON, 34, 7, BODY));
            final RemotingPeer broker = server.accept();
            broker.read();
            for (int i = 0; i < 256; i++)
            {
                broker.write(RemotingPeer.request(SerializeType.ROCKETMQ, 220, i, null));
                assertEquals(i, client.read().getOpaque());
            }
            passTime();
            final RemotingCommand last = RemotingPeer.request(SerializeType.ROCKETMQ, 220, 256, null);
            broker.write(last);
            assertEquals(256, client.read().getOpaque());
            client.write(RemotingPeer.response(last, 0, BODY));
            assertEquals(256, broker.read().getOpaque());
            assertEquals(220, codes.take());
        }
    }

    @Test
    void requestsAreRoutedToTheServerThatTheFilterChooses() throws Exception
    {
        try (RemotingPeer.Server other = new RemotingPeer.Server())
        {
            final Upstream second = Upstream.of("other", other.address());
            final RemotingProxy.Builder builder = proxy().filter(() -> pullsTo(second));
            try (RemotingPeer client = connect(builder))
            {
                client.write(Frames.join(RemotingPeer.encode(RemotingPeer.request(SerializeType.JSON, 310, 1, BODY)),
                    RemotingPeer.encode(RemotingPeer.request(SerializeType.JSON, 11, 2, BODY)), RemotingPeer.encode(
                        RemotingPeer.request(SerializeType.JSON, 310, 3, BODY))));
                final RemotingPeer first = server.accept();
                final RemotingCommand one = first.read();
                final RemotingCommand three = first.read();
                final RemotingPeer pulled = other.accept();
                final RemotingCommand two = pulled.read();
                assertEquals(1, one.getOpaque());
                assertEquals(2, two.getOpaque());
                assertEquals(3, three.getOpaque());
                pulled.write(RemotingPeer.response(two, 19, null));
                assertEquals(2, client.read().getOpaque());
                first.write(RemotingPeer.response(one, 0, null));
                assertEquals(1, client.read().getOpaque());
            }
        }
    }

    @Test
    void aServerThatCannotBeReachedClosesTheConnectionOrAnswers() throws Exception
    {
        server.close();
        try (RemotingPeer client = connect(proxy()))
        {
            client.write(RemotingPeer.request(SerializeType.JSON, 310, 1, BODY));
            assertNull(client.readFrame());
            assertEquals(CloseReason.BROKER_UNREACHABLE, closed());
        }
        try (RemotingPeer client = connect(proxy().onUpstreamLost(FramePolicy.ANSWER)))
        {
            for (int i = 1; i < 4; i++)
            {
                client.write(RemotingPeer.request(i == 2 ? SerializeType.JSON : SerializeType.ROCKETMQ, 310, i, BODY));
                final RemotingCommand answer = client.read();
                assertEquals(i, answer.getOpaque());
                assertEquals(14, answer.getCode());
                assertTrue(answer.getRemark().contains("lost"), answer.getRemark());
            }
        }
    }

    @Test
    void requestsThatWaitForALostServerAreAnsweredAndTheNextOnesConnectAgain() throws Exception
    {
        try (RemotingPeer client = connect(proxy().onUpstreamLost(FramePolicy.ANSWER)))
        {
            client.write(RemotingPeer.request(SerializeType.JSON, 310, 1, BODY));
            client.write(RemotingPeer.request(SerializeType.ROCKETMQ, 310, 2, BODY));
            final RemotingPeer broker = server.accept();
            broker.read();
            broker.read();
            broker.close();
            final int sum = client.read().getOpaque() + client.read().getOpaque();
            assertEquals(3, sum);
            assertEquals(2, watcher.unanswered.poll(20, TimeUnit.SECONDS));
            client.write(RemotingPeer.request(SerializeType.JSON, 310, 3, BODY));
            assertEquals(3, server.accept().read().getOpaque());
        }
    }

    @Test
    void aLostServerClosesTheClientsConnectionAfterTheLastResponse() throws Exception
    {
        try (RemotingPeer client = connect(proxy()))
        {
            client.write(RemotingPeer.request(SerializeType.JSON, 310, 1, BODY));
            final RemotingPeer broker = server.accept();
            final RemotingCommand request = broker.read();
            broker.write(RemotingPeer.response(request, 0, new byte[3_000_000]));
            broker.close();
            assertEquals(3_000_000, client.read().getBody().length);
            assertNull(client.readFrame());
            assertEquals(CloseReason.BROKER_CLOSED, closed());
        }
    }

    @Test
    void aClientThatHasEndedItsOutputGetsTheResponsesToCome() throws Exception
    {
        try (RemotingPeer client = connect(proxy()))
        {
            client.write(RemotingPeer.request(SerializeType.JSON, 310, 1, BODY));
            client.socket().shutdownOutput();
            final RemotingPeer broker = server.accept();
            final RemotingCommand request = broker.read();
            assertEquals(0, watcher.closed.size());
            broker.write(RemotingPeer.response(request, 0, BODY));
            assertEquals(1, client.read().getOpaque());
            assertNull(client.readFrame());
            assertNull(broker.readFrame());
            assertEquals(CloseReason.CLIENT_CLOSED, closed());
        }
    }

    @Test
    void noPartOfAFrameGoesOnWhenAConnectionIsCut() throws Exception
    {
        final byte[] frame = RemotingPeer.encode(RemotingPeer.request(SerializeType.ROCKETMQ, 310, 1, new byte[5_000]));
        for (int cut = 1; cut < frame.length; cut += 701)
        {
            try (RemotingPeer client = connect(proxy()))
            {
                client.write(frame);
                client.write(Arrays.copyOf(frame, cut));
                final RemotingPeer broker = server.accept();
                assertArrayEquals(frame, broker.readFrame());
                client.hangUp();
                assertNull(broker.readFrame());
                assertEquals(CloseReason.FRAMING_LOST, closed());
            }
        }
    }

    @Test
    void aStreamedBodyGoesOnWhileItArrivesAndACutOneClosesTheServersConnection() throws Exception
    {
        final byte[] frame =
            RemotingPeer.encode(RemotingPeer.request(SerializeType.ROCKETMQ, 310, 1, new byte[50_000]));
        try (RemotingPeer client = connect(proxy().streamBodies(1_000)))
        {
            client.write(Arrays.copyOf(frame, 30_000));
            final RemotingPeer broker = server.accept();
            assertArrayEquals(Arrays.copyOf(frame, 30_000), broker.socket().getInputStream().readNBytes(30_000));
            client.write(Arrays.copyOfRange(frame, 30_000, frame.length));
            assertArrayEquals(Arrays.copyOfRange(frame, 30_000, frame.length),
                broker.socket().getInputStream().readNBytes(
                    frame.length - 30_000));
            client.write(Arrays.copyOf(RemotingPeer.encode(RemotingPeer.request(SerializeType.ROCKETMQ, 310, 2,
                new byte[50_000])), 30_000));
            client.hangUp();
            final EOFException cut = assertThrows(EOFException.class, broker::readFrame);
            assertTrue(cut.getMessage().startsWith("a part of a frame"), cut.getMessage());
        }
    }

    /** Denies code 25, routes code 11, and tells the codes of the frames that the filter has met. */
    private RemotingProxy.Builder streaming(final Upstream second, final BlockingQueue<Integer> met)
    {
        return proxy().streamBodies(1_000).filter(() -> new RemotingFilter()
        {
            @Override
            public void toBroker(final RemotingExchange exchange)
            {
                if (exchange.requestCode() == 25)
                {
                    exchange.answer(ResponseCode.NO_PERMISSION, "denied");
                }
                else if (exchange.requestCode() == 11)
                {
                    exchange.route(second);
                }
            }

            @Override
            public void toClient(final RemotingExchange exchange)
            {
                met.add(exchange.requestCode());
            }
        });
    }

    private static byte[] longResponse(final RemotingCommand request)
    {
        final byte[] body = new byte[50_000];
        Arrays.fill(body, (byte)request.getOpaque());
        return RemotingPeer.encode(RemotingPeer.response(request, 0, body));
    }

    /** Begins a long response; what the client gets of it is left to read. */
    private static void begin(final RemotingPeer broker, final byte[] response) throws IOException
    {
        broker.write(Arrays.copyOf(response, 20_000));
    }

    private static void end(final RemotingPeer broker, final byte[] response) throws IOException
    {
        broker.write(Arrays.copyOfRange(response, 20_000, response.length));
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void allOfAStreamedBodyGoesOutBeforeAnswersAndResponsesOfOtherServers(final SerializeType type) throws Exception
    {
        final BlockingQueue<Integer> met = new LinkedBlockingQueue<>();
        try (RemotingPeer.Server other = new RemotingPeer.Server();
            RemotingPeer client = connect(streaming(Upstream.of("other", other.address()), met)))
        {
            final RemotingCommand first = RemotingPeer.request(type, 12, 1, BODY);
            final RemotingCommand second = RemotingPeer.request(type, 11, 2, BODY);
            final RemotingCommand third = RemotingPeer.request(type, 11, 3, BODY);
            client.write(first);
            client.write(second);
            client.write(third);
            final RemotingPeer broker = server.accept();
            broker.read();
            final byte[] response = longResponse(first);
            begin(broker, response);
            assertEquals(12, met.take());
            // Of another server: a response that is longer than what is streamed, and a short one.
            final RemotingPeer toOther = other.accept();
            final byte[] long2 = longResponse(second);
            toOther.write(long2);
            assertEquals(11, met.take());
            final byte[] short3 = RemotingPeer.encode(RemotingPeer.response(third, 0, BODY));
            toOther.write(short3);
            assertEquals(11, met.take());
            // And an answer of the proxy, which is written when the request behind it is passed on.
            client.write(RemotingPeer.request(type, 25, 4, BODY));
            client.write(RemotingPeer.request(type, 12, 5, BODY));
            assertEquals(5, broker.read().getOpaque());
            end(broker, response);
            assertArrayEquals(response, client.readFrame());
            assertArrayEquals(long2, client.readFrame());
            assertArrayEquals(short3, client.readFrame());
            assertEquals(4, client.read().getOpaque());
        }
    }

    @Test
    void answersThatWaitForTheEndOfABodyStopTheClientUntilThen() throws Exception
    {
        final int requests = 5_000;
        final BlockingQueue<Integer> met = new LinkedBlockingQueue<>();
        try (RemotingPeer client = connect(streaming(upstream(), met)))
        {
            final RemotingCommand first = RemotingPeer.request(SerializeType.ROCKETMQ, 12, 1, BODY);
            client.write(first);
            final RemotingPeer broker = server.accept();
            broker.read();
            final byte[] response = longResponse(first);
            begin(broker, response);
            assertEquals(12, met.take());
            final Thread writer = new Thread(() -> {
                try
                {
                    for (int i = 0; i < requests; i++)
                    {
                        client.write(RemotingPeer.request(SerializeType.ROCKETMQ, 25, 2 + i, new byte[1_000]));
                    }
                }
                catch (final IOException e)
                {
                    throw new UncheckedIOException(e);
                }
            });
            writer.start();
            final Channel channel = watcher.channels.take();
            for (int i = 0; i < 2_000 && channel.config().isAutoRead(); i++)
            {
                Thread.sleep(10);
            }
            assertFalse(channel.config().isAutoRead());
            end(broker, response);
            assertArrayEquals(response, client.readFrame());
            for (int i = 0; i < requests; i++)
            {
                assertEquals(2 + i, client.read().getOpaque());
            }
            writer.join();
        }
    }

    @Test
    void aClientThatHasEndedItsRequestsGetsAllOfAStreamedBody() throws Exception
    {
        try (RemotingPeer client = connect(proxy().streamBodies(1_000)))
        {
            final RemotingCommand request = RemotingPeer.request(SerializeType.ROCKETMQ, 12, 1, BODY);
            client.write(request);
            client.socket().shutdownOutput();
            final RemotingPeer broker = server.accept();
            broker.read();
            final byte[] response = longResponse(request);
            begin(broker, response);
            // The proxy has passed on what came, and thereby sees whether the client waits for more.
            assertArrayEquals(Arrays.copyOf(response, 20_000), client.socket().getInputStream().readNBytes(20_000));
            end(broker, response);
            assertArrayEquals(Arrays.copyOfRange(response, 20_000, response.length), client.socket().getInputStream()
                .readNBytes(response.length - 20_000));
            assertNull(client.readFrame());
            assertEquals(CloseReason.CLIENT_CLOSED, closed());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aRequestWhoseBodyIsOnItsWayIsCompletedWhenTheProxyDrains(final boolean oneway) throws Exception
    {
        try (RemotingPeer client = connect(proxy().streamBodies(1_000)))
        {
            final RemotingCommand request = RemotingPeer.request(SerializeType.ROCKETMQ, 310, 1, new byte[50_000]);
            if (oneway)
            {
                request.markOnewayRPC();
            }
            final byte[] bytes = RemotingPeer.encode(request);
            client.write(Arrays.copyOf(bytes, 20_000));
            final RemotingPeer broker = server.accept();
            assertArrayEquals(Arrays.copyOf(bytes, 20_000), broker.socket().getInputStream().readNBytes(20_000));
            final Channel channel = watcher.channels.take();
            channel.pipeline().fireUserEventTriggered(RemotingProxy.DRAIN);
            channel.eventLoop().submit(() -> {
            }).sync();
            client.write(Arrays.copyOfRange(bytes, 20_000, bytes.length));
            assertArrayEquals(Arrays.copyOfRange(bytes, 20_000, bytes.length),
                broker.socket().getInputStream().readNBytes(
                    bytes.length - 20_000));
            if (!oneway)
            {
                broker.write(RemotingPeer.response(request, 0, BODY));
                assertEquals(1, client.read().getOpaque());
            }
            assertNull(client.readFrame());
            assertEquals(CloseReason.SHUTDOWN, closed());
        }
    }

    @Test
    void aServerThatIsResetInsideABodyIsNotFollowedByAnswers() throws Exception
    {
        try (RemotingPeer client = connect(proxy().streamBodies(1_000).onUpstreamLost(FramePolicy.ANSWER)))
        {
            final RemotingCommand request = RemotingPeer.request(SerializeType.ROCKETMQ, 12, 1, BODY);
            client.write(request);
            for (int i = 0; i < 100; i++)
            {
                client.write(RemotingPeer.request(SerializeType.ROCKETMQ, 310, 2 + i, BODY));
            }
            final RemotingPeer broker = server.accept();
            for (int i = 0; i < 101; i++)
            {
                broker.read();
            }
            final byte[] response = longResponse(request);
            begin(broker, response);
            assertArrayEquals(Arrays.copyOf(response, 20_000), client.socket().getInputStream().readNBytes(20_000));
            broker.socket().setSoLinger(true, 0);
            broker.hangUp();
            assertEquals(-1, client.socket().getInputStream().read());
        }
    }

    @ParameterizedTest
    @EnumSource
    void malformedRequestsGetWhatThePolicyStates(final FramePolicy policy) throws Exception
    {
        final byte[] good =
            RemotingPeer.encode(RemotingPeer.request(SerializeType.ROCKETMQ, 310, 9, BODY, "b", "Orders"));
        final byte[] bad = good.clone();
        // The length of the first name.
        bad[8 + 21] = 0x7F;
        try (RemotingPeer client = connect(proxy().onMalformed(policy)))
        {
            client.write(good);
            final RemotingPeer broker = server.accept();
            assertArrayEquals(good, broker.readFrame());
            client.write(bad);
            switch (policy)
            {
                case PASS -> assertArrayEquals(bad, broker.readFrame());
                case ANSWER ->
                {
                    final RemotingCommand answer = client.read();
                    assertEquals(9, answer.getOpaque());
                    assertEquals(1, answer.getCode());
                    final byte[] next = RemotingPeer.encode(RemotingPeer.request(SerializeType.ROCKETMQ, 310, 10, BODY,
                        "b", "Orders"));
                    client.write(next);
                    assertArrayEquals(next, broker.readFrame());
                }
                case CLOSE ->
                {
                    assertNull(client.readFrame());
                    assertNull(broker.readFrame());
                    assertEquals(CloseReason.MALFORMED, closed());
                }
            }
            assertNotNull(watcher.malformed.poll(20, TimeUnit.SECONDS));
        }
    }

    @ParameterizedTest
    @EnumSource
    void framesWhoseEditIsRefusedGetWhatThePolicyStates(final FramePolicy policy) throws Exception
    {
        final RemotingProxy.Builder builder = proxy().onRefused(policy).filter(() -> new RemotingFilter()
        {
            private final RemotingRewriter rewriter =
                new RemotingRewriter(RemotingEdits.builder().set("b", "Other").build());

            @Override
            public void toBroker(final RemotingExchange exchange)
            {
                rewriter.rewrite(exchange.scanner());
                exchange.patch(rewriter.patch());
            }
        });
        final byte[] signed = RemotingPeer.encode(RemotingPeer.request(SerializeType.JSON, 310, 9, BODY, "b", "Orders",
            "Signature", "c2lnbmVk", "AccessKey", "key"));
        try (RemotingPeer client = connect(builder))
        {
            client.write(signed);
            switch (policy)
            {
                case PASS -> assertArrayEquals(signed, server.accept().readFrame());
                case ANSWER ->
                {
                    final RemotingCommand answer = client.read();
                    assertEquals(9, answer.getOpaque());
                    assertEquals(16, answer.getCode());
                }
                case CLOSE -> assertNull(client.readFrame());
            }
            assertEquals(Refusal.SIGNED, watcher.refused.poll(20, TimeUnit.SECONDS));
        }
    }

    @Test
    void aForeignProtocolAndAFilterThatThrowsCloseTheConnection() throws Exception
    {
        try (RemotingPeer client = connect(proxy()))
        {
            client.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertNull(client.readFrame());
            assertEquals(CloseReason.FRAMING_LOST, closed());
        }
        final RemotingProxy.Builder throwing = proxy().filter(() -> new RemotingFilter()
        {
            @Override
            public void toBroker(final RemotingExchange exchange)
            {
                throw new IllegalStateException("a defect");
            }
        });
        try (RemotingPeer client = connect(throwing))
        {
            client.write(RemotingPeer.request(SerializeType.JSON, 310, 1, BODY));
            assertNull(client.readFrame());
            assertEquals(CloseReason.ERROR, closed());
        }
    }

    @Test
    void aClientThatDoesNotReadStopsTheServerAndNotTheMemory() throws Exception
    {
        final PooledByteBufAllocator allocator = PooledByteBufAllocator.DEFAULT;
        // The allocator keeps what the tests before have needed.
        final long kept = allocator.metric().usedDirectMemory();
        try (RemotingPeer client = connect(proxy()))
        {
            final RemotingCommand request = RemotingPeer.request(SerializeType.ROCKETMQ, 11, 1, null);
            client.write(request);
            final RemotingPeer broker = server.accept();
            broker.read();
            final byte[] response = RemotingPeer.encode(RemotingPeer.response(request, 0, new byte[200_000]));
            final int count = 300;
            final AtomicInteger written = new AtomicInteger();
            final Thread writer = new Thread(() -> {
                try
                {
                    for (int i = 0; i < count; i++)
                    {
                        broker.write(response);
                        written.incrementAndGet();
                    }
                }
                catch (final IOException e)
                {
                    throw new UncheckedIOException(e);
                }
            });
            writer.start();
            int before = -1;
            // Until nothing moves any more.
            while (before != written.get())
            {
                before = written.get();
                TimeUnit.MILLISECONDS.sleep(300);
            }
            assertTrue(before < count, "all 60 MB were taken");
            final long more = allocator.metric().usedDirectMemory() - kept;
            assertTrue(more < 32 << 20, more + " bytes of direct memory");
            for (int i = 0; i < count; i++)
            {
                assertArrayEquals(response, client.readFrame());
            }
            writer.join();
        }
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void requestsBeyondTheTableAreAnsweredAndCounted(final SerializeType type) throws Exception
    {
        try (RemotingPeer client = connect(proxy().pending(2, Duration.ofMinutes(1))))
        {
            for (int i = 0; i < 3; i++)
            {
                client.write(RemotingPeer.request(type, 310, i, BODY));
            }
            final RemotingCommand busy = client.read();
            assertEquals(2, busy.getOpaque());
            assertEquals(2, busy.getCode(), "SYSTEM_BUSY");
            assertEquals(type, busy.getSerializeTypeCurrentRPC());
            assertEquals(1, watcher.full.get());
            final RemotingPeer broker = server.accept();
            final RemotingCommand first = broker.read();
            assertEquals(1, broker.read().getOpaque());
            final RemotingCommand oneway = RemotingPeer.request(type, 310, 3, BODY);
            oneway.markOnewayRPC();
            client.write(oneway);
            assertEquals(3, broker.read().getOpaque(), "nobody waits for a response");
            broker.write(RemotingPeer.response(first, 0, BODY));
            assertEquals(0, client.read().getOpaque());
            client.write(RemotingPeer.request(type, 310, 4, BODY));
            assertEquals(4, broker.read().getOpaque(), "there is room again");
            assertEquals(1, watcher.full.get());
            assertEquals(0, watcher.timedOut.get());
            assertEquals(4, watcher.forwarded.get(), "one was answered");
        }
    }

    @Test
    void requestsThatWaitTooLongMakeRoomAndAreCounted() throws Exception
    {
        try (RemotingPeer client = connect(pending(2)))
        {
            client.write(RemotingPeer.request(SerializeType.JSON, 310, 0, BODY));
            client.write(RemotingPeer.request(SerializeType.JSON, 310, 1, BODY));
            final RemotingPeer broker = server.accept();
            assertEquals(0, broker.read().getOpaque());
            assertEquals(1, broker.read().getOpaque());
            passTime();
            client.write(RemotingPeer.request(SerializeType.JSON, 310, 2, BODY));
            assertEquals(2, broker.read().getOpaque());
            assertEquals(2, watcher.timedOut.get());
            assertEquals(0, watcher.full.get());
        }
    }

    /** Lets the requests so far wait too long, and sends another one, so that the proxy notices. */
    private void expire(final RemotingPeer client, final RemotingPeer broker, final int next) throws Exception
    {
        passTime();
        client.write(RemotingPeer.request(SerializeType.JSON, 310, next, BODY));
        assertEquals(next, broker.read().getOpaque());
    }

    /** Tells the codes of the requests whose responses come. */
    private static RemotingFilter telling(final Queue<Integer> codes)
    {
        return new RemotingFilter()
        {
            @Override
            public void toClient(final RemotingExchange exchange)
            {
                codes.add(exchange.requestCode());
            }
        };
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void aLateResponseIsNotTakenForThatOfANewRequestWithItsOpaque(final SerializeType type) throws Exception
    {
        final BlockingQueue<Integer> codes = new LinkedBlockingQueue<>();
        final RemotingProxy.Builder builder = pending(10).filter(() -> telling(codes));
        try (RemotingPeer client = connect(builder))
        {
            client.write(RemotingPeer.request(type, 105, 5, null, "topic", "Orders"));
            final RemotingPeer broker = server.accept();
            final RemotingCommand asked = broker.read();
            expire(client, broker, 6);
            broker.write(RemotingPeer.response(RemotingPeer.request(type, 310, 6, null), 0, null));
            assertEquals(6, client.read().getOpaque());
            assertEquals(310, codes.take());
            client.write(RemotingPeer.request(type, 34, 5, BODY));
            final RemotingCommand refused = client.read();
            assertEquals(5, refused.getOpaque());
            assertEquals(1, refused.getCode(), "SYSTEM_ERROR");
            assertEquals(1, watcher.repeated.get());
            broker.write(RemotingPeer.response(asked, 0, BODY));
            assertArrayEquals(BODY, client.read().getBody());
            assertEquals(RemotingExchange.UNKNOWN, codes.take(), "it is late");
            client.write(RemotingPeer.request(type, 34, 5, BODY));
            final RemotingCommand beat = broker.read();
            assertEquals(34, beat.getCode(), "the opaque is free again");
            broker.write(RemotingPeer.response(beat, 0, null));
            assertEquals(5, client.read().getOpaque());
            assertEquals(34, codes.take());
            assertEquals(1, watcher.timedOut.get());
        }
    }

    @Test
    void anOpaqueIsFreeAgainWhenTheServerThatIsLateIsLost() throws Exception
    {
        try (RemotingPeer client = connect(pending(10).onUpstreamLost(
            FramePolicy.ANSWER)))
        {
            client.write(RemotingPeer.request(SerializeType.JSON, 105, 5, null, "topic", "Orders"));
            final RemotingPeer broker = server.accept();
            assertEquals(5, broker.read().getOpaque());
            expire(client, broker, 6);
            broker.hangUp();
            assertEquals(6, client.read().getOpaque(), "the other one is late, and gets no answer");
            client.write(RemotingPeer.request(SerializeType.JSON, 34, 5, BODY));
            assertEquals(5, server.accept().read().getOpaque());
        }
    }

    @Test
    void aMalformedFrameThatPassesGoesWhereTheClientsRequestsGo() throws Exception
    {
        try (RemotingPeer.Server other = new RemotingPeer.Server())
        {
            final Upstream chosen = Upstream.of("other", other.address());
            final RemotingProxy.Builder builder =
                proxy().onMalformed(FramePolicy.PASS).filter(() -> new RemotingFilter()
                {
                    @Override
                    public void toBroker(final RemotingExchange exchange)
                    {
                        exchange.route(chosen);
                    }
                });
            try (RemotingPeer client = connect(builder))
            {
                client.write(RemotingPeer.request(SerializeType.ROCKETMQ, 310, 5, BODY));
                final RemotingPeer broker = other.accept();
                assertEquals(5, broker.read().getOpaque());
                final byte[] bad =
                    RemotingPeer.encode(RemotingPeer.request(SerializeType.ROCKETMQ, 310, 6, BODY, "b", "Orders"));
                bad[8 + 21] = 0x7F; // the length of the first name
                client.write(bad);
                assertArrayEquals(bad, broker.readFrame());
                assertTrue(server.isIdle());
            }
        }
    }

    @Test
    void aServerThatAnswersNothingEndsTheConnection() throws Exception
    {
        final int most = 5_000;
        try (RemotingPeer client = connect(pending(most)))
        {
            final ByteArrayOutputStream requests = new ByteArrayOutputStream();
            for (int i = 0; i < most; i++)
            {
                requests.writeBytes(RemotingPeer.encode(RemotingPeer.request(SerializeType.JSON, 310, i, null)));
            }
            client.write(requests.toByteArray());
            final RemotingPeer broker = server.accept();
            for (int i = 0; i < most; i++)
            {
                assertEquals(i, broker.read().getOpaque());
            }
            passTime();
            client.write(RemotingPeer.request(SerializeType.JSON, 310, most, null));
            assertNull(client.readFrame());
            assertEquals(CloseReason.UNANSWERED, closed());
            assertEquals(most, watcher.timedOut.get());
        }
    }

    @Test
    void aFilterThatFailsWithAResponseIsNoFaultOfTheServer() throws Exception
    {
        final RemotingProxy.Builder builder = proxy().filter(() -> new RemotingFilter()
        {
            @Override
            public void toClient(final RemotingExchange exchange)
            {
                throw new IllegalStateException("on purpose");
            }
        });
        try (RemotingPeer client = connect(builder))
        {
            client.write(RemotingPeer.request(SerializeType.JSON, 310, 5, BODY));
            final RemotingPeer broker = server.accept();
            broker.write(RemotingPeer.response(broker.read(), 0, BODY));
            assertNull(client.readFrame());
            assertEquals(CloseReason.ERROR, closed());
            assertNull(broker.readFrame());
        }
    }

    @Test
    void whatCannotBeMirroredOrDelayedIsNotToldOfAsIfItWas() throws Exception
    {
        try (RemotingPeer.Server other = new RemotingPeer.Server())
        {
            final Upstream copies = Upstream.of("copies", other.address());
            final RemotingProxy.Builder builder = proxy().streamBodies(100).filter(() -> new RemotingFilter()
            {
                @Override
                public void toBroker(final RemotingExchange exchange)
                {
                    exchange.mirror(copies);
                    exchange.delay(1);
                }
            });
            try (RemotingPeer client = connect(builder))
            {
                final byte[] slow =
                    RemotingPeer.encode(RemotingPeer.request(SerializeType.JSON, 310, 5, new byte[1_000]));
                client.write(Arrays.copyOf(slow, slow.length - 1));
                final RemotingPeer broker = server.accept();
                assertEquals(100, broker.socket().getInputStream().readNBytes(100).length,
                    "it goes on while it arrives");
                client.write(new byte[1]);
                assertEquals(slow.length - 100, broker.socket().getInputStream().readNBytes(slow.length - 100).length);
                client.write(RemotingPeer.request(SerializeType.JSON, 310, 6, BODY));
                assertEquals(6, broker.read().getOpaque());
                assertEquals(6, other.accept().read().getOpaque());
                assertEquals(1, watcher.mirrored.get());
                assertEquals(1, watcher.delayed.get());
                assertEquals(2, watcher.forwarded.get());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void aRequestWithTheOpaqueOfOneThatWaitsIsAnswered(final SerializeType type) throws Exception
    {
        final BlockingQueue<Integer> codes = new LinkedBlockingQueue<>();
        final RemotingProxy.Builder builder = proxy().filter(() -> telling(codes));
        try (RemotingPeer client = connect(builder))
        {
            client.write(RemotingPeer.request(type, 105, 5, null, "topic", "Orders"));
            final RemotingPeer broker = server.accept();
            final RemotingCommand asked = broker.read();
            client.write(RemotingPeer.request(type, 34, 5, BODY));
            final RemotingCommand refused = client.read();
            assertEquals(5, refused.getOpaque());
            assertEquals(1, refused.getCode(), "SYSTEM_ERROR");
            assertEquals(1, watcher.repeated.get());
            broker.write(RemotingPeer.response(asked, 0, BODY));
            assertArrayEquals(BODY, client.read().getBody());
            assertEquals(105, codes.take(), "the response is that of the first request");
            client.write(RemotingPeer.request(type, 34, 5, BODY));
            assertEquals(34, broker.read().getCode(), "the opaque is free again");
        }
    }

    @Test
    void requestsOfAClientThatLeavesAtOnceStillReachTheServer() throws Exception
    {
        final RemotingPeer client = connect(proxy());
        final RemotingCommand oneway = RemotingPeer.request(SerializeType.JSON, 310, 1, BODY);
        oneway.markOnewayRPC();
        client.write(oneway);
        client.close();
        assertEquals(1, server.accept().read().getOpaque());
    }

    @Test
    void manyConnectionsThatAreCutLeaveNothingOpen() throws Exception
    {
        final int port = Listening.port(LISTENING.open(proxy().build().initializer()));
        RemotingPeer.connect(port).close();
        final byte[] frame = RemotingPeer.encode(RemotingPeer.request(SerializeType.JSON, 310, 1, new byte[2_000]));
        for (int i = 0; i < 100; i++)
        {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port))
            {
                socket.getOutputStream().write(frame);
                socket.getOutputStream().write(frame, 0, 1 + i * 19);
                socket.setSoLinger(i % 2 == 0, 0);
            }
        }
        for (int i = 0; i < 101; i++)
        {
            assertNotNull(closed());
        }
    }

    @Test
    void framesAreReplacedBothWaysAndResponsesKnowTheTagOfTheirRequests() throws Exception
    {
        final BlockingQueue<Integer> tags = new LinkedBlockingQueue<>();
        final RemotingProxy.Builder builder = proxy().filter(() -> new RemotingFilter()
        {
            private final RemotingRewriter remark =
                new RemotingRewriter(RemotingEdits.builder().set("remark", "replaced").build());

            @Override
            public void toBroker(final RemotingExchange exchange)
            {
                exchange.tag(RemotingExchange.MOST_TAG);
                replace(exchange);
            }

            @Override
            public void toClient(final RemotingExchange exchange)
            {
                tags.add(exchange.requestTag());
                replace(exchange);
                // The last decision counts, and the first replacement is released.
                replace(exchange);
            }

            private void replace(final RemotingExchange exchange)
            {
                assertTrue(remark.rewrite(exchange.scanner()));
                final ByteBuf frame = exchange.frame().retain();
                exchange.replace(remark.patch().apply(frame, exchange.client().alloc()));
                frame.release();
            }
        });
        try (RemotingPeer client = connect(builder))
        {
            client.write(RemotingPeer.request(SerializeType.JSON, 310, 7, BODY));
            final RemotingPeer broker = server.accept();
            final RemotingCommand request = broker.read();
            assertEquals("replaced", request.getRemark());
            assertArrayEquals(BODY, request.getBody());
            broker.write(RemotingPeer.response(request, 0, BODY));
            final RemotingCommand response = client.read();
            assertEquals("replaced", response.getRemark());
            assertArrayEquals(BODY, response.getBody());
            assertEquals(RemotingExchange.MOST_TAG, tags.take());
        }
    }

    @Test
    void aMirrorGetsCopiesAndTheClientNothingOfItsResponses() throws Exception
    {
        try (RemotingPeer.Server other = new RemotingPeer.Server())
        {
            final Upstream copies = Upstream.of("copies", other.address());
            final RemotingProxy.Builder builder = proxy().filter(() -> new RemotingFilter()
            {
                @Override
                public void toBroker(final RemotingExchange exchange)
                {
                    exchange.mirror(copies);
                }
            });
            try (RemotingPeer client = connect(builder))
            {
                final RemotingCommand request =
                    RemotingPeer.request(SerializeType.ROCKETMQ, 310, 7, BODY, "b", "Orders");
                client.write(request);
                final RemotingPeer broker = server.accept();
                final RemotingPeer mirror = other.accept();
                assertArrayEquals(broker.readFrame(), mirror.readFrame());
                mirror.write(RemotingPeer.response(request, 1, null));
                mirror.hangUp();
                broker.write(RemotingPeer.response(request, 0, BODY));
                assertEquals(0, client.read().getCode());
                client.write(request);
                assertNotNull(broker.readFrame());
            }
        }
    }

    /** It goes on to send, and nobody takes that: a mere close would reset the connection. */
    @ParameterizedTest
    @CsvSource({"ANSWER, true", "CLOSE, true", "CLOSE, false"})
    void aClientThatGoesOnToSendGetsItsResponsesThoughItsServerIsLost(final FramePolicy policy, final boolean drains)
        throws Exception
    {
        final Channel listener = LISTENING.open(proxy().onUpstreamLost(any -> policy).timeouts(Duration.ofSeconds(5),
            Duration.ofMinutes(1)).build().initializer());
        final Socket socket = new Socket();
        socket.setReceiveBufferSize(4_096);
        socket.connect(listener.localAddress());
        try (RemotingPeer client = RemotingPeer.of(socket))
        {
            final RemotingCommand request = RemotingPeer.request(SerializeType.JSON, 310, 1, BODY);
            client.write(request);
            client.write(RemotingPeer.request(SerializeType.JSON, 310, 2, BODY));
            final RemotingPeer broker = server.accept();
            assertEquals(1, broker.read().getOpaque());
            assertEquals(2, broker.read().getOpaque());
            final Channel channel = watcher.channels.poll(20, TimeUnit.SECONDS);
            if (drains)
            {
                channel.eventLoop().submit(() -> channel.pipeline().fireUserEventTriggered(RemotingProxy.DRAIN)).sync();
                client.write(RemotingPeer.request(SerializeType.JSON, 310, 3, BODY));
            }
            broker.write(RemotingPeer.response(request, 0, new byte[60_000]));
            broker.hangUp();
            assertEquals(CloseReason.BROKER_CLOSED, closed());
            client.write(RemotingPeer.request(SerializeType.JSON, 310, 4, BODY));
            TimeUnit.MILLISECONDS.sleep(200); // A reset would come at once.
            final RemotingCommand response = client.read();
            assertEquals(1, response.getOpaque());
            assertEquals(60_000, response.getBody().length);
            if (policy == FramePolicy.ANSWER)
            {
                assertEquals(ResponseCode.SERVICE_NOT_AVAILABLE.code(), client.read().getCode());
            }
            assertNull(client.readFrame());
            client.hangUp();
            assertTrue(channel.closeFuture().await(20, TimeUnit.SECONDS), "closed when the client has closed it");
        }
    }

    /** The clock stands still, so whatever is not tried again for a while is never tried again. */
    @Test
    void aMirrorThatIsLostKeepsNoCopiesFromAnother() throws Exception
    {
        final RemotingPeer.Server gone = new RemotingPeer.Server();
        gone.close();
        try (RemotingPeer.Server other = new RemotingPeer.Server())
        {
            final Upstream lost = Upstream.of("lost", gone.address());
            final Upstream copies = Upstream.of("copies", other.address());
            final RemotingProxy.Builder builder = proxy().clock(() -> 1).filter(() -> new RemotingFilter()
            {
                @Override
                public void toBroker(final RemotingExchange exchange)
                {
                    exchange.mirror(exchange.requestCode() == 310 ? lost : copies);
                }
            });
            try (RemotingPeer client = connect(builder))
            {
                client.write(RemotingPeer.request(SerializeType.JSON, 10, 1, BODY));
                final RemotingPeer broker = server.accept();
                final RemotingPeer mirror = other.accept();
                assertArrayEquals(broker.readFrame(), mirror.readFrame());
                client.write(RemotingPeer.request(SerializeType.JSON, 310, 2, BODY));
                assertEquals(2, broker.read().getOpaque());
                assertNotNull(watcher.unanswered.poll(20, TimeUnit.SECONDS), "a mirror is lost");
                client.write(RemotingPeer.request(SerializeType.JSON, 310, 3, BODY));
                client.write(RemotingPeer.request(SerializeType.JSON, 10, 4, BODY));
                assertEquals(3, broker.read().getOpaque());
                assertArrayEquals(broker.readFrame(), mirror.readFrame());
                assertEquals(3, watcher.mirrored.get(), "the lost one is not tried again at once");
            }
        }
    }

    @Test
    void aDelayedRequestIsOvertakenByTheNextOne() throws Exception
    {
        final RemotingProxy.Builder builder = proxy().filter(() -> new RemotingFilter()
        {
            @Override
            public void toBroker(final RemotingExchange exchange)
            {
                exchange.delay(exchange.requestCode() == 10 ? TimeUnit.MILLISECONDS.toNanos(300) : 0);
            }
        });
        try (RemotingPeer client = connect(builder))
        {
            // Together: the proxy has both before the delay is over, however slow the machine is.
            client.write(Frames.join(RemotingPeer.encode(RemotingPeer.request(SerializeType.JSON, 10, 1, BODY)),
                RemotingPeer.encode(RemotingPeer.request(SerializeType.JSON, 310, 2, BODY))));
            final RemotingPeer broker = server.accept();
            assertEquals(2, broker.read().getOpaque());
            final RemotingCommand late = broker.read();
            assertEquals(1, late.getOpaque());
            broker.write(RemotingPeer.response(late, 0, null));
            assertEquals(1, client.read().getOpaque());
        }
    }

    @Test
    void delayedRequestsTakeBoundedMemory() throws Exception
    {
        final RemotingProxy.Builder builder = proxy().filter(() -> new RemotingFilter()
        {
            @Override
            public void toBroker(final RemotingExchange exchange)
            {
                exchange.delay(TimeUnit.HOURS.toNanos(1));
            }
        });
        try (RemotingPeer client = connect(builder))
        {
            final byte[] body = new byte[1 << 20];
            for (int i = 0; i < 6; i++)
            {
                client.write(RemotingPeer.request(SerializeType.ROCKETMQ, 310, i, body));
            }
            final RemotingPeer broker = server.accept();
            // Three have room, with what else a frame takes.
            for (int i = 3; i < 6; i++)
            {
                assertEquals(i, broker.read().getOpaque());
            }
        }
    }

    @Test
    void aDelayedOnewayRequestIsWaitedForAndNoLonger() throws Exception
    {
        final RemotingProxy.Builder builder = proxy().filter(() -> new RemotingFilter()
        {
            @Override
            public void toBroker(final RemotingExchange exchange)
            {
                exchange.delay(TimeUnit.MILLISECONDS.toNanos(200));
            }
        });
        try (RemotingPeer client = connect(builder))
        {
            final RemotingCommand oneway = RemotingPeer.request(SerializeType.JSON, 310, 1, BODY);
            oneway.markOnewayRPC();
            client.write(oneway);
            client.socket().shutdownOutput();
            final RemotingPeer broker = server.accept();
            assertEquals(1, broker.read().getOpaque());
            assertNull(client.readFrame());
            assertNull(broker.readFrame());
            assertEquals(CloseReason.CLIENT_CLOSED, closed());
        }
    }

    /** Delays responses to code 10, those with an even opaque after they were replaced. */
    private RemotingProxy.Builder delayingResponses(final BlockingQueue<Channel> channels)
    {
        return proxy().filter(() -> new RemotingFilter()
        {
            @Override
            public void toClient(final RemotingExchange exchange)
            {
                channels.add(exchange.client());
                if (exchange.isResponse() && exchange.requestCode() == 10)
                {
                    exchange.delay(TimeUnit.MILLISECONDS.toNanos(300));
                    if (exchange.opaque() % 2 == 0)
                    {
                        exchange.answer(ResponseCode.SYSTEM_BUSY, "replaced");
                    }
                }
            }
        });
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void aDelayedResponseIsOvertakenByTheNextOne(final SerializeType type) throws Exception
    {
        try (RemotingPeer client = connect(delayingResponses(new LinkedBlockingQueue<>())))
        {
            for (int opaque = 1; opaque < 5; opaque++)
            {
                client.write(RemotingPeer.request(type, opaque < 3 ? 10 : 310, opaque, BODY));
            }
            final RemotingPeer broker = server.accept();
            final byte[][] responses = {{}, {}, {}, {}, {}};
            for (int opaque = 1; opaque < 5; opaque++)
            {
                responses[opaque] = RemotingPeer.encode(RemotingPeer.response(broker.read(), 0, BODY));
            }
            // Together: the proxy has all of them before the delay is over, however slow the machine is.
            broker.write(Frames.join(responses));
            assertArrayEquals(responses[3], client.readFrame());
            assertArrayEquals(responses[4], client.readFrame());
            assertArrayEquals(responses[1], client.readFrame());
            final RemotingCommand replaced = client.read();
            assertEquals(2, replaced.getOpaque());
            assertEquals("replaced", replaced.getRemark());
        }
    }

    @Test
    void aDelayedResponseIsWaitedForWhenTheClientEndsItsOutput() throws Exception
    {
        final BlockingQueue<Channel> channels = new LinkedBlockingQueue<>();
        try (RemotingPeer client = connect(delayingResponses(channels)))
        {
            client.write(RemotingPeer.request(SerializeType.JSON, 10, 1, BODY));
            final RemotingPeer broker = server.accept();
            broker.write(RemotingPeer.response(broker.read(), 0, BODY));
            channels.take();
            client.socket().shutdownOutput();
            assertEquals(1, client.read().getOpaque());
            assertNull(client.readFrame());
            assertEquals(CloseReason.CLIENT_CLOSED, closed());
        }
    }

    @Test
    void delayedResponsesOfAClientThatGoesAreReleased() throws Exception
    {
        final BlockingQueue<Channel> channels = new LinkedBlockingQueue<>();
        try (RemotingPeer client = connect(delayingResponses(channels)))
        {
            client.write(RemotingPeer.request(SerializeType.JSON, 10, 1, BODY));
            final RemotingPeer broker = server.accept();
            broker.write(RemotingPeer.response(broker.read(), 0, BODY));
            channels.take();
            client.hangUp();
            assertEquals(CloseReason.CLIENT_CLOSED, closed());
            assertNull(broker.readFrame());
        }
    }

    @Test
    void responsesThatWouldTakeTooMuchMemoryAreNotDelayed() throws Exception
    {
        final byte[] mebibyte = new byte[1 << 20];
        final BlockingQueue<Channel> channels = new LinkedBlockingQueue<>();
        final RemotingProxy.Builder builder = proxy().filter(() -> new RemotingFilter()
        {
            @Override
            public void toClient(final RemotingExchange exchange)
            {
                channels.add(exchange.client());
                exchange.delay(TimeUnit.MINUTES.toNanos(10));
            }

            @Override
            public boolean needsBody(final RemotingExchange exchange)
            {
                return true;
            }
        });
        try (RemotingPeer client = connect(builder))
        {
            final RemotingPeer broker;
            client.write(RemotingPeer.request(SerializeType.JSON, 10, 1, BODY));
            broker = server.accept();
            for (int opaque = 2; opaque < 6; opaque++)
            {
                client.write(RemotingPeer.request(SerializeType.JSON, 10, opaque, BODY));
            }
            for (int opaque = 1; opaque < 6; opaque++)
            {
                broker.write(RemotingPeer.response(broker.read(), 0, mebibyte));
            }
            assertEquals(4, client.read().getOpaque(), "three have room, for a frame is longer than its body");
            assertEquals(5, client.read().getOpaque());
        }
    }

    @Test
    void aConnectionThatDrainsAnswersWhatWaitsAndTakesNoMore() throws Exception
    {
        final BlockingQueue<Channel> channels = new LinkedBlockingQueue<>();
        final RemotingProxy.Builder builder = proxy().filter(() -> new RemotingFilter()
        {
            @Override
            public void toBroker(final RemotingExchange exchange)
            {
                channels.add(exchange.client());
            }
        });
        try (RemotingPeer client = connect(builder))
        {
            client.write(RemotingPeer.request(SerializeType.JSON, 310, 1, BODY));
            final RemotingPeer broker = server.accept();
            final RemotingCommand request = broker.read();
            final Channel channel = channels.take();
            channel.eventLoop().submit(() -> channel.pipeline().fireUserEventTriggered(RemotingProxy.DRAIN)).sync();
            broker.write(RemotingPeer.response(request, 0, null));
            assertEquals(1, client.read().getOpaque());
            assertNull(client.readFrame());
            assertEquals(CloseReason.SHUTDOWN, closed());
        }
    }
}
