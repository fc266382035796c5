/**
 * Stored records and batches: what the bodies of RocketMQ's remoting frames hold.
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
 * What breaks naive handlers: hosts of IPv6 move all that follows; version 2 has a topic length of two bytes; ports have
 * four bytes; a record with bits 6 and 7 of its sysFlag is a batch itself and stands for several messages; a body may be
 * compressed, and is shown as it is stored. The reference walks by the parts and loses all that follows a bad record; the
 * scanner hops by the total size and loses that record.
 */
package io.skim.scan.records;
