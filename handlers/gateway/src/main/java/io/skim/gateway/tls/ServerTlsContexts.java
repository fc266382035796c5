package io.skim.gateway.tls;

import io.netty.channel.ChannelHandler;
import io.netty.handler.ssl.SniHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.util.AsyncMapping;
import io.netty.util.DomainWildcardMappingBuilder;
import io.netty.util.Mapping;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import java.nio.file.Path;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/**
 * The certificates of a listener: the name that a client asks for (SNI) chooses one. Safe for use by many threads.
 *
 * <pre>
 * ServerTlsContexts certificates = ServerTlsContexts.load(settings);
 * pipeline.addLast(certificates.newHandler());
 * certificates.reloadIfChanged();     // now and then, not on an event loop
 * </pre>
 */
public final class ServerTlsContexts
{
    /** A longer ClientHello is refused. Browsers' are 2 KB. */
    private static final int MOST_CLIENT_HELLO_BYTES = 16 * 1024;
    /** The second element of a name in a certificate is a DNS name, RFC 5280 section 4.2.1.6. */
    private static final int DNS_NAME = 2;

    private final ServerTls settings;
    private final Reloaded<Loaded> loaded;

    private ServerTlsContexts(final ServerTls settings) throws TlsFileException
    {
        this.settings = settings;
        final Stream<Path> files =
            settings.certificates().stream().flatMap(KeyFiles::files);
        this.loaded = new Reloaded<>(Stream.concat(files, Stream.ofNullable(settings.trust())).toList(), this::read);
    }

    /** What the files hold: contexts by name, and when the first certificate expires, of all and of the listener's own. */
    private record Loaded(Mapping<String, Optional<SslContext>> byName, SslContext first, Instant expiry,
        Instant ownExpiry)
    {
    }

    /**
     * Reads the files.
     *
     * @param settings which files, and what they are for.
     * @return the contexts.
     * @throws TlsFileException if a file is not in order.
     */
    public static ServerTlsContexts load(final ServerTls settings) throws TlsFileException
    {
        return new ServerTlsContexts(Objects.requireNonNull(settings, "settings"));
    }

    /**
     * Reads the files again if they have changed since they were last read. Connections that are open keep what they began with.
     *
     * @return whether there are new contexts.
     * @throws TlsFileException if a file is not in order; the old contexts stay. Files that stay as they are are not reported again.
     */
    public boolean reloadIfChanged() throws TlsFileException
    {
        return loaded.reloadIfChanged();
    }

    /** {@return why the files as they are are not used; {@code null} if they are} */
    public @Nullable String problem()
    {
        return loaded.problem();
    }

    /** {@return when the first of the certificates expires; clients that check it refuse it then} */
    public Instant expiry()
    {
        return loaded.value().expiry;
    }

    /** {@return a handler for one channel} */
    public ChannelHandler newHandler()
    {
        // A listener's pipeline has a time-out for all that comes before the first frame, so SNI needs none of its own.
        final AsyncMapping<String, SslContext> mapping = this::choose;
        return new SniHandler(mapping, MOST_CLIENT_HELLO_BYTES, 0);
    }

    private Future<SslContext> choose(final @Nullable String name, final Promise<SslContext> promise)
    {
        final Loaded current = loaded.value();
        final Optional<SslContext> found = name == null ? Optional.of(current.first) : current.byName.map(name);
        if (found.isPresent())
        {
            return promise.setSuccess(found.get());
        }
        return settings.refusesUnknownNames()
            ? promise.setFailure(new SSLHandshakeException("no certificate for the name "
                + name))
            : promise.setSuccess(current.first);
    }

    private Loaded read(final @Nullable Loaded before) throws TlsFileException
    {
        final Instant now = Instant.now();
        Instant ownExpiry = Instant.MAX;
        final Map<String, SslContext> byName = new LinkedHashMap<>();
        SslContext first = null;
        Instant expiry = Instant.MAX;
        for (final KeyFiles files : settings.certificates())
        {
            final X509Certificate[] chain = PemFile.read(files.chain()).certificates();
            final SslContext context = context(files, chain);
            for (final String name : files.names().isEmpty() ? dnsNames(files.chain(), chain[0]) : files.names())
            {
                byName.putIfAbsent(name, context);
            }
            first = first == null ? context : first;
            final Instant own = chain[0].getNotAfter().toInstant();
            if (before != null && own.isBefore(now) && before.ownExpiry.isAfter(now))
            {
                throw new TlsFileException(files.chain(), "the certificate has expired at " + own
                    + ", and those in use are valid");
            }
            ownExpiry = own.isBefore(ownExpiry) ? own : ownExpiry;
            for (final X509Certificate certificate : chain)
            {
                final Instant end = certificate.getNotAfter().toInstant();
                expiry = end.isBefore(expiry) ? end : expiry;
            }
        }
        return new Loaded(mapping(byName), Objects.requireNonNull(first, "a certificate"), expiry, ownExpiry);
    }

    private static Mapping<String, Optional<SslContext>> mapping(final Map<String, SslContext> byName)
    {
        if (byName.isEmpty())
        {
            return name -> Optional.empty();
        }
        final DomainWildcardMappingBuilder<Optional<SslContext>> mapping =
            new DomainWildcardMappingBuilder<>(byName.size(),
                Optional.empty());
        byName.forEach((name, context) -> mapping.add(name, Optional.of(context)));
        return mapping.build();
    }

    private SslContext context(final KeyFiles files, final X509Certificate[] chain) throws TlsFileException
    {
        final SslContextBuilder builder = SslContextBuilder.forServer(files.keyOf(chain[0]), chain)
            .clientAuth(settings.clientAuth());
        if (settings.trust() != null)
        {
            builder.trustManager(PemFile.read(settings.trust()).certificates());
        }
        try
        {
            return builder.build();
        }
        catch (final SSLException e)
        {
            throw new TlsFileException(files.chain(), "cannot be used for TLS (" + e.getMessage() + ")", e);
        }
    }

    private static List<String> dnsNames(final Path file, final X509Certificate certificate) throws TlsFileException
    {
        try
        {
            final List<String> names = new ArrayList<>();
            final Collection<List<?>> all = certificate.getSubjectAlternativeNames();
            for (final List<?> name : all == null ? List.<List<?>>of() : all)
            {
                if (name.get(0).equals(DNS_NAME))
                {
                    names.add((String)name.get(1));
                }
            }
            return names;
        }
        catch (final CertificateParsingException e)
        {
            throw new TlsFileException(file, "has names that cannot be read (" + e.getMessage() + ")", e);
        }
    }
}
