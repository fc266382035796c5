package io.skim.benchmarks;

import org.openjdk.jmh.annotations.Param;

/**
 * All that a run of Skim may vary: the encoding, how many handler classes take turns, and the kind of buffer.
 *
 * @param <C> the contender's class.
 */
public abstract class SkimState<C extends Contender> extends HandlersState<C>
{
    /** What the frames arrive in. */
    @Param({"heap", "direct", "composite", "mixed"})
    public String buffer;

    final Buffers kind()
    {
        return Buffers.of(buffer);
    }
}
