/**
 * Changes the headers of encoded frames without decoding the frames.
 * <p>
 * A scan shows cursors; a patcher records, as ints, what is to become of the bytes under them; when the scan has ended
 * well, a {@link io.skim.handlers.patch.HeaderPatch} writes the changed header into a buffer of the caller's, or into
 * the frame itself where no width changes. Bodies are never copied.
 *
 * <pre>
 *                  scan                    COMPLETE
 *   frame ──────► callbacks ──► edits ──────────────► HeaderPatch ──► applyInPlace(frame)
 *                                  │                             └──► writeHeader(buffer) + body by slice
 *                                  └── STOPPED, MALFORMED, skipped, refused ──► nothing is changed
 * </pre>
 *
 * Facts of the wire that break naive patchers, and are minded here: a binary value's length stands in four bytes before
 * it, and the map's, the header's and the frame's lengths enclose it; the header's length shares a word with the
 * serialize type; the reference finds the body where its header parser stopped, so a binary header cannot be padded; it
 * reads an empty binary value as null; a key may occur twice, and readers take the last; an ACL signature covers the
 * values of all ext fields in the order of their keys.
 *
 * <ul>
 * <li>{@link io.skim.handlers.patch.RemotingRewriter} applies {@link io.skim.handlers.patch.RemotingEdits}, a list of
 * changes made once: set, add, remove, rename.</li>
 * <li>{@link io.skim.handlers.patch.AmqpRewriter} applies {@link io.skim.handlers.patch.AmqpEdits} to the header and the
 * annotations of AMQP 1.0 messages, and to the bare message only if that is allowed.</li>
 * <li>{@link io.skim.handlers.patch.RemotingPatcher} is for handlers that work out each frame's change themselves.</li>
 * <li>{@link io.skim.handlers.patch.OpaqueRelay} maps the opaques of many clients onto one upstream connection.</li>
 * </ul>
 */
package io.skim.handlers.patch;
