package io.skim.store.rows;

import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.StreamSplitter;
import io.skim.scan.amqp.AmqpFrameSplitter;
import io.skim.scan.remoting.FrameSplitter;
import io.skim.store.capture.CaptureReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Where the frames of rows come from: a file of them, or the connections of a packet capture. */
abstract class FrameSupply
{
    /** The next frame. */
    final FrameView frame;
    /** Why there is no frame, but a row with a fault; null if there is one. */
    @Nullable
    String problem;
    /** Of the frame or fault: in the file, or in its direction of a connection. */
    long offset;
    /** Null if none is known. */
    @Nullable
    String connection;
    /** In microseconds since 1970; {@link CaptureReader#NO_TIME} if none is known. */
    long time = CaptureReader.NO_TIME;

    FrameSupply(final Limits limits)
    {
        frame = new FrameView(limits);
    }

    /**
     * A splitter of one of the encodings.
     *
     * @param splitter to feed.
     * @param next     moves to the next frame.
     */
    record Cutter(StreamSplitter splitter, Predicate<FrameView> next)
    {
        static Cutter remoting(final Limits limits)
        {
            final FrameSplitter splitter = new FrameSplitter(limits);
            return new Cutter(splitter, splitter::next);
        }

        static Cutter amqp(final Limits limits)
        {
            final AmqpFrameSplitter splitter = new AmqpFrameSplitter(limits);
            return new Cutter(splitter, splitter::next);
        }
    }

    /**
     * Opens a file. A capture is known by its first four bytes, which are the length of no frame.
     *
     * @param in        to read to its end, which is not closed.
     * @param isCapture whether it has to be one.
     * @param limits    of frames.
     * @param cutters   makes splitters.
     */
    static FrameSupply open(final InputStream in, final boolean isCapture, final Limits limits,
        final Supplier<Cutter> cutters) throws IOException
    {
        final PushbackInputStream all = new PushbackInputStream(in, Integer.BYTES);
        final byte[] start = all.readNBytes(Integer.BYTES);
        all.unread(start);
        return isCapture || CaptureReader.isCapture(start, 0, start.length) ? new CapturedFrames(all, limits, cutters)
            : new FileFrames(all, limits, cutters.get());
    }

    /** Moves to the next frame or problem; false if there is none. */
    abstract boolean next() throws IOException;

    static String told(final Fault fault)
    {
        return fault.reason() + ": " + fault.toMessage();
    }
}
