package io.skim.benchmarks;

import io.skim.handlers.select.Selector;
import io.skim.scan.remoting.RemotingScanner;
import java.util.Arrays;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * What does it cost to evaluate an SQL92 expression over two message properties?
 */
public class FilterBenchmark extends TimePerCall
{
    /** Skim. The handler is always of the same class, the library's own; the expressions differ in shape. */
    public static class Skim extends SkimState<SelectorContender>
    {
        @Override
        SelectorContender make() throws Exception
        {
            return FilterBenchmark.contender(frames(), handlerClasses, kind());
        }
    }

    /** RocketMQ. */
    public static class DecodeEvaluate extends RemotingState<FilterPeer>
    {
        @Override
        FilterPeer make() throws Exception
        {
            final FilterPeer peer = new FilterPeer(frames());
            Contender.check(peer, answers(frames()));
            return peer;
        }
    }

    /** Once round the frames with the reference. */
    static int[] answers(final byte[][] frames) throws Exception
    {
        final FilterPeer reference = new FilterPeer(frames);
        final int[] answers = new int[frames.length];
        for (int i = 0; i < answers.length; i++)
        {
            answers[i] = reference.next();
        }
        return answers;
    }

    static SelectorContender contender(final byte[][] frames, final int shapes, final Buffers kind) throws Exception
    {
        final Selector<?>[] selectors = Arrays.stream(FilterPeer.expressions(shapes)).map(Selector::sql).toArray(
            Selector<?>[]::new);
        final SelectorContender contender = new SelectorContender(new RemotingScanner(), Buffers.each(frames, kind),
            selectors);
        Contender.check(contender, answers(frames));
        return contender;
    }

    /** Evaluates in one scan. */
    @Benchmark
    public int skim(final Skim state)
    {
        return state.contender.next();
    }

    /** Decodes, makes a map of the properties, and evaluates. */
    @Benchmark
    public int decodeEvaluate(final DecodeEvaluate state) throws Exception
    {
        return state.contender.next();
    }
}
