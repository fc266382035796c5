package io.skim.gateway.endtoend;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.handlers.patch.AmqpEditValue;
import io.skim.handlers.patch.AmqpEdits;
import io.skim.handlers.patch.AmqpRewriter;
import io.skim.handlers.select.Selector;
import io.skim.scan.amqp.AmqpField;
import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.apache.qpid.jms.JmsConnectionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Qpid JMS clients, a gateway made of Skim's handlers, and a real Artemis broker.
 */
class AmqpGatewayEndToEndTest
{
    private static final int MESSAGES = 60;
    private static final int LARGE = 300_000;
    private static final int PATIENCE = 10_000;
    private static final int QUIET = 500;
    private static final String SELECTOR = "num BETWEEN 10 AND 40 AND colour IN ('red', 'grün') OR JMSPriority > 7";

    private static RealArtemis broker;
    private static AmqpGateway gateway;

    private Session session;

    @BeforeAll
    static void start(@TempDir final Path home) throws Exception
    {
        broker = new RealArtemis(home);
        final AmqpEdits edits = AmqpEdits.builder()
            .set(AmqpField.MESSAGE_ANNOTATIONS, "x-opt-gateway", AmqpEditValue.ofString(
                "skim ü"))
            .ttl(3_600_000).set(AmqpField.APPLICATION_PROPERTIES, "gateway", AmqpEditValue.ofString("skim ü"))
            .allowBareMessage().build();
        gateway = new AmqpGateway(broker, Selector.jms(SELECTOR), new AmqpRewriter(edits));
    }

    @AfterAll
    static void stop() throws Exception
    {
        gateway.close();
        broker.close();
    }

    private Connection connect(final int port) throws Exception
    {
        final Connection connection = new JmsConnectionFactory("amqp://" + RealArtemis.ADDRESS + ':' + port
            + "?amqp.maxFrameSize=65536").createConnection();
        connection.start();
        session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        return connection;
    }

    private void send(final Queue queue) throws Exception
    {
        final MessageProducer producer = session.createProducer(queue);
        for (int i = 0; i < MESSAGES; i++)
        {
            final TextMessage message = session.createTextMessage("body " + i);
            message.setIntProperty("num", i);
            message.setStringProperty("colour", i % 3 == 0 ? "red" : i % 3 == 1 ? "grün" : "blue");
            producer.setPriority(i % 10);
            producer.send(message);
        }
    }

    private Set<String> receive(final Queue queue, final String selector, final int count) throws Exception
    {
        final MessageConsumer consumer = session.createConsumer(queue, selector);
        final Set<String> bodies = new TreeSet<>();
        for (Message message = consumer.receive(PATIENCE); message != null; message = consumer.receive(bodies.size()
            < count ? PATIENCE : QUIET))
        {
            assertEquals("skim ü", message.getStringProperty("gateway"));
            assertTrue(message.getJMSExpiration() > System.currentTimeMillis(), "no ttl");
            assertTrue(bodies.add(((TextMessage)message).getText()), "came twice");
        }
        return bodies;
    }

    @Test
    void theBrokerSelectsWhatTheGatewayDoes() throws Exception
    {
        try (Connection connection = connect(gateway.port))
        {
            assertNotNull(connection);
            final Queue queue = session.createQueue("orders");
            final int before = gateway.selected.get();
            send(queue);
            final int selected = gateway.selected.get() - before;
            assertTrue(selected > 10 && selected < MESSAGES, () -> selected + " selected");
            assertEquals(selected, receive(queue, SELECTOR, selected).size());
            assertEquals(MESSAGES - selected, receive(queue, null, MESSAGES - selected).size());
        }
    }

    @Test
    void aMessageOfManyTransfersPassesAsItIs() throws Exception
    {
        try (Connection connection = connect(gateway.port))
        {
            assertNotNull(connection);
            final Queue queue = session.createQueue("large");
            final byte[] body = new byte[LARGE];
            for (int i = 0; i < LARGE; i++)
            {
                body[i] = (byte)(31 * i);
            }
            final BytesMessage message = session.createBytesMessage();
            message.writeBytes(body);
            message.setIntProperty("num", 1);
            session.createProducer(queue).send(message);
            final BytesMessage received = (BytesMessage)session.createConsumer(queue).receive(PATIENCE);
            final byte[] back = new byte[LARGE];
            assertEquals(LARGE, received.readBytes(back));
            assertArrayEquals(body, back);
            assertNull(received.getStringProperty("gateway"));
            assertTrue(gateway.gathered.get() > 0);
        }
    }
}
