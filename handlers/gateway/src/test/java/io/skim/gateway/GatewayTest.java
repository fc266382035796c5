package io.skim.gateway;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.gateway.config.ConfigException;
import io.skim.gateway.tls.Authority;
import io.skim.gateway.tls.KeyFiles;
import io.skim.netty.RemotingPeer;
import io.skim.scan.remoting.ResponseCode;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.Reference;
import io.skim.scan.testing.StoredRecords;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.IntStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageAccessor;
import org.apache.rocketmq.common.message.MessageConst;
import org.apache.rocketmq.common.message.MessageDecoder;
import org.apache.rocketmq.common.message.MessageExt;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.apache.rocketmq.remoting.protocol.heartbeat.ConsumerData;
import org.apache.rocketmq.remoting.protocol.heartbeat.HeartbeatData;
import org.apache.rocketmq.remoting.protocol.heartbeat.SubscriptionData;
import org.apache.rocketmq.remoting.protocol.route.BrokerData;
import org.apache.rocketmq.remoting.protocol.route.TopicRouteData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A gateway between real sockets: a client on one side, a name server and a broker that the test plays on the other. */
class GatewayTest
{
    private static final byte[] BODY = {1, 2, 3};
    /** A client gives each of its requests another one. */
    private static final AtomicInteger OPAQUES = new AtomicInteger(1_000);

    @TempDir
    private Path folder;
    private RemotingPeer.Server names;
    private RemotingPeer.Server broker;
    private Gateway gateway;
    /** The topic that the name server was asked for last. */
    private String seenByNameServer;

    @BeforeEach
    void startTheServers() throws IOException
    {
        names = new RemotingPeer.Server();
        broker = new RemotingPeer.Server();
    }

    @AfterEach
    void stopAll() throws IOException
    {
        names.close();
        broker.close();
        if (gateway != null)
        {
            gateway.close();
        }
    }

    private void start(final String... lines) throws IOException, ConfigException
    {
        startListener("", lines);
    }

    private void startListener(final String keys, final String... lines) throws IOException, ConfigException
    {
        final Path file = folder.resolve("gateway.yaml");
        final String more = String.join("\n", lines) + "\n";
        Files.writeString(file,
            "listeners:\n  - {name: clients, address: 127.0.0.1:" + FreePorts.next() + keys + "}\ndrain: 100ms\n"
                + (more.contains("clusters:") ? "" : "clusters:\n  main: {nameServers: [127.0.0.1:"
                    + names.address().getPort() + "]}\n")
                + more);
        gateway = Gateway.start(file);
    }

    private RemotingPeer client() throws IOException
    {
        return RemotingPeer.connect(gateway.address("clients").getPort());
    }

    private String brokerAddress()
    {
        return "127.0.0.1:" + broker.address().getPort();
    }

    /** Asks for the route of a topic, and plays the name server. */
    private TopicRouteData route(final RemotingPeer client, final SerializeType type, final String topic)
        throws Exception
    {
        client.write(RemotingPeer.request(type, 105, 1, null, "topic", topic));
        return answer(client, names.accept(), broker);
    }

    /** Plays the name server: names brokers in the answer that is due. */
    private TopicRouteData answer(final RemotingPeer client, final RemotingPeer server,
        final RemotingPeer.Server... brokers) throws Exception
    {
        final RemotingCommand request = server.read();
        final TopicRouteData route = new TopicRouteData();
        final List<BrokerData> all = new ArrayList<>();
        for (final RemotingPeer.Server each : brokers)
        {
            final BrokerData data = new BrokerData("main", "broker-" + all.size(), new HashMap<>());
            data.getBrokerAddrs().put(0L, "127.0.0.1:" + each.address().getPort());
            all.add(data);
        }
        route.setBrokerDatas(all);
        route.setQueueDatas(List.of());
        final RemotingCommand response = RemotingPeer.response(request, 0, route.encode());
        response.setRemark(request.getExtFields().get("topic"));
        server.write(response);
        final RemotingCommand answer = client.read();
        assertEquals(0, answer.getCode(), answer.getRemark());
        seenByNameServer = answer.getRemark();
        return TopicRouteData.decode(answer.getBody(), TopicRouteData.class);
    }

    private RemotingPeer connect(final TopicRouteData route) throws IOException
    {
        final String address = route.getBrokerDatas().get(0).getBrokerAddrs().get(0L);
        assertEquals(Set.of(address), Set.copyOf(gateway.brokers().values()));
        return RemotingPeer.connect(Integer.parseInt(address.substring(address.indexOf(':') + 1)));
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void clientsConnectToTheGatewaysPortsInPlaceOfTheBrokers(final SerializeType type) throws Exception
    {
        start();
        try (RemotingPeer client = client(); RemotingPeer toBroker = connect(route(client, type, "Orders")))
        {
            assertEquals("Orders", seenByNameServer);
            assertEquals(Set.of(brokerAddress()), gateway.brokers().keySet());
            toBroker.write(RemotingPeer.request(type, 310, 2, new byte[] {1}, "b", "Orders"));
            final RemotingPeer server = broker.accept();
            assertEquals("Orders", server.read().getExtFields().get("b"));
        }
    }

    private static int port(final TopicRouteData route, final int number)
    {
        final String address = route.getBrokerDatas().get(number).getBrokerAddrs().get(0L);
        return Integer.parseInt(address.substring(address.indexOf(':') + 1));
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void severalClustersLookLikeOneAndNewBrokersGetPortsOfTheirOwn(final SerializeType type) throws Exception
    {
        try (RemotingPeer.Server euNames = new RemotingPeer.Server();
            RemotingPeer.Server euBroker = new RemotingPeer.Server();
            RemotingPeer.Server archive = new RemotingPeer.Server())
        {
            startListener(", cluster: main", "rules:",
                "  - {match: {sql: \"$topic STARTSWITH 'eu%'\"}, route: eu}", "  - {match: {sql: \"TAGS = 'old'\"},"
                    + " route: archive}",
                "clusters:", "  main: {nameServers: [127.0.0.1:" + names.address().getPort() + "]}",
                "  eu: {nameServers: [127.0.0.1:" + euNames.address().getPort() + "]}",
                "  archive: {brokers: [127.0.0.1:" + archive.address().getPort() + "]}");
            try (RemotingPeer client = client())
            {
                // By namespace: the same connection asks both name servers.
                client.write(RemotingPeer.request(type, 105, 1, null, "topic", "Orders"));
                final RemotingPeer toNames = names.accept();
                final TopicRouteData first = answer(client, toNames, broker);
                client.write(RemotingPeer.request(type, 105, 2, null, "topic", "eu%Orders"));
                final TopicRouteData eu = answer(client, euNames.accept(), euBroker);
                assertEquals("eu%Orders", seenByNameServer);
                try (RemotingPeer toMain = RemotingPeer.connect(port(first, 0)); RemotingPeer toEu = RemotingPeer
                    .connect(port(eu, 0)))
                {
                    toEu.write(RemotingPeer.request(type, 310, 3, null, "b", "eu%Orders"));
                    assertEquals(3, euBroker.accept().read().getOpaque());
                    toMain.write(RemotingPeer.request(type, 310, 4, null, "b", "Orders", "i", "TAGS\1new\2"));
                    assertEquals(4, broker.accept().read().getOpaque());
                    // By tag: to servers that are known without a name server.
                    toMain.write(RemotingPeer.request(type, 310, 5, null, "b", "Orders", "i", "TAGS\1old\2"));
                    assertEquals(5, archive.accept().read().getOpaque());
                }
                // The cluster has grown.
                try (RemotingPeer.Server added = new RemotingPeer.Server())
                {
                    client.write(RemotingPeer.request(type, 105, 6, null, "topic", "Orders"));
                    final TopicRouteData grown = answer(client, toNames, broker, added);
                    assertEquals(port(first, 0), port(grown, 0), "a broker keeps its port");
                    assertEquals(3, gateway.brokers().size());
                    try (RemotingPeer toAdded = RemotingPeer.connect(port(grown, 1)))
                    {
                        toAdded.write(RemotingPeer.request(type, 310, 7, null, "b", "Orders"));
                        assertEquals(7, added.accept().read().getOpaque());
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void messagesOfABatchWithoutATraceGetOne(final SerializeType type) throws Exception
    {
        start("rules:", "  - {match: {codes: send}, trace: {}}");
        final Message bare = new Message("Orders", new byte[] {1});
        final Message traced = new Message("Orders", new byte[] {2});
        traced.putUserProperty("traceparent", "its own");
        final byte[] batch = MessageDecoder.encodeMessages(List.of(bare, traced));
        final Set<String> traces = new HashSet<>();
        try (RemotingPeer client = client(); RemotingPeer toBroker = connect(route(client, type, "Orders")))
        {
            toBroker.write(RemotingPeer.request(type, 320, 2, batch, "b", "Orders", "m", "true"));
            toBroker.write(RemotingPeer.request(type, 320, 3, batch, "b", "Orders", "m", "true"));
            final RemotingPeer server = broker.accept();
            for (int sent = 0; sent < 2; sent++)
            {
                final List<Message> messages = MessageDecoder.decodeMessages(ByteBuffer.wrap(server.read().getBody()));
                final String begun = messages.get(0).getProperty("traceparent");
                assertTrue(begun.matches("00-[0-9a-f]{32}-[0-9a-f]{16}-01"), begun);
                traces.add(begun);
                assertEquals("its own", messages.get(1).getProperty("traceparent"));
            }
            assertEquals(2, traces.size(), "each request begins another trace");
        }
    }

    @Test
    void producersShareConnectionsAsTheFileSays() throws Exception
    {
        final int loops = 2 * Runtime.getRuntime().availableProcessors();
        final Path file = folder.resolve("gateway.yaml");
        Files.writeString(file, "listeners:\n  - {name: clients, address: 127.0.0.1:" + FreePorts.next()
            + "}\nclusters:\n  main: {brokers: [" + brokerAddress() + "], share: {connections: 1}}\ndrain: 1s\n");
        gateway = Gateway.start(file);
        final List<RemotingPeer> clients = new ArrayList<>();
        for (int i = 0; i < 4 * loops; i++)
        {
            clients.add(client());
            clients.get(i).write(RemotingPeer.request(SerializeType.JSON, 310, 7, new byte[] {(byte)i}, "b", "Orders"));
        }
        final AtomicInteger connections = new AtomicInteger();
        Background.start(() -> {
            while (true)
            {
                final RemotingPeer shared = broker.accept();
                connections.incrementAndGet();
                Background.start(() -> echo(shared));
            }
        });
        for (int i = 0; i < clients.size(); i++)
        {
            final RemotingCommand answer = clients.get(i).read();
            assertEquals(7, answer.getOpaque());
            assertEquals(i, answer.getBody()[0]);
            clients.get(i).close();
        }
        assertTrue(connections.get() <= loops, () -> connections + " connections");
    }

    /** Answers all requests of a connection with their bodies. */
    private static void echo(final RemotingPeer peer) throws Exception
    {
        for (RemotingCommand request = peer.read(); request != null; request = peer.read())
        {
            peer.write(RemotingPeer.response(request, 0, request.getBody()));
        }
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void namesAreMappedInHeadersAndBodiesBothWays(final SerializeType type) throws Exception
    {
        start("names:", "  acme: {prefix: acme_}", "rules:", "  - name: mark", "    match: {codes: send}",
            "    set: {properties: {gateway: skim}}", "    continue: true", "  - name: tenant",
            "    match: {clients: 127.0.0.0/8}",
            "    map: acme");
        try (RemotingPeer client = client(); RemotingPeer toBroker = connect(route(client, type, "Orders")))
        {
            assertEquals("acme_Orders", seenByNameServer);
            toBroker.write(RemotingPeer.request(type, 310, 2, new byte[] {1}, "b", "Orders", "i", "k\1v\2"));
            final RemotingPeer server = broker.accept();
            final RemotingCommand send = server.read();
            assertEquals("acme_Orders", send.getExtFields().get("b"));
            assertEquals("k\1v\2gateway\1skim\2", send.getExtFields().get("i"));
            assertArrayEquals(new byte[] {1}, send.getBody());
            toBroker.write(RemotingPeer.request(type, 34, 3, heartbeat().encode()));
            final RemotingCommand beat = server.read();
            assertEquals(3, beat.getOpaque());
            final HeartbeatData mapped = HeartbeatData.decode(beat.getBody(), HeartbeatData.class);
            final ConsumerData consumer = mapped.getConsumerDataSet().iterator().next();
            assertEquals("acme_readers", consumer.getGroupName());
            assertEquals("acme_Orders", consumer.getSubscriptionDataSet().iterator().next().getTopic());
            server.write(RemotingPeer.response(beat, 0, null));
            assertEquals(3, toBroker.read().getOpaque());
            toBroker.write(
                RemotingPeer.request(type, 11, 4, null, "topic", "Orders", "consumerGroup", "readers", "queueId", "0"));
            final RemotingCommand pull = server.read();
            assertEquals("acme_Orders", pull.getExtFields().get("topic"));
            assertEquals("acme_readers", pull.getExtFields().get("consumerGroup"));
            server.write(RemotingPeer.response(pull, 0, record("acme_Orders", "acme_writers")));
            final RemotingCommand pulled = toBroker.read();
            assertEquals(4, pulled.getOpaque());
            assertArrayEquals(record("Orders", "writers"), pulled.getBody());
            // The broker asks what became of a transaction.
            server.write(RemotingPeer.request(type, 39, 8, record("acme_Orders", "acme_writers"), "topic",
                "acme_Orders"));
            final RemotingCommand asked = toBroker.read();
            assertEquals("Orders", asked.getExtFields().get("topic"));
            assertArrayEquals(record("Orders", "writers"), asked.getBody());
            // The broker asks the client to look at its queues anew.
            server.write(RemotingPeer.request(type, 40, 9, null, "consumerGroup", "acme_readers"));
            assertEquals("readers", toBroker.read().getExtFields().get("consumerGroup"));
        }
    }

    /** A client could choose any name by a request of which something else is refused. */
    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void namesAreMappedAlsoIfAnotherEditIsRefusedAndMayBeLeftOut(final SerializeType type) throws Exception
    {
        start("names: {acme: {prefix: acme_}}", "limits: {header: 1KiB}", "policies: {refused: pass}",
            "rules: [{match: {codes: send}, set: {properties: {long: " + "x".repeat(900)
                + "}}, continue: true}, {map: acme}]");
        try (RemotingPeer client = client(); RemotingPeer toBroker = connect(route(client, type, "Orders")))
        {
            final String properties = "k\1" + "y".repeat(300) + "\2";
            toBroker.write(RemotingPeer.request(type, 310, 2, BODY, "b", "Orders", "i", properties));
            final RemotingPeer server = broker.accept();
            final RemotingCommand send = server.read();
            assertEquals("acme_Orders", send.getExtFields().get("b"));
            assertEquals(properties, send.getExtFields().get("i"));
            assertArrayEquals(BODY, send.getBody());
            toBroker.write(RemotingPeer.request(type, 310, 3, BODY, "b", "Orders", "i", "k\1v\2"));
            assertEquals("acme_Orders", server.read().getExtFields().get("b"));
        }
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void aRequestWhoseNamesCannotBeMappedDoesNotPass(final SerializeType type) throws Exception
    {
        start("names: {acme: {prefix: TBW}}", "policies: {refused: pass, signed: pass}", "rules: [{map: acme}]");
        try (RemotingPeer client = client(); RemotingPeer toBroker = connect(route(client, type, "Orders")))
        {
            // A topic of the system.
            toBroker.write(RemotingPeer.request(type, 310, 2, BODY, "b", "102"));
            // Anybody can say that this is a signature.
            toBroker.write(RemotingPeer.request(type, 310, 3, BODY, "b", "of-another", "Signature", "s"));
            toBroker.write(RemotingPeer.request(type, 34, 4, new byte[] {'{', '"'}));
            toBroker.write(RemotingPeer.request(type, 310, 5, BODY, "b", "Orders"));
            for (int opaque = 2; opaque < 5; opaque++)
            {
                final RemotingCommand answer = toBroker.read();
                assertEquals(opaque, answer.getOpaque());
                assertEquals(16, answer.getCode(), "NO_PERMISSION");
            }
            assertEquals("TBWOrders", broker.accept().read().getExtFields().get("b"));
        }
    }

    @Test
    void aResponseWhoseAddressesCannotBeMappedDoesNotPass() throws Exception
    {
        start("policies: {refused: pass}");
        try (RemotingPeer client = client())
        {
            client.write(RemotingPeer.request(SerializeType.JSON, 105, 1, null, "topic", "Orders"));
            final RemotingPeer server = names.accept();
            server.write(RemotingPeer.response(server.read(), 0, ("{\"brokerDatas\":[{\"brokerAddrs\":{0:\""
                + brokerAddress() + "\"}}").getBytes(StandardCharsets.UTF_8)));
            final RemotingCommand answer = client.read();
            assertEquals(1, answer.getCode(), "SYSTEM_ERROR");
            assertNull(answer.getBody());
        }
    }

    /** The entries of a batch have 15 bits for the length of their properties, and brokers take no longer ones. */
    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void aBatchWithoutRoomForAnEditIsAnsweredAndNothingOfItGoesOn(final SerializeType type) throws Exception
    {
        start("limits: {frame: 6MiB}", "names: {acme: {prefix: acme_}}",
            "rules: [{match: {codes: send}, set: {properties: {gateway: skim}}, continue: true}, {map: acme}]");
        final int added = "gateway\1skim\2".length();
        try (RemotingPeer client = client(); RemotingPeer toBroker = connect(route(client, type, "Orders")))
        {
            toBroker.write(batch(type, 2, Short.MAX_VALUE - added, 10));
            final RemotingPeer server = broker.accept();
            assertEdited(server, 2);
            toBroker.write(batch(type, 3, Short.MAX_VALUE - added + 1, 10));
            assertRefused(toBroker, 3);
            // Longer than brokers take unless they are told to.
            final byte[] large = RemotingPeer.encode(batch(type, 4, 100, 5 << 20));
            final CompletableFuture<Void> written = CompletableFuture.runAsync(() -> write(toBroker, large));
            assertEdited(server, 4);
            written.join();
            // Longer than the gateway takes.
            toBroker.write(batch(type, 5, 100, (6 << 20) - RemotingPeer.encode(batch(type, 5, 100, 0)).length));
            assertRefused(toBroker, 5);
            toBroker.write(batch(type, 6, 100, 10));
            assertEdited(server, 6);
        }
    }

    private static void write(final RemotingPeer peer, final byte[] bytes)
    {
        try
        {
            peer.write(bytes);
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException(e);
        }
    }

    private static void assertEdited(final RemotingPeer server, final int opaque) throws Exception
    {
        final RemotingCommand send = server.read();
        assertEquals(opaque, send.getOpaque());
        assertEquals("acme_Orders", send.getExtFields().get("b"));
        final List<Message> messages = MessageDecoder.decodeMessages(ByteBuffer.wrap(send.getBody()));
        assertEquals(2, messages.size());
        for (final Message each : messages)
        {
            assertEquals("skim", each.getProperty("gateway"));
        }
    }

    private static void assertRefused(final RemotingPeer client, final int opaque) throws Exception
    {
        final RemotingCommand answer = client.read();
        assertEquals(opaque, answer.getOpaque());
        assertEquals(16, answer.getCode(), "NO_PERMISSION");
    }

    /** A batch of a small message and one with so many bytes of properties and of body. */
    private static RemotingCommand batch(final SerializeType type, final int opaque, final int properties,
        final int body)
    {
        final Message small = new Message("Orders", new byte[1]);
        final Message large = new Message("Orders", new byte[body]);
        final int others = MessageDecoder.messageProperties2String(large.getProperties()).length();
        large.putUserProperty("k", "v".repeat(properties - others - "k\1\2".length()));
        return RemotingPeer.request(type, 320, opaque, MessageDecoder.encodeMessages(List.of(small, large)), "b",
            "Orders",
            "m", "true");
    }

    /** Brokers keep replies: whoever could read their topic would see those to all other clients. */
    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void topicsForRepliesCannotBeReadThroughANameMap(final SerializeType type) throws Exception
    {
        start("names: {acme: {prefix: acme_}}", "rules: [{map: acme}]");
        try (RemotingPeer client = client(); RemotingPeer toBroker = connect(route(client, type, "Orders")))
        {
            int opaque = 1;
            for (final int code : new int[] {11, 12, 30, 34, 310})
            {
                toBroker.write(RemotingPeer.request(type, code, ++opaque, code == 34 ? heartbeat("main_REPLY_TOPIC")
                    .encode() : null, code == 310 ? "b" : "topic", "main_REPLY_TOPIC", "consumerGroup", "readers"));
            }
            final RemotingPeer server = broker.accept();
            for (final int code : new int[] {11, 12, 30, 34, 310})
            {
                final RemotingCommand request = server.read();
                assertEquals(code, request.getCode());
                assertEquals("acme_main_REPLY_TOPIC", code == 34 ? HeartbeatData.decode(request.getBody(),
                    HeartbeatData.class).getConsumerDataSet().iterator().next().getSubscriptionDataSet().iterator()
                    .next()
                    .getTopic() : request.getExtFields().get(code == 310 ? "b" : "topic"));
            }
        }
    }

    /** A consumer takes the name of that topic from the message that it replies to. */
    @ParameterizedTest
    @ValueSource(strings = {"rules: [{map: acme}]",
        "lanes: [{name: gray, match: {listeners: clients}, by: topic, fallback: false}]"})
    void topicsForRepliesHaveOneName(final String line) throws Exception
    {
        start("names: {acme: {prefix: acme_}}", line);
        try (RemotingPeer client = client();
            RemotingPeer toBroker = connect(route(client, SerializeType.JSON, "main_REPLY_TOPIC")))
        {
            assertEquals("main_REPLY_TOPIC", seenByNameServer);
            toBroker.write(RemotingPeer.request(SerializeType.JSON, 325, 2, new byte[1], "a", "repliers", "b",
                "main_REPLY_TOPIC", "i", "k\1v\2"));
            final RemotingPeer server = broker.accept();
            assertEquals("main_REPLY_TOPIC", server.read().getExtFields().get("b"));
            server.write(RemotingPeer.request(SerializeType.JSON, 326, 3, new byte[1], "topic", "main_REPLY_TOPIC"));
            assertEquals("main_REPLY_TOPIC", toBroker.read().getExtFields().get("topic"));
        }
    }

    /** Groups of producers do not get a lane's suffix, so none is taken from a group that ends so by itself. */
    @ParameterizedTest
    @ValueSource(strings = {"property", "topic"})
    void aLanesProducersAreAskedAboutTransactionsByTheirOwnGroup(final String by) throws Exception
    {
        start("lanes: [{name: gray, match: {listeners: clients}, fallback: false, by: " + by + "}]");
        final String topic = "topic".equals(by) ? "Orders_gray" : "Orders";
        try (RemotingPeer client = client();
            RemotingPeer toBroker = connect(route(client, SerializeType.JSON, "Orders")))
        {
            toBroker.write(RemotingPeer.request(SerializeType.JSON, 310, 2, new byte[1], "a", "writers_gray", "b",
                "Orders", "i", "k\1v\2"));
            final RemotingPeer server = broker.accept();
            final RemotingCommand send = server.read();
            assertEquals(topic, send.getExtFields().get("b"));
            assertEquals("writers_gray", send.getExtFields().get("a"));
            server
                .write(RemotingPeer.request(SerializeType.JSON, 39, 8, record(topic, "writers_gray"), "topic", topic));
            final RemotingCommand asked = toBroker.read();
            assertEquals("Orders", asked.getExtFields().get("topic"));
            assertArrayEquals(record("Orders", "writers_gray"), asked.getBody());
            server.write(RemotingPeer.request(SerializeType.JSON, 40, 9, null, "consumerGroup", "readers_gray"));
            assertEquals("readers", toBroker.read().getExtFields().get("consumerGroup"));
        }
    }

    @Test
    void aPortThatIsTakenIsNamed() throws IOException
    {
        final IOException taken = assertThrows(IOException.class, () -> startListener("",
            "http: {address: " + brokerAddress() + "}"));
        assertTrue(taken.getMessage().startsWith("http cannot listen at " + brokerAddress() + ": "), taken::getMessage);
        final Path file = folder.resolve("taken.yaml");
        Files.writeString(file,
            "listeners: [{name: clients, address: " + brokerAddress() + "}]\nclusters: {main: {nameServers: ["
                + brokerAddress() + "]}}\n");
        final IOException also = assertThrows(IOException.class, () -> Gateway.start(file));
        assertTrue(also.getMessage().startsWith("the listener clients cannot listen at " + brokerAddress() + ": "),
            also::getMessage);
    }

    /** A stored record of a message in a transaction. */
    private static byte[] record(final String topic, final String producers)
    {
        final MessageExt message = StoredRecords.message(new Random(1));
        message.setTopic(topic);
        MessageAccessor.putProperty(message, MessageConst.PROPERTY_PRODUCER_GROUP, producers);
        return StoredRecords.encode(message);
    }

    private static HeartbeatData heartbeat()
    {
        return heartbeat("Orders");
    }

    private static HeartbeatData heartbeat(final String topic)
    {
        final SubscriptionData subscription = new SubscriptionData(topic, "*");
        final ConsumerData consumer = new ConsumerData();
        consumer.setGroupName("readers");
        consumer.setSubscriptionDataSet(Set.of(subscription));
        final HeartbeatData heartbeat = new HeartbeatData();
        heartbeat.setClientID("10.0.0.1@7");
        heartbeat.setConsumerDataSet(Set.of(consumer));
        return heartbeat;
    }

    @Test
    void managementIsDeniedInTheRequestsOwnEncoding() throws Exception
    {
        start();
        try (RemotingPeer client = client())
        {
            for (final SerializeType type : SerializeType.values())
            {
                client.write(RemotingPeer.request(type, 25, 5, "a=b".getBytes(StandardCharsets.UTF_8)));
                final RemotingCommand denied = client.read();
                assertEquals(type, denied.getSerializeTypeCurrentRPC());
                assertEquals(16, denied.getCode());
                assertEquals(5, denied.getOpaque());
            }
            assertTrue(names.isIdle());
        }
    }

    @Test
    void tellsEverythingThatIsWrongInTheFile() throws IOException
    {
        final ConfigException wrong = assertThrows(ConfigException.class, () -> start("rule: []", "drane: 3s"));
        assertEquals(2, wrong.problems().size());
        Files.writeString(folder.resolve("gateway.yaml"),
            "listeners: [{name: a, address: 127.0.0.1:" + names.address().getPort()
                + "}]\nclusters: {main: {nameServers: [127.0.0.1:9876]}}\n");
        assertThrows(IOException.class, () -> Gateway.start(folder.resolve("gateway.yaml")));
    }

    @Test
    void aLongSendGoesOnWhileItArrives() throws Exception
    {
        start("limits: {streamBodiesOver: 4KiB}", "rules:", "  - match: {codes: send}",
            "    set: {properties: {gateway: skim}}");
        try (RemotingPeer client = client();
            RemotingPeer toBroker = connect(route(client, SerializeType.JSON, "Orders")))
        {
            final byte[] send =
                RemotingPeer.encode(RemotingPeer.request(SerializeType.ROCKETMQ, 310, 2, new byte[100_000], "b",
                    "Orders", "i", "k\1v\2"));
            toBroker.write(Arrays.copyOf(send, 50_000));
            final RemotingPeer server = broker.accept();
            // Half of it has come before the rest was sent.
            final byte[] begin = server.socket().getInputStream().readNBytes(49_000);
            assertTrue(new String(begin, 0, 200, StandardCharsets.ISO_8859_1).contains("gateway\1skim\2"));
            toBroker.write(Arrays.copyOfRange(send, 50_000, send.length));
            final int added = "gateway\1skim\2".length();
            assertEquals(send.length + added - 49_000,
                server.socket().getInputStream().readNBytes(send.length + added - 49_000).length);
        }
    }

    /** Of a long send that arrives in two parts; a rule decides about all of it. */
    private static byte[] longSend()
    {
        return RemotingPeer
            .encode(RemotingPeer.request(SerializeType.ROCKETMQ, 310, 2, new byte[100_000], "b", "Orders"));
    }

    @Test
    void aLongSendIsMirroredToo() throws Exception
    {
        try (RemotingPeer.Server copies = new RemotingPeer.Server())
        {
            startListener(", cluster: main", "limits: {streamBodiesOver: 4KiB}", "rules:",
                "  - {match: {codes: send}, mirror: copies}", "clusters:", "  main: {nameServers: [127.0.0.1:" + names
                    .address().getPort() + "]}",
                "  copies: {brokers: [127.0.0.1:" + copies.address().getPort() + "]}");
            try (RemotingPeer client = client();
                RemotingPeer toBroker = connect(route(client, SerializeType.JSON, "Orders")))
            {
                toBroker.write(longSend());
                assertArrayEquals(longSend(), broker.accept().readFrame());
                assertArrayEquals(longSend(), copies.accept().readFrame());
            }
        }
    }

    @Test
    void aLongSendIsDelayedToo() throws Exception
    {
        start("limits: {streamBodiesOver: 4KiB}", "rules:", "  - {match: {codes: send}, delay: 1s}");
        try (RemotingPeer client = client();
            RemotingPeer toBroker = connect(route(client, SerializeType.JSON, "Orders")))
        {
            toBroker.write(Frames.join(longSend(), RemotingPeer.encode(RemotingPeer.request(SerializeType.JSON, 11, 3,
                null, "topic", "Orders"))));
            final RemotingPeer server = broker.accept();
            assertEquals(3, server.read().getOpaque());
            assertArrayEquals(longSend(), server.readFrame());
        }
    }

    @Test
    void aClientIdOfAnyLengthIsNotKept() throws Exception
    {
        start("rules:", "  - {match: {clientIds: \"a*\", codes: send}, deny: {}}");
        final HeartbeatData heartbeat = heartbeat();
        try (RemotingPeer client = client();
            RemotingPeer toBroker = connect(route(client, SerializeType.JSON, "Orders")))
        {
            heartbeat.setClientID("a".repeat(1_024));
            toBroker.write(RemotingPeer.request(SerializeType.JSON, 34, 2, heartbeat.encode()));
            toBroker.write(RemotingPeer.request(SerializeType.JSON, 310, 3, null, "b", "Orders"));
            assertEquals(3, toBroker.read().getOpaque());
            heartbeat.setClientID("a".repeat(1_025));
            toBroker.write(RemotingPeer.request(SerializeType.JSON, 34, 4, heartbeat.encode()));
            toBroker.write(RemotingPeer.request(SerializeType.JSON, 310, 5, null, "b", "Orders"));
            final RemotingPeer server = broker.accept();
            assertEquals(2, server.read().getOpaque());
            assertEquals(4, server.read().getOpaque());
            assertEquals(5, server.read().getOpaque());
        }
    }

    @Test
    void aResponseHasTheNamesOfItsRequestHoweverManyMapsThereAre() throws Exception
    {
        final int tenants = 600;
        final List<String> lines = new ArrayList<>(List.of("names:"));
        IntStream.range(0, tenants).forEach(i -> lines.add("  n" + i + ": {prefix: n" + i + "_}"));
        lines.add("rules:");
        IntStream.range(0, tenants).forEach(i -> lines.add("  - {match: {sql: \"$topic = 'T" + i + "'\"}, map: n" + i
            + "}"));
        start(lines.toArray(new String[0]));
        try (RemotingPeer client = client();
            RemotingPeer toBroker = connect(route(client, SerializeType.JSON, "Orders")))
        {
            final RemotingPeer server = pull(toBroker, 0, null);
            for (int i = 1; i < tenants; i++)
            {
                pull(toBroker, i, server);
            }
            for (int i = 0; i < tenants; i++)
            {
                server.write(RemotingPeer.response(RemotingPeer.request(SerializeType.JSON, 11, 10 + i, null), 0,
                    record("n" + i + "_T" + i, "writers")));
                assertArrayEquals(record("T" + i, "writers"), toBroker.read().getBody());
            }
        }
    }

    /** Pulls from a topic of a tenant; the broker takes the request, and does not answer it yet. */
    private RemotingPeer pull(final RemotingPeer client, final int tenant, final RemotingPeer known) throws Exception
    {
        client.write(RemotingPeer.request(SerializeType.JSON, 11, 10 + tenant, null, "topic", "T" + tenant,
            "consumerGroup", "readers", "queueId", "0"));
        final RemotingPeer server = known == null ? broker.accept() : known;
        assertEquals("n" + tenant + "_T" + tenant, server.read().getExtFields().get("topic"));
        return server;
    }

    @Test
    void rulesSeeTheClientThatALoadBalancerNames() throws Exception
    {
        startListener(", proxyProtocol: {from: 127.0.0.0/8}", "rules:", "  - match: {clients: 10.9.0.0/16}",
            "    deny: {code: NO_PERMISSION, remark: not from there}");
        try (RemotingPeer denied = client(); RemotingPeer passed = client())
        {
            denied.write("PROXY TCP4 10.9.1.2 127.0.0.1 5555 9876\r\n".getBytes(StandardCharsets.US_ASCII));
            denied.write(RemotingPeer.request(SerializeType.JSON, 105, 1, null, "topic", "Orders"));
            assertEquals("not from there", denied.read().getRemark());
            passed.write("PROXY TCP4 10.8.1.2 127.0.0.1 5555 9876\r\n".getBytes(StandardCharsets.US_ASCII));
            passed.write(RemotingPeer.request(SerializeType.JSON, 105, 2, null, "topic", "Orders"));
            final RemotingPeer server = names.accept();
            assertEquals(2, server.read().getOpaque());
        }
    }

    /** Puts the lines of a log into a queue. */
    static Handler into(final BlockingQueue<String> lines)
    {
        return new Handler()
        {
            @Override
            public void publish(final LogRecord line)
            {
                lines.add(new SimpleFormatter().formatMessage(line));
            }

            @Override
            public void flush()
            {
                // Nothing waits.
            }

            @Override
            public void close()
            {
                // Nothing is open.
            }
        };
    }

    @Test
    void theLogTellsWhyAServerCannotBeReachedAndNotForEachClient() throws Exception
    {
        final int clients = 40;
        final Logger connections = Logger.getLogger("io.skim.gateway.connection");
        final BlockingQueue<String> ended = new LinkedBlockingQueue<>();
        final Handler intoEnded = into(ended);
        connections.addHandler(intoEnded);
        final Logger events = Logger.getLogger("io.skim.gateway.GatewayEvents");
        final BlockingQueue<String> lost = new LinkedBlockingQueue<>();
        final Handler intoLost = into(lost);
        events.addHandler(intoLost);
        final int nobody = FreePorts.next();
        startListener("", "clusters:", "  main: {nameServers: [127.0.0.1:" + nobody + "]}");
        try
        {
            for (int i = 0; i < clients; i++)
            {
                try (RemotingPeer client = client())
                {
                    client.write(RemotingPeer.request(SerializeType.JSON, 105, 7, null, "topic", "Orders"));
                    assertNull(client.readFrame());
                }
            }
            final String line = ended.take();
            assertTrue(line.contains(" why=broker_unreachable detail=\"main 127.0.0.1:" + nobody + ": "), line);
            assertTrue(line.contains("Connection refused"), line);
            assertTrue(lost.size() > 0 && lost.size() < clients, () -> lost.size() + " lines");
        }
        finally
        {
            connections.removeHandler(intoEnded);
            events.removeHandler(intoLost);
        }
    }

    @Test
    void theLogTellsWhoGoesAwayInsideAFrameAndWhoSendsNone() throws Exception
    {
        final Logger connections = Logger.getLogger("io.skim.gateway.connection");
        final BlockingQueue<String> ended = new LinkedBlockingQueue<>();
        final Handler intoEnded = into(ended);
        connections.addHandler(intoEnded);
        start();
        final byte[] request =
            RemotingPeer.encode(RemotingPeer.request(SerializeType.JSON, 38, 7, null, "consumerGroup",
                "readers"));
        try (RemotingPeer client = client())
        {
            client.write(request);
            final RemotingPeer server = names.accept();
            final byte[] response = RemotingPeer.encode(RemotingPeer.response(server.read(), 0, new byte[9]));
            server.write(Arrays.copyOf(response, 50));
            server.hangUp();
            assertNull(client.readFrame());
            final String line = ended.take();
            assertTrue(line.contains(" why=broker_closed"), line);
        }
        try (RemotingPeer client = client())
        {
            client.write(Arrays.copyOf(request, 50));
            client.hangUp();
            final String line = ended.take();
            assertTrue(line.contains(" why=client_closed"), line);
        }
        try (RemotingPeer client = client())
        {
            client.write("GET / HTTP/1.1\r\n".getBytes(StandardCharsets.US_ASCII));
            assertNull(client.readFrame());
            final String line = ended.take();
            assertTrue(line.endsWith(" why=malformed reason=protocol_http offset=0"), line);
        }
        finally
        {
            connections.removeHandler(intoEnded);
        }
    }

    private String metrics() throws Exception
    {
        return HttpClient.newHttpClient().send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway
            .operations().getPort() + "/metrics")).build(), HttpResponse.BodyHandlers.ofString()).body();
    }

    /** To render many series takes long: a scraper that asks again and again would hold up those who connect. */
    @Test
    void operatorsAreAnsweredByAThreadOfTheirOwn() throws Exception
    {
        start("http: {address: 127.0.0.1:" + FreePorts.next() + "}");
        assertTrue(metrics().contains("skim_gateway_info"));
        assertTrue(Thread.getAllStackTraces().keySet().stream().anyMatch(thread -> thread.getName().startsWith(
            "skim-gateway-http-")));
    }

    @Test
    void theLogTellsThatAServerHasClosedItsConnection() throws Exception
    {
        start("clusters: {main: {brokers: [" + brokerAddress() + "]}}");
        final Logger log = Logger.getLogger(GatewayEvents.class.getName());
        final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        final Handler intoLines = into(lines);
        log.addHandler(intoLines);
        try (RemotingPeer client = client())
        {
            client.write(RemotingPeer.request(SerializeType.JSON, 310, 1, null, "b", "Orders"));
            final RemotingPeer server = broker.accept();
            server.read();
            server.hangUp();
            final String line = lines.take();
            assertTrue(line.contains(" 1 requests were unanswered: the server closed it; "), line);
        }
        finally
        {
            log.removeHandler(intoLines);
        }
    }

    @Test
    void refusalsAreCountedByWhatStandsInTheWayOfAnEdit() throws Exception
    {
        start("http: {address: 127.0.0.1:" + FreePorts.next() + "}", "limits: {frame: 1024, header: 1024}",
            "rules: [{match: {codes: send}, set: {properties: {x: " + "y".repeat(600) + "}}}]");
        try (RemotingPeer client = client())
        {
            client.write(RemotingPeer.request(SerializeType.JSON, 310, 1, new byte[300], "b", "Orders"));
            assertEquals(16, client.read().getCode());
            client.write(RemotingPeer.request(SerializeType.JSON, 310, 2, new byte[1], "b", "Orders", "i", "k\1v\2",
                "Signature", "s"));
            assertEquals(16, client.read().getCode());
            final String counted = metrics();
            for (final String line : List.of("refusals_total{reason=\"room\"} 1.0",
                "refusals_total{reason=\"signature\"} 1.0",
                "refusals_total{reason=\"name\"} 0.0",
                "frames_total{direction=\"out\",endpoint=\"main\",side=\"broker\"} 0.0"))
            {
                assertTrue(counted.contains("skim_gateway_" + line + "\n"), () -> line + " is not in\n" + counted);
            }
        }
    }

    @Test
    void framesAndConnectionsOfClustersAreCounted() throws Exception
    {
        start("http: {address: 127.0.0.1:" + FreePorts.next() + "}", "rules:", "  - {match: {codes: 12}, deny: {}}");
        try (RemotingPeer client = client())
        {
            client.write(RemotingPeer.request(SerializeType.JSON, 12, 6, null, "topic", "Orders"));
            assertEquals(6, client.read().getOpaque());
            final byte[] request =
                RemotingPeer.encode(RemotingPeer.request(SerializeType.JSON, 38, 7, null, "consumerGroup", "readers"));
            client.write(request);
            final RemotingPeer server = names.accept();
            final byte[] response = RemotingPeer.encode(RemotingPeer.response(server.read(), 0, new byte[9]));
            server.write(response);
            assertArrayEquals(response, client.readFrame());
            final String open = metrics();
            for (final String line : List.of("frames_total{direction=\"out\",endpoint=\"main\",side=\"broker\"} 1.0",
                "frames_total{direction=\"in\",endpoint=\"main\",side=\"broker\"} 1.0",
                "bytes_total{direction=\"out\",endpoint=\"main\",side=\"broker\"} " + (double)request.length,
                "bytes_total{direction=\"in\",endpoint=\"main\",side=\"broker\"} " + (double)response.length,
                "connections{endpoint=\"main\",side=\"broker\"} 1.0",
                "connections_opened_total{endpoint=\"main\",side=\"broker\"} 1.0"))
            {
                assertTrue(open.contains("skim_gateway_" + line), () -> line + " is not in\n" + open);
            }
            server.hangUp();
            assertNull(client.readFrame());
        }
        final String ended =
            "skim_gateway_connections_closed_total{endpoint=\"main\",side=\"broker\",why=\"broker_closed\"} 1.0";
        for (int i = 0; i < 1_000 && !metrics().contains(ended); i++)
        {
            Thread.sleep(10);
        }
        assertTrue(metrics().contains(ended));
    }

    @Test
    void connectionsToServersThatTakeTooLongAreCounted() throws Exception
    {
        try (FullServer full = new FullServer())
        {
            startListener("", "http: {address: 127.0.0.1:" + FreePorts.next() + "}", "limits: {connect: 500ms}",
                "clusters:", "  main: {nameServers: [127.0.0.1:" + full.port() + "]}");
            try (RemotingPeer client = client())
            {
                client.write(RemotingPeer.request(SerializeType.JSON, 105, 7, null, "topic", "Orders"));
                assertNull(client.readFrame());
            }
            final String all = metrics();
            assertTrue(all.contains("skim_gateway_timeouts_total{kind=\"connect\"} 1.0\n"), all);
        }
    }

    /** A client, a gateway, TLS behind a PROXY header, another gateway, a server. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void gatewaysConnectToServersWithTls(final int version) throws Exception
    {
        final Authority authority = new Authority(folder, "authority");
        final KeyFiles keys = authority.issue("gateway", Duration.ofDays(1), "mq.example");
        startListener(", proxyProtocol: {from: 127.0.0.0/8}, tls: {certificates: [{chain: " + keys.chain().getFileName()
            + ", key: {file: " + keys.key().getFileName() + "}}]}", "limits: {streamBodiesOver: 4KiB}");
        final Path front = Files.writeString(folder.resolve("front.yaml"),
            "listeners: [{name: front, address: 127.0.0.1:"
                + FreePorts.next() + "}]\nclusters: {second: {brokers: [127.0.0.1:"
                + gateway.address("clients").getPort()
                + "], tls: {trust: authority.pem, name: mq.example}, proxyProtocol: v" + version + "}}\ndrain: 1s\n");
        try (Gateway first = Gateway.start(front);
            RemotingPeer client = RemotingPeer.connect(first.address("front").getPort()))
        {
            final RemotingCommand request =
                RemotingPeer.request(SerializeType.ROCKETMQ, 11, 7, new byte[100_000], "topic", "Orders");
            client.write(request);
            final RemotingPeer server = names.accept();
            assertArrayEquals(RemotingPeer.encode(request), server.readFrame());
            final byte[] response = RemotingPeer.encode(RemotingPeer.response(request, 0, new byte[200_000]));
            server.write(response);
            assertArrayEquals(response, client.readFrame());
            client.socket().shutdownOutput();
            assertNull(client.readFrame());
            assertNull(server.readFrame());
        }
    }

    @Test
    void rulesKnowClientsByTheirCertificates() throws Exception
    {
        final Authority authority = new Authority(folder, "authority");
        final KeyFiles keys = authority.issue("gateway", Duration.ofDays(1), "mq.example");
        startListener(", tls: {clientCertificates: wanted, trust: authority.pem, certificates: [{chain: " + keys.chain()
            .getFileName() + ", key: {file: " + keys.key().getFileName() + "}}]}", "rules:",
            "  - {match: {certificateNames: 'dns:*.ACME.example'}, set: {fields: {by: dns, who: '${tls.subject}'}}}",
            "  - {match: {certificateNames: ['uri:spiffe://acme/*', 'dns:spiffe://acme/*']}, set: {fields: {by: uri}}}",
            "  - {match: {certificateNames: 'subject:CN=third'}, set: {fields: {by: subject, who: '${tls.subject}'}}}",
            "  - {match: {certificateNames: 'subject:*'}, set: {fields: {by: any}}}", "  - deny: {}");
        assertEquals("{by=dns, topic=Orders, who=CN=first}",
            passed(authority.issue("first", Duration.ofDays(1), "10.0.0.1",
                "orders.acme.example")));
        assertEquals("{by=uri, topic=Orders}", passed(authority.issue("second", Duration.ofDays(1), "other.example",
            "spiffe://acme/orders")));
        assertEquals("{by=subject, topic=Orders, who=CN=third}", passed(authority.issue("third", Duration.ofDays(1),
            "acme.example")));
        assertEquals("{by=any, topic=Orders}", passed(authority.issue("fourth", Duration.ofDays(1),
            "spiffe.acme.example.org")));
        assertEquals("denied", passed(null));
    }

    /** What a request of a client with such a certificate has in its header when it comes to the server. */
    private String passed(final KeyFiles certificate) throws Exception
    {
        final Path front = Files.writeString(folder.resolve("front.yaml"),
            "listeners: [{name: front, address: 127.0.0.1:" + FreePorts.next()
                + "}]\nclusters: {second: {brokers: [127.0.0.1:" + gateway.address("clients").getPort()
                + "], tls: {trust: authority.pem, name: mq.example" + (certificate == null ? ""
                    : ", certificate: {chain: '" + certificate.chain().getFileName() + "', key: {file: '"
                        + certificate.key().getFileName() + "'}}")
                + "}}}\ndrain: 1s\n");
        try (Gateway first = Gateway.start(front);
            RemotingPeer client = RemotingPeer.connect(first.address("front").getPort()))
        {
            client.write(RemotingPeer.request(SerializeType.ROCKETMQ, 11, 7, null, "topic", "Orders"));
            if (certificate == null)
            {
                return Reference.decode(client.readFrame()).code == ResponseCode.NO_PERMISSION.code() ? "denied"
                    : "passed";
            }
            return new TreeMap<>(Reference.decode(names.accept().readFrame()).extFields).toString();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void serversLearnWhoTheClientIsBeforeItsFirstRequest(final int version) throws Exception
    {
        startListener("", "clusters:", "  main: {nameServers: [127.0.0.1:" + names.address().getPort()
            + "], proxyProtocol: v" + version + "}");
        try (RemotingPeer client = client())
        {
            client.write(RemotingPeer.request(SerializeType.JSON, 105, 7, null, "topic", "Orders"));
            final RemotingPeer server = names.accept();
            final int from = client.socket().getLocalPort();
            final int to = client.socket().getPort();
            if (version == 1)
            {
                final String header = "PROXY TCP4 127.0.0.1 127.0.0.1 " + from + " " + to + "\r\n";
                assertEquals(header, new String(server.socket().getInputStream().readNBytes(header.length()),
                    StandardCharsets.US_ASCII));
            }
            else
            {
                final ByteBuffer header = ByteBuffer.wrap(server.socket().getInputStream().readNBytes(28));
                assertEquals("\r\n\r\n\0\r\nQUIT\n", new String(header.array(), 0, 12, StandardCharsets.US_ASCII));
                assertEquals(from, header.getShort(24) & 0xFFFF);
                assertEquals(to, header.getShort(26) & 0xFFFF);
            }
            assertEquals(7, server.read().getOpaque());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void clientsBesideTheLoadBalancersAreRefusedOrAdmitted(final boolean admitted) throws Exception
    {
        startListener(", proxyProtocol: {from: 10.0.0.0/8, others: " + (admitted ? "admit" : "refuse") + "}",
            "rules:", "  - match: {clients: 10.9.0.0/16}", "    deny: {}");
        try (RemotingPeer client = client())
        {
            client.write(RemotingPeer.request(SerializeType.JSON, 105, 1, null, "topic", "Orders"));
            if (admitted)
            {
                assertEquals(1, names.accept().read().getOpaque());
            }
            else
            {
                assertNull(client.readFrame());
                assertTrue(names.isIdle());
            }
        }
    }

    private static HeartbeatData heartbeat(final RemotingCommand beat)
    {
        return HeartbeatData.decode(beat.getBody(), HeartbeatData.class);
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void aLaneHasGroupsOfItsOwnAndItsMessagesFallBackUntilTheyAreRead(final SerializeType type) throws Exception
    {
        start("lanes:", "  - {name: gray, match: {clientIds: \"*@gray\"}}");
        try (RemotingPeer client = client())
        {
            final TopicRouteData route = route(client, type, "Orders");
            readWithLanes(route, type);
        }
    }

    private void readWithLanes(final TopicRouteData route, final SerializeType type) throws Exception
    {
        try (RemotingPeer base = connect(route); RemotingPeer gray = connect(route))
        {
            final HeartbeatData beat = heartbeat();
            base.write(RemotingPeer.request(type, 34, 1, beat.encode()));
            final RemotingPeer baseServer = broker.accept();
            final ConsumerData baseConsumer =
                heartbeat(baseServer.read()).getConsumerDataSet().iterator().next();
            assertEquals("readers", baseConsumer.getGroupName());
            assertEquals("LANE_readers IS NULL",
                baseConsumer.getSubscriptionDataSet().iterator().next().getSubString());
            beat.setClientID("1@gray");
            gray.write(RemotingPeer.request(type, 34, 1, beat.encode()));
            final RemotingPeer server = broker.accept();
            final ConsumerData consumer = heartbeat(server.read()).getConsumerDataSet().iterator().next();
            assertEquals("readers_gray", consumer.getGroupName());
            final SubscriptionData subscription = consumer.getSubscriptionDataSet().iterator().next();
            assertEquals("SQL92", subscription.getExpressionType());
            assertEquals("LANE_readers IS NOT NULL AND LANE_readers = 'gray'", subscription.getSubString());

            assertEquals("k\1v\2LANE\1gray\2", send(gray, server, type, 310, "b", "i", "e"), "nobody reads it yet");
            gray.write(pull(type, 4, "*"));
            final RemotingCommand pull = server.read();
            assertEquals("readers_gray", pull.getExtFields().get("consumerGroup"));
            assertEquals("LANE_readers IS NOT NULL AND LANE_readers = 'gray'", pull.getExtFields().get("subscription"));
            assertEquals("SQL92", pull.getExtFields().get("expressionType"));
            assertEquals("k\1v\2LANE\1gray\2LANE_readers\1gray\2", send(gray, server, type, 310, "b", "i", "e"));
            assertEquals("k\1v\2LANE\1gray\2LANE_readers\1gray\2",
                send(gray, server, type, 10, "topic", "properties", "queueId"));
            server.write(RemotingPeer.request(type, 40, 9, null, "consumerGroup", "readers_gray"));
            assertEquals("readers", gray.read().getExtFields().get("consumerGroup"));
            gray.write(RemotingPeer.request(type, 35, 5, null, "clientID", "1@gray", "consumerGroup", "readers"));
            assertEquals("readers_gray", server.read().getExtFields().get("consumerGroup"));
            gray.write(RemotingPeer.request(type, 35, 6, null, "clientID", "1@gray", "producerGroup", "writers"));
            assertEquals("writers", server.read().getExtFields().get("producerGroup"));
            assertEquals("k\1v\2LANE\1gray\2", send(gray, server, type, 310, "b", "i", "e"), "the group has ended");
            assertEquals("k\1v\2", send(base, baseServer, type, 310, "b", "i", "e"));
        }
    }

    private static RemotingCommand pull(final SerializeType type, final int flag, final String expression)
    {
        return RemotingPeer.request(type, 11, OPAQUES.incrementAndGet(), null, "topic", "Orders", "consumerGroup",
            "readers", "queueId", "1", "sysFlag", String.valueOf(flag), "subscription", expression);
    }

    /** The properties of a message that a client sends, as they reach the broker. */
    private static String send(final RemotingPeer client, final RemotingPeer server, final SerializeType type,
        final int code, final String topic, final String properties, final String queue) throws Exception
    {
        client.write(RemotingPeer.request(type, code, OPAQUES.incrementAndGet(), new byte[] {1}, topic, "Orders",
            properties, "k\1v\2", queue,
            "1"));
        return server.read().getExtFields().get(properties);
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void subscriptionsThatCannotBeRewrittenAreAnswered(final SerializeType type) throws Exception
    {
        start("lanes:", "  - {name: gray, match: {clientIds: \"*@gray\"}}");
        try (RemotingPeer client = client(); RemotingPeer base = connect(route(client, type, "Orders")))
        {
            base.write(RemotingPeer.request(type, 11, 2, null, "topic", "Orders", "consumerGroup", "readers", "sysFlag",
                "4", "subscription", "a = 1) OR (b = 1", "expressionType", "SQL92"));
            assertEquals(23, base.read().getCode());
            base.write(RemotingPeer.request(type, 34, 3, "{\"ConsumerDataSet\":[]}".getBytes(StandardCharsets.UTF_8)));
            final RemotingCommand refused = base.read();
            assertEquals(16, refused.getCode());
            assertEquals("the body is malformed or ambiguous", refused.getRemark());
            final HeartbeatData beat = heartbeat();
            beat.getConsumerDataSet().iterator().next().getSubscriptionDataSet().iterator().next().setClassFilterMode(
                true);
            base.write(RemotingPeer.request(type, 34, 4, beat.encode()));
            assertEquals(16, base.read().getCode());
            // A pull without a subscription of its own, and what belongs to a group or to the broker, go on as they are.
            base.write(pull(type, 2, "*"));
            final RemotingPeer server = broker.accept();
            assertEquals("*", server.read().getExtFields().get("subscription"));
            for (final String topic : new String[] {"%RETRY%readers", "RMQ_SYS_TRACE_TOPIC"})
            {
                base.write(RemotingPeer.request(type, 361, OPAQUES.incrementAndGet(), null, "topic", topic,
                    "consumerGroup", "readers",
                    "sysFlag", "20", "subscription", "*"));
                assertEquals("*", server.read().getExtFields().get("subscription"));
            }
            base.write(RemotingPeer.request(type, 361, OPAQUES.incrementAndGet(), null, "topic", "t", "consumerGroup",
                "readers", "sysFlag",
                "20", "subscription", "A"));
            assertEquals("LANE_readers IS NULL AND (TAGS IS NOT NULL AND TAGS IN ('A'))",
                server.read().getExtFields().get("subscription"));
        }
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void whatALaneEditsIsSignedAnewIfThePolicySaysSo(final SerializeType type) throws Exception
    {
        Files.writeString(folder.resolve("key"), "the-secret");
        final Path file = folder.resolve("gateway.yaml");
        Files.writeString(file, """
            listeners: [{name: clients, address: "127.0.0.1:%d"}]
            clusters: {main: {nameServers: ["127.0.0.1:%d"], account: {secretKey: {file: key}}}}
            lanes: [{name: gray, match: {clients: 127.0.0.0/8}}]
            policies: {signed: sign}
            drain: 1s
            """.formatted(FreePorts.next(), names.address().getPort()));
        gateway = Gateway.start(file);
        try (RemotingPeer client = client(); RemotingPeer gray = connect(route(client, type, "Orders")))
        {
            gray.write(RemotingPeer.request(type, 34, 1, heartbeat().encode(), "AccessKey", "me", "Signature",
                "AAAAAAAAAAAAAAAAAAAAAAAAAAA="));
            final RemotingPeer server = broker.accept();
            final RemotingCommand beat = server.read();
            assertEquals("readers_gray",
                heartbeat(beat).getConsumerDataSet().iterator().next().getGroupName());
            assertEquals(hmac("me", beat.getBody()), beat.getExtFields().get("Signature"));
            gray.write(RemotingPeer.request(type, 38, 2, null, "consumerGroup", "readers", "AccessKey", "me",
                "Signature", "AAAAAAAAAAAAAAAAAAAAAAAAAAA="));
            final RemotingCommand members = server.read();
            assertEquals("readers_gray", members.getExtFields().get("consumerGroup"));
            assertEquals(hmac("mereaders_gray", new byte[0]), members.getExtFields().get("Signature"));
        }
    }

    private static String hmac(final String values, final byte[] body) throws GeneralSecurityException
    {
        final Mac mac = Mac.getInstance("HmacSHA1");
        mac.init(new SecretKeySpec("the-secret".getBytes(StandardCharsets.UTF_8), "HmacSHA1"));
        mac.update(values.getBytes(StandardCharsets.UTF_8));
        return Base64.getEncoder().encodeToString(mac.doFinal(body));
    }
}
