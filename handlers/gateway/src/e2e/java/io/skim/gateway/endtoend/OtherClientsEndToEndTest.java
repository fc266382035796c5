package io.skim.gateway.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.gateway.Gateway;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.apiguardian.api.API;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.commons.JUnitException;
import org.opentest4j.AssertionFailedError;

/** Clients of other releases and languages, each in a process of its own, which sign what they send. */
class OtherClientsEndToEndTest
{
    private static final String USER = "clients";
    private static final String SECRET = "a secret of other clients";
    /** RocketMQ's client of release 4.9, which the build copies. */
    private static final Path JARS = Path.of("target/clients/java");
    private static final Path GO = Path.of("target/clients/go").toAbsolutePath();
    private static final int GO_EACH = 20;

    private static RealBroker broker;

    @TempDir
    private Path folder;

    @BeforeAll
    static void startTheBroker() throws Exception
    {
        broker = RealBroker.start(RealBroker.signed(USER, SECRET), RealBroker.ADDRESS);
    }

    /** The class path of the older client. */
    static String classPath()
    {
        return JARS.toAbsolutePath() + File.separator + '*' + Stream.of(ScenarioProcess.class, Assertions.class,
            JUnitException.class, AssertionFailedError.class, API.class).map(
                type -> File.pathSeparator + type
                    .getProtectionDomain().getCodeSource().getLocation().getPath())
            .collect(Collectors.joining());
    }

    private Gateway gateway() throws Exception
    {
        Files.writeString(folder.resolve("secret"), SECRET);
        return GatewayFiles.start(folder, broker.nameServer, ", account: {secretKey: {file: secret}}",
            "rules:", "  - name: mark", "    match: {codes: send}", "    set: {properties: {gateway: skim}}",
            "policies: {signed: sign}");
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void olderClientsInJavaDoAllTheyCan(final SerializeType type) throws Exception
    {
        try (Gateway gateway = gateway())
        {
            final List<String> lines =
                Program.run(folder, folder.resolve("output"), Map.of(), List.of(Path.of(System.getProperty("java.home"),
                    "bin", "java").toString(), "-Duser.home=" + folder, "-cp", classPath(), ScenarioProcess.class
                        .getName(),
                    "nameServer=" + GatewayFiles.addressOf(gateway), "type=" + type, "mark=skim",
                    "user=" + USER, "secret=" + SECRET));
            assertTrue(lines.contains("client V4_9_8, problems []"), lines::toString);
        }
    }

    /** Builds the client in Go. */
    static Path goClient() throws Exception
    {
        Program.need("Go", "go", "version");
        Files.createDirectories(GO);
        // Files of modules are read-only otherwise, and a build that cleans up fails.
        Program.run(Path.of("src/e2e/go"), GO.resolve("build.log"),
            Map.of("GOMODCACHE", GO.resolve("modules").toString(),
                "GOFLAGS", "-modcacherw"),
            List.of("go", "build", "-buildvcs=false", "-o", GO.resolve("client").toString(), "."));
        return GO.resolve("client");
    }

    @Test
    void clientsInGoDoAllTheyCan() throws Exception
    {
        final Path client = goClient();
        broker.createTopic("from-go");
        try (Gateway gateway = gateway())
        {
            final List<String> lines =
                Program.run(folder, folder.resolve("output"), Map.of(), List.of(client.toString(),
                    GatewayFiles.addressOf(gateway), "from-go", USER, SECRET));
            final List<String> sent = Program.bodies(lines, "sent");
            assertEquals(6 * GO_EACH + 1, sent.size(), lines::toString);
            assertEquals(sent, Program.bodies(lines, "concurrent"));
            assertEquals(sent, Program.bodies(lines, "orderly"));
            assertEquals(sent.stream().filter(body -> body.matches(".* [5-9]")).toList(),
                Program.bodies(lines, "selected"));
            assertTrue(lines.contains("queues\t4"), lines::toString);
            assertNull(broker.topic("made-in-go"));
            lines.stream().filter(line -> line.matches("(concurrent|orderly|selected)\t.*"))
                .forEach(line -> assertTrue(line
                    .matches(".* (\\d+)\twärt \\1\tkey\\1\tskim"), line));
        }
    }
}
