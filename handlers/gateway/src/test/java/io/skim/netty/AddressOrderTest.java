package io.skim.netty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.ConnectTimeoutException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How the addresses of a name share the time of one connect, by a clock that the test moves. */
class AddressOrderTest
{
    private long now = Long.MAX_VALUE - 5;

    private AddressOrder order(final int addresses, final int mostMillis) throws UnknownHostException
    {
        final List<InetSocketAddress> all = new ArrayList<>();
        for (int i = 1; i <= addresses; i++)
        {
            all.add(new InetSocketAddress(InetAddress.getByAddress(new byte[] {10, 0, 0, (byte)i}), 7));
        }
        return new AddressOrder(all, mostMillis, () -> now);
    }

    private boolean timesOut(final AddressOrder order)
    {
        now += TimeUnit.MILLISECONDS.toNanos(order.millis());
        return order.goesOnAfter(new ConnectTimeoutException("timed out"));
    }

    @Test
    void theOnlyAddressHasAllOfTheTime() throws Exception
    {
        final AddressOrder order = order(1, 3_000);
        assertEquals("10.0.0.1", order.next().getAddress().getHostAddress());
        assertEquals(3_000, order.millis());
        assertFalse(timesOut(order));
    }

    @Test
    void addressesHaveEqualPartsOfTheTimeThatIsLeft() throws Exception
    {
        final AddressOrder order = order(3, 9_000);
        order.next();
        assertEquals(3_000, order.millis());
        assertTrue(order.goesOnAfter(new ConnectException("refused")));
        assertEquals("10.0.0.2", order.next().getAddress().getHostAddress());
        assertEquals(4_500, order.millis());
        assertTrue(timesOut(order));
        order.next();
        assertEquals(4_500, order.millis());
        assertFalse(timesOut(order));
    }

    @Test
    void noPartIsTooShortForOneLostPacketAndAllTogetherTakeNoLonger() throws Exception
    {
        final AddressOrder order = order(4, 3_000);
        order.next();
        assertEquals(2_000, order.millis());
        assertTrue(timesOut(order));
        order.next();
        assertEquals(1_000, order.millis());
        assertFalse(timesOut(order), "no time is left");

        final AddressOrder hasty = order(2, 400);
        hasty.next();
        assertEquals(400, hasty.millis());
        assertFalse(timesOut(hasty));
    }

    @Test
    void noMoreThanEightAreTried() throws Exception
    {
        final AddressOrder order = order(100, 3_000);
        int tried = 0;
        do
        {
            order.next();
            tried++;
        }
        while (order.goesOnAfter(new ConnectException("refused")));
        assertEquals(8, tried);
    }

    @Test
    void aChannelThatWasClosedIsNotWantedAnyMore() throws Exception
    {
        final AddressOrder order = order(2, 3_000);
        order.next();
        final ClosedChannelException closed = new ClosedChannelException();
        assertFalse(order.goesOnAfter(closed));
        assertSame(closed, order.summary(closed));
    }

    @Test
    void allFailuresAreToldAndTheOneOfTheOnlyAddressAsItIs() throws Exception
    {
        final AddressOrder one = order(1, 3_000);
        one.next();
        final ConnectException refused = new ConnectException("refused: a");
        one.goesOnAfter(refused);
        assertSame(refused, one.summary(refused));

        final AddressOrder two = order(2, 3_000);
        two.next();
        two.goesOnAfter(refused);
        two.next();
        final Exception noRoute = new NoRouteToHostException("no route: b");
        two.goesOnAfter(noRoute);
        final Throwable summary = two.summary(noRoute);
        assertEquals("java.net.ConnectException: refused: a; no route: b", summary.toString());
        assertEquals(List.of(refused, noRoute), List.of(summary.getSuppressed()));
    }

    /** Metrics count time-outs by the exception's class. */
    @Test
    void aTimeOutAmongTheFailuresStaysOne() throws Exception
    {
        final AddressOrder order = order(2, 3_000);
        order.next();
        timesOut(order);
        order.next();
        final ConnectException refused = new ConnectException("refused: b");
        order.goesOnAfter(refused);
        assertEquals("timed out; refused: b", assertInstanceOf(ConnectTimeoutException.class, order.summary(refused))
            .getMessage());
    }
}
