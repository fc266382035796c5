package io.skim.scan.spi;

import org.jspecify.annotations.Nullable;

/**
 * The loops of one interest, by the class of the handler. An interest keeps only its first few loops, because it mostly belongs
 * to one class of handler.
 *
 * @param <T> the encoding's own type of loop, a class rather than an interface.
 */
public final class LoopCache<T>
{
    private static final int MAX_KNOWN = 4;

    private final LoopFactory<T> factory;
    /** The entry added last. The entries that it links to never change, so a racy read is correct. */
    private @Nullable Known last;
    /** The first entry, which takes one load less. */
    private Known first = new Known(null, null, null);

    /** A class of handler and its loop. The fields are final, so every thread that sees the object sees their values. */
    private static final class Known
    {
        final @Nullable Class<?> handler;
        final @Nullable Object loop;
        final @Nullable Known before;
        final int count;

        Known(final @Nullable Class<?> handler, final @Nullable Object loop, final @Nullable Known before)
        {
            this.handler = handler;
            this.loop = loop;
            this.before = before;
            count = before == null ? 1 : before.count + 1;
        }
    }

    /**
     * Makes a cache.
     *
     * @param factory of the encoding's loops.
     */
    public LoopCache(final LoopFactory<T> factory)
    {
        this.factory = factory;
    }

    /**
     * The loop for a class of handler.
     *
     * @param handler the class.
     * @return the loop; the same for the same class.
     */
    @SuppressWarnings({"unchecked", "NullAway"}) // a known class has a loop
    public T loopFor(final Class<?> handler)
    {
        final Known nearest = first;
        return nearest.handler == handler ? (T)nearest.loop : find(handler);
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // a known class has a loop
    private T find(final Class<?> handler)
    {
        final Known newest = last;
        for (Known one = newest; one != null; one = one.before)
        {
            if (one.handler == handler)
            {
                return (T)one.loop;
            }
        }
        final T loop = factory.loopFor(handler);
        if (newest == null || newest.count < MAX_KNOWN)
        {
            final Known added = new Known(handler, loop, newest);
            if (newest == null)
            {
                // Never a store of what was read: it could bring back an older value over another thread's.
                first = added;
            }
            last = added;
        }
        return loop;
    }
}
