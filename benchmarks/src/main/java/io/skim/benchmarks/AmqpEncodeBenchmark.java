package io.skim.benchmarks;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/**
 * What does it cost to encode an AMQP list of ten ints and a UUID, or a map of ten ints by name?
 */
public class AmqpEncodeBenchmark extends TimePerCall
{
    /** Skim. */
    public static class Skim extends ValuesState<AmqpEncode>
    {
        /** What is written to. */
        @Param({"heap", "direct", "composite"})
        public String buffer;

        @Override
        AmqpEncode make() throws Exception
        {
            return AmqpEncode.checked(AmqpEncodeContender.of(values(), Buffers.of(buffer)));
        }
    }

    /** Skim, with names that are text. */
    public static class Texts extends ContenderState<AmqpEncode>
    {
        /** Which values. */
        @Param({"amqp-map"})
        public String encoding;

        /** What is written to. */
        @Param({"heap"})
        public String buffer;

        @Override
        AmqpEncode make() throws Exception
        {
            return AmqpEncode.checked(new AmqpEncodeContender.Texts(Buffers.of(buffer)));
        }
    }

    /** proton-j. */
    public static class Protonj extends ValuesState<AmqpEncode>
    {
        @Override
        AmqpEncode make() throws Exception
        {
            return AmqpEncode.checked(new AmqpEncodePeer.Protonj(values()));
        }
    }

    /** proton-j of 2014. */
    public static class ProtonjOld extends ValuesState<AmqpEncode>
    {
        @Override
        AmqpEncode make() throws Exception
        {
            return AmqpEncode.checked(new OldProtonj.Writing(values()));
        }
    }

    /** protonj2. */
    public static class Protonj2 extends ValuesState<AmqpEncode>
    {
        @Override
        AmqpEncode make() throws Exception
        {
            return AmqpEncode.checked(new AmqpEncodePeer.Protonj2(values()));
        }
    }

    /** Puts value by value; names were encoded before. */
    @Benchmark
    public int skim(final Skim state) throws Exception
    {
        return state.contender.next();
    }

    /** Puts value by value; names are text. */
    @Benchmark
    public int skimTexts(final Texts state) throws Exception
    {
        return state.contender.next();
    }

    /** Encodes a collection. */
    @Benchmark
    public int protonj(final Protonj state) throws Exception
    {
        return state.contender.next();
    }

    /** Encodes a collection with the release that codec2 was compared with. */
    @Benchmark
    public int protonjOld(final ProtonjOld state) throws Exception
    {
        return state.contender.next();
    }

    /** Encodes a collection. */
    @Benchmark
    public int protonj2(final Protonj2 state) throws Exception
    {
        return state.contender.next();
    }
}
