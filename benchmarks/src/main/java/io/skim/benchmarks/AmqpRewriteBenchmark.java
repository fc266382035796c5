package io.skim.benchmarks;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/**
 * What does it cost to change the time to live, the delivery count and one annotation of a message, as a broker does that
 * hands it on? What stands behind the annotations goes on as it is, and is not counted where a contender can leave it.
 */
public class AmqpRewriteBenchmark extends TimePerCall
{
    /** A contender that rewrites the messages. */
    public abstract static class Rewriting<C extends AmqpRewrite> extends AmqpState<C>
    {
        final C checked(final C made) throws Exception
        {
            AmqpRewrite.check(made, messages());
            return made;
        }
    }

    /** Skim. */
    public static class Skim extends Rewriting<AmqpRewriterContender>
    {
        /** What the messages arrive in. */
        @Param({"heap", "direct", "composite"})
        public String buffer;

        @Override
        AmqpRewriterContender make() throws Exception
        {
            return checked(new AmqpRewriterContender(messages(), Buffers.of(buffer)));
        }
    }

    /** protonj2. */
    public static class Touched extends Rewriting<AmqpRewritePeer.Touched>
    {
        @Override
        AmqpRewritePeer.Touched make() throws Exception
        {
            return checked(new AmqpRewritePeer.Touched(messages()));
        }
    }

    /** protonj2. */
    public static class Whole extends Rewriting<AmqpRewritePeer.Whole>
    {
        @Override
        AmqpRewritePeer.Whole make() throws Exception
        {
            return checked(new AmqpRewritePeer.Whole(messages()));
        }
    }

    /** By a copy of what changes. */
    @Benchmark
    public int skim(final Skim state)
    {
        return state.contender.next();
    }

    /** Decodes and encodes the sections that change. */
    @Benchmark
    public int protonj2Touched(final Touched state) throws Exception
    {
        return state.contender.next();
    }

    /** Decodes and encodes all sections. */
    @Benchmark
    public int protonj2Whole(final Whole state) throws Exception
    {
        return state.contender.next();
    }
}
