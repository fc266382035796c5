package io.skim.scan.spi;

import io.skim.scan.FrameView;

/**
 * The whole body of a frame as a part of an array: the buffer's own array, or a copy. The copy is as long as the longest body so
 * far; after a long one it is given up at the next frame.
 */
public final class BodyBytes
{
    /** The longest body by default, in bytes: the longest message that the reference's clients and broker take by default. */
    public static final int DEFAULT_LIMIT = 4_194_304;

    /** Loads of eight bytes may begin before the body. */
    private static final int BEFORE = Long.BYTES;
    private static final int FIRST_LENGTH = 1_024;
    private static final int KEPT_LENGTH = 262_144;
    private static final byte[] EMPTY = {};

    private byte[] array = EMPTY;
    private int from;
    private int to;
    private byte[] copy = EMPTY;

    /** Makes a reader of bodies. */
    public BodyBytes()
    {
    }

    /**
     * Takes the body of a frame, which must have arrived as a whole.
     *
     * @param frame  that holds the body.
     * @param offset of the body in bytes from the start of the frame, at least 8.
     * @throws IndexOutOfBoundsException if it has not arrived.
     */
    public void take(final FrameView frame, final int offset)
    {
        final int length = frame.length() - offset;
        if (copy.length > KEPT_LENGTH)
        {
            copy = EMPTY;
        }
        if (Frames.isLoaded(frame, offset, length) && Frames.arrayOffset(frame) >= 0)
        {
            hold(Frames.array(frame));
            from = Frames.arrayOffset(frame) + offset;
        }
        else
        {
            if (copy.length < BEFORE + length)
            {
                copy = new byte[Math.max(FIRST_LENGTH, Math.max(Math.min(KEPT_LENGTH, 2 * copy.length), BEFORE
                    + length))];
            }
            frame.getBytes(offset, length, copy, BEFORE);
            hold(copy);
            from = BEFORE;
        }
        to = from + length;
    }

    /** {@return the array that holds the body, read-only; at least eight bytes of it precede the body} */
    public byte[] array()
    {
        return array;
    }

    /** {@return the index of the body's first byte in the array} */
    public int from()
    {
        return from;
    }

    /** {@return the index after the body's last byte} */
    public int to()
    {
        return to;
    }

    /** Lets go of the frame's array. */
    public void detach()
    {
        hold(EMPTY);
    }

    /** A store of a reference costs a GC write barrier. */
    private void hold(final byte[] bytes)
    {
        if (array != bytes)
        {
            array = bytes;
        }
    }
}
