/**
 * TLS of a gateway: certificates for clients, chosen by the name that they ask for, and the trust in brokers. Both are read from PEM files
 * and read again when these change.
 */
@NullMarked
package io.skim.gateway.tls;

import org.jspecify.annotations.NullMarked;
