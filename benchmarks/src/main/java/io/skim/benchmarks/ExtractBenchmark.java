package io.skim.benchmarks;

import org.openjdk.jmh.annotations.Benchmark;

/**
 * What does it cost to take each field of a send header, numbers parsed?
 */
public class ExtractBenchmark extends TimePerCall
{
    /** Skim, from heap buffers. */
    public abstract static class Reading extends HandlersState<ExtractContender>
    {
        @Override
        final byte[][] frames()
        {
            return shortSends();
        }

        final ExtractContender reading(final Class<? extends Extracting> type) throws Exception
        {
            final ExtractContender made = new ExtractContender(frames(), Buffers.HEAP, handlerClasses, type);
            return checked(made.checkTexts(frames()), Reference::extract);
        }
    }

    /** Texts where they stand. */
    public static class Skim extends Reading
    {
        @Override
        ExtractContender make() throws Exception
        {
            return reading(ExtractReader.class);
        }
    }

    /** Texts copied. */
    public static class Copies extends Reading
    {
        @Override
        ExtractContender make() throws Exception
        {
            return reading(ExtractCopyReader.class);
        }
    }

    /** Skim, from heap buffers, with a handler. */
    public static class Callbacks extends HandlersState<SkimContender>
    {
        @Override
        final byte[][] frames()
        {
            return shortSends();
        }

        @Override
        SkimContender make() throws Exception
        {
            return checked(scanning(ExtractHandler.class, Buffers.HEAP), Reference::extract);
        }
    }

    /** RocketMQ. */
    public static class DecodeTyped extends RemotingState<DecodePeer.Typed>
    {
        @Override
        final byte[][] frames()
        {
            return shortSends();
        }

        @Override
        DecodePeer.Typed make() throws Exception
        {
            return checked(new DecodePeer.Typed(frames()), Reference::extract);
        }
    }

    /** Reads into a row that is used again, texts as the places where they stand. */
    @Benchmark
    public int skim(final Skim state)
    {
        return state.contender.next();
    }

    /** The same, and copies the texts. */
    @Benchmark
    public int skimCopies(final Copies state)
    {
        return state.contender.next();
    }

    /** Scans into such a row, texts copied, called back for each field. */
    @Benchmark
    public int skimCallbacks(final Callbacks state)
    {
        return state.contender.next();
    }

    /** Decodes, and makes the typed header. */
    @Benchmark
    public int decodeTyped(final DecodeTyped state) throws Exception
    {
        return state.contender.next();
    }
}
