package io.skim.netty;

import io.netty.channel.Channel;
import io.skim.handlers.patch.HeaderPatch;
import io.skim.scan.FrameView;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A delivery on its way through a proxy, and what the filter decides about it. An event loop has one such object for all of its
 * connections: it is valid during the call that it is given to.
 * <p>
 * Of a delivery of several transfers the {@link #message()} is the head alone: the sections in front of the body, as soon as they have
 * arrived. A patch may change all of it.
 */
public final class AmqpDelivery
{
    /** What becomes of a delivery. */
    public enum Decision
    {
        /** It goes on, perhaps with a patch. */
        PASS,
        /** The sender is told that it is rejected, and the receiver that it is aborted. */
        REJECT,
        /** The receiver is told that it is aborted, and the sender nothing. */
        DROP,
        /** The connection is closed. */
        CLOSE
    }

    private final FrameView message;
    @SuppressWarnings("NullAway.Init") // begin sets it
    private Channel client;
    @SuppressWarnings("NullAway.Init") // begin sets it
    private AmqpLink link;
    private boolean whole;
    private boolean readable;
    private boolean refused;
    private long deliveryId;
    private boolean settled;
    private boolean transactional;
    private Decision decision = Decision.PASS;
    private @Nullable HeaderPatch patch;
    private @Nullable String condition;
    private @Nullable String description;
    private long delay;

    AmqpDelivery(final FrameView message)
    {
        this.message = message;
    }

    /** Begins a delivery, whose message is wrapped. */
    AmqpDelivery begin(final Channel newClient, final AmqpLink newLink, final boolean isWhole, final boolean isReadable)
    {
        client = newClient;
        link = newLink;
        whole = isWhole;
        readable = isReadable;
        refused = false;
        deliveryId = newLink.deliveryId;
        settled = newLink.settled;
        transactional = newLink.transaction != null;
        decision = Decision.PASS;
        patch = null;
        condition = null;
        description = null;
        delay = 0;
        return this;
    }

    @SuppressWarnings("NullAway") // no reads until begin
    void end()
    {
        client = null;
        link = null;
        patch = null;
        message.reset();
    }

    /** {@return the channel of the client} */
    public Channel client()
    {
        return client;
    }

    /** {@return the link, as the sender has attached it} */
    public AmqpLink link()
    {
        return link;
    }

    /** {@return the message if {@link #isWhole()}, else its head: the sections in front of its body} */
    public FrameView message()
    {
        return message;
    }

    /** {@return whether all of the message is there, because it came in one transfer} */
    public boolean isWhole()
    {
        return whole;
    }

    /** {@return whether the message can be read; if not, it is empty: see {@link AmqpFilter#takesUnreadable}} */
    public boolean isReadable()
    {
        return readable;
    }

    /**
     * Leaves the delivery to the proxy's policy for refused ones, because the filter would have to read it, or to change it.
     *
     * @throws IllegalStateException if the message can be read.
     */
    public void refuse()
    {
        if (readable)
        {
            throw new IllegalStateException("the message can be read");
        }
        refused = true;
    }

    /** Whether it is left to the policy; so is one that is to be changed and cannot be read. */
    boolean isRefused()
    {
        return refused || !readable && patch != null;
    }

    /** {@return the delivery-id, a uint} */
    public long deliveryId()
    {
        return deliveryId;
    }

    /** {@return whether the sender regards it as settled: it will not learn of a rejection} */
    public boolean isSettled()
    {
        return settled;
    }

    /** {@return whether it is sent in a transaction} */
    public boolean isTransactional()
    {
        return transactional;
    }

    /**
     * Lets the delivery pass with a patch of its {@link #message()}. A patch that is not ready, and one for which the frame has no
     * room, are subject to the proxy's policy.
     *
     * @param newPatch of the message; it must not change before the filter returns.
     */
    public void patch(final HeaderPatch newPatch)
    {
        patch = Objects.requireNonNull(newPatch, "patch");
    }

    /**
     * Rejects the delivery: its sender gets a disposition, and its receiver an aborted transfer. Brokers take that (Artemis, with
     * deliveries beyond its credit), but not all clients do: a consumer of Qpid JMS 2.7 receives nothing more on a link after one. So
     * reject deliveries to a client only if it is known to take aborted transfers.
     *
     * @param newCondition   an error condition, a symbol: {@code amqp:not-allowed}.
     * @param newDescription for people; null for none.
     * @throws IllegalArgumentException if the condition is not ASCII.
     */
    public void reject(final String newCondition, final @Nullable String newDescription)
    {
        decide(Decision.REJECT, newCondition, newDescription);
    }

    /**
     * Drops the delivery: its receiver gets an aborted transfer, as of a rejected one. Its sender learns nothing, and waits for an
     * outcome unless it has settled the delivery. For tests.
     */
    public void drop()
    {
        decision = Decision.DROP;
        condition = null;
        description = null;
    }

    /**
     * Lets a delivery of the client wait before it passes. All that the client sends behind it waits too, on all of its sessions,
     * heartbeats included, and the client is not read until then: keep the time below the broker's idle time-out. For tests.
     *
     * @param nanos the time in nanoseconds.
     * @throws IllegalStateException for a delivery of the broker.
     */
    public void delay(final long nanos)
    {
        if (!link.isFromClient())
        {
            throw new IllegalStateException("only deliveries of a client can be delayed");
        }
        delay = nanos;
    }

    long delayNanos()
    {
        return delay;
    }

    /**
     * Closes the connection.
     *
     * @param newCondition   an error condition, a symbol: {@code amqp:unauthorized-access}.
     * @param newDescription for people; null for none.
     * @throws IllegalArgumentException if the condition is not ASCII.
     */
    public void close(final String newCondition, final @Nullable String newDescription)
    {
        decide(Decision.CLOSE, newCondition, newDescription);
    }

    private void decide(final Decision newDecision, final String newCondition, final @Nullable String newDescription)
    {
        if (!StandardCharsets.US_ASCII.newEncoder().canEncode(newCondition))
        {
            throw new IllegalArgumentException("a condition is ASCII, not '" + newCondition + "'");
        }
        decision = newDecision;
        condition = newCondition;
        description = newDescription;
    }

    /** {@return what was decided} */
    public Decision decision()
    {
        return decision;
    }

    /** {@return the condition of a rejected delivery; null if it passes or is dropped} */
    public @Nullable String condition()
    {
        return condition;
    }

    /** For people; null if there is none. */
    @Nullable
    String description()
    {
        return description;
    }

    /** Of the message; null to leave it as it is. */
    @Nullable
    HeaderPatch patch()
    {
        return patch;
    }
}
