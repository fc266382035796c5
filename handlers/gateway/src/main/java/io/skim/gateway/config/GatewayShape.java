package io.skim.gateway.config;

import io.skim.gateway.config.GatewayConfig.ClientCertificates;
import io.skim.gateway.config.GatewayConfig.LaneBy;
import io.skim.gateway.config.GatewayConfig.LimitBy;
import io.skim.gateway.config.GatewayConfig.Protocol;
import io.skim.gateway.config.GatewayConfig.ProxyOut;
import io.skim.gateway.config.GatewayConfig.Signed;
import io.skim.gateway.config.GatewayConfig.Subject;
import io.skim.gateway.config.GatewayConfig.Treatment;
import io.skim.gateway.config.Shape.Items;
import io.skim.gateway.config.Shape.Keys;
import io.skim.gateway.config.Shape.Scalar;
import io.skim.gateway.config.Shape.Table;
import io.skim.handlers.select.Selector;
import io.skim.handlers.select.SelectorException;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.ResponseCode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * The keys of the file: the one table that the loader, the schema and the list of keys in the docs come from.
 */
final class GatewayShape
{
    private static final Pattern DURATION = Pattern.compile("([0-9]{1,9})(ms|s|m|h)");
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,9})(KiB|MiB)?");
    private static final Pattern RATE = Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,3})?)(?:/(s|m|h))?");
    private static final int MEBIBYTE = 1 << 20;
    private static final int MOST_FRAME = 256 * MEBIBYTE - 1;
    private static final int MOST_HEADER = 16 * MEBIBYTE - 1;
    private static final long NANOS = 1_000_000_000L;

    private static final String NAME = "[A-Za-z0-9][A-Za-z0-9_.-]{0,63}";
    private static final String RESOURCE = "[%|A-Za-z0-9_-]{1,127}";

    private static final Shape ANY_TEXT =
        new Scalar("a text", Map.of("type", List.of("string", "number", "boolean")), false,
            (file, node) -> node.getValue());
    private static final Shape A_NAME = text("a name of letters, digits and _ . -", NAME, text -> text);
    private static final Shape ADDRESS =
        text("an address such as 10.0.0.5:9876", null, text -> HostPort.parse(text, null));
    private static final Shape LISTEN =
        new Scalar("a port, or an address such as 127.0.0.1:9876", Map.of("type", List.of(
            "string", "integer")), false, (file, node) -> HostPort.parse(node.getValue(), "127.0.0.1"));
    private static final Shape PATH = text("the name of a file", null, text -> text);
    private static final Shape YES_NO = new Scalar("true or false", Map.of("type", "boolean"), false, (file,
        node) -> yesNo(node));
    private static final Shape TRUE = new Scalar("true", Map.of("enum", List.of(true)), false, (file, node) -> {
        if (!yesNo(node).equals(true))
        {
            throw new IllegalArgumentException();
        }
        return true;
    });
    private static final Shape PART =
        new Scalar("a number from 0 to 1", Map.of("type", "number", "minimum", 0, "maximum", 1), false, (file,
            node) -> part(node.getValue()));
    private static final Shape CODE = codeWord();
    private static final Shape RESPONSE =
        new Scalar("the name or number of a response code, such as NO_PERMISSION or 16", Map
            .of("type", List.of("string", "integer")), false, (file, node) -> response(node.getValue()));
    private static final Shape SECRET = new Keys("a secret").key("env", text("the name of an environment variable",
        "[A-Za-z_][A-Za-z0-9_]*", text -> text), "The environment variable that holds the secret.").key("file", PATH,
            "The file that holds the secret.")
        .oneOf("env", "file");
    private static final Shape ADDRESSES = new Items(text("an address or range such as 10.1.0.0/16", null,
        AddressRange::parse), 1, true);
    private static final Shape PATTERNS = new Items(text("a name, in which * stands for any characters", null,
        GatewayShape::pattern), 1, true);

    private static final Shape CERTIFICATE_NAMES =
        new Items(
            text("a name with its kind, such as dns:*.example.com, uri:spiffe://example.com/* or subject:CN=orders,*",
                "(dns|uri|subject):[\\s\\S]+", GatewayShape::certificateName),
            1, true);

    /** What becomes of clients that connect without a load balancer. */
    enum ProxyOthers
    {
        REFUSE, ADMIT
    }

    /** The whole file. */
    static final Keys FILE = file();

    private GatewayShape()
    {
    }

    private static Object pattern(final String text)
    {
        if (text.startsWith("^") || text.endsWith("$") && text.length() > 1 || text.indexOf('\\') >= 0)
        {
            throw new IllegalArgumentException(
                "it looks like a regular expression, in which other characters than * have a"
                    + " meaning");
        }
        return NamePattern.of(text);
    }

    private static Shape text(final String words, final @Nullable String pattern, final Function<String, Object> parser)
    {
        final Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "string");
        if (pattern != null)
        {
            schema.put("pattern", "^(?:" + pattern + ")$");
        }
        else
        {
            schema.put("minLength", 1);
        }
        return new Scalar(words, schema, false, (file, node) -> {
            if (node.getValue().isEmpty() || pattern != null && !node.getValue().matches(pattern))
            {
                throw new IllegalArgumentException();
            }
            return parser.apply(node.getValue());
        });
    }

    private static <E extends Enum<E>> Shape words(final Class<E> type)
    {
        final List<String> words =
            Arrays.stream(type.getEnumConstants()).map(each -> each.name().toLowerCase(Locale.ROOT))
                .toList();
        return new Scalar(words.size() == 2 ? String.join(" or ", words) : "one of " + String.join(", ", words),
            Map.of("enum",
                words),
            false, (file, node) -> {
                if (!words.contains(node.getValue()))
                {
                    throw new IllegalArgumentException();
                }
                return Enum.valueOf(type, node.getValue().toUpperCase(Locale.ROOT));
            });
    }

    private static Shape integer(final int least, final int most)
    {
        final Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "integer");
        schema.put("minimum", least);
        schema.put("maximum", most);
        return new Scalar("a number from " + least + " to " + most, schema, false,
            (file, node) -> inRange(number(node.getValue()), least, most));
    }

    /** Readers of YAML 1.1 take a number that begins with 0 for an octal one. */
    private static long number(final String text)
    {
        if (text.matches("0[0-9]+"))
        {
            throw new IllegalArgumentException("a number does not begin with 0");
        }
        if (!text.matches("-?[0-9]{1,18}"))
        {
            throw new IllegalArgumentException();
        }
        return Long.parseLong(text);
    }

    private static int inRange(final long number, final long least, final long most)
    {
        if (number < least || number > most)
        {
            throw new IllegalArgumentException();
        }
        return (int)number;
    }

    private static Object yesNo(final ScalarNode node)
    {
        if (!Tag.BOOL.equals(node.getTag()))
        {
            throw new IllegalArgumentException();
        }
        return Boolean.valueOf(node.getValue());
    }

    private static Shape duration(final Duration least, final Duration most)
    {
        return new Scalar("a time such as 50ms, 10s, 5m or 1h, from " + shown(least) + " to " + shown(most),
            Map.of("type",
                "string", "pattern", "^" + DURATION.pattern() + "$"),
            false, (file, node) -> {
                final Matcher matcher = matched(DURATION, node.getValue());
                final long count = Long.parseLong(matcher.group(1));
                final Duration duration = switch (matcher.group(2))
                {
                    case "ms" -> Duration.ofMillis(count);
                    case "s" -> Duration.ofSeconds(count);
                    case "m" -> Duration.ofMinutes(count);
                    default -> Duration.ofHours(count);
                };
                if (duration.compareTo(least) < 0 || duration.compareTo(most) > 0)
                {
                    throw new IllegalArgumentException();
                }
                return duration;
            });
    }

    private static String shown(final Duration duration)
    {
        return duration.toMillis() % 1000 != 0 ? duration.toMillis() + "ms"
            : duration.toSeconds() % 3600 == 0 && !duration
                .isZero() ? duration.toHours() + "h" : duration.toSeconds() + "s";
    }

    private static Matcher matched(final Pattern pattern, final String text)
    {
        final Matcher matcher = pattern.matcher(text);
        if (!matcher.matches())
        {
            throw new IllegalArgumentException();
        }
        return matcher;
    }

    private static Shape size(final int least, final int most)
    {
        return new Scalar("a size in bytes, or such as 64KiB or 16MiB, from " + least + " to " + most,
            Map.of("type", List.of(
                "string", "integer"), "pattern", "^" + SIZE.pattern() + "$"),
            false, (file, node) -> {
                final Matcher matcher = matched(SIZE, node.getValue());
                final long unit = matcher.group(2) == null ? 1 : "KiB".equals(matcher.group(2)) ? 1 << 10 : MEBIBYTE;
                return inRange(Long.parseLong(matcher.group(1)) * unit, least, most);
            });
    }

    /** The nanoseconds between two tokens. */
    private static Object rate(final String text)
    {
        final Matcher matcher = matched(RATE, text);
        final long unit =
            matcher.group(2) == null ? 1 : "sm".indexOf(matcher.group(2)) == 0 ? 1 : "m".equals(matcher.group(2))
                ? 60 : 3600;
        final BigDecimal tokens = new BigDecimal(matcher.group(1));
        if (tokens.signum() == 0)
        {
            throw new IllegalArgumentException("a rate is more than 0; to refuse all, use deny");
        }
        return Math.max(1, BigDecimal.valueOf(unit * NANOS).divide(tokens, 0, RoundingMode.HALF_UP).longValueExact());
    }

    private static Object part(final String text)
    {
        final BigDecimal part = new BigDecimal(text);
        if (part.signum() < 0 || part.compareTo(BigDecimal.ONE) > 0)
        {
            throw new IllegalArgumentException();
        }
        return part.doubleValue();
    }

    private static Object response(final String text)
    {
        if (text.matches("-?[0-9]{1,9}"))
        {
            // A binary header has 16 bits for it.
            return inRange(Long.parseLong(text), Short.MIN_VALUE, Short.MAX_VALUE);
        }
        for (final ResponseCode code : ResponseCode.values())
        {
            if (code.name().equals(text.toUpperCase(Locale.ROOT)))
            {
                return code.code();
            }
        }
        throw new IllegalArgumentException(
            "no response has this name" + Nearest.hint(text, Arrays.stream(ResponseCode.values())
                .map(Enum::name).toList()));
    }

    /** What the schema refers to from several places. */
    static Map<String, Object> definitions()
    {
        return Map.of("code",
            Map.of("anyOf", List.of(Map.of("type", "integer", "minimum", 0), Map.of("type", "string", "pattern",
                "^[0-9]+$"), Map.of("enum", CodeSet.words().toList()))));
    }

    private static Shape codeWord()
    {
        return new Scalar(
            "the name or number of a request code, or one of all, management, send, client, query, change, server,"
                + " unknown",
            Map.of("$ref", "#/$defs/code"), false, (file, node) -> CodeSet.check(node.getValue()));
    }

    /** A condition that compiles; a problem stands at the character that does not fit. */
    private static Shape selector(final String words, final Function<String, Object> compiler)
    {
        return new Scalar(words, Map.of("type", "string", "minLength", 1), false, (file, node) -> {
            try
            {
                if (node.getValue().isBlank())
                {
                    throw new IllegalArgumentException("a condition is not empty");
                }
                return compiler.apply(node.getValue());
            }
            catch (final SelectorException e)
            {
                file.problem(node, Math.min(e.column() - 1, node.getValue().length()),
                    "the condition does not compile: " + e
                        .reason());
                return null;
            }
            catch (final SqlDoubts.DoubtException e)
            {
                file.problem(node, e.character, String.valueOf(e.getMessage()));
                return null;
            }
        });
    }

    private static Keys file()
    {
        return new Keys("the file")
            .required("listeners", new Items(listener(), 1, false), "The addresses that clients connect to.")
            .required("clusters", new Table("a cluster", NAME, cluster()),
                "The servers behind the gateway, by names of yours.")
            .key("rules", new Items(rule(), 0, false),
                "What happens to requests and responses. The first rule that fits decides, unless it"
                    + " continues.")
            .key("lanes", new Items(lane(), 0, false),
                "Gray lanes: clients whose messages go to consumers of the same lane.")
            .key("names", new Table("a name map", NAME, nameMap()),
                "Other names for topics and groups on the servers, used by"
                    + " rules.")
            .key("management", management(), "Which requests of tools and servers may pass.")
            .key("limits", limits(), "The most that clients may use.")
            .key("policies", policies(), "What happens to frames that cannot be treated as they should.")
            .key("http", new Keys("http").required("address", LISTEN, "Where to listen; loopback for a port alone."),
                "Metrics, health and the status page.")
            .key("drain", duration(Duration.ZERO, Duration.ofHours(1)),
                "How long open requests may take when the gateway is to"
                    + " stop. Default 30s.")
            .key("reload", duration(Duration.ZERO, Duration.ofHours(1)),
                "How often to look for a changed file; 0s for never."
                    + " Default 1s.");
    }

    private static Shape listener()
    {
        return new Keys("a listener")
            .required("name", A_NAME, "A name for rules, logs and metrics.")
            .key("protocol", words(Protocol.class), "What clients speak. Default rocketmq.")
            .required("address", LISTEN, "Where to listen; loopback for a port alone.")
            .key("cluster", A_NAME, "Where frames go that no rule routes. Default: the only cluster of this protocol.")
            .key("brokers", new Keys("brokers")
                .key("host", text("a host or address", "[^\\s/:]+|\\[[0-9A-Fa-f:.]+\\]", text -> text),
                    "What clients connect to."
                        + " Default: the listener's host.")
                .key("ports", text("a range of ports such as 20000-20099", "[0-9]{1,5}-[0-9]{1,5}", text -> text),
                    "A port for each broker, out of this range.")
                .key("port", integer(1, 65_535),
                    "One port for all brokers of the cluster. Clients have to name brokers, as those in Java do.")
                .key("listen", integer(1, 65_535),
                    "The port that the gateway listens at, of a range the first one, if something between it and the clients"
                        + " maps ports. Default: what clients connect to.")
                .key("keep", PATH,
                    "File in which the gateway keeps which broker has which port of the range, for its next"
                        + " start.")
                .oneOf("ports", "port"),
                "How clients of a RocketMQ name server see the brokers. Default: a port for each"
                    + " broker, from the listener's port + 1 on, 100 ports.")
            .key("tls", new Keys("tls")
                .required("certificates", new Items(certificate(true), 1, false),
                    "Chosen by the name that a client asks for; the"
                        + " first is for all other names.")
                .key("clientCertificates", words(ClientCertificates.class),
                    "Whether clients need a certificate. Default none.")
                .key("trust", PATH, "PEM file with the authorities of clients' certificates."), "TLS of clients.")
            .key("proxyProtocol", new Keys("PROXY headers")
                .required("from", ADDRESSES, "Load balancers: their connections begin with a PROXY header.")
                .key("others", words(ProxyOthers.class), "Clients at other addresses. Default refuse."),
                "Which connections begin with a PROXY header, version 1 or 2. Default: none.");
    }

    private static Shape certificate(final boolean named)
    {
        final Keys keys = new Keys("a certificate");
        if (named)
        {
            keys.key("names", PATTERNS, "The names that clients ask for. Default: all.");
        }
        return keys.required("chain", PATH, "PEM file with the certificate and those that signed it.")
            .required("key", SECRET, "The private key, PEM.")
            .key("keyPassword", SECRET, "The password of the private key.");
    }

    private static Shape cluster()
    {
        return new Keys("a cluster")
            .key("nameServers", new Items(ADDRESS, 1, true), "RocketMQ name servers, which tell the brokers.")
            .key("brokers", new Items(ADDRESS, 1, true), "RocketMQ brokers, without a name server.")
            .key("amqp", new Items(ADDRESS, 1, true), "AMQP 1.0 brokers.")
            .oneOf("nameServers", "brokers", "amqp")
            .key("tls", new Keys("tls")
                .key("trust", PATH,
                    "PEM file with the authorities of the servers' certificates. Default: those of the JDK.")
                .key("name", text("a host name", null, text -> text),
                    "The name to ask for and to find in the certificate."
                        + " Default: the server's host.")
                .key("certificate", certificate(false), "The gateway's own certificate."), "TLS to the servers.")
            .key("proxyProtocol", words(ProxyOut.class), "The PROXY header that connections begin with. Default none.")
            .key("hostname", text("a host name", "[!-~]{1,255}", text -> text),
                "What AMQP brokers are asked for in open and sasl-init. Default: what the client asks for.")
            .key("share", share(), "Has RocketMQ clients share connections to each server. Consumers keep their own.")
            .key("account", new Keys("account")
                .key("accessKey", SECRET, "Replaces the access key of edited requests. Default: theirs.")
                .required("secretKey", SECRET, "Signs edited requests."),
                "An account of RocketMQ's access control, for"
                    + " policies.signed: sign.");
    }

    private static Shape share()
    {
        return new Keys("share")
            .key("connections", integer(1, 1_024), "The connections to each server, for each event loop. Default 1.")
            .key("window", integer(1, 1_000_000), "The most open requests of a connection. Default 1000.")
            .key("expire", duration(Duration.ofSeconds(1), Duration.ofMinutes(10)),
                "How long a request waits for its response. Default 30s.")
            .key("unsent", size(1 << 16, 1 << 30),
                "The most bytes that wait for a client, which is closed then. Default 64MiB.");
    }

    private static Keys match(final String what)
    {
        return new Keys(what)
            .key("sql", selector("a condition in RocketMQ's SQL92, such as \"$topic = 'orders'\"", SqlDoubts::compile),
                "A condition over a"
                    + " RocketMQ header: properties by their names, fields with a $ in front.")
            .key("jms", selector("a JMS selector", Selector::jms), "A condition over an AMQP message.")
            .key("codes", new Items(CODE, 1, true), "Request codes, by name, number or kind.")
            .key("clients", ADDRESSES, "Addresses of clients.")
            .key("clientIds", PATTERNS, "Client ids, as heartbeats tell them; in AMQP, container ids.")
            .key("tlsNames", PATTERNS, "Names that clients asked for in TLS.")
            .key("certificateNames", CERTIFICATE_NAMES, "Names in clients' certificates, which were checked.")
            .key("listeners", new Items(A_NAME, 1, true), "Listeners, by their names.")
            .key("sample", PART, "The part of the frames that fit, chosen at random. Default 1.")
            .key("sampleClients", PART, "The part of the clients that fit, chosen by their addresses. Default 1.");
    }

    /** Upper and lower case are the same in names of DNS. */
    private static NamePattern certificateName(final String text)
    {
        return NamePattern.of(text.startsWith("dns:") ? text.toLowerCase(Locale.ROOT) : text);
    }

    private static Keys ruleMatch()
    {
        return match("match")
            .key("responses", new Items(RESPONSE, 1, true), "Codes of responses, by name or number.")
            .key("topics", PATTERNS, "Topics that requests named in their headers, for responses.")
            .key("olderThan", duration(Duration.ofMillis(1), Duration.ofHours(1)),
                "The least time from a request to its response.");
    }

    private static Shape edits(final String what, final boolean removal)
    {
        final Shape shape =
            removal ? new Items(ANY_TEXT, 1, true) : new Table("a field or property", "[\\s\\S]+", ANY_TEXT);
        return new Keys(what)
            .key("fields", shape, "Fields of a RocketMQ header: code, remark, ..., and ext fields.")
            .key("properties", shape, "Message properties of RocketMQ sends.")
            .key("annotations", shape, "Message annotations of AMQP messages.");
    }

    private static Keys answer(final Keys keys)
    {
        return keys.key("code", RESPONSE, "The code of the answer.").key("remark", ANY_TEXT,
            "The answer's text for people.");
    }

    private static Keys condition(final Keys keys)
    {
        return keys.key("condition", text("an error condition of AMQP, such as amqp:not-allowed", "[!-~]{1,255}",
            text -> text), "The condition of a rejected AMQP delivery.");
    }

    private static Shape rule()
    {
        return new Keys("a rule")
            .key("name", text("a name of 1 to 64 letters, digits, spaces and _ . -", "[A-Za-z0-9][A-Za-z0-9_. -]{0,63}",
                text -> text), "For logs and metrics. Default: its number.")
            .key("for", words(Subject.class), "What the rule is for. Default requests.")
            .key("match", ruleMatch(), "The conditions, all of which must hold. Default: everything fits.")
            .key("route", A_NAME, "The cluster to go to.")
            .key("set", edits("set", false),
                "Gives names values, whether they are there or not. A value may have ${client.address}, ${client.id}, "
                    + "${listener}, ${tls.name}, ${tls.subject} and ${time} in it.")
            .key("add", edits("add", false), "Adds names that are not there. Values as for set.")
            .key("remove", edits("remove", true), "Removes names.")
            .key("rename", edits("rename", false), "Gives names other names.")
            .key("map", A_NAME, "The name map for topics and groups, and for AMQP's addresses.")
            .key("trace", new Keys("trace").key("sample", PART,
                "Which part of the new traces is marked as sampled. Default 1."),
                "Begins a trace (traceparent) for RocketMQ messages that have none.")
            .key("deny", condition(answer(new Keys("deny"))),
                "Answers instead of passing on. Default code NO_PERMISSION.")
            .key("replace", answer(new Keys("replace")),
                "Gives the client an error in place of the response. Default code SYSTEM_ERROR.")
            .key("mirror", A_NAME, "The cluster that gets a copy, whose answer nobody sees.")
            .key("limit", condition(answer(new Keys("limit")
                .required("rate",
                    new Scalar("a rate such as 100, 100/s, 30/m or 5/h", Map.of("type", List.of("string", "number"),
                        "pattern", "^" + RATE.pattern() + "$"), false, (file, node) -> rate(node.getValue())),
                    "Requests a second,"
                        + " or with /m a minute, with /h an hour.")
                .key("burst", integer(1, 1_000_000_000),
                    "Requests that may come at once. Default: those of a second, at least 1.")
                .key("by", words(LimitBy.class), "What shares the rate. Default all."))),
                "A rate limit. Default code SYSTEM_BUSY.")
            .key("delay", duration(Duration.ofMillis(1), Duration.ofMinutes(1)), "Waits before passing on. For tests.")
            .key("drop", YES_NO, "Drops the frame without an answer. For tests.")
            .key("continue", YES_NO, "Goes on with the next rule. Default false.")
            .key("allow", new Items(CODE, 1, true), "Management codes that this rule lets pass.")
            .key("log", YES_NO, "Writes a line to the log for each response. Default false.")
            .key("count", TRUE, "Counts responses among the rule's hits, and nothing else.");
    }

    private static Shape lane()
    {
        return new Keys("a lane")
            .required("name", A_NAME, "The name of the lane, which marks its messages.")
            .required("match", match("match"), "The clients, or requests, that are in the lane.")
            .key("by", words(LaneBy.class), "How messages of the lane are told from others. Default property.")
            .key("property", text("the name of a property", "[A-Za-z_$][A-Za-z0-9_$]{0,63}", text -> text),
                "The message property"
                    + " that marks them. Default LANE.")
            .key("suffix", text("letters, digits and _ -", "[A-Za-z0-9_-]{1,32}", text -> text),
                "The end of the lane's consumer groups, and with by: topic of its topics."
                    + " Default: _ and the name.")
            .key("fallback", YES_NO,
                "Whether base consumers get the lane's messages while it has no consumers. Default true.");
    }

    private static Shape nameMap()
    {
        final Shape part = text("characters of a topic: letters, digits and % | _ -", RESOURCE, text -> text);
        return new Keys("a name map")
            .key("prefix", part, "In front of names that the table does not have.")
            .key("suffix", part, "Behind names that the table does not have.")
            .key("table", new Table("a topic or group", RESOURCE, part), "From the clients' names to the servers'.");
    }

    private static Shape management()
    {
        return answer(
            new Keys("management").key("allow", new Items(CODE, 1, true), "Codes that may pass, by name, number or"
                + " kind."));
    }

    private static Shape limits()
    {
        return new Keys("limits")
            .key("frame", size(1024, MOST_FRAME), "The most bytes of a frame. Default 16MiB.")
            .key("header", size(256, MOST_HEADER), "The most bytes of a RocketMQ header. Default 256KiB.")
            .key("connections", integer(1, 10_000_000), "The most connections of clients. Default 10000.")
            .key("connectionsPerAddress", integer(1, 10_000_000), "The most connections of one address. Default 1000.")
            .key("requests", integer(1, 1_000_000), "The most open requests of a connection. Default 10000.")
            .key("handshake", duration(Duration.ofMillis(100), Duration.ofMinutes(5)),
                "The most time for TLS and a PROXY header. Default 10s.")
            .key("connect", duration(Duration.ofMillis(100), Duration.ofMinutes(5)),
                "The most time to connect to a server, for all addresses of its name together. Default 3s.")
            .key("idle", duration(Duration.ZERO, Duration.ofHours(24)),
                "Closes connections whose clients send nothing for so long; 0s for never. Default 5m.")
            .key("streamBodiesOver", size(1024, MOST_FRAME), "Longer bodies go on as they come. Default 64KiB.");
    }

    private static Shape policies()
    {
        return new Keys("policies")
            .key("reading", words(Strictness.class), "How headers are read. Default strict.")
            .key("malformed", words(Treatment.class), "Frames that two readers could read differently. Default close.")
            .key("refused", words(Treatment.class), "Frames whose edits cannot be made. Default answer.")
            .key("signed", words(Signed.class), "Requests whose ACL signature covers an edit. Default refuse.")
            .key("messages", words(Strictness.class), "How AMQP frames and messages are read. Default lenient.");
    }
}
