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
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Looks names of hosts up on threads of its own. The JDK's look-up waits for the answer of a name server, which may be away; on an event
 * loop all of its connections would wait with it. Addresses need no look-up. Each name is looked up by one thread at a time, however many
 * connections want it: a name whose name server is away holds up no others.
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
    /** By hosts. Guarded by {@code this}, as what follows. */
    private final Map<String, Search> searches = new HashMap<>();
    private int waiting;

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
        final Waiting<T> one = new Waiting<>(promise, wanted);
        promise.addListener(done -> {
            late.cancel(false);
            leave(host, one);
        });
        if (!join(host, one))
        {
            promise.tryFailure(new UnknownHostException(host + ": too many names are being looked up"));
        }
    }

    /** A connection that waits for the addresses of its server. */
    private record Waiting<T>(Promise<T> promise, Function<InetAddress[], T> wanted)
    {
        void end(final InetAddress[] found, final Exception failure)
        {
            if (found.length > 0)
            {
                promise.trySuccess(wanted.apply(found));
            }
            else
            {
                promise.tryFailure(failure);
            }
        }
    }

    /** Waits with all others that want the same name; false if too many wait. */
    private synchronized boolean join(final String host, final Waiting<?> one)
    {
        if (waiting == MOST_WAITING)
        {
            return false;
        }
        Search search = searches.get(host);
        if (search == null)
        {
            search = new Search(host);
            try
            {
                threads.execute(search);
            }
            catch (final RejectedExecutionException full)
            {
                return false;
            }
            searches.put(host, search);
        }
        search.all.add(one);
        waiting++;
        return true;
    }

    /** It has its addresses, or has waited for too long. */
    private synchronized void leave(final String host, final Waiting<?> one)
    {
        final Search search = searches.get(host);
        if (search != null && search.all.remove(one))
        {
            waiting--;
        }
    }

    /** Whether nobody waits any more for a search that has not begun; then it is over. */
    private synchronized boolean isNeedless(final Search search)
    {
        return search.all.isEmpty() && searches.remove(search.host, search);
    }

    /** Ends a search: who comes later begins another one. */
    private synchronized List<Waiting<?>> end(final Search search)
    {
        searches.remove(search.host, search);
        waiting -= search.all.size();
        final List<Waiting<?>> ended = List.copyOf(search.all);
        search.all.clear();
        return ended;
    }

    /** The look-up of one host by one thread, for all connections that wait for it. */
    private final class Search implements Runnable
    {
        private final String host;
        /** Guarded by the look-up. */
        private final Set<Waiting<?>> all = new HashSet<>();

        Search(final String host)
        {
            this.host = host;
        }

        @Override
        public void run()
        {
            if (isNeedless(this))
            {
                return; // It is too late.
            }
            InetAddress[] found = {};
            Exception failure = new UnknownHostException(host + ": the look-up has failed");
            try
            {
                found = source.find(host);
            }
            catch (final UnknownHostException | RuntimeException e)
            {
                failure = e;
            }
            finally
            {
                // Also after an error: else all that want this name later would wait for it.
                for (final Waiting<?> one : end(this))
                {
                    one.end(found, failure);
                }
            }
        }
    }
}
