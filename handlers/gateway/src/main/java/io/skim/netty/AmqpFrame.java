package io.skim.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.skim.handlers.patch.HeaderPatch;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.amqp.AmqpFrameReader;

/**
 * The frame or protocol header that a channel has just received, read up to its payload. It refers to the received bytes, and is
 * valid during the call that it is given to: an event loop has one such object for all of its channels.
 */
public final class AmqpFrame
{
    /** Of the framing of the channel that is read. */
    final Fault framing = new Fault();
    private final AmqpFrameReader reader;
    private final FrameView view;
    @SuppressWarnings("NullAway.Init") // read sets it
    private ByteBuf chunk;
    private int offset;
    private boolean owned;
    private boolean busy;

    AmqpFrame(final AmqpFrameReader reader, final FrameView view)
    {
        this.reader = reader;
        this.view = view;
    }

    /** Takes the object for a chunk; false if a channel of the same loop uses it further up the stack. */
    boolean take()
    {
        final boolean free = !busy;
        busy = true;
        return free;
    }

    /** Ends the use for a chunk. */
    void leave()
    {
        detach();
        busy = false;
    }

    /** Releases the references to the last frame. */
    @SuppressWarnings("NullAway") // no reads until read
    void detach()
    {
        chunk = null;
        reader.reset();
        view.reset();
    }

    /**
     * Moves to the next frame, and reads it up to its payload.
     *
     * @return whether it is well-formed.
     */
    boolean read(final ByteBuf received, final int from, final int length, final boolean isOwned)
    {
        chunk = received;
        offset = from;
        owned = isOwned;
        return reader.wrap(view.wrap(received, from, length));
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
        owned = false;
        return chunk.retainedSlice(offset, view.length());
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
        final ByteBuf copy = allocator.buffer(length).writeBytes(chunk, offset, length);
        read(copy, copy.readerIndex(), length, false);
        return copy;
    }

    /** Passes the frame on as it is. */
    void passTo(final FrameOutput output)
    {
        output.pass(chunk, offset, view.length());
    }

    /** Passes the frame on from an offset. */
    void passTo(final FrameOutput output, final int from)
    {
        output.pass(chunk, offset + from, view.length() - from);
    }

    /** Passes the frame on with a patch of its performative. */
    void passTo(final FrameOutput output, final HeaderPatch patch)
    {
        if (!patch.isChanged() || patch.isInPlace() && owned && patch.applyInPlace(chunk, offset))
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
        return patch.isInPlace() && owned && patch.applyInPlace(chunk, offset + reader.payloadOffset());
    }

    /** Writes the frame up to its payload, as one of another size. */
    void writeHead(final ByteBuf to, final int size)
    {
        to.writeInt(size).writeBytes(chunk, offset + Integer.BYTES, reader.payloadOffset() - Integer.BYTES);
    }

    /** The payload, to keep. */
    ByteBuf retainPayload()
    {
        owned = false;
        return chunk.retainedSlice(offset + reader.payloadOffset(), reader.payloadLength());
    }
}
