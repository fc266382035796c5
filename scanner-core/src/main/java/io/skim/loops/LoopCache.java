package io.skim.loops;

import java.util.Arrays;

/**
 * The loops that the handlers of one interest have run in: an interest remembers its first few, since it mostly belongs
 * to one class of handler.
 *
 * @param <T> the encoding's own type of loop, a class rather than an interface.
 */
public final class LoopCache<T>
{
    private static final int MAX_KNOWN = 4;

    private final LoopFactory<T> factory;
    /** Replaced as a whole, never changed, so that a racy read is a good one; it grows to its limit and no further. */
    private Known[] known = {};
    /** The first of them, nearer by. */
    private Known first = new Known(null, null);

    /** A class of handler and its loop. */
    private static final class Known
    {
        final Class<?> handler;
        final Object loop;

        Known(final Class<?> handler, final Object loop)
        {
            this.handler = handler;
            this.loop = loop;
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
    @SuppressWarnings("unchecked")
    public T loopFor(final Class<?> handler)
    {
        final Known nearest = first;
        return nearest.handler == handler ? (T)nearest.loop : find(handler);
    }

    @SuppressWarnings("unchecked")
    private T find(final Class<?> handler)
    {
        final Known[] all = known;
        for (final Known one : all)
        {
            if (one.handler == handler)
            {
                return (T)one.loop;
            }
        }
        final T loop = factory.loopFor(handler);
        if (all.length < MAX_KNOWN)
        {
            final Known[] more = Arrays.copyOf(all, all.length + 1);
            more[all.length] = new Known(handler, loop);
            first = more[0];
            known = more;
        }
        return loop;
    }
}
