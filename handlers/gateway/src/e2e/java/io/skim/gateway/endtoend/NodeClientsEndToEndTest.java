package io.skim.gateway.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.gateway.Gateway;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.rocketmq.common.message.MessageExt;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Clients in Node that know the gateway's address alone, and sign what they send. Their library writes JSON headers in a form of
 * its own, with numbers and booleans among the ext fields. What they consume is what they have sent, once.
 */
class NodeClientsEndToEndTest
{
    private static final Path NODE = Path.of("target/clients/node-rocketmq").toAbsolutePath();
    private static final String USER = "node";
    private static final String SECRET = "a secret of clients in Node";
    private static final String MARK = "skim ü";
    private static final int EACH = 10;
    private static final String RULES = """
        names:
          acme: {prefix: acme_}
        rules:
          - match: {sql: "fate = 'refused'", codes: send}
            deny: {code: MESSAGE_ILLEGAL, remark: no such "fate"}
          - match: {codes: SEARCH_OFFSET_BY_TIMESTAMP}
            deny: {remark: nobody knows the time}
          - match: {codes: send}
            set: {properties: {gateway: skim ü}}
            continue: true
          - match: {clients: 127.0.0.0/8}
            map: acme
        """;

    private static RealBroker broker;

    @TempDir
    private Path folder;

    /** What the gateway does. */
    enum Way
    {
        /** Neither rules nor edits: the broker checks the clients' own signatures. */
        PASSING("", "from-node", ""),
        /** Names mapped, a property added, requests denied, and what was edited signed anew. */
        RULES(", account: {secretKey: {file: secret}}", "acme_from-node", NodeClientsEndToEndTest.RULES
            + "policies: {signed: sign}");

        final String cluster;
        final String brokersTopic;
        final String lines;

        Way(final String cluster, final String brokersTopic, final String lines)
        {
            this.cluster = cluster;
            this.brokersTopic = brokersTopic;
            this.lines = lines;
        }
    }

    @BeforeAll
    static void startTheBroker() throws Exception
    {
        Program.need("Node", "node", "--version");
        Program.need("npm", "npm", "--version");
        Program.npm(Path.of("src/e2e/node/rocketmq"), NODE);
        broker = RealBroker.start(RealBroker.signed(USER, SECRET), RealBroker.ADDRESS);
    }

    private List<String> run(final Gateway gateway) throws Exception
    {
        return Program.run(NODE, folder.resolve("output"), Map.of(),
            List.of("node", "client.js", GatewayFiles.addressOf(
                gateway), "from-node", USER, SECRET));
    }

    /** What follows a word and a tab in a line, sorted. */
    private static List<String> of(final List<String> lines, final String who)
    {
        return lines.stream().filter(line -> line.startsWith(who + '\t')).map(line -> line.substring(who.length() + 1))
            .sorted().toList();
    }

    /** The lines of what a consumer must get, sorted. */
    private static List<String> due(final List<String> lines, final String mark, final Pattern names)
    {
        return of(lines, "sent").stream().filter(line -> names.matcher(line.substring(0, line.indexOf('\t'))).matches())
            .map(line -> line + '\t' + mark).sorted().toList();
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void clientsInNodeDoAllTheyCan(final Way way) throws Exception
    {
        broker.createTopic(way.brokersTopic);
        Files.writeString(folder.resolve("secret"), SECRET);
        try (Gateway gateway = GatewayFiles.start(folder, broker.nameServer, way.cluster, way.lines))
        {
            final List<String> lines = run(gateway);
            assertConsumed(lines, way == Way.RULES ? MARK : "undefined");
            assertNames(lines);
            assertRefused(lines, way);
            assertStored(lines, way);
            // Of topics for retries and of offsets that are not there yet, for which it asks again.
            assertEquals(List.of(), of(lines, "problem").stream().filter(line -> !line.contains("No topic route info")
                && !line.contains("maybe this group consumer boot first")).toList());
        }
    }

    private static void assertConsumed(final List<String> lines, final String mark)
    {
        final Pattern every = Pattern.compile(".*");
        // A message that may be refused is one more.
        assertEquals(5 * EACH + (MARK.equals(mark) ? 2 : 3), of(lines, "sent").size(), lines::toString);
        assertEquals(due(lines, mark, every), of(lines, "all"));
        assertEquals(due(lines, mark, every), of(lines, "broadcast"));
        assertEquals(due(lines, mark, Pattern.compile(".*[13579]")), of(lines, "tagged"));
        assertEquals(due(lines, mark, Pattern.compile(".*[5-8]")), of(lines, "selected"));
        final List<String> ordered = new ArrayList<>();
        for (int i = 0; i < EACH; i++)
        {
            ordered.add("ordered " + i);
        }
        assertEquals(ordered, lines.stream().filter(line -> line.startsWith("all\tordered")).map(line -> line.split(
            "\t")[1]).toList());
    }

    /** No message has a name of the broker's. A server's remark, which the library throws, is a text and stays. */
    private static void assertNames(final List<String> lines)
    {
        final List<String> names = of(lines, "names");
        assertTrue(names.contains("all\tdelayed 1\tfrom-node\tfrom-node\tundefined"), names::toString);
        assertTrue(names.contains("all\tagain 0\tfrom-node\t%RETRY%node-all\tfrom-node"), names::toString);
        assertEquals(List.of(),
            lines.stream().filter(line -> line.contains("acme_") && !line.startsWith("problem\t")).toList());
    }

    private static void assertRefused(final List<String> lines, final Way way)
    {
        final List<String> refused = new ArrayList<>(List.of(
            "create\t16\tthe gateway does not pass this management request"));
        final List<String> admitted = new ArrayList<>(List.of("offset"));
        if (way == Way.RULES)
        {
            refused.addAll(List.of("doubtful 0\t13\tno such \"fate\"", "time\t16\tnobody knows the time"));
        }
        else
        {
            admitted.addAll(List.of("doubtful 0", "time"));
        }
        assertEquals(refused.stream().sorted().toList(), of(lines, "refused"));
        assertEquals(admitted.stream().sorted().toList(), of(lines, "admitted"));
        assertNull(broker.topic("made-in-node"));
    }

    /** The broker has what was sent, by the name that the gateway gave it, and its own release's library reads it. */
    private static void assertStored(final List<String> lines, final Way way) throws Exception
    {
        final String mark = way == Way.RULES ? MARK : null;
        final List<String> sent =
            of(lines, "sent").stream().map(line -> line.substring(0, line.indexOf('\t'))).toList();
        final List<MessageExt> stored = broker.messages(way.brokersTopic, sent.size());
        assertEquals(sent, stored.stream().map(message -> message.getUserProperty("id")).sorted().toList());
        for (final MessageExt message : stored)
        {
            assertEquals(mark, message.getUserProperty("gateway"));
            final String number = message.getUserProperty("num");
            assertEquals(List.of("key" + number, "鍵\"" + number + '\\'), Arrays.asList(message.getKeys().split(" ")));
        }
        assertNotNull(broker.topic(way.brokersTopic));
    }
}
