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
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Copies remoting frames and rewrites them.
 */
final class RemotingRewriting extends Rewriting<RemotingInterest>
{
    private static final Limits LIMITS = RemotingDecoder.LIMITS;
    private static final byte[] NONE = {};

    private final RemotingEditing editing;
    private final Function<RemotingEdits, RemotingRewriter> maker;
    @SuppressWarnings("NullAway.Init") // rewrite sets it
    private RemotingRewriter rewriter;

    RemotingRewriting(final Console console, final Strictness strictness, final RemotingEditing editing,
        final @Nullable AclSigner signer, final List<Selector<RemotingInterest>> selectors)
    {
        super(console, new RemotingScanner(LIMITS, strictness), new FrameView(LIMITS), selectors);
        this.editing = editing;
        maker = edits -> new RemotingRewriter(edits, LIMITS, strictness).signer(signer);
    }

    @Override
    boolean rewrite()
    {
        rewriter = editing.rewriter(view, maker);
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
    UnitStream open(final Source source)
    {
        return new Frames(source);
    }

    /** A stream of frames, of which one is held at a time, whole. */
    private final class Frames extends UnitStream
    {
        /** What was fed and not yet written, and where in the stream that is. */
        private byte[] bytes = NONE;
        private int from;
        private int to;
        private long offset;
        /** Whether no further frame can be found. */
        private boolean lost;

        Frames(final Source source)
        {
            super(RemotingRewriting.this, source);
        }

        @Override
        boolean feed(final byte[] fed, final int fedFrom, final int length)
        {
            if (!lost)
            {
                add(fed, fedFrom, length);
                copyFrames();
                release();
            }
            else if (copiesRest())
            {
                write(fed, fedFrom, length);
            }
            // Of a file the rest is copied, for nobody has another copy of what came by a pipe.
            return !lost || source.connection() == null;
        }

        private void add(final byte[] fed, final int fedFrom, final int length)
        {
            if (from > 0)
            {
                System.arraycopy(bytes, from, bytes, 0, to - from);
                to -= from;
                from = 0;
            }
            if (bytes.length - to < length)
            {
                bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, to + length));
            }
            System.arraycopy(fed, fedFrom, bytes, to, length);
            to += length;
        }

        /** A capture has many streams, most of which wait between two frames. */
        private void release()
        {
            if (from == to && source.connection() != null)
            {
                bytes = NONE;
                from = 0;
                to = 0;
            }
        }

        @Override
        int held()
        {
            return bytes.length;
        }

        @Override
        long offset()
        {
            return offset;
        }

        @Override
        long frameLimit()
        {
            return !lost && to - from >= Integer.BYTES ? offset + frameLength() : -1;
        }

        @Override
        void resumeAt(final long streamOffset)
        {
            bytes = NONE;
            from = 0;
            to = 0;
            offset = streamOffset;
        }

        private void copyFrames()
        {
            while (to - from >= Integer.BYTES)
            {
                final int length = frameLength();
                if (length < 0)
                {
                    refuse();
                }
                if (length < 0 || to - from < length)
                {
                    return;
                }
                view.wrap(bytes, from, length);
                final long begin = offset;
                copy(source, bytes, from, length, 0, begin, inFrame -> begin + inFrame);
                from += length;
                offset += length;
            }
        }

        /** The length of the next frame, of whose prefix the first four bytes are there; negative if it is absurd. */
        private int frameLength()
        {
            final long length = (bytes[from] & 0xFFL) << 24 | (bytes[from + 1] & 0xFF) << 16 | (bytes[from + 2] & 0xFF)
                << 8 | bytes[from + 3] & 0xFF;
            // One that is too short is refused as a frame; the next one stands behind it.
            return length > LIMITS.maxFrameLength() - Integer.BYTES ? -1 : (int)length + Integer.BYTES;
        }

        @Override
        void end()
        {
            if (!lost && to > from)
            {
                refuse();
            }
        }

        /** What is left is no whole frame. */
        private void refuse()
        {
            lost = true;
            final FrameSplitter splitter = new FrameSplitter(LIMITS);
            splitter.feed(bytes, from, to - from);
            if (splitter.next(view) || !splitter.isMalformed() && splitter.end())
            {
                throw new IllegalStateException("a frame that is none");
            }
            report(source, offset, splitter.fault(), offset + splitter.fault().offset());
            i++;
            if (source.connection() == null && copiesRest())
            {
                write(bytes, from, to - from);
            }
            from = to;
        }
    }
}
