package io.skim.gateway.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is wrong in a file: everything is told, with line and column, and nothing of the file is used. */
class ProblemsTest
{
    private static final int BASE_LINES = (int)ConfigFiles.BASE.lines().count();

    /** Marks where the problem of a text is. */
    private static final String MARK = "\u00a7";

    /** Asserts that the only problem of a base with further lines stands at the mark. */
    static void assertProblem(final String message, final String lines)
    {
        final List<Problem> problems = ConfigFiles.problems(ConfigFiles.BASE + lines.replace(MARK, ""));
        assertEquals(1, problems.size(), problems::toString);
        final String before = (ConfigFiles.BASE + lines).substring(0, ConfigFiles.BASE.length() + lines.indexOf(MARK));
        final int column = before.codePointCount(before.lastIndexOf('\n') + 1, before.length()) + 1;
        assertEquals(before.chars().filter(each -> each == '\n').count() + 1 + ":" + column,
            problems.get(0).line() + ":" + problems
                .get(0).column(),
            problems::toString);
        assertTrue(problems.get(0).message().startsWith(message), problems::toString);
    }

    @Test
    void aCharacterOfTwoHalvesMayStandAnywhere()
    {
        for (int at = 1_000; at < 1_100; at++)
        {
            final String text = "# " + "x".repeat(at) + "\uD83D\uDE00\n" + ConfigFiles.BASE;
            assertEquals(List.of(), ConfigFiles.problems(text), () -> "the comment has " + text.indexOf('\n'));
        }
    }

    @Test
    void allProblemsAreListedInTheOrderOfTheFile()
    {
        final String text = """
            listeners:
              - name: clients
                adress: 9876
                cluster: mian
            clusters:
              main: {nameServers: [nowhere]}
            rules:
              - {match: {sql: "a = = 5"}, rout: main}
            drain: soon
            """;
        final List<Problem> problems = ConfigFiles.problems(text);
        assertEquals("""
            2:5: a listener needs the key 'address': a port, or an address such as 127.0.0.1:9876
            3:5: 'adress' is no key of a listener (did you mean 'address'?); allowed are name, protocol, address, cluster, \
            brokers, tls, proxyProtocol
            4:14: no cluster is called 'mian' (did you mean 'main'?); allowed are main
            6:24: 'nowhere' does not fit: no address with a port; allowed is an address such as 10.0.0.5:9876
            8:5: a rule needs an action: route, set, add, remove, rename, map, trace, deny, mirror, limit, delay, drop or allow
            8:24: the condition does not compile:""",
            problems.stream().limit(6).map(Problem::toString).collect(Collectors
                .joining("\n")).replaceAll("(8:24: the condition does not compile:).*", "$1"));
        assertEquals(List.of("8:31", "9:8"),
            problems.stream().skip(6).map(problem -> problem.line() + ":" + problem.column())
                .toList(),
            problems::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"trace: {}", "mirror: other", "allow: query", "set: {properties: {a: b}}", "route: other"})
    void aRuleThatEndsTheListOfAmqpAndDoesNothingThereIsRefused(final String action)
    {
        final String rule = "{match: {clients: 10.0.0.0/8}, " + action;
        final String next = "}\n  - {match: {clients: 10.1.0.0/16}, deny: {}}\n";
        assertProblem("this rule does nothing for AMQP, and yet no rule behind it", "rules:\n  - \u00a7" + rule + next);
        for (final String good : List.of(rule + ", continue: true" + next, rule + ", delay: 1s" + next, rule + "}\n",
            rule + "}\n  - {match: {codes: send}, deny: {}}\n", rule.replace("{clients", "{codes: all, clients") + next,
            rule.replace("{clients", "{listeners: clients, clients") + next))
        {
            assertEquals(List.of(), ConfigFiles.problems(ConfigFiles.BASE + "rules:\n  - " + good), good);
        }
        final String rocketmq = ConfigFiles.BASE.replaceAll("(?m)^.*(protocol: amqp|artemis).*\n", "");
        assertEquals(List.of(), ConfigFiles.problems(rocketmq + "rules:\n  - " + rule + next), "nobody speaks AMQP");
    }

    @Test
    void aRuleThatEndsTheListOfRocketmqAndDoesNothingThereIsRefused()
    {
        final String rule = "{match: {clients: 10.0.0.0/8}, set: {annotations: {a: b}}";
        final String next = "}\n  - {match: {clients: 10.1.0.0/16}, deny: {}}\n";
        assertProblem("this rule does nothing for RocketMQ, and yet no rule behind it", "rules:\n  - \u00a7" + rule
            + next);
        for (final String good : List.of(rule + ", continue: true" + next,
            rule + "}\n  - {match: {jms: 'a = 1'}, deny: {}}\n",
            rule.replace("{clients", "{listeners: messages, clients") + next,
            "{match: {clients: 10.0.0.0/8}, route: artemis" + next))
        {
            assertEquals(List.of(), ConfigFiles.problems(ConfigFiles.BASE + "rules:\n  - " + good), good);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0:9876", "'[::]:9876'"})
    void anAddressThatNobodyCanConnectToIsNotShownToClients(final String address)
    {
        final String file = "listeners: [{name: a, address: " + address + "}]\nclusters: {m: {";
        final List<Problem> problems = ConfigFiles.problems(file + "nameServers: '10.0.0.5:9876'}}\n");
        assertTrue(problems.size() == 1 && problems.get(0).toString().startsWith("1:32: clients cannot connect to "),
            problems::toString);
        assertEquals(List.of(), ConfigFiles.problems(file + "brokers: '10.0.0.5:9876'}}\n"),
            "they are shown themselves");
        final String shown = file.replace("}]", ", brokers: {ports: 20000-20001, host: '[2001:db8::1]'}}]");
        assertEquals("2001:db8::1", ConfigFiles.good(shown + "nameServers: '10.0.0.5:9876'}}\n").listener("a").brokers()
            .host());
    }

    @Test
    void onlyClustersThatDoNotTellTheirClientsApartAreShared()
    {
        final String listeners = "listeners: [{name: a, address: 1, cluster: m, protocol: ";
        assertEquals(List.of("2:65: a PROXY header names one client; a cluster has either 'share' or 'proxyProtocol'"),
            ConfigFiles.problems(listeners + "rocketmq}]\nclusters: {m: {nameServers: '10.0.0.5:9876', "
                + "proxyProtocol: v2, share: {}}}\n").stream().map(Problem::toString).toList());
        assertEquals(List.of("2:39: clients share connections to RocketMQ; this cluster speaks AMQP"),
            ConfigFiles.problems(listeners + "amqp}]\nclusters: {m: {amqp: '10.0.0.5:5672', share: {}}}\n").stream()
                .map(Problem::toString).toList());
        assertEquals(List.of("2:62: '0' does not fit; allowed is a number from 1 to 1000000"), ConfigFiles.problems(
            listeners + "rocketmq}]\nclusters: {m: {nameServers: '10.0.0.5:9876', share: {window: 0}}}\n").stream()
            .map(Problem::toString).toList());
    }

    @Test
    void aCertificateHasNamesThatItCanBeChosenBy()
    {
        final String listener =
            "listeners: [{name: a, address: 1, tls: {certificates: [{names: [x.example, '*.example', 'x*.example', '*'], "
                + "chain: none.pem, key: {file: none.key}}]}}]\n";
        final String why = "a certificate is chosen by whole names, or by *. and a name behind it";
        assertEquals(List.of("1:" + (1 + listener.indexOf("'x*.example'")) + ": " + why, "1:" + (1 + listener.indexOf(
            "'*']")) + ": " + why),
            ConfigFiles.problems(listener + "clusters: {m: {nameServers: '10.0.0.5:9876'}}\n").stream()
                .map(Problem::toString).filter(line -> line.endsWith(why)).toList());
    }

    @Test
    void theMessageHasALineForEachProblemWithTheFilesName()
    {
        try
        {
            GatewayConfig.parse("dir/gateway.yaml", "a: 1\nb: 2\n", Path.of(""), name -> null);
        }
        catch (final ConfigException e)
        {
            assertTrue(e.getMessage().lines().allMatch(line -> line.matches("dir/gateway\\.yaml:[12]:[0-9]+: .+")), e
                .getMessage());
            assertEquals(4, e.getMessage().lines().count());
            return;
        }
        throw new AssertionError("refused");
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "#", quoteCharacter = '\u0001', ignoreLeadingAndTrailingWhitespace = false, value = {
        "drain: \u00a75#'5' does not fit; allowed is a time such as 50ms, 10s, 5m or 1h, from 0s to 1h",
        "drain: \u00a72h#'2h' does not fit; allowed is a time",
        "drain: \u00a7[1s]#a list stands here; allowed is a time",
        "drain:\u00a7#nothing stands here; allowed is a time",
        "limits: {frame: \u00a71TiB}#'1TiB' does not fit; allowed is a size",
        "limits: {frame: \u00a7512}#'512' does not fit; allowed is a size in bytes, or such as 64KiB or 16MiB, from",
        "limits: {frame: \u00a72KiB}#a header of 262144 bytes does not fit into a frame of 2048",
        "limits: {connections: \u00a7many}#'many' does not fit; allowed is a number from 1 to 10000000",
        "limits: {connections: \u00a799999999999}#'99999999999' does not fit; allowed is a number",
        "limits: \u00a75#a text or number stands here; allowed is the keys frame, header",
        "policies: {malformed: \u00a7ignore}#'ignore' does not fit; allowed is one of pass, answer, close",
        "http: {address: \u00a7localhost}#'localhost' does not fit: no address with a port; allowed is a port, or an",
        "http: {address: \u00a7'host:0'}#'host:0' does not fit: a port is from 1 to 65535; allowed is a port, or an",
        "management: {allow: [\u00a7UPDATE_BROKER_CONFG]}#'UPDATE_BROKER_CONFG' does not fit: no code has this name (did you "
            + "mean 'UPDATE_BROKER_CONFIG'?)",
        "drain: \u00a7!!java/object 5s#the tag",
        "names: {\u00a7a b: {prefix: x}}#'a b' is no name of a name map",
        "names: {a: \u00a7{}}#a name map needs a prefix, a suffix or a table",
        "names: {a: {\u00a7table: {x: z, y: z}}}#'x' and 'y' would both be 'z'",
        "names: {a: {prefix: p_, \u00a7table: {x: p_y}}}#'y' would be 'p_y' too"})
    void aValueThatDoesNotFitIsToldWithWhatIsAllowed(final String line, final String problem)
    {
        assertProblem(problem, line);
    }

    @Test
    void whatIsNeededToSignIsToldForEachCluster()
    {
        assertEquals(List.of("to sign, the cluster 'main' needs an account with a secretKey",
            "to sign, the cluster 'other' needs an account with a secretKey"),
            ConfigFiles.problems(ConfigFiles.BASE
                + "policies: {signed: sign}\n").stream().map(Problem::message).toList());
    }

    @Test
    void aKeyThatStandsTwiceIsRefused()
    {
        assertProblem("the key 'drain' stands here twice; the first is in line " + (BASE_LINES + 1),
            "drain: 1s\n\u00a7drain: 2s\n");
        assertProblem("the key 'a' stands here twice", "names: {x: {prefix: p, table: {a: b, \u00a7'a': c}}}\n");
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "#", quoteCharacter = '\u0001', ignoreLeadingAndTrailingWhitespace = false, value = {
        "{route: \u00a7othr}#no cluster is called 'othr' (did you mean 'other'?); allowed are main, other,",
        "{set: {properties: {a: \u00a7'x${client.adress}'}}}#there is no ${client.adress} (did you mean 'client.address'?); allowed"
            + " are client.address, client.id, listener, tls.name, tls.subject, time; write $${ for the characters ${",
        "{add: {annotations: {a: \u00a7'${time'}}}#'}' is missing behind '${time'",
        "{set: {fields: {code: \u00a7'${time}'}}}#code is a fixed field, which cannot be set to a value that changes",
        "{set: {properties: {a: \u00a7\"\\x01${time}\"}}}#a value holds no U+0001: it ends a property",
        "{match: {\u00a7sample: 0.5}, route: artemis}#a route to AMQP brokers is chosen once for each connection",
        "{match: {certificateNames: \u00a7orders.example.com}, drop: true}#'orders.example.com' does not fit; allowed is a name with its"
            + " kind, such as dns:*.example.com",
        "{match: {sample: \u00a71.5}, drop: true}#'1.5' does not fit; allowed is a number from 0 to 1",
        "{map: \u00a7acme}#no name map is called 'acme'; the file has none",
        "{match: {listeners: [\u00a7x]}, drop: true}#no listener is called 'x'; allowed are clients, messages",
        "{match: {clients: \u00a710.0.0.1/8}, drop: true}#'10.0.0.1/8' does not fit: the address has bits behind the prefix of 8",
        "{match: {clients: \u00a7host}, drop: true}#'host' does not fit: no address of IPv4 or IPv6; allowed is",
        "{match: {sql: 'a = 1', \u00a7jms: 'a = 1'}, drop: true}#a frame cannot fit sql and jms",
        "{match: {codes: 10, \u00a7jms: 'a = 1'}, drop: true}#codes are RocketMQ's, jms is for AMQP",
        "\u00a7{match: {codes: 10}}#a rule needs an action: route,",
        "{match: {\u00a7codes: 10}, route: artemis}#a route to AMQP brokers is chosen once for each connection",
        "{match: {\u00a7sql: 'a = 1'}, route: artemis}#a route to AMQP brokers is chosen once for each connection",
        "{match: {\u00a7jms: 'a = 1'}, route: artemis}#a route to AMQP brokers is chosen once for each connection",
        "{match: {\u00a7clientIds: x}, route: artemis}#a client tells its container id after",
        "{match: {listeners: clients}, \u00a7route: artemis}#this rule is for RocketMQ, and the cluster speaks AMQP",
        "{match: {listeners: messages}, \u00a7route: main}#this rule is for AMQP, and the cluster does not speak it",
        "{match: {jms: 'a = 1'}, \u00a7route: main}#this rule is for AMQP, and the cluster does not speak it",
        "{match: {jms: 'a = 1'}, \u00a7mirror: main}#only RocketMQ's requests can be mirrored",
        "{match: {jms: 'a = 1'}, \u00a7trace: {}}#traces are begun in message properties of RocketMQ",
        "{trace: {sample: \u00a71.1}}#'1.1' does not fit; allowed is a number from 0 to 1",
        "{deny: {}, \u00a7trace: {}}#'trace' has no effect, as the frame does not go on",
        "{match: {listeners: messages}, set: {\u00a7fields: {a: b}}}#fields are RocketMQ's",
        "{match: {listeners: messages}, add: {\u00a7properties: {a: b}}}#message properties are RocketMQ's",
        "{match: {listeners: messages}, \u00a7allow: 17}#management codes are RocketMQ's",
        "{match: {jms: 'a = 1'}, deny: {\u00a7code: 1}}#a rejected delivery has a condition and no code",
        "{match: {jms: 'a = 1'}, limit: {rate: 1, \u00a7code: 1}}#a rejected delivery has a condition and no code",
        "{match: {jms: 'a = 1'}, limit: {rate: 1, \u00a7by: group}}#an AMQP delivery names no group",
        "{match: {codes: 10}, set: {\u00a7annotations: {a: b}}}#annotations are AMQP's",
        "{match: {sql: 'a = 1'}, deny: {\u00a7condition: a}}#a condition is AMQP's",
        "{match: {listeners: clients}, limit: {rate: 1, \u00a7condition: a}}#a condition is AMQP's",
        "{deny: {condition: \u00a7'a b'}}#'a b' does not fit; allowed is an error condition of AMQP",
        "{mirror: \u00a7artemis}#only RocketMQ's requests can be mirrored",
        "{mirror: \u00a7main}#the cluster 'main' has name servers; copies go to a cluster of fixed 'brokers'",
        "{deny: {}, \u00a7drop: true}#deny answers and drop does not",
        "{deny: {}, \u00a7route: main}#'route' has no effect, as the frame does not go on: this rule has deny",
        "{drop: true, \u00a7continue: true}#no further rule can apply",
        "{deny: {code: \u00a7NO_PERMISION}}#'NO_PERMISION' does not fit: no response has this name (did you mean "
            + "'NO_PERMISSION'?)",
        "{limit: \u00a7{by: topic}}#limit needs the key 'rate': a rate such as 100,",
        "{limit: {rate: \u00a70}}#'0' does not fit: a rate is more than 0",
        "{limit: {rate: \u00a7fast}}#'fast' does not fit; allowed is a rate such as",
        "{limit: {rate: 0.001/h, \u00a7burst: 1000000}}#a burst of 1000000 would need more than 70 years",
        "{delay: \u00a72m}#'2m' does not fit; allowed is a time",
        "{set: {fields: {code: \u00a7many}}}#the code is a number of 32 bits, not 'many'",
        "{remove: {fields: [\u00a7opaque]}}#opaque is a fixed field, which cannot be removed",
        "{set: {properties: {a: \u00a7''}}}#the name and value of a property are not empty",
        "{set: {fields: {i: \u00a7x}, properties: {a: b}}}#the fields [properties, i] hold the message properties; edit them",
        "{set: {fields: \u00a7[a]}}#a list stands here; allowed is names of a field or property",
        "{set: \u00a7x}#a text or number stands here; allowed is the keys fields, properties",
        "{name: \u00a7'-', drop: true}#'-' does not fit; allowed is a name of 1 to 64"})
    void aRuleThatCannotWorkIsRefused(final String rule, final String problem)
    {
        assertProblem(problem, "rules:\n  - " + rule + "\n");
    }

    @Test
    void aRuleBehindACatchAllIsUnreachable()
    {
        assertProblem("no frame reaches this rule: 'rule 1' in line " + (BASE_LINES + 2), """
            rules:
              - {route: other}
              - \u00a7{match: {codes: 10}, drop: true}
            """);
        assertEquals(List.of(), ConfigFiles.problems(ConfigFiles.BASE + """
            rules:
              - {match: {}, set: {fields: {a: b}}, continue: true}
              - {match: {codes: 10}, drop: true}
            """));
    }

    @Test
    void aNameOfTwoRulesOrLanesIsRefused()
    {
        assertProblem("a second rule 'x'; the first is in line " + (BASE_LINES + 2), """
            rules:
              - {name: x, match: {codes: 10}, drop: true}
              - {name: \u00a7x, match: {codes: 11}, drop: true}
            """);
        assertProblem("a second lane 'x'", """
            lanes:
              - {name: x, match: {clients: 10.0.0.1}}
              - {name: \u00a7x, match: {clients: 10.0.0.2}}
            """);
        assertProblem("groups of another lane end in '_x', too", """
            lanes:
              - {name: x, match: {clients: 10.0.0.1}}
              - {name: y, match: {clients: 10.0.0.2}, suffix: \u00a7_x}
            """);
        assertProblem("a lane needs a condition", "lanes:\n  - {name: x, match: \u00a7{}}\n");
    }

    /** Each text has a line end where a tilde stands. */
    @ParameterizedTest
    @ValueSource(strings = {"sql: a = \u00a7= 5", "sql: \"a = \u00a7= 5\"",
        "sql: 'a = \u00a7= 5'", "sql: 'a = ''x'' AND b = \u00a7= 5'",
        "sql: \"\\x61 = \\u0027x\\u0027 AND b <> '\\U0001F600' AND c = \u00a7= 5\"",
        "sql: |~        a = 'x' AND~        b = \u00a7= 5", "sql: \"a = 'x' AND~        b = \u00a7= 5\"",
        "sql: a = 'x' AND~~        b = \u00a7= 5", "sql: \"a = 'x' AND \\~        b = \u00a7= 5\"",
        "sql: \u00a7>~        a = = 5"})
    void aConditionThatDoesNotCompileIsShownAtTheCharacterThatDoesNotFit(final String sql)
    {
        assertProblem("the condition does not compile: ",
            "rules:\n  - drop: true\n    match:\n      " + sql.replace('~', '\n')
                + "\n");
    }

    @Test
    void anEmptyConditionIsNoCondition()
    {
        assertProblem("'' does not fit: a condition is not empty",
            "rules:\n  - {match: {sql: \u00a7''}, drop: true}\n");
    }

    @Test
    void portsAreUsedOnce()
    {
        final List<Problem> problems = ConfigFiles.problems("""
            listeners:
              - {name: a, address: 9876, brokers: {ports: 20000-20010}}
              - {name: b, address: 9876, brokers: {ports: 20010-20020}}
              - {name: c, address: 9878, brokers: {ports: 30000-20020}}
              - {name: d, address: 9879, brokers: {port: 9878}}
            clusters: {main: {nameServers: 10.0.0.5:9876}}
            """);
        assertEquals(List.of("3:24: port 9876 is taken by listener a; each needs ports of its own",
            "3:39: port 20010 is taken by brokers of listener a; each needs ports of its own (see brokers: {ports: ...})",
            "4:47: the range ends before it begins; the lower port comes first",
            "5:39: port 9878 is taken by listener c; each needs ports of its own (see brokers: {ports: ...})"),
            problems.stream()
                .map(Problem::toString).toList());
    }

    /** Clients can be told of the same port twice, by two names; the gateway cannot listen twice at one. */
    @Test
    void wherePortsAreMappedThoseOfTheGatewayAreUsedOnce()
    {
        final List<Problem> problems = ConfigFiles.problems("""
            listeners:
              - {name: a, address: 9876, brokers: {host: a.example.com, ports: 30000-30010, listen: 20000}}
              - {name: b, address: 9877, brokers: {host: b.example.com, ports: 30000-30010, listen: 20011}}
              - {name: c, address: 9878, brokers: {host: c.example.com, port: 30000, listen: 20010}}
              - {name: d, address: 9879, brokers: {ports: 40000-40009, listen: 65527}}
              - {name: e, address: 9880, brokers: {port: 20022, listen: 0}}
            clusters: {main: {nameServers: 10.0.0.5:9876}}
            """);
        assertEquals(List.of(
            "4:39: port 20010 is taken by brokers of listener a; each needs ports of its own (see brokers: {ports: ...})",
            "5:68: of 10 ports from 65527 on the last would be above 65535; choose a lower one",
            "6:61: '0' does not fit; allowed is a number from 1 to 65535"),
            problems.stream().map(Problem::toString).toList());
    }

    @Test
    void eachListenerKeepsItsPortsInAFileOfItsOwn()
    {
        assertEquals(List.of(
            "3:66: another listener keeps its ports in this file; each needs one of its own",
            "4:53: one port stands for all brokers, and there is nothing to keep"),
            ConfigFiles.problems("""
                listeners:
                  - {name: a, address: 9876, brokers: {ports: 20000-20010, keep: ports}}
                  - {name: b, address: 9877, brokers: {ports: 20011-20020, keep: ./ports}}
                  - {name: c, address: 9878, brokers: {port: 20021, keep: other}}
                clusters: {main: {nameServers: 10.0.0.5:9876}}
                """).stream().map(Problem::toString).toList());
    }

    /** Nobody has written the numbers that are in each other's way. */
    @Test
    void rangesThatTheFileDoesNotGiveAreNamed()
    {
        assertEquals(List.of(
            "2:5: port 9900 is taken by listener b; each needs ports of its own; the brokers of listener a have 9877-9976 by"
                + " default, brokers: {ports: ...} gives them others",
            "5:50: port 20050 is taken by brokers of listener c (20001-20100 by default); each needs ports of its own (see brokers:"
                + " {ports: ...})"),
            ConfigFiles.problems("""
                listeners:
                  - {name: a, address: "10.0.0.1:9876"}
                  - {name: b, address: "10.0.0.1:9900"}
                  - {name: c, address: "10.0.0.1:20000"}
                  - {name: d, address: "10.0.0.1:9000", brokers: {ports: 20050-20060}}
                clusters: {main: {nameServers: 10.0.0.5:9876}}
                """).stream().map(Problem::toString).toList());
    }

    @Test
    void listenersAndLanesWithoutNamesAreToldEach()
    {
        assertEquals(List.of("2:5: a listener needs the key 'name'", "3:5: a listener needs the key 'name'",
            "6:5: a lane needs the key 'name'", "7:5: a lane needs the key 'name'"), ConfigFiles.problems("""
                listeners:
                  - {address: 1000}
                  - {address: 1001}
                clusters: {main: {nameServers: h:1}}
                lanes:
                  - {match: {clients: 10.0.0.1}}
                  - {match: {clients: 10.0.0.2}}
                """).stream().map(problem -> problem.toString().replaceAll("('name'):.*", "$1")).toList());
    }

    @Test
    void aSecondListenerOfANameHasItsOwnAddressOrNone()
    {
        assertEquals(List.of("3:5: a listener needs the key 'address'",
            "3:12: a second listener 'a'; each needs a name of its own",
            "4:12: a second listener 'a'; each needs a name of its own",
            "5:24: port 1001 is taken by listener a; each needs ports of its own"), ConfigFiles.problems("""
                listeners:
                  - {name: a, address: 1000}
                  - {name: a}
                  - {name: a, address: 1001}
                  - {name: b, address: 1001}
                clusters: {main: {brokers: h:1}}
                """).stream().map(problem -> problem.toString().replaceAll("('address'):.*", "$1")).toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n", "\r"})
    void placesAreToldWhateverEndsTheLines(final String end)
    {
        final List<String> problems = ConfigFiles.problems((ConfigFiles.BASE + """
            rules:
              - match:
                  sql: "a = 1
                    AND b = = 2"
                route: main
              - match: {sql: c = = 3}
                route: main
            """).replace("\n", end)).stream().map(Problem::toString).toList();
        assertEquals(2, problems.size(), problems::toString);
        assertTrue(problems.get(0).startsWith("11:"), problems::toString);
        assertTrue(problems.get(1).startsWith("13:22: "), problems::toString);
    }

    @Test
    void aListenerNeedsAClusterOfItsProtocol()
    {
        assertEquals(List.of("2:5: a listener needs the key 'cluster', as several clusters speak rocketmq",
            "3:5: a listener needs the key 'cluster', as no cluster speaks amqp",
            "4:55: the cluster 'a' does not speak amqp as this listener does"), ConfigFiles.problems("""
                listeners:
                  - {name: x, address: 1000}
                  - {name: y, address: 1001, protocol: amqp}
                  - {name: z, address: 1002, protocol: amqp, cluster: a}
                clusters: {a: {brokers: h:1}, b: {brokers: h:1}}
                """).stream().map(Problem::toString).toList());
    }

    @Test
    void aSecretInTheFileIsRefusedAndNotRepeated()
    {
        final String text = """
            listeners: [{name: c, address: 9876}]
            clusters:
              main:
                nameServers: h:9876
                account: {secretKey: TOP-SECRET-5}
            """;
        final List<Problem> problems = ConfigFiles.problems(text);
        assertEquals("5:26: a text or number stands here; allowed is the keys env, file", problems.get(0).toString());
        assertFalse(problems.toString().contains("TOP-SECRET-5"));
        assertTrue(ConfigFiles.problems(text.replace("TOP-SECRET-5", "{env: NOT_SET}")).get(0).message().equals(
            "the environment variable NOT_SET is not set"));
        assertTrue(ConfigFiles.problems(text.replace("TOP-SECRET-5", "{file: missing.txt}")).get(0).message().contains(
            "missing.txt cannot be read"));
        assertTrue(ConfigFiles.problems(text.replace("TOP-SECRET-5", "{}")).get(0).message().equals(
            "a secret needs one of the keys env, file"));
    }

    @Test
    void aFileThatIsNoYamlIsToldWhere()
    {
        assertEquals(1, ConfigFiles.problems("").size());
        assertEquals("1:1: the file is empty; it needs 'listeners' and 'clusters'",
            ConfigFiles.problems("# nothing\n").get(0)
                .toString());
        final Problem problem = ConfigFiles.problems("listeners: [\nclusters: {}\n").get(0);
        assertTrue(problem.message().startsWith("this is no YAML: "), problem::toString);
        assertTrue(problem.message().endsWith("; the one of line 1 is open"), problem::toString);
        assertEquals(3, problem.line(), problem::toString);
        for (final String wrong : List.of("  - name: a\n   address: 1\n", "  - name: a\n     address: 1\n",
            "  - name: a: b\n"))
        {
            final Problem indented = ConfigFiles.problems("listeners:\n" + wrong).get(0);
            assertTrue(indented.message().contains("; keys of one level begin in the same column"), indented::toString);
        }
        assertEquals(
            "1:1: a list stands here; allowed is the keys listeners, clusters, rules, lanes, names, management, limits,"
                + " policies, http, drain, reload",
            ConfigFiles.problems("[1]").get(0).toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"a: &x [1]\nb: *x\n", "a: &x 1\n"})
    void anchorsAndAliasesAreRefused(final String text)
    {
        assertTrue(ConfigFiles.problems(text).get(0).message().startsWith("anchors and aliases are not allowed"));
    }

    @Test
    void aHostileFileIsRefusedBeforeItCostsMuch()
    {
        assertTrue(ConfigFiles.problems("[".repeat(100_000)).get(0).message().startsWith("more than 32 levels"));
        assertTrue(ConfigFiles.problems("{a: ".repeat(100_000)).get(0).message().startsWith("more than 32 levels"));
        assertTrue(ConfigFiles.problems("- ".repeat(100_000)).get(0).message().startsWith("more than 32 levels"));
        assertTrue(ConfigFiles.problems("x".repeat(YamlFile.MAX_CHARACTERS + 1)).get(0).message().startsWith(
            "the file has 1048577 characters"));
        assertTrue(ConfigFiles.problems("a: 1\n---\nb: 2\n").get(0).message().startsWith("a second document"));
        assertTrue(ConfigFiles.problems("? [a, b]\n: 1\n").toString().contains("a key is a text, not a list"));
        final StringBuilder many = new StringBuilder();
        for (int i = 0; i < 1_000; i++)
        {
            many.append("key").append(i).append(": 1\n");
        }
        assertEquals(100, ConfigFiles.problems(many.toString()).size());
    }

    @Test
    void bytesThatAreNoUtf8AreRefused(@TempDir final Path folder) throws Exception
    {
        final Path file = folder.resolve("gateway.yaml");
        Files.write(file, "drain: \u00e9".getBytes(StandardCharsets.ISO_8859_1));
        try
        {
            GatewayConfig.load(file);
        }
        catch (final ConfigException e)
        {
            assertTrue(e.getMessage().endsWith("gateway.yaml:1:1: the file is not in UTF-8"), e.getMessage());
            return;
        }
        throw new AssertionError("refused");
    }

    /** What is read of it ends within a character. */
    @Test
    void aFileThatIsMuchTooLongIsNoFileInAnotherEncoding(@TempDir final Path folder) throws Exception
    {
        final Path file = Files.writeString(folder.resolve("gateway.yaml"), "\u00fc".repeat(2 * YamlFile.MAX_CHARACTERS
            + 1));
        final ConfigException told = assertThrows(ConfigException.class, () -> GatewayConfig.load(file));
        assertEquals(file + ":1:1: the file has more than 4194304 bytes; at most 1048576 characters are allowed", told
            .getMessage());
    }

    @Test
    void aProblemIsOneLineWhateverTheTextIs()
    {
        assertProblem("'<U+000A>a<U+000D><U+2028>b' does not fit; allowed is a time",
            "drain: \u00a7\"\\na\\r\\u2028b\"\n");
    }
}
