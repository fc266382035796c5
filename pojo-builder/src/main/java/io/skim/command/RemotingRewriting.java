package io.skim.command;

import io.skim.handlers.patch.AclSigner;
import io.skim.handlers.patch.HeaderPatch;
import io.skim.handlers.patch.Refusal;
import io.skim.handlers.patch.RemotingEdits;
import io.skim.handlers.patch.RemotingRewriter;
import io.skim.handlers.select.Selector;
import io.skim.handlers.select.SelectorEvaluator;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.FrameSplitter;
import io.skim.scan.remoting.RemotingScanner;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Copies remoting frames and rewrites their headers on the way: what is not rewritten, for whatever reason, comes out
 * as it went in. One frame is held at a time.
 */
final class RemotingRewriting
{
    private static final int GREATEST_HEADER = 16_777_215;
    private static final int MOST_ENTRIES = 65_536;
    private static final int READ_LENGTH = 65_536;
    private static final int LEAST_LENGTH = 4;

    /** The reference has no limit of its own but for the frame's. */
    private static final Limits LIMITS = Limits.DEFAULT.withMaxHeaderLength(GREATEST_HEADER).withMaxNameLength(
        GREATEST_HEADER).withMaxValueLength(GREATEST_HEADER).withMaxEntryCount(MOST_ENTRIES);

    private final Console console;
    private final RemotingRewriter rewriter;
    private final RemotingScanner scanner = new RemotingScanner(LIMITS, Strictness.STRICT);
    private final List<Selector> selectors = new ArrayList<>();
    private final List<SelectorEvaluator> evaluators = new ArrayList<>();
    private final FrameView view = new FrameView(LIMITS);

    private OutputStream out;
    private String file;
    private long i;
    /** What was read of the file and not yet written, and where in the file that is. */
    private byte[] bytes = new byte[READ_LENGTH];
    private int from;
    private int to;
    private long offset;
    private byte[] header = new byte[READ_LENGTH];

    RemotingRewriting(final Console console, final RemotingEdits edits)
    {
        this.console = console;
        rewriter = new RemotingRewriter(edits, LIMITS);
    }

    /** Leaves frames alone that a selector, if there is one, does not select. */
    void where(final Selector selector)
    {
        if (selector != null)
        {
            selectors.add(selector);
            evaluators.add(new SelectorEvaluator(selector));
        }
    }

    void signer(final AclSigner signer)
    {
        rewriter.signer(signer);
    }

    void output(final OutputStream stream)
    {
        out = new BufferedOutputStream(stream, READ_LENGTH);
    }

    /**
     * Copies frames to the end of a file.
     *
     * @param in   to read.
     * @param name of the file, or null for standard input.
     * @throws IOException     if reading fails.
     * @throws OutputException if writing fails.
     */
    void rewrite(final InputStream in, final String name) throws IOException
    {
        file = name;
        from = 0;
        to = 0;
        offset = 0;
        while (true)
        {
            final int length = frameLength();
            if (length < 0 || !fill(in, length))
            {
                end(in);
                return;
            }
            if (length > Integer.BYTES)
            {
                frame(length);
                console.progress.update(name == null ? "standard input" : name, offset, i);
            }
        }
    }

    /** The bytes that the next frame needs as far as that is known, negative if it is absurd. */
    private int frameLength()
    {
        if (to - from < Integer.BYTES)
        {
            return Integer.BYTES;
        }
        final long length = (bytes[from] & 0xFFL) << 24 | (bytes[from + 1] & 0xFF) << 16 | (bytes[from + 2] & 0xFF) << 8
            | bytes[from + 3] & 0xFF;
        return length < LEAST_LENGTH || length > LIMITS.maxFrameLength() - Integer.BYTES ? -1 : (int)length
            + Integer.BYTES;
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
            if (file == null && in.available() == 0)
            {
                flush();
            }
            final int read = in.read(bytes, to, bytes.length - to);
            if (read < 0)
            {
                return false;
            }
            to += read;
        }
        return true;
    }

    private void frame(final int length)
    {
        view.wrap(bytes, from, length);
        boolean editing = isSelected();
        if (editing && !rewriter.rewrite(view))
        {
            refused();
            editing = false;
        }
        if (editing && rewriter.patch().isChanged())
        {
            final HeaderPatch patch = rewriter.patch();
            header = header.length < patch.headerLength() ? new byte[patch.headerLength()] : header;
            write(header, 0, patch.writeHeader(header, 0));
            write(bytes, from + patch.bodyOffset(), patch.bodyLength());
        }
        else
        {
            write(bytes, from, length);
        }
        from += length;
        offset += length;
        i++;
    }

    /** Whether the frame is to be edited; a malformed one is, so that it is reported. */
    private boolean isSelected()
    {
        for (int k = 0; k < selectors.size(); k++)
        {
            final Outcome outcome = scanner.scan(view, selectors.get(k).interest(), evaluators.get(k));
            if (outcome == Outcome.COMPLETE && !evaluators.get(k).matches())
            {
                return false;
            }
        }
        return true;
    }

    private void refused()
    {
        final Refusal refusal = rewriter.patch().refusal();
        if (refusal == Refusal.MALFORMED)
        {
            report(rewriter.fault());
        }
        else
        {
            console.malformed(i, offset, refusal.name(), offset, refusal.sentence(), file);
        }
    }

    private void report(final Fault fault)
    {
        console.malformed(i, offset, fault.reason().name(), offset + fault.offset(), fault.toMessage(), file);
    }

    /** What is left is no whole frame: it is reported, and copied, for nobody has another copy of what came by a pipe. */
    private void end(final InputStream in) throws IOException
    {
        if (to > from)
        {
            final FrameSplitter splitter = new FrameSplitter(LIMITS);
            splitter.feed(bytes, from, to - from);
            if (splitter.next(view) || !splitter.isMalformed() && splitter.end())
            {
                throw new IllegalStateException("a frame that is none");
            }
            report(splitter.fault());
            i++;
        }
        while (to > from)
        {
            write(bytes, from, to - from);
            from = 0;
            to = Math.max(0, in.read(bytes));
        }
    }

    private void write(final byte[] source, final int at, final int length)
    {
        try
        {
            out.write(source, at, length);
        }
        catch (final IOException e)
        {
            throw new OutputException(e);
        }
    }

    /** Writes out what is held back. */
    void flush()
    {
        try
        {
            out.flush();
        }
        catch (final IOException e)
        {
            throw new OutputException(e);
        }
    }
}
