package io.skim.benchmarks;

import org.openjdk.jmh.annotations.Benchmark;

/**
 * What does it cost to fill a record of one's own from a send header, by name?
 */
public class BindBenchmark extends TimePerCall
{
    /** Skim, from heap buffers. */
    public static class Skim extends RemotingState<BindContender>
    {
        @Override
        final byte[][] frames()
        {
            return shortSends();
        }

        @Override
        BindContender make() throws Exception
        {
            return checked(new BindContender(frames(), Buffers.HEAP), Reference::bound);
        }
    }

    /** RocketMQ. */
    public static class DecodeMaps extends RemotingState<DecodePeer.Bound>
    {
        @Override
        final byte[][] frames()
        {
            return shortSends();
        }

        @Override
        DecodePeer.Bound make() throws Exception
        {
            return checked(new DecodePeer.Bound(frames()), Reference::bound);
        }
    }

    /** Reads into a new record. */
    @Benchmark
    public int skim(final Skim state)
    {
        return state.contender.next();
    }

    /** Decodes, makes a map of the properties, and takes what is wanted from both maps. */
    @Benchmark
    public int decodeMaps(final DecodeMaps state) throws Exception
    {
        return state.contender.next();
    }
}
