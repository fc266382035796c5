package io.skim.command;

import io.skim.handlers.patch.AclSigner;
import io.skim.handlers.patch.HeaderPatch;
import io.skim.handlers.patch.RemotingEdits;
import io.skim.handlers.patch.RemotingRewriter;
import io.skim.handlers.select.Selector;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.FrameSplitter;
import io.skim.scan.remoting.RemotingScanner;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;

/**
 * Copies remoting frames and rewrites them.
 */
final class RemotingRewriting extends Rewriting
{
    private static final Limits LIMITS = RemotingSieve.LIMITS;
    private static final int READ_LENGTH = 65_536;

    private final RemotingRewriter rewriter;

    /** What was read of the file and not yet written, and where in the file that is. */
    private byte[] bytes = new byte[READ_LENGTH];
    private int from;
    private int to;
    private long offset;

    RemotingRewriting(final Console console, final RemotingEdits edits, final AclSigner signer,
        final List<Selector> selectors)
    {
        super(console, new RemotingScanner(LIMITS, Strictness.STRICT), new FrameView(LIMITS), selectors);
        rewriter = new RemotingRewriter(edits, LIMITS).signer(signer);
    }

    @Override
    boolean rewrite()
    {
        return rewriter.rewrite(view);
    }

    @Override
    HeaderPatch patch()
    {
        return rewriter.patch();
    }

    @Override
    Fault fault()
    {
        return rewriter.fault();
    }

    @Override
    void copy(final InputStream in) throws IOException
    {
        from = 0;
        to = 0;
        offset = 0;
        while (fill(in, Integer.BYTES))
        {
            final int length = frameLength();
            if (length < 0 || !fill(in, length))
            {
                break;
            }
            view.wrap(bytes, from, length);
            copy(bytes, from, length, 0, offset);
            from += length;
            offset += length;
        }
        end(in);
    }

    /** The length of the next frame, of whose prefix the first four bytes are there; negative if it is absurd. */
    private int frameLength()
    {
        final long length = (bytes[from] & 0xFFL) << 24 | (bytes[from + 1] & 0xFF) << 16 | (bytes[from + 2] & 0xFF) << 8
            | bytes[from + 3] & 0xFF;
        // One that is too short is refused as a frame; the next one stands behind it.
        return length > LIMITS.maxFrameLength() - Integer.BYTES ? -1 : (int)length + Integer.BYTES;
    }

    /** Reads on until so many bytes are there; false at the end of the file. */
    private boolean fill(final InputStream in, final int length) throws IOException
    {
        while (to - from < length)
        {
            if (from > 0)
            {
                System.arraycopy(bytes, from, bytes, 0, to - from);
                to -= from;
                from = 0;
            }
            if (to == bytes.length)
            {
                bytes = Arrays.copyOf(bytes, 2 * to);
            }
            beforeRead(in, offset + to - from);
            final int read = in.read(bytes, to, bytes.length - to);
            if (read < 0)
            {
                return false;
            }
            to += read;
        }
        return true;
    }

    /** What is left, if anything is, is no whole frame. */
    private void end(final InputStream in) throws IOException
    {
        if (to == from)
        {
            return;
        }
        final FrameSplitter splitter = new FrameSplitter(LIMITS);
        splitter.feed(bytes, from, to - from);
        if (splitter.next(view) || !splitter.isMalformed() && splitter.end())
        {
            throw new IllegalStateException("a frame that is none");
        }
        report(splitter.fault(), offset, offset + splitter.fault().offset());
        i++;
        copyRest(bytes, from, to, in);
    }
}
