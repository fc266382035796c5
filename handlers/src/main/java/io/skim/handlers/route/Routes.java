package io.skim.handlers.route;

import io.skim.scan.Interest;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The current table, shared by the routers of all threads, and the one before it. A table is replaced by one volatile
 * write: each frame is routed by the old table or by the new one, never by parts of both.
 *
 * <pre>
 * Routes&lt;String, RemotingInterest&gt; routes = new Routes&lt;&gt;(read(file));
 *
 * routes.replace(read(file));                  // if read throws, the current table stays in force
 * routes.rollBack();                           // for a table that compiles, but is wrong
 * </pre>
 *
 * Safe for use by many threads.
 *
 * @param <T> the type of the targets.
 * @param <I> the interest that declares the rules' values; all tables are for one kind of frames.
 */
public final class Routes<T, I extends Interest>
{
    private volatile RouteTable<T, I> table;
    /** Guarded by {@code this}. */
    private @Nullable RouteTable<T, I> previous;

    /**
     * Makes routes with a first table.
     *
     * @param table to begin with.
     */
    public Routes(final RouteTable<T, I> table)
    {
        this.table = Objects.requireNonNull(table, "table");
    }

    /** {@return the current table, for the next frame} */
    public RouteTable<T, I> table()
    {
        return table;
    }

    /**
     * Makes another table current, and keeps the previous one for {@link #rollBack}.
     *
     * @param next for the same kind of frames.
     * @return the previous table.
     */
    public synchronized RouteTable<T, I> replace(final RouteTable<T, I> next)
    {
        Objects.requireNonNull(next, "next");
        previous = table;
        table = next;
        return previous;
    }

    /**
     * Makes the table before the last {@link #replace} current again. Only the last one can be undone.
     *
     * @return the table that was replaced.
     * @throws IllegalStateException if there is no previous table; then nothing has changed.
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

    /** {@return a line for people, such as {@code Routes[RouteTable[2 rules for remoting frames]]}} Allocates. */
    @Override
    public String toString()
    {
        return "Routes[" + table + "]";
    }
}
