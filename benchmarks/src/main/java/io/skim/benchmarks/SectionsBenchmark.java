package io.skim.benchmarks;

import org.openjdk.jmh.annotations.Benchmark;

/**
 * What does it cost to find out which sections an AMQP message has, and where each of them ends?
 */
public class SectionsBenchmark extends TimePerCall
{
    /** Skim. */
    public static class Skim extends AmqpSkimState<SkimContender>
    {
        @Override
        SkimContender make() throws Exception
        {
            return checked(scanning(SectionsHandler.class), AmqpReference::sections);
        }
    }

    /** proton-j. */
    public static class Protonj extends AmqpState<Peer>
    {
        @Override
        Peer make() throws Exception
        {
            return checked(new ProtonjPeer.Sections(messages()), AmqpReference::sections);
        }
    }

    /** protonj2. */
    public static class Protonj2 extends AmqpState<Peer>
    {
        @Override
        Peer make() throws Exception
        {
            return checked(new Protonj2Peer.Sections(messages()), AmqpReference::sections);
        }
    }

    /** protonj2. */
    public static class Protonj2Skip extends AmqpState<Peer>
    {
        @Override
        Peer make() throws Exception
        {
            return checked(new Protonj2Peer.SkippedSections(messages()), AmqpReference::sections);
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
