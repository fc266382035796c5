package io.skim.command;

import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.remoting.HeaderSplitter;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A stream of remoting frames of which headers are held, one at a time, and bodies pass by.
 */
abstract class HeaderStream extends SplitStream
{
    private final HeaderSplitter splitter;
    /** Whether the header of the frame that passes by was refused. */
    private boolean refused;
    /** Why, until it is reported with the frame's end: frames of other connections can end before, and come before it. */
    private @Nullable Refusal refusal;

    /** What is reported of a frame. */
    private record Refusal(String reason, long at, String message)
    {
    }

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
                    if (refused)
                    {
                        tell();
                    }
                    else
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
        refusal = fault == null ? null
            : new Refusal(Objects.requireNonNull(fault.reason()).name(), offset + fault.offset(), fault.toMessage());
        return fault != null;
    }

    @Override
    final void tell()
    {
        if (refusal != null)
        {
            reader.report(source, splitter.frameOffset(), refusal.reason, refusal.at, refusal.message);
            refusal = null;
        }
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
        refusal = null;
    }

    @Override
    final boolean isReported()
    {
        return refused;
    }
}
