package io.skim.command;

import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.StreamSplitter;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpFrameSplitter;
import io.skim.scan.remoting.FrameSplitter;
import io.skim.store.capture.CaptureReader;
import io.skim.store.capture.SegmentCounts;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads files and captures, and hands over each frame or message whole, well-formed or not, in the order of its stream.
 */
public final class WholeUnits extends InputReader
{
    /** Of frames: what all commands take. */
    public static final Limits REMOTING = RemotingDecoder.LIMITS;
    /** Of AMQP frames and messages. */
    public static final Limits AMQP = DeliveryStream.LIMITS;

    private final Form form;
    private final Opener opener;
    private final FrameView view;
    private boolean capture;
    private long malformed;
    /** Of the captures before the current one; null if it is the first. */
    private @Nullable Segments segments;
    /** Of the current capture; null before the first. */
    private @Nullable SegmentCounts current;

    /** What files hold. */
    public enum Form
    {
        /** Remoting frames. */
        ROCKETMQ,
        /** AMQP frames and protocol headers. */
        AMQP_FRAMES,
        /** AMQP messages after a length of four bytes; not in captures. */
        AMQP_MESSAGES
    }

    /** Takes part in each stream. */
    public interface Opener
    {
        /**
         * Begins a stream.
         *
         * @param units  that are read.
         * @param source a file, or a direction of a connection.
         * @return what takes its frames.
         */
        Taker begin(WholeUnits units, Source source);
    }

    /** Takes the frames or messages of one stream. */
    public interface Taker
    {
        /**
         * Takes one.
         *
         * @param unit   that holds it, until this returns.
         * @param offset where it begins in the stream.
         * @param time   when its last packet was captured, in microseconds since 1970; {@link CaptureReader#NO_TIME} if not known.
         * @throws IOException if it cannot be written.
         */
        void unit(FrameView unit, long offset, long time) throws IOException;

        /**
         * Tells that some are missing, or that there are no more.
         *
         * @throws IOException if what was held cannot be written.
         */
        void gap() throws IOException;

        /** {@return how much is held of the stream, in bytes of memory} */
        int held();
    }

    /**
     * Makes a reader.
     *
     * @param console to report to.
     * @param form    of the files.
     * @param opener  for each stream.
     */
    public WholeUnits(final Console console, final Form form, final Opener opener)
    {
        super(console);
        this.form = form;
        this.opener = opener;
        view = new FrameView(form == Form.ROCKETMQ ? REMOTING : AMQP);
    }

    /**
     * Reads files to their ends.
     *
     * @param files    names, {@code -} for standard input; null for it alone.
     * @param captures whether all are captures, also those that do not begin like one.
     * @throws IOException if a taker could not write.
     */
    public void read(final @Nullable List<String> files, final boolean captures) throws IOException
    {
        try
        {
            new Inputs(console, files, captures).read(this);
        }
        catch (final UncheckedIOException e)
        {
            throw e.getCause();
        }
    }

    /** Passes over streams of other protocols in captures; they are told of when all is read. */
    public void passOverOthers()
    {
        others = new OtherProtocols();
    }

    /** {@return the number of the current frame or message, over all files} */
    public long number()
    {
        return i;
    }

    /** {@return whether one of the files was a capture} */
    public boolean isCapture()
    {
        return capture;
    }

    /** {@return how many frames were reported as malformed, by takers too} */
    public long malformed()
    {
        return malformed;
    }

    /** {@return what the network did in all captures; null if none was read} */
    public @Nullable Segments segments()
    {
        return current == null ? segments : Segments.plus(segments, current);
    }

    @Override
    void capturing(final SegmentCounts counts)
    {
        segments = segments();
        current = counts;
    }

    @Override
    public void report(final Source source, final long unit, final String reason, final long at, final String message)
    {
        if (!isOther(source, unit, reason))
        {
            malformed++;
            super.report(source, unit, reason, at, message);
        }
    }

    @Override
    boolean takesCaptures()
    {
        return form != Form.AMQP_MESSAGES;
    }

    @Override
    FrameStart frameStart()
    {
        capture = true;
        return form == Form.ROCKETMQ ? super.frameStart() : new FrameStart.Amqp();
    }

    @Override
    void flush()
    {
        // Nothing is held but by the output, which is a file.
    }

    @Override
    UnitStream open(final Source source)
    {
        return new Units(source, form == Form.ROCKETMQ ? new FrameSplitter(REMOTING) : new AmqpFrameSplitter(AMQP));
    }

    @Override
    void read(final InputStream in, final Source source) throws IOException
    {
        if (form != Form.AMQP_MESSAGES)
        {
            super.read(in, source);
            return;
        }
        final Taker taker = opener.begin(this, source);
        new MessageInput(this, new Window(AmqpDecoder.MAX_LENGTH), Strictness.LENIENT, (from, message) -> {
            view.wrap(message.bytes(), message.from(), message.length());
            take(taker, message.offset());
        }).read(in, source);
    }

    private void take(final Taker taker, final long offset)
    {
        try
        {
            taker.unit(view, offset, time);
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException(e);
        }
        i++;
    }

    /** A stream that is cut into frames. */
    private final class Units extends SplitStream
    {
        private final StreamSplitter splitter;
        private final Taker taker;

        Units(final Source source, final StreamSplitter splitter)
        {
            super(WholeUnits.this, source, splitter);
            this.splitter = splitter;
            taker = opener.begin(WholeUnits.this, source);
        }

        @Override
        void frames()
        {
            while (next())
            {
                take(taker, splitter.frameOffset());
            }
            if (splitter.isMalformed())
            {
                // Nothing follows, not even the end.
                gap();
            }
        }

        private boolean next()
        {
            return splitter instanceof FrameSplitter frames ? frames.next(view)
                : ((AmqpFrameSplitter)splitter).next(view);
        }

        private void gap()
        {
            try
            {
                taker.gap();
            }
            catch (final IOException e)
            {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        void end()
        {
            super.end();
            gap();
        }

        @Override
        void resumeAt(final long offset)
        {
            gap();
            super.resumeAt(offset);
        }

        @Override
        int held()
        {
            return super.held() + taker.held();
        }
    }
}
