package io.skim.benchmarks;

import org.openjdk.jmh.annotations.Benchmark;

/**
 * What does it cost to make an object of the whole header?
 */
public class PojoBenchmark extends TimePerCall
{
    /** Skim, from heap buffers. */
    public static class Skim extends RemotingState<PojoContender>
    {
        @Override
        PojoContender make() throws Exception
        {
            return checked(new PojoContender(frames()), Reference::count);
        }
    }

    /** RocketMQ. */
    public static class Decode extends RemotingState<DecodePeer.Whole>
    {
        @Override
        DecodePeer.Whole make() throws Exception
        {
            return checked(new DecodePeer.Whole(frames()), Reference::count);
        }
    }

    /** Reads into a header. */
    @Benchmark
    public int skim(final Skim state)
    {
        return state.contender.next();
    }

    /** Decodes into a command. */
    @Benchmark
    public int decode(final Decode state) throws Exception
    {
        return state.contender.next();
    }
}
