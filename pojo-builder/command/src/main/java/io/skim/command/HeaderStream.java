package io.skim.command;

import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.remoting.HeaderSplitter;
import org.jspecify.annotations.Nullable;

/**
 * A stream of remoting frames of which headers are held, one at a time, and bodies pass by.
 */
abstract class HeaderStream extends SplitStream
{
    private final HeaderSplitter splitter;
    /** Whether the header of the frame that passes by was refused. */
    private boolean refused;

    /**
     * Makes one.
     *
     * @param reader   whose stream it is.
     * @param source   where the bytes come from.
     * @param splitter that has not been fed yet.
     */
    HeaderStream(final InputReader reader, final Source source, final HeaderSplitter splitter)
    {
        super(reader, source, splitter);
        this.splitter = splitter;
    }

    @Override
    final void frames()
    {
        while (true)
        {
            switch (splitter.next())
            {
                case HEADER:
                    refused = isRefused();
                    break;
                case BODY:
                    if (!refused)
                    {
                        body(splitter.piece());
                    }
                    break;
                case END:
                    if (!refused)
                    {
                        complete();
                    }
                    refused = false;
                    reader.i++;
                    break;
                default:
                    return;
            }
        }
    }

    private boolean isRefused()
    {
        final long offset = splitter.frameOffset();
        final Fault fault = begin(splitter.header(), offset);
        if (fault != null)
        {
            reader.report(source, offset, fault, offset + fault.offset());
        }
        return fault != null;
    }

    /**
     * Scans a header.
     *
     * @param header of a frame whose body follows.
     * @param offset where the frame begins in the stream.
     * @return null, or why it is refused; then nothing else is told of the frame.
     */
    @Nullable
    abstract Fault begin(FrameView header, long offset);

    /** Takes the next piece of the body. */
    abstract void body(FrameView piece);

    /** Ends the frame, all of which has come. */
    abstract void complete();

    @Override
    void resumeAt(final long offset)
    {
        super.resumeAt(offset);
        refused = false;
    }

    @Override
    final boolean isReported()
    {
        return refused;
    }
}
