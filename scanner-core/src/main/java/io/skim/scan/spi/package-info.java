/**
 * For authors of a scanner of another encoding: sets the cursors, frames and faults that handlers only read.
 *
 * <pre>
 * scan(frame, interest, handler)
 *   scan.begin(frame, interest, ids)              {@link io.skim.scan.spi.Scan}: checks, the scan's number, cursors on the frame
 *   Frames.load(frame, bytes)                     {@link io.skim.scan.spi.Frames}: the header's bytes in an array
 *   return Faults.at(fault, offset, reason, ..)   {@link io.skim.scan.spi.Faults}: refuse, in place of an exception
 *   interest.loops.loopFor(handler.getClass())    {@link io.skim.scan.spi.LoopCache}: a copy of the loop for a class of handler
 *   names.find(frame, offset, length)             {@link io.skim.scan.spi.NameMatcher}: the id of a name
 *   scan.answer(handler.onField(id, scan.value(offset, length, kind)), id)   lends a cursor; with assertions on, detaches it
 *   scan.end(told)
 * </pre>
 *
 * An encoding has an {@link io.skim.scan.Interest} with a builder, which checks ids with {@link io.skim.scan.spi.DeclaredIds},
 * and a {@link io.skim.scan.FrameScanner}. It uses the kinds, reasons and limits of {@code io.skim.scan}. A scanner checks the
 * whole header before it calls the handler, so that a refused frame shows no value.
 */
@NullMarked
package io.skim.scan.spi;

import org.jspecify.annotations.NullMarked;
