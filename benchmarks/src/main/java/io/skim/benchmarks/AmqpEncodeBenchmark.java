package io.skim.benchmarks;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does it cost to encode an AMQP list of ten ints and a UUID, or a map of ten ints by name?
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class AmqpEncodeBenchmark
{
    /** Skim. */
    @State(Scope.Thread)
    public static class Skim
    {
        /** Which values. */
        @Param({"amqp-list", "amqp-map"})
        public String encoding;

        /** What is written to. */
        @Param({"heap", "direct", "composite"})
        public String buffer;

        private AmqpEncode contender;

        /** Makes and checks the contender. */
        @Setup
        public void prepare()
        {
            contender = AmqpEncodeContender.of(AmqpValues.of(encoding), Buffers.of(buffer));
            AmqpEncode.check(contender);
        }
    }

    /** Skim, with names that are text. */
    @State(Scope.Thread)
    public static class Texts
    {
        /** Which values. */
        @Param({"amqp-map"})
        public String encoding;

        /** What is written to. */
        @Param({"heap"})
        public String buffer;

        private AmqpEncode contender;

        /** Makes and checks the contender. */
        @Setup
        public void prepare()
        {
            contender = new AmqpEncodeContender.Texts(Buffers.of(buffer));
            AmqpEncode.check(contender);
        }
    }

    /** proton-j. */
    @State(Scope.Thread)
    public static class Protonj
    {
        /** Which values. */
        @Param({"amqp-list", "amqp-map"})
        public String encoding;

        private AmqpEncode contender;

        /** Makes and checks the contender. */
        @Setup
        public void prepare()
        {
            contender = new AmqpEncodePeer.Protonj(AmqpValues.of(encoding));
            AmqpEncode.check(contender);
        }
    }

    /** protonj2. */
    @State(Scope.Thread)
    public static class Protonj2
    {
        /** Which values. */
        @Param({"amqp-list", "amqp-map"})
        public String encoding;

        private AmqpEncode contender;

        /** Makes and checks the contender. */
        @Setup
        public void prepare()
        {
            contender = new AmqpEncodePeer.Protonj2(AmqpValues.of(encoding));
            AmqpEncode.check(contender);
        }
    }

    /** Puts value by value; names were encoded before. */
    @Benchmark
    public int skim(final Skim state)
    {
        return state.contender.next();
    }

    /** Puts value by value; names are text. */
    @Benchmark
    public int skimTexts(final Texts state)
    {
        return state.contender.next();
    }

    /** Encodes a collection. */
    @Benchmark
    public int protonj(final Protonj state)
    {
        return state.contender.next();
    }

    /** Encodes a collection. */
    @Benchmark
    public int protonj2(final Protonj2 state)
    {
        return state.contender.next();
    }
}
