/**
 * The gateway: clusters of brokers behind addresses of its own, by the rules of a file. {@code skim gateway FILE} starts it.
 */
@NullMarked
package io.skim.gateway;

import org.jspecify.annotations.NullMarked;
