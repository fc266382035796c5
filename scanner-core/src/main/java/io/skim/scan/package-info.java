/**
 * The API that all encodings share: a scanner, a handler, a cursor.
 *
 * <pre>
 * bytes ──► FrameView.wrap ──► FrameScanner.scan(frame, interest, handler)
 *                                   │   onBegin · onField · onEntry · onEnd     a Cursor each, lent
 *                                   └─► onOutcome(COMPLETE | STOPPED | MALFORMED, fault)
 * </pre>
 *
 * What breaks naive handlers: fields come in no promised order, a name may come twice (the last one wins), null is not
 * empty, and a cursor is dead when its callback returns.
 */
package io.skim.scan;
