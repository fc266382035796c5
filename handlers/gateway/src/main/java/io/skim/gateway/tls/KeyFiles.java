package io.skim.gateway.tls;

import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A certificate with its key.
 *
 * @param names  DNS names that it is shown for, such as {@code mq.example.com} or {@code *.example.com}; if there are none, those that
 *               the certificate itself names.
 * @param chain  PEM file of the certificate, followed by those of the authorities between it and the root.
 * @param key    PEM file of the private key, in PKCS #8; null if the secret holds the key itself.
 * @param secret the key's password, or the key itself; null for a key in a file that is not encrypted.
 */
public record KeyFiles(List<String> names, Path chain, @Nullable Path key, @Nullable KeySecret secret)
{
    /**
     * Checks that nothing is missing.
     *
     * @param names  DNS names, or none.
     * @param chain  file of the certificates.
     * @param key    file of the key, or null.
     * @param secret password or key, or null.
     */
    public KeyFiles
    {
        names = List.copyOf(names);
        Objects.requireNonNull(chain, "chain");
        if (secret == null || secret.key() == null)
        {
            Objects.requireNonNull(key, "key");
        }
    }

    /**
     * A key in a file, not encrypted.
     *
     * @param names DNS names, or none.
     * @param chain file of the certificates.
     * @param key   file of the key.
     */
    public KeyFiles(final List<String> names, final Path chain, final Path key)
    {
        this(names, chain, key, null);
    }

    /**
     * Looks whether a listener or a client could use them.
     *
     * @param now the time at which they are to be valid.
     * @throws TlsFileException if a file cannot be read, the key is not that of the certificate, or the certificate is not valid.
     */
    public void check(final Instant now) throws TlsFileException
    {
        final X509Certificate own = PemFile.read(chain).certificates()[0];
        keyOf(own);
        if (now.isAfter(own.getNotAfter().toInstant()))
        {
            throw new TlsFileException(chain, "the certificate has expired at " + own.getNotAfter().toInstant());
        }
        if (now.isBefore(own.getNotBefore().toInstant()))
        {
            throw new TlsFileException(chain, "the certificate is not valid before " + own.getNotBefore().toInstant());
        }
    }

    /**
     * Looks whether a file has certificates of authorities.
     *
     * @param trust the file.
     * @throws TlsFileException if it has none.
     */
    public static void checkAuthorities(final Path trust) throws TlsFileException
    {
        PemFile.read(trust).certificates();
    }

    /** {@return the files that may change} */
    Stream<Path> files()
    {
        return Stream.concat(Stream.of(chain), Stream.ofNullable(key));
    }

    /** {@return the private key of a certificate} */
    PrivateKey keyOf(final X509Certificate certificate) throws TlsFileException
    {
        final PemFile own = secret == null ? null : secret.key();
        final PemFile pem = own == null ? PemFile.read(Objects.requireNonNull(key, "key")) : own;
        return pem.keyOf(certificate, secret == null ? null : secret.password());
    }
}
