/**
 * Writes the formats that the scanners read, without garbage: into a Netty buffer, an NIO buffer, an Agrona buffer or an array.
 * <p>
 * You attach an encoder to an output ({@code wrap}), call it in the order of the wire ({@code begin}, {@code put}, {@code end}),
 * and the end detaches it. (In AMQP, {@code end} ends a container and {@code complete} the whole output.) No byte of a frame is
 * visible before its end: until then it is in a scratch array, or after the writer index of a heap buffer.
 * <p>
 * An encoder refuses input that the reference would not read as the same: then the end returns {@code -1}, an
 * {@link io.skim.encode.EncodeRefusal} gives the reason, and the output is unchanged. Calls out of order throw
 * {@link IllegalStateException}.
 */
@NullMarked
package io.skim.encode;

import org.jspecify.annotations.NullMarked;
