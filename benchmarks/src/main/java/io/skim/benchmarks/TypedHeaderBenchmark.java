package io.skim.benchmarks;

import org.openjdk.jmh.annotations.Benchmark;

/**
 * What does it cost to make a typed send header of a frame, texts and all?
 */
public class TypedHeaderBenchmark extends TimePerCall
{
    /** Skim, from heap buffers. */
    public static class Skim extends RemotingState<TypedHeaderContender>
    {
        @Override
        final byte[][] frames()
        {
            return shortSends();
        }

        @Override
        TypedHeaderContender make() throws Exception
        {
            return checked(new TypedHeaderContender(frames(), false), Reference::extract);
        }
    }

    /** Skim, from heap buffers, with texts that come again shared. */
    public static class Sharing extends RemotingState<TypedHeaderContender>
    {
        @Override
        final byte[][] frames()
        {
            return shortSends();
        }

        @Override
        TypedHeaderContender make() throws Exception
        {
            return checked(new TypedHeaderContender(frames(), true), Reference::extract);
        }
    }

    /** RocketMQ. */
    public static class DecodeTyped extends RemotingState<DecodePeer.Typed>
    {
        @Override
        final byte[][] frames()
        {
            return shortSends();
        }

        @Override
        DecodePeer.Typed make() throws Exception
        {
            return checked(new DecodePeer.Typed(frames()), Reference::extract);
        }
    }

    /** Reads into a new header. */
    @Benchmark
    public int skim(final Skim state)
    {
        return state.contender.next();
    }

    /** The same, with texts that come again shared. */
    @Benchmark
    public int skimSharing(final Sharing state)
    {
        return state.contender.next();
    }

    /** Decodes, and makes the typed header. */
    @Benchmark
    public int decodeTyped(final DecodeTyped state) throws Exception
    {
        return state.contender.next();
    }
}
