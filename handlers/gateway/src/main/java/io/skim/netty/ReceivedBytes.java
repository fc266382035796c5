package io.skim.netty;

import io.netty.buffer.ByteBuf;
import io.skim.handlers.patch.HeaderPatch;
import io.skim.scan.Fault;

/**
 * Where a frame stands in what a channel has received, and whether its bytes may be changed. The channels of an event loop use one such
 * object one after the other.
 */
final class ReceivedBytes
{
    /** Of the framing of the channel that is read. */
    final Fault framing = new Fault();
    @SuppressWarnings("NullAway.Init") // move sets it
    private ByteBuf chunk;
    private int offset;
    private boolean owned;
    private boolean busy;

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
        busy = false;
    }

    /** Releases the reference to the buffer. */
    @SuppressWarnings("NullAway") // no reads until move
    void detach()
    {
        chunk = null;
    }

    /** Moves to the next frame. Stores the reference only if it changes: this object is old, so that costs a fence (G1 on JDK 17). */
    @SuppressWarnings("ReferenceEquality")
    void move(final ByteBuf received, final int from, final boolean isOwned)
    {
        if (chunk != received)
        {
            chunk = received;
        }
        offset = from;
        owned = isOwned;
    }

    /** The buffer that holds the frame. */
    ByteBuf chunk()
    {
        return chunk;
    }

    /** Where the frame begins in the buffer. */
    int offset()
    {
        return offset;
    }

    /** Whether nobody else refers to the frame's bytes, so that they may be changed. */
    boolean isOwned()
    {
        return owned;
    }

    /** A part of the frame to keep; from then on its bytes stay as they are. */
    ByteBuf retain(final int from, final int length)
    {
        owned = false;
        return chunk.retainedSlice(offset + from, length);
    }

    /** Passes a part of the frame on; from then on its bytes stay as they are, because the output may refer to them. */
    void passTo(final FrameOutput output, final int from, final int length)
    {
        owned = false;
        output.pass(chunk, offset + from, length);
    }

    /** Makes a patch of what begins at an offset of the frame in its bytes; false if that cannot be. */
    boolean applyInPlace(final HeaderPatch patch, final int from)
    {
        return patch.isInPlace() && owned && patch.applyInPlace(chunk, offset + from);
    }
}
