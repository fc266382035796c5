package io.skim.benchmarks;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does it cost to find out which sections an AMQP message has, and where each of them ends?
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class SectionsBenchmark
{
    /** Skim. */
    public static class Skim extends AmqpState
    {
        /** Makes and checks the contender. */
        @Setup
        public void prepare() throws Exception
        {
            prepare(SectionsHandler.class, AmqpReference::sections);
        }
    }

    /** proton-j. */
    public static class Protonj extends AmqpPeerState
    {
        /** Makes and checks the contender. */
        @Setup
        public void prepare() throws Exception
        {
            prepare(new ProtonjPeer.Sections(AmqpMessages.all()), AmqpReference::sections);
        }
    }

    /** protonj2. */
    public static class Protonj2 extends AmqpPeerState
    {
        /** Makes and checks the contender. */
        @Setup
        public void prepare() throws Exception
        {
            prepare(new Protonj2Peer.Sections(AmqpMessages.all()), AmqpReference::sections);
        }
    }

    /** protonj2. */
    public static class Protonj2Skip extends AmqpPeerState
    {
        /** Makes and checks the contender. */
        @Setup
        public void prepare() throws Exception
        {
            prepare(new Protonj2Peer.SkippedSections(AmqpMessages.all()), AmqpReference::sections);
        }
    }

    /** Asks for the sections, and for nothing in them. */
    @Benchmark
    public int skim(final Skim state)
    {
        return state.contender.next();
    }

    /** Decodes section after section. */
    @Benchmark
    public int protonj(final Protonj state) throws Exception
    {
        return state.contender.next();
    }

    /** Decodes section after section. */
    @Benchmark
    public int protonj2(final Protonj2 state) throws Exception
    {
        return state.contender.next();
    }

    /** Skips section after section. */
    @Benchmark
    public int protonj2Skip(final Protonj2Skip state) throws Exception
    {
        return state.contender.next();
    }
}
