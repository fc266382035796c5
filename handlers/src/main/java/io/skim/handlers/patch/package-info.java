/**
 * Changes the headers of encoded frames without decoding the frames.
 * <p>
 * A patcher records edits as ints during a scan. If the scan ends as complete, a {@link io.skim.handlers.patch.HeaderPatch}
 * writes the changed header into the caller's buffer, or into the frame itself if no width changes. Bodies are never
 * copied.
 *
 * <pre>
 *                  scan                    COMPLETE
 *   frame ──────► callbacks ──► edits ──────────────► HeaderPatch ──► applyInPlace(frame)
 *                                  │                             └──► writeHeader(buffer) + body by slice
 *                                  └── STOPPED, MALFORMED, skipped, refused ──► nothing is changed
 * </pre>
 *
 * Facts of the wire that a patcher must respect: four bytes before a binary value hold its length, and the lengths of map,
 * header and frame enclose it. The header's length shares a word with the serialize type. For the reference the body begins
 * where its header parser stopped, so a binary header cannot be padded. An empty binary value reads as null. A key may occur
 * twice, and readers take the last. An ACL signature covers the values of all ext fields in the order of their keys.
 *
 * <ul>
 * <li>{@link io.skim.handlers.patch.RemotingRewriter} applies {@link io.skim.handlers.patch.RemotingEdits}, a list of
 * changes made once: set, add, remove, rename.</li>
 * <li>{@link io.skim.handlers.patch.AmqpRewriter} applies {@link io.skim.handlers.patch.AmqpEdits} to the header and the
 * annotations of AMQP 1.0 messages, and to the bare message only if that is allowed.</li>
 * <li>{@link io.skim.handlers.patch.RemotingPatcher} is for handlers that decide each frame's change themselves.</li>
 * <li>{@link io.skim.handlers.patch.OpaqueRelay} maps the opaques of many clients to one upstream connection.</li>
 * </ul>
 */
@NullMarked
package io.skim.handlers.patch;

import org.jspecify.annotations.NullMarked;
