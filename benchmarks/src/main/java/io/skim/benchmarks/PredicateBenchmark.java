package io.skim.benchmarks;

import org.openjdk.jmh.annotations.Benchmark;

/**
 * What does it cost to compare the topic and one message property, over the whole header?
 */
public class PredicateBenchmark extends TimePerCall
{
    /** Skim. */
    public static class Skim extends SkimState<SkimContender>
    {
        @Override
        SkimContender make() throws Exception
        {
            return checked(scanning(PredicateHandler.class, kind()), Reference.predicate(question()));
        }
    }

    /** RocketMQ. */
    public static class DecodeSearchText extends RemotingState<DecodePeer.TextSearch>
    {
        @Override
        DecodePeer.TextSearch make() throws Exception
        {
            return checked(new DecodePeer.TextSearch(frames(), question()), Reference.predicate(question()));
        }
    }

    /** RocketMQ. */
    public static class DecodePropertiesMap extends RemotingState<DecodePeer.PropertiesMap>
    {
        @Override
        DecodePeer.PropertiesMap make() throws Exception
        {
            return checked(new DecodePeer.PropertiesMap(frames(), question()), Reference.predicate(question()));
        }
    }

    /** jackson-core. */
    public static class JacksonSearchText extends JsonState<JacksonPeer.TextSearch>
    {
        @Override
        JacksonPeer.TextSearch make() throws Exception
        {
            return checked(new JacksonPeer.TextSearch(frames(), question()), Reference.predicate(question()));
        }
    }

    /** fastjson2. */
    public static class Fastjson2SearchText extends JsonState<FastjsonPeer.TextSearch>
    {
        @Override
        FastjsonPeer.TextSearch make() throws Exception
        {
            return checked(new FastjsonPeer.TextSearch(frames(), question()), Reference.predicate(question()));
        }
    }

    /** Scans. */
    @Benchmark
    public int skim(final Skim state)
    {
        return state.contender.next();
    }

    /** Decodes, and searches the text of the properties. */
    @Benchmark
    public int decodeSearchText(final DecodeSearchText state) throws Exception
    {
        return state.contender.next();
    }

    /** Decodes, and makes a map of the properties. */
    @Benchmark
    public int decodePropertiesMap(final DecodePropertiesMap state) throws Exception
    {
        return state.contender.next();
    }

    /** Walks the tokens, and searches the text of the properties. */
    @Benchmark
    public int jacksonSearchText(final JacksonSearchText state) throws Exception
    {
        return state.contender.next();
    }

    /** Skips the other values, and searches the text of the properties. */
    @Benchmark
    public int fastjson2SearchText(final Fastjson2SearchText state) throws Exception
    {
        return state.contender.next();
    }
}
