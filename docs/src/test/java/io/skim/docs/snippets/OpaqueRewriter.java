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

// snippet: rewriting
/** Changes the opaque of a frame, in place. */
final class OpaqueRewriter implements DataHandler
{
    private static final RemotingInterest INTEREST = RemotingScanner.interest().field(RemotingField.OPAQUE, 0).build();

    private final RemotingScanner scanner = new RemotingScanner();
    private final FrameView view = new FrameView();
    private int offset;

    @Override
    public Action onField(final int id, final Cursor opaque)
    {
        offset = opaque.kind() == Kind.INT32 ? opaque.offset() : -1; // binary: four bytes; JSON: digits
        return Action.CONTINUE;
    }

    /** Returns false if it could not be done; then no byte has changed. */
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
}
// end
