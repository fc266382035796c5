package io.skim.netty;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.Channel;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is left of proxies and servers that have gone, in event loops that go on. */
class ProxyMemoryTest
{
    private static final int MANY = 30;
    private static final byte[] AMQP = {'A', 'M', 'Q', 'P', 0, 1, 0, 0};
    private static final List<String> OF_A_PROXY = List.of("io.skim.netty.RemotingProxy",
        "io.skim.netty.RemotingProxy$Loop", "io.skim.netty.RemotingTools", "io.skim.netty.RemotingFrame",
        "io.skim.netty.RemotingFunnel", "io.skim.netty.RemotingFunnel$Loop", "io.skim.netty.FunnelConnection",
        "io.skim.netty.OpaqueWriter", "io.skim.netty.RemotingPair", "io.skim.netty.Upstream",
        "io.skim.netty.ProxyMemoryTest$Counted");
    private static final List<String> OF_AN_AMQP_PROXY = List.of("io.skim.netty.AmqpProxy",
        "io.skim.netty.AmqpProxy$Loop", "io.skim.netty.AmqpTools", "io.skim.netty.AmqpFrame",
        "io.skim.netty.AmqpPair");

    @RegisterExtension
    static final Listening LISTENING = new Listening(1);

    /** A filter that can be counted, and that refers to its proxy as filters may. */
    private static final class Counted implements RemotingFilter
    {
        RemotingProxy proxy;
    }

    /** Sends a request through a proxy, and closes the proxy's listener. */
    private static void use(final RemotingProxy proxy, final RemotingPeer.Server server) throws Exception
    {
        final Channel listener = LISTENING.open(proxy.initializer());
        try (RemotingPeer client = RemotingPeer.connect(Listening.port(listener)))
        {
            ask(client, server);
        }
        listener.close().syncUninterruptibly();
    }

    /** Sends the first request of a client, for which the proxy connects with the server. */
    private static RemotingPeer ask(final RemotingPeer client, final RemotingPeer.Server server) throws Exception
    {
        client.write(RemotingPeer.request(SerializeType.JSON, 310, 7, null, "b", "Orders"));
        final RemotingPeer accepted = server.accept();
        final RemotingCommand request = accepted.read();
        accepted.write(RemotingPeer.response(request, 0, null));
        assertEquals(7, client.read().getOpaque());
        return accepted;
    }

    private static RemotingProxy.Builder proxyTo(final RemotingPeer.Server server)
    {
        final Counted filter = new Counted();
        return RemotingProxy.to(Upstream.of("server", server.address())).filter(() -> filter);
    }

    @Test
    void aProxyThatIsGoneLeavesNothingInItsEventLoop() throws Exception
    {
        try (RemotingPeer.Server server = new RemotingPeer.Server())
        {
            use(proxyTo(server).build(), server);
            final Map<String, Integer> before = Reachable.count();
            for (int i = 0; i < MANY; i++)
            {
                final Counted filter = new Counted();
                filter.proxy = RemotingProxy.to(Upstream.of("server", server.address())).filter(() -> filter).build();
                use(filter.proxy, server);
            }
            Reachable.awaitNoMoreThan(before, OF_A_PROXY);
        }
    }

    @Test
    void aFunnelThatIsClosedLeavesNothingInItsEventLoop() throws Exception
    {
        try (RemotingPeer.Server server = new RemotingPeer.Server())
        {
            use(proxyTo(server).build(), server);
            final Map<String, Integer> before = Reachable.count();
            for (int i = 0; i < MANY; i++)
            {
                try (RemotingFunnel funnel = RemotingFunnel.builder().build())
                {
                    use(proxyTo(server).funnel(funnel).build(), server);
                }
            }
            Reachable.awaitNoMoreThan(before, OF_A_PROXY);
        }
    }

    /** A funnel that goes on, of servers that come and go. */
    @Test
    void aServerThatIsGoneLeavesNothingInAFunnel() throws Exception
    {
        try (RemotingFunnel funnel = RemotingFunnel.builder().reconnect(Duration.ofSeconds(5), Duration.ofMillis(1),
            Duration.ofMillis(2)).build())
        {
            final RemotingPeer.Server last = new RemotingPeer.Server();
            shareOnce(funnel, last);
            final Map<String, Integer> before = Reachable.count();
            for (int i = 0; i < MANY; i++)
            {
                shareOnce(funnel, new RemotingPeer.Server());
            }
            Reachable.awaitNoMoreThan(before, OF_A_PROXY);
        }
    }

    private static void shareOnce(final RemotingFunnel funnel, final RemotingPeer.Server server) throws Exception
    {
        final Channel listener = LISTENING.open(proxyTo(server).funnel(funnel).build().initializer());
        try (server; RemotingPeer client = RemotingPeer.connect(Listening.port(listener)))
        {
            ask(client, server).close();
        }
        listener.close().syncUninterruptibly();
    }

    /** A host that is gone does not close its connections. */
    @Test
    void aSharedConnectionWithoutClientsIsClosedAfterAWhile() throws Exception
    {
        // Long enough for the test to answer a request, also on a slow machine.
        try (RemotingFunnel funnel = RemotingFunnel.builder().expire(Duration.ofSeconds(1)).build();
            RemotingPeer.Server server = new RemotingPeer.Server())
        {
            final Channel listener = LISTENING.open(proxyTo(server).funnel(funnel).build().initializer());
            final int port = Listening.port(listener);
            final RemotingPeer shared;
            try (RemotingPeer client = RemotingPeer.connect(port))
            {
                shared = ask(client, server);
            }
            assertNull(shared.read(), "nobody uses it");
            try (RemotingPeer client = RemotingPeer.connect(port))
            {
                ask(client, server);
            }
            listener.close().syncUninterruptibly();
        }
    }

    @Test
    void anAmqpProxyThatIsGoneLeavesNothingInItsEventLoop() throws Exception
    {
        try (ServerSocket broker = new ServerSocket(0, 50, InetAddress.getLoopbackAddress()))
        {
            useAmqp(broker);
            final Map<String, Integer> before = Reachable.count();
            for (int i = 0; i < MANY; i++)
            {
                useAmqp(broker);
            }
            Reachable.awaitNoMoreThan(before, OF_AN_AMQP_PROXY);
        }
    }

    private static void useAmqp(final ServerSocket broker) throws Exception
    {
        final AmqpProxy proxy = AmqpProxy.to(Upstream.of("broker", broker.getLocalSocketAddress())).build();
        final Channel listener = LISTENING.open(proxy.initializer());
        try (Socket client = new Socket(InetAddress.getLoopbackAddress(), Listening.port(listener)))
        {
            client.getOutputStream().write(AMQP);
            try (Socket accepted = broker.accept())
            {
                assertArrayEquals(AMQP, accepted.getInputStream().readNBytes(AMQP.length));
                accepted.getOutputStream().write(AMQP);
                assertArrayEquals(AMQP, client.getInputStream().readNBytes(AMQP.length));
            }
            assertTrue(client.getInputStream().read() < 0, "the broker has closed");
        }
        listener.close().syncUninterruptibly();
    }
}
