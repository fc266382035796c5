package io.skim.benchmarks;

import io.skim.handlers.select.Selector;
import io.skim.scan.remoting.RemotingScanner;
import java.util.Arrays;
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
 * What does it cost to evaluate an SQL92 expression over two message properties?
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class FilterBenchmark
{
    /** Skim. The handler is always of the same class, the library's own; the expressions differ in shape. */
    @State(Scope.Thread)
    public static class Skim
    {
        /** Of the headers. */
        @Param({"binary", "json"})
        public String encoding;

        /** How many shapes of expressions take turns. */
        @Param({"1", "4"})
        public int handlerClasses;

        /** What the frames arrive in. */
        @Param({"heap", "direct", "composite"})
        public String buffer;

        private SelectorContender contender;

        /** Makes and checks the contender. */
        @Setup
        public void prepare() throws Exception
        {
            contender = contender(encoding, handlerClasses, buffer);
        }
    }

    /** RocketMQ. */
    @State(Scope.Thread)
    public static class DecodeEvaluate
    {
        /** Of the headers. */
        @Param({"binary", "json"})
        public String encoding;

        private FilterPeer contender;

        /** Makes the contender. */
        @Setup
        public void prepare() throws Exception
        {
            contender = new FilterPeer(Encoding.of(encoding).frames());
            Contender.check(contender, answers(encoding));
        }
    }

    /** Once round the frames with the reference. */
    static int[] answers(final String encoding) throws Exception
    {
        final byte[][] frames = Encoding.of(encoding).frames();
        final FilterPeer reference = new FilterPeer(frames);
        final int[] answers = new int[frames.length];
        for (int i = 0; i < answers.length; i++)
        {
            answers[i] = reference.next();
        }
        return answers;
    }

    static SelectorContender contender(final String encoding, final int shapes, final String buffer) throws Exception
    {
        final Selector[] selectors = Arrays.stream(FilterPeer.expressions(shapes)).map(Selector::sql).toArray(
            Selector[]::new);
        final SelectorContender contender = new SelectorContender(new RemotingScanner(), Buffers.each(Encoding.of(
            encoding).frames(), Buffers.of(buffer)), selectors);
        Contender.check(contender, answers(encoding));
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
