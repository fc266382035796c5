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
 * What does it cost to compare one application property of an AMQP message? The first match is good enough for a hint; the
 * whole message has to be walked where the last match decides.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class PropertyBenchmark
{
    /** Skim. */
    public static class SkimFirstMatch extends AmqpState
    {
        /** Makes and checks the contender. */
        @Setup
        public void prepare() throws Exception
        {
            prepare(PropertyFirstHandler.class, AmqpReference::property);
        }
    }

    /** Skim. */
    public static class SkimFullScan extends AmqpState
    {
        /** Makes and checks the contender. */
        @Setup
        public void prepare() throws Exception
        {
            prepare(PropertyHandler.class, AmqpReference::property);
        }
    }

    /** proton-j. */
    public static class Protonj extends AmqpPeerState
    {
        /** Makes and checks the contender. */
        @Setup
        public void prepare() throws Exception
        {
            prepare(new ProtonjPeer.Property(AmqpMessages.all()), AmqpReference::property);
        }
    }

    /** protonj2. */
    public static class Protonj2 extends AmqpPeerState
    {
        /** Makes and checks the contender. */
        @Setup
        public void prepare() throws Exception
        {
            prepare(new Protonj2Peer.Property(AmqpMessages.all()), AmqpReference::property);
        }
    }

    /** protonj2. */
    public static class Protonj2KeyScan extends AmqpPeerState
    {
        /** Makes and checks the contender. */
        @Setup
        public void prepare() throws Exception
        {
            prepare(new Protonj2Peer.KeyScan(AmqpMessages.all()), AmqpReference::property);
        }
    }

    /** Stops at the property. */
    @Benchmark
    public int skimFirstMatch(final SkimFirstMatch state)
    {
        return state.contender.next();
    }

    /** Reads on. */
    @Benchmark
    public int skimFullScan(final SkimFullScan state)
    {
        return state.contender.next();
    }

    /** {@code Message.decode}, and gets it from the map. */
    @Benchmark
    public int protonj(final Protonj state) throws Exception
    {
        return state.contender.next();
    }

    /** Decodes section after section, and gets it from the map. */
    @Benchmark
    public int protonj2(final Protonj2 state) throws Exception
    {
        return state.contender.next();
    }

    /** Skips sections, and scans the map for the key; stops there. */
    @Benchmark
    public int protonj2KeyScan(final Protonj2KeyScan state) throws Exception
    {
        return state.contender.next();
    }
}
