package io.skim.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.skim.netty.Reachable;
import io.skim.netty.RemotingPeer;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.apache.rocketmq.remoting.protocol.route.BrokerData;
import org.apache.rocketmq.remoting.protocol.route.TopicRouteData;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a gateway keeps of brokers that come and go, as in Kubernetes, where each has an address of its own. */
class GoneBrokersTest
{
    /** At least as many as the gateway has event loops, each of which has something of its own. */
    private static final int LOOPS = 2 * Runtime.getRuntime().availableProcessors();
    private static final int FEW = 5;
    private static final int MANY = 25;
    private static final List<String> KEPT = List.of("io.skim.netty.Upstream", "io.skim.netty.RemotingProxy",
        "io.skim.netty.RemotingProxy$Loop", "io.skim.netty.RemotingPair", "io.skim.netty.FunnelConnection",
        "io.skim.gateway.GatewayFilter", "io.skim.gateway.GatewayEvents", "io.skim.gateway.ClientState",
        "io.skim.gateway.BrokerServers", "io.skim.gateway.EnteredBroker", "io.skim.gateway.Upstreams$Made",
        "io.skim.gateway.metrics.Endpoint");

    @TempDir
    private Path folder;
    private final AtomicLong clock = new AtomicLong();
    private int listener;
    private RemotingPeer.Server names;
    private RemotingPeer.Server brokers;
    private RemotingPeer client;
    private int opaque;
    /** Which broker the name server names. */
    private volatile int current;

    @ParameterizedTest
    @ValueSource(strings = {"", ", share: {}"})
    void nothingIsKeptOfBrokersThatHaveGone(final String share) throws Exception
    {
        listener = FreePorts.next();
        final Path file = folder.resolve("gateway.yaml");
        try (RemotingPeer.Server nameServers = new RemotingPeer.Server();
            RemotingPeer.Server all = new RemotingPeer.Server(InetAddress.getByName("0.0.0.0")))
        {
            names = nameServers;
            brokers = all;
            Background.start(this::serveNames);
            Files.writeString(file, "listeners:\n  - {name: clients, address: 127.0.0.1:" + listener
                + ", brokers: {host: 127.0.0.1, ports: " + (listener + 1) + "-" + (listener + 2)
                + "}}\nclusters:\n  main: {nameServers: [127.0.0.1:" + names.address().getPort() + "]" + share
                + "}\ndrain: 1s\n");
            try (Gateway gateway = Gateway.start(file, clock::get))
            {
                for (int loop = 0; loop < LOOPS; loop++)
                {
                    named(1);
                    client.close();
                    client = null;
                }
                for (int broker = 2; broker < 2 + FEW; broker++)
                {
                    comeAndGo(broker);
                }
                final Map<String, Integer> before = Reachable.count();
                for (int broker = 2 + FEW; broker < 2 + FEW + MANY; broker++)
                {
                    comeAndGo(broker);
                }
                assertEquals(2, gateway.brokers().size());
                Reachable.awaitNoMoreThan(before, KEPT);
                client.close();
            }
        }
    }

    /** A broker is named and used; then only the first one is named, until this one counts as gone. */
    private void comeAndGo(final int broker) throws Exception
    {
        int port = named(broker);
        while (port < 0)
        {
            // The gateway has not seen yet that the client of the broker before has gone.
            client.close();
            client = null;
            port = named(broker);
        }
        try (RemotingPeer user = RemotingPeer.connect(port))
        {
            user.write(RemotingPeer.request(SerializeType.JSON, 310, 7, null, "b", "Orders"));
            final RemotingPeer served = brokers.accept();
            assertEquals("127.0.0." + broker, served.socket().getLocalAddress().getHostAddress());
            served.write(RemotingPeer.response(served.read(), 0, null));
            assertEquals(7, user.read().getOpaque());
            served.close();
        }
        for (int minute = 0; minute < 12; minute++)
        {
            clock.addAndGet(TimeUnit.MINUTES.toNanos(1));
            named(1);
        }
    }

    /** The port of a broker that the name server names; -1 if the gateway has none. */
    private int named(final int broker) throws Exception
    {
        current = broker;
        client = client == null ? RemotingPeer.connect(listener) : client;
        client.write(RemotingPeer.request(SerializeType.JSON, 105, opaque++, null, "topic", "Orders"));
        final RemotingCommand answer = client.read();
        if (answer == null)
        {
            return -1;
        }
        final String shown = TopicRouteData.decode(answer.getBody(), TopicRouteData.class).getBrokerDatas().get(0)
            .getBrokerAddrs().get(0L);
        return Integer.parseInt(shown.substring(shown.indexOf(':') + 1));
    }

    /** Answers whoever asks, on connections of one client or shared ones. */
    private void serveNames() throws Exception
    {
        while (true)
        {
            final RemotingPeer peer = names.accept();
            Background.start(() -> {
                for (RemotingCommand request = peer.read(); request != null; request = peer.read())
                {
                    peer.write(RemotingPeer.response(request, 0, route()));
                }
            });
        }
    }

    private byte[] route()
    {
        final TopicRouteData route = new TopicRouteData();
        final BrokerData data = new BrokerData("main", "broker", new HashMap<>());
        data.getBrokerAddrs().put(0L, "127.0.0." + current + ':' + brokers.address().getPort());
        route.setBrokerDatas(List.of(data));
        route.setQueueDatas(List.of());
        return route.encode();
    }
}
