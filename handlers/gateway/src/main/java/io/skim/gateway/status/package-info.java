/**
 * What a gateway shows over HTTP: metrics, health, readiness, and a status page.
 */
package io.skim.gateway.status;
