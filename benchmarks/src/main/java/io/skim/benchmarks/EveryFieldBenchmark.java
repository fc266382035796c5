package io.skim.benchmarks;

import org.openjdk.jmh.annotations.Benchmark;

/**
 * What do four handler classes cost that take everything, beside one that does?
 */
public class EveryFieldBenchmark extends TimePerCall
{
    /** Skim, from heap buffers. */
    public static class Skim extends HandlersState<SkimContender>
    {
        @Override
        SkimContender make() throws Exception
        {
            return checked(scanning(WalkHandler.class, Buffers.HEAP), Reference::count);
        }
    }

    /** Counts all that the header holds. */
    @Benchmark
    public int skim(final Skim state)
    {
        return state.contender.next();
    }
}
