package io.skim.gateway.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import io.skim.gateway.FreePorts;

import io.skim.gateway.Gateway;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageExt;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.apache.rocketmq.tools.admin.DefaultMQAdminExt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Real clients that know the gateway's address alone, the gateway with a file, and a real name server and broker behind it. */
class SkimGatewayEndToEndTest
{
    private static RealBroker broker;
    private static int port;

    @TempDir
    private Path folder;
    private Gateway gateway;
    private Scenario scenario;

    @BeforeAll
    static void startTheBroker() throws Exception
    {
        broker = RealBroker.start(RealBroker.open(), RealBroker.ADDRESS);
    }

    @AfterEach
    void stopAll() throws Exception
    {
        scenario.stop();
        gateway.close();
        Scenario.encodeAs(SerializeType.JSON);
    }

    private static void choosePort() throws IOException
    {
        port = FreePorts.next(RealBroker.GATEWAY_ADDRESS);
    }

    /** Starts a gateway whose file has some more lines, and the clients' scenario. */
    private void start(final SerializeType type, final String mark, final String... lines) throws Exception
    {
        Scenario.encodeAs(type);
        final Path file = folder.resolve("gateway.yaml");
        Files.writeString(file, "listeners:\n  - name: clients\n    address: " + RealBroker.GATEWAY_ADDRESS + ':' + port
            + "\nclusters:\n  main: {nameServers: [" + broker.nameServer + "]}\n" + GatewayFiles.DRAIN
            + String.join("\n", lines) + "\n");
        gateway = Gateway.start(file);
        scenario = new Scenario(RealBroker.GATEWAY_ADDRESS + ':' + port, mark);
    }

    /** The addresses of brokers that a client was told of. */
    @SuppressWarnings("deprecation")
    private static Set<String> brokersOf(final DefaultMQProducer producer)
    {
        final Set<String> addresses = new TreeSet<>();
        producer.getDefaultMQProducerImpl().getMqClientFactory().getTopicRouteTable().values().forEach(route -> route
            .getBrokerDatas().forEach(data -> addresses.addAll(data.getBrokerAddrs().values())));
        return addresses;
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void clientsThatKnowTheGatewayAloneNeedNothingElse(final SerializeType type) throws Exception
    {
        choosePort();
        start(type, null);
        scenario.run();
        assertEquals(List.of(), List.copyOf(scenario.problems));
        final DefaultMQProducer producer = scenario.producer();
        producer.send(new Message(scenario.topic, new byte[] {1}));
        assertEquals(Set.copyOf(gateway.brokers().values()), brokersOf(producer));
        assertEquals(Set.of(RealBroker.ADDRESS + ':' + broker.port), gateway.brokers().keySet());
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void rulesMapNamesAddPropertiesAndDenyManagement(final SerializeType type) throws Exception
    {
        choosePort();
        start(type, "skim ü", "names:", "  acme: {prefix: acme_}", "rules:", "  - name: mark",
            "    match: {codes: send}",
            "    set: {properties: {gateway: skim ü, from: '${client.address} by ${listener} at ${time}'}}",
            "    continue: true", "  - name: tenant",
            "    match: {clients: 127.0.0.0/8}",
            "    map: acme", "http: {address: " + FreePorts.next() + "}");
        scenario.run();
        assertEquals(List.of(), List.copyOf(scenario.problems));
        assertNull(broker.topic(scenario.topic));
        assertNotNull(broker.topic("acme_" + scenario.topic));
        final List<MessageExt> stored = broker.messages("acme_" + scenario.topic, 1);
        assertEquals("skim ü", stored.get(0).getUserProperty("gateway"));
        final String from = stored.get(0).getUserProperty("from");
        assertTrue(from.matches("127\\.0\\.0\\.1 by \\w+ at [0-9]{13}"), from);
        denyManagement();
        final String metrics = get("/metrics");
        assertTrue(metrics.contains("skim_gateway_rule_hits_total{rule=\"tenant\"}"), metrics);
        assertTrue(get("/status.json").contains("\"mark\""));
        assertEquals(200, status("/ready"));
    }

    private void denyManagement() throws Exception
    {
        final DefaultMQAdminExt admin = new DefaultMQAdminExt();
        admin.setNamesrvAddr(RealBroker.GATEWAY_ADDRESS + ':' + port);
        admin.setInstanceName("admin" + port);
        admin.start();
        final Properties properties = new Properties();
        properties.setProperty("filterServerNums", "1");
        final String address = gateway.brokers().values().iterator().next();
        final Exception denied = assertThrows(Exception.class, () -> admin.updateBrokerConfig(address, properties));
        assertTrue(denied.getMessage().contains("CODE: 16"), denied::getMessage);
        admin.shutdown();
    }

    private HttpResponse<String> ask(final String path) throws IOException, InterruptedException
    {
        return HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.operations()
                .getPort() + path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private String get(final String path) throws IOException, InterruptedException
    {
        final HttpResponse<String> response = ask(path);
        assertEquals(200, response.statusCode(), response.body());
        assertFalse(response.body().isEmpty());
        return response.body();
    }

    private int status(final String path) throws IOException, InterruptedException
    {
        return ask(path).statusCode();
    }
}
