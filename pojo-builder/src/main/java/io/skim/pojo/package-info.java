/**
 * Whole objects, built from frames. {@link io.skim.pojo.RemotingHeaderReader} makes a header in one call; {@link
 * io.skim.pojo.RemotingHeaderBuilder} is the handler for a scan of your own.
 *
 * <pre>
 * RemotingScanner.scan(frame, RemotingHeaderBuilder.INTEREST, builder) ──► builder.header()
 *
 * onEntry              two marks each: the places of key and value      no text is created
 * onOutcome(COMPLETE)  creates texts, shares short ones                 the header is yours to keep
 * </pre>
 *
 * Facts that break naive copies: null is not empty, a name may occur twice (the last one wins), a binary empty name is
 * {@code null}, a JSON header may lack its opaque, and the request code decides which ext field holds the properties.
 */
@NullMarked
package io.skim.pojo;

import org.jspecify.annotations.NullMarked;
