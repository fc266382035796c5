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
 * What does it cost to walk all sections of an AMQP message and to take every value?
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class MessageBenchmark
{
    /** Skim. */
    public static class Skim extends AmqpState
    {
        /** Makes and checks the contender. */
        @Setup
        public void prepare() throws Exception
        {
            prepare(MessageHandler.class, AmqpReference::message);
        }
    }

    /** Skim. */
    public static class SkimCopies extends AmqpState
    {
        /** Makes and checks the contender. */
        @Setup
        public void prepare() throws Exception
        {
            prepare(MessageCopyHandler.class, AmqpReference::message);
        }
    }

    /** proton-j. */
    public static class Protonj extends AmqpPeerState
    {
        /** Makes and checks the contender. */
        @Setup
        public void prepare() throws Exception
        {
            prepare(new ProtonjPeer.Whole(AmqpMessages.all()), AmqpReference::message);
        }
    }

    /** protonj2. */
    public static class Protonj2 extends AmqpPeerState
    {
        /** Makes and checks the contender. */
        @Setup
        public void prepare() throws Exception
        {
            prepare(new Protonj2Peer.Whole(AmqpMessages.all()), AmqpReference::message);
        }
    }

    /** Reads the values where they stand. */
    @Benchmark
    public int skim(final Skim state)
    {
        return state.contender.next();
    }

    /** Copies texts and names. */
    @Benchmark
    public int skimCopies(final SkimCopies state)
    {
        return state.contender.next();
    }

    /** {@code Message.decode}. */
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
}
