/**
 * Netty handlers for the connections of a proxy: frames out of a channel, frames into a channel, and pairs of channels.
 */
package io.skim.netty;
