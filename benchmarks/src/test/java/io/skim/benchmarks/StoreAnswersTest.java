package io.skim.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** All contenders on a segment select the same messages. */
class StoreAnswersTest
{
    @Test
    void allSelectTheSameMessages() throws Exception
    {
        for (final int bodyLength : new int[] {0, 200, 2_000})
        {
            final SegmentMaker.Segment segment = SegmentMaker.segment(bodyLength, 4 << 20);
            assertTrue(segment.selected() > 10);
            for (int round = 0; round < 2; round++)
            {
                assertEquals(segment.selected(), new SegmentContender(segment).next());
                assertEquals(segment.selected(), new SegmentPeer(segment, true).next());
                assertEquals(segment.selected(), new SegmentPeer(segment, false).next());
            }
        }
    }
}
