package io.skim.command;

import io.skim.pojo.amqp.AmqpComposite;
import io.skim.pojo.amqp.AmqpFrame;
import io.skim.pojo.amqp.AmqpSchemaException;
import io.skim.pojo.amqp.AmqpValue;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The links and deliveries of AMQP connections, as far as their frames were seen: what link a handle means, and which
 * deliveries a disposition settles. Holds a limited number of each, whatever the capture has; those that were not used for
 * longest are forgotten.
 */
public final class AmqpLinks
{
    /** Of links, of sessions, and of deliveries without outcome. */
    static final int MOST = 65_536;

    private final Recent<LinkKey, Link> links = new Recent<>();
    private final Recent<SessionKey, Session> sessions = new Recent<>();
    /** By stream: how many losses there had been in all when this one lost something last. */
    private final Recent<Long, Integer> losses = new Recent<>();
    private int lossCount;
    private int waiting;
    private long forgotten;

    /** A session, as one of its ends numbers it. Another one after each loss. */
    private record SessionKey(long stream, int loss, int channel)
    {
    }

    /** A link, as one of its ends numbers it. Another one after each loss. */
    private record LinkKey(long stream, int loss, int channel, long handle)
    {
    }

    /**
     * A link.
     *
     * @param name    that both ends give it.
     * @param address of its source or target that is not the client's; null if it was not told.
     * @param sender  whether the end that sent the attach sends deliveries.
     */
    public record Link(String name, @Nullable String address, boolean sender)
    {
    }

    /**
     * A delivery without outcome.
     *
     * @param id   of the session's.
     * @param link null if its attach was not seen.
     * @param time of its first transfer.
     */
    public record Delivery(long id, @Nullable Link link, long time)
    {
    }

    /** What a frame means. */
    public static final class Event
    {
        /** Null of an empty frame. */
        public @Nullable String performative;
        int channel;
        /** Null of an empty frame. */
        private @Nullable AmqpComposite fields;
        /** Null if it is about none, or if that was not seen. */
        public @Nullable Link link;
        /** -1 for none. */
        long deliveryId = -1;
        /** Whether a transfer is the first of its delivery. */
        public boolean first;
        /** Of a disposition: how many deliveries that were seen it gives an outcome, and the first of them. */
        public int settled;
        public @Nullable Delivery delivery;
        /** And of which direction and channel the deliveries are, if that is known. */
        long sender = -1;
        int senderChannel;
        /** The outcome, of a disposition; or the error. */
        public @Nullable String state;
        public boolean error;

        /** Of the performative, in a frame that is not empty. */
        public AmqpComposite fields()
        {
            return Objects.requireNonNull(fields);
        }

        /** What a link, session or connection that ended with an error told of it; null for nothing. */
        public @Nullable String description()
        {
            final AmqpValue error = value(fields(), "error");
            final AmqpComposite known = error == null ? null : AmqpNames.composite(error);
            return known != null && "error".equals(known.name()) ? known.getText("description") : null;
        }

        /** How long the first delivery waited for its outcome, in microseconds; -1 if that is not known. */
        public long latency(final long time)
        {
            return delivery == null || !Times.isKnown(time) || !Times.isKnown(delivery.time()) ? -1 : Math.max(0, time
                - delivery.time());
        }
    }

    private static final class Session
    {
        /** -1 while it is not known. */
        private int peer = -1;
        /**
         * The delivery that has begun last; -1 before the first. A session numbers them as they begin, and senders repeat the number in
         * each transfer.
         */
        private long last = -1;
        private final TreeMap<Long, Delivery> deliveries = new TreeMap<>();
    }

    /** A map that forgets. */
    private static final class Recent<K, V> extends LinkedHashMap<K, V>
    {
        private static final long serialVersionUID = 1;

        Recent()
        {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(final Map.Entry<K, V> eldest)
        {
            return size() > MOST;
        }
    }

    /** Takes a frame; null if its performative does not conform to its type. */
    public @Nullable Event on(final Source source, final AmqpFrame frame, final long time)
    {
        final Event event = new Event();
        event.channel = frame.channel();
        try
        {
            event.fields = frame.performative();
        }
        catch (final AmqpSchemaException e)
        {
            return null;
        }
        if (event.fields == null)
        {
            return event;
        }
        event.performative = event.fields.name();
        event.state = name(event.fields, "error");
        event.error = event.state != null;
        switch (event.performative)
        {
            case "begin" -> begin(source, event);
            case "attach" -> attach(source, event);
            case "transfer" -> transfer(source, event, time);
            case "flow", "detach" -> event.link = link(source, event);
            case "disposition" -> disposition(source, event);
            default ->
            {
                // Tells nothing of links.
            }
        }
        return event;
    }

    /**
     * Tells that a stream lacks bytes. They may have ended links and sessions and begun others by the same numbers, so nothing that is
     * known of the stream holds behind them.
     */
    public void lost(final Source source)
    {
        losses.put(source.stream(), ++lossCount);
    }

    private SessionKey sessionKey(final long stream, final int channel)
    {
        return new SessionKey(stream, losses.getOrDefault(stream, 0), channel);
    }

    private LinkKey linkKey(final Source source, final Event event, final long handle)
    {
        return new LinkKey(source.stream(), losses.getOrDefault(source.stream(), 0), event.channel, handle);
    }

    private Session session(final long stream, final int channel)
    {
        final SessionKey key = sessionKey(stream, channel);
        Session session = sessions.get(key);
        if (session == null)
        {
            session = new Session();
            if (sessions.size() == MOST)
            {
                forgetEldest();
            }
            sessions.put(key, session);
        }
        return session;
    }

    private void forgetEldest()
    {
        final Iterator<Session> eldest = sessions.values().iterator();
        final int deliveries = eldest.next().deliveries.size();
        waiting -= deliveries;
        forgotten += deliveries;
        eldest.remove();
    }

    private void begin(final Source source, final Event event)
    {
        final Session session = session(source.stream(), event.channel);
        waiting -= session.deliveries.size();
        session.deliveries.clear();
        session.last = -1;
        session.peer = (int)event.fields().getLong("remote-channel", -1);
        if (session.peer >= 0)
        {
            session(source.stream() ^ 1, session.peer).peer = event.channel;
        }
    }

    private void attach(final Source source, final Event event)
    {
        final boolean sender = !event.fields().getBoolean("role", false);
        final String from = address(event.fields(), "source");
        final String to = address(event.fields(), "target");
        final String address = sender ? to != null ? to : from : from != null ? from : to;
        event.link = new Link(Objects.requireNonNull(event.fields().getText("name")), address, sender);
        links.put(linkKey(source, event, event.fields().getLong("handle", 0)), event.link);
    }

    private static @Nullable String address(final AmqpComposite attach, final String field)
    {
        final AmqpValue terminus = value(attach, field);
        final AmqpComposite known = terminus == null ? null : AmqpNames.composite(terminus);
        final AmqpValue address = known == null ? null : value(known, "address");
        return address == null ? null : text(address);
    }

    /** The value of a field; null if the type has no such field, or it is not set. */
    private static @Nullable AmqpValue value(final AmqpComposite composite, final String field)
    {
        final boolean has = composite.definition().fields().stream().anyMatch(each -> field.equals(each.name()));
        return has && composite.isSet(field) ? composite.get(field) : null;
    }

    private static String text(final AmqpValue value)
    {
        return value instanceof io.skim.pojo.amqp.AmqpString string ? string.value() : value.toString();
    }

    private @Nullable Link link(final Source source, final Event event)
    {
        final long handle = event.fields().getLong("handle", -1);
        return handle < 0 ? null : links.get(linkKey(source, event, handle));
    }

    private void transfer(final Source source, final Event event, final long time)
    {
        event.link = link(source, event);
        event.deliveryId = event.fields().getLong("delivery-id", -1);
        event.state = event.fields().getBoolean("aborted", false) ? "aborted" : null;
        if (event.deliveryId < 0)
        {
            return;
        }
        final Session session = session(source.stream(), event.channel);
        final boolean settled = event.fields().getBoolean("settled", false);
        final boolean later = session.last < 0 || (int)(event.deliveryId - session.last) > 0;
        event.first = !session.deliveries.containsKey(event.deliveryId) && (later || !settled);
        session.last = later ? event.deliveryId : session.last;
        if (event.first && !settled)
        {
            session.deliveries.put(event.deliveryId, new Delivery(event.deliveryId, event.link, time));
            waiting++;
            while (waiting > MOST)
            {
                final Session eldest = sessions.values().iterator().next();
                if (eldest != session)
                {
                    forgetEldest();
                }
                else
                {
                    session.deliveries.pollFirstEntry();
                    waiting--;
                    forgotten++;
                }
            }
        }
    }

    /** A receiver's disposition is of deliveries in the other direction, a sender's of its own. */
    private void disposition(final Source source, final Event event)
    {
        event.state = name(event.fields(), "state");
        event.error = "rejected".equals(event.state);
        event.deliveryId = event.fields().getLong("first", 0);
        final boolean receiver = event.fields().getBoolean("role", false);
        final Session own = sessions.get(sessionKey(source.stream(), event.channel));
        final int peer = own == null ? -1 : own.peer;
        final Session session = !receiver ? own : peer < 0 ? null
            : sessions.get(sessionKey(source.stream() ^ 1, peer));
        final long last = event.fields().getLong("last", event.deliveryId);
        // One that is received has no outcome yet.
        final boolean ends = event.fields().getBoolean("settled", false)
            || event.state != null && !"received".equals(event.state);
        // Numbers are serial ones of 32 bits (RFC 1982): behind the greatest is 0.
        if (session == null || (int)(last - event.deliveryId) < 0 || !ends)
        {
            return;
        }
        event.sender = receiver ? source.stream() ^ 1 : source.stream();
        event.senderChannel = receiver ? peer : event.channel;
        if (last >= event.deliveryId)
        {
            settle(event, session.deliveries.subMap(event.deliveryId, true, last, true));
        }
        else
        {
            settle(event, session.deliveries.tailMap(event.deliveryId, true));
            settle(event, session.deliveries.headMap(last, true));
        }
    }

    private void settle(final Event event, final NavigableMap<Long, Delivery> settled)
    {
        if (event.delivery == null && !settled.isEmpty())
        {
            event.delivery = settled.firstEntry().getValue();
            event.link = event.delivery.link();
        }
        event.settled += settled.size();
        waiting -= settled.size();
        settled.clear();
    }

    /** The name of a field's type: {@code accepted}; or of an error its condition. Null if it is not set. */
    private static @Nullable String name(final AmqpComposite performative, final String field)
    {
        final AmqpValue value = value(performative, field);
        final AmqpComposite known = value == null ? null : AmqpNames.composite(value);
        if (known == null)
        {
            return value == null ? null : value.toString();
        }
        return "error".equals(known.name()) ? known.getText("condition") : known.name();
    }

    /** How many deliveries wait for an outcome. */
    int waiting()
    {
        return waiting;
    }

    /** How many deliveries wait for an outcome that began at a time of some. */
    int waiting(final LongPredicate times)
    {
        return (int)sessions.values().stream().flatMap(session -> session.deliveries.values().stream()).filter(
            delivery -> times.test(delivery.time())).count();
    }

    /** {@return how many deliveries without an outcome were forgotten for others} */
    public long forgotten()
    {
        return forgotten;
    }
}
