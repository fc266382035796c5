package io.skim.gateway;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.gateway.config.ConfigException;
import io.skim.netty.RemotingPeer;
import io.skim.scan.testing.Frames;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageDecoder;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Rules for responses between real sockets: a client on one side, a broker that the test plays on the other. */
class ResponseRulesTest
{
    private static final byte[] BODY = "a body".getBytes(StandardCharsets.UTF_8);
    private static final int SEND = 310;
    private static final int PULL = 11;

    @TempDir
    private Path folder;
    private RemotingPeer.Server server;
    private Gateway gateway;
    private RemotingPeer client;
    private RemotingPeer broker;

    @BeforeEach
    void startTheServer() throws IOException
    {
        server = new RemotingPeer.Server();
    }

    @AfterEach
    void stopAll() throws IOException
    {
        if (client != null)
        {
            client.close();
        }
        server.close();
        gateway.close();
    }

    private void start(final String cluster, final String... lines) throws IOException, ConfigException
    {
        final Path file = folder.resolve("gateway.yaml");
        Files.writeString(file, "listeners:\n  - {name: clients, address: 127.0.0.1:" + FreePorts.next()
            + "}\nclusters:\n  main: {brokers: [127.0.0.1:" + server.address().getPort() + "]" + cluster
            + "}\ndrain: 100ms\n" + String.join("\n", lines) + "\n");
        gateway = Gateway.start(file);
        client = RemotingPeer.connect(gateway.address("clients").getPort());
    }

    /** Sends a request, and gives it as the broker gets it. */
    private RemotingCommand request(final SerializeType type, final int code, final int opaque, final String... fields)
        throws Exception
    {
        client.write(RemotingPeer.request(type, code, opaque, BODY, fields));
        if (broker == null)
        {
            broker = server.accept();
        }
        return broker.read();
    }

    private static RemotingCommand response(final RemotingCommand request, final int code, final String remark,
        final String... fields)
    {
        final RemotingCommand response = RemotingPeer.response(request, code, BODY);
        response.setRemark(remark);
        for (int i = 0; i < fields.length; i += 2)
        {
            response.addExtField(fields[i], fields[i + 1]);
        }
        return response;
    }

    private void answer(final RemotingCommand request, final int code) throws IOException
    {
        broker.write(response(request, code, null));
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void aResponseThatNoRuleEditsPassesByteByByte(final SerializeType type) throws Exception
    {
        start("", "rules:", "  - {for: responses, match: {responses: 1}, set: {fields: {remark: x}}}",
            "  - {for: responses, match: {sql: \"$queueId = 3\"}, set: {fields: {queueId: \"4\"}}}",
            "  - {for: responses, log: true}");
        final byte[] plain = RemotingPeer.encode(response(request(type, SEND, 1, "b", "Orders"), 0, "remark", "queueId",
            "1"));
        broker.write(plain);
        assertArrayEquals(plain, client.readFrame());
        final RemotingCommand second = request(type, SEND, 2, "b", "Orders");
        // As another implementation could write it.
        final byte[] json =
            "{ \"flag\":1,\"opaque\" : 2, \"extFields\":{\"queueId\":\"1\",\"x\":\"\\u0041\"} ,\"code\":0}".getBytes(
                StandardCharsets.UTF_8);
        final byte[] odd = ByteBuffer.allocate(8 + json.length).putInt(4 + json.length).putInt(json.length).put(json)
            .array();
        assertEquals(2, second.getOpaque());
        broker.write(odd);
        assertArrayEquals(odd, client.readFrame());
    }

    @ParameterizedTest
    @CsvSource({"JSON, ''", "JSON, ', share: {}'", "ROCKETMQ, ''", "ROCKETMQ, ', share: {}'"})
    void responsesAreEditedReplacedDelayedAndDropped(final SerializeType type, final String share) throws Exception
    {
        start(share, "rules:", "  - name: remarks", "    for: responses",
            "    match: {sql: \"$remark CONTAINS 'mq7.internal'\"}",
            "    set: {fields: {remark: ask the operators, hidden: \"1\"}}", "    continue: true", "  - name: busy",
            "    for: responses", "    match: {responses: SYSTEM_BUSY, codes: send}",
            "    replace: {code: FLOW_CONTROL, remark: slower}", "  - name: late", "    for: responses",
            "    match: {responses: FLUSH_DISK_TIMEOUT}", "    delay: 300ms", "  - name: lost", "    for: responses",
            "    match: {responses: TOPIC_NOT_EXIST}", "    drop: true");
        final RemotingCommand[] requests = new RemotingCommand[5];
        for (int i = 0; i < requests.length; i++)
        {
            requests[i] = request(type, SEND, 11 + i, "b", "Orders");
        }
        // Together: the gateway has all of them before the delay is over, however slow the machine is.
        broker.write(Frames.join(RemotingPeer.encode(response(requests[0], 10, "late on mq7.internal", "msgId", "7F")),
            RemotingPeer.encode(response(requests[1], 17, "lost")), RemotingPeer.encode(response(requests[2], 2, "busy",
                "queueId", "1")),
            RemotingPeer.encode(response(requests[3], 1, "mq7.internal is full", "queueId", "1")),
            RemotingPeer.encode(response(requests[4], 0, null, "queueId", "2"))));
        final RemotingCommand replaced = client.read();
        assertEquals(13, replaced.getOpaque());
        assertEquals(215, replaced.getCode());
        assertEquals("slower", replaced.getRemark());
        assertNull(replaced.getBody());
        assertEquals(type, replaced.getSerializeTypeCurrentRPC());
        final RemotingCommand hidden = client.read();
        assertEquals(14, hidden.getOpaque());
        assertEquals("ask the operators", hidden.getRemark());
        assertEquals("1", hidden.getExtFields().get("hidden"));
        assertEquals("1", hidden.getExtFields().get("queueId"));
        assertArrayEquals(BODY, hidden.getBody());
        final RemotingCommand passed = client.read();
        assertEquals(15, passed.getOpaque());
        assertEquals("2", passed.getExtFields().get("queueId"));
        final RemotingCommand late = client.read();
        assertEquals(11, late.getOpaque());
        assertEquals("ask the operators", late.getRemark());
        assertEquals("7F", late.getExtFields().get("msgId"));
        assertArrayEquals(BODY, late.getBody());
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void theTopicIsTheOneThatTheClientWrote(final SerializeType type) throws Exception
    {
        start("", "names: {acme: {prefix: acme_}}", "rules:",
            "  - {for: responses, match: {topics: \"Orders*\"}, set: {fields: {seen: \"1\"}}}",
            "  - {match: {codes: send}, set: {properties: {gateway: skim}}, continue: true}", "  - {map: acme}");
        final RemotingCommand brief = request(type, SEND, 1, "b", "Orders", "i", "k\1v\2");
        assertEquals("acme_Orders", brief.getExtFields().get("b"));
        broker.write(response(brief, 0, null));
        assertEquals("1", client.read().getExtFields().get("seen"));
        broker.write(response(request(type, 10, 2, "topic", "Orders_2", "properties", "k\1v\2"), 0, null));
        assertEquals("1", client.read().getExtFields().get("seen"));
        broker.write(response(request(type, 10, 3, "topic", "Payments", "b", "Orders"), 0, null));
        assertNull(client.read().getExtFields(), "the topic of this code is in another field");
        // The properties of a batch are edited in its body, which is long.
        final byte[] batch = MessageDecoder.encodeMessages(List.of(new Message("Orders", new byte[200_000])));
        client.write(RemotingPeer.request(type, 320, 4, batch, "b", "Orders", "m", "true"));
        broker.write(response(broker.read(), 0, null));
        assertEquals("1", client.read().getExtFields().get("seen"));
        broker.write(response(request(type, 10, 5, "topic", "Orders" + "x".repeat(250)), 0, null));
        assertNull(client.read().getExtFields(), "a name that is too long is not kept");
        // Nobody has asked.
        final RemotingCommand unasked = response(request(type, 10, 6, "topic", "Orders"), 0, null);
        broker.write(unasked);
        assertEquals("1", client.read().getExtFields().get("seen"));
        // With names that are mapped, nobody could tell which ones it has.
        broker.write(unasked);
        broker.write(response(request(type, 10, 7, "topic", "Orders"), 0, null));
        assertEquals(7, client.read().getOpaque());
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void aLongResponseIsEditedWhileItArrivesAndGatheredIfItMayWait(final SerializeType type) throws Exception
    {
        start("", "limits: {streamBodiesOver: 4KiB}", "rules:",
            "  - {for: responses, match: {codes: PULL_MESSAGE, responses: 0}, set: {fields: {seen: \"1\"}}}",
            "  - {for: responses, match: {codes: PULL_MESSAGE, responses: 1}, replace: {remark: short}}",
            "  - {for: responses, match: {codes: QUERY_MESSAGE}, delay: 20ms}");
        final byte[] body = new byte[100_000];
        Arrays.fill(body, (byte)7);
        final byte[] edited = RemotingPeer.encode(RemotingPeer.response(request(type, PULL, 1, "topic", "t"), 0, body));
        broker.write(Arrays.copyOf(edited, 50_000));
        // Half of it comes before the rest was sent.
        final byte[] begin = client.socket().getInputStream().readNBytes(49_000);
        assertTrue(new String(begin, 0, 400, StandardCharsets.ISO_8859_1).contains("seen"));
        broker.write(Arrays.copyOfRange(edited, 50_000, edited.length));
        final int whole = ByteBuffer.wrap(begin).getInt() + 4;
        assertTrue(whole > edited.length);
        final byte[] rest = client.socket().getInputStream().readNBytes(whole - begin.length);
        assertArrayEquals(Arrays.copyOf(body, rest.length), rest);
        final byte[] replaced =
            RemotingPeer.encode(RemotingPeer.response(request(type, PULL, 2, "topic", "t"), 1, body));
        broker.write(Arrays.copyOf(replaced, 50_000));
        assertEquals("short", client.read().getRemark());
        broker.write(Arrays.copyOfRange(replaced, 50_000, replaced.length));
        final byte[] delayed = RemotingPeer.encode(RemotingPeer.response(request(type, 12, 3, "topic", "t"), 0, body));
        broker.write(delayed);
        assertArrayEquals(delayed, client.readFrame());
    }

    @Test
    void hitsAndActionsAreCountedAndShown() throws Exception
    {
        final int port = FreePorts.next();
        start("", "http: {address: 127.0.0.1:" + port + "}", "rules:",
            "  - {name: busy, for: responses, match: {responses: SYSTEM_BUSY}, replace: {code: 14}}",
            "  - {name: all, for: responses, count: true}");
        exchange(SerializeType.JSON, 2, 0, 0);
        final String metrics = get(port, "/metrics");
        assertTrue(metrics.contains("skim_gateway_rule_hits_total{rule=\"busy\"} 1.0\n"), metrics);
        assertTrue(metrics.contains("skim_gateway_rule_hits_total{rule=\"all\"} 2.0\n"), metrics);
        assertTrue(metrics.contains("skim_gateway_actions_total{action=\"replaced\"} 1.0\n"), metrics);
        final String status = get(port, "/status.json");
        assertTrue(status.contains("for responses, responses [SYSTEM_BUSY]: replace 14 (line 8)"), status);
        assertTrue(status.contains("\"for responses, everything: count (line 9)\",\"hits\":2"), status);
    }

    @Test
    void aResponseThatIsDroppedIsNoFrameToTheClient() throws Exception
    {
        final int port = FreePorts.next();
        start("", "http: {address: 127.0.0.1:" + port + "}", "rules:",
            "  - {for: responses, match: {responses: SYSTEM_BUSY}, drop: true}");
        answer(request(SerializeType.JSON, SEND, 6, "b", "Orders"), 2);
        exchange(SerializeType.JSON, 0);
        final String metrics = get(port, "/metrics");
        final String frames = "skim_gateway_frames_total{direction=\"";
        assertTrue(metrics.contains(frames + "in\",endpoint=\"main\",side=\"broker\"} 2.0\n"), metrics);
        assertTrue(metrics.contains(frames + "out\",endpoint=\"clients\",side=\"client\"} 1.0\n"), metrics);
    }

    /** Exchanges requests and responses with these codes. */
    private void exchange(final SerializeType type, final int... codes) throws Exception
    {
        for (final int code : codes)
        {
            answer(request(type, SEND, 7, "b", "Orders"), code);
            assertEquals(7, client.read().getOpaque());
        }
    }

    private static String get(final int port, final String path) throws Exception
    {
        return HttpClient.newHttpClient().send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .build(), HttpResponse.BodyHandlers.ofString()).body();
    }

    @Test
    void rulesForResponsesAreReloaded() throws Exception
    {
        start("", "rules:", "  - {for: responses, match: {topics: none}, count: true}");
        final Path file = folder.resolve("gateway.yaml");
        final String text = Files.readString(file);
        assertNull(seen());
        Files.writeString(file, text.replace("match: {topics: none}, count: true", "set: {fields: {seen: first}}"));
        awaitSeen("first");
        // A file with a problem changes nothing, and the next good one counts.
        Files.writeString(file, text.replace("count: true", "route: main"));
        TimeUnit.MILLISECONDS.sleep(2_500);
        assertEquals("first", seen());
        Files.writeString(file, text.replace("match: {topics: none}, count: true",
            "match: {topics: Orders}, set: {fields: {seen: again}}"));
        awaitSeen("again");
    }

    private void awaitSeen(final String value) throws Exception
    {
        final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!value.equals(seen()))
        {
            assertTrue(System.nanoTime() - end < 0, "the file is read");
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    private String seen() throws Exception
    {
        answer(request(SerializeType.ROCKETMQ, SEND, 1, "b", "Orders"), 0);
        final RemotingCommand response = client.read();
        return response.getExtFields() == null ? null : response.getExtFields().get("seen");
    }
}
