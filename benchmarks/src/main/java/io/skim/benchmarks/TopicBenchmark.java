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
 * What does it cost to compare the topic? The first match is good enough for a hint; the whole header has to be read
 * where the last match decides.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class TopicBenchmark
{
    /** Skim. */
    public static class First extends SkimState
    {
        /** Makes and checks the contender. */
        @Setup
        public void prepare() throws Exception
        {
            prepare(TopicFirstHandler.class, Reference.topic(question()));
        }
    }

    /** Skim. */
    public static class Full extends SkimState
    {
        /** Makes and checks the contender. */
        @Setup
        public void prepare() throws Exception
        {
            prepare(TopicFullHandler.class, Reference.topic(question()));
        }
    }

    /** RocketMQ. */
    @State(Scope.Thread)
    public static class Decode
    {
        /** Of the headers. */
        @Param({"binary", "json"})
        public String encoding;

        private DecodePeer.Topic contender;

        /** Makes and checks the contender. */
        @Setup
        public void prepare() throws Exception
        {
            final byte[][] frames = Encoding.of(encoding).frames();
            contender = new DecodePeer.Topic(frames, Question.of(frames));
            Contender.check(contender, Reference.answers(frames, Reference.topic(Question.of(frames))));
        }
    }

    /** fastjson2. */
    @State(Scope.Thread)
    public static class Fastjson2
    {
        /** Of the headers. */
        @Param({"json"})
        public String encoding;

        private FastjsonPeer.Topic contender;

        /** Makes and checks the contender. */
        @Setup
        public void prepare() throws Exception
        {
            final byte[][] frames = Encoding.of(encoding).frames();
            contender = new FastjsonPeer.Topic(frames, Question.of(frames));
            Contender.check(contender, Reference.answers(frames, Reference.topic(Question.of(frames))));
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
