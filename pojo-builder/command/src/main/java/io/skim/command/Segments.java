package io.skim.command;

import io.skim.store.capture.SegmentCounts;
import org.jspecify.annotations.Nullable;

/**
 * What the network did to the streams of all captures together.
 *
 * @param count              of segments with a payload, without keep-alives.
 * @param retransmitted      of those that brought bytes again.
 * @param bytesRetransmitted of these bytes.
 * @param outOfOrder         of segments ahead of others.
 * @param keepAlives         of segments that only ask whether the other end is there.
 * @param gaps               how many times bytes are missing.
 * @param bytesMissing       of these bytes.
 */
public record Segments(long count, long retransmitted, long bytesRetransmitted, long outOfOrder, long keepAlives,
    long gaps, long bytesMissing)
{
    private static final Segments NONE = new Segments(0, 0, 0, 0, 0, 0, 0);

    /** Those of captures that were read before, null for none, and those of one more. */
    static Segments plus(final @Nullable Segments before, final SegmentCounts more)
    {
        final Segments known = before == null ? NONE : before;
        return new Segments(known.count + more.segments(), known.retransmitted + more.retransmitted(),
            known.bytesRetransmitted + more.bytesRetransmitted(), known.outOfOrder + more.outOfOrder(),
            known.keepAlives + more.keepAlives(), known.gaps + more.gaps(), known.bytesMissing + more.bytesMissing());
    }
}
