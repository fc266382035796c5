package io.skim.benchmarks;

import io.skim.scan.remoting.RequestCode;

/**
 * A parser of JSON on the header's bytes.
 */
abstract class JsonPeer extends Peer
{
    static final int FOUND_TOPIC = 1;
    static final int IN_I = 2;
    static final int IN_PROPERTIES = 4;

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

    /** What was found, when the code is known that tells which of two fields has the properties: it may come last. */
    static int answer(final int found, final int code)
    {
        return found & FOUND_TOPIC | ((found & (RequestCode.hasShortNames(code) ? IN_I : IN_PROPERTIES)) == 0 ? 0 : 2);
    }

    final boolean hasBody(final int frame)
    {
        return frames[frame].length > Encoding.PREFIX + headerLengths[frame];
    }
}
