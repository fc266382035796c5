package io.skim.gateway;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.gateway.config.ConfigException;
import io.skim.netty.Patience;
import io.skim.netty.RemotingPeer;
import io.skim.scan.testing.StoredRecords;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.rocketmq.common.message.MessageExt;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What clients with many open requests, or with odd ones, learn of what the gateway hides: nothing. */
class OpenRequestsTest
{
    private static final String NAMES = "names: {acme: {prefix: acme_}}\nrules: [{map: acme}]";

    @TempDir
    private Path folder;
    private RemotingPeer.Server server;
    private Gateway gateway;
    private RemotingPeer client;

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

    private void start(final String... lines) throws IOException, ConfigException
    {
        final Path file = folder.resolve("gateway.yaml");
        Files.writeString(file, "listeners:\n  - {name: clients, address: 127.0.0.1:" + FreePorts.next()
            + "}\nclusters:\n  main: {brokers: [127.0.0.1:" + server.address().getPort()
            + "]}\nhttp: {address: 127.0.0.1:" + FreePorts.next() + "}\ndrain: 100ms\n" + String.join("\n", lines)
            + "\n");
        gateway = Gateway.start(file);
        client = RemotingPeer.connect(gateway.address("clients").getPort());
    }

    private static RemotingCommand pull(final SerializeType type, final int opaque)
    {
        return RemotingPeer.request(type, 11, opaque, null, "topic", "Orders", "consumerGroup", "readers", "queueId",
            "0");
    }

    private static byte[] record(final String topic)
    {
        final MessageExt message = StoredRecords.message(new Random(1));
        message.setTopic(topic);
        return StoredRecords.encode(message);
    }

    private void assertCounted(final String line) throws Exception
    {
        final String all = HttpClient.newHttpClient().send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:"
            + gateway.operations().getPort() + "/metrics")).build(), HttpResponse.BodyHandlers.ofString()).body();
        assertTrue(all.contains(line + "\n"), () -> line + " is not in\n" + all);
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void requestsBeyondTheLimitAreAnswered(final SerializeType type) throws Exception
    {
        start("limits: {requests: 2}", NAMES);
        for (int i = 0; i < 3; i++)
        {
            client.write(pull(type, i));
        }
        final RemotingCommand busy = client.read();
        assertEquals(2, busy.getOpaque());
        assertEquals(2, busy.getCode(), "SYSTEM_BUSY");
        assertEquals(type, busy.getSerializeTypeCurrentRPC());
        final RemotingPeer broker = server.accept();
        for (int i = 0; i < 2; i++)
        {
            broker.write(RemotingPeer.response(broker.read(), 0, record("acme_Orders")));
            assertArrayEquals(record("Orders"), client.read().getBody());
        }
        client.write(pull(type, 3));
        assertEquals(3, broker.read().getOpaque());
        assertCounted("skim_gateway_refusals_total{reason=\"window\"} 1.0");
        assertCounted("skim_gateway_frames_total{direction=\"in\",endpoint=\"clients\",side=\"client\"} 4.0");
        assertCounted("skim_gateway_frames_total{direction=\"out\",endpoint=\"main\",side=\"broker\"} 3.0");
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void aResponseIsNotTakenForThatOfAnotherRequest(final SerializeType type) throws Exception
    {
        start(NAMES);
        client.write(pull(type, 7));
        client.write(RemotingPeer.request(type, 14, 7, null, "consumerGroup", "readers", "topic", "Orders"));
        assertEquals(1, client.read().getCode(), "SYSTEM_ERROR");
        final RemotingPeer broker = server.accept();
        broker.write(RemotingPeer.response(broker.read(), 0, record("acme_Orders")));
        assertArrayEquals(record("Orders"), client.read().getBody());
        assertCounted("skim_gateway_refusals_total{reason=\"opaque\"} 1.0");
        assertCounted("skim_gateway_frames_total{direction=\"out\",endpoint=\"main\",side=\"broker\"} 1.0");
    }

    @Test
    void aResponseThatNobodyWaitsForIsDropped() throws Exception
    {
        start(NAMES);
        client.write(pull(SerializeType.JSON, 1));
        final RemotingPeer broker = server.accept();
        final RemotingCommand first = broker.read();
        broker.write(RemotingPeer.response(first, 0, record("acme_Orders")));
        assertArrayEquals(record("Orders"), client.read().getBody());
        // Again, as if it came after a minute; long, so that it would pass while it arrives.
        broker.write(RemotingPeer.response(first, 0, new byte[200_000]));
        broker.write(RemotingPeer.response(first, 0, record("acme_Orders")));
        client.write(pull(SerializeType.JSON, 2));
        broker.write(RemotingPeer.response(broker.read(), 0, record("acme_Orders")));
        assertEquals(2, client.read().getOpaque());
        assertCounted("skim_gateway_actions_total{action=\"dropped\"} 2.0");
    }

    /** It would be dropped: nobody could tell any more which names stand in it. */
    @Test
    void aResponseOnASharedConnectionMayTakeAsLongAsTheFileSays() throws Exception
    {
        final AtomicLong passed = new AtomicLong();
        final Path file = folder.resolve("gateway.yaml");
        Files.writeString(file, "listeners:\n  - {name: clients, address: 127.0.0.1:" + FreePorts.next()
            + "}\nclusters:\n  main: {brokers: [127.0.0.1:" + server.address().getPort()
            + "], share: {expire: 10m}}\ndrain: 100ms\n" + NAMES + "\n");
        gateway = Gateway.start(file, System::nanoTime, Patience.clock(() -> System.nanoTime() + passed.get()));
        client = RemotingPeer.connect(gateway.address("clients").getPort());
        client.write(pull(SerializeType.JSON, 1));
        final RemotingPeer broker = server.accept();
        final RemotingCommand first = broker.read();
        passed.addAndGet(TimeUnit.MINUTES.toNanos(9));
        client.write(pull(SerializeType.JSON, 2));
        broker.write(RemotingPeer.response(broker.read(), 0, record("acme_Orders")));
        assertEquals(2, client.read().getOpaque());
        broker.write(RemotingPeer.response(first, 0, record("acme_Orders")));
        final RemotingCommand late = client.read();
        assertEquals(1, late.getOpaque());
        assertArrayEquals(record("Orders"), late.getBody());
    }

    @Test
    void whereNothingIsHiddenSuchAResponsePasses() throws Exception
    {
        start();
        client.write(pull(SerializeType.JSON, 1));
        final RemotingPeer broker = server.accept();
        final RemotingCommand first = broker.read();
        broker.write(RemotingPeer.response(first, 0, new byte[1]));
        broker.write(RemotingPeer.response(first, 0, new byte[2]));
        assertEquals(1, client.read().getBody().length);
        assertEquals(2, client.read().getBody().length);
    }
}
