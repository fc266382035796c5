package io.skim.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The requests of one client, or the responses to it, that are held back for a time. Nothing else bounds them: here they have at most
 * {@value #MOST_BYTES} bytes. One event loop.
 */
final class HeldFrames
{
    static final int MOST_BYTES = 1 << 22;
    /** What a frame takes besides its own bytes, about. */
    private static final int OWN_BYTES = 256;

    private final Channel client;
    private final RemotingProxyEvents events;
    /** Made for the first one: most clients have none. */
    private Set<Held> frames = Collections.emptySet();
    private long heldBytes;

    HeldFrames(final Channel client, final RemotingProxyEvents events)
    {
        this.client = client;
        this.events = events;
    }

    /** A frame that waits. */
    private final class Held implements Runnable
    {
        private final ByteBuf frame;
        /** What is counted of it. */
        private final int bytes;
        private final Consumer<ByteBuf> sender;
        private final Future<?> end;

        Held(final ByteBuf frame, final int bytes, final long nanos, final Consumer<ByteBuf> sender)
        {
            this.frame = frame;
            this.bytes = bytes;
            this.sender = sender;
            heldBytes += bytes;
            end = client.eventLoop().schedule(this, nanos, TimeUnit.NANOSECONDS);
        }

        @Override
        public void run()
        {
            if (!frames.remove(this))
            {
                // It was discarded.
                return;
            }
            heldBytes -= bytes;
            sender.accept(frame);
        }

        void discard()
        {
            end.cancel(false);
            frame.release();
        }
    }

    /**
     * Holds a frame back, unless too much is held already.
     *
     * @param frame  the sender's, when the time has passed; released before, if the connection ends.
     * @param nanos  in nanoseconds.
     * @param sender of the frame.
     * @return whether it is held; if not, the frame is the caller's.
     */
    boolean hold(final ByteBuf frame, final long nanos, final Consumer<ByteBuf> sender)
    {
        final int length = frame.readableBytes();
        if (length > MOST_BYTES - OWN_BYTES - heldBytes)
        {
            return false;
        }
        // A slice would keep all that was received with it.
        final ByteBuf copy = client.alloc().buffer(length).writeBytes(frame);
        frame.release();
        if (frames.isEmpty())
        {
            frames = new HashSet<>();
        }
        frames.add(new Held(copy, length + OWN_BYTES, nanos, sender));
        events.onDelayed(client);
        return true;
    }

    boolean isEmpty()
    {
        return frames.isEmpty();
    }

    /** Releases all frames, unsent. */
    void discard()
    {
        frames.forEach(Held::discard);
        frames = Collections.emptySet();
        heldBytes = 0;
    }
}
