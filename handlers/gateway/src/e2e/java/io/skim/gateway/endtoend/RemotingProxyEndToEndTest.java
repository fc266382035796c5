package io.skim.gateway.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.skim.handlers.patch.Refusal;
import io.skim.handlers.patch.RemotingEdits;
import io.skim.handlers.patch.RemotingRewriter;
import io.skim.handlers.route.CodeGate;
import io.skim.handlers.route.RequestGate;
import io.skim.netty.CloseReason;
import io.skim.netty.RemotingExchange;
import io.skim.netty.RemotingFilter;
import io.skim.netty.RemotingProxy;
import io.skim.netty.RemotingProxyEvents;
import io.skim.netty.Upstream;
import io.skim.scan.Fault;
import io.skim.scan.remoting.RequestCode;
import io.skim.scan.remoting.ResponseCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.rocketmq.client.exception.MQBrokerException;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Real clients, a {@link RemotingProxy}, and a real broker: every kind of message that the clients send is consumed once, as it was
 * sent, whether the proxy only reads the frames or has a filter that changes them.
 */
class RemotingProxyEndToEndTest
{
    private static RealBroker broker;
    private static NioEventLoopGroup loops;

    private final Queue<String> problems = new ConcurrentLinkedQueue<>();
    private final AtomicInteger frames = new AtomicInteger();
    private final AtomicInteger known = new AtomicInteger();
    private Channel listener;
    private Scenario scenario;

    /** Counts frames, and notes what must not happen. */
    private final class Watcher implements RemotingProxyEvents
    {
        @Override
        public void onFrame(final RemotingExchange exchange)
        {
            frames.incrementAndGet();
            if (exchange.isResponse() && exchange.requestCode() != RemotingExchange.UNKNOWN)
            {
                known.incrementAndGet();
            }
            else if (exchange.isResponse())
            {
                problems.add("a response to nothing: " + exchange.header());
            }
        }

        @Override
        public void onMalformed(final Channel client, final boolean fromClient, final Fault fault)
        {
            problems.add(fault.toString());
        }

        @Override
        public void onRefused(final RemotingExchange exchange, final Refusal refusal)
        {
            problems.add(refusal.toString());
        }

        @Override
        public void onFull(final Channel client)
        {
            problems.add("a request had no room");
        }

        @Override
        public void onRepeated(final Channel client)
        {
            problems.add("an opaque came twice");
        }

        @Override
        public void onClose(final Channel client, final CloseReason why, final String detail)
        {
            if (why != CloseReason.CLIENT_CLOSED)
            {
                problems.add(why + ": " + detail);
            }
        }
    }

    /** Denies a code, and adds a property to all messages. */
    private static final class Marking implements RemotingFilter
    {
        private final RequestGate gate = new RequestGate(CodeGate.deny(RequestCode.UPDATE_BROKER_CONFIG));
        private final RemotingRewriter rewriter =
            new RemotingRewriter(RemotingEdits.builder().setProperty("gateway", "skim ü")
                .codes(10, 310, 320).build());

        @Override
        public void toBroker(final RemotingExchange exchange)
        {
            exchange.scanner().show(RequestGate.INTEREST, gate);
            if (!gate.admits())
            {
                exchange.answer(ResponseCode.NO_PERMISSION, "denied by the proxy");
                return;
            }
            rewriter.rewrite(exchange.scanner());
            exchange.patch(rewriter.patch());
        }
    }

    @BeforeAll
    @SuppressWarnings("deprecation")
    static void startTheBroker() throws Exception
    {
        broker = RealBroker.start(RealBroker.open(), RealBroker.GATEWAY_ADDRESS);
        loops = new NioEventLoopGroup(2);
    }

    @AfterAll
    static void stopTheLoops()
    {
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }

    @AfterEach
    void stopTheClients() throws Exception
    {
        scenario.stop();
        if (listener != null)
        {
            listener.close().syncUninterruptibly();
        }
        Scenario.encodeAs(SerializeType.JSON);
    }

    private void start(final SerializeType type, final String mark) throws ReflectiveOperationException
    {
        Scenario.encodeAs(type);
        scenario = new Scenario(broker.nameServer, mark);
    }

    private List<String> problems()
    {
        final List<String> all = new ArrayList<>(scenario.problems);
        all.addAll(problems);
        return all;
    }

    private void proxy(final RemotingProxy.Builder builder)
    {
        listener = new ServerBootstrap().group(loops).channel(NioServerSocketChannel.class).childHandler(builder.events(
            new Watcher()).build().initializer()).bind(RealBroker.GATEWAY_ADDRESS, broker.port).syncUninterruptibly()
            .channel();
    }

    private static Upstream upstream()
    {
        return Upstream.of(RealBroker.ADDRESS, broker.port);
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void everyKindOfMessageIsConsumedOnceAsItWasSent(final SerializeType type) throws Exception
    {
        start(type, null);
        proxy(RemotingProxy.to(upstream()));
        scenario.run();
        assertEquals(List.of(), problems());
        assertTrue(known.get() > 5 * Scenario.EACH,
            () -> known + " of " + frames + " frames are responses to known requests");
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void everyMessageGetsAPropertyAndNothingElseChanges(final SerializeType type) throws Exception
    {
        start(type, "skim ü");
        proxy(RemotingProxy.to(upstream()).filter(Marking::new).streamBodies(4_096));
        scenario.run();
        assertEquals(List.of(), problems());
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void whatTheGateDeniesIsAnsweredAndDoesNotReachTheBroker(final SerializeType type) throws Exception
    {
        start(type, null);
        proxy(RemotingProxy.to(upstream()).filter(() -> new RemotingFilter()
        {
            private final RequestGate gate =
                new RequestGate(CodeGate.deny(RequestCode.SEND_MESSAGE, RequestCode.SEND_MESSAGE_V2));

            @Override
            public void toBroker(final RemotingExchange exchange)
            {
                exchange.scanner().show(RequestGate.INTEREST, gate);
                if (!gate.admits())
                {
                    exchange.answer(ResponseCode.NO_PERMISSION, "denied: ä");
                }
            }
        }));
        final DefaultMQProducer producer = scenario.producer();
        final Message message = new Message(scenario.topic, new byte[] {1});
        final Exception thrown = assertThrows(Exception.class, () -> producer.send(message, 5_000));
        final Throwable cause = thrown instanceof MQBrokerException ? thrown : thrown.getCause();
        assertNotNull(cause, thrown::toString);
        assertTrue(cause.getMessage().contains("denied: ä"), cause::toString);
        assertEquals(null, broker.topic(scenario.topic));
        assertEquals(List.of(), problems());
    }
}
