/**
 * For those who write a scanner of another encoding: what handlers must not do, and scanners have to.
 *
 * <pre>
 * scan(frame, interest, handler)
 *   scan.begin(frame, interest, ids)              {@link io.skim.scan.spi.Scan}: checks, the scan's number, cursors on the frame
 *   Frames.load(frame, bytes)                     {@link io.skim.scan.spi.Frames}: the header's bytes in an array
 *   return Faults.at(fault, offset, reason, ..)   {@link io.skim.scan.spi.Faults}: refuse, in place of an exception
 *   interest.loops.loopFor(handler.getClass())    {@link io.skim.scan.spi.LoopCache}: code of its own for a class of handler
 *   names.find(frame, offset, length)             {@link io.skim.scan.spi.NameMatcher}: the id of a name
 *   scan.show(handler, id, offset, length, kind)  a cursor is moved, lent and, with assertions on, detached
 *   scan.end(told)
 * </pre>
 *
 * An encoding brings an {@link io.skim.scan.Interest} with a builder, which checks ids by {@link io.skim.scan.spi.DeclaredIds}, and
 * a {@link io.skim.scan.FrameScanner}. It uses the kinds, reasons and limits of {@code io.skim.scan}. Verify, then call: a frame
 * is checked before the handler is shown the first value, so that one that is refused shows nothing.
 */
package io.skim.scan.spi;
