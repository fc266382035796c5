package io.skim.scan.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.skim.scan.FrameView;
import io.skim.scan.Strictness;

/**
 * Scans a frame among bytes that would do harm if they were read: the result must be the one of the frame alone.
 */
public final class Surroundings
{
    private final HeaderScan[] alone = {new HeaderScan(Strictness.STRICT), new HeaderScan(Strictness.LENIENT)};
    private final HeaderScan[] among = {new HeaderScan(Strictness.STRICT), new HeaderScan(Strictness.LENIENT)};
    private final FrameView view = new FrameView();

    /** Makes the scans. */
    public Surroundings()
    {
    }

    /**
     * Checks one frame.
     *
     * @param frame good or bad.
     * @throws AssertionError if what lies around the frame makes a difference.
     */
    public void check(final byte[] frame)
    {
        final byte[] poisoned = Buffers.poisoned(frame);
        for (int i = 0; i < alone.length; i++)
        {
            final HeaderRecord expected = alone[i].read(frame);
            final HeaderRecord found = among[i].read(view.wrap(poisoned, Buffers.BEFORE, frame.length));
            assertEquals(expected, found, () -> Vectors.text(frame));
            assertEquals(alone[i].fault().toString(), among[i].fault().toString(), () -> Vectors.text(frame));
        }
    }
}
