package io.skim.scan;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The reason and the offset of a refusal. A scanner or splitter owns one and reuses it, so to refuse hostile input costs no
 * more than to accept it.
 */
public final class Fault
{
    /** Numbers of scans are taken in blocks of 65,535, so that scanners rarely meet at the counter that they share. */
    private static final int BLOCK_BITS = 16;
    private static final long LAST_OF_BLOCK = (1L << BLOCK_BITS) - 1;
    private static final AtomicLong BLOCKS = new AtomicLong();

    private long scan;
    private long abandoned;
    private @Nullable Reason reason;
    private long offset;
    private long claimed;
    private long available;

    /** Makes an absent fault. */
    public Fault()
    {
    }

    /** See {@code Faults.at}. */
    int at(final long offset, final Reason reason, final long claimed, final long available)
    {
        this.offset = offset;
        this.reason = reason;
        this.claimed = claimed;
        this.available = available;
        return -1;
    }

    /** Makes the fault absent. */
    void reset()
    {
        if (reason != null)
        {
            reason = null;
            offset = 0;
            claimed = 0;
            available = 0;
        }
    }

    /** See {@code Faults.begin}. */
    long begin()
    {
        reset();
        final long next = scan + 1 & LAST_OF_BLOCK;
        scan = next <= 1 ? BLOCKS.incrementAndGet() << BLOCK_BITS | 1 : scan + 1;
        return scan;
    }

    /** See {@code Faults.end}. */
    void end(final boolean told)
    {
        if (!told)
        {
            abandoned = scan;
        }
    }

    /**
     * The number of the scan to which this fault belongs: the scan in progress, or the last one.
     *
     * @return a number that grows with each scan of one scanner, and that no scan of another scanner has; 0 before the first
     *     scan, and for a fault that does not belong to a scanner.
     * @see ScanTracker
     */
    public long scan()
    {
        return scan;
    }

    /**
     * The number of the last scan that ended because a handler threw.
     *
     * @return the number; 0 if there was none.
     * @see ScanTracker
     */
    public long abandoned()
    {
        return abandoned;
    }

    /** {@return whether there is a fault; false unless the last scan ended as malformed} */
    public boolean isPresent()
    {
        return reason != null;
    }

    /** {@return the stable reason; null if the fault is absent} */
    public @Nullable Reason reason()
    {
        return reason;
    }

    /**
     * {@return the place of the fault, in bytes from the start of the frame (for a splitter: from the start of the stream)}
     */
    public long offset()
    {
        return offset;
    }

    /** {@return the number that the input claimed or had, in the unit that {@link Reason} documents} */
    public long claimed()
    {
        return claimed;
    }

    /** {@return the number that was available or is allowed, in the unit that {@link Reason} documents} */
    public long available()
    {
        return available;
    }

    /** {@return a sentence for people, with the two numbers; empty if the fault is absent} Allocates. */
    public String toMessage()
    {
        return reason == null ? "" : reason.toMessage(claimed, available);
    }

    /**
     * An exception for tools and tests. No scan throws it. Allocates.
     *
     * @return an exception with this fault's reason, offset and numbers.
     * @throws IllegalStateException if the fault is absent.
     */
    public MalformedFrameException toException()
    {
        if (reason == null)
        {
            throw new IllegalStateException("no fault: the last scan did not end as MALFORMED");
        }
        return new MalformedFrameException(this, reason);
    }

    /** {@return the reason, offset and message, for people} Allocates. */
    @Override
    public String toString()
    {
        return reason == null ? "no fault" : reason + " at " + offset + ": " + toMessage();
    }
}
