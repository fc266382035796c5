/**
 * Whole objects, built from frames.
 *
 * <pre>
 * RemotingScanner.scan(frame, RemotingHeaderBuilder.INTEREST, builder) ──► builder.header()
 *
 * onEntry  two marks each: where key and value stand        no text is made yet
 * onEnd    one copy of the map's bytes into the builder     the frame is not needed any more
 * onOutcome(COMPLETE)  texts are made, short ones shared    the header is yours to keep
 * </pre>
 *
 * What breaks naive copies: null is not empty, a name may come twice (the last one wins), a binary empty name is
 * {@code null}, a JSON header may lack its opaque, and the request code decides which ext field holds the properties.
 */
package io.skim.pojo;
