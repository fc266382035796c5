package io.skim.gateway.endtoend;

import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.lang.reflect.Method;
import org.apache.qpid.jms.JmsConnectionFactory;
import org.apache.qpid.jms.message.JmsMessage;
import org.apache.qpid.proton.amqp.Symbol;

/** Does with Qpid JMS what clients of AMQP do; the programs in src/e2e/node and src/e2e/python do the same. */
final class JmsClient
{
    private static final long ENOUGH = 60_000;
    private static final long QUIET = 300;

    private final String url;
    private final String name;
    private final AmqpLines lines;

    JmsClient(final String host, final int port, final String name, final AmqpLines lines)
    {
        url = "amqp://" + host + ':' + port + "?jms.forceSyncSend=true&amqp.idleTimeout=" + AmqpLines.TIMEOUT_MILLIS;
        this.name = name;
        this.lines = lines;
    }

    private Connection connect() throws JMSException
    {
        final Connection connection = new JmsConnectionFactory(url).createConnection();
        connection.setClientID("container-" + name);
        connection.start();
        return connection;
    }

    private static Message message(final Session session, final String id, final byte[] body, final String fate)
        throws JMSException
    {
        final BytesMessage message = session.createBytesMessage();
        message.writeBytes(body);
        message.setStringProperty("id", id);
        message.setStringProperty("näme", "wärt " + id);
        if (fate != null)
        {
            message.setStringProperty("fate", fate);
        }
        return message;
    }

    private void send(final Session session, final MessageProducer producer, final String where, final String id,
        final byte[] body, final String fate) throws Exception
    {
        lines.send(where, id, body, () -> {
            try
            {
                producer.send(message(session, id, body, fate));
                return null;
            }
            catch (final JMSException refused)
            {
                return refused.toString();
            }
        });
    }

    private void receive(final MessageConsumer consumer, final String where, final int count) throws Exception
    {
        int received = 0;
        for (Message message = consumer.receive(ENOUGH); message != null; message = consumer.receive(received < count
            ? ENOUGH : QUIET))
        {
            final byte[] body = new byte[(int)((BytesMessage)message).getBodyLength()];
            ((BytesMessage)message).readBytes(body);
            lines.received(where, message.getStringProperty("id"), body, message
                .getJMSDeliveryMode() == DeliveryMode.PERSISTENT, message.getStringProperty("näme"),
                annotation(message));
            received++;
        }
    }

    /** JMS has no annotations, but the client has. */
    private static Object annotation(final Message message) throws ReflectiveOperationException
    {
        final Object facade = ((JmsMessage)message).getFacade();
        final Method get = facade.getClass().getSuperclass().getDeclaredMethod("getMessageAnnotation", Symbol.class);
        get.setAccessible(true);
        return get.invoke(facade, Symbol.valueOf("x-opt-gateway"));
    }

    private void subscribe() throws JMSException
    {
        try (Connection connection = connect(); Session session = connection.createSession())
        {
            final Topic topic = session.createTopic("topic-" + name);
            // Makes the topic where the broker makes none for subscriptions.
            session.createProducer(topic);
            session.createDurableConsumer(topic, "durable-" + name).close();
        }
    }

    private void durable(final Session session) throws Exception
    {
        final Topic topic = session.createTopic("topic-" + name);
        final MessageProducer producer = session.createProducer(topic);
        for (int i = 0; i < AmqpLines.DURABLE; i++)
        {
            send(session, producer, "durable", "durable " + i, AmqpLines.body(i), null);
        }
        receive(session.createDurableConsumer(topic, "durable-" + name), "durable", AmqpLines.DURABLE);
    }

    private void queue(final Session session) throws Exception
    {
        sendToQueue(session);
        receiveFromQueue(session);
    }

    private void sendToQueue(final Session session) throws Exception
    {
        final MessageProducer producer = session.createProducer(session.createQueue("queue-" + name));
        for (final int size : AmqpLines.SIZES)
        {
            send(session, producer, "queue", "size " + size, AmqpLines.body(size), null);
        }
        send(session, producer, "queue", AmqpLines.FATE, AmqpLines.body(10), "refused");
    }

    private void receiveFromQueue(final Session session) throws Exception
    {
        receive(session.createConsumer(session.createQueue("queue-" + name)), "queue", AmqpLines.SIZES.length);
    }

    /** Sends the messages of the queue and stays away. */
    void sendToQueue() throws Exception
    {
        try (Connection connection = connect(); Session session = connection.createSession())
        {
            sendToQueue(session);
        }
    }

    /** Receives the messages of the queue, which were sent before. */
    void receiveFromQueue() throws Exception
    {
        try (Connection connection = connect(); Session session = connection.createSession())
        {
            receiveFromQueue(session);
        }
    }

    private void transactions(final Session session) throws Exception
    {
        final MessageProducer producer = session.createProducer(session.createQueue("transacted-" + name));
        for (int i = 0; i < AmqpLines.COMMITTED - 1; i++)
        {
            producer.send(message(session, "rolled back " + i, AmqpLines.body(40_000 * i), null));
        }
        session.rollback();
        for (int i = 0; i < AmqpLines.COMMITTED; i++)
        {
            final byte[] body = AmqpLines.body(40_000 * i);
            producer.send(message(session, "committed " + i, body, null));
            lines.sent("transacted", "committed " + i, body);
        }
        session.commit();
        receive(session.createConsumer(session.createQueue("transacted-" + name)), "transacted", AmqpLines.COMMITTED);
        session.commit();
    }

    private void idle(final Session session) throws Exception
    {
        Thread.sleep(AmqpLines.IDLE_MILLIS);
        send(session, session.createProducer(session.createQueue("idle-" + name)), "idle", "late", AmqpLines.body(10),
            null);
        receive(session.createConsumer(session.createQueue("idle-" + name)), "idle", 1);
    }

    void run() throws Exception
    {
        subscribe();
        try (Connection connection = connect(); Session session = connection.createSession())
        {
            durable(session);
            queue(session);
            transactions(connection.createSession(Session.SESSION_TRANSACTED));
            idle(session);
        }
    }
}
