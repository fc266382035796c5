package io.skim.benchmarks;

import io.skim.scan.amqp.AmqpValueScanner;
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
 * What does it cost to take every value of an AMQP list of ten ints and a UUID, or ten ints by name from a map?
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ValuesBenchmark
{
    /** Skim, with handlers. */
    @State(Scope.Thread)
    public static class Skim
    {
        /** Which values. */
        @Param({"amqp-list", "amqp-map"})
        public String encoding;

        /** How many classes of handlers take turns. */
        @Param({"1", "4"})
        public int handlerClasses;

        /** What the values arrive in. */
        @Param({"heap", "direct", "composite"})
        public String buffer;

        private AmqpContender contender;

        /** Makes and checks the contender. */
        @Setup
        public void prepare() throws Exception
        {
            final AmqpValues values = AmqpValues.of(encoding);
            contender = contender(values, Buffers.of(buffer), handlerClasses);
            Contender.check(contender, values.answers());
        }
    }

    /** Skim, pulled. */
    @State(Scope.Thread)
    public static class Reader
    {
        /** Which values. */
        @Param({"amqp-list", "amqp-map"})
        public String encoding;

        private ReaderContender contender;

        /** Makes and checks the contender. */
        @Setup
        public void prepare() throws Exception
        {
            final AmqpValues values = AmqpValues.of(encoding);
            contender = ReaderContender.of(values, Buffers.HEAP);
            Contender.check(contender, values.answers());
        }
    }

    /** proton-j. */
    @State(Scope.Thread)
    public static class Protonj
    {
        /** Which values. */
        @Param({"amqp-list", "amqp-map"})
        public String encoding;

        private Peer contender;

        /** Makes and checks the contender. */
        @Setup
        public void prepare() throws Exception
        {
            final AmqpValues values = AmqpValues.of(encoding);
            contender = values == AmqpValues.AMQP_LIST ? new ProtonjPeer.Lists(values.regions()) : new ProtonjPeer.Maps(
                values.regions());
            Contender.check(contender, values.answers());
        }
    }

    /** protonj2. */
    @State(Scope.Thread)
    public static class Protonj2
    {
        /** Which values. */
        @Param({"amqp-list", "amqp-map"})
        public String encoding;

        private Peer contender;

        /** Makes and checks the contender. */
        @Setup
        public void prepare() throws Exception
        {
            final AmqpValues values = AmqpValues.of(encoding);
            contender = values == AmqpValues.AMQP_LIST ? new Protonj2Peer.Lists(values.regions())
                : new Protonj2Peer.Maps(values.regions());
            Contender.check(contender, values.answers());
        }
    }

    static AmqpContender contender(final AmqpValues values, final Buffers kind, final int handlerClasses)
    {
        return new AmqpContender(new AmqpValueScanner(), values.regions(), kind, HandlerCopies.of(
            values == AmqpValues.AMQP_LIST ? ListHandler.class : MapHandler.class, handlerClasses,
            AmqpMessages.QUESTION));
    }

    /** Shows the values to a handler. */
    @Benchmark
    public int skim(final Skim state)
    {
        return state.contender.next();
    }

    /** Pulls the values. */
    @Benchmark
    public int skimReader(final Reader state)
    {
        return state.contender.next();
    }

    /** Decodes. */
    @Benchmark
    public int protonj(final Protonj state) throws Exception
    {
        return state.contender.next();
    }

    /** Decodes. */
    @Benchmark
    public int protonj2(final Protonj2 state) throws Exception
    {
        return state.contender.next();
    }
}
