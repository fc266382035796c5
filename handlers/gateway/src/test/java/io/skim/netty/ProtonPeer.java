package io.skim.netty;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.qpid.proton.Proton;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.messaging.Accepted;
import org.apache.qpid.proton.amqp.messaging.Rejected;
import org.apache.qpid.proton.amqp.messaging.Source;
import org.apache.qpid.proton.amqp.messaging.Target;
import org.apache.qpid.proton.amqp.transaction.TransactionalState;
import org.apache.qpid.proton.amqp.transport.ErrorCondition;
import org.apache.qpid.proton.engine.Collector;
import org.apache.qpid.proton.engine.Connection;
import org.apache.qpid.proton.engine.Delivery;
import org.apache.qpid.proton.engine.EndpointState;
import org.apache.qpid.proton.engine.Event;
import org.apache.qpid.proton.engine.Link;
import org.apache.qpid.proton.engine.Receiver;
import org.apache.qpid.proton.engine.Sender;
import org.apache.qpid.proton.engine.Session;
import org.apache.qpid.proton.engine.Transport;
import org.apache.qpid.proton.message.Message;

/**
 * An end of a connection: Proton-J's engine, without a network. As a broker it answers what is opened, and accepts what it receives.
 */
public final class ProtonPeer
{
    public static final int CREDIT = 10;

    public final Connection connection = Proton.connection();
    public final Transport transport = Proton.transport();
    final Collector collector = Proton.collector();
    /** The messages that were received whole, in order. */
    public final List<byte[]> received = new ArrayList<>();
    public int aborted;
    /** The answers to what was sent, in order of settlement: the class of the outcome and the condition. */
    public final List<String> outcomes = new ArrayList<>();
    /** The links of the other end's receivers. */
    public final List<Sender> senders = new ArrayList<>();
    /** By link: the message that is being received. */
    private final Map<Receiver, List<byte[]>> partsOf = new HashMap<>();
    /** Whether what is received is not settled. */
    public boolean keeps;
    /** The sources and targets that the other end has attached. */
    public final List<String> attached = new ArrayList<>();
    private final List<Delivery> kept = new ArrayList<>();
    private int tag;

    public ProtonPeer(final String container, final int maxFrameSize)
    {
        transport.setMaxFrameSize(maxFrameSize);
        transport.setEmitFlowEventOnSend(false);
        connection.setContainer(container);
        connection.collect(collector);
        transport.bind(connection);
    }

    public Sender sender(final String name, final String address)
    {
        connection.open();
        final Session session = connection.session();
        session.open();
        final Sender sender = session.sender(name);
        final Target target = new Target();
        target.setAddress(address);
        sender.setTarget(target);
        sender.setSource(new Source());
        sender.open();
        return sender;
    }

    public Receiver receiver(final String name, final String address)
    {
        connection.open();
        final Session session = connection.session();
        session.open();
        final Receiver receiver = session.receiver(name);
        final Source source = new Source();
        source.setAddress(address);
        receiver.setSource(source);
        receiver.setTarget(new Target());
        receiver.open();
        receiver.flow(CREDIT);
        return receiver;
    }

    public Delivery send(final Sender sender, final byte[] message, final boolean settled)
    {
        final Delivery delivery = sender.delivery(("tag-" + tag++).getBytes(StandardCharsets.UTF_8));
        sender.send(message, 0, message.length);
        sender.advance();
        if (settled)
        {
            delivery.settle();
        }
        return delivery;
    }

    public static byte[] encoded(final Message message)
    {
        final byte[] bytes = new byte[4 << 20];
        return Arrays.copyOf(bytes, message.encode(bytes, 0, bytes.length));
    }

    /** The bytes to send, empty if there are none. */
    public byte[] output()
    {
        final int pending = transport.pending();
        if (pending <= 0)
        {
            return new byte[0];
        }
        final byte[] bytes = new byte[pending];
        transport.head().get(bytes);
        transport.pop(pending);
        return bytes;
    }

    public void input(final byte[] bytes)
    {
        final ByteBuffer rest = ByteBuffer.wrap(bytes);
        while (rest.hasRemaining())
        {
            final ByteBuffer tail = transport.tail();
            while (rest.hasRemaining() && tail.hasRemaining())
            {
                tail.put(rest.get());
            }
            transport.process();
            react();
        }
    }

    void react()
    {
        for (Event event = collector.peek(); event != null; event = collector.peek())
        {
            switch (event.getType())
            {
                case CONNECTION_REMOTE_OPEN -> openIfNew(event.getConnection());
                case SESSION_REMOTE_OPEN ->
                {
                    if (event.getSession().getLocalState() == EndpointState.UNINITIALIZED)
                    {
                        event.getSession().open();
                    }
                }
                case LINK_REMOTE_OPEN -> opened(event.getLink());
                case SESSION_REMOTE_CLOSE -> event.getSession().close();
                case LINK_REMOTE_CLOSE -> event.getLink().close();
                case DELIVERY -> delivery(event.getDelivery());
                default ->
                    {
                    }
            }
            collector.pop();
        }
    }

    private static void openIfNew(final Connection connection)
    {
        if (connection.getLocalState() == EndpointState.UNINITIALIZED)
        {
            connection.open();
        }
    }

    private void opened(final Link link)
    {
        if (link instanceof Sender && link.getLocalState() == EndpointState.UNINITIALIZED)
        {
            senders.add((Sender)link);
        }
        if (link.getLocalState() == EndpointState.UNINITIALIZED)
        {
            final Source source = (Source)link.getRemoteSource();
            if (source != null && source.getDynamic())
            {
                source.setAddress("temp-1");
            }
            attached.add(source == null ? null : source.getAddress());
            attached.add(link.getRemoteTarget() instanceof Target ? ((Target)link.getRemoteTarget()).getAddress()
                : null);
            link.setSource(source);
            link.setTarget(link.getRemoteTarget());
            link.open();
            if (link instanceof Receiver)
            {
                ((Receiver)link).flow(CREDIT);
            }
        }
    }

    private void delivery(final Delivery delivery)
    {
        if (delivery.getLink() instanceof Receiver)
        {
            receive((Receiver)delivery.getLink(), delivery);
        }
        else if (delivery.remotelySettled() && !delivery.isSettled())
        {
            final Object state = delivery.getRemoteState();
            outcomes.add(outcome(state));
            delivery.settle();
        }
    }

    private static String outcome(final Object state)
    {
        if (state instanceof Rejected)
        {
            final ErrorCondition error = ((Rejected)state).getError();
            return error.getCondition() + " " + error.getDescription();
        }
        if (state instanceof TransactionalState)
        {
            return ((TransactionalState)state).getTxnId() + " " + outcome(((TransactionalState)state).getOutcome());
        }
        return state == null ? "none" : state.getClass().getSimpleName();
    }

    private void receive(final Receiver receiver, final Delivery delivery)
    {
        if (receiver.current() != delivery)
        {
            return; // more than one event for one delivery
        }
        final List<byte[]> parts = partsOf.computeIfAbsent(receiver, link -> new ArrayList<>());
        if (delivery.isAborted())
        {
            // As Artemis does it.
            aborted++;
            parts.clear();
            receiver.advance();
            delivery.settle();
            receiver.flow(1);
            return;
        }
        if (delivery.pending() > 0)
        {
            final byte[] part = new byte[delivery.pending()];
            receiver.recv(part, 0, part.length);
            parts.add(part);
        }
        if (!delivery.isPartial())
        {
            int length = 0;
            for (final byte[] part : parts)
            {
                length += part.length;
            }
            final ByteBuffer whole = ByteBuffer.allocate(length);
            parts.forEach(whole::put);
            parts.clear();
            received.add(whole.array());
            receiver.advance();
            if (keeps)
            {
                kept.add(delivery);
                return;
            }
            delivery.disposition(Accepted.getInstance());
            delivery.settle();
            receiver.flow(1);
        }
    }

    /** Accepts and settles what was kept. */
    public void settleAll()
    {
        kept.forEach(delivery -> {
            delivery.disposition(Accepted.getInstance());
            delivery.settle();
        });
        kept.clear();
    }

    /** The error of the other end's close, or null. */
    public Symbol remoteCondition()
    {
        return connection.getRemoteCondition() == null ? null : connection.getRemoteCondition().getCondition();
    }
}
