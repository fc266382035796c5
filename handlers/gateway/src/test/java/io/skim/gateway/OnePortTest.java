package io.skim.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.netty.Patience;
import io.skim.netty.RemotingPeer;
import io.skim.netty.RemotingProxy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import java.util.logging.Handler;
import java.util.logging.Logger;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.apache.rocketmq.remoting.protocol.route.BrokerData;
import org.apache.rocketmq.remoting.protocol.route.TopicRouteData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One port of a gateway for two brokers, between real sockets; the test plays clients and brokers. */
class OnePortTest
{
    private static final byte[] HEARTBEAT =
        "{\"clientID\":\"c@1\",\"consumerDataSet\":[],\"producerDataSet\":[],\"withoutSub\":false}".getBytes(
            StandardCharsets.UTF_8);
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(20);

    @TempDir
    private Path folder;
    private final List<AutoCloseable> open = new ArrayList<>();
    private NamedServer names;
    private RemotingPeer.Server a;
    private RemotingPeer.Server b;
    private int port;
    /** What clients are told of; 0 for the port. */
    private int shownPort;
    private Gateway gateway;
    /** A broker whose answer a test waits for is given all the time that a slow machine takes. */
    private UnaryOperator<RemotingProxy.Builder> patience = Patience.great();
    private int opaque = 100;

    @BeforeEach
    void startTheServers() throws IOException
    {
        names = closed(new NamedServer());
        a = closed(new RemotingPeer.Server());
        b = closed(new RemotingPeer.Server());
        names.name("broker-a", 0, address(a));
        names.name("broker-b", 0, address(b));
        port = FreePorts.next();
    }

    @AfterEach
    void stopAll() throws Exception
    {
        if (gateway != null)
        {
            gateway.close();
        }
        for (final AutoCloseable each : open)
        {
            each.close();
        }
    }

    private <T extends AutoCloseable> T closed(final T resource)
    {
        open.add(resource);
        return resource;
    }

    private static String address(final RemotingPeer.Server server)
    {
        return "127.0.0.1:" + server.address().getPort();
    }

    private Path write(final String nameServers, final String... lines) throws IOException
    {
        // Else the gateway starts without brokers if the name server of the test takes long, and asks it ten seconds later.
        final String limits =
            Arrays.stream(lines).anyMatch(line -> line.startsWith("limits:")) ? "" : "limits: {connect: 20s}\n";
        final Path file = folder.resolve("gateway.yaml");
        return Files.writeString(file, "listeners:\n  - {name: clients, address: 127.0.0.1:" + (port + 1)
            + ", cluster: main, brokers: {host: 127.0.0.1, port: "
            + (shownPort == 0 ? String.valueOf(port) : shownPort + ", listen: " + port) + "}}\nclusters:\n  main: "
            + nameServers
            + "\ndrain: 100ms\nreload: 50ms\n" + limits + String.join("\n", lines) + "\n");
    }

    private void start(final String... lines) throws Exception
    {
        gateway = Gateway.start(write("{nameServers: [" + names.address() + "]}", lines), System::nanoTime, patience);
    }

    private RemotingPeer client() throws IOException
    {
        return closed(RemotingPeer.connect(port));
    }

    private RemotingCommand request(final SerializeType type, final int code, final byte[] body,
        final String... entries)
    {
        return RemotingPeer.request(type, code, opaque++, body, entries);
    }

    private RemotingCommand request(final int code, final String... entries)
    {
        return request(SerializeType.JSON, code, null, entries);
    }

    /** Sends a request, has a broker answer it, and returns what the broker got; the broker is accepted if it is null. */
    private static RemotingPeer passes(final RemotingPeer client, final RemotingCommand request,
        final RemotingPeer.Server server, final RemotingPeer known) throws Exception
    {
        client.write(request);
        final RemotingPeer broker = known != null ? known : server.accept();
        final RemotingCommand received = broker.read();
        assertEquals(request.getCode(), received.getCode());
        assertEquals(request.getOpaque(), received.getOpaque());
        assertEquals(request.getExtFields(), received.getExtFields());
        broker.write(RemotingPeer.response(received, 0, null));
        final RemotingCommand response = client.read();
        assertEquals(request.getOpaque(), response.getOpaque());
        assertEquals(0, response.getCode(), response.getRemark());
        return broker;
    }

    private static String refused(final RemotingPeer client, final RemotingCommand request, final int code)
        throws Exception
    {
        client.write(request);
        final RemotingCommand response = client.read();
        assertEquals(request.getOpaque(), response.getOpaque());
        assertEquals(code, response.getCode(), response.getRemark());
        return response.getRemark();
    }

    /** Asks at the listener for a route; the addresses of brokers that it names. */
    private Set<String> shown() throws Exception
    {
        final RemotingPeer client = closed(RemotingPeer.connect(port + 1));
        client.write(request(105, "topic", "Orders"));
        final TopicRouteData route = TopicRouteData.decode(client.read().getBody(), TopicRouteData.class);
        assertFalse(route.getBrokerDatas().isEmpty());
        final Set<String> all = new TreeSet<>();
        for (final BrokerData data : route.getBrokerDatas())
        {
            all.addAll(data.getBrokerAddrs().values());
        }
        return all;
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void requestsGoToTheBrokerThatTheyNameBeforeAnyoneHasAskedForARoute(final SerializeType type) throws Exception
    {
        start("management: {allow: all}");
        final RemotingPeer client = client();
        final RemotingPeer ofA =
            passes(client, request(type, 11, null, "topic", "t", "bname", "broker-a"), a, null);
        final RemotingPeer ofB = passes(client, request(type, 310, new byte[9], "b", "t", "n", "broker-b"), b, null);
        passes(client, request(type, 320, null, "b", "t", "n", "broker-a", "bname", "broker-b"), a, ofA);
        passes(client, request(type, 325, null, "b", "t", "n", "broker-b"), b, ofB);
        passes(client, request(type, 14, null, "n", "broker-a", "bname", "broker-b"), b, ofB);
        // Also of codes that nobody knows; 29 to 32 are what tools ask for offsets.
        passes(client, request(type, 30, null, "bname", "broker-a"), a, ofA);
        passes(client, request(type, 7_777, null, "bname", "broker-b"), b, ofB);
        assertTrue(a.isIdle() && b.isIdle());
    }

    @Test
    void allBrokersAreShownAtTheOnePort() throws Exception
    {
        names.name("broker-b", 1, "10.9.9.9:10911");
        start("http: {address: " + FreePorts.next() + "}");
        assertEquals(Set.of("127.0.0.1:" + port), shown());
        assertEquals(Map.of(address(a), "127.0.0.1:" + port, address(b), "127.0.0.1:" + port), gateway.brokers());
        assertEquals(port, gateway.address("clients brokers").getPort());
        final String status = HttpClient.newHttpClient().send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:"
            + gateway.operations().getPort() + "/status.json")).build(), HttpResponse.BodyHandlers.ofString()).body();
        assertTrue(status.contains("clients broker-a") && status.contains(address(b) + ", id 0"), status);
    }

    @Test
    void whereSomethingMapsThePortTheGatewayListensAtItsOwn() throws Exception
    {
        shownPort = 30_911;
        start();
        assertEquals(Set.of("127.0.0.1:30911"), shown());
        assertEquals(Map.of(address(a), "127.0.0.1:30911", address(b), "127.0.0.1:30911"), gateway.brokers());
        assertEquals(port, gateway.address("clients brokers").getPort());
        passes(client(), request(11, "topic", "t", "bname", "broker-b"), b, null);
    }

    @ParameterizedTest
    @CsvSource({"10, JSON", "11, ROCKETMQ", "15, JSON", "17, JSON", "36, JSON", "310, ROCKETMQ", "12, JSON",
        "401, JSON",
        "105, JSON", "200054, JSON"})
    void aRequestThatNamesNoBrokerIsRefusedWhereThereAreSeveral(final int code, final SerializeType type)
        throws Exception
    {
        start("management: {allow: [query, change]}");
        final RemotingPeer client = client();
        final String remark = refused(client, request(type, code, null, "topic", "t", "bname", ""), 15);
        assertEquals("Request doesn't have field bname: one port of the gateway stands for several brokers", remark);
        assertEquals(remark, refused(client, request(type, code, null, "topic", "t", "bname", "__syslo__global"), 15));
        final RemotingCommand oneway = request(type, code, null, "topic", "t");
        oneway.markOnewayRPC();
        client.write(oneway);
        passes(client, request(14, "bname", "broker-b"), b, null);
        assertTrue(a.isIdle());
    }

    @Test
    void aClientThatNamesNoBrokerWorksWhereThereIsOne() throws Exception
    {
        names.forget("broker-b");
        start("management: {allow: [query, change]}");
        final RemotingPeer client = client();
        final RemotingPeer ofA = passes(client, request(10, "topic", "t"), a, null);
        passes(client, request(11, "topic", "t", "bname", "__syslo__global"), a, ofA);
        passes(client, request(38, "consumerGroup", "g"), a, ofA);
        passes(client, request(17, "topic", "t"), a, ofA);
        passes(client, request(SerializeType.JSON, 34, HEARTBEAT), a, ofA);
        // But nothing goes to a broker that is not meant.
        assertEquals("the gateway knows no broker of the name in the request; try again later", refused(client, request(
            11, "bname", "broker-b"), 14));
    }

    @Test
    void aNameThatIsTooLongIsNoBrokers() throws Exception
    {
        names.forget("broker-b");
        start();
        final RemotingPeer client = client();
        refused(client, request(11, "bname", "x".repeat(256)), 14);
        refused(client, request(11, "bname", "x".repeat(100_000)), 14);
        refused(client, request(11, "bname", "x".repeat(255)), 14);
    }

    @Test
    void anUnknownBrokerIsAskedForAndFoundThen() throws Exception
    {
        start();
        final RemotingPeer client = client();
        final RemotingPeer.Server c = closed(new RemotingPeer.Server());
        refused(client, request(11, "bname", "broker-c"), 14);
        names.name("broker-c", 0, address(c));
        refused(client, request(11, "bname", "broker-c"), 14);
        awaitKnown(c);
        passes(client, request(11, "bname", "broker-c"), c, null);
    }

    /** The answer teaches the gateway before its client can use it. */
    @Test
    void aNewBrokerIsKnownWhenARouteHasNamedIt() throws Exception
    {
        start();
        final RemotingPeer.Server c = closed(new RemotingPeer.Server());
        names.name("broker-c", 0, address(c));
        assertEquals(Set.of("127.0.0.1:" + port), shown());
        passes(client(), request(11, "bname", "broker-c"), c, null);
    }

    @Test
    void requestsGoToTheMasterAndWithoutOneToASlave() throws Exception
    {
        final RemotingPeer.Server slave = closed(new RemotingPeer.Server());
        names.name("broker-a", 1, address(slave));
        start();
        final RemotingPeer client = client();
        final RemotingPeer master = passes(client, request(11, "bname", "broker-a"), a, null);
        names.forget("broker-a", 0);
        names.name("broker-a", 2, "127.0.0.1:1");
        refused(client, request(11, "bname", "broker-c"), 14);
        awaitKnown(slave);
        passes(client, request(11, "bname", "broker-a"), slave, null);
        // Its connection to the other one stays, for that may owe it a response.
        final RemotingCommand asks = RemotingPeer.request(SerializeType.JSON, 40, 7, null, "consumerGroup", "g");
        asks.markOnewayRPC();
        master.write(asks);
        assertEquals(40, client.read().getCode());
    }

    /** Waits until the gateway has learned the address of a broker. */
    private void awaitKnown(final RemotingPeer.Server broker) throws InterruptedException
    {
        final long end = System.nanoTime() + PATIENCE;
        while (!gateway.brokers().containsKey(address(broker)))
        {
            assertTrue(System.nanoTime() < end, () -> gateway.brokers() + ", asked " + names.asked + " times");
            Thread.sleep(20);
        }
    }

    /** Has a broker close its connection, and waits until the gateway has seen that: it answers the request that is open. */
    private void loses(final RemotingPeer client, final RemotingPeer broker, final String name) throws Exception
    {
        final RemotingCommand lost = request(11, "bname", name);
        client.write(lost);
        assertEquals(lost.getOpaque(), broker.read().getOpaque());
        broker.hangUp();
        final RemotingCommand answer = client.read();
        assertEquals(lost.getOpaque(), answer.getOpaque());
        assertEquals(14, answer.getCode(), answer.getRemark());
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void aHeartbeatGoesToAllBrokersAndItsAnswerComesWhenAllHaveAnswered(final SerializeType type) throws Exception
    {
        start();
        final RemotingPeer client = client();
        final RemotingPeer ofA = passes(client, request(type, 11, null, "bname", "broker-a"), a, null);
        final RemotingCommand heartbeat = request(type, 34, HEARTBEAT);
        client.write(heartbeat);
        final RemotingPeer ofB = b.accept();
        // Over the connection of the pulls.
        ofA.write(answer(ofA.read(), 0, "from a", "true", "true"));
        final RemotingCommand unregister = ofB.read();
        passes(client, request(type, 11, null, "bname", "broker-a"), a, ofA);
        ofB.write(answer(unregister, 0, "from b", "true", "false"));
        final RemotingCommand answer = client.read();
        assertEquals(heartbeat.getOpaque(), answer.getOpaque());
        assertEquals(0, answer.getCode());
        // One broker wants to be told of subscriptions.
        assertEquals("true", answer.getExtFields().get("IS_SUB_CHANGE"));
        assertEquals("from a", answer.getRemark());
        // No second answer follows.
        passes(client, request(type, 11, null, "bname", "broker-b"), b, ofB);
    }

    /** A client in Java sends one for each name of a broker. */
    @Test
    void anEqualHeartbeatThatFollowsGoesToOneBroker() throws Exception
    {
        patience = Patience.endless();
        start();
        final RemotingPeer client = client();
        client.write(request(SerializeType.JSON, 34, HEARTBEAT));
        final RemotingPeer ofA = a.accept();
        final RemotingPeer ofB = b.accept();
        ofA.write(answer(ofA.read(), 0, "", "true", "true"));
        ofB.write(answer(ofB.read(), 0, "", "true", "true"));
        client.read();
        passes(client, request(SerializeType.JSON, 34, HEARTBEAT), a, ofA);
        passes(client, request(SerializeType.JSON, 34, HEARTBEAT), a, ofA);
        final byte[] changed = HEARTBEAT.clone();
        changed[HEARTBEAT.length / 2]++;
        client.write(request(SerializeType.JSON, 34, changed));
        ofB.write(answer(ofB.read(), 0, "", "true", "true"));
        ofA.write(answer(ofA.read(), 0, "", "true", "true"));
        client.read();
        // A broker that has lost the connection has forgotten the client.
        loses(client, ofB, "broker-b");
        client.write(request(SerializeType.JSON, 34, changed));
        final RemotingPeer again = b.accept();
        again.write(answer(again.read(), 0, "", "true", "true"));
        ofA.write(answer(ofA.read(), 0, "", "true", "true"));
        client.read();
    }

    private static RemotingCommand answer(final RemotingCommand request, final int code, final String remark,
        final String supports, final String changes)
    {
        final RemotingCommand answer = RemotingPeer.response(request, code, null);
        answer.setRemark(remark);
        if (supports != null)
        {
            answer.addExtField("IS_SUPPORT_HEART_BEAT_V2", supports);
            answer.addExtField("IS_SUB_CHANGE", changes);
        }
        return answer;
    }

    @ParameterizedTest
    @CsvSource({"0:true:false, 0:true:false, 1", "1:true:false, 0:true:true, 0", "0:true:true, 1:true:false, 1",
        "0:true:true, 0:null:null, 1", "0:null:null, 0:true:true, 0", "3:true:false, 1:true:false, 1"})
    void theAnswerThatCountsIsTheOneThatTellsMost(final String first, final String second, final int told)
        throws Exception
    {
        start();
        final RemotingPeer client = client();
        client.write(request(SerializeType.JSON, 34, HEARTBEAT));
        final RemotingPeer[] brokers = {a.accept(), b.accept()};
        final String[] answers = {first, second};
        for (int i = 0; i < 2; i++)
        {
            final String[] parts = answers[i].split(":");
            brokers[i].write(answer(brokers[i].read(), Integer.parseInt(parts[0]), "from " + i, "null".equals(parts[1])
                ? null : parts[1], parts[2]));
            if (i == 0)
            {
                // Behind its answer: when the client has it, the gateway has read the answer, and the other one is the last.
                final RemotingCommand asks =
                    RemotingPeer.request(SerializeType.JSON, 40, 7, null, "consumerGroup", "g");
                asks.markOnewayRPC();
                brokers[0].write(asks);
                assertEquals(40, client.read().getCode());
            }
        }
        assertEquals("from " + told, client.read().getRemark());
    }

    @Test
    void aBrokerThatIsSilentHoldsUpNoHeartbeat() throws Exception
    {
        patience = UnaryOperator.identity();
        start();
        long millis = silent();
        // A machine that stands still may add to it, but not each time.
        for (int again = 0; again < 5 && millis >= 2_900; again++)
        {
            millis = silent();
        }
        final long shortest = millis;
        assertTrue(shortest < 2_900, () -> shortest + " ms");
    }

    /** How long the answer of a client takes in milliseconds while one broker is silent. */
    private long silent() throws Exception
    {
        final RemotingPeer client = client();
        final RemotingCommand heartbeat = request(SerializeType.JSON, 34, HEARTBEAT);
        final long begun = System.nanoTime();
        client.write(heartbeat);
        final RemotingPeer ofA = a.accept();
        ofA.write(answer(ofA.read(), 0, "from a", "true", "true"));
        final RemotingPeer ofB = b.accept();
        final RemotingCommand late = ofB.read();
        assertEquals(heartbeat.getOpaque(), client.read().getOpaque());
        final long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
        assertTrue(millis >= 900, () -> millis + " ms");
        // What comes later is nobody's.
        ofB.write(answer(late, 1, "from b", "true", "true"));
        passes(client, request(11, "bname", "broker-b"), b, ofB);
        return millis;
    }

    @Test
    void aBrokerThatIsLostHoldsUpNoHeartbeat() throws Exception
    {
        start();
        b.close();
        final RemotingPeer client = client();
        client.write(request(SerializeType.JSON, 34, HEARTBEAT));
        final RemotingPeer ofA = a.accept();
        ofA.write(answer(ofA.read(), 0, "from a", "true", "true"));
        assertEquals("from a", client.read().getRemark());
        // Nor does it one whose answer is still to come when it is lost.
        client.write(request(35, "clientID", "c@1"));
        ofA.write(answer(ofA.read(), 0, "from a", null, null));
        assertEquals("from a", client.read().getRemark());
    }

    @Test
    void aHeartbeatThatNoBrokerGetsIsAnswered() throws Exception
    {
        start();
        a.close();
        b.close();
        assertTrue(refused(client(), request(SerializeType.JSON, 34, HEARTBEAT), 14).startsWith(
            "the proxy has lost the connection to main "));
        final RemotingPeer another = client();
        refused(another, request(11, "bname", "broker-a"), 14);
        refused(another, request(38, "consumerGroup", "g"), 14);
    }

    @Test
    void theMembersOfAGroupAreAskedForAtTheSameBrokerByAll() throws Exception
    {
        start();
        for (int i = 0; i < 3; i++)
        {
            passes(client(), request(38, "consumerGroup", "g"), a, null);
        }
        final RemotingPeer client = client();
        final RemotingPeer ofA = passes(client, request(46), a, null);
        passes(client, request(SerializeType.JSON, 400, "{}".getBytes(StandardCharsets.UTF_8)), a, ofA);
        a.close();
        final RemotingPeer late = client();
        refused(late, request(38, "consumerGroup", "g"), 14);
        passes(late, request(38, "consumerGroup", "g"), b, null);
    }

    @ParameterizedTest
    @ValueSource(ints = {41, 42, 200151})
    void locksAndBatchesOfAcknowledgementsGoWhereTheirBodiesSay(final int code) throws Exception
    {
        start();
        final RemotingPeer client = client();
        final String lock =
            "{\"clientId\":\"c\",\"consumerGroup\":\"g\",\"mqSet\":[{\"brokerName\":\"%s\",\"queueId\":0,"
                + "\"topic\":\"t\"},{\"brokerName\":\"%s\",\"queueId\":1,\"topic\":\"t\"}]}";
        final String ack = "{\"acks\":[{\"c\":\"g\"}],\"brokerName\":\"%s\"}";
        final String form = code == 200151 ? ack : lock;
        final RemotingPeer ofB =
            passes(client, request(SerializeType.JSON, code, bytes(form, "broker-b", "broker-b")), b, null);
        passes(client, request(SerializeType.JSON, code, bytes(form, "broker-a", "broker-a")), a, null);
        passes(client, request(SerializeType.JSON, code, bytes(form, "br\\u006fker-b", "broker-b")), b, ofB);
        refused(client, request(SerializeType.JSON, code, bytes(form, "broker-c", "broker-c")), 14);
        refused(client, request(SerializeType.JSON, code, bytes(form, "", "")), 15);
        assertEquals("the request is for queues of several brokers", refused(client, request(SerializeType.JSON, code,
            bytes(lock, "broker-a", "broker-b")), 15));
        assertEquals("the gateway cannot read which broker the request is for", refused(client, request(
            SerializeType.JSON, code, bytes("{brokerName", "")), 1));
        refused(client, request(code), 15);
        // Larger than what is streamed.
        passes(client, request(SerializeType.JSON, code, bytes(form + " ".repeat(100_000), "broker-b", "broker-b")), b,
            ofB);
    }

    private static byte[] bytes(final String form, final String first, final String... second)
    {
        return String.format(form, first, second.length == 0 ? "" : second[0]).getBytes(StandardCharsets.UTF_8);
    }

    /** A broker that comes back knows the client before it gets the next request. */
    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void aBrokerThatIsLostTakesNothingElseAwayAndIsToldOfTheClientAgain(final SerializeType type) throws Exception
    {
        start();
        final RemotingPeer client = client();
        client.write(request(type, 34, HEARTBEAT));
        final RemotingPeer ofA = a.accept();
        final RemotingPeer ofB = b.accept();
        ofA.write(answer(ofA.read(), 0, "", "true", "true"));
        ofB.write(answer(ofB.read(), 0, "", "true", "true"));
        client.read();
        final RemotingCommand waits = request(type, 11, null, "bname", "broker-a");
        final RemotingCommand lost = request(type, 11, null, "bname", "broker-b");
        client.write(waits);
        client.write(lost);
        final RemotingCommand held = ofA.read();
        ofB.read();
        ofB.hangUp();
        final RemotingCommand answer = client.read();
        assertEquals(lost.getOpaque(), answer.getOpaque());
        assertEquals(14, answer.getCode());
        client.write(request(type, 11, null, "bname", "broker-b"));
        final RemotingPeer again = b.accept();
        final RemotingCommand introduction = again.read();
        assertEquals(34, introduction.getCode());
        assertTrue(introduction.isOnewayRPC());
        assertEquals(new String(HEARTBEAT, StandardCharsets.UTF_8), new String(introduction.getBody(),
            StandardCharsets.UTF_8));
        final RemotingCommand pull = again.read();
        assertEquals(11, pull.getCode());
        again.write(RemotingPeer.response(pull, 0, null));
        assertEquals(pull.getOpaque(), client.read().getOpaque());
        ofA.write(RemotingPeer.response(held, 0, null));
        assertEquals(waits.getOpaque(), client.read().getOpaque());
    }

    /** The system does not answer for it: a connection fails when the time is over. */
    @Test
    void aBrokerThatCannotBeConnectedHoldsUpNoOther() throws Exception
    {
        try (FullServer full = new FullServer())
        {
            names.name("broker-b", 0, "127.0.0.1:" + full.port());
            patience = Patience.clock(() -> 0);
            // Longer than all that the test asks meanwhile takes on a slow machine.
            start("limits: {connect: 8s}");
            final RemotingPeer client = client();
            final RemotingCommand hangs = request(11, "bname", "broker-b");
            client.write(hangs);
            final RemotingPeer ofA = passes(client, request(11, "bname", "broker-a"), a, null);
            for (int i = 0; i < 20; i++)
            {
                passes(client, request(11, "bname", "broker-a"), a, ofA);
            }
            passes(client, request(SerializeType.JSON, 34, HEARTBEAT), a, ofA);
            // All others had their answers before this one, as each of them was the next that the client got.
            final RemotingCommand answer = client.read();
            assertEquals(hangs.getOpaque(), answer.getOpaque());
            assertEquals(14, answer.getCode());
            // The next ones do not wait so long again.
            assertTrue(refused(client, request(11, "bname", "broker-b"), 14).startsWith("the proxy cannot reach"));
            passes(client, request(SerializeType.JSON, 34, HEARTBEAT), a, ofA);
        }
    }

    /** What the second version of heartbeats leaves out is not repeated. */
    @Test
    void aHeartbeatWithoutSubscriptionsIntroducesNobody() throws Exception
    {
        start();
        final RemotingPeer client = client();
        b.close();
        client.write(request(SerializeType.JSON, 34, "{\"clientID\":\"c@1\",\"withoutSub\":true}".getBytes(
            StandardCharsets.UTF_8)));
        final RemotingPeer ofA = a.accept();
        ofA.write(answer(ofA.read(), 0, "", "true", "true"));
        client.read();
        loses(client, ofA, "broker-a");
        passes(client, request(11, "bname", "broker-a"), a, null);
    }

    @Test
    void requestsOfBrokersAreAnsweredToTheOneThatHasAsked() throws Exception
    {
        start();
        final RemotingPeer client = client();
        final RemotingPeer ofA = passes(client, request(11, "bname", "broker-a"), a, null);
        final RemotingPeer ofB = passes(client, request(11, "bname", "broker-b"), b, null);
        ofA.write(RemotingPeer.request(SerializeType.JSON, 307, 5, null, "clientId", "c@1"));
        final RemotingCommand first = client.read();
        // With the same opaque, which the client could answer once only.
        ofB.write(RemotingPeer.request(SerializeType.JSON, 307, 5, null, "clientId", "c@1"));
        assertEquals(1, ofB.read().getCode());
        ofB.write(RemotingPeer.request(SerializeType.JSON, 307, 6, null, "clientId", "c@1"));
        final RemotingCommand second = client.read();
        client.write(RemotingPeer.response(second, 0, null));
        client.write(RemotingPeer.response(first, 0, null));
        assertEquals(6, ofB.read().getOpaque());
        assertEquals(5, ofA.read().getOpaque());
    }

    @Test
    void aBrokerThatMovesIsFoundAtItsNewAddress() throws Exception
    {
        start();
        final RemotingPeer client = client();
        passes(client, request(11, "bname", "broker-b"), b, null);
        final RemotingPeer.Server moved = closed(new RemotingPeer.Server());
        names.name("broker-b", 0, address(moved));
        // An answer with the new address has the gateway ask.
        assertEquals(Set.of("127.0.0.1:" + port), shown());
        awaitKnown(moved);
        passes(client, request(11, "bname", "broker-b"), moved, null);
    }

    @Test
    void brokersStayWhileNameServersAnswerNothing() throws Exception
    {
        start();
        names.code = 1;
        final RemotingPeer client = client();
        refused(client, request(11, "bname", "broker-c"), 14);
        Thread.sleep(1_500);
        passes(client, request(11, "bname", "broker-b"), b, null);
    }

    @Test
    void rulesRouteToClustersOfFixedServersAndMirrorThere() throws Exception
    {
        final RemotingPeer.Server other = closed(new RemotingPeer.Server());
        gateway = Gateway.start(write("{nameServers: [" + names.address() + "]}\n  other: {brokers: [" + address(other)
            + "]}", "rules:", "  - {match: {sql: \"$topic = 'elsewhere'\"}, route: other}",
            "  - {match: {codes: HEART_BEAT}, mirror: other}"));
        final RemotingPeer client = client();
        final RemotingPeer fixed = passes(client, request(10, "topic", "elsewhere"), other, null);
        passes(client, request(10, "topic", "t", "bname", "broker-b"), b, null);
        client.write(request(SerializeType.JSON, 34, HEARTBEAT));
        final RemotingPeer copies = other.accept();
        assertEquals(34, copies.read().getCode());
        passes(client, request(10, "topic", "elsewhere"), other, fixed);
    }

    /** Each broker has queues of its own: who reads one of them does not read the other's. */
    @Test
    void lanesKnowWhichBrokersQueuesAreRead() throws Exception
    {
        start("lanes: [{name: gray, match: {clients: 127.0.0.0/8}}]");
        final RemotingPeer client = client();
        client.write(request(11, "topic", "t", "consumerGroup", "g", "queueId", "1", "sysFlag", "4", "subscription",
            "*", "bname", "broker-b"));
        final RemotingPeer ofB = b.accept();
        assertEquals("g_gray", ofB.read().getExtFields().get("consumerGroup"));
        client.write(request(310, "b", "t", "e", "1", "i", "k\1v\2", "n", "broker-a"));
        final RemotingPeer ofA = a.accept();
        assertEquals("k\1v\2LANE\1gray\2", ofA.read().getExtFields().get("i"));
        client.write(request(310, "b", "t", "e", "1", "i", "k\1v\2", "n", "broker-b"));
        assertEquals("k\1v\2LANE\1gray\2LANE_g\1gray\2", ofB.read().getExtFields().get("i"));
        client.write(request(35, "clientID", "c@1", "consumerGroup", "g"));
        assertEquals("g_gray", ofA.read().getExtFields().get("consumerGroup"));
        assertEquals("g_gray", ofB.read().getExtFields().get("consumerGroup"));
        client.write(request(310, "b", "t", "e", "1", "i", "k\1v\2", "n", "broker-b"));
        assertEquals("k\1v\2LANE\1gray\2", ofB.read().getExtFields().get("i"));
    }

    /** All brokers get a heartbeat as the rules have made it, and so does one that is connected later. */
    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void whatGoesToAllBrokersIsEditedOnce(final SerializeType type) throws Exception
    {
        start("names: {acme: {prefix: acme_}}", "rules:",
            "  - {match: {codes: [HEART_BEAT, UNREGISTER_CLIENT]}, set: {fields: {via: skim}}, map: acme}");
        final RemotingPeer client = client();
        final byte[] heartbeat =
            "{\"clientID\":\"c@1\",\"consumerDataSet\":[],\"producerDataSet\":[{\"groupName\":\"g\"}]}".getBytes(
                StandardCharsets.UTF_8);
        client.write(request(type, 34, heartbeat));
        final RemotingPeer ofA = a.accept();
        final RemotingPeer ofB = b.accept();
        for (final RemotingPeer broker : List.of(ofA, ofB))
        {
            final RemotingCommand received = broker.read();
            assertEquals("skim", received.getExtFields().get("via"));
            assertTrue(new String(received.getBody(), StandardCharsets.UTF_8).contains("acme_g"));
            broker.write(answer(received, 0, "", "true", "true"));
        }
        client.read();
        loses(client, ofB, "broker-b");
        client.write(request(type, 11, null, "bname", "broker-b"));
        final RemotingCommand introduction = b.accept().read();
        assertEquals("skim", introduction.getExtFields().get("via"));
        assertTrue(new String(introduction.getBody(), StandardCharsets.UTF_8).contains("acme_g"));
    }

    /** The gateway's own connection has no client that it could tell of. */
    @ParameterizedTest
    @ValueSource(strings = {"v1", "v2"})
    void theNameServerIsAskedBehindAHeaderWithoutAClient(final String version) throws Exception
    {
        final RemotingPeer.Server server = closed(new RemotingPeer.Server());
        final Thread starting = new Thread(() -> {
            try
            {
                gateway =
                    Gateway.start(write("{nameServers: [" + address(server) + "], proxyProtocol: " + version + "}",
                        "limits: {connect: 5s}"));
            }
            catch (final Exception e)
            {
                throw new AssertionError(e);
            }
        });
        starting.start();
        final RemotingPeer peer = server.accept();
        final byte[] header = peer.socket().getInputStream().readNBytes("v1".equals(version) ? 15 : 16);
        if ("v1".equals(version))
        {
            assertEquals("PROXY UNKNOWN\r\n", new String(header, StandardCharsets.US_ASCII));
        }
        else
        {
            // LOCAL, without addresses.
            assertEquals("\r\n\r\n\0\r\nQUIT\n \0\0\0", new String(header, StandardCharsets.ISO_8859_1));
        }
        final RemotingCommand asks = peer.read();
        assertEquals(106, asks.getCode());
        peer.write(RemotingPeer.response(asks, 0, "{\"brokerAddrTable\":{\"x\":{\"brokerAddrs\":{0:\"10.0.0.9:10911\"},"
            .concat("\"brokerName\":\"x\",\"cluster\":\"c\"}}}").getBytes(StandardCharsets.UTF_8)));
        starting.join();
        assertEquals(Map.of("10.0.0.9:10911", "127.0.0.1:" + port), gateway.brokers());
    }

    @Test
    void thePortClosesWithTheClusterAndComesBack() throws Exception
    {
        start();
        final RemotingPeer client = client();
        passes(client, request(11, "bname", "broker-b"), b, null);
        write("{brokers: [" + address(a) + "]}");
        assertNull(client.read());
        await(() -> gateway.address("clients brokers") == null);
        assertEquals(Map.of(), gateway.brokers());
        write("{nameServers: [" + names.address() + "]}");
        await(() -> gateway.address("clients brokers") != null && gateway.brokers().size() == 2);
        passes(client(), request(11, "bname", "broker-b"), b, null);
    }

    @Test
    void aPortThatSomebodyElseHasIsTriedAgain() throws Exception
    {
        final String http = "http: {address: " + FreePorts.next() + "}";
        start(http);
        assertEquals(200, ready());
        write("{brokers: [" + address(a) + "]}", http);
        await(() -> gateway.address("clients brokers") == null);
        assertEquals(200, ready(), "the file has no port for brokers");
        final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        final Handler intoLines = GatewayTest.into(lines);
        final Logger log = Logger.getLogger(Gateway.class.getName());
        log.addHandler(intoLines);
        try (ServerSocket other = new ServerSocket(port, 1, InetAddress.getLoopbackAddress()))
        {
            write("{nameServers: [" + names.address() + "]}", http);
            final String told =
                "the brokers of the cluster main have no port: the listener clients cannot listen at 127.0.0.1:"
                    + port;
            String line = lines.poll(20, TimeUnit.SECONDS);
            while (line != null && !line.contains(told))
            {
                line = lines.poll(20, TimeUnit.SECONDS);
            }
            assertNotNull(line, "the failure is told");
            Thread.sleep(300);
            assertTrue(other.isBound() && lines.stream().noneMatch(again -> again.contains(told)), "once");
            assertEquals(503, ready());
        }
        finally
        {
            log.removeHandler(intoLines);
        }
        await(() -> gateway.address("clients brokers") != null && gateway.brokers().size() == 2);
        passes(client(), request(11, "bname", "broker-b"), b, null);
        await(() -> ready() == 200);
    }

    private int ready()
    {
        try
        {
            return HttpClient.newHttpClient().send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway
                .operations().getPort() + "/ready")).build(), HttpResponse.BodyHandlers.discarding()).statusCode();
        }
        catch (final IOException | InterruptedException e)
        {
            throw new AssertionError(e);
        }
    }

    private static void await(final BooleanSupplier due) throws InterruptedException
    {
        final long end = System.nanoTime() + PATIENCE;
        while (!due.getAsBoolean())
        {
            assertTrue(System.nanoTime() < end);
            Thread.sleep(20);
        }
    }

    @Test
    void aGatewayStartsWithoutItsNameServer() throws Exception
    {
        final String gone = names.address();
        names.close();
        start("limits: {connect: 200ms}");
        assertEquals("the gateway knows no broker of the cluster yet; try again later", refused(client(), request(11,
            "bname", "broker-a"), 14));
        assertTrue(gone.startsWith("127.0.0.1:"));
    }
}
