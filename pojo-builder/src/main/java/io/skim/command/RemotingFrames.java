package io.skim.command;

import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.remoting.HeaderSplitter;

/**
 * A stream of remoting frames that are decoded. Headers are held one at a time, bodies not at all, unless their messages
 * are wanted.
 */
final class RemotingFrames extends SplitStream
{
    private final RemotingDecoder decoder;
    private final DecodedFrame frame;
    private final HeaderSplitter splitter;
    /** Whether the header of the frame that passes by was refused. */
    private boolean refused;

    RemotingFrames(final RemotingDecoder decoder, final DecodedFrame frame, final HeaderSplitter splitter)
    {
        super(decoder, frame.source(), splitter);
        this.decoder = decoder;
        this.frame = frame;
        this.splitter = splitter;
    }

    @Override
    void frames()
    {
        while (true)
        {
            switch (splitter.next())
            {
                case HEADER:
                    refused = !begin(splitter.header());
                    break;
                case BODY:
                    final FrameView piece = splitter.piece();
                    frame.body(piece.array(), piece.arrayOffset(), piece.length());
                    break;
                case END:
                    if (!refused)
                    {
                        frame.print(splitter.frameOffset(), 1);
                    }
                    refused = false;
                    decoder.i++;
                    break;
                default:
                    return;
            }
        }
    }

    /** Scans a header; false if it is refused. */
    private boolean begin(final FrameView header)
    {
        final long offset = splitter.frameOffset();
        final Fault fault = frame.begin(header, offset);
        if (fault != null)
        {
            decoder.report(source, offset, fault, offset + fault.offset());
            return false;
        }
        // Lenient: where a binary header is longer than its fields, the reference takes the body from their end.
        final int behind = header.length() - frame.bodyLeft() - frame.bodyOffset();
        frame.body(header.array(), header.arrayOffset() + frame.bodyOffset(), behind);
        return true;
    }

    @Override
    int held()
    {
        return super.held() + frame.held();
    }

    @Override
    boolean isReported()
    {
        return refused;
    }
}
