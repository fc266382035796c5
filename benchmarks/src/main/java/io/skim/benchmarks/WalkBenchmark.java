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
 * What does it cost to cut frames from a stream and to pass over all that their headers hold, counting? The peers are
 * spared the cutting.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class WalkBenchmark
{
    /** Skim, on a stream. */
    public static class Split extends SkimState
    {
        private SplitContender stream;

        /** Makes and checks the contender. */
        @Setup
        public void prepare() throws Exception
        {
            final byte[][] frames = Encoding.of(encoding).frames();
            stream = new SplitContender(frames, Buffers.of(buffer), HandlerCopies.of(WalkHandler.class, handlerClasses,
                Question.of(frames)));
            Contender.check(stream, Reference.answers(frames, Reference::count));
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

    /** jackson-core. */
    @State(Scope.Thread)
    public static class Jackson
    {
        /** Of the headers. */
        @Param({"json"})
        public String encoding;

        private JacksonPeer.Walk contender;

        /** Makes and checks the contender. */
        @Setup
        public void prepare() throws Exception
        {
            final byte[][] frames = Encoding.of(encoding).frames();
            contender = new JacksonPeer.Walk(frames);
            Contender.check(contender, Reference.answers(frames, Reference::count));
        }
    }

    /** fastjson2. */
    @State(Scope.Thread)
    public static class Fastjson2
    {
        /** Of the headers. */
        @Param({"json"})
        public String encoding;

        private FastjsonPeer.Walk contender;

        /** Makes and checks the contender. */
        @Setup
        public void prepare() throws Exception
        {
            final byte[][] frames = Encoding.of(encoding).frames();
            contender = new FastjsonPeer.Walk(frames);
            Contender.check(contender, Reference.answers(frames, Reference::count));
        }
    }

    /** Splits and scans. */
    @Benchmark
    public int skim(final Split state)
    {
        return state.stream.next();
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
