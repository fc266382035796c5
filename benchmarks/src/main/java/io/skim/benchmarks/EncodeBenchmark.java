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
 * What does it cost to write the header of a frame that sends a message, all fields from a typed header of Java objects?
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class EncodeBenchmark
{
    /** Skim. */
    @State(Scope.Thread)
    public static class Skim
    {
        /** Of the headers. */
        @Param({"binary", "json"})
        public String encoding;

        /** What they are written into. */
        @Param({"heap", "direct", "composite"})
        public String buffer;

        private EncoderContender contender;

        /** Makes and checks the contender. */
        @Setup
        public void prepare() throws Exception
        {
            final byte[][] frames = Encoding.of(encoding).frames();
            contender = new EncoderContender(frames, Buffers.of(buffer));
            Encode.check(contender, frames);
        }
    }

    /** RocketMQ, on the heap. */
    @State(Scope.Thread)
    public static class Reference
    {
        /** Of the headers. */
        @Param({"binary", "json"})
        public String encoding;

        private EncodePeer contender;

        /** Makes and checks the contender. */
        @Setup
        public void prepare() throws Exception
        {
            final byte[][] frames = Encoding.of(encoding).frames();
            contender = new EncodePeer(frames);
            Encode.check(contender, frames);
        }
    }

    /** Puts field after field. */
    @Benchmark
    public int skim(final Skim state) throws Exception
    {
        return state.contender.next();
    }

    /** Encodes a command with a custom header. */
    @Benchmark
    public int fastEncode(final Reference state) throws Exception
    {
        return state.contender.next();
    }
}
