package io.skim.gateway;

import io.skim.netty.RemotingPeer;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.body.ClusterInfo;
import org.apache.rocketmq.remoting.protocol.route.BrokerData;
import org.apache.rocketmq.remoting.protocol.route.TopicRouteData;

/** A name server of a test: it answers all queries for routes and for the cluster by itself. */
final class NamedServer implements AutoCloseable
{
    final RemotingPeer.Server server = new RemotingPeer.Server();
    /** How often the cluster was asked for. */
    final AtomicInteger asked = new AtomicInteger();
    /** The addresses by ids, by the names of brokers. */
    private final Map<String, Map<Long, String>> brokers = new ConcurrentHashMap<>();
    /** The code of all answers. */
    volatile int code;

    NamedServer() throws IOException
    {
        final Thread acceptor = new Thread(() -> {
            while (true)
            {
                final RemotingPeer peer;
                try
                {
                    peer = server.accept();
                }
                catch (final InterruptedException | AssertionError nobody)
                {
                    continue;
                }
                final Thread reader = new Thread(() -> serve(peer));
                reader.setDaemon(true);
                reader.start();
            }
        });
        acceptor.setDaemon(true);
        acceptor.start();
    }

    String address()
    {
        return "127.0.0.1:" + server.address().getPort();
    }

    /** Names a broker; an id that it has already gets the new address. */
    void name(final String broker, final long id, final String address)
    {
        brokers.computeIfAbsent(broker, any -> new ConcurrentHashMap<>()).put(id, address);
    }

    /** Names a broker no more. */
    void forget(final String broker)
    {
        brokers.remove(broker);
    }

    /** Names a broker with an id no more. */
    void forget(final String broker, final long id)
    {
        brokers.get(broker).remove(id);
    }

    private void serve(final RemotingPeer peer)
    {
        try
        {
            for (RemotingCommand request = peer.read(); request != null; request = peer.read())
            {
                peer.write(RemotingPeer.response(request, code, code != 0 ? null : request.getCode() == 106 ? cluster()
                    : route()));
            }
        }
        catch (final Exception gone)
        {
            // The gateway has closed the connection.
        }
    }

    private Map<String, BrokerData> data()
    {
        final Map<String, BrokerData> all = new TreeMap<>();
        brokers.forEach((name, addresses) -> all.put(name, new BrokerData("main", name, new HashMap<>(addresses))));
        return all;
    }

    private byte[] cluster()
    {
        asked.incrementAndGet();
        final ClusterInfo info = new ClusterInfo();
        info.setBrokerAddrTable(data());
        info.setClusterAddrTable(Map.of("main", brokers.keySet()));
        return info.encode();
    }

    private byte[] route()
    {
        final TopicRouteData route = new TopicRouteData();
        route.setBrokerDatas(List.copyOf(data().values()));
        route.setQueueDatas(List.of());
        return route.encode();
    }

    @Override
    public void close() throws IOException
    {
        server.close();
    }
}
