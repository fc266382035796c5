package io.skim.handlers.route;

import io.skim.scan.Interest;
import java.util.Objects;

/**
 * The table in force, shared by the routers of all threads, and the one before it. A table is exchanged by one volatile
 * write: each frame is routed by the old table or by the new one, never by parts of both.
 *
 * <pre>
 * Routes&lt;String, RemotingInterest&gt; routes = new Routes&lt;&gt;(read(file));
 *
 * routes.replace(read(file));                  // a bad file throws in read: what was in force stays in force
 * routes.rollBack();                           // a table that compiles and is wrong all the same
 * </pre>
 *
 * Safe for use by many threads.
 *
 * @param <T> the type of the targets.
 * @param <I> what the rules read of a frame is declared by: the tables are all for one kind of frames.
 */
public final class Routes<T, I extends Interest>
{
    private volatile RouteTable<T, I> table;
    /** Guarded by this. */
    private RouteTable<T, I> previous;

    /**
     * Puts the first table in force.
     *
     * @param table to begin with.
     */
    public Routes(final RouteTable<T, I> table)
    {
        this.table = Objects.requireNonNull(table, "table");
    }

    /**
     * The table in force.
     *
     * @return the table that the next frame is routed by.
     */
    public RouteTable<T, I> table()
    {
        return table;
    }

    /**
     * Puts another table in force, and keeps the one that was for {@link #rollBack}.
     *
     * @param next to route by from now on.
     * @return the table that was in force.
     */
    public synchronized RouteTable<T, I> replace(final RouteTable<T, I> next)
    {
        previous = table;
        table = Objects.requireNonNull(next, "next");
        return previous;
    }

    /**
     * Puts the table in force again that was before the last {@link #replace}. Only the last one can be undone.
     *
     * @return the table that is taken back.
     * @throws IllegalStateException if there is none to go back to; then nothing has changed.
     */
    public synchronized RouteTable<T, I> rollBack()
    {
        if (previous == null)
        {
            throw new IllegalStateException("there is no table to go back to: call replace first");
        }
        final RouteTable<T, I> refused = table;
        table = previous;
        previous = null;
        return refused;
    }
}
