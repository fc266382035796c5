/**
 * Netty handlers for the connections of a proxy: frames out of a channel, frames into a channel, and pairs of channels.
 */
@NullMarked
package io.skim.netty;

import org.jspecify.annotations.NullMarked;
