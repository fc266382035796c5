package io.skim.command;

import io.skim.store.capture.CaptureReader;
import org.jspecify.annotations.Nullable;

/**
 * What both ends of an AMQP link have told of it: where it leads, and how many deliveries the receiver still takes.
 *
 * @see "AMQP 1.0, part 2, 2.6.7: flow control"
 */
final class LinkState
{
    final String name;
    /** Null while it was not told. */
    @Nullable
    String address;
    /** The stream of the end that sends. */
    final long sender;
    /** The direction of the connection in which deliveries go; null in a file of frames. */
    final @Nullable String connection;
    /** How many have begun. */
    long deliveries;
    /** Of the last one whose first transfer was seen; -1 before. */
    long last = -1;
    /** How many messages wait at the sender, as it told last; -1 if it did not. */
    long available = -1;
    /** When the last credit was used up, or the link began without; {@link CaptureReader#NO_TIME} if there is some, or it is not known. */
    long exhausted = CaptureReader.NO_TIME;
    boolean ended;

    /** The sender's delivery-count, a serial number; unknown before its attach or flow. */
    private int sent;
    private boolean knowsSent;
    /** The delivery-count from which on the receiver takes no more. */
    private int limit;
    private boolean knowsLimit;

    LinkState(final String name, final long sender, final @Nullable String connection)
    {
        this.name = name;
        this.sender = sender;
        this.connection = connection;
    }

    /** Takes the delivery-count of the sender, from its attach or a flow. */
    void sent(final long count, final long time)
    {
        sent = (int)count;
        knowsSent = true;
        // A link begins without credit.
        limit = knowsLimit ? limit : sent;
        knowsLimit = true;
        look(time);
    }

    /** Takes a flow of the receiver: how many deliveries it has seen (-1 if it does not know), and how many more it takes. */
    void credit(final long count, final long credit, final long time)
    {
        if (count >= 0 || knowsSent)
        {
            limit = (int)((count >= 0 ? count : sent) + credit);
            knowsLimit = true;
            look(time);
        }
    }

    /** Takes the first transfer of a delivery. */
    void delivery(final long id, final long time)
    {
        last = id;
        deliveries++;
        sent++;
        look(time);
    }

    private void look(final long time)
    {
        final boolean none = knowsSent && knowsLimit && limit - sent <= 0;
        if (!none)
        {
            exhausted = CaptureReader.NO_TIME;
        }
        else if (exhausted == CaptureReader.NO_TIME)
        {
            exhausted = time;
        }
    }

    /** Whether the sender has to wait for credit. */
    boolean isStuck()
    {
        return !ended && exhausted != CaptureReader.NO_TIME;
    }
}
