package io.skim.netty;

import io.netty.channel.ConnectTimeoutException;
import io.netty.resolver.AddressResolver;
import io.netty.resolver.AddressResolverGroup;
import io.netty.resolver.InetNameResolver;
import io.netty.util.NetUtil;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Promise;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Looks names of hosts up on threads of its own. The JDK's look-up waits for the answer of a name server, which may be away; on an event
 * loop all of its connections would wait with it. Addresses need no look-up.
 */
final class HostLookup extends AddressResolverGroup<InetSocketAddress>
{
    /** Finds the addresses of a host, and may wait. */
    interface Source
    {
        InetAddress[] find(String host) throws UnknownHostException;
    }

    private static final long MOST_MILLIS = TimeUnit.SECONDS.toMillis(5);
    private static final int THREADS = 4;
    private static final int MOST_WAITING = 1_024;
    private static final long SECONDS_KEPT = 60;

    /** For all connections of this process. The JDK remembers what was found. */
    static final HostLookup SHARED = new HostLookup(InetAddress::getAllByName, MOST_MILLIS);

    private final Source source;
    private final long mostMillis;
    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(THREADS, THREADS, SECONDS_KEPT, TimeUnit.SECONDS,
        new LinkedBlockingQueue<>(MOST_WAITING), task -> {
            final Thread thread = new Thread(task, "skim-host-lookup");
            thread.setDaemon(true);
            return thread;
        });

    /**
     * Makes a look-up.
     *
     * @param source     of the addresses.
     * @param mostMillis how long a connection waits for them.
     */
    HostLookup(final Source source, final long mostMillis)
    {
        this.source = source;
        this.mostMillis = mostMillis;
        threads.allowCoreThreadTimeOut(true);
    }

    @Override
    protected AddressResolver<InetSocketAddress> newResolver(final EventExecutor executor)
    {
        return new InetNameResolver(executor)
        {
            @Override
            protected void doResolve(final String host, final Promise<InetAddress> promise)
            {
                find(executor, host, promise, all -> all[0]);
            }

            @Override
            protected void doResolveAll(final String host, final Promise<List<InetAddress>> promise)
            {
                find(executor, host, promise, List::of);
            }
        }.asAddressResolver();
    }

    private <T> void find(final EventExecutor executor, final String host, final Promise<T> promise,
        final Function<InetAddress[], T> wanted)
    {
        final InetAddress literal = NetUtil.createInetAddressFromIpAddressString(host);
        if (literal != null)
        {
            promise.setSuccess(wanted.apply(new InetAddress[] {literal}));
            return;
        }
        final Future<?> late = executor.schedule(() -> promise.tryFailure(new ConnectTimeoutException(
            "the address of " + host + " was not found in " + mostMillis + " ms")), mostMillis, TimeUnit.MILLISECONDS);
        promise.addListener(done -> late.cancel(false));
        try
        {
            threads.execute(() -> look(host, promise, wanted));
        }
        catch (final RejectedExecutionException full)
        {
            promise.tryFailure(new UnknownHostException(host + ": too many names are being looked up"));
        }
    }

    private <T> void look(final String host, final Promise<T> promise, final Function<InetAddress[], T> wanted)
    {
        if (promise.isDone())
        {
            return; // It is too late.
        }
        try
        {
            promise.trySuccess(wanted.apply(source.find(host)));
        }
        catch (final UnknownHostException | RuntimeException e)
        {
            promise.tryFailure(e);
        }
    }
}
