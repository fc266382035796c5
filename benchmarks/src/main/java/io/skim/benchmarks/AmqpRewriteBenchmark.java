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
 * What does it cost to change the time to live, the delivery count and one annotation of a message, as a broker does that
 * hands it on? What stands behind the annotations goes on as it is, and is not counted where a contender can leave it.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class AmqpRewriteBenchmark
{
    /** Skim. */
    @State(Scope.Thread)
    public static class Skim
    {
        /** Of the messages. */
        @Param({"amqp"})
        public String encoding;

        /** What the messages arrive in. */
        @Param({"heap", "direct", "composite"})
        public String buffer;

        private AmqpRewriterContender contender;

        /** Makes and checks the contender. */
        @Setup
        public void prepare() throws Exception
        {
            contender = new AmqpRewriterContender(AmqpMessages.all(), Buffers.of(buffer));
            AmqpRewrite.check(contender, AmqpMessages.all());
        }
    }

    /** protonj2. */
    @State(Scope.Thread)
    public static class Touched
    {
        /** Of the messages. */
        @Param({"amqp"})
        public String encoding;

        private AmqpRewritePeer.Touched contender;

        /** Makes and checks the contender. */
        @Setup
        public void prepare() throws Exception
        {
            contender = new AmqpRewritePeer.Touched(AmqpMessages.all());
            AmqpRewrite.check(contender, AmqpMessages.all());
        }
    }

    /** protonj2. */
    @State(Scope.Thread)
    public static class Whole
    {
        /** Of the messages. */
        @Param({"amqp"})
        public String encoding;

        private AmqpRewritePeer.Whole contender;

        /** Makes and checks the contender. */
        @Setup
        public void prepare() throws Exception
        {
            contender = new AmqpRewritePeer.Whole(AmqpMessages.all());
            AmqpRewrite.check(contender, AmqpMessages.all());
        }
    }

    /** By a copy of what changes. */
    @Benchmark
    public int skim(final Skim state)
    {
        return state.contender.next();
    }

    /** Decodes and encodes the sections that change. */
    @Benchmark
    public int protonj2Touched(final Touched state) throws Exception
    {
        return state.contender.next();
    }

    /** Decodes and encodes all sections. */
    @Benchmark
    public int protonj2Whole(final Whole state) throws Exception
    {
        return state.contender.next();
    }
}
