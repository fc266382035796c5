package io.skim.benchmarks;

import io.skim.handlers.select.Selector;
import io.skim.scan.amqp.AmqpScanner;
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
    /** The same condition in four shapes. */
    private static final String[] SELECTORS =
        {"num = 30", "num > 29 AND num < 31", "num BETWEEN 30 AND 30", "30 = num"};

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

    /** Skim: a JMS selector. */
    @State(Scope.Thread)
    public static class SkimSelector
    {
        /** Of the messages. */
        @Param({"amqp"})
        public String encoding;

        /** How many shapes of selectors take turns. */
        @Param({"1", "4"})
        public int handlerClasses;

        /** What the messages arrive in. */
        @Param({"heap", "direct", "composite"})
        public String buffer;

        private SelectorContender contender;

        /** Makes and checks the contender. */
        @Setup
        public void prepare() throws Exception
        {
            contender = selector(handlerClasses, Buffers.of(buffer));
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

    static SelectorContender selector(final int shapes, final Buffers kind) throws Exception
    {
        final byte[][] messages = AmqpMessages.all();
        final Selector[] selectors = new Selector[SELECTORS.length];
        for (int i = 0; i < selectors.length; i++)
        {
            selectors[i] = Selector.jms(SELECTORS[i % shapes]);
        }
        final SelectorContender contender = new SelectorContender(new AmqpScanner(), Buffers.halves(messages, kind),
            selectors);
        Contender.check(contender, AmqpReference.answers(messages, message -> AmqpReference.property(message) >> 1));
        return contender;
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

    /** Evaluates a selector in one scan. */
    @Benchmark
    public int skimSelector(final SkimSelector state)
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
