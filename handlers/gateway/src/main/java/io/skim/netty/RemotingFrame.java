package io.skim.netty;

import io.netty.buffer.ByteBuf;
import io.skim.handlers.patch.HeaderPatch;
import io.skim.scan.FrameView;
import io.skim.scan.remoting.RemotingHeaderView;
import io.skim.scan.remoting.RemotingScanner;
import org.jspecify.annotations.Nullable;

/**
 * The frame that a channel has just received, scanned once. It refers to the received bytes, and is valid during the call that it is
 * given to: an event loop has one such object for all of its channels.
 *
 * <pre>
 * frame.scanner().show(RequestGate.INTEREST, gate);    // any number of handlers, without another scan
 * frame.header().opaque();                             // or random access to the same header
 * output.write(frame);                                 // passes it on
 * queue.add(frame.retain());                           // or keeps it
 * </pre>
 */
public final class RemotingFrame
{
    private static final byte[] NONE = {};

    final ReceivedBytes received = new ReceivedBytes();
    private final RemotingScanner scanner;
    private final RemotingHeaderView header;
    private final FrameView view;
    /** A patched frame on its way to a buffer; as long as the longest so far. */
    private byte[] patched = NONE;
    private boolean wellFormed;
    /** The output that receives the rest of the body; null if nobody wants it. */
    @Nullable
    FrameOutput body;

    RemotingFrame(final RemotingScanner scanner, final RemotingHeaderView header, final FrameView view)
    {
        this.scanner = scanner;
        this.header = header;
        this.view = view;
    }

    /** Ends the use for a chunk. */
    void leave()
    {
        detach();
        received.leave();
    }

    /** Releases the references to the last frame. */
    void detach()
    {
        received.detach();
        body = null;
        wellFormed = false;
        header.reset();
        view.reset();
    }

    /**
     * Moves to the next frame, and scans it. As {@link ReceivedBytes#move} it stores references only if they change.
     *
     * @return whether it is well-formed.
     */
    boolean scan(final ByteBuf chunk, final int from, final int available, final int length, final boolean isOwned)
    {
        received.move(chunk, from, isOwned);
        if (body != null)
        {
            body = null;
        }
        view.wrapPart(chunk, from, available, length);
        wellFormed = scanner.check(view);
        if (wellFormed)
        {
            header.wrap(scanner);
        }
        else
        {
            header.reset();
        }
        return wellFormed;
    }

    /** {@return whether the scan accepted the frame} */
    public boolean isWellFormed()
    {
        return wellFormed;
    }

    /** {@return the scanner, whose last scan is that of this frame: show it to handlers, or give it to a rewriter} */
    public RemotingScanner scanner()
    {
        return scanner;
    }

    /** {@return random access to the header, from the same scan; no interest is selected yet} */
    public RemotingHeaderView header()
    {
        return header;
    }

    /** {@return the view, which is wrapped on this frame} */
    public FrameView view()
    {
        return view;
    }

    /** {@return the length of the whole frame in bytes, with its prefix} */
    public int length()
    {
        return view.length();
    }

    /** {@return the number of bytes of the frame that have arrived; the header always has} */
    public int available()
    {
        return view.available();
    }

    /** {@return whether all of the frame has arrived; false if a handler that gives heads first has more of the body to come} */
    public boolean isWhole()
    {
        return view.available() == view.length();
    }

    /**
     * The bytes of the frame that have arrived, to keep. From then on a patch does not change them in place.
     *
     * @return a slice of what was received, to be released by the caller.
     */
    public ByteBuf retain()
    {
        return received.retain(0, view.available());
    }

    /** What has arrived of the frame as it goes on with a patch if that is ready, to be released by the caller. */
    ByteBuf retain(final @Nullable HeaderPatch patch)
    {
        final ByteBuf arrived = retain();
        if (patch == null || !patch.isReady() || !patch.isChanged())
        {
            return arrived;
        }
        try
        {
            return patch.apply(arrived, arrived.alloc());
        }
        finally
        {
            arrived.release();
        }
    }

    /** Writes a patched header, and behind it what has arrived of the body: put together in an array, for one write is cheaper. */
    void copy(final HeaderPatch patch, final ByteBuf out)
    {
        final int header = patch.headerLength();
        final int body = view.available() - patch.bodyOffset();
        if (header + body > patched.length)
        {
            patched = new byte[Math.max(2 * patched.length, header + body)];
        }
        patch.writeHeader(patched, 0);
        view.getBytes(patch.bodyOffset(), body, patched, header);
        out.writeBytes(patched, 0, header + body);
    }
}
