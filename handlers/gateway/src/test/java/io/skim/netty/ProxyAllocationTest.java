package io.skim.netty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.ResourceLeakDetector;
import io.skim.handlers.patch.AmqpEditValue;
import io.skim.handlers.patch.AmqpEdits;
import io.skim.handlers.patch.AmqpRewriter;
import io.skim.handlers.patch.RemotingEdits;
import io.skim.handlers.patch.RemotingRewriter;
import io.skim.scan.amqp.AmqpField;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.testing.Allocations;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.qpid.proton.Proton;
import org.apache.qpid.proton.amqp.Binary;
import org.apache.qpid.proton.amqp.messaging.Data;
import org.apache.qpid.proton.engine.Sender;
import org.apache.qpid.proton.message.Message;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a proxy allocates for a message and its answer, with all that Netty allocates for it. */
class ProxyAllocationTest
{
    private static final ThreadMXBean THREADS = (ThreadMXBean)ManagementFactory.getThreadMXBean();
    private static final int MOST_BYTES = 16;
    /** Messages that are sent together. */
    private static final int WINDOW = 500;
    private static final int WARM_UP = 100;
    private static final int WINDOWS = 20;
    private static final int ATTEMPTS = 3;

    private static ResourceLeakDetector.Level level;

    /** The detector allocates a record for each buffer; other tests run with it. */
    @BeforeAll
    static void stopDetectingLeaks()
    {
        level = ResourceLeakDetector.getLevel();
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED);
    }

    @AfterAll
    static void detectLeaksAgain()
    {
        ResourceLeakDetector.setLevel(level);
    }

    /** Adds a property to requests, and keeps their topic for the responses. */
    private static final class Editing implements RemotingFilter
    {
        private static final RemotingInterest TOPIC = RemotingScanner.interest().entry("b", 0).build();
        private static final byte[] ORDERS = "Orders".getBytes(StandardCharsets.UTF_8);
        private final RemotingRewriter rewriter =
            new RemotingRewriter(RemotingEdits.builder().setProperty("gateway", "skim").build());

        @Override
        public void toBroker(final RemotingExchange exchange)
        {
            exchange.header().select(TOPIC);
            exchange.keep(exchange.header().value(0));
            rewriter.rewrite(exchange.scanner());
            exchange.patch(rewriter.patch());
        }

        @Override
        public void toClient(final RemotingExchange exchange)
        {
            if (!exchange.hasKeptName(ORDERS))
            {
                exchange.close("another topic");
            }
        }
    }

    /** A window of requests, or of the responses to them. */
    private static byte[] window(final SerializeType type, final boolean requests)
    {
        final ByteArrayOutputStream window = new ByteArrayOutputStream();
        for (int i = 0; i < WINDOW; i++)
        {
            final RemotingCommand request = RemotingPeer.request(type, 310, 1_000 + i, new byte[100], "a", "group", "b",
                "Orders", "i", "TAGS\1A\2KEYS\1key-" + (100 + i % 7) + "\2");
            window.writeBytes(RemotingPeer.encode(requests ? request : RemotingPeer.response(request, 0, null)));
        }
        return window.toByteArray();
    }

    @ParameterizedTest
    @CsvSource({"ROCKETMQ, false", "ROCKETMQ, true", "JSON, false", "JSON, true"})
    @SuppressWarnings("deprecation")
    void aRemotingMessageAndItsAnswerTakeAFewBytes(final SerializeType type, final boolean edited) throws Exception
    {
        final EventLoopGroup loop = new NioEventLoopGroup(1);
        try (RemotingPeer.Server server = new RemotingPeer.Server())
        {
            final Supplier<RemotingFilter> filters = edited ? Editing::new : () -> new RemotingFilter()
            {
            };
            final RemotingProxy proxy =
                RemotingProxy.to(Upstream.of("server", server.address())).filter(filters).build();
            final Channel listener = new ServerBootstrap().group(loop).channel(NioServerSocketChannel.class)
                .childHandler(proxy.initializer()).bind(InetAddress.getLoopbackAddress(), 0).sync().channel();
            try (RemotingPeer client = RemotingPeer.connect(((InetSocketAddress)listener.localAddress()).getPort()))
            {
                final byte[] requests = window(type, true);
                final byte[] responses = window(type, false);
                client.write(requests);
                try (RemotingPeer broker = server.accept())
                {
                    for (int i = 0; i < WARM_UP; i++)
                    {
                        exchange(client, broker, i == 0 ? null : requests, responses);
                    }
                    final long thread = loop.submit(() -> Thread.currentThread().getId()).get();
                    double least = Double.MAX_VALUE;
                    for (int attempt = 0; attempt < ATTEMPTS && least >= MOST_BYTES; attempt++)
                    {
                        final long before = THREADS.getThreadAllocatedBytes(thread);
                        for (int i = 0; i < WINDOWS; i++)
                        {
                            assertEquals(edited, exchange(client, broker, requests, responses) > requests.length);
                        }
                        least = Math.min(least, (double)(THREADS.getThreadAllocatedBytes(thread) - before) / WINDOWS
                            / WINDOW);
                    }
                    assertTrue(least < MOST_BYTES, least + " bytes a message");
                }
            }
            listener.close().sync();
        }
        finally
        {
            loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
        }
    }

    /** Sends a window, unless that was done, and answers it; returns how many bytes of requests the broker got. */
    private static int exchange(final RemotingPeer client, final RemotingPeer broker, final byte[] requests,
        final byte[] responses) throws IOException
    {
        if (requests != null)
        {
            client.write(requests);
        }
        int length = 0;
        for (int i = 0; i < WINDOW; i++)
        {
            length += broker.readFrame().length;
        }
        broker.write(responses);
        assertEquals(responses.length, client.socket().getInputStream().readNBytes(responses.length).length);
        return length;
    }

    /** Annotates each message. */
    private static final class Annotating implements AmqpFilter
    {
        private final AmqpRewriter rewriter = new AmqpRewriter(AmqpEdits.builder().set(AmqpField.MESSAGE_ANNOTATIONS,
            "x-opt-gateway", AmqpEditValue.ofString("skim")).build());

        @Override
        public void toBroker(final AmqpDelivery delivery)
        {
            rewriter.rewrite(delivery.message());
            delivery.patch(rewriter.patch());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anAmqpMessageTakesAFewBytes(final boolean edited)
    {
        final AmqpProxy.Builder builder = AmqpProxy.to(Upstream.of("broker", 5672));
        try (AmqpWire wire = new AmqpWire((edited ? builder.filter(Annotating::new) : builder).build(), 1_000))
        {
            final ProtonPeer client = new ProtonPeer("client", 65_536);
            final ProtonPeer broker = new ProtonPeer("broker", 65_536);
            final Sender sender = client.sender("up", "queue");
            wire.run(client, broker);
            final Message message = Proton.message();
            message.setSubject("Orders");
            message.setMessageId("id-1");
            message.setBody(new Data(new Binary(new byte[100])));
            for (int i = 0; i < ProtonPeer.CREDIT; i++)
            {
                client.send(sender, ProtonPeer.encoded(message), true);
            }
            final byte[] frames = client.output();
            wire.client.config().setAllocator(PooledByteBufAllocator.DEFAULT);
            wire.broker.config().setAllocator(PooledByteBufAllocator.DEFAULT);
            final int[] sent = {0};
            final int[] received = {0};
            final int rounds = WINDOW / ProtonPeer.CREDIT;
            final long bytes = Allocations.by(() -> {
                final ByteBuf chunk = PooledByteBufAllocator.DEFAULT.directBuffer(rounds * frames.length);
                for (int i = 0; i < rounds; i++)
                {
                    chunk.writeBytes(frames);
                }
                sent[0] += chunk.readableBytes();
                wire.client.pipeline().fireChannelRead(chunk);
                wire.client.pipeline().fireChannelReadComplete();
                received[0] += drain(wire.broker);
            }, WARM_UP, WINDOWS);
            assertEquals(edited, received[0] > sent[0]);
            assertTrue(received[0] >= sent[0]);
            assertTrue(bytes < (long)MOST_BYTES * WINDOWS * WINDOW, (double)bytes / WINDOWS / WINDOW
                + " bytes a message");
        }
    }

    /** Releases what was written to a channel; returns how many bytes that was. */
    private static int drain(final EmbeddedChannel channel)
    {
        int length = 0;
        for (ByteBuf part = channel.readOutbound(); part != null; part = channel.readOutbound())
        {
            length += part.readableBytes();
            part.release();
        }
        return length;
    }
}
