package io.skim.netty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.skim.scan.remoting.ResponseCode;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests that go to several servers at once, between real sockets. */
class SeveralServersTest
{
    private static final int TO_ALL = 34;
    private static final byte[] BODY = {1, 2, 3};
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @SuppressWarnings("deprecation")
    private final EventLoopGroup loops = new NioEventLoopGroup(2);
    private final List<Upstream> upstreams = new ArrayList<>();
    private final ProxyWatcher watcher = new ProxyWatcher();
    private RemotingPeer.Server first;
    private RemotingPeer.Server second;
    private RemotingPeer client;
    private RemotingPeer one;
    private RemotingPeer other;

    /** Routes by the code; the weight of a response is its code, and one of 99 is dropped, one of 98 replaced. */
    private final class Filter implements RemotingFilter
    {
        @Override
        public void toBroker(final RemotingExchange exchange)
        {
            if (exchange.requestCode() == TO_ALL)
            {
                exchange.routeToAll(upstreams, true);
            }
            else if (!exchange.isResponse())
            {
                exchange.routeIntroduced(upstreams.get(exchange.requestCode() % 2));
            }
        }

        @Override
        public void toClient(final RemotingExchange exchange)
        {
            final int code = exchange.header().code();
            exchange.weigh(code);
            if (code == 99)
            {
                exchange.drop();
            }
            else if (code == 98)
            {
                exchange.answer(ResponseCode.NO_PERMISSION, exchange.isPart() + " " + exchange.requestCode());
            }
        }

        @Override
        public boolean needsBody(final RemotingExchange exchange)
        {
            return exchange.isFromClient() && exchange.requestCode() == TO_ALL;
        }
    }

    @BeforeEach
    void start() throws Exception
    {
        first = new RemotingPeer.Server();
        second = new RemotingPeer.Server();
        upstreams.add(Upstream.of("first", first.address()));
        upstreams.add(Upstream.of("second", second.address()));
        connectClient(Patience.great());
    }

    private void connectClient(final UnaryOperator<RemotingProxy.Builder> patience) throws Exception
    {
        final RemotingProxy proxy = patience.apply(RemotingProxy.to(upstreams.get(0)).events(watcher).filter(
            Filter::new).onUpstreamLost(any -> FramePolicy.ANSWER).streamBodies(100)).build();
        final Channel listener = new ServerBootstrap().group(loops).channel(NioServerSocketChannel.class).childHandler(
            proxy.initializer()).bind(InetAddress.getLoopbackAddress(), 0).sync().channel();
        client = RemotingPeer.connect(((InetSocketAddress)listener.localAddress()).getPort());
    }

    @AfterEach
    void stop() throws Exception
    {
        client.close();
        first.close();
        second.close();
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
    }

    /** Connects the client with both servers: the time that these have for their responses is not spent on that. */
    private void connectAll(final SerializeType type) throws Exception
    {
        one = connect(type, first, 10);
        other = connect(type, second, 11);
    }

    private RemotingPeer connect(final SerializeType type, final RemotingPeer.Server server, final int code)
        throws Exception
    {
        client.write(RemotingPeer.request(type, code, code, BODY));
        final RemotingPeer broker = server.accept();
        broker.write(RemotingPeer.response(broker.read(), 0, BODY));
        assertEquals(0, client.read().getCode());
        return broker;
    }

    /** Waits until the proxy has read all that a server has written: a request of the server follows it to the client. */
    private void awaitRead(final RemotingPeer broker) throws Exception
    {
        final RemotingCommand last = RemotingPeer.request(SerializeType.JSON, 40, 0, null);
        last.markOnewayRPC();
        broker.write(last);
        assertEquals(40, client.read().getCode());
    }

    private RemotingCommand sendToAll(final SerializeType type, final int opaque) throws Exception
    {
        if (one == null)
        {
            connectAll(type);
        }
        final RemotingCommand request = RemotingPeer.request(type, TO_ALL, opaque, BODY, "a", "b");
        client.write(request);
        final RemotingCommand received = one.read();
        final RemotingCommand same = other.read();
        assertEquals(TO_ALL, received.getCode());
        assertEquals(opaque, received.getOpaque());
        assertEquals(opaque, same.getOpaque());
        assertEquals(received.getExtFields(), same.getExtFields());
        assertEquals(3, same.getBody().length);
        return received;
    }

    private RemotingCommand answers(final RemotingCommand request, final int codeOfOne, final int codeOfOther)
        throws Exception
    {
        one.write(RemotingPeer.response(request, codeOfOne, BODY));
        awaitRead(one);
        other.write(RemotingPeer.response(request, codeOfOther, new byte[500]));
        return client.read();
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void theClientGetsTheHeaviestResponseAndOfEqualOnesTheLast(final SerializeType type) throws Exception
    {
        final RemotingCommand lighter = answers(sendToAll(type, 1), 1, 2);
        assertEquals(2, lighter.getCode());
        assertEquals(500, lighter.getBody().length);
        final RemotingCommand heavier = answers(sendToAll(type, 2), 2, 1);
        assertEquals(2, heavier.getCode());
        assertEquals(3, heavier.getBody().length);
        assertEquals(500, answers(sendToAll(type, 3), 5, 5).getBody().length);
        // One of several that is dropped or replaced.
        assertEquals(7, answers(sendToAll(type, 4), 99, 7).getCode());
        assertEquals(7, answers(sendToAll(type, 5), 7, 99).getCode());
        assertEquals("true 34", answers(sendToAll(type, 6), 98, 7).getRemark());
        assertEquals("false 34", answers(sendToAll(type, 7), 7, 98).getRemark());
    }

    @Test
    void aSecondResponseOfTheSameServerIsNobodys() throws Exception
    {
        final RemotingCommand request = sendToAll(SerializeType.JSON, 1);
        one.write(RemotingPeer.response(request, 1, null));
        one.write(RemotingPeer.response(request, 9, null));
        awaitRead(one);
        other.write(RemotingPeer.response(request, 0, null));
        assertEquals(1, client.read().getCode());
        assertEquals(3, answers(sendToAll(SerializeType.JSON, 2), 3, 2).getCode());
    }

    /** Also when the client has its response: that of another server may still come. */
    @Test
    void theOpaqueIsTakenUntilAllHaveResponded() throws Exception
    {
        client.close();
        connectClient(UnaryOperator.identity());
        final RemotingCommand request = sendToAll(SerializeType.JSON, 1);
        one.write(RemotingPeer.response(request, 1, null));
        assertEquals(1, client.read().getCode());
        client.write(RemotingPeer.request(SerializeType.JSON, 10, 1, null));
        assertEquals(OpenRequests.REPEATED, client.read().getRemark());
        other.write(RemotingPeer.response(request, 0, null));
        awaitRead(other);
        client.write(RemotingPeer.request(SerializeType.JSON, 10, 1, null));
        one.write(RemotingPeer.response(one.read(), 5, null));
        assertEquals(5, client.read().getCode());
    }

    @Test
    void soManyMayBeOpen() throws Exception
    {
        RemotingCommand last = null;
        for (int i = 0; i < SeveralResponses.MOST; i++)
        {
            last = sendToAll(SerializeType.ROCKETMQ, i);
        }
        client.write(RemotingPeer.request(SerializeType.ROCKETMQ, TO_ALL, 1_000, BODY));
        final RemotingCommand busy = client.read();
        assertEquals(1_000, busy.getOpaque());
        assertEquals(ResponseCode.SYSTEM_BUSY.code(), busy.getCode());
        one.write(RemotingPeer.response(last, 3, null));
        other.write(RemotingPeer.response(last, 4, null));
        assertEquals(4, client.read().getCode());
        // What is kept for those that are open goes with the client.
        one.write(RemotingPeer.response(sendToAll(SerializeType.ROCKETMQ, 1_001), 3, null));
        awaitRead(one);
        client.socket().setSoLinger(true, 0);
        client.close();
        assertNull(one.read());
    }

    /** Else a client whose servers have lost its heartbeats could tell them of itself no more. */
    @Test
    void thoseThatNoServerRespondsToMakeRoomWhenTheyAreTooOld() throws Exception
    {
        final AtomicLong passed = new AtomicLong();
        client.close();
        connectClient(proxy -> Patience.great().apply(proxy).clock(() -> System.nanoTime() + passed.get()));
        RemotingCommand first = null;
        for (int i = 0; i < SeveralResponses.MOST; i++)
        {
            final RemotingCommand request = sendToAll(SerializeType.JSON, i);
            first = first == null ? request : first;
        }
        one.write(RemotingPeer.response(first, 3, null));
        awaitRead(one);
        passed.addAndGet(TimeUnit.HOURS.toNanos(1));
        assertEquals(4, answers(sendToAll(SerializeType.JSON, 1_000), 3, 4).getCode());
        // A response that comes so late is not taken for that of another request.
        client.write(RemotingPeer.request(SerializeType.JSON, TO_ALL, 0, BODY));
        assertEquals(OpenRequests.REPEATED, client.read().getRemark());
    }

    @Test
    void aOnewayRequestHasNoResponse() throws Exception
    {
        final RemotingCommand request = RemotingPeer.request(SerializeType.JSON, TO_ALL, 1, BODY);
        request.markOnewayRPC();
        client.write(request);
        assertTrue(first.accept().read().isOnewayRPC());
        assertTrue(second.accept().read().isOnewayRPC());
    }

    /** It goes on as it came, but without a response. */
    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void aServerThatIsConnectedLaterGetsWhatIntroducesTheClient(final SerializeType type) throws Exception
    {
        final RemotingCommand request = sendToAll(type, 100);
        assertEquals(2, answers(request, 1, 2).getCode());
        other.hangUp();
        assertNotNull(watcher.unanswered.poll(20, TimeUnit.SECONDS), "the proxy has seen it");
        client.write(RemotingPeer.request(type, 11, 5, null));
        final RemotingPeer again = second.accept();
        final RemotingCommand introduction = again.read();
        assertEquals(TO_ALL, introduction.getCode());
        assertTrue(introduction.isOnewayRPC());
        assertEquals(request.getExtFields(), introduction.getExtFields());
        assertEquals(5, again.read().getOpaque());
        // Once on each connection.
        client.write(RemotingPeer.request(type, 11, 6, null));
        assertEquals(6, again.read().getOpaque());
    }

    @Test
    void aQueryHasItsResponseOrTheReasonWhyNot() throws Exception
    {
        final CompletableFuture<String> answered = ask(first, PATIENCE);
        try (RemotingPeer peer = first.accept())
        {
            final RemotingCommand request = peer.read();
            assertEquals(106, request.getCode());
            peer.write(RemotingPeer.response(request, 7, BODY));
            assertEquals("code 7", answered.get(20, TimeUnit.SECONDS));
            assertNull(peer.readFrame());
        }
        final CompletableFuture<String> silent = ask(first, Duration.ofMillis(300));
        assertTrue(silent.get(20, TimeUnit.SECONDS).contains("no response in 300 ms"));
        final CompletableFuture<String> closes = ask(second, PATIENCE);
        second.accept().hangUp();
        assertTrue(closes.get(20, TimeUnit.SECONDS).contains("IOException"), closes::join);
        final CompletableFuture<String> malformed = ask(second, PATIENCE);
        second.accept().write(new byte[] {0, 0, 0, 8, 0, 0, 0, 4, 1, 2, 3, 4});
        assertTrue(malformed.get(20, TimeUnit.SECONDS).contains("malformed"), malformed::join);
        final RemotingPeer.Server gone = new RemotingPeer.Server();
        gone.close();
        assertTrue(ask(gone, PATIENCE).get(20, TimeUnit.SECONDS).contains("ConnectException"));
    }

    private CompletableFuture<String> ask(final RemotingPeer.Server server, final Duration time)
    {
        final CompletableFuture<String> outcome = new CompletableFuture<>();
        RemotingQuery.ask(loops.next(), Upstream.of("server", server.address()), 106, new RemotingTools(), time,
            new RemotingQuery.Answer()
            {
                @Override
                public void onResponse(final RemotingFrame response)
                {
                    assertTrue(outcome.complete("code " + response.header().code()));
                }

                @Override
                public void onFailure(final Throwable cause)
                {
                    assertTrue(outcome.complete(cause.toString()));
                }
            });
        return outcome;
    }

    @Test
    void wrongUseIsRefused()
    {
        final RemotingExchange exchange = new RemotingExchange();
        assertThrows(IllegalArgumentException.class, () -> exchange.routeToAll(List.of(), false));
    }
}
