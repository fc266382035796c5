package io.skim.netty;

import io.netty.buffer.ByteBuf;
import io.netty.util.collection.LongObjectHashMap;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** A session, as one of its two ends has begun it: its links, and the frames that wait for the head of a delivery. */
final class AmqpSession
{
    static final int NONE = -1;

    /** The channel of the other end; {@link #NONE} until it has begun too. */
    int peerChannel = NONE;
    /** The id of this end's first transfer, a serial number, and that of the next one. Those that wait are counted. */
    final int firstId;
    int nextId;
    /** How many transfers this end takes, from the {@link #expected} one on. */
    long window;
    /** The id of the transfer that this end expects next; {@link #NONE} until it has had to say that. */
    long expected = NONE;
    /** What this end has sent, from its first transfer on. */
    final AmqpUnsettled unsettled = new AmqpUnsettled();
    /** By handle. */
    final LongObjectHashMap<AmqpLink> links = new LongObjectHashMap<>(4);
    /** The link whose delivery is undecided; null if there is none. */
    @Nullable
    AmqpLink waiting;
    private @Nullable ArrayDeque<ByteBuf> held;

    AmqpSession(final int firstId)
    {
        this.firstId = firstId;
        nextId = firstId;
    }

    /** Whether this end may send no transfer until the other one takes more. */
    boolean isAtEnd(final @Nullable AmqpSession receiver)
    {
        return receiver != null
            && receiver.window - (nextId - (int)(receiver.expected < 0 ? firstId : receiver.expected)) <= 0;
    }

    /** The frames since that delivery began, in order, each retained. */
    ArrayDeque<ByteBuf> held()
    {
        if (held == null)
        {
            held = new ArrayDeque<>();
        }
        return held;
    }

    /** Whether a link is left by which this end sends, or one by which it receives. */
    boolean hasLinks(final boolean sender)
    {
        for (final AmqpLink link : links.values())
        {
            if (link.isSender() == sender)
            {
                return true;
            }
        }
        return false;
    }

    /** Releases all that is held; returns how many bytes that were. */
    int release()
    {
        int released = 0;
        waiting = null;
        while (held != null && !held.isEmpty())
        {
            final ByteBuf frame = held.poll();
            released += frame.readableBytes();
            frame.release();
        }
        for (final AmqpLink link : links.values())
        {
            link.end();
        }
        links.clear();
        return released;
    }
}
