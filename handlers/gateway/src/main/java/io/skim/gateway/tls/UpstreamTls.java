package io.skim.gateway.tls;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The TLS of connections to brokers. A broker's certificate must come from a trusted authority, and must name the host.
 *
 * @param trust      PEM file of the authorities; {@code null} for those that the JDK trusts.
 * @param serverName the name that is asked for and that the certificate must have; {@code null} for the host that is connected to.
 * @param own        certificate to show to brokers; {@code null} for none. Its names are not used.
 */
public record UpstreamTls(@Nullable Path trust, @Nullable String serverName, @Nullable KeyFiles own)
{
}
