package io.skim.gateway.tls;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.Objects;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * TLS to brokers. The broker's certificate must be trusted, not expired, and name the host. Safe for use by many threads.
 *
 * <pre>
 * UpstreamTlsContexts trust = UpstreamTlsContexts.load(settings);
 * pipeline.addLast(trust.newHandler(channel.alloc(), host, port));
 * </pre>
 */
public final class UpstreamTlsContexts
{
    /** Where trust comes from without a file. */
    private static final Object JDK_AUTHORITIES = "the authorities of the JDK";

    private final UpstreamTls settings;
    private final Reloaded<SslContext> loaded;

    private UpstreamTlsContexts(final UpstreamTls settings) throws TlsFileException
    {
        this.settings = settings;
        final Stream<Path> own = settings.own() == null ? Stream.of() : settings.own().files();
        this.loaded =
            new Reloaded<>(Stream.concat(own, Stream.ofNullable(settings.trust())).toList(), before -> read());
    }

    /**
     * Reads the files.
     *
     * @param settings which files.
     * @return the context.
     * @throws TlsFileException if a file is not in order.
     */
    public static UpstreamTlsContexts load(final UpstreamTls settings) throws TlsFileException
    {
        return new UpstreamTlsContexts(Objects.requireNonNull(settings, "settings"));
    }

    /**
     * Reads the files again if they have changed since they were last read.
     *
     * @return whether there is a new context.
     * @throws TlsFileException if a file is not in order; the old context stays.
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

    /**
     * Makes the handler of one channel. It asks for the name of the settings, or for the host unless that is an IP address.
     *
     * @param allocator of the channel.
     * @param host      that is connected to.
     * @param port      that is connected to.
     * @return a new handler.
     */
    public SslHandler newHandler(final ByteBufAllocator allocator, final String host, final int port)
    {
        return loaded.value().newHandler(allocator, settings.serverName() == null ? host : settings.serverName(), port);
    }

    private SslContext read() throws TlsFileException
    {
        // Netty 4.1 checks no names by default.
        final SslContextBuilder builder = SslContextBuilder.forClient().endpointIdentificationAlgorithm("HTTPS");
        if (settings.trust() != null)
        {
            builder.trustManager(PemFile.read(settings.trust()).certificates());
        }
        final KeyFiles own = settings.own();
        if (own != null)
        {
            final X509Certificate[] chain = PemFile.read(own.chain()).certificates();
            builder.keyManager(own.keyOf(chain[0]), chain);
        }
        try
        {
            return builder.build();
        }
        catch (final SSLException e)
        {
            final Object origin =
                own == null ? Objects.requireNonNullElse(settings.trust(), JDK_AUTHORITIES) : own.chain();
            throw new TlsFileException(origin, "cannot be used for TLS (" + e
                .getMessage() + ")", e);
        }
    }
}
