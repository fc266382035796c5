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
 * What does it cost to make an object of the whole header?
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class PojoBenchmark
{
    /** Skim, from heap buffers. */
    @State(Scope.Thread)
    public static class Skim
    {
        /** Of the headers. */
        @Param({"binary", "json"})
        public String encoding;

        private PojoContender contender;

        /** Makes and checks the contender. */
        @Setup
        public void prepare() throws Exception
        {
            final byte[][] frames = Encoding.of(encoding).frames();
            contender = new PojoContender(frames);
            Contender.check(contender, Reference.answers(frames, Reference::count));
        }
    }

    /** RocketMQ. */
    @State(Scope.Thread)
    public static class Decode
    {
        /** Of the headers. */
        @Param({"binary", "json"})
        public String encoding;

        private DecodePeer.Whole contender;

        /** Makes and checks the contender. */
        @Setup
        public void prepare() throws Exception
        {
            final byte[][] frames = Encoding.of(encoding).frames();
            contender = new DecodePeer.Whole(frames);
            Contender.check(contender, Reference.answers(frames, Reference::count));
        }
    }

    /** Scans into a header. */
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
