package io.skim.gateway.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import org.junit.jupiter.api.Test;

class ConnectionLimitsTest
{
    private static InetAddress ip(final String text)
    {
        return NetUtil.createInetAddressFromIpAddressString(text);
    }

    @Test
    void asManyConnectionsAsTheLimitAreOpenAtOnce()
    {
        final ConnectionLimits limits = new ConnectionLimits(2, ConnectionLimits.UNLIMITED);
        assertTrue(limits.tryOpen());
        assertTrue(limits.tryOpen());
        assertFalse(limits.tryOpen());
        assertFalse(limits.tryOpen());
        assertEquals(2, limits.open());
        limits.close();
        assertTrue(limits.tryOpen());
    }

    @Test
    void eachAddressHasItsOwnLimit()
    {
        final ConnectionLimits limits = new ConnectionLimits(ConnectionLimits.UNLIMITED, 1);
        assertTrue(limits.tryOpen(ip("10.0.0.1")));
        assertTrue(limits.tryOpen(ip("10.0.0.2")));
        assertFalse(limits.tryOpen(ip("10.0.0.1")));
        assertFalse(limits.tryOpen(ip("::ffff:10.0.0.1")), "the same address, mapped");
        limits.close(ip("10.0.0.1"));
        assertTrue(limits.tryOpen(ip("10.0.0.1")));
    }

    @Test
    void addressesOfOneNetworkOfIpv6CountAsOne()
    {
        final ConnectionLimits limits = new ConnectionLimits(ConnectionLimits.UNLIMITED, 2);
        assertTrue(limits.tryOpen(ip("2001:db8:0:1::1")));
        assertTrue(limits.tryOpen(ip("2001:db8:0:1:ffff::2")));
        assertFalse(limits.tryOpen(ip("2001:db8:0:1::3")));
        assertTrue(limits.tryOpen(ip("2001:db8:0:2::3")));
    }

    @Test
    void addressesWithoutConnectionsTakeNoMemory()
    {
        final ConnectionLimits limits = new ConnectionLimits(ConnectionLimits.UNLIMITED, 3);
        for (int i = 0; i < 1000; i++)
        {
            assertTrue(limits.tryOpen(ip("10.0.0." + i % 256)) || i >= 768);
        }
        assertEquals(256, limits.addresses());
        for (int i = 0; i < 768; i++)
        {
            limits.close(ip("10.0.0." + i % 256));
        }
        assertEquals(0, limits.addresses());
    }

    @Test
    void aLimitIsAtLeastOne()
    {
        assertThrows(IllegalArgumentException.class, () -> new ConnectionLimits(0, 1));
        assertThrows(IllegalArgumentException.class, () -> new ConnectionLimits(1, 0));
    }
}
