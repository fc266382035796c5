package io.skim.handlers.patch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * What patches make of frames, and whether two make the same.
 */
public final class Patches
{
    private Patches()
    {
    }

    /**
     * The frame that a patch makes, whose header is as long as it told.
     *
     * @param patch ready to be written.
     * @param frame that was patched.
     * @return a new array.
     */
    public static byte[] written(final HeaderPatch patch, final byte[] frame)
    {
        final byte[] result = new byte[patch.headerLength() + patch.bodyLength()];
        assertEquals(patch.headerLength(), patch.writeHeader(result, 0));
        System.arraycopy(frame, patch.bodyOffset(), result, patch.headerLength(), patch.bodyLength());
        return result;
    }

    /** Both tell the same of what they make, and make it. */
    static void assertSame(final HeaderPatch expected, final HeaderPatch patch, final byte[] frame, final String what)
    {
        assertEquals(expected.isChanged(), patch.isChanged(), what);
        assertEquals(expected.isInPlace(), patch.isInPlace(), what);
        assertEquals(expected.bodyOffset(), patch.bodyOffset(), what);
        assertEquals(expected.headerLength(), patch.headerLength(), what);
        final byte[] written = written(expected, frame);
        assertArrayEquals(written, written(patch, frame), what);
        final byte[] copy = frame.clone();
        assertEquals(expected.isInPlace(), patch.applyInPlace(copy, 0), what);
        assertArrayEquals(expected.isInPlace() ? written : frame, copy, what);
    }
}
