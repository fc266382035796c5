package io.skim.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.netty.RemotingPeer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a client can choose makes no series: codes, topics, groups, client ids, addresses, opaques, and how it breaks frames. */
class HostileSeriesTest
{
    private static final int ROUNDS = 60;

    @TempDir
    private Path folder;
    private final Random random = new Random(7);
    private Gateway gateway;
    private RemotingPeer.Server server;

    @Test
    void aHostileClientMakesNoSeries() throws Exception
    {
        server = new RemotingPeer.Server();
        final Path file = folder.resolve("gateway.yaml");
        Files.writeString(file, "listeners:\n  - {name: clients, address: 127.0.0.1:" + FreePorts.next()
            + "}\nclusters:\n  main: {brokers: [127.0.0.1:" + server.address().getPort() + "]}\nhttp: {address: "
            + "127.0.0.1:" + FreePorts.next() + "}\nmanagement: {allow: all}\npolicies: {malformed: answer}\nrules:\n"
            + "  - {name: by topic, match: {codes: 310}, limit: {rate: 1/h, by: topic}, continue: true}\n"
            + "  - {name: by client, match: {codes: 310}, limit: {rate: 1000/s, by: client}}\ndrain: 1s\n");
        gateway = Gateway.start(file);
        try
        {
            // Each known code that is answered has a series: this client uses one of them, and one that nobody knows.
            attack("first");
            final Set<String> before = series();
            for (int i = 0; i < ROUNDS; i++)
            {
                attack("hostile-" + i + "-" + random.nextLong());
            }
            final Set<String> after = series();
            assertFalse(after.stream().anyMatch(series -> series.contains("hostile-")), after::toString);
            final Set<String> more = new TreeSet<>(after);
            more.removeAll(before);
            assertEquals(Set.of(), more);
            assertTrue(scrape().contains("skim_gateway_request_seconds_count{code=\"other\"} " + (1 + ROUNDS)));
        }
        finally
        {
            gateway.close();
            server.close();
        }
    }

    /** One connection that sends names and numbers of its own choice, and ends with something that is no frame. */
    private void attack(final String name) throws Exception
    {
        final int code = 70_000 + random.nextInt(1 << 20);
        final String from = "127." + (1 + random.nextInt(200)) + "." + random.nextInt(200) + ".1";
        try (RemotingPeer client = RemotingPeer.connect(gateway.address("clients").getPort(), from))
        {
            client.write(request(code, name));
            final RemotingPeer broker = server.accept();
            answer(broker, client);
            client.write(request(310, name));
            answer(broker, client);
            client.write(request(310, name));
            assertEquals(2, client.read().getCode(), "the topic's limit is reached");
            client.write(RemotingPeer.encode(RemotingPeer.request(SerializeType.JSON, 34, 9, ("{\"clientID\":\"" + name
                + "\",\"producerDataSet\":[{\"groupName\":\"" + name + "\"}]}").getBytes(StandardCharsets.UTF_8))));
            answer(broker, client);
            final byte[] broken = RemotingPeer.encode(request(code, name));
            broken[8] = (byte)random.nextInt(256);
            client.write(broken);
            client.write(("GET /" + name + " HTTP/1.1\r\n\r\n").getBytes(StandardCharsets.UTF_8));
            while (client.read() != null)
            {
                // Until the gateway closes it.
            }
            broker.close();
        }
        catch (final IOException closed)
        {
            // Of bytes that it had not read.
        }
    }

    private static RemotingCommand request(final int code, final String name)
    {
        return RemotingPeer.request(SerializeType.JSON, code, name.hashCode() & 0xFFFFFF, null, "b", name, "topic",
            name, "a", name, "group", name, name, name);
    }

    private static void answer(final RemotingPeer broker, final RemotingPeer client) throws Exception
    {
        broker.write(RemotingPeer.response(broker.read(), 0, null));
        client.read();
    }

    private String scrape() throws Exception
    {
        return HttpClient.newHttpClient().send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway
            .operations().getPort() + "/metrics")).build(), HttpResponse.BodyHandlers.ofString()).body();
    }

    /** The gateway's series, without their values; those of the JVM are its own. */
    private Set<String> series() throws Exception
    {
        return scrape().lines().filter(line -> line.startsWith("skim_")).map(line -> line.substring(0, line
            .lastIndexOf(' '))).collect(Collectors.toCollection(TreeSet::new));
    }
}
