package io.skim.benchmarks;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/**
 * What does it cost to make an object of an AMQP performative or section, and to take its fields?
 */
public class AmqpCompositeBenchmark extends TimePerCall
{
    /** A contender on values of one type. */
    public abstract static class CompositeState extends ContenderState<Contender>
    {
        /** Which type. */
        @Param({"amqp-transfer", "amqp-open", "amqp-attach", "amqp-properties"})
        public String encoding;

        @Override
        final Contender make() throws Exception
        {
            final AmqpComposites values = AmqpComposites.of(encoding);
            final Contender made = of(values);
            Contender.check(made, values.answers());
            return made;
        }

        abstract Contender of(AmqpComposites values);
    }

    /** Skim. */
    public static class Skim extends CompositeState
    {
        @Override
        Contender of(final AmqpComposites values)
        {
            return new AmqpCompositeContender(values);
        }
    }

    /** protonj2. */
    public static class Protonj2 extends CompositeState
    {
        @Override
        Contender of(final AmqpComposites values)
        {
            return new Protonj2Peer.Composites(values);
        }
    }

    /** Reads an object of the type's class. */
    @Benchmark
    public int skim(final Skim state) throws Exception
    {
        return state.contender.next();
    }

    /** {@code readObject}. */
    @Benchmark
    public int protonj2(final Protonj2 state) throws Exception
    {
        return state.contender.next();
    }
}
