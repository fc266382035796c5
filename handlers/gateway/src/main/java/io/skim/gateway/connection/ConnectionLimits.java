package io.skim.gateway.connection;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The most connections that are open at once: of all clients, and of each address. An IPv6 client owns a /64 at least, so its
 * addresses are counted by their first 64 bits. Memory is held for addresses with open connections only. Safe for use by many
 * threads.
 */
public final class ConnectionLimits
{
    /** No limit. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    /** No unicast address of IPv6 begins so: ff00::/8 is multicast. */
    private static final long IPV4_MARK = 0xFFFF_FFFF_0000_0000L;

    private final int mostInAll;
    private final int mostOfAddress;
    private final AtomicInteger inAll = new AtomicInteger();
    private final ConcurrentHashMap<Long, Integer> ofAddress = new ConcurrentHashMap<>();

    /**
     * Makes limits.
     *
     * @param mostInAll     connections of all clients, at least 1.
     * @param mostOfAddress connections of one address, at least 1.
     * @throws IllegalArgumentException if one of them is below 1.
     */
    public ConnectionLimits(final int mostInAll, final int mostOfAddress)
    {
        if (mostInAll < 1 || mostOfAddress < 1)
        {
            throw new IllegalArgumentException(
                "a limit of connections is below 1: " + Math.min(mostInAll, mostOfAddress));
        }
        this.mostInAll = mostInAll;
        this.mostOfAddress = mostOfAddress;
    }

    /**
     * Takes one of all connections.
     *
     * @return whether there was one; then it must be given back.
     */
    boolean tryOpen()
    {
        if (inAll.incrementAndGet() <= mostInAll)
        {
            return true;
        }
        inAll.decrementAndGet();
        return false;
    }

    /** Gives back what {@link #tryOpen} took. */
    void close()
    {
        inAll.decrementAndGet();
    }

    /**
     * Takes one of an address's connections.
     *
     * @return whether there was one; then it must be given back.
     */
    boolean tryOpen(final InetAddress address)
    {
        if (mostOfAddress == UNLIMITED)
        {
            return true;
        }
        final boolean[] taken = new boolean[1];
        ofAddress.compute(key(address), (key, open) -> {
            final int before = open == null ? 0 : open;
            taken[0] = before < mostOfAddress;
            return taken[0] ? Integer.valueOf(before + 1) : open;
        });
        return taken[0];
    }

    /** Gives back what {@link #tryOpen(InetAddress)} took. */
    void close(final InetAddress address)
    {
        if (mostOfAddress != UNLIMITED)
        {
            ofAddress.compute(key(address), (key, open) -> open == null || open == 1 ? null : open - 1);
        }
    }

    private static Long key(final InetAddress address)
    {
        final ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
        return address instanceof Inet4Address ? IPV4_MARK | Integer.toUnsignedLong(bytes.getInt()) : bytes.getLong();
    }

    /** {@return connections that are open} */
    public int open()
    {
        return inAll.get();
    }

    /** {@return addresses that have open connections} */
    int addresses()
    {
        return ofAddress.size();
    }
}
