package io.skim.netty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;

/** The servers of one client, by their numbers in the marks of requests. */
class RemotingServersTest
{
    private static final Upstream SERVER = Upstream.of("server", 10911);

    @Test
    void numbersOfServersThatAreThereAreNotUsedAgain()
    {
        final RemotingProxy proxy = RemotingProxy.to(SERVER).build();
        final RemotingServers servers = new RemotingPair(proxy, new EmbeddedChannel()).servers();
        final RemotingServer first = servers.add(SERVER, false);
        final RemotingServer second = servers.add(SERVER, true);
        // As a mirror that is down is connected to again and again.
        for (int i = 0; i < 3 * RequestMark.MOST_SERVER; i++)
        {
            final RemotingServer next = servers.add(SERVER, true);
            assertNotEquals(first.number, next.number);
            assertNotEquals(second.number, next.number);
            assertTrue(next.number <= RequestMark.MOST_SERVER, () -> "number " + next.number);
            assertEquals(next.number, RequestMark.server(RequestMark.of(next.number, RemotingExchange.MOST_TAG, true)));
            assertSame(next, servers.numbered(next.number));
            assertTrue(servers.remove(next));
        }
        assertSame(first, servers.numbered(first.number));
        assertSame(second, servers.numbered(second.number));
    }
}
