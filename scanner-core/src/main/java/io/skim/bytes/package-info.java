/**
 * Bytes, not objects: wide loads, UTF-8 and the escapes of JSON text, as static functions over {@code byte[]}.
 * <p>
 * Not exported. Every function takes absolute array indices, checks nothing that its caller has not promised, and
 * never allocates unless its name begins with {@code to}.
 */
@NullMarked
package io.skim.bytes;

import org.jspecify.annotations.NullMarked;
