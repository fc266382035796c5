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
 * What does it cost to compare the topic and one message property, over the whole header?
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class PredicateBenchmark
{
    /** Skim. */
    public static class Skim extends SkimState
    {
        /** Makes and checks the contender. */
        @Setup
        public void prepare() throws Exception
        {
            prepare(PredicateHandler.class, Reference.predicate(question()));
        }
    }

    /** RocketMQ. */
    @State(Scope.Thread)
    public static class DecodeSearchText
    {
        /** Of the headers. */
        @Param({"binary", "json"})
        public String encoding;

        private DecodePeer.TextSearch contender;

        /** Makes and checks the contender. */
        @Setup
        public void prepare() throws Exception
        {
            final byte[][] frames = Encoding.of(encoding).frames();
            contender = new DecodePeer.TextSearch(frames, Question.of(frames));
            Contender.check(contender, Reference.answers(frames, Reference.predicate(Question.of(frames))));
        }
    }

    /** RocketMQ. */
    @State(Scope.Thread)
    public static class DecodePropertiesMap
    {
        /** Of the headers. */
        @Param({"binary", "json"})
        public String encoding;

        private DecodePeer.PropertiesMap contender;

        /** Makes and checks the contender. */
        @Setup
        public void prepare() throws Exception
        {
            final byte[][] frames = Encoding.of(encoding).frames();
            contender = new DecodePeer.PropertiesMap(frames, Question.of(frames));
            Contender.check(contender, Reference.answers(frames, Reference.predicate(Question.of(frames))));
        }
    }

    /** jackson-core. */
    @State(Scope.Thread)
    public static class JacksonSearchText
    {
        /** Of the headers. */
        @Param({"json"})
        public String encoding;

        private JacksonPeer.TextSearch contender;

        /** Makes and checks the contender. */
        @Setup
        public void prepare() throws Exception
        {
            final byte[][] frames = Encoding.of(encoding).frames();
            contender = new JacksonPeer.TextSearch(frames, Question.of(frames));
            Contender.check(contender, Reference.answers(frames, Reference.predicate(Question.of(frames))));
        }
    }

    /** fastjson2. */
    @State(Scope.Thread)
    public static class Fastjson2SearchText
    {
        /** Of the headers. */
        @Param({"json"})
        public String encoding;

        private FastjsonPeer.TextSearch contender;

        /** Makes and checks the contender. */
        @Setup
        public void prepare() throws Exception
        {
            final byte[][] frames = Encoding.of(encoding).frames();
            contender = new FastjsonPeer.TextSearch(frames, Question.of(frames));
            Contender.check(contender, Reference.answers(frames, Reference.predicate(Question.of(frames))));
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
