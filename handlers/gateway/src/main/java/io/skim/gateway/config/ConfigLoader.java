package io.skim.gateway.config;

import io.netty.util.NetUtil;
import io.skim.gateway.config.GatewayConfig.Account;
import io.skim.gateway.config.GatewayConfig.Bounds;
import io.skim.gateway.config.GatewayConfig.Brokers;
import io.skim.gateway.config.GatewayConfig.Certificate;
import io.skim.gateway.config.GatewayConfig.ClientCertificates;
import io.skim.gateway.config.GatewayConfig.ClientTls;
import io.skim.gateway.config.GatewayConfig.Cluster;
import io.skim.gateway.config.GatewayConfig.Denial;
import io.skim.gateway.config.GatewayConfig.Lane;
import io.skim.gateway.config.GatewayConfig.LaneBy;
import io.skim.gateway.config.GatewayConfig.LimitBy;
import io.skim.gateway.config.GatewayConfig.Listener;
import io.skim.gateway.config.GatewayConfig.Management;
import io.skim.gateway.config.GatewayConfig.Match;
import io.skim.gateway.config.GatewayConfig.Policies;
import io.skim.gateway.config.GatewayConfig.Protocol;
import io.skim.gateway.config.GatewayConfig.ProxyHeaders;
import io.skim.gateway.config.GatewayConfig.ProxyOut;
import io.skim.gateway.config.GatewayConfig.RateLimit;
import io.skim.gateway.config.GatewayConfig.Rule;
import io.skim.gateway.config.GatewayConfig.ServerTls;
import io.skim.gateway.config.GatewayConfig.Share;
import io.skim.gateway.config.GatewayConfig.Signed;
import io.skim.gateway.config.GatewayConfig.Subject;
import io.skim.gateway.config.GatewayConfig.Trace;
import io.skim.gateway.config.GatewayConfig.Treatment;
import io.skim.gateway.config.GatewayShape.ProxyOthers;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.ResponseCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * Makes a configuration from a file: the shapes check keys and values one by one, this class what belongs together. Values that were
 * refused are missing here, and replaced by defaults: the result is only given out if nothing was refused.
 */
final class ConfigLoader
{
    private static final String CLUSTER = "cluster";
    private static final String LISTENERS = "listeners";
    private static final String CLUSTERS = "clusters";
    private static final String BROKERS = "brokers";
    private static final String NAME_SERVERS = "nameServers";
    private static final String AMQP = "amqp";
    private static final String HOSTNAME = "hostname";
    private static final String RULES = "rules";
    private static final String LANES = "lanes";
    private static final String NAMES = "names";
    private static final String ADDRESS = "address";
    private static final String MATCH = "match";
    private static final String SAMPLE = "sample";
    private static final String SAMPLE_CLIENTS = "sampleClients";
    private static final String ALLOW = "allow";
    private static final String POLICIES = "policies";
    private static final String CLIENT_CERTIFICATES = "clientCertificates";
    private static final String SIGNED = "signed";
    static final String TRACE = "trace";
    private static final List<String> LOOPBACK = List.of("127.0.0.1", "localhost", "::1");
    /** In place of an address that was refused. */
    private static final HostPort NOWHERE = new HostPort("", 0);
    private static final int BROKER_PORTS = 100;
    private static final int GREATEST_PORT = 65_535;
    private static final long SECOND = 1_000_000_000L;
    private static final long LONGEST_REFILL = 70L * 365 * 24 * 3_600 * SECOND;
    private static final int MEBIBYTE = 1 << 20;

    private final YamlFile file;
    private final Path folder;
    private final UnaryOperator<String> environment;
    /** Null unless all is to be checked that a start needs. */
    private final @Nullable KeyCheck keys;

    private final Map<String, Cluster> clusters = new LinkedHashMap<>();
    private final Map<String, Listener> listeners = new LinkedHashMap<>();
    private final Map<String, NameMapping> names = new LinkedHashMap<>();

    ConfigLoader(final String name, final String text, final Path folder, final UnaryOperator<String> environment,
        final @Nullable KeyCheck keys)
    {
        file = new YamlFile(name, text);
        this.folder = folder;
        this.environment = environment;
        this.keys = keys;
    }

    static GatewayConfig load(final Path path, final UnaryOperator<String> environment)
        throws IOException, ConfigException
    {
        return load(path, read(path), environment, null);
    }

    /** Also refuses what only a start would refuse. */
    static GatewayConfig check(final Path path, final UnaryOperator<String> environment, final KeyCheck keys)
        throws IOException, ConfigException
    {
        return load(path, read(path), environment, keys);
    }

    /** The bytes of a file, but no more than a file may have. */
    static byte[] read(final Path path) throws IOException
    {
        try (InputStream in = Files.newInputStream(path))
        {
            return in.readNBytes(4 * YamlFile.MAX_CHARACTERS + 1);
        }
    }

    static GatewayConfig load(final Path path, final byte[] bytes, final UnaryOperator<String> environment)
        throws ConfigException
    {
        return load(path, bytes, environment, null);
    }

    private static GatewayConfig load(final Path path, final byte[] bytes, final UnaryOperator<String> environment,
        final @Nullable KeyCheck keys) throws ConfigException
    {
        // A file has a folder: the root of a file system has none, but is no file.
        final Path folder = Objects.requireNonNull(path.toAbsolutePath().getParent(), "folder");
        try
        {
            final String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
            return new ConfigLoader(path.toString(), text, folder, environment, keys).load();
        }
        catch (final CharacterCodingException e)
        {
            throw new ConfigException(path.toString(), List.of(new Problem(1, 1, "the file is not in UTF-8")));
        }
    }

    GatewayConfig load() throws ConfigException
    {
        final Node root = file.root();
        final Value all = root == null ? null : GatewayShape.FILE.check(file, root);
        final GatewayConfig config = all == null ? null : config(all);
        if (config == null || file.hasProblems())
        {
            throw new ConfigException(file.name, file.problems());
        }
        return config;
    }

    private GatewayConfig config(final Value all)
    {
        orEmpty(all, CLUSTERS).entries().forEach((name, value) -> clusters.put(name, cluster(name, value)));
        orEmpty(all, NAMES).entries().forEach((name, value) -> names.put(name, nameMap(value)));
        all.list(LISTENERS).forEach(this::listener);
        checkPorts(all);
        if (keys != null)
        {
            orEmpty(all, CLUSTERS).entries().values().forEach(this::checkLoops);
        }
        final HostPort http = httpAddress(all);
        final List<Lane> lanes = lanes(all);
        final List<Rule> rules = rules(all);
        final Policies policies = policies(orEmpty(all, POLICIES));
        checkSigning(all, policies);
        return new GatewayConfig(List.copyOf(listeners.values()), Collections.unmodifiableMap(clusters), rules, lanes,
            Collections
                .unmodifiableMap(names),
            management(all.at("management")), bounds(orEmpty(all, "limits")), policies, http, all.get(
                "drain", Duration.ofSeconds(30)),
            all.get("reload", Duration.ofSeconds(1)));
    }

    private static @Nullable HostPort httpAddress(final Value all)
    {
        final Value http = all.at("http");
        return http == null ? null : http.get(ADDRESS);
    }

    /** The value of a key; one without entries if it is missing or was refused. */
    private static Value orEmpty(final Value all, final String key)
    {
        final Value value = all.at(key);
        return value == null ? Value.keys(all.node()) : value;
    }

    // Listeners and clusters

    private Cluster cluster(final String name, final Value value)
    {
        final Protocol protocol = value.has(AMQP) ? Protocol.AMQP : Protocol.ROCKETMQ;
        final Value tls = value.at("tls");
        final Value account = value.at("account");
        if (account != null && protocol == Protocol.AMQP)
        {
            file.problem(value.key("account"), "an account signs requests of RocketMQ; this cluster speaks AMQP");
        }
        if (value.has(HOSTNAME) && protocol != Protocol.AMQP)
        {
            file.problem(value.key(HOSTNAME), "a hostname is AMQP's; this cluster speaks rocketmq");
        }
        checkAuthorities(tls);
        return new Cluster(name, protocol, value.scalars(NAME_SERVERS), value.scalars(protocol == Protocol.AMQP ? AMQP
            : BROKERS),
            tls == null ? null : new ClientTls(path(tls, "trust"), tls.get("name"), ownCertificate(tls)),
            value.get("proxyProtocol", ProxyOut.NONE), account == null ? null : new Account(secret(account
                .at("accessKey")), required(account, "secretKey")),
            value.get(HOSTNAME), share(value, protocol));
    }

    private @Nullable Share share(final Value cluster, final Protocol protocol)
    {
        final Value value = cluster.at("share");
        if (value == null)
        {
            return null;
        }
        if (protocol == Protocol.AMQP)
        {
            file.problem(cluster.key("share"), "clients share connections to RocketMQ; this cluster speaks AMQP");
        }
        if (cluster.get("proxyProtocol", ProxyOut.NONE) != ProxyOut.NONE)
        {
            file.problem(cluster.key("share"),
                "a PROXY header names one client; a cluster has either 'share' or 'proxyProtocol'");
        }
        return new Share(value.get("connections", 1), value.get("window", 1_000),
            value.get("expire", Duration.ofSeconds(30)), value.get("unsent", 64 << 20));
    }

    private void listener(final Value value)
    {
        final String name = value.get("name", "");
        final Protocol protocol = value.get("protocol", Protocol.ROCKETMQ);
        final HostPort address = value.get(ADDRESS, NOWHERE);
        final Value tls = value.at("tls");
        final Value headers = value.at("proxyProtocol");
        final String cluster = listenerCluster(value, protocol);
        if (tls != null)
        {
            checkClientCertificates(tls);
            checkAuthorities(tls);
        }
        final Listener made = new Listener(
            name, protocol, address, cluster, brokers(value, protocol, address, cluster), tls
                == null ? null
                    : new ServerTls(tls.list("certificates").stream().map(this::certificate).toList(), tls.get(
                        CLIENT_CERTIFICATES, ClientCertificates.NONE), path(tls, "trust")),
            headers == null ? null : new ProxyHeaders(headers.scalars("from"), headers.get("others",
                ProxyOthers.REFUSE) == ProxyOthers.ADMIT));
        if (listeners.putIfAbsent(name, made) != null && value.has("name"))
        {
            file.problem(value.nodeAt("name"), "a second listener '" + name + "'; each needs a name of its own");
        }
    }

    /** The name of a listener's cluster; empty with a problem. */
    private String listenerCluster(final Value value, final Protocol protocol)
    {
        final String word = protocol.name().toLowerCase(Locale.ROOT);
        if (value.keys().containsKey(CLUSTER))
        {
            final Cluster chosen = reference(value, CLUSTER, clusters, CLUSTER);
            if (chosen != null && chosen.protocol() != protocol)
            {
                file.problem(value.nodeAt(CLUSTER), "the cluster '" + chosen.name() + "' does not speak " + word
                    + " as this listener does");
            }
            return chosen == null ? "" : chosen.name();
        }
        final List<Cluster> fitting = clusters.values().stream().filter(each -> each.protocol() == protocol).toList();
        if (fitting.size() != 1)
        {
            file.problem(value.node(),
                "a listener needs the key 'cluster', as " + (fitting.isEmpty() ? "no cluster speaks "
                    : "several clusters speak ") + word);
            return "";
        }
        return fitting.get(0).name();
    }

    private @Nullable Brokers brokers(final Value listener, final Protocol protocol, final HostPort address,
        final String cluster)
    {
        final Value value = listener.at(BROKERS);
        if (value == null)
        {
            final Cluster own = clusters.get(cluster);
            final boolean face = protocol == Protocol.ROCKETMQ && listener.has(ADDRESS) && own != null
                && !own.nameServers().isEmpty();
            if (face)
            {
                checkHost(address.host(), listener.nodeAt(ADDRESS));
            }
            if (face && address.port() == GREATEST_PORT)
            {
                file.problem(listener.nodeAt(ADDRESS),
                    "no port is left behind this one for brokers; choose a lower one, or"
                        + " say by brokers: {ports: ...} which ones they have");
            }
            return face ? new Brokers(address.host(), address.port() + 1, Math.min(GREATEST_PORT, address.port()
                + BROKER_PORTS), true) : null;
        }
        if (protocol == Protocol.AMQP)
        {
            file.problem(listener.key(BROKERS), "only listeners for rocketmq show brokers");
            return null;
        }
        // As in an address, IPv6 stands in brackets.
        final String host = value.get("host", address.host()).replaceAll("[\\[\\]]", "");
        checkHost(host, value.has("host") ? value.nodeAt("host") : listener.nodeAt(ADDRESS));
        if (!value.has("ports"))
        {
            if (keys != null && value.has("port"))
            {
                file.problem(value.key("port"),
                    "one port for all brokers of a cluster is not supported yet; give a range"
                        + " of 'ports', one for each broker");
            }
            final int port = value.get("port", 1);
            return new Brokers(host, port, port, false);
        }
        final String[] ports = value.get("ports", "").split("-");
        try
        {
            final Brokers made = new Brokers(host, HostPort.port(ports[0]), HostPort.port(ports[1]), true);
            if (made.firstPort() > made.lastPort())
            {
                file.problem(value.nodeAt("ports"), "the range ends before it begins; the lower port comes first");
            }
            return made;
        }
        catch (final IllegalArgumentException e)
        {
            file.problem(value.nodeAt("ports"), why(e));
            return null;
        }
    }

    /** A gateway can listen at all of its addresses, but clients connect to one. */
    private void checkHost(final String host, final Node node)
    {
        final byte[] address = NetUtil.createByteArrayFromIpAddressString(host);
        if (address != null && Arrays.equals(address, new byte[address.length]))
        {
            file.problem(node, "clients cannot connect to " + host
                + "; say by brokers: {host: ..., ports: ...} which host they find the brokers' ports at");
        }
    }

    /** A port can be listened on once: those of listeners, brokers and HTTP must not overlap. */
    private void checkPorts(final Value all)
    {
        final Map<Integer, String> taken = new HashMap<>();
        final HostPort http = httpAddress(all);
        if (http != null)
        {
            taken.put(http.port(), "http");
        }
        final List<Value> values = all.list(LISTENERS);
        for (final Value value : values)
        {
            final HostPort address = value.get(ADDRESS);
            if (address != null)
            {
                take(taken, value.nodeAt(ADDRESS), address.port(), address.port(),
                    "listener " + value.get("name", ""));
            }
        }
        for (final Value value : values)
        {
            final Listener made = value.has("name") ? listeners.get(value.get("name", "")) : null;
            if (made != null && made.brokers() != null)
            {
                take(taken, value.nodeAt(BROKERS), made.brokers().firstPort(),
                    made
                        .brokers().lastPort(),
                    "brokers of listener " + made.name());
            }
        }
    }

    /** A gateway that is its own server would connect with itself for each request, and so on. */
    private void checkLoops(final Value cluster)
    {
        for (final String kind : List.of(NAME_SERVERS, BROKERS, AMQP))
        {
            for (final Value server : cluster.list(kind))
            {
                final HostPort address = (HostPort)server.made();
                for (final Listener listener : listeners.values())
                {
                    if (listener.address().port() == address.port()
                        && isSame(listener.address().host(), address.host()))
                    {
                        file.problem(server.node(), "the listener '" + listener.name()
                            + "' is at this address: the gateway would be its own server");
                    }
                }
            }
        }
    }

    private static boolean isSame(final String listening, final String host)
    {
        return listening.equals(host) || LOOPBACK.contains(host) && (LOOPBACK.contains(listening) || "0.0.0.0".equals(
            listening) || "::".equals(listening));
    }

    private void take(final Map<Integer, String> taken, final Node node, final int first, final int last,
        final String by)
    {
        for (int port = first; port <= last; port++)
        {
            final String other = taken.putIfAbsent(port, by);
            if (other != null)
            {
                file.problem(node,
                    "port " + port + " is taken by " + other + "; each needs ports of its own" + (by.startsWith(
                        BROKERS) ? " (see brokers: {ports: ...})" : ""));
                return;
            }
        }
    }

    private @Nullable Certificate ownCertificate(final Value tls)
    {
        final Value value = tls.at("certificate");
        return value == null ? null : certificate(value);
    }

    private Certificate certificate(final Value value)
    {
        for (final Value name : value.list(NAMES))
        {
            if (!name.made().toString().matches("(?:\\*\\.)?[^*]+"))
            {
                file.problem(name.node(), "a certificate is chosen by whole names, or by *. and a name behind it");
            }
        }
        final Certificate made =
            new Certificate(value.scalars(NAMES), Objects.requireNonNullElse(path(value, "chain"), folder),
                required(value, "key"), secret(value.at("keyPassword")));
        if (keys != null && !file.hasProblems())
        {
            try
            {
                keys.certificate(made);
            }
            catch (final IOException e)
            {
                final String why = String.valueOf(e.getMessage());
                file.problem(value.nodeAt(why.startsWith(made.chain() + ":") ? "chain" : "key"), why);
            }
        }
        return made;
    }

    /** Looks into the file of the authorities that a side of TLS trusts. */
    private void checkAuthorities(final @Nullable Value tls)
    {
        final Path trust = tls == null || keys == null || file.hasProblems() ? null : path(tls, "trust");
        if (tls != null && keys != null && trust != null)
        {
            try
            {
                keys.authorities(trust);
            }
            catch (final IOException e)
            {
                file.problem(tls.nodeAt("trust"), String.valueOf(e.getMessage()));
            }
        }
    }

    /** Without a file of authorities those of the JDK would count: then anybody can buy a certificate. */
    private void checkClientCertificates(final Value tls)
    {
        if (tls.get(CLIENT_CERTIFICATES, ClientCertificates.NONE) != ClientCertificates.NONE && !tls.keys()
            .containsKey("trust"))
        {
            file.problem(tls.nodeAt(CLIENT_CERTIFICATES),
                "certificates of clients need the key 'trust': the file of the"
                    + " authorities that they come from");
        }
    }

    private @Nullable Path path(final Value value, final String key)
    {
        final Value path = value.at(key);
        return path == null ? null : path(path);
    }

    /** The path of a file; null with a problem. */
    private @Nullable Path path(final Value value)
    {
        final String text = value.text();
        try
        {
            final Path path = folder.resolve(text);
            if (!Files.isReadable(path) || Files.isDirectory(path))
            {
                file.problem(value.node(), "the file " + path + " cannot be read");
            }
            return path;
        }
        catch (final InvalidPathException e)
        {
            file.problem(value.node(), "'" + text + "' is no name of a file");
            return null;
        }
    }

    /** The secret of a key that must be there. */
    private Secret required(final Value value, final String key)
    {
        return Objects.requireNonNullElse(secret(value.at(key)), Secret.REFUSED);
    }

    /** A secret; null if there is none, or with a problem. */
    private @Nullable Secret secret(final @Nullable Value value)
    {
        final Value variable = value == null ? null : value.at("env");
        final Value named = value == null ? null : value.at("file");
        if (variable != null && named == null)
        {
            return secret(variable, () -> Secret.env(variable.text(), environment));
        }
        return variable == null && named != null ? secret(named, () -> Secret.file(folder.resolve(named.text())))
            : null;
    }

    private @Nullable Secret secret(final Value source, final Supplier<Secret> reading)
    {
        try
        {
            return reading.get();
        }
        catch (final IllegalArgumentException e)
        {
            file.problem(source.node(), why(e));
            return null;
        }
    }

    static String why(final IllegalArgumentException e)
    {
        return Objects.requireNonNullElse(e.getMessage(), "this cannot be used");
    }

    /** What a key names; null if it is missing, or with a problem. */
    private <T> @Nullable T reference(final Value value, final String key, final Map<String, T> known,
        final String what)
    {
        final String name = value.get(key);
        if (name == null)
        {
            return null;
        }
        if (!known.containsKey(name))
        {
            undefined(value.nodeAt(key), name, known.keySet(), what);
        }
        return known.get(name);
    }

    private void undefined(final Node node, final String name, final Collection<String> known, final String what)
    {
        file.problem(node, "no " + what + " is called '" + name + "'" + Nearest.hint(name, known) + (known.isEmpty()
            ? "; the file has none" : "; allowed are " + String.join(", ", known)));
    }

    // Rules and lanes

    private NameMapping nameMap(final Value value)
    {
        final Map<String, String> table = new LinkedHashMap<>();
        orEmpty(value, "table").entries().forEach((name, other) -> table.put(name, other.text()));
        if (value.keys().isEmpty())
        {
            file.problem(value.node(), "a name map needs a prefix, a suffix or a table");
        }
        try
        {
            return new NameMapping(value.get("prefix", ""), value.get("suffix", ""), table);
        }
        catch (final IllegalArgumentException e)
        {
            file.problem(value.key("table"), why(e));
            return new NameMapping("", "", Map.of());
        }
    }

    private Match match(final @Nullable Value value)
    {
        if (value == null)
        {
            return new Match(null, null, null, List.of(), List.of(), List.of(), List.of(), List.of(), 1, 1);
        }
        if (value.has("sql") && value.has("jms"))
        {
            file.problem(value.key("jms"), "a frame cannot fit sql and jms: sql is for RocketMQ, jms for AMQP");
        }
        if (value.has("codes") && value.has("jms"))
        {
            file.problem(value.key("jms"), "codes are RocketMQ's, jms is for AMQP");
        }
        for (final Value name : value.list(LISTENERS))
        {
            if (!listeners.containsKey(name.text()))
            {
                undefined(name.node(), name.text(), listeners.keySet(), "listener");
            }
        }
        checkTls(value, "tlsNames", tls -> true,
            "clients tell a name in TLS alone, and no listener of this condition has 'tls'");
        checkTls(value, "certificateNames", tls -> tls.clientCertificates() != ClientCertificates.NONE,
            "no listener of this condition has 'tls' with 'clientCertificates', so no client shows one");
        return new Match(value.get("sql"), value.get("jms"),
            value.has("codes") ? CodeSet.of(value.scalars("codes"))
                : null,
            value.scalars("clients"), value.scalars("tlsNames"), value.scalars("certificateNames"),
            value.scalars("clientIds"), value.scalars(LISTENERS),
            value.get(SAMPLE, 1.0), value.get(SAMPLE_CLIENTS, 1.0));
    }

    /** What clients tell in TLS they tell to listeners that have it. */
    private void checkTls(final Value match, final String key, final Predicate<ServerTls> serves, final String words)
    {
        final List<String> chosen = match.<String>scalars(LISTENERS);
        if (keys != null && match.has(key)
            && listeners.values().stream().noneMatch(listener -> listener.tls() != null && serves.test(listener.tls())
                && (chosen.isEmpty() || chosen.contains(listener.name()))))
        {
            file.problem(match.key(key), words);
        }
    }

    private List<Lane> lanes(final Value all)
    {
        final Map<String, Lane> lanes = new LinkedHashMap<>();
        for (final Value value : all.list(LANES))
        {
            final String name = value.get("name", "");
            final Match match = match(value.at(MATCH));
            if (match.isEverything() && value.has(MATCH))
            {
                file.problem(value.nodeAt(MATCH), "a lane needs a condition: with none, every client is in it");
            }
            if (match.jms() != null)
            {
                file.problem(orEmpty(value, MATCH).key("jms"), "lanes are for RocketMQ; use sql");
            }
            if (match.sample() < 1)
            {
                file.problem(orEmpty(value, MATCH).key(SAMPLE),
                    "the requests of a client belong together: choose a part of the"
                        + " clients by " + SAMPLE_CLIENTS);
            }
            final String suffix = value.get("suffix", "_" + name);
            if (!lanes.containsKey(name) && lanes.values().stream().anyMatch(lane -> lane.suffix().equals(suffix)))
            {
                file.problem(value.nodeAt(value.has("suffix") ? "suffix" : "name"),
                    "groups of another lane end in '" + suffix + "', too; each lane needs groups of its own");
            }
            if (lanes.putIfAbsent(name,
                new Lane(name, match, value.get("by", LaneBy.PROPERTY), value.get("property", "LANE"), suffix,
                    value.get("fallback", true)))
                != null && value.has("name"))
            {
                file.problem(value.nodeAt("name"), "a second lane '" + name + "'; each needs a name of its own");
            }
        }
        return List.copyOf(lanes.values());
    }

    private List<Rule> rules(final Value all)
    {
        final List<Rule> rules = new ArrayList<>();
        final Map<String, Integer> lines = new HashMap<>();
        final Map<Subject, Rule> lasts = new EnumMap<>(Subject.class);
        final UnreachableRules unreachable = new UnreachableRules(clusters);
        for (final Value value : all.list(RULES))
        {
            final Rule rule = rule(value, rules.size() + 1);
            rules.add(rule);
            final Integer other = lines.putIfAbsent(rule.name(), rule.line());
            if (other != null)
            {
                file.problem(value.nodeAt("name"), "a second rule '" + rule.name()
                    + "'; the first is in line " + other);
            }
            final Rule wider = unreachable.next(rule);
            if (wider != null)
            {
                file.problem(value.node(),
                    "no request reaches this rule: '" + wider.name() + "' in line " + wider.line()
                        + " takes all that fit it; put this rule before that one, or let that one continue: true");
            }
            final Rule last = lasts.get(rule.subject());
            if (last != null)
            {
                file.problem(value.node(), "no frame reaches this rule: '" + last.name() + "' in line " + last.line()
                    + " takes every frame; put it last, give it a condition or continue: true");
            }
            else if (rule.isForEverything() && !rule.goesOn() && !AmqpRuleCheck.isRoute(rule, clusters)
                && orEmpty(value, MATCH).keys().isEmpty())
            {
                lasts.put(rule.subject(), rule);
            }
        }
        new AmqpRuleCheck(file, clusters, listeners).checkEnds(all.list(RULES), rules);
        return List.copyOf(rules);
    }

    private Rule rule(final Value value, final int number)
    {
        final Match match = match(value.at(MATCH));
        final Subject subject = value.get(ResponseRuleCheck.FOR, Subject.REQUESTS);
        final boolean responses = subject == Subject.RESPONSES;
        final String name = value.get("name", String.valueOf(number));
        final Denial deny = responses ? replacement(value, name) : value.has("deny") ? denial(value.at("deny"),
            ResponseCode.NO_PERMISSION, "refused by the gateway's rule " + name) : null;
        reference(value, "map", names, "name map");
        final Rule rule = new Rule(value.get("name", "rule " + number), YamlFile.line(value.node()), match,
            target(value,
                "route"),
            new RuleEdits(file).of(value), value.get("map"), deny, target(value, "mirror"), limit(value), value.get(
                "delay", Duration.ZERO),
            value.get("drop", false), value.get("continue", false), codes(value), trace(value), subject,
            responses ? ResponseRuleCheck.read(value) : ResponseRule.NONE);
        if (value.has(ResponseRuleCheck.FOR) == value.keys().containsKey(ResponseRuleCheck.FOR))
        {
            check(value, rule);
        }
        return rule;
    }

    private static @Nullable Denial replacement(final Value rule, final String name)
    {
        final Value replace = rule.at(ResponseRuleCheck.REPLACE);
        return replace == null ? null : denial(replace, ResponseCode.SYSTEM_ERROR, "replaced by the gateway's rule "
            + name);
    }

    private void check(final Value value, final Rule rule)
    {
        final AmqpRuleCheck amqp = new AmqpRuleCheck(file, clusters, listeners);
        final ResponseRuleCheck responses = new ResponseRuleCheck(file);
        if (rule.isForResponses())
        {
            responses.checkResponse(value, rule, amqp.isOnlyFor(rule.match(), Protocol.AMQP));
            return;
        }
        responses.checkRequest(value);
        checkActions(value, rule);
        amqp.check(value, rule);
        checkMirror(value, rule);
    }

    /** The gateway does not choose among the brokers that name servers tell. */
    private void checkMirror(final Value value, final Rule rule)
    {
        final Cluster cluster = rule.mirror() == null ? null : clusters.get(rule.mirror());
        if (cluster != null && cluster.protocol() == Protocol.ROCKETMQ && cluster.servers().isEmpty()
            && rule.match().jms() == null)
        {
            file.problem(value.nodeAt("mirror"), "the cluster '" + cluster.name()
                + "' has name servers; copies go to a cluster of fixed 'brokers'");
        }
    }

    private @Nullable String target(final Value value, final String key)
    {
        final Cluster cluster = reference(value, key, clusters, CLUSTER);
        if (cluster != null && cluster.protocol() == Protocol.AMQP && "mirror".equals(key))
        {
            file.problem(value.nodeAt(key), "only RocketMQ's requests can be mirrored");
        }
        return cluster == null ? null : cluster.name();
    }

    private void checkActions(final Value value, final Rule rule)
    {
        final List<String> actions = new ArrayList<>(value.keys().keySet());
        actions.removeAll(List.of("name", ResponseRuleCheck.FOR, MATCH, "continue"));
        if (value.has("drop") && !rule.drop())
        {
            actions.remove("drop");
        }
        if (actions.isEmpty())
        {
            file.problem(value.node(),
                "a rule needs an action: route, set, add, remove, rename, map, trace, deny, mirror, limit, delay,"
                    + " drop or allow");
        }
        final boolean ends = rule.deny() != null || rule.drop();
        actions.removeAll(List.of("deny", "drop", "delay"));
        if (rule.deny() != null && rule.drop())
        {
            file.problem(value.key("drop"), "deny answers and drop does not; a rule has one of them");
        }
        if (ends && !actions.isEmpty())
        {
            file.problem(value.key(actions.get(0)),
                "'" + actions.get(0) + "' has no effect, as the frame does not go on: this rule"
                    + " has " + (rule.drop() ? "drop" : "deny"));
        }
        if (ends && rule.goesOn())
        {
            file.problem(value.key("continue"), "no further rule can apply, as the frame does not go on");
        }
    }

    private static @Nullable Trace trace(final Value rule)
    {
        final Value trace = rule.at(TRACE);
        return trace == null ? null : new Trace(trace.get("sample", 1.0));
    }

    private static CodeSet codes(final Value value)
    {
        return value.has(ALLOW) ? CodeSet.of(value.scalars(ALLOW)) : CodeSet.NONE;
    }

    private static Denial denial(final @Nullable Value value, final ResponseCode code, final String remark)
    {
        return value == null ? new Denial(code.code(), remark)
            : new Denial(value.get("code", code.code()), value.get("remark", remark), value.get("condition"));
    }

    private @Nullable RateLimit limit(final Value rule)
    {
        final Value value = rule.at("limit");
        if (value == null)
        {
            return null;
        }
        final long period = value.get("rate", SECOND);
        final int burst = value.get("burst", (int)Math.min(1_000_000_000, Math.max(1, SECOND / period)));
        if (burst - 1 > LONGEST_REFILL / period)
        {
            file.problem(value.key("burst"),
                "a burst of " + burst + " would need more than 70 years to come again at this rate");
        }
        return new RateLimit(period, burst, value.get("by", LimitBy.ALL), denial(value, ResponseCode.SYSTEM_BUSY,
            "the gateway's rate limit is reached; try again later"));
    }

    // The rest

    private static Management management(final @Nullable Value value)
    {
        return new Management(value == null ? CodeSet.NONE : codes(value), denial(value, ResponseCode.NO_PERMISSION,
            "the gateway does not pass this management request"));
    }

    private Bounds bounds(final Value given)
    {
        final Bounds bounds = new Bounds(given.get("frame", 16 * MEBIBYTE), given.get("header", MEBIBYTE / 4),
            given.get(
                "connections", 10_000),
            given.get("connectionsPerAddress", 1_000), given.get("requests", 10_000), given.get(
                "handshake", Duration.ofSeconds(10)),
            given.get("connect", Duration.ofSeconds(3)), given.get("idle", Duration
                .ofMinutes(5)),
            given.get("streamBodiesOver", 64 << 10));
        if (bounds.header() > bounds.frame())
        {
            file.problem(given.nodeAt(given.has("header") ? "header" : "frame"),
                "a header of " + bounds
                    .header() + " bytes does not fit into a frame of " + bounds.frame());
        }
        return bounds;
    }

    private static Policies policies(final Value given)
    {
        return new Policies(given.get("reading", Strictness.STRICT), given.get("malformed", Treatment.CLOSE),
            given.get("refused",
                Treatment.ANSWER),
            given.get(SIGNED, Signed.REFUSE), given.get("messages", Strictness.LENIENT));
    }

    private void checkSigning(final Value all, final Policies policies)
    {
        if (policies.signed() != Signed.SIGN)
        {
            return;
        }
        clusters.values().stream().filter(each -> each.protocol() == Protocol.ROCKETMQ && each.account() == null)
            .forEach(
                each -> file.problem(orEmpty(all, POLICIES).nodeAt(SIGNED), "to sign, the cluster '" + each.name()
                    + "' needs an account with a secretKey"));
    }
}
