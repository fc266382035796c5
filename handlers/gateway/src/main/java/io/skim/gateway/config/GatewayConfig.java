package io.skim.gateway.config;

import io.skim.handlers.patch.AmqpEditValue;
import io.skim.handlers.patch.AmqpEdits;
import io.skim.handlers.patch.FreshValue;
import io.skim.handlers.patch.RemotingEdits;
import io.skim.handlers.select.Selector;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpField;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.remoting.RemotingInterest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A gateway's file. Immutable; everything that it refers to exists, and its conditions are compiled.
 *
 * <pre>
 * listeners:
 *   - name: clients
 *     address: 127.0.0.1:9876
 * clusters:
 *   main: {nameServers: [10.0.0.5:9876]}
 * </pre>
 *
 * @param listeners  at least one.
 * @param clusters   by their names, in the order of the file; at least one.
 * @param rules      in order.
 * @param lanes      in order: a client is in the first one that it fits.
 * @param names      the name maps, by their names.
 * @param management the codes of management that are allowed.
 * @param limits     of connections and frames.
 * @param policies   for frames that the gateway cannot treat as it should.
 * @param http       the address of metrics, health and status page; null for none.
 * @param drain      how long open requests may take after a request to stop.
 * @param reload     how often to look for a changed file; zero for never.
 */
public record GatewayConfig(List<Listener> listeners, Map<String, Cluster> clusters, List<Rule> rules, List<Lane> lanes,
    Map<String, NameMapping> names, Management management, Bounds limits, Policies policies, @Nullable HostPort http,
    Duration drain,
    Duration reload)
{
    /** What a rule is for. */
    public enum Subject
    {
        /** Requests of clients, and messages of AMQP. */
        REQUESTS,
        /** Responses of RocketMQ's servers to requests of clients. */
        RESPONSES
    }

    /** What is spoken on a listener, and to a cluster. */
    public enum Protocol
    {
        /** RocketMQ's remoting. */
        ROCKETMQ,
        /** AMQP 1.0. */
        AMQP
    }

    /** What happens to a frame that cannot be treated as it should. */
    public enum Treatment
    {
        /** It goes on unchanged. */
        PASS,
        /** Its sender gets an error answer, if it expects one; the frame does not go on. */
        ANSWER,
        /** Its connection is closed. */
        CLOSE
    }

    /** What happens to a request with an ACL signature that covers an edit. */
    public enum Signed
    {
        /** It goes on unchanged, without the edit. */
        PASS,
        /** It gets an error answer. */
        REFUSE,
        /** It is edited, and signed with the secret key of its cluster's account. */
        SIGN
    }

    /**
     * Which connections begin with a header of the PROXY protocol, version 1 or 2. The header says who the client is, so only those
     * that are trusted with that may send one.
     *
     * @param from         addresses of load balancers, whose connections begin with a header.
     * @param admitsOthers whether other addresses may connect too, without a header.
     */
    public record ProxyHeaders(List<AddressRange> from, boolean admitsOthers)
    {
    }

    /** The header of the PROXY protocol that connections to servers begin with. */
    public enum ProxyOut
    {
        /** None. */
        NONE,
        /** Version 1, text. */
        V1,
        /** Version 2, binary. */
        V2
    }

    /** Whether a TLS server asks for certificates of clients. */
    public enum ClientCertificates
    {
        /** It does not. */
        NONE,
        /** It checks one that a client has. */
        WANTED,
        /** It refuses clients without one. */
        REQUIRED
    }

    /** What shares a rate limit. */
    public enum LimitBy
    {
        /** All requests that the rule matches. */
        ALL,
        /** Those of one client address. */
        CLIENT,
        /** Those that name one topic. Requests whose header names none are not limited. */
        TOPIC,
        /** Those that name one group, of consumers or producers. Requests whose header names none are not limited. */
        GROUP
    }

    /** How a lane's messages are told from others. */
    public enum LaneBy
    {
        /** By a message property; consumers select with SQL92, which brokers must have switched on (enablePropertyFilter). */
        PROPERTY,
        /** By a topic of the lane's own. */
        TOPIC
    }

    /** What an edit does. */
    public enum Operation
    {
        /** Gives a name that is there another value, or adds it. */
        SET,
        /** Adds a name that is not there. */
        ADD,
        /** Removes a name. */
        REMOVE,
        /** Gives a name another one, which is the value of the edit. */
        RENAME
    }

    /** Where an edit applies. */
    public enum Place
    {
        /** Fixed fields and ext fields of a RocketMQ header. */
        FIELD,
        /** Message properties of a RocketMQ send. */
        PROPERTY,
        /** Message annotations of AMQP. */
        ANNOTATION,
        /** The message property of a RocketMQ send that begins a trace; its value is another one for each request. */
        TRACE
    }

    /**
     * An address that clients connect to.
     *
     * @param name          for rules, logs and metrics.
     * @param protocol      that clients speak.
     * @param address       to listen on; loopback if the file names a port only.
     * @param cluster       that frames go to which no rule routes.
     * @param brokers       how clients see the brokers; null if they do not use this listener as a name server.
     * @param tls           null for none.
     * @param proxyProtocol the connections that begin with a PROXY header; null for none.
     */
    public record Listener(String name, Protocol protocol, HostPort address, String cluster, @Nullable Brokers brokers,
        @Nullable ServerTls tls,
        @Nullable ProxyHeaders proxyProtocol)
    {
        /** {@return whether one port stands for all brokers of the cluster} */
        public boolean hasOnePort()
        {
            return brokers != null && !brokers.each();
        }
    }

    /**
     * How clients see the brokers behind a name server face: the gateway's own addresses.
     *
     * @param host      that clients connect to.
     * @param firstPort of the range.
     * @param lastPort  of the range; the same as the first for one port for each cluster.
     * @param each      whether each broker has a port; false for each cluster.
     * @param listen    the port that the gateway listens at for clients of the first one, and the next ones for those that
     *                  follow; another than the first one if something between it and the clients maps ports.
     * @param keep      file that tells the next start of the gateway which broker has which port of the range; null for none.
     */
    public record Brokers(String host, int firstPort, int lastPort, boolean each, int listen, @Nullable Path keep)
    {
        /**
         * Tells where the gateway listens for clients of a port.
         *
         * @param shown port that clients are told of, from the first to the last one.
         * @return the port of the gateway.
         */
        public int listenPort(final int shown)
        {
            return shown - firstPort + listen;
        }
    }

    /**
     * TLS of a listener.
     *
     * @param certificates       chosen by the name that the client asks for (SNI); the first one is for all other names.
     * @param clientCertificates whether clients need one.
     * @param trust              PEM file with the authorities of clients' certificates; null for those of the JDK.
     */
    public record ServerTls(List<Certificate> certificates, ClientCertificates clientCertificates,
        @Nullable Path trust)
    {
    }

    /**
     * A certificate with its key.
     *
     * @param names       that clients ask for; empty for all.
     * @param chain       PEM file.
     * @param key         the private key, PEM.
     * @param keyPassword of the key; null for none.
     */
    public record Certificate(List<NamePattern> names, Path chain, Secret key, @Nullable Secret keyPassword)
    {
    }

    /**
     * TLS to servers.
     *
     * @param trust       PEM file with the authorities of the servers' certificates; null for those of the JDK.
     * @param name        that is asked for (SNI) and must be in the certificate; null for the server's host.
     * @param certificate of the gateway; null for none.
     */
    public record ClientTls(@Nullable Path trust, @Nullable String name, @Nullable Certificate certificate)
    {
    }

    /**
     * Servers that belong together.
     *
     * @param name          of the cluster.
     * @param protocol      that they speak.
     * @param nameServers   of a RocketMQ cluster, which tell the brokers; empty for fixed servers.
     * @param servers       RocketMQ brokers without a name server, or AMQP brokers.
     * @param tls           null for none.
     * @param proxyProtocol to the servers.
     * @param account       for signing; null for none.
     * @param hostname      that AMQP brokers are asked for in place of the one that a client names; null for the client's.
     * @param share         of connections; null if each client has its own.
     */
    public record Cluster(String name, Protocol protocol, List<HostPort> nameServers, List<HostPort> servers,
        @Nullable ClientTls tls,
        ProxyOut proxyProtocol, @Nullable Account account, @Nullable String hostname, @Nullable Share share)
    {
    }

    /**
     * How RocketMQ clients share connections to a server.
     *
     * @param connections for each event loop.
     * @param window      the most open requests of a connection.
     * @param expire      how long a request waits for its response.
     * @param unsent      the most bytes that wait for a client.
     */
    public record Share(int connections, int window, Duration expire, int unsent)
    {
    }

    /**
     * An account of RocketMQ's access control.
     *
     * @param accessKey that replaces the one of edited requests; null to keep theirs.
     * @param secretKey for signing.
     */
    public record Account(@Nullable Secret accessKey, Secret secretKey)
    {
    }

    /**
     * The conditions of a rule or lane. All must hold; of a list, one item must fit. A condition without items always holds.
     *
     * @param sql       over a RocketMQ header; null for none.
     * @param jms       over an AMQP message; null for none.
     * @param codes     of requests; null for all. AMQP messages have no code and do not fit.
     * @param clients   addresses.
     * @param tlsNames  that clients asked for.
     * @param certificateNames in clients' certificates, with their kinds in front.
     * @param clientIds that heartbeats told, or containers' names in AMQP.
     * @param listeners by their names.
     * @param sample    which part of the frames, chosen at random, from 0 to 1.
     * @param sampleClients which part of the clients, chosen by their addresses, from 0 to 1.
     */
    public record Match(@Nullable Selector<RemotingInterest> sql, @Nullable Selector<AmqpInterest> jms,
        @Nullable CodeSet codes,
        List<AddressRange> clients,
        List<NamePattern> tlsNames, List<NamePattern> certificateNames, List<NamePattern> clientIds,
        List<String> listeners, double sample,
        double sampleClients)
    {
        /** {@return whether everything fits} */
        public boolean isEverything()
        {
            return sql == null && jms == null && codes == null && sample == 1 && isEveryConnection();
        }

        /** {@return whether every connection fits} */
        public boolean isEveryConnection()
        {
            return clients.isEmpty() && tlsNames.isEmpty() && certificateNames.isEmpty() && clientIds.isEmpty()
                && listeners.isEmpty()
                && sampleClients == 1;
        }
    }

    /**
     * What happens to the frames that fit.
     *
     * @param name    for logs and metrics, unique; {@code rule 3} if the file gives none.
     * @param line    in the file, from 1.
     * @param match   the conditions.
     * @param route   the cluster to go to, for requests of its protocol and AMQP connections; null to leave that to other rules and the listener.
     * @param edits   in the order in which they are made: removals, renames, sets, additions.
     * @param names   the name map to apply; null for none.
     * @param deny    the answer instead of going on, and what replaces a response; null for none.
     * @param mirror  the cluster that gets a copy; null for none.
     * @param limit   null for none.
     * @param delay   before going on; zero for none.
     * @param drop    whether the frame vanishes.
     * @param goesOn  whether the rules behind this one apply too.
     * @param allow   management codes that this rule allows.
     * @param trace   begins a trace for messages that have none; null for not.
     * @param subject what it is for.
     * @param response what only a rule for responses has; {@link ResponseRule#NONE} for requests.
     */
    public record Rule(String name, int line, Match match, @Nullable String route, List<Edit> edits,
        @Nullable String names, @Nullable Denial deny, @Nullable String mirror, @Nullable RateLimit limit,
        Duration delay, boolean drop, boolean goesOn, CodeSet allow, @Nullable Trace trace,
        Subject subject, ResponseRule response)
    {
        /** {@return whether it is for responses} */
        public boolean isForResponses()
        {
            return subject == Subject.RESPONSES;
        }

        /** {@return whether every frame that it is for fits} */
        public boolean isForEverything()
        {
            return match.isEverything() && response.isEverything();
        }
    }

    /**
     * Begins traces.
     *
     * @param sample which part of them is marked as sampled, from 0 to 1.
     */
    public record Trace(double sample)
    {
        /** The message property, and its edit. */
        static final Edit EDIT = new Edit(Operation.ADD, Place.TRACE, "traceparent", null);
    }

    /**
     * An edit of a header.
     *
     * @param operation what to do.
     * @param place     where.
     * @param name      of what is edited.
     * @param value     the new value, or the new name; null for a removal, a template and a trace.
     * @param template  of a value that is another one for each frame; null for all others.
     */
    public record Edit(Operation operation, Place place, String name, @Nullable String value,
        @Nullable ValueTemplate template)
    {
        /**
         * An edit that is the same for all frames.
         *
         * @param operation what to do.
         * @param place     where.
         * @param name      of what is edited.
         * @param value     the new value, or the new name; null for a removal, and for a trace.
         */
        public Edit(final Operation operation, final Place place, final String name, final @Nullable String value)
        {
            this(operation, place, name, value, null);
        }

        /**
         * Adds this edit, which is the same for all frames, to those of RocketMQ headers. An edit of annotations adds nothing.
         *
         * @param edits to add to.
         * @throws IllegalArgumentException as the builder's methods.
         */
        public void applyTo(final RemotingEdits.Builder edits)
        {
            applyTo(edits, edit -> {
                throw new IllegalStateException("no value for " + edit);
            });
        }

        /**
         * Adds this edit to those of RocketMQ headers. An edit of annotations adds nothing.
         *
         * @param edits to add to.
         * @param fresh gives the value of an edit that has another one for each frame.
         * @throws IllegalArgumentException as the builder's methods.
         */
        public void applyTo(final RemotingEdits.Builder edits, final Function<Edit, FreshValue> fresh)
        {
            if (isFresh())
            {
                applyFresh(edits, fresh);
            }
            else if (place == Place.FIELD)
            {
                switch (operation)
                {
                    case SET -> edits.set(name, given());
                    case ADD -> edits.add(name, given());
                    case REMOVE -> edits.remove(name);
                    case RENAME -> edits.rename(name, given());
                }
            }
            else if (place == Place.PROPERTY)
            {
                switch (operation)
                {
                    case SET -> edits.setProperty(name, given());
                    case ADD -> edits.addProperty(name, given());
                    case REMOVE -> edits.removeProperty(name);
                    case RENAME -> edits.renameProperty(name, given());
                }
            }
        }

        private void applyFresh(final RemotingEdits.Builder edits, final Function<Edit, FreshValue> fresh)
        {
            if (place == Place.FIELD)
            {
                switch (operation)
                {
                    case SET -> edits.set(name, fresh.apply(this));
                    default -> edits.add(name, fresh.apply(this));
                }
            }
            else if (place != Place.ANNOTATION)
            {
                switch (operation)
                {
                    case SET -> edits.setProperty(name, fresh.apply(this));
                    default -> edits.addProperty(name, fresh.apply(this));
                }
            }
        }

        /** Whether the value is another one for each frame. */
        private boolean isFresh()
        {
            return template != null || place == Place.TRACE;
        }

        private String given()
        {
            return Objects.requireNonNull(value, "value");
        }

        /**
         * Adds this edit to those of AMQP messages. Only an edit of annotations adds something.
         *
         * @param edits to add to.
         * @param fresh gives the value of an edit that has another one for each message.
         * @throws IllegalArgumentException as the builder's methods.
         */
        public void applyTo(final AmqpEdits.Builder edits, final Function<Edit, FreshValue> fresh)
        {
            if (place != Place.ANNOTATION)
            {
                return;
            }
            final AmqpField section = AmqpField.MESSAGE_ANNOTATIONS;
            switch (operation)
            {
                case REMOVE -> edits.remove(section, name);
                case RENAME -> edits.rename(section, name, given());
                case SET ->
                {
                    if (template != null)
                    {
                        edits.set(section, name, fresh.apply(this));
                    }
                    else
                    {
                        edits.set(section, name, AmqpEditValue.ofString(given()));
                    }
                }
                case ADD ->
                {
                    if (template != null)
                    {
                        edits.add(section, name, fresh.apply(this));
                    }
                    else
                    {
                        edits.add(section, name, AmqpEditValue.ofString(given()));
                    }
                }
            }
        }
    }

    /**
     * An answer that refuses a request.
     *
     * @param code      of the response.
     * @param remark    for people.
     * @param condition of a rejected AMQP delivery; null for the one of its cause.
     */
    public record Denial(int code, String remark, @Nullable String condition)
    {
        /**
         * An answer with the usual condition.
         *
         * @param code   of the response.
         * @param remark for people.
         */
        public Denial(final int code, final String remark)
        {
            this(code, remark, null);
        }
    }

    /**
     * A token bucket: each request takes a token.
     *
     * @param periodNanos between two new tokens.
     * @param burst       the most tokens a bucket holds; it begins full.
     * @param by          what shares a bucket.
     * @param deny        the answer if there is no token.
     */
    public record RateLimit(long periodNanos, int burst, LimitBy by, Denial deny)
    {
    }

    /**
     * A lane: clients whose messages go to consumers of the same lane.
     *
     * @param name     of the lane.
     * @param match    the clients, or with SQL92 the requests, that are in it.
     * @param by       how its messages are told from others.
     * @param property that marks its messages, with the lane's name as its value.
     * @param suffix   of the lane's topics.
     * @param fallback whether base consumers get its messages while it has no consumers.
     */
    public record Lane(String name, Match match, LaneBy by, String property, String suffix, boolean fallback)
    {
    }

    /**
     * What may be done with management codes, see {@link RequestKind}.
     *
     * @param allow codes that pass; rules may allow others.
     * @param deny  the answer to all others. Codes that RocketMQ does not know get {@code REQUEST_CODE_NOT_SUPPORTED}, as from a
     *              broker.
     */
    public record Management(CodeSet allow, Denial deny)
    {
    }

    /**
     * Limits of connections and frames.
     *
     * @param frame                 the most bytes of a frame.
     * @param header                the most bytes of a RocketMQ header.
     * @param connections           the most connections of clients.
     * @param connectionsPerAddress the most connections of one client address.
     * @param requests              the most open requests of a connection.
     * @param handshake             the most time for TLS and PROXY headers, and for the first frame's prefix.
     * @param connect               the most time to connect to a server.
     * @param idle                  a connection without a frame for so long is closed; zero for never.
     * @param streamBodiesOver      longer bodies go on as they come, in bytes.
     */
    public record Bounds(int frame, int header, int connections, int connectionsPerAddress, int requests,
        Duration handshake,
        Duration connect, Duration idle, int streamBodiesOver)
    {
    }

    /**
     * Policies for frames that the gateway cannot treat as it should.
     *
     * @param reading   how strictly headers are read.
     * @param malformed frames that two readers could read differently.
     * @param refused   frames whose edits cannot be made.
     * @param signed    requests whose ACL signature covers an edit.
     * @param messages  how strictly AMQP frames and messages are read.
     */
    public record Policies(Strictness reading, Treatment malformed, Treatment refused, Signed signed,
        Strictness messages)
    {
    }

    /**
     * Reads a file.
     *
     * @param file in YAML, UTF-8. Paths in it are relative to its folder.
     * @return the gateway's configuration.
     * @throws IOException     if the file cannot be read.
     * @throws ConfigException if anything in it is wrong; it tells everything that is.
     */
    public static GatewayConfig load(final Path file) throws IOException, ConfigException
    {
        return ConfigLoader.load(file, System::getenv);
    }

    /**
     * Reads a text.
     *
     * @param name        of the file, for problems.
     * @param text        its text.
     * @param folder      that paths are relative to.
     * @param environment gives the value of an environment variable, or null.
     * @return the gateway's configuration.
     * @throws ConfigException if anything in it is wrong; it tells everything that is.
     */
    public static GatewayConfig parse(final String name, final String text, final Path folder,
        final UnaryOperator<String> environment) throws ConfigException
    {
        return new ConfigLoader(name, text, folder, environment, null).load();
    }

    /**
     * A listener by its name.
     *
     * @param name of the listener.
     * @return the listener.
     * @throws IllegalArgumentException if there is none of that name.
     */
    public Listener listener(final String name)
    {
        return listeners.stream().filter(listener -> listener.name().equals(name)).findFirst().orElseThrow(
            () -> new IllegalArgumentException("no listener '" + name + "'"));
    }
}
