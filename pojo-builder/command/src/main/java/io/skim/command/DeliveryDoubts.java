package io.skim.command;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * After a loss, decides whether a transfer starts a delivery. The transfer itself does not say so: senders repeat number
 * and tag in every transfer.
 * <p>
 * A delivery has begun behind the loss if its session or its link has; if a payload begins with a header section: it is taken as the first of its
 * delivery, for a message has that section only at its beginning. A body that contains an encoded message can look like
 * that, where a transfer begins with the inner one. A delivery has also begun there if its link has shown another one
 * before, since those of a link follow one another; or if its number is above that of one that has begun so, since a
 * session numbers deliveries as they begin.
 */
final class DeliveryDoubts
{
    /** In bytes, what a session and a link take, about. */
    private static final int OVERHEAD = 128;

    private final Map<Integer, Session> sessions = new HashMap<>();
    private long links;

    /** What is known of a transfer. */
    enum Verdict
    {
        /** It is the first of its delivery. */
        BEGUN,
        /** It may not be, and its delivery was not seen before. */
        DOUBTED,
        /** It goes on with one that is in doubt. */
        KNOWN
    }

    /** One of those that were seen. */
    private static final class Session
    {
        /** Of each link with one, the number of the delivery that is in doubt; -1 if not even that is known. */
        private final Map<Long, Long> doubted = new HashMap<>();
        /** The links that have begun there. */
        private final Set<Long> attached = new HashSet<>();
        /** Of the last delivery that has begun behind the loss. */
        private int begun;
        private boolean anyBegun;
        /** Whether the session has begun there itself. */
        private boolean whole;
    }

    /**
     * Tells of a transfer to a link without an open delivery.
     *
     * @param channel of the session.
     * @param handle  of the link.
     * @param id      the delivery's number, -1 if the transfer does not tell it: then it is not the first.
     * @param header  whether its payload begins with a message's header.
     */
    Verdict transfer(final int channel, final long handle, final long id, final boolean header)
    {
        final Session session = sessions.computeIfAbsent(channel, key -> new Session());
        final boolean attached = session.attached.contains(handle);
        // A transfer to a link that is known from its beginning needs a number: who gathers it refuses it.
        if (session.whole || attached && id < 0)
        {
            return Verdict.BEGUN;
        }
        final Long before = session.doubted.get(handle);
        final boolean another = before != null && before >= 0 && id >= 0 && before != id;
        if (id >= 0 && (attached || header || another || session.anyBegun && (int)id - session.begun > 0))
        {
            session.begun = (int)id;
            session.anyBegun = true;
            links -= session.doubted.remove(handle) == null ? 0 : 1;
            return Verdict.BEGUN;
        }
        if (before != null && (id < 0 || before == id))
        {
            return Verdict.KNOWN;
        }
        links += session.doubted.put(handle, id) == null ? 1 : 0;
        return Verdict.DOUBTED;
    }

    /** A session begins on a channel. */
    void beginSession(final int channel)
    {
        final Session session = sessions.computeIfAbsent(channel, key -> new Session());
        links -= session.doubted.size() + session.attached.size();
        session.doubted.clear();
        session.attached.clear();
        session.whole = true;
    }

    /** A link begins: none of its deliveries has begun before. */
    void beginLink(final int channel, final long handle)
    {
        final Session session = sessions.computeIfAbsent(channel, key -> new Session());
        if (!session.whole)
        {
            links -= session.doubted.remove(handle) == null ? 0 : 1;
            links += session.attached.add(handle) ? 1 : 0;
        }
    }

    /** In bytes of memory. */
    long held()
    {
        return (sessions.size() + links) * OVERHEAD;
    }
}
