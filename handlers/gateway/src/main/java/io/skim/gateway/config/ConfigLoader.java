package io.skim.gateway.config;

import io.netty.util.NetUtil;
import io.skim.gateway.config.GatewayConfig.Account;
import io.skim.gateway.config.GatewayConfig.Bounds;
import io.skim.gateway.config.GatewayConfig.Brokers;
import io.skim.gateway.config.GatewayConfig.ClientCertificates;
import io.skim.gateway.config.GatewayConfig.ClientTls;
import io.skim.gateway.config.GatewayConfig.Cluster;
import io.skim.gateway.config.GatewayConfig.Lane;
import io.skim.gateway.config.GatewayConfig.Listener;
import io.skim.gateway.config.GatewayConfig.Management;
import io.skim.gateway.config.GatewayConfig.Policies;
import io.skim.gateway.config.GatewayConfig.Protocol;
import io.skim.gateway.config.GatewayConfig.ProxyHeaders;
import io.skim.gateway.config.GatewayConfig.ProxyOut;
import io.skim.gateway.config.GatewayConfig.Rule;
import io.skim.gateway.config.GatewayConfig.ServerTls;
import io.skim.gateway.config.GatewayConfig.Share;
import io.skim.gateway.config.GatewayConfig.Signed;
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
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * Makes a configuration from a file: the shapes check keys and values one by one, this class what belongs together. Values that were
 * refused are missing here, and replaced by defaults: the result is only given out if nothing was refused.
 */
final class ConfigLoader
{
    static final String CLUSTER = "cluster";
    static final String LISTENERS = "listeners";
    private static final String CLUSTERS = "clusters";
    static final String BROKERS = "brokers";
    private static final String LISTEN = "listen";
    private static final String KEEP = "keep";
    static final String NAME_SERVERS = "nameServers";
    static final String AMQP = "amqp";
    private static final String HOSTNAME = "hostname";
    static final String RULES = "rules";
    static final String LANES = "lanes";
    static final String NAMES = "names";
    static final String ADDRESS = "address";
    private static final String POLICIES = "policies";
    static final String CLIENT_CERTIFICATES = "clientCertificates";
    private static final String SIGNED = "signed";
    static final String TRACE = "trace";
    /** In place of an address that was refused. */
    private static final HostPort NOWHERE = new HostPort("", 0);
    private static final int BROKER_PORTS = 100;
    private static final int GREATEST_PORT = 65_535;
    private static final int MEBIBYTE = 1 << 20;
    /** Of a file; a character has at most four. */
    private static final int MOST_BYTES = 4 * YamlFile.MAX_CHARACTERS;

    private final YamlFile file;
    private final References references;
    private final KeyLoader secrets;
    /** Null unless all is to be checked that a start needs. */
    private final @Nullable KeyCheck keys;

    private final Map<String, Cluster> clusters = new LinkedHashMap<>();
    private final Map<String, Listener> listeners = new LinkedHashMap<>();
    private final Map<String, NameMapping> names = new LinkedHashMap<>();

    ConfigLoader(final String name, final String text, final Path folder, final UnaryOperator<String> environment,
        final @Nullable KeyCheck keys)
    {
        file = new YamlFile(name, text);
        references = new References(file);
        secrets = new KeyLoader(file, folder, environment, keys);
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
            return in.readNBytes(MOST_BYTES + 1);
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
        if (bytes.length > MOST_BYTES)
        {
            // What was read of it may end within a character.
            throw new ConfigException(path.toString(), List.of(new Problem(1, 1, "the file has more than " + MOST_BYTES
                + " bytes; at most " + YamlFile.MAX_CHARACTERS + " characters are allowed")));
        }
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
            throw new ConfigException(file.name, file.problems(), secrets.unreadFiles());
        }
        return config;
    }

    private GatewayConfig config(final Value all)
    {
        orEmpty(all, CLUSTERS).entries().forEach((name, value) -> clusters.put(name, cluster(name, value)));
        orEmpty(all, NAMES).entries().forEach((name, value) -> names.put(name, nameMap(value)));
        all.list(LISTENERS).forEach(this::listener);
        final PortCheck ports = new PortCheck(file, listeners);
        ports.checkPorts(all);
        if (keys != null)
        {
            orEmpty(all, CLUSTERS).entries().values().forEach(ports::checkLoops);
        }
        final HostPort http = httpAddress(all);
        final RuleLoader loader = new RuleLoader(file, clusters, listeners, names, keys != null);
        final List<Lane> lanes = loader.lanes(all);
        final List<Rule> rules = loader.rules(all);
        final Policies policies = policies(orEmpty(all, POLICIES));
        checkSigning(all, policies);
        checkOnePort(all, policies);
        return new GatewayConfig(List.copyOf(listeners.values()), Collections.unmodifiableMap(clusters), rules, lanes,
            Collections
                .unmodifiableMap(names),
            management(all.at("management")), bounds(orEmpty(all, "limits")), policies, http, all.get(
                "drain", Duration.ofSeconds(30)),
            all.get("reload", Duration.ofSeconds(1)));
    }

    static @Nullable HostPort httpAddress(final Value all)
    {
        final Value http = all.at("http");
        return http == null ? null : http.get(ADDRESS);
    }

    /** The value of a key; one without entries if it is missing or was refused. */
    static Value orEmpty(final Value all, final String key)
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
        secrets.checkAuthorities(tls);
        return new Cluster(name, protocol, value.scalars(NAME_SERVERS), value.scalars(protocol == Protocol.AMQP ? AMQP
            : BROKERS),
            tls == null ? null
                : new ClientTls(secrets.path(tls, "trust"), tls.get("name"), secrets.ownCertificate(tls)),
            value.get("proxyProtocol", ProxyOut.NONE), account == null ? null : new Account(secrets.secret(account
                .at("accessKey")), secrets.required(account, "secretKey")),
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
            secrets.checkClientCertificates(tls);
            secrets.checkAuthorities(tls);
        }
        final Listener made = new Listener(
            name, protocol, address, cluster, brokers(value, protocol, address, cluster), tls
                == null ? null
                    : new ServerTls(tls.list("certificates").stream().map(secrets::certificate).toList(), tls.get(
                        CLIENT_CERTIFICATES, ClientCertificates.NONE), secrets.path(tls, "trust")),
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
            final Cluster chosen = references.reference(value, CLUSTER, clusters, CLUSTER);
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
                + BROKER_PORTS), true, address.port() + 1, null) : null;
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
            final Cluster own = clusters.get(cluster);
            if (value.has("port") && own != null && own.share() != null)
            {
                file.problem(value.key("port"), "clients of one port need connections of their own to each broker, and"
                    + " the cluster '" + cluster + "' has 'share'; give a range of 'ports', one for each broker");
            }
            if (value.has(KEEP))
            {
                file.problem(value.key(KEEP), "one port stands for all brokers, and there is nothing to keep");
            }
            final int port = value.get("port", 1);
            return new Brokers(host, port, port, false, value.get(LISTEN, port), null);
        }
        final String[] ports = value.get("ports", "").split("-");
        try
        {
            final int first = HostPort.port(ports[0]);
            final Brokers made = new Brokers(host, first, HostPort.port(ports[1]), true, value.get(LISTEN, first),
                kept(value));
            if (made.firstPort() > made.lastPort())
            {
                file.problem(value.nodeAt("ports"), "the range ends before it begins; the lower port comes first");
            }
            if (made.listenPort(made.lastPort()) > GREATEST_PORT)
            {
                file.problem(value.nodeAt(LISTEN), "of " + (made.lastPort() - first + 1) + " ports from " + made
                    .listen() + " on the last would be above " + GREATEST_PORT + "; choose a lower one");
            }
            return made;
        }
        catch (final IllegalArgumentException e)
        {
            file.problem(value.nodeAt("ports"), why(e));
            return null;
        }
    }

    /** The file that brokers' ports are kept in: not that of another listener, whose lines it would lose. */
    private @Nullable Path kept(final Value brokers)
    {
        final Path kept = secrets.anyPath(brokers.at(KEEP));
        if (kept != null && listeners.values().stream().anyMatch(other -> other.brokers() != null && kept.equals(other
            .brokers().keep())))
        {
            file.problem(brokers.nodeAt(KEEP),
                "another listener keeps its ports in this file; each needs one of its own");
        }
        return kept;
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

    static String why(final IllegalArgumentException e)
    {
        return Objects.requireNonNullElse(e.getMessage(), "this cannot be used");
    }

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

    // The rest

    private static Management management(final @Nullable Value value)
    {
        return new Management(value == null ? CodeSet.NONE : RuleLoader.codes(value),
            RuleLoader.denial(value, ResponseCode.NO_PERMISSION,
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

    /** On one port for all brokers the gateway has to read which broker a frame is for. */
    private void checkOnePort(final Value all, final Policies policies)
    {
        if (policies.malformed() != Treatment.PASS)
        {
            return;
        }
        listeners.values().stream().filter(Listener::hasOnePort).forEach(
            each -> file.problem(orEmpty(all, POLICIES).nodeAt("malformed"), "nobody can read which broker a malformed"
                + " frame is for, and the listener '" + each.name()
                + "' has one port for all brokers; answer or close, or give it a range of 'ports'"));
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
