package io.skim.benchmarks;

import org.openjdk.jmh.annotations.Benchmark;

/**
 * What does it cost to compare the topic? The first match is good enough for a hint; the whole header has to be read
 * where the last match decides.
 */
public class TopicBenchmark extends TimePerCall
{
    /** Skim. */
    public static class First extends SkimState<SkimContender>
    {
        @Override
        SkimContender make() throws Exception
        {
            return checked(scanning(TopicFirstHandler.class, kind()), Reference.topic(question()));
        }
    }

    /** Skim. */
    public static class Full extends SkimState<SkimContender>
    {
        @Override
        SkimContender make() throws Exception
        {
            return checked(scanning(TopicFullHandler.class, kind()), Reference.topic(question()));
        }
    }

    /** RocketMQ. */
    public static class Decode extends RemotingState<DecodePeer.Topic>
    {
        @Override
        DecodePeer.Topic make() throws Exception
        {
            return checked(new DecodePeer.Topic(frames(), question()), Reference.topic(question()));
        }
    }

    /** fastjson2. */
    public static class Fastjson2 extends JsonState<FastjsonPeer.Topic>
    {
        @Override
        FastjsonPeer.Topic make() throws Exception
        {
            return checked(new FastjsonPeer.Topic(frames(), question()), Reference.topic(question()));
        }
    }

    /** Stops at the topic. */
    @Benchmark
    public int skimFirstMatch(final First state)
    {
        return state.contender.next();
    }

    /** Reads on. */
    @Benchmark
    public int skimFullScan(final Full state)
    {
        return state.contender.next();
    }

    /** Decodes, and gets it from the map. */
    @Benchmark
    public int decode(final Decode state) throws Exception
    {
        return state.contender.next();
    }

    /** Stops at the topic. */
    @Benchmark
    public int fastjson2(final Fastjson2 state) throws Exception
    {
        return state.contender.next();
    }
}
