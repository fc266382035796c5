package io.skim.benchmarks;

import io.skim.handlers.select.Selector;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.amqp.AmqpScanner;
import java.util.function.UnaryOperator;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * What does it cost to compare one application property of an AMQP message? The first match is good enough for a hint; the
 * whole message has to be walked where the last match decides.
 */
public class PropertyBenchmark extends TimePerCall
{
    /** The same condition in four shapes. */
    private static final String[] SELECTORS =
        {"num = 30", "num > 29 AND num < 31", "num BETWEEN 30 AND 30", "30 = num"};

    /** Skim. */
    public static class SkimFirstMatch extends AmqpSkimState<SkimContender>
    {
        @Override
        SkimContender make() throws Exception
        {
            return checked(scanning(PropertyFirstHandler.class), AmqpReference::property);
        }
    }

    /** Skim. */
    public static class SkimFullScan extends AmqpSkimState<SkimContender>
    {
        @Override
        SkimContender make() throws Exception
        {
            return checked(scanning(PropertyHandler.class), AmqpReference::property);
        }
    }

    /** Skim: a JMS selector. The classes that take turns are shapes of selectors. */
    public static class SkimSelector extends AmqpSkimState<SelectorContender>
    {
        @Override
        SelectorContender make() throws Exception
        {
            return selector(messages(), handlerClasses, Buffers.of(buffer), UnaryOperator.identity());
        }
    }

    /** Skim: the same selectors, each of which stops at the property. */
    public static class SkimSelectorFirst extends AmqpSkimState<SelectorContender>
    {
        @Override
        SelectorContender make() throws Exception
        {
            return selector(messages(), handlerClasses, Buffers.of(buffer), Selector::firstMatchWins);
        }
    }

    /** proton-j. */
    public static class Protonj extends AmqpState<Peer>
    {
        @Override
        Peer make() throws Exception
        {
            return checked(new ProtonjPeer.Property(messages()), AmqpReference::property);
        }
    }

    /** protonj2. */
    public static class Protonj2 extends AmqpState<Peer>
    {
        @Override
        Peer make() throws Exception
        {
            return checked(new Protonj2Peer.Property(messages()), AmqpReference::property);
        }
    }

    /** protonj2. */
    public static class Protonj2KeyScan extends AmqpState<Peer>
    {
        @Override
        Peer make() throws Exception
        {
            return checked(new Protonj2Peer.KeyScan(messages()), AmqpReference::property);
        }
    }

    static SelectorContender selector(final byte[][] messages, final int shapes, final Buffers kind,
        final UnaryOperator<Selector<AmqpInterest>> how)
        throws Exception
    {
        final Selector<?>[] selectors = new Selector<?>[SELECTORS.length];
        for (int i = 0; i < selectors.length; i++)
        {
            selectors[i] = how.apply(Selector.jms(SELECTORS[i % shapes]));
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

    /** Evaluates a selector, and stops at the property. */
    @Benchmark
    public int skimSelectorFirst(final SkimSelectorFirst state)
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
