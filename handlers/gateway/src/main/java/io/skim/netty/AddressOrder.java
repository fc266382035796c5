package io.skim.netty;

import io.netty.channel.ConnectTimeoutException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * The addresses of a host as one connect tries them, in the order of the look-up, within one time for all. Each gets an equal part of
 * the time that is left, but two seconds if there are as many: one lost packet, which is sent again after a second, would be the end of
 * an attempt with less. Go's dialer divides its time so, too.
 */
final class AddressOrder
{
    /** So many are tried: a host whose addresses all refuse must not cost a client hundreds of attempts. */
    static final int MOST = 8;
    private static final long LEAST_MILLIS = TimeUnit.SECONDS.toMillis(2);

    private final List<InetSocketAddress> addresses;
    private final LongSupplier nanoTime;
    private final long end;
    private final List<Throwable> failures = new ArrayList<>(1);
    private int begun;

    /**
     * Begins, and with it the time for all.
     *
     * @param found      by the look-up, one at least.
     * @param mostMillis the time for all.
     * @param nanoTime   the clock.
     */
    AddressOrder(final List<InetSocketAddress> found, final int mostMillis, final LongSupplier nanoTime)
    {
        addresses = found.subList(0, Math.min(MOST, found.size()));
        this.nanoTime = nanoTime;
        end = nanoTime.getAsLong() + TimeUnit.MILLISECONDS.toNanos(mostMillis);
    }

    private long left()
    {
        return TimeUnit.NANOSECONDS.toMillis(end - nanoTime.getAsLong());
    }

    /** {@return the address to try} */
    InetSocketAddress next()
    {
        return addresses.get(begun++);
    }

    /** {@return how long to wait for the address that is tried} */
    int millis()
    {
        final long left = Math.max(1, left());
        final long part = left / (1 + addresses.size() - begun);
        return (int)Math.min(left, Math.max(LEAST_MILLIS, part));
    }

    /** Notes why there is no connection; returns whether to try another address. */
    boolean goesOnAfter(final Throwable cause)
    {
        failures.add(cause);
        // A channel that was closed is not wanted any more.
        return !(cause instanceof ClosedChannelException) && begun < addresses.size() && left() > 0;
    }

    /** {@return why there is no connection: the last failure, or if several addresses were tried what was wrong with each} */
    Throwable summary(final Throwable last)
    {
        if (failures.size() < 2 || last instanceof ClosedChannelException)
        {
            return last;
        }
        final String all = failures.stream().map(AddressOrder::text).collect(Collectors.joining("; "));
        final boolean late = failures.stream().anyMatch(ConnectTimeoutException.class::isInstance);
        final ConnectException summary = late ? new ConnectTimeoutException(all) : new ConnectException(all);
        failures.forEach(summary::addSuppressed);
        return summary;
    }

    private static String text(final Throwable failure)
    {
        final String message = failure.getMessage();
        return message == null ? failure.toString() : message;
    }
}
