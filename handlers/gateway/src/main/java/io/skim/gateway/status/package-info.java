/**
 * What a gateway shows over HTTP: metrics, health, readiness, and a status page.
 */
@NullMarked
package io.skim.gateway.status;

import org.jspecify.annotations.NullMarked;
