package io.skim.gateway.tls;

import io.netty.handler.ssl.ClientAuth;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The TLS of a listener.
 *
 * @param certificates        at least one. The first is shown to clients that ask for no name.
 * @param refusesUnknownNames whether a client that asks for a name of no certificate is refused; if not, it is shown the first.
 * @param clientAuth          whether clients show certificates.
 * @param trust               PEM file of the authorities of clients' certificates; {@code null} if clients show none.
 */
public record ServerTls(List<KeyFiles> certificates, boolean refusesUnknownNames, ClientAuth clientAuth,
    @Nullable Path trust)
{
    /**
     * Checks that this makes sense.
     *
     * @param certificates        at least one.
     * @param refusesUnknownNames whether a name of no certificate is refused.
     * @param clientAuth          whether clients show certificates.
     * @param trust               file of the authorities of clients' certificates, or {@code null}.
     * @throws IllegalArgumentException if there is no certificate, or if clients show certificates that nothing can check.
     */
    public ServerTls
    {
        certificates = List.copyOf(certificates);
        if (certificates.isEmpty())
        {
            throw new IllegalArgumentException("TLS without a certificate");
        }
        if (clientAuth != ClientAuth.NONE && trust == null)
        {
            throw new IllegalArgumentException("clients' certificates cannot be checked without a trust file");
        }
    }
}
