package io.skim.gateway;

import io.netty.handler.ssl.ClientAuth;
import io.skim.gateway.config.GatewayConfig;
import io.skim.gateway.config.GatewayConfig.Certificate;
import io.skim.gateway.config.KeyCheck;
import io.skim.gateway.config.NamePattern;
import io.skim.gateway.config.Secret;
import io.skim.gateway.tls.KeyFiles;
import io.skim.gateway.tls.KeySecret;
import io.skim.gateway.tls.ServerTls;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.stream.Collectors;

/** Certificates of the gateway's file as those that contexts of TLS are made of. */
final class Certificates
{
    /** Looks into files as TLS does, and at the time. */
    static final KeyCheck CHECK = new KeyCheck()
    {
        @Override
        public void certificate(final Certificate certificate) throws IOException
        {
            of(certificate).check(Instant.now());
        }

        @Override
        public void authorities(final Path trust) throws IOException
        {
            KeyFiles.checkAuthorities(trust);
        }
    };

    private Certificates()
    {
    }

    /** The files of a certificate and its key, which may also be in an environment variable. */
    static KeyFiles of(final Certificate certificate)
    {
        final Secret key = certificate.key();
        final String password = certificate.keyPassword() == null ? null : certificate.keyPassword().toText();
        final KeySecret secret = key.path() == null ? KeySecret.key(key.toString(), key.bytes(), password)
            : password == null ? null : KeySecret.password(password);
        return new KeyFiles(certificate.names().stream().map(NamePattern::toString).collect(Collectors.toList()),
            certificate.chain(), key.path(), secret);
    }

    /** What a listener shows to its clients. */
    static ServerTls of(final GatewayConfig.ServerTls tls)
    {
        final ClientAuth clients = switch (tls.clientCertificates())
        {
            case NONE -> ClientAuth.NONE;
            case WANTED -> ClientAuth.OPTIONAL;
            case REQUIRED -> ClientAuth.REQUIRE;
        };
        return new ServerTls(tls.certificates().stream().map(Certificates::of).collect(Collectors.toList()), false,
            clients, tls
                .trust());
    }
}
