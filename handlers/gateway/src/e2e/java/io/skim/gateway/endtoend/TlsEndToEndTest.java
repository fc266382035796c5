package io.skim.gateway.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.gateway.FreePorts;
import io.skim.gateway.Gateway;
import io.skim.gateway.tls.Authority;
import io.skim.gateway.tls.KeyFiles;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.rocketmq.remoting.common.TlsMode;
import org.apache.rocketmq.remoting.netty.TlsSystemConfig;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Real clients, a real name server and real brokers that take nothing but TLS, and check each other's certificates. What these
 * classes know of TLS is for the whole process, so this one has brokers of its own.
 */
class TlsEndToEndTest
{
    private static RealBroker first;
    private static RealBroker second;
    private static Path authorities;
    private static KeyFiles ofGateway;

    @TempDir
    private static Path keys;

    @TempDir
    private Path folder;
    private final List<AutoCloseable> open = new ArrayList<>();

    /** Before there is any client or server: each has from the beginning what it is told here. */
    @BeforeAll
    static void startTheBrokers() throws Exception
    {
        final Authority authority = new Authority(keys, "authority");
        final KeyFiles ofBrokers = authority.issue("brokers", Duration.ofHours(5), RealBroker.ADDRESS);
        ofGateway = authority.issue("gateway", Duration.ofHours(5), RealBroker.GATEWAY_ADDRESS);
        authorities = authority.file();
        // That of RocketMQ's dependencies is for another release of Netty.
        System.setProperty("io.netty.handler.ssl.noOpenSsl", "true");
        System.setProperty(TlsSystemConfig.TLS_ENABLE, "true");
        TlsSystemConfig.tlsEnable = true;
        TlsSystemConfig.tlsMode = TlsMode.ENFORCING;
        TlsSystemConfig.tlsTestModeEnable = false;
        TlsSystemConfig.tlsConfigFile = keys.resolve("none").toString();
        TlsSystemConfig.tlsServerCertPath = ofBrokers.chain().toString();
        TlsSystemConfig.tlsServerKeyPath = ofBrokers.key().toString();
        TlsSystemConfig.tlsClientAuthServer = true;
        TlsSystemConfig.tlsClientTrustCertPath = authorities.toString();
        first = RealBroker.start(RealBroker.open(), RealBroker.ADDRESS);
        second = first.join("broker-b");
    }

    @AfterEach
    void stopAll() throws Exception
    {
        for (final AutoCloseable each : open)
        {
            each.close();
        }
        Scenario.encodeAs(SerializeType.JSON);
    }

    /** Starts a gateway whose listener and cluster have TLS. */
    private Gateway start(final int port, final String brokers) throws Exception
    {
        final Path file = folder.resolve("gateway.yaml");
        Files.writeString(file, "listeners:\n  - name: clients\n    address: " + RealBroker.GATEWAY_ADDRESS + ':' + port
            + "\n    tls: {certificates: [{chain: " + ofGateway.chain() + ", key: {file: " + ofGateway.key() + "}}]}\n"
            + brokers + "clusters:\n  main: {nameServers: [" + first.nameServer + "], tls: {trust: " + authorities
            + "}}\nhttp: {address: " + FreePorts.next() + "}\n" + GatewayFiles.DRAIN);
        return Gateway.start(file);
    }

    private void runScenario(final Gateway gateway, final int port) throws Exception
    {
        final Scenario scenario = new Scenario(RealBroker.GATEWAY_ADDRESS + ':' + port, null);
        open.add(scenario::stop);
        open.add(gateway);
        scenario.run();
        assertEquals(List.of(), List.copyOf(scenario.problems));
        assertFalse(first.messages(scenario.topic, 1).isEmpty());
        assertFalse(second.messages(scenario.topic, 1).isEmpty());
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void clientsAndServersOfTlsNeedNoOtherPort(final SerializeType type) throws Exception
    {
        Scenario.encodeAs(type);
        final int port = FreePorts.next(RealBroker.GATEWAY_ADDRESS);
        final Gateway gateway = start(port, "");
        runScenario(gateway, port);
        assertEquals(Set.of(RealBroker.ADDRESS + ':' + first.port, RealBroker.ADDRESS + ':' + second.port), gateway
            .brokers().keySet());
        assertEquals(Set.of(RealBroker.GATEWAY_ADDRESS + ':' + (port + 1), RealBroker.GATEWAY_ADDRESS + ':' + (port
            + 2)), Set.copyOf(gateway.brokers().values()));
        final String metrics = HttpClient.newHttpClient().send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:"
            + gateway.operations().getPort() + "/metrics")).build(), HttpResponse.BodyHandlers.ofString()).body();
        assertTrue(metrics.contains("skim_gateway_tls_certificate_expiry_seconds{endpoint=\"clients\"}"), metrics);
        assertTrue(metrics.lines().noneMatch(line -> line.startsWith("skim_gateway_malformed_total{") && !line.endsWith(
            " 0.0")), metrics);
    }

    /** As a node of Kubernetes maps the port of a service: clients know its number, the gateway another one. */
    @Test
    void oneMappedPortIsEnoughForAllBrokers() throws Exception
    {
        final int port = FreePorts.next(RealBroker.GATEWAY_ADDRESS);
        final int mapped = FreePorts.next(RealBroker.GATEWAY_ADDRESS);
        final Gateway gateway = start(port, "    brokers: {port: " + mapped + ", listen: " + (port + 1) + "}\n");
        final MappedPort node = new MappedPort(RealBroker.GATEWAY_ADDRESS, mapped, new InetSocketAddress(
            RealBroker.GATEWAY_ADDRESS, port + 1));
        runScenario(gateway, port);
        open.add(node);
        final String shown = RealBroker.GATEWAY_ADDRESS + ':' + mapped;
        assertEquals(Map.of(RealBroker.ADDRESS + ':' + first.port, shown, RealBroker.ADDRESS + ':' + second.port,
            shown), gateway.brokers());
        assertNull(node.failure.get());
    }
}
