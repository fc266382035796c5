package io.skim.benchmarks;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/**
 * What does it cost to give a frame another opaque, as a relay does, and to change its topic and add a property, as a
 * gateway does? The body is nobody's business: it goes on as it is, and is not counted.
 */
public class RewriteBenchmark extends TimePerCall
{
    /** Skim, on binary frames of clients that are trusted. JSON is checked all the same. */
    public static class SkimOpaqueTrusted extends FramesState<RelayContender>
    {
        /** Of the headers. */
        @Param({"binary"})
        public String encoding;
        /** What the frames arrive in. */
        @Param({"heap", "direct", "composite"})
        public String buffer;

        @Override
        final String encoding()
        {
            return encoding;
        }

        @Override
        final byte[][] frames()
        {
            return RewriteBenchmark.frames(sends());
        }

        @Override
        RelayContender make() throws Exception
        {
            return trusted(frames(), Buffers.of(buffer));
        }
    }

    /** A contender on frames with wide opaques. */
    public abstract static class Rewriting<C extends Rewrite> extends RemotingState<C>
    {
        @Override
        final byte[][] frames()
        {
            return RewriteBenchmark.frames(sends());
        }

        /** A contender whose frames are those that the reference edits. */
        final C compared(final C made, final Rewrite.Expectation expectation) throws Exception
        {
            Rewrite.check(made, frames(), expectation);
            return made;
        }
    }

    /** What a run of Skim may vary. */
    public abstract static class Skim<C extends Rewrite> extends Rewriting<C>
    {
        /** What the frames arrive in. */
        @Param({"heap", "direct", "composite"})
        public String buffer;
    }

    /** Skim. */
    public static class SkimOpaque extends Skim<RelayContender>
    {
        @Override
        RelayContender make() throws Exception
        {
            return compared(new RelayContender(frames(), Buffers.of(buffer)), Rewrite.Expectation.OPAQUE);
        }
    }

    /** Skim. */
    public static class SkimTopic extends Skim<RewriterContender>
    {
        @Override
        RewriterContender make() throws Exception
        {
            return compared(new RewriterContender(frames(), Buffers.of(buffer)), Rewrite::topic);
        }
    }

    /** RocketMQ. */
    public static class DecodeOpaque extends Rewriting<RewritePeer.Opaque>
    {
        @Override
        RewritePeer.Opaque make() throws Exception
        {
            return compared(new RewritePeer.Opaque(frames()), Rewrite.Expectation.OPAQUE);
        }
    }

    /** RocketMQ. */
    public static class DecodeTopic extends Rewriting<RewritePeer.Topic>
    {
        @Override
        RewritePeer.Topic make() throws Exception
        {
            return compared(new RewritePeer.Topic(frames()), Rewrite::topic);
        }
    }

    /** The same frames, each with an opaque that is as wide as one can be: whatever comes fits in its place. */
    static byte[][] frames(final byte[][] sends)
    {
        final byte[][] frames = new byte[sends.length][];
        for (int i = 0; i < frames.length; i++)
        {
            frames[i] = withOpaque(sends[i], Integer.MAX_VALUE - i);
        }
        return frames;
    }

    /** A frame with another opaque. Nothing else of it changes, for the form of its header is what is measured. */
    private static byte[] withOpaque(final byte[] frame, final int opaque)
    {
        if (frame[Integer.BYTES] != 0)
        {
            final byte[] edited = frame.clone();
            ByteBuffer.wrap(edited).putInt(Encoding.PREFIX + Encoding.OPAQUE, opaque);
            return edited;
        }
        final int end = Encoding.PREFIX + Encoding.headerLength(frame);
        final String header = new String(frame, Encoding.PREFIX, end - Encoding.PREFIX, StandardCharsets.ISO_8859_1);
        // Inside a value the quotes would be escaped.
        final byte[] edited = header.replaceFirst("\"opaque\":-?[0-9]+", "\"opaque\":" + opaque).getBytes(
            StandardCharsets.ISO_8859_1);
        final int length = Encoding.PREFIX + edited.length + frame.length - end;
        return ByteBuffer.allocate(length).putInt(length - Integer.BYTES).putInt(edited.length).put(edited).put(frame,
            end, frame.length - end).array();
    }

    /** A relay that trusts its clients, whose frames become the same as those of one that does not. */
    static RelayContender trusted(final byte[][] frames, final Buffers kind) throws Exception
    {
        Rewrite.checkSame(RelayContender.trusting(frames, kind), new RelayContender(frames, kind), frames.length);
        final RelayContender made = RelayContender.trusting(frames, kind);
        Rewrite.check(made, frames, Rewrite.Expectation.OPAQUE);
        return made;
    }

    /** In place. */
    @Benchmark
    public int skimOpaque(final SkimOpaque state)
    {
        return state.contender.next();
    }

    /** In place; what is in the entries is not looked at. */
    @Benchmark
    public int skimOpaqueTrusted(final SkimOpaqueTrusted state)
    {
        return state.contender.next();
    }

    /** By a copy of the header. */
    @Benchmark
    public int skimTopic(final SkimTopic state)
    {
        return state.contender.next();
    }

    /** Decodes, sets, and encodes. */
    @Benchmark
    public int decodeOpaque(final DecodeOpaque state) throws Exception
    {
        return state.contender.next();
    }

    /** Decodes, sets, and encodes. */
    @Benchmark
    public int decodeTopic(final DecodeTopic state) throws Exception
    {
        return state.contender.next();
    }
}
