package io.skim.benchmarks;

import io.skim.scan.FrameView;

/**
 * Takes the fields of a frame without being called back: one of several classes that take turns, each with its own code
 * and profile, as {@link Answering} is for handlers.
 */
public abstract class Extracting
{
    /** Makes one. */
    protected Extracting()
    {
    }

    /**
     * Takes the fields of a frame into a row.
     *
     * @param frame wrapped.
     * @return a number made of all values, -1 if the frame was refused.
     */
    public abstract int answer(FrameView frame);
}
