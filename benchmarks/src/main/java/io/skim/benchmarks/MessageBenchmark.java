package io.skim.benchmarks;

import org.openjdk.jmh.annotations.Benchmark;

/**
 * What does it cost to walk all sections of an AMQP message and to take every value?
 */
public class MessageBenchmark extends TimePerCall
{
    /** Skim. */
    public static class Skim extends AmqpSkimState<MessageRowContender>
    {
        @Override
        MessageRowContender make() throws Exception
        {
            return checked(new MessageRowContender(messages(), Buffers.of(buffer), handlerClasses,
                MessageRowReader.class), AmqpReference::message);
        }
    }

    /** Skim. */
    public static class SkimCallbacks extends AmqpSkimState<SkimContender>
    {
        @Override
        SkimContender make() throws Exception
        {
            return checked(scanning(MessageHandler.class), AmqpReference::message);
        }
    }

    /** Skim. */
    public static class SkimCopies extends AmqpSkimState<SkimContender>
    {
        @Override
        SkimContender make() throws Exception
        {
            return checked(scanning(MessageCopyHandler.class), AmqpReference::message);
        }
    }

    /** proton-j. */
    public static class Protonj extends AmqpState<Peer>
    {
        @Override
        Peer make() throws Exception
        {
            return checked(new ProtonjPeer.Whole(messages()), AmqpReference::message);
        }
    }

    /** protonj2. */
    public static class Protonj2 extends AmqpState<Peer>
    {
        @Override
        Peer make() throws Exception
        {
            return checked(new Protonj2Peer.Whole(messages()), AmqpReference::message);
        }
    }

    /** Takes the values off a row. */
    @Benchmark
    public int skim(final Skim state)
    {
        return state.contender.next();
    }

    /** Is called back with each value, and reads it where it stands. */
    @Benchmark
    public int skimCallbacks(final SkimCallbacks state)
    {
        return state.contender.next();
    }

    /** Is called back too, and copies texts and names. */
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
