package io.skim.docs.snippets;

import io.netty.buffer.ByteBuf;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Outcome;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;

/** Gives a frame another opaque, in place. */
final class OpaqueRewriter implements DataHandler
{
    private final RemotingScanner scanner = new RemotingScanner();
    private final FrameView view = new FrameView();
    private int offset;

    // snippet: rewriting
    private static final RemotingInterest INTEREST = RemotingScanner.interest().field(RemotingField.OPAQUE, 0).build();

    @Override
    public Action onField(final int id, final Cursor opaque)
    {
        offset = opaque.kind() == Kind.INT32 ? opaque.offset() : -1; // four bytes in a binary header; not in JSON
        return Action.CONTINUE;
    }

    /** Says whether it was done; if not, no byte has changed. */
    boolean rewrite(final ByteBuf frame, final int opaque)
    {
        offset = -1;
        if (scanner.scan(view.wrap(frame), INTEREST, this) != Outcome.COMPLETE || offset < 0)
        {
            return false;
        }
        frame.setInt(frame.readerIndex() + offset, opaque);
        return true;
    }
    // end
}
