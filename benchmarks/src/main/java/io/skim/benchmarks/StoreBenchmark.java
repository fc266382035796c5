package io.skim.benchmarks;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does it cost to count the messages of a segment that an SQL92 expression selects? The time is that of a whole segment of
 * 128 MiB, mapped, whose pages are in memory.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 5)
@Measurement(iterations = 10)
public class StoreBenchmark
{
    /** For JMH, which makes it. */
    public StoreBenchmark()
    {
        // Nothing to keep.
    }

    /** Skim. */
    public static class Skim extends Reading<SegmentContender>
    {
        @Override
        SegmentContender make() throws Exception
        {
            return checked(new SegmentContender(segment()));
        }
    }

    /** RocketMQ. */
    public static class Decode extends Reading<SegmentPeer>
    {
        @Override
        SegmentPeer make() throws Exception
        {
            return checked(new SegmentPeer(segment(), true));
        }
    }

    /** RocketMQ. */
    public static class DecodeWithoutBodies extends Reading<SegmentPeer>
    {
        @Override
        SegmentPeer make() throws Exception
        {
            return checked(new SegmentPeer(segment(), false));
        }
    }

    /** No reader. */
    public static class Touch extends Reading<SegmentTouch>
    {
        @Override
        SegmentTouch make() throws Exception
        {
            return new SegmentTouch(segment());
        }
    }

    /** A contender on a segment. */
    public abstract static class Reading<C extends Contender> extends ContenderState<C>
    {
        /** Bytes of each body. */
        @Param({"200", "2000", "20000"})
        public int bodyLength;

        final SegmentMaker.Segment segment() throws Exception
        {
            return SegmentMaker.segment(bodyLength, SegmentMaker.LENGTH);
        }

        final C checked(final C made) throws Exception
        {
            final int expected = segment().selected();
            final int found = made.next();
            if (found != expected)
            {
                throw new IllegalStateException(made.getClass().getSimpleName() + " selects " + found + " and not "
                    + expected);
            }
            return made;
        }
    }

    /** Reads the segment. */
    @Benchmark
    public int skim(final Skim state) throws Exception
    {
        return state.contender.next();
    }

    /** Adds up heads and properties: what memory alone takes. */
    @Benchmark
    public int touch(final Touch state) throws Exception
    {
        return state.contender.next();
    }

    /** Decodes each message, and has the broker's evaluator judge its properties. */
    @Benchmark
    public int decode(final Decode state) throws Exception
    {
        return state.contender.next();
    }

    /** The same, but without copies of bodies. */
    @Benchmark
    public int decodeWithoutBodies(final DecodeWithoutBodies state) throws Exception
    {
        return state.contender.next();
    }
}
