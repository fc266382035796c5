package io.skim.handlers.route;

import java.util.Objects;

/** Two maps, of which the second is nearer to the broker. */
final class JoinedNames implements NameMap
{
    private final NameMap near;
    private final NameMap far;

    JoinedNames(final NameMap near, final NameMap far)
    {
        this.near = near;
        this.far = Objects.requireNonNull(far, "next");
    }

    @Override
    public boolean toBroker(final ResourceKind kind, final byte[] utf8, final int offset, final int length,
        final NameSink out)
    {
        final NameSink between = out.lend();
        try
        {
            return near.toBroker(kind, utf8, offset, length, between)
                ? put(out, between, out.length, far.toBroker(kind, between.array, 0, between.length, out))
                : far.toBroker(kind, utf8, offset, length, out);
        }
        finally
        {
            between.release();
        }
    }

    @Override
    public boolean toClient(final ResourceKind kind, final byte[] utf8, final int offset, final int length,
        final NameSink out)
    {
        final NameSink between = out.lend();
        try
        {
            return far.toClient(kind, utf8, offset, length, between)
                ? put(out, between, out.length, near.toClient(kind, between.array, 0, between.length, out))
                : near.toClient(kind, utf8, offset, length, out);
        }
        finally
        {
            between.release();
        }
    }

    /** Leaves what the second map made, or puts what the first one made in its place. */
    private static boolean put(final NameSink out, final NameSink between, final int begun, final boolean changes)
    {
        if (!changes)
        {
            out.length = begun;
            out.put(between.array, 0, between.length);
        }
        return true;
    }

    @Override
    public String toString()
    {
        return near + ", then " + far;
    }
}
