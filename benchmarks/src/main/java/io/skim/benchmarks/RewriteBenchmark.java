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
 * What does it cost to give a frame another opaque, as a relay does, and to change its topic and add a property, as a
 * gateway does? The body is nobody's business: it goes on as it is, and is not counted.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class RewriteBenchmark
{
    /** What a run of Skim may vary. */
    @State(Scope.Thread)
    public abstract static class Skim
    {
        /** Of the headers. */
        @Param({"binary", "json"})
        public String encoding;

        /** What the frames arrive in. */
        @Param({"heap", "direct", "composite"})
        public String buffer;

        final byte[][] frames()
        {
            return RewriteBenchmark.frames(encoding);
        }
    }

    /** What a run of a peer may vary. */
    @State(Scope.Thread)
    public abstract static class Decoding
    {
        /** Of the headers. */
        @Param({"binary", "json"})
        public String encoding;

        final byte[][] frames()
        {
            return RewriteBenchmark.frames(encoding);
        }
    }

    /** Skim. */
    public static class SkimOpaque extends Skim
    {
        private RelayContender contender;

        /** Makes and checks the contender. */
        @Setup
        public void prepare() throws Exception
        {
            contender = new RelayContender(frames(), Buffers.of(buffer));
            Rewrite.check(contender, frames(), Rewrite.Expectation.OPAQUE);
        }
    }

    /** Skim. */
    public static class SkimTopic extends Skim
    {
        private RewriterContender contender;

        /** Makes and checks the contender. */
        @Setup
        public void prepare() throws Exception
        {
            contender = new RewriterContender(frames(), Buffers.of(buffer));
            Rewrite.check(contender, frames(), Rewrite::topic);
        }
    }

    /** RocketMQ. */
    public static class DecodeOpaque extends Decoding
    {
        private RewritePeer.Opaque contender;

        /** Makes and checks the contender. */
        @Setup
        public void prepare() throws Exception
        {
            contender = new RewritePeer.Opaque(frames());
            Rewrite.check(contender, frames(), Rewrite.Expectation.OPAQUE);
        }
    }

    /** RocketMQ. */
    public static class DecodeTopic extends Decoding
    {
        private RewritePeer.Topic contender;

        /** Makes and checks the contender. */
        @Setup
        public void prepare() throws Exception
        {
            contender = new RewritePeer.Topic(frames());
            Rewrite.check(contender, frames(), Rewrite::topic);
        }
    }

    /** The captured frames, each with an opaque that is as wide as one can be: whatever comes fits in its place. */
    static byte[][] frames(final String encoding)
    {
        final byte[][] frames = Encoding.of(encoding).frames();
        for (int i = 0; i < frames.length; i++)
        {
            frames[i] = Reference.withOpaque(frames[i], Integer.MAX_VALUE - i);
        }
        return frames;
    }

    /** In place. */
    @Benchmark
    public int skimOpaque(final SkimOpaque state)
    {
        return state.contender.next();
    }

    /** By a copy of the header. */
    @Benchmark
    public int skimTopic(final SkimTopic state)
    {
        return state.contender.next();
    }

    /** Decodes, sets, and encodes. */
    @Benchmark
    public int decodeOpaque(final DecodeOpaque state) throws Exception
    {
        return state.contender.next();
    }

    /** Decodes, sets, and encodes. */
    @Benchmark
    public int decodeTopic(final DecodeTopic state) throws Exception
    {
        return state.contender.next();
    }
}
