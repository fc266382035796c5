/**
 * Writes what the scanners read, without garbage: into a Netty buffer, an NIO buffer, an Agrona buffer or an array.
 * <p>
 * An encoder is attached to an output ({@code wrap}), called in the order of the wire ({@code begin}, {@code put},
 * {@code end}), and lets go of the output at the end. (AMQP's containers end by {@code end}, and what is written as a
 * whole by {@code complete}.) Nothing is seen of a frame before its end: until then it stands in a scratch array, or
 * behind the writer index of a heap buffer.
 * <p>
 * What cannot be written so that the reference reads the same is refused: the end answers {@code -1}, an {@link
 * io.skim.encode.EncodeRefusal} tells why, and the output is as it was. Calls out of order throw {@link
 * IllegalStateException}.
 */
package io.skim.encode;
