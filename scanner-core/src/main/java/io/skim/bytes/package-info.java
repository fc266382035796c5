/**
 * Bytes, not objects: wide loads, UTF-8 and the escapes of JSON text, as static functions over {@code byte[]}.
 * <p>
 * Exported to Skim's own modules alone. Every function takes absolute array indices, checks nothing that its caller has not
 * promised, and never allocates unless its name begins with {@code to}. Parameters that a comment does not mention mean the same
 * everywhere: {@code from}, {@code index} and {@code at} are indices of a first byte, {@code to} and {@code end} behind a last one,
 * {@code length} and {@code offset} are in bytes, an offset from the start of the frame, {@code dstOffset} is the index of the first
 * byte written, {@code code} an AMQP format code from 0 to 255, {@code kind} the ordinal of a {@code Kind}, and a {@code word} has
 * eight bytes, the first in the low bits.
 */
@NullMarked
package io.skim.bytes;

import org.jspecify.annotations.NullMarked;
