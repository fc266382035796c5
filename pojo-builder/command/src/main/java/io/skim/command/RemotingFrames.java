package io.skim.command;

import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.remoting.HeaderSplitter;
import io.skim.scan.spi.Frames;
import org.jspecify.annotations.Nullable;

/**
 * A stream of remoting frames that are decoded. Bodies are not held, unless their messages are wanted.
 */
final class RemotingFrames extends HeaderStream
{
    private final DecodedFrame frame;

    RemotingFrames(final RemotingDecoder decoder, final DecodedFrame frame, final HeaderSplitter splitter)
    {
        super(decoder, frame.source(), splitter);
        this.frame = frame;
    }

    @Override
    @Nullable
    Fault begin(final FrameView header, final long offset)
    {
        final Fault fault = frame.begin(header, offset);
        if (fault == null)
        {
            // Lenient: where a binary header is longer than its fields, the reference takes the body from their end.
            final int behind = header.length() - frame.bodyLeft() - frame.bodyOffset();
            frame.body(Frames.array(header), Frames.arrayOffset(header) + frame.bodyOffset(), behind);
        }
        return fault;
    }

    @Override
    void body(final FrameView piece)
    {
        frame.body(Frames.array(piece), Frames.arrayOffset(piece), piece.length());
    }

    @Override
    void complete()
    {
        frame.print(offset(), 1);
    }

    @Override
    void resumeAt(final long offset)
    {
        super.resumeAt(offset);
        frame.drop();
    }

    @Override
    int held()
    {
        return super.held() + frame.held();
    }
}
