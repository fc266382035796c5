package io.skim.benchmarks;

import io.skim.scan.amqp.AmqpValueScanner;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/**
 * What does it cost to take every value of an AMQP list of ten ints and a UUID, or ten ints by name from a map?
 */
public class ValuesBenchmark extends TimePerCall
{
    /** A contender that reads the values. */
    public abstract static class Reading<C extends Contender> extends ValuesState<C>
    {
        final C checked(final C made) throws Exception
        {
            Contender.check(made, values().answers());
            return made;
        }
    }

    /** Skim, with handlers. */
    public static class Skim extends Reading<SkimContender>
    {
        /** How many classes of handlers take turns. */
        @Param({"1", "4"})
        public int handlerClasses;

        /** What the values arrive in. */
        @Param({"heap", "direct", "composite"})
        public String buffer;

        @Override
        SkimContender make() throws Exception
        {
            return checked(contender(values(), Buffers.of(buffer), handlerClasses));
        }
    }

    /** Skim, pulled. */
    public static class Reader extends Reading<ReaderContender>
    {
        @Override
        ReaderContender make() throws Exception
        {
            return checked(ReaderContender.of(values(), Buffers.HEAP));
        }
    }

    /** proton-j. */
    public static class Protonj extends Reading<Peer>
    {
        @Override
        Peer make() throws Exception
        {
            return checked(ProtonjPeer.of(values()));
        }
    }

    /** proton-j of 2014. */
    public static class ProtonjOld extends Reading<Peer>
    {
        @Override
        Peer make() throws Exception
        {
            return checked(new OldProtonj.Reading(values()));
        }
    }

    /** protonj2. */
    public static class Protonj2 extends Reading<Peer>
    {
        @Override
        Peer make() throws Exception
        {
            return checked(Protonj2Peer.of(values()));
        }
    }

    static SkimContender contender(final AmqpValues values, final Buffers kind, final int handlerClasses)
    {
        return new SkimContender(new AmqpValueScanner(), Buffers.halves(values.regions(), kind), HandlerCopies.of(
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

    /** Decodes with the release that codec2 was compared with. */
    @Benchmark
    public int protonjOld(final ProtonjOld state) throws Exception
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
