package io.skim.benchmarks;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/**
 * What does it cost to write the header of a frame that sends a message, all fields from a typed header of Java objects?
 */
public class EncodeBenchmark extends TimePerCall
{
    /** A contender that writes the headers of the captured frames. */
    public abstract static class Writing<C extends Encode> extends RemotingState<C>
    {
        @Override
        final byte[][] frames()
        {
            return shortSends();
        }

        final C checked(final C made) throws Exception
        {
            Encode.check(made, frames());
            return made;
        }
    }

    /** Skim. */
    public static class Skim extends Writing<EncoderContender>
    {
        /** What they are written into. */
        @Param({"heap", "direct", "composite"})
        public String buffer;

        @Override
        EncoderContender make() throws Exception
        {
            return checked(new EncoderContender(frames(), Buffers.of(buffer), EncoderContender.Texts.STRINGS));
        }
    }

    /** Skim, names having been encoded once. */
    public static class SkimNames extends Writing<EncoderContender>
    {
        /** What they are written into. */
        @Param({"heap", "direct", "composite"})
        public String buffer;

        @Override
        EncoderContender make() throws Exception
        {
            return checked(new EncoderContender(frames(), Buffers.of(buffer), EncoderContender.Texts.NAMES));
        }
    }

    /** Skim, names having been encoded once, the properties being there in UTF-8. */
    public static class SkimUtf8 extends Writing<EncoderContender>
    {
        /** What they are written into. */
        @Param({"heap", "direct", "composite"})
        public String buffer;

        @Override
        EncoderContender make() throws Exception
        {
            return checked(new EncoderContender(frames(), Buffers.of(buffer), EncoderContender.Texts.UTF8));
        }
    }

    /** RocketMQ, on the heap. */
    public static class Reference extends Writing<EncodePeer>
    {
        @Override
        EncodePeer make() throws Exception
        {
            return checked(new EncodePeer(frames()));
        }
    }

    /** Puts field after field. */
    @Benchmark
    public int skim(final Skim state) throws Exception
    {
        return state.contender.next();
    }

    /** The same, names having been encoded once. */
    @Benchmark
    public int skimNames(final SkimNames state) throws Exception
    {
        return state.contender.next();
    }

    /** Likewise, the properties being there in UTF-8. */
    @Benchmark
    public int skimUtf8(final SkimUtf8 state) throws Exception
    {
        return state.contender.next();
    }

    /** Encodes a command with a custom header. */
    @Benchmark
    public int fastEncode(final Reference state) throws Exception
    {
        return state.contender.next();
    }
}
