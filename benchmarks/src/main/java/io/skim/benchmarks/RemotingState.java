package io.skim.benchmarks;

import org.openjdk.jmh.annotations.Param;

/**
 * A contender that reads both encodings.
 *
 * @param <C> its class.
 */
public abstract class RemotingState<C extends Contender> extends FramesState<C>
{
    /** Of the headers. */
    @Param({"binary", "json"})
    public String encoding;

    @Override
    final String encoding()
    {
        return encoding;
    }
}
