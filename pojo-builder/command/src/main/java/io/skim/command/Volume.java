package io.skim.command;

/**
 * How many frames there are of a kind, and how long they are in all.
 */
public final class Volume
{
    private long frames;
    private long bytes;

    /** Counts a frame of so many bytes. */
    public void add(final long length)
    {
        add(1, length);
    }

    /** Counts several frames of so many bytes together. */
    public void add(final long moreFrames, final long moreBytes)
    {
        frames += moreFrames;
        bytes += moreBytes;
    }

    /** Counts those of another one too. */
    public void add(final Volume other)
    {
        add(other.frames, other.bytes);
    }

    /** {@return how many there are} */
    public long frames()
    {
        return frames;
    }

    /** {@return how long they are, in bytes} */
    public long bytes()
    {
        return bytes;
    }
}
