package io.skim.gateway.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.gateway.config.GatewayConfig.Brokers;
import io.skim.gateway.config.GatewayConfig.Cluster;
import io.skim.gateway.config.GatewayConfig.Edit;
import io.skim.gateway.config.GatewayConfig.LaneBy;
import io.skim.gateway.config.GatewayConfig.LimitBy;
import io.skim.gateway.config.GatewayConfig.Listener;
import io.skim.gateway.config.GatewayConfig.Operation;
import io.skim.gateway.config.GatewayConfig.Place;
import io.skim.gateway.config.GatewayConfig.Protocol;
import io.skim.gateway.config.GatewayConfig.ProxyOut;
import io.skim.gateway.config.GatewayConfig.Rule;
import io.skim.gateway.config.GatewayConfig.Signed;
import io.skim.gateway.config.GatewayConfig.Treatment;
import io.skim.handlers.route.ResourceKind;
import io.skim.scan.Strictness;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The smallest file and the complete one, as a newcomer reads them. */
class ExampleFilesTest
{
    @TempDir
    private Path folder;

    @Test
    void aNewcomersFileHasFiveLines()
    {
        final String text = ConfigFiles.resource("minimal.yaml");
        assertEquals(5, text.lines().count());
        final GatewayConfig config = ConfigFiles.good(text);
        final Listener clients = config.listener("clients");
        assertEquals(new HostPort("127.0.0.1", 9876), clients.address(), "loopback unless the file says otherwise");
        assertEquals(Protocol.ROCKETMQ, clients.protocol());
        assertEquals("main", clients.cluster());
        assertEquals(new Brokers("127.0.0.1", 9877, 9976, true, 9877, null), clients.brokers());
        assertEquals(List.of(new HostPort("10.0.0.5", 9876)), config.clusters().get("main").nameServers());
        assertTrue(config.rules().isEmpty());
        assertNull(config.http(), "no metrics unless asked for");
        assertEquals(Signed.REFUSE, config.policies().signed());
        assertEquals(16 << 20, config.limits().frame());
    }

    @Test
    void theCompleteFileSetsEveryKey() throws Exception
    {
        final GatewayConfig config = ConfigFiles.complete(folder);
        final Listener outside = config.listener("outside");
        assertEquals("[10.0.9.0/24]", outside.proxyProtocol().from().toString());
        assertTrue(outside.proxyProtocol().admitsOthers());
        assertEquals(new Brokers("mq.example.com", 30_100, 30_100, false, 20_100, null), outside.brokers());
        assertTrue(outside.tls().certificates().get(0).names().get(1).matchesHost("EU.mq.example.com"));
        assertEquals("pass-7", outside.tls().certificates().get(0).keyPassword().toText());
        assertEquals(folder.resolve("clients.pem"), outside.tls().trust());
        assertEquals(new HostPort("::1", 5672), config.listener("messages").address());
        final Cluster main = config.clusters().get("main");
        assertEquals(ProxyOut.V2, main.proxyProtocol());
        assertEquals("brokers.internal", main.tls().name());
        assertEquals("hidden-9", main.account().secretKey().toText());
        assertEquals(List.of(new HostPort("10.0.1.5", 10_911)), config.clusters().get("audit").servers());
        assertEquals(new GatewayConfig.Share(2, 500, Duration.ofSeconds(20), 8 << 20),
            config.clusters().get("audit").share());
        assertNull(main.share(), "each client has its own connections");
        assertEquals(Protocol.AMQP, config.clusters().get("artemis").protocol());
        assertEquals("orders.internal", config.clusters().get("artemis").hostname());
        assertEquals("acme_x_v2", config.names().get("acme").toBroker(ResourceKind.TOPIC, "x"));
        assertEquals(LaneBy.TOPIC, config.lanes().get(1).by());
        assertTrue(config.management().allow().contains(17));
        assertTrue(config.management().allow().contains(26));
        assertFalse(config.management().allow().contains(25));
        assertEquals(new GatewayConfig.Bounds(4 << 20, 64 << 10, 20_000, 500, 2_000, Duration.ofSeconds(5),
            Duration.ofSeconds(2),
            Duration.ofMinutes(10), 256 << 10), config.limits());
        assertEquals(new GatewayConfig.Policies(Strictness.LENIENT, Treatment.ANSWER, Treatment.PASS, Signed.SIGN,
            Strictness.STRICT),
            config
                .policies());
        assertEquals(new HostPort("127.0.0.1", 9090), config.http());
        assertEquals(Duration.ofSeconds(20), config.drain());
        assertEquals(Duration.ofMillis(500), config.reload());
    }

    @Test
    void clustersThatStayAsTheyAreAreEqual() throws Exception
    {
        final GatewayConfig config = ConfigFiles.complete(folder);
        assertNotNull(config.clusters().get("main").account());
        assertEquals(config.clusters(), ConfigFiles.complete(folder).clusters());
    }

    @Test
    void theCompleteFilesRulesAreInOrder() throws Exception
    {
        final List<Rule> rules = ConfigFiles.complete(folder).rules();
        assertEquals(List.of("audit", "acme", "operators", "annotated", "blue", "no pops", "slow", "lost",
            "refused sends", "not flushed"),
            rules.stream().map(
                Rule::name).toList());
        final Rule audit = rules.get(0);
        assertEquals("$topic = 'audit' AND level > 3", audit.match().sql().toString());
        assertEquals("audit", audit.route());
        assertTrue(audit.goesOn());
        assertEquals(List.of(new Edit(Operation.REMOVE, Place.FIELD, "ns", null),
            new Edit(Operation.REMOVE, Place.PROPERTY,
                "SECRET", null),
            new Edit(Operation.RENAME, Place.FIELD, "oldName", "newName"), new Edit(Operation.RENAME,
                Place.PROPERTY, "a", "b"),
            new Edit(Operation.SET, Place.FIELD, "remark", "audited"), new Edit(Operation.SET,
                Place.FIELD, "SecurityToken", "1"),
            new Edit(Operation.SET, Place.PROPERTY, "TRACE", "on"), new Edit(
                Operation.ADD, Place.PROPERTY, "REGION", "eu")),
            audit.edits());
        assertEquals(
            new GatewayConfig.RateLimit(10_000_000, 200, LimitBy.TOPIC,
                new GatewayConfig.Denial(215, "slower", "acme:busy")),
            rules
                .get(1).limit());
        assertEquals(new GatewayConfig.Denial(3, "pull instead"), rules.get(5).deny());
        assertEquals("amqp:not-allowed", rules.get(4).deny().condition());
        assertEquals(Duration.ofMillis(50), rules.get(6).delay());
        assertTrue(rules.get(7).drop());
        assertFalse(rules.get(7).isForResponses());
        final Rule refused = rules.get(8);
        assertTrue(refused.isForResponses());
        assertEquals(List.of(2, 14), refused.response().codes());
        assertEquals("[orders_*]", refused.response().topics().toString());
        assertEquals(Duration.ofMillis(200), refused.response().olderThan());
        assertEquals(new GatewayConfig.Denial(14, "try again later"), refused.deny());
        assertTrue(refused.response().logs());
        assertNull(rules.get(9).deny());
        assertFalse(rules.get(9).response().logs());
    }

    @Test
    void secretsAreNeverPrinted() throws Exception
    {
        final String printed = ConfigFiles.complete(folder).toString();
        for (final String secret : List.of("pass-7", "key-8", "hidden-9", "bytes of"))
        {
            assertFalse(printed.contains(secret), secret);
        }
        assertTrue(printed.contains("secret from env MQ_SECRET_KEY"));
    }

    @Test
    void namesAreMappedAndMappedBack()
    {
        final NameMapping map = new NameMapping("acme_", "", Map.of("Orders", "O2"));
        for (final String[] pair : new String[][] {{"Orders", "O2"}, {"x", "acme_x"},
            {"%RETRY%readers", "%RETRY%acme_readers"},
            {"%DLQ%Orders", "%DLQ%O2"}, {"", ""}})
        {
            assertEquals(pair[1], map.toBroker(ResourceKind.TOPIC, pair[0]));
            assertEquals(pair[0], map.toClient(ResourceKind.TOPIC, pair[1]));
        }
        assertEquals("foreign", map.toClient(ResourceKind.TOPIC, "foreign"));
    }
}
