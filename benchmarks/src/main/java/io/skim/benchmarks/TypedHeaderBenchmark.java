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
 * What does it cost to make a typed send header of a frame, texts and all?
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class TypedHeaderBenchmark
{
    /** Skim, from heap buffers. */
    @State(Scope.Thread)
    public static class Skim
    {
        /** Of the headers. */
        @Param({"binary", "json"})
        public String encoding;

        private TypedHeaderContender contender;
        private TypedHeaderContender sharing;

        /** Makes and checks the contender. */
        @Setup
        public void prepare() throws Exception
        {
            final byte[][] frames = Encoding.of(encoding).frames();
            contender = new TypedHeaderContender(frames, false);
            sharing = new TypedHeaderContender(frames, true);
            Contender.check(contender, Reference.answers(frames, Reference::extract));
            Contender.check(sharing, Reference.answers(frames, Reference::extract));
        }
    }

    /** RocketMQ. */
    @State(Scope.Thread)
    public static class DecodeTyped
    {
        /** Of the headers. */
        @Param({"binary", "json"})
        public String encoding;

        private DecodePeer.Typed contender;

        /** Makes and checks the contender. */
        @Setup
        public void prepare() throws Exception
        {
            final byte[][] frames = Encoding.of(encoding).frames();
            contender = new DecodePeer.Typed(frames);
            Contender.check(contender, Reference.answers(frames, Reference::extract));
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
    public int skimSharing(final Skim state)
    {
        return state.sharing.next();
    }

    /** Decodes, and makes the typed header. */
    @Benchmark
    public int decodeTyped(final DecodeTyped state) throws Exception
    {
        return state.contender.next();
    }
}
