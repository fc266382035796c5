package io.skim.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.skim.handlers.patch.HeaderPatch;
import io.skim.scan.FrameView;
import io.skim.scan.amqp.AmqpFrameReader;

/**
 * The frame or protocol header that a channel has just received, read up to its payload. It refers to the received bytes, and is
 * valid during the call that it is given to: an event loop has one such object for all of its channels.
 */
public final class AmqpFrame
{
    final ReceivedBytes received = new ReceivedBytes();
    private final AmqpFrameReader reader;
    private final FrameView view;

    AmqpFrame(final AmqpFrameReader reader, final FrameView view)
    {
        this.reader = reader;
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
        reader.reset();
        view.reset();
    }

    /**
     * Moves to the next frame, and reads it up to its payload.
     *
     * @return whether it is well-formed.
     */
    boolean read(final ByteBuf chunk, final int from, final int length, final boolean isOwned)
    {
        received.move(chunk, from, isOwned);
        return reader.wrap(view.wrap(chunk, from, length));
    }

    /** {@return the reader, which is on this frame, before its first field} */
    public AmqpFrameReader reader()
    {
        return reader;
    }

    /** {@return the view, which is wrapped on this frame} */
    public FrameView view()
    {
        return view;
    }

    /** {@return the size of the frame in bytes} */
    public int length()
    {
        return view.length();
    }

    /**
     * The bytes of the frame, to keep. From then on a patch does not change them in place.
     *
     * @return a slice of what was received, to be released by the caller.
     */
    public ByteBuf retain()
    {
        return received.retain(0, view.length());
    }

    /**
     * Moves on to a copy of the frame, for one that waits: a slice would keep all that was received with it, and a peer chooses how much
     * that is.
     *
     * @return the copy, to be released by the caller.
     */
    ByteBuf keep(final ByteBufAllocator allocator)
    {
        final int length = view.length();
        final ByteBuf copy = allocator.buffer(length).writeBytes(received.chunk(), received.offset(), length);
        read(copy, copy.readerIndex(), length, false);
        return copy;
    }

    /** Passes the frame on as it is. */
    void passTo(final FrameOutput output)
    {
        received.passTo(output, 0, view.length());
    }

    /** Passes the frame on from an offset. */
    void passTo(final FrameOutput output, final int from)
    {
        received.passTo(output, from, view.length() - from);
    }

    /** Passes the frame on with a patch of its performative. */
    void passTo(final FrameOutput output, final HeaderPatch patch)
    {
        if (!patch.isChanged() || received.applyInPlace(patch, 0))
        {
            passTo(output);
            return;
        }
        patch.writeHeader(output.room(patch.headerLength()));
        passTo(output, patch.bodyOffset());
    }

    /**
     * Passes the frame on with a patch of its payload, in place if nothing changes its width and nobody else has the bytes.
     *
     * @return false if it cannot be done in place.
     */
    boolean patchedInPlace(final HeaderPatch patch)
    {
        return received.applyInPlace(patch, reader.payloadOffset());
    }

    /** Writes the frame up to its payload, as one of another size. */
    void writeHead(final ByteBuf to, final int size)
    {
        to.writeInt(size).writeBytes(received.chunk(), received.offset() + Integer.BYTES,
            reader.payloadOffset() - Integer.BYTES);
    }

    /** The payload, to keep. */
    ByteBuf retainPayload()
    {
        return received.retain(reader.payloadOffset(), reader.payloadLength());
    }
}
