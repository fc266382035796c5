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
 * What does it cost to take each field of a send header, numbers parsed?
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ExtractBenchmark
{
    /** Skim, from heap buffers. */
    @State(Scope.Thread)
    public static class Skim
    {
        /** Of the headers. */
        @Param({"binary", "json"})
        public String encoding;

        /** How many classes take turns. */
        @Param({"1", "4"})
        public int handlerClasses;

        private ExtractContender contender;

        /** Makes and checks the contender. */
        @Setup
        public void prepare() throws Exception
        {
            final byte[][] frames = Encoding.of(encoding).frames();
            contender = new ExtractContender(frames, Buffers.HEAP, handlerClasses);
            Contender.check(contender, Reference.answers(frames, Reference::extract));
        }
    }

    /** Skim, from heap buffers, with a handler. */
    @State(Scope.Thread)
    public static class Callbacks
    {
        /** Of the headers. */
        @Param({"binary", "json"})
        public String encoding;

        /** How many classes of handlers take turns. */
        @Param({"1", "4"})
        public int handlerClasses;

        private SkimContender contender;

        /** Makes and checks the contender. */
        @Setup
        public void prepare() throws Exception
        {
            contender = SkimState.contender(encoding, handlerClasses, "heap", ExtractHandler.class, Reference::extract);
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

    /** Reads into a row that is used again. */
    @Benchmark
    public int skim(final Skim state)
    {
        return state.contender.next();
    }

    /** Scans into such a row, called back for each field. */
    @Benchmark
    public int skimCallbacks(final Callbacks state)
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
