/**
 * RocketMQ remoting frames: JSON and binary headers, ext fields, message properties, and the stream they come in.
 *
 * <pre>
 * 0         4      5          8             8+H
 * ├─ L ─────┼ type ┼─ H ──────┼─ header ────┼─ body ────┤   L = 4 + H + body; type 0 JSON, 1 binary
 * </pre>
 *
 * What breaks naive handlers: the two directions of one connection may differ in encoding; in binary a code has 16 bits
 * (POP_MESSAGE 200050 arrives as 3442), an empty value is null, and a key may be empty; in JSON numbers may be ext
 * values, and fields come in any order; the request code decides whether {@code i} or {@code properties} holds the
 * message properties, whose last duplicate replaces the earlier ones as a whole.
 */
@NullMarked
package io.skim.scan.remoting;

import org.jspecify.annotations.NullMarked;
