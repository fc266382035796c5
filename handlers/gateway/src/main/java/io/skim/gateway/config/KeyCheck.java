package io.skim.gateway.config;

import java.io.IOException;
import java.nio.file.Path;

/** Looks into the files of certificates and keys as a gateway does when it starts. */
public interface KeyCheck
{
    /**
     * Looks at a certificate and its key.
     *
     * @param certificate of the file.
     * @throws IOException if they cannot be used; the message names the file, or where else the key comes from, and says why.
     */
    void certificate(GatewayConfig.Certificate certificate) throws IOException;

    /**
     * Looks at the certificates of authorities.
     *
     * @param trust the file.
     * @throws IOException likewise.
     */
    void authorities(Path trust) throws IOException;
}
