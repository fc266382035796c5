/**
 * Whole objects, built from frames. {@link io.skim.pojo.RemotingHeaderReader} makes a header in one call, also of a frame that
 * you have scanned with handlers of your own.
 *
 * Facts that break naive copies: null is not empty, a name may occur twice (the last one wins), a binary empty name is
 * {@code null}, a JSON header may lack its opaque, and the request code decides which ext field holds the properties.
 */
@NullMarked
package io.skim.pojo;

import org.jspecify.annotations.NullMarked;
