package io.skim.benchmarks;

/**
 * A parser of JSON on the header's bytes.
 */
abstract class JsonPeer extends Peer
{
    final byte[][] frames;
    final int[] headerLengths;

    JsonPeer(final byte[][] frames)
    {
        super(frames);
        this.frames = frames;
        headerLengths = new int[frames.length];
        for (int i = 0; i < frames.length; i++)
        {
            headerLengths[i] = Encoding.headerLength(frames[i]);
        }
    }

    final boolean hasBody(final int frame)
    {
        return frames[frame].length > Encoding.PREFIX + headerLengths[frame];
    }
}
