package io.skim.benchmarks;

import org.openjdk.jmh.annotations.Benchmark;

/**
 * What does it cost to cut frames from a stream and to pass over all that their headers hold, counting? The peers are
 * spared the cutting.
 */
public class WalkBenchmark extends TimePerCall
{
    /** Skim, on a stream. */
    public static class Split extends SkimState<SplitContender>
    {
        @Override
        SplitContender make() throws Exception
        {
            return checked(new SplitContender(frames(), kind(), handlers(WalkHandler.class)), Reference::count);
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

    /** jackson-core. */
    public static class Jackson extends JsonState<JacksonPeer.Walk>
    {
        @Override
        JacksonPeer.Walk make() throws Exception
        {
            return checked(new JacksonPeer.Walk(frames()), Reference::count);
        }
    }

    /** fastjson2. */
    public static class Fastjson2 extends JsonState<FastjsonPeer.Walk>
    {
        @Override
        FastjsonPeer.Walk make() throws Exception
        {
            return checked(new FastjsonPeer.Walk(frames()), Reference::count);
        }
    }

    /** Splits and scans. */
    @Benchmark
    public int skim(final Split state)
    {
        return state.contender.next();
    }

    /** Decodes into a command. */
    @Benchmark
    public int decode(final Decode state) throws Exception
    {
        return state.contender.next();
    }

    /** Walks the tokens. */
    @Benchmark
    public int jackson(final Jackson state) throws Exception
    {
        return state.contender.next();
    }

    /** Skips the values. */
    @Benchmark
    public int fastjson2(final Fastjson2 state) throws Exception
    {
        return state.contender.next();
    }
}
