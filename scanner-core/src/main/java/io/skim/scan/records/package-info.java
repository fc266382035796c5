/**
 * Stored records and batches: the messages in the bodies of RocketMQ's remoting frames.
 *
 * <pre>
 * answer to a pull, pop, query or view      ├─ record ─┼─ record ─┼─ record ─┤     no count, no framing but total sizes
 * check (39), direct consume (309)          ├─ record ─┤
 * send of a batch (320, or m = true)        ├─ entry ──┼─ entry ──┤              no magic, fewer fields
 *
 * 0      4       8     12    16   20      28      36      40     48    48+B  56+B
 * ├ size ┼ magic ┼ CRC ┼ qid ┼ flg┼ q.off ┼ c.off ┼ sysFl ┼ born ┼ host ┼ stored ┼ host ┼ reconsumed, prepared, ...
 *
 * 68+B+S   72+B+S  ...
 * ├ length ┼ body ┼ length(1 or 2) ┼ topic ┼ length(2) ┼ properties ┤           B, S: 8 bytes or 20, by sysFlag
 * </pre>
 *
 * Facts that break simple parsers: an IPv6 host shifts all later fields by 12 bytes; version 2 has a topic length of two
 * bytes; a port has four bytes; a record with bits 6 and 7 in its sysFlag is an inner batch and has several messages; a body
 * may be compressed, and is shown as it is stored. The reference uses the lengths of the parts and loses all records after a
 * malformed one; the scanner uses the total size too and loses that record alone.
 */
@NullMarked
package io.skim.scan.records;

import org.jspecify.annotations.NullMarked;
