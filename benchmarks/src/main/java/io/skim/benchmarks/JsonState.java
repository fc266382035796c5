package io.skim.benchmarks;

import org.openjdk.jmh.annotations.Param;

/**
 * A contender that reads JSON alone.
 *
 * @param <C> its class.
 */
public abstract class JsonState<C extends Contender> extends FramesState<C>
{
    /** Of the headers. */
    @Param({"json"})
    public String encoding;

    @Override
    final String encoding()
    {
        return encoding;
    }
}
