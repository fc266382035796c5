package io.skim.gateway.endtoend;

import java.util.concurrent.TimeUnit;
import org.apache.qpid.protonj2.client.Client;
import org.apache.qpid.protonj2.client.ClientOptions;
import org.apache.qpid.protonj2.client.Connection;
import org.apache.qpid.protonj2.client.ConnectionOptions;
import org.apache.qpid.protonj2.client.Delivery;
import org.apache.qpid.protonj2.client.DeliveryState;
import org.apache.qpid.protonj2.client.Message;
import org.apache.qpid.protonj2.client.Receiver;
import org.apache.qpid.protonj2.client.Sender;
import org.apache.qpid.protonj2.client.SenderOptions;
import org.apache.qpid.protonj2.client.Session;

/** Does with the client of protonj2 what {@link JmsClient} does. */
final class ProtonClient
{
    private static final long ENOUGH = 60_000;
    private static final long QUIET = 300;

    private final String host;
    private final int port;
    private final String name;
    private final AmqpLines lines;

    ProtonClient(final String host, final int port, final String name, final AmqpLines lines)
    {
        this.host = host;
        this.port = port;
        this.name = name;
        this.lines = lines;
    }

    private Connection connect(final Client client) throws Exception
    {
        final Connection connection =
            client.connect(host, port, new ConnectionOptions().idleTimeout(AmqpLines.TIMEOUT_MILLIS));
        connection.openFuture().get(ENOUGH, TimeUnit.MILLISECONDS);
        return connection;
    }

    private static Sender topicSender(final Connection connection, final String topic) throws Exception
    {
        final SenderOptions options = new SenderOptions();
        options.targetOptions().capabilities("topic");
        final Sender sender = connection.openSender(topic, options);
        sender.openFuture().get(ENOUGH, TimeUnit.MILLISECONDS);
        return sender;
    }

    private static Message<byte[]> message(final String id, final byte[] body, final String fate) throws Exception
    {
        final Message<byte[]> message = Message.create(body);
        message.durable(true);
        message.property("id", id).property("näme", "wärt " + id);
        if (fate != null)
        {
            message.property("fate", fate);
        }
        return message;
    }

    private void send(final Sender sender, final String where, final String id, final byte[] body, final String fate)
        throws Exception
    {
        lines.send(where, id, body, () -> {
            final DeliveryState state = sender.send(message(id, body, fate)).settlementFuture().get(ENOUGH,
                TimeUnit.MILLISECONDS).remoteState();
            return state.isAccepted() ? null : state.toString();
        });
    }

    private void receive(final Receiver receiver, final String where, final int count) throws Exception
    {
        int received = 0;
        for (Delivery delivery = receiver.receive(ENOUGH, TimeUnit.MILLISECONDS); delivery != null; delivery = receiver
            .receive(received < count ? ENOUGH : QUIET, TimeUnit.MILLISECONDS))
        {
            final Message<byte[]> message = delivery.message();
            final byte[] body = message.body();
            lines.received(where, message.property("id"), body == null ? new byte[0] : body, message.durable(),
                message.property("näme"), message.annotation("x-opt-gateway"));
            delivery.accept();
            received++;
        }
        receiver.close();
    }

    private void subscribe(final Client client) throws Exception
    {
        try (Connection connection = connect(client))
        {
            topicSender(connection, "topic-" + name);
            final Receiver subscription = connection.openDurableReceiver("topic-" + name, "durable-" + name);
            subscription.openFuture().get(ENOUGH, TimeUnit.MILLISECONDS);
            subscription.detach();
        }
    }

    private void durable(final Connection connection) throws Exception
    {
        final Sender sender = topicSender(connection, "topic-" + name);
        for (int i = 0; i < AmqpLines.DURABLE; i++)
        {
            send(sender, "durable", "durable " + i, AmqpLines.body(i), null);
        }
        receive(connection.openDurableReceiver("topic-" + name, "durable-" + name), "durable", AmqpLines.DURABLE);
    }

    private void queue(final Connection connection) throws Exception
    {
        final Sender sender = connection.openSender("queue-" + name);
        for (final int size : AmqpLines.SIZES)
        {
            send(sender, "queue", "size " + size, AmqpLines.body(size), null);
        }
        send(sender, "queue", AmqpLines.FATE, AmqpLines.body(10), "refused");
        receive(connection.openReceiver("queue-" + name), "queue", AmqpLines.SIZES.length);
    }

    private void transactions(final Connection connection) throws Exception
    {
        final Session session = connection.openSession();
        final Sender sender = session.openSender("transacted-" + name);
        session.beginTransaction();
        for (int i = 0; i < AmqpLines.COMMITTED - 1; i++)
        {
            sender.send(message("rolled back " + i, AmqpLines.body(40_000 * i), null));
        }
        session.rollbackTransaction();
        session.beginTransaction();
        for (int i = 0; i < AmqpLines.COMMITTED; i++)
        {
            final byte[] body = AmqpLines.body(40_000 * i);
            sender.send(message("committed " + i, body, null));
            lines.sent("transacted", "committed " + i, body);
        }
        session.commitTransaction();
        receive(connection.openReceiver("transacted-" + name), "transacted", AmqpLines.COMMITTED);
    }

    private void idle(final Connection connection) throws Exception
    {
        Thread.sleep(AmqpLines.IDLE_MILLIS);
        send(connection.openSender("idle-" + name), "idle", "late", AmqpLines.body(10), null);
        receive(connection.openReceiver("idle-" + name), "idle", 1);
    }

    void run() throws Exception
    {
        try (Client client = Client.create(new ClientOptions().id("container-" + name)))
        {
            subscribe(client);
            try (Connection connection = connect(client))
            {
                durable(connection);
                queue(connection);
                transactions(connection);
                idle(connection);
            }
        }
    }
}
