package io.skim.command;

import io.skim.pojo.amqp.AmqpComposite;
import io.skim.pojo.amqp.AmqpFrameTree;
import io.skim.pojo.amqp.AmqpSchemaException;
import io.skim.pojo.amqp.AmqpValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
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
    private final Recent<NameKey, LinkState> names = new Recent<>();
    private final Recent<SessionKey, Session> sessions = new Recent<>();
    /** By stream: how many losses there had been in all when this one lost something last. */
    private final Recent<Long, Integer> losses = new Recent<>();
    /** Connections that were closed. */
    private final Recent<Long, Boolean> closed = new Recent<>();
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

    /** A link, by its name, and which of its ends names it. */
    private record NameKey(long stream, int loss, String name, boolean sender)
    {
    }

    /** One end of a link. */
    public static final class Link
    {
        private final boolean sender;
        private final LinkState state;
        /** Of this end, and how often it had begun or ended when the link began. */
        private final Session session;
        private final int begun;

        private Link(final boolean sender, final LinkState state, final Session session)
        {
            this.sender = sender;
            this.state = state;
            this.session = session;
            begun = session.begun;
        }

        /** {@return the name that both ends give it} */
        public String name()
        {
            return state.name;
        }

        /** {@return the address of its source or target that is not the client's; null if it was not told} */
        public @Nullable String address()
        {
            return state.address;
        }

        private boolean isOpen()
        {
            return !state.ended && session.begun == begun;
        }
    }

    /**
     * A link without credit.
     *
     * @param name       that both ends give it.
     * @param address    that it leads to; null if it was not told.
     * @param connection the direction in which deliveries go.
     * @param since      when the last credit was used up, or the link began without, in microseconds since 1970.
     * @param deliveries how many have begun.
     * @param available  how many messages wait at the sender, as it told last; -1 if it did not.
     */
    public record Stuck(String name, @Nullable String address, String connection, long since, long deliveries,
        long available)
    {
        /** {@return the address, or the name of a link without} */
        public String place()
        {
            return address == null ? name : address;
        }
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

        /** What a link, session or connection that ended with an error told of it, or why a delivery was rejected; null for nothing. */
        public @Nullable String description()
        {
            final AmqpValue error = value(fields(), "error");
            final AmqpComposite known = error == null ? null : AmqpNames.composite(error);
            return known != null && "error".equals(known.name()) ? known.getText("description") : rejection();
        }

        /** Why a delivery was rejected: the condition, and what else is told. */
        private @Nullable String rejection()
        {
            final AmqpValue outcome = value(fields(), "state");
            final AmqpComposite known = outcome == null ? null : AmqpNames.composite(outcome);
            final AmqpValue error = known == null ? null : value(known, "error");
            final AmqpComposite why = error == null ? null : AmqpNames.composite(error);
            if (why == null || !"error".equals(why.name()))
            {
                return null;
            }
            final String text = why.getText("description");
            return why.getText("condition") + (text == null ? "" : ": " + text);
        }

        /** How long the first delivery waited for its outcome, in microseconds; -1 if that is not known. */
        public long latency(final long time)
        {
            return delivery == null ? -1 : Times.between(delivery.time(), time);
        }
    }

    private static final class Session
    {
        /** -1 while it is not known. */
        private int peer = -1;
        /** How often it has begun or ended. */
        private int begun;
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
    public @Nullable Event on(final Source source, final AmqpFrameTree frame, final long time)
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
            case "attach" -> attach(source, event, time);
            case "transfer" -> transfer(source, event, time);
            case "flow" -> flow(source, event, time);
            case "detach" -> detach(source, event);
            case "end" -> end(source, event);
            case "close" -> closed.put(source.stream() >> 1, true);
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
        session.begun++;
        session.peer = (int)event.fields().getLong("remote-channel", -1);
        if (session.peer >= 0)
        {
            session(source.stream() ^ 1, session.peer).peer = event.channel;
        }
    }

    private void end(final Source source, final Event event)
    {
        final Session session = sessions.get(sessionKey(source.stream(), event.channel));
        final Session peer = session == null || session.peer < 0 ? null
            : sessions.get(sessionKey(source.stream() ^ 1, session.peer));
        for (final Session each : new Session[] {session, peer})
        {
            if (each != null)
            {
                each.begun++;
            }
        }
    }

    /**
     * The end that answers an attach repeats source and target of the other one, which are the client's and the node's; the address of
     * a link is that which its first end tells, unless the other one has made the node.
     */
    private void attach(final Source source, final Event event, final long time)
    {
        final boolean sender = !event.fields().getBoolean("role", false);
        final String from = address(event.fields(), "source");
        final String to = address(event.fields(), "target");
        final String address = sender ? to != null ? to : from : from != null ? from : to;
        final String name = Objects.requireNonNull(event.fields().getText("name"));
        final LinkState told = names.get(nameKey(source.stream() ^ 1, name, !sender));
        final LinkState state = told == null ? new LinkState(name, sender ? source.stream() : source.stream() ^ 1,
            source.connection() == null || sender ? source.connection()
                : Ends.of(source.connection()).reverse().toString())
            : told;
        state.address = state.address == null ? address : state.address;
        if (sender)
        {
            state.sent(event.fields().getLong("initial-delivery-count", 0), time);
        }
        names.put(nameKey(source.stream(), name, sender), state);
        event.link = new Link(sender, state, session(source.stream(), event.channel));
        links.put(linkKey(source, event, event.fields().getLong("handle", 0)), event.link);
    }

    private NameKey nameKey(final long stream, final String name, final boolean sender)
    {
        return new NameKey(stream, losses.getOrDefault(stream, 0), name, sender);
    }

    private void detach(final Source source, final Event event)
    {
        event.link = link(source, event);
        if (event.link != null)
        {
            final LinkState state = event.link.state;
            state.ended = true;
            names.remove(nameKey(state.sender, state.name, true));
            names.remove(nameKey(state.sender ^ 1, state.name, false));
        }
    }

    private void flow(final Source source, final Event event, final long time)
    {
        event.link = link(source, event);
        if (event.link == null)
        {
            return;
        }
        final LinkState state = event.link.state;
        final long count = event.fields().getLong("delivery-count", -1);
        if (!event.link.sender)
        {
            state.credit(count, event.fields().getLong("link-credit", 0), time);
            return;
        }
        state.available = event.fields().getLong("available", -1);
        if (count >= 0)
        {
            state.sent(count, time);
        }
    }

    /**
     * The open links whose senders have to wait for credit, as far as they are known.
     *
     * @return each link once, those that wait longest first.
     */
    public List<Stuck> stuck()
    {
        final List<Stuck> stuck = new ArrayList<>();
        links.forEach((key, link) -> {
            final LinkState state = link.state;
            if (link.sender && link.isOpen() && state.isStuck() && state.connection != null && !closed.containsKey(key
                .stream() >> 1))
            {
                stuck.add(new Stuck(state.name, state.address, state.connection, state.exhausted, state.deliveries,
                    state.available));
            }
        });
        stuck.sort(Comparator.comparingLong(Stuck::since));
        return stuck;
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
        final boolean aborted = event.fields().getBoolean("aborted", false);
        event.state = aborted ? "aborted" : null;
        if (event.deliveryId < 0)
        {
            abort(source, event, aborted && event.link != null ? event.link.state.last : -1);
            return;
        }
        final Session session = session(source.stream(), event.channel);
        final boolean settled = event.fields().getBoolean("settled", false);
        final boolean later = session.last < 0 || (int)(event.deliveryId - session.last) > 0;
        event.first = !session.deliveries.containsKey(event.deliveryId) && (later || !settled);
        session.last = later ? event.deliveryId : session.last;
        if (event.first && event.link != null)
        {
            event.link.state.delivery(event.deliveryId, time);
        }
        if (aborted)
        {
            abort(source, event, event.deliveryId);
        }
        else if (event.first && !settled)
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

    /** Who aborts a delivery has settled it (2.7.5). */
    private void abort(final Source source, final Event event, final long id)
    {
        final Session session = id < 0 ? null : sessions.get(sessionKey(source.stream(), event.channel));
        if (session != null && session.deliveries.remove(id) != null)
        {
            waiting--;
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
