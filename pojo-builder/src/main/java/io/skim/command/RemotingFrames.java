package io.skim.command;

import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.remoting.HeaderSplitter;

/**
 * A stream of remoting frames that are decoded. Headers are held one at a time, bodies not at all, unless their messages
 * are wanted.
 */
final class RemotingFrames extends UnitStream
{
    private final RemotingDecoder decoder;
    private final DecodedFrame frame;
    private final HeaderSplitter splitter = new HeaderSplitter(RemotingDecoder.LIMITS);
    /** Whether the frame's header is there, and its end is not. */
    private boolean within;
    private boolean refused;

    RemotingFrames(final RemotingDecoder decoder, final DecodedFrame frame)
    {
        super(decoder, frame.source());
        this.decoder = decoder;
        this.frame = frame;
    }

    @Override
    boolean feed(final byte[] bytes, final int from, final int length)
    {
        splitter.feed(bytes, from, length);
        while (true)
        {
            switch (splitter.next())
            {
                case MORE:
                    return true;
                case HEADER:
                    refused = !begin(splitter.header());
                    within = true;
                    break;
                case BODY:
                    final FrameView piece = splitter.piece();
                    frame.body(piece.array(), piece.arrayOffset(), piece.length());
                    break;
                case END:
                    within = false;
                    if (!refused)
                    {
                        frame.print(splitter.frameOffset(), 1);
                    }
                    decoder.i++;
                    break;
                default:
                    decoder.report(source, splitter.frameOffset(), splitter.fault(), splitter.fault().offset());
                    decoder.i++;
                    return false;
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
    void end()
    {
        if (!splitter.end())
        {
            // A frame that was refused already is not reported again for being cut off.
            if (!refused || !within)
            {
                decoder.report(source, splitter.frameOffset(), splitter.fault(), splitter.fault().offset());
            }
            decoder.i++;
        }
    }
}
