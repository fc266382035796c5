package io.skim.netty;

import java.util.BitSet;

/**
 * The deliveries of a session that have passed on whole, and that neither end has settled. Their ids follow each other; of ids that are
 * far apart only the last ones are known.
 */
final class AmqpUnsettled
{
    /** How many ids are looked at, the settled ones between them too: a bit each, because a peer may have many sessions. */
    private static final int MOST = 1 << 14;
    /** How many ids before the first one may still come: of deliveries that began before it and end after it, on other links. */
    private static final int EARLIER = 256;

    /** By their distances from the base: ids are serial numbers, which wrap around. */
    private BitSet ids = new BitSet(0);
    private int base;

    void add(final long delivery)
    {
        final int id = (int)delivery;
        if (ids.isEmpty())
        {
            base = id - EARLIER;
        }
        if (id - base >= MOST)
        {
            moveBase(id - base);
        }
        final int at = id - base;
        if (at >= 0)
        {
            ids.set(at);
        }
    }

    /** Forgets what is far before a distance, so that it is followed by room for as many ids more. */
    private void moveBase(final int at)
    {
        final int oldest = ids.nextSetBit(Math.min(at - MOST / 2, MOST));
        final int from = oldest < 0 ? at - EARLIER : oldest;
        ids = ids.get(Math.min(from, MOST), MOST);
        base += from;
    }

    /** One of the two ends has settled these. */
    void settle(final AmqpDisposition disposition)
    {
        final long from = (int)disposition.first - base;
        final long to = from + disposition.count();
        if (from < MOST && to > 0)
        {
            ids.clear((int)Math.max(0, from), (int)Math.min(MOST, to));
        }
    }

    boolean isEmpty()
    {
        return ids.isEmpty();
    }

    void clear()
    {
        ids.clear();
    }
}
