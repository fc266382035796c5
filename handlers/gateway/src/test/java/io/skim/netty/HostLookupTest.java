package io.skim.netty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.ConnectTimeoutException;
import io.netty.channel.DefaultEventLoop;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Names that are looked up while an event loop goes on. */
class HostLookupTest
{
    private static final long LONG = TimeUnit.MINUTES.toMillis(5);
    private static final EventLoop LOOP = new DefaultEventLoop();

    @AfterAll
    static void stopTheLoop()
    {
        LOOP.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }

    private static Future<InetSocketAddress> find(final HostLookup lookup, final String host) throws Exception
    {
        return LOOP.submit(() -> lookup.getResolver(LOOP).resolve(InetSocketAddress.createUnresolved(host, 7))).get(
            20, TimeUnit.SECONDS);
    }

    @Test
    void anEventLoopGoesOnWhileANameIsLookedUp() throws Exception
    {
        final CountDownLatch answered = new CountDownLatch(1);
        final AtomicBoolean onLoop = new AtomicBoolean();
        final HostLookup lookup = new HostLookup(host -> {
            onLoop.set(LOOP.inEventLoop());
            awaitQuietly(answered);
            return new InetAddress[] {InetAddress.getByAddress(host, new byte[] {10, 0, 0, 1})};
        }, LONG);
        final Future<InetSocketAddress> found;
        try
        {
            found = find(lookup, "mq.example");
            assertEquals("goes on", LOOP.submit(() -> "goes on").get(20, TimeUnit.SECONDS));
            assertTrue(!found.isDone());
        }
        finally
        {
            answered.countDown();
        }
        assertEquals("10.0.0.1", found.get(20, TimeUnit.SECONDS).getAddress().getHostAddress());
        assertEquals(7, found.get().getPort());
        assertTrue(!onLoop.get());
    }

    private static void awaitQuietly(final CountDownLatch latch)
    {
        try
        {
            latch.await();
        }
        catch (final InterruptedException e)
        {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void addressesAreNotLookedUp() throws Exception
    {
        final HostLookup lookup = new HostLookup(host -> {
            throw new UnknownHostException("asked for " + host);
        }, LONG);
        assertEquals("10.0.0.9", find(lookup, "10.0.0.9").get().getAddress().getHostAddress());
        assertEquals(InetAddress.getByName("2001:db8::1"), find(lookup, "2001:db8::1").get().getAddress());
        final Future<InetSocketAddress> failed = find(lookup, "mq.example").await();
        assertInstanceOf(UnknownHostException.class, failed.cause());
    }

    @Test
    void aNameThatIsNotFoundInTimeFailsAsAConnectionThatTakesTooLong() throws Exception
    {
        final CountDownLatch never = new CountDownLatch(1);
        final HostLookup lookup = new HostLookup(host -> {
            awaitQuietly(never);
            throw new UnknownHostException(host);
        }, 50);
        try
        {
            // More than there are threads: those that wait for a thread fail in time, too.
            for (int i = 0; i < 10; i++)
            {
                assertInstanceOf(ConnectTimeoutException.class, find(lookup, "mq.example").await().cause());
            }
        }
        finally
        {
            never.countDown();
        }
    }

    /** As when the name servers of one cluster are in a domain whose name server is away, and all of its clients connect again and again. */
    @Test
    void aNameThatIsNotFoundHoldsUpNoOther() throws Exception
    {
        final CountDownLatch late = new CountDownLatch(1);
        final AtomicInteger asked = new AtomicInteger();
        final HostLookup lookup = new HostLookup(host -> {
            if (host.startsWith("away"))
            {
                asked.incrementAndGet();
                awaitQuietly(late);
            }
            return new InetAddress[] {InetAddress.getByAddress(host, new byte[] {10, 0, 0, 1})};
        }, LONG);
        final List<Future<InetSocketAddress>> away = new ArrayList<>();
        try
        {
            for (int i = 0; i < 10; i++)
            {
                away.add(find(lookup, "away.example"));
            }
            assertEquals("10.0.0.1", find(lookup, "mq.example").get(20, TimeUnit.SECONDS).getAddress()
                .getHostAddress());
        }
        finally
        {
            late.countDown();
        }
        for (final Future<InetSocketAddress> each : away)
        {
            assertEquals("away.example", each.get(20, TimeUnit.SECONDS).getHostName());
        }
        assertEquals(1, asked.get());
        find(lookup, "away.example").get(20, TimeUnit.SECONDS);
        assertEquals(2, asked.get(), "what was found is not remembered here: it may change");
    }

    /** Else all that want the name later would wait for a look-up that has ended. */
    @Test
    void aLookUpThatEndsWithAnErrorIsOver() throws Exception
    {
        final AtomicBoolean fails = new AtomicBoolean(true);
        final HostLookup lookup = new HostLookup(host -> {
            if (fails.get())
            {
                throw new NoClassDefFoundError("no file descriptor is left to load it");
            }
            return new InetAddress[] {InetAddress.getLoopbackAddress()};
        }, LONG);
        final Future<InetSocketAddress> failed = find(lookup, "mq.example");
        assertTrue(failed.await(20, TimeUnit.SECONDS));
        assertInstanceOf(UnknownHostException.class, failed.cause());
        fails.set(false);
        assertTrue(find(lookup, "mq.example").get(20, TimeUnit.SECONDS).getAddress().isLoopbackAddress());
    }

    @Test
    void tooManyLookUpsAreRefused() throws Exception
    {
        final CountDownLatch never = new CountDownLatch(1);
        final HostLookup lookup = new HostLookup(host -> {
            awaitQuietly(never);
            return new InetAddress[] {InetAddress.getLoopbackAddress()};
        }, LONG);
        try
        {
            Future<InetSocketAddress> last = null;
            for (int i = 0; i < 1_030; i++)
            {
                last = find(lookup, "mq.example");
            }
            assertInstanceOf(UnknownHostException.class, last.await().cause());
        }
        finally
        {
            never.countDown();
        }
    }

    @Test
    void allConnectionsToServersLookNamesUpSo()
    {
        assertSame(HostLookup.SHARED, Upstream.of("mq.example", 9876).lookup());
        assertSame(HostLookup.SHARED, Upstream.of("server", InetSocketAddress.createUnresolved("mq.example", 7)).with(
            (pipeline, client) -> {
            }).lookup());
    }
}
