package io.skim.gateway.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.skim.handlers.patch.AmqpEditValue;
import io.skim.handlers.patch.AmqpEdits;
import io.skim.handlers.patch.AmqpRewriter;
import io.skim.handlers.patch.Refusal;
import io.skim.netty.AmqpDelivery;
import io.skim.netty.AmqpFilter;
import io.skim.netty.AmqpLink;
import io.skim.netty.AmqpProxy;
import io.skim.netty.AmqpProxyEvents;
import io.skim.netty.CloseReason;
import io.skim.netty.FramingLost;
import io.skim.netty.Upstream;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.amqp.AmqpField;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.amqp.AmqpScanner;
import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.qpid.jms.JmsConnectionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Qpid JMS clients, an {@link AmqpProxy}, and a real Artemis broker: what consumers see is what was sent, with what the proxy adds.
 */
class AmqpProxyEndToEndTest
{
    private static final int PATIENCE = 10_000;
    private static final int QUIET = 300;
    /** More than the credit that Artemis gives at first. */
    private static final int MANY = 1_500;

    private static RealArtemis broker;
    private static NioEventLoopGroup loops;

    private final java.util.Queue<String> problems = new ConcurrentLinkedQueue<>();
    private final AtomicInteger authenticated = new AtomicInteger();
    private final AtomicInteger deliveries = new AtomicInteger();
    private final AtomicInteger coordinators = new AtomicInteger();
    private Channel listener;
    private Session session;

    @BeforeAll
    static void start(@TempDir final Path home) throws Exception
    {
        broker = new RealArtemis(home);
        loops = new NioEventLoopGroup(2);
    }

    @AfterAll
    static void stop()
    {
        loops.shutdownGracefully().syncUninterruptibly();
        broker.close();
    }

    /** Adds a property and an annotation to what clients send; rejects what says so. */
    private static final class Marking implements AmqpFilter, DataHandler
    {
        private static final AmqpInterest FATE = AmqpScanner.interest().property("fate", 0).build();

        private final AmqpScanner scanner = new AmqpScanner();
        private final AmqpRewriter rewriter = new AmqpRewriter(AmqpEdits.builder().set(AmqpField.MESSAGE_ANNOTATIONS,
            "x-opt-gateway", AmqpEditValue.ofString("skim ü")).set(AmqpField.APPLICATION_PROPERTIES, "gateway",
                AmqpEditValue
                    .ofString("skim ü"))
            .allowBareMessage().build());
        private String fate;

        @Override
        public void toBroker(final AmqpDelivery delivery)
        {
            fate = null;
            scanner.scan(delivery.message(), FATE, this);
            if ("refused".equals(fate))
            {
                delivery.reject("amqp:not-allowed", "refused by the proxy");
                return;
            }
            rewriter.rewrite(delivery.message());
            delivery.patch(rewriter.patch());
        }

        @Override
        public Action onField(final int id, final Cursor value)
        {
            fate = value.toText();
            return Action.CONTINUE;
        }
    }

    private final class Watching implements AmqpProxyEvents
    {
        @Override
        public void onAuthenticated(final Channel client, final int code)
        {
            authenticated.addAndGet(code == 0 ? 1 : 1_000);
        }

        @Override
        public void onAttach(final Channel client, final AmqpLink link)
        {
            coordinators.addAndGet(link.isCoordinator() ? 1 : 0);
        }

        @Override
        public void onDelivery(final AmqpDelivery delivery)
        {
            deliveries.incrementAndGet();
        }

        @Override
        public void onRefused(final Channel client, final AmqpLink link, final Refusal refusal)
        {
            problems.add(link + ": " + refusal);
        }

        @Override
        public void onMalformed(final Channel client, final boolean fromClient, final Fault fault)
        {
            problems.add(fault.toString());
        }

        @Override
        public void onLost(final Channel client, final boolean fromClient, final FramingLost lost)
        {
            problems.add(lost.toString());
        }

        @Override
        public void onClose(final Channel client, final CloseReason reason, final String detail)
        {
            if (reason != CloseReason.CLIENT_CLOSED && reason != CloseReason.BROKER_CLOSED)
            {
                problems.add(reason + " " + detail);
            }
        }
    }

    private Connection connect(final String options, final boolean transacted) throws Exception
    {
        final AmqpProxy proxy = AmqpProxy.to(Upstream.of(RealArtemis.ADDRESS, broker.port)).filter(Marking::new).events(
            new Watching()).build();
        listener = new ServerBootstrap().group(loops).channel(NioServerSocketChannel.class).childHandler(proxy
            .initializer()).bind(RealArtemis.ADDRESS, 0).sync().channel();
        final Connection connection = new JmsConnectionFactory("amqp://" + RealArtemis.ADDRESS + ':'
            + ((InetSocketAddress)listener.localAddress()).getPort() + options).createConnection();
        connection.start();
        session = connection.createSession(transacted, transacted ? Session.SESSION_TRANSACTED
            : Session.AUTO_ACKNOWLEDGE);
        return connection;
    }

    @AfterEach
    void nothingWentWrong()
    {
        listener.close().syncUninterruptibly();
        assertTrue(problems.isEmpty(), problems::toString);
        assertEquals(1, authenticated.get());
    }

    private BytesMessage message(final int size, final String fate) throws JMSException
    {
        final byte[] body = new byte[size];
        for (int i = 0; i < size; i++)
        {
            body[i] = (byte)(31 * i);
        }
        final BytesMessage message = session.createBytesMessage();
        message.writeBytes(body);
        message.setIntProperty("size", size);
        if (fate != null)
        {
            message.setStringProperty("fate", fate);
        }
        return message;
    }

    private static void assertReceived(final int size, final Message received) throws JMSException
    {
        assertNotNull(received, "a message of " + size);
        assertEquals("skim ü", received.getStringProperty("gateway"));
        final byte[] body = new byte[size];
        assertEquals(size, ((BytesMessage)received).getBodyLength());
        ((BytesMessage)received).readBytes(body);
        for (int i = 0; i < size; i++)
        {
            assertEquals((byte)(31 * i), body[i]);
        }
    }

    @Test
    void messagesOfAnySizeAreMarkedAndReceivedOnce() throws Exception
    {
        for (final String options : new String[] {"", "?amqp.maxFrameSize=65536", "?amqp.maxFrameSize=4096"})
        {
            authenticated.set(0);
            try (Connection connection = connect(options, false))
            {
                assertNotNull(connection);
                final Queue queue = session.createQueue("sizes");
                final MessageProducer producer = session.createProducer(queue);
                final MessageConsumer consumer = session.createConsumer(queue);
                for (final int size : new int[] {0, 1, 400, 3_500, 4_000, 65_000, 65_536, 200_000, 2 << 20})
                {
                    producer.send(message(size, null));
                    assertReceived(size, consumer.receive(PATIENCE));
                }
                assertNull(consumer.receive(QUIET));
            }
            listener.close().sync();
        }
        assertEquals(3 * 2 * 9, deliveries.get());
    }

    @Test
    void moreRejectedDeliveriesThanTheBrokerGivesCreditFor() throws Exception
    {
        try (Connection connection = connect("?jms.forceAsyncSend=false", false))
        {
            assertNotNull(connection);
            final Queue queue = session.createQueue("rejected");
            final MessageProducer producer = session.createProducer(queue);
            for (int i = 0; i < MANY; i++)
            {
                final Message refused = message(i % 500 == 0 ? 100_000 : 10, "refused");
                final JMSException why = assertThrows(JMSException.class, () -> producer.send(refused));
                assertTrue(why.getMessage().contains("refused by the proxy"), why::toString);
            }
            producer.send(message(7, null));
            final MessageConsumer consumer = session.createConsumer(queue);
            assertReceived(7, consumer.receive(PATIENCE));
            assertNull(consumer.receive(QUIET));
        }
    }

    @Test
    void transactionsCommitAndRollBack() throws Exception
    {
        try (Connection connection = connect("", true))
        {
            assertNotNull(connection);
            final Queue queue = session.createQueue("transacted");
            final MessageProducer producer = session.createProducer(queue);
            final MessageConsumer consumer = session.createConsumer(queue);
            producer.send(message(1, null));
            session.rollback();
            producer.send(message(2, null));
            producer.send(message(100_000, null));
            session.commit();
            assertReceived(2, consumer.receive(PATIENCE));
            assertReceived(100_000, consumer.receive(PATIENCE));
            session.rollback();
            assertReceived(2, consumer.receive(PATIENCE));
            assertReceived(100_000, consumer.receive(PATIENCE));
            session.commit();
            assertNull(consumer.receive(QUIET));
            assertTrue(coordinators.get() > 0);
        }
    }

    @Test
    void anIdleConnectionStaysOpen() throws Exception
    {
        try (Connection connection = connect("?amqp.idleTimeout=1000", false))
        {
            final AtomicInteger failures = new AtomicInteger();
            connection.setExceptionListener(failure -> failures.incrementAndGet());
            final Queue queue = session.createQueue("idle");
            final MessageConsumer consumer = session.createConsumer(queue);
            assertNull(consumer.receive(3_500));
            assertEquals(0, failures.get());
            final TextMessage text = session.createTextMessage("still here");
            session.createProducer(queue).send(text);
            assertEquals("still here", ((TextMessage)Objects.requireNonNull(consumer
                .receive(PATIENCE))).getText());
        }
    }
}
