/**
 * Connections of a gateway from their first byte to their end: limits, PROXY headers and TLS before the first frame; counts while they
 * are open; one line that says why each of them ended.
 */
@NullMarked
package io.skim.gateway.connection;

import org.jspecify.annotations.NullMarked;
