/**
 * Whole objects, built from frames.
 *
 * <pre>
 * RemotingScanner.scan(frame, RemotingHeaderBuilder.INTEREST, builder) ──► builder.header()
 *
 * onEntry  two marks each: the places of key and value      no text is created
 * onEnd    creates texts, shares short ones                 the frame is no longer needed
 * onOutcome(COMPLETE)                                       the header is yours to keep
 * </pre>
 *
 * Facts that break naive copies: null is not empty, a name may occur twice (the last one wins), a binary empty name is
 * {@code null}, a JSON header may lack its opaque, and the request code decides which ext field holds the properties.
 */
@NullMarked
package io.skim.pojo;

import org.jspecify.annotations.NullMarked;
