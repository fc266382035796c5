/**
 * The API that all encodings share: a scanner, a handler, a cursor.
 *
 * <pre>
 * bytes ──► FrameView.wrap ──► FrameScanner.scan(frame, interest, handler)
 *                                   │   onBegin · onField · onEntry · onEnd     a Cursor each, lent
 *                                   └─► onOutcome(COMPLETE | STOPPED | MALFORMED, fault)
 * </pre>
 *
 * Facts that break simple handlers: the order of fields is not promised; a name may come twice, and the last one wins; null is
 * not empty; a cursor is valid only until its callback returns.
 */
@NullMarked
package io.skim.scan;

import org.jspecify.annotations.NullMarked;
