package io.skim.benchmarks;

import io.skim.scan.FrameView;

/**
 * Takes the values of a message without being called back: one of several classes that take turns, each with its own code
 * and profile, as {@link Answering} is for handlers.
 */
public abstract class MessageReading
{
    /** Makes one. */
    protected MessageReading()
    {
    }

    /**
     * Takes the values of a message.
     *
     * @param message wrapped.
     * @return a number made of all values, -1 if the message was refused.
     */
    public abstract int answer(FrameView message);
}
