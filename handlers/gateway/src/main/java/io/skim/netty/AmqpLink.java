package io.skim.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.skim.scan.amqp.DeliverySections;
import org.jspecify.annotations.Nullable;

/**
 * A link, as one of its two ends has attached it: by channel and handle, until it is detached. What an attach says before the proxy's
 * edits.
 */
public final class AmqpLink
{
    /** What comes of the delivery in progress. */
    enum State
    {
        /** There is none. */
        NONE,
        /** Its head has not arrived. */
        UNDECIDED,
        /** Its transfers pass on, the first one perhaps with another head. */
        PASSING,
        /** Its transfers go on without payloads, and the last one is aborted. */
        REJECTED
    }

    private static final int[] NO_OFFSETS = {};

    private final boolean fromClient;
    private final int channel;
    private final long handle;
    private final String name;
    private final boolean sender;
    private final @Nullable String source;
    private final @Nullable String target;
    private final boolean coordinator;
    /** Whether the filter looks at its deliveries. */
    boolean read;

    State state = State.NONE;
    long deliveryId;
    boolean settled;
    private @Nullable DeliverySections sections;
    /** Of a delivery of several transfers: how many of them its {@link #sections} know that have not passed on. */
    boolean followed;
    int known;
    /** Payloads of held transfers; null if there are none. */
    @Nullable
    CompositeByteBuf gathered;
    /** Where these begin in their frames; empty if there are none. */
    int[] offsets = NO_OFFSETS;
    /** What takes the place of the first bytes of the payloads, and of how many; null if none is to be put in. */
    @Nullable
    ByteBuf head;
    int replaced;
    /** How many more bytes there will be in all payloads that are left. */
    int growth;
    /** Of a rejected delivery, to tell its sender; null for none. */
    @Nullable
    String condition;
    @Nullable
    String description;
    /** The transaction of a delivery; null if there is none. */
    byte @Nullable [] transaction;

    AmqpLink(final boolean fromClient, final int channel, final long handle, final AmqpAttach attach)
    {
        this.fromClient = fromClient;
        this.channel = channel;
        this.handle = handle;
        name = attach.name;
        sender = attach.sender;
        source = attach.source;
        target = attach.target;
        coordinator = attach.coordinator;
    }

    /** {@return whether the client has attached this end, and not the broker} */
    public boolean isFromClient()
    {
        return fromClient;
    }

    /** {@return whether this end sends deliveries} */
    public boolean isSender()
    {
        return sender;
    }

    /** {@return the channel on which this end sends, from 0 to 65,535} */
    public int channel()
    {
        return channel;
    }

    /** {@return the handle that this end has given to the link, a uint} */
    public long handle()
    {
        return handle;
    }

    /** {@return the name of the link} */
    public String name()
    {
        return name;
    }

    /** {@return the address of the source; null if there is none, or it is no string} */
    public @Nullable String source()
    {
        return source;
    }

    /** {@return the address of the target; null if there is none, as for a sender that states it in each message} */
    public @Nullable String target()
    {
        return target;
    }

    /** {@return whether the target coordinates transactions: its deliveries are no messages} */
    public boolean isCoordinator()
    {
        return coordinator;
    }

    /** The length of its texts, in characters. */
    int textLength()
    {
        return name.length() + (source == null ? 0 : source.length()) + (target == null ? 0 : target.length());
    }

    /** What follows the sections of a delivery of several transfers. */
    DeliverySections sections()
    {
        if (sections == null)
        {
            sections = new DeliverySections();
        }
        return sections;
    }

    /**
     * How much of a new head a transfer carries: as much as it had of the old one, and what the new one has more as far as there is
     * room. The rest of its payload stays in it.
     *
     * @param left     of the new head.
     * @param payload  of the transfer.
     * @param replaced bytes that are left of the old head.
     * @param more     bytes that the new head has beyond those.
     * @param room     for the payload.
     */
    static int share(final int left, final int payload, final int replaced, final int more, final long room)
    {
        final int skipped = Math.min(replaced, payload);
        return (int)Math.min(left, Math.max(0, Math.min(room - (payload - skipped), skipped + more)));
    }

    void releaseGathered()
    {
        offsets = NO_OFFSETS;
        if (gathered != null)
        {
            gathered.release();
            gathered = null;
        }
    }

    /** Ends the delivery in progress, and releases what it holds. */
    void end()
    {
        releaseGathered();
        if (head != null)
        {
            head.release();
            head = null;
        }
        state = State.NONE;
        transaction = null;
        condition = null;
        description = null;
        known = 0;
        followed = false;
    }

    @Override
    public String toString()
    {
        return name + (sender ? " from " : " to ") + (fromClient ? "client" : "broker") + ", " + source + " -> "
            + (coordinator
                ? "coordinator"
                : target);
    }
}
