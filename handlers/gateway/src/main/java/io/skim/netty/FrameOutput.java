package io.skim.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.skim.handlers.patch.HeaderPatch;
import java.util.ArrayDeque;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes frames into a channel with few copies. Frames that go on unchanged and follow each other in what was received are one slice
 * of it. A patched frame is its new header, and its body by reference; a patch that keeps all widths is made in the received bytes
 * themselves. Parts of less than 1,024 bytes are copied beside their neighbours, because a write of its own costs more.
 *
 * <pre>
 * output.write(frame);            // or output.write(frame, rewriter.patch())
 * output.flush();                 // when the channel that is read has no more
 * </pre>
 *
 * Of a frame whose body is still to come, all of the body goes out before any other frame: what is written meanwhile waits for it. If
 * the body does not come, because its connection is lost, nothing can follow what was sent of the frame: close the channel.
 * <p>
 * Call it on the channel's event loop. Whatever was written is released, also if the channel is closed.
 */
public final class FrameOutput
{
    /** A shorter part is copied, in bytes. */
    private static final int COPIED = 1_024;
    private static final int LEAST_ROOM = 512;
    private static final int MOST_ROOM = 1 << 16;
    /** So many bytes may wait for the end of a body before those who write should pause. */
    private static final int MOST_BEHIND = 1 << 16;

    private Channel channel;
    /** What was written to a channel that may be replaced before it is connected; null for any other. */
    private @Nullable ArrayDeque<ByteBuf> kept;
    /** Copied parts, in front of the slice; null if there are none. */
    private @Nullable ByteBuf copies;
    /** How much the copies took lately, to allocate as much. */
    private int room = LEAST_ROOM;
    /** What a slice was begun of, retained; null if none was. */
    private @Nullable ByteBuf source;
    private int from;
    private int to;
    private boolean unflushed;
    /** How much is to come of the body of a frame whose head was written; 0 if no frame is in progress. */
    private int bodyLeft;
    /** Whether other frames were written since then. */
    private boolean waits;
    /** Whether they are released when the channel is closed. */
    private boolean releases;
    /** Those frames; null before the first one. */
    private @Nullable ArrayDeque<ByteBuf> behind;
    private long behindBytes;

    /**
     * Makes an output.
     *
     * @param channel to write into.
     */
    public FrameOutput(final Channel channel)
    {
        this.channel = Objects.requireNonNull(channel, "channel");
    }

    /** Makes an output for a channel that is not connected yet: as long as that is so, another one can take its place. */
    static FrameOutput unconnected(final Channel channel)
    {
        final FrameOutput output = new FrameOutput(channel);
        output.kept = new ArrayDeque<>(1);
        return output;
    }

    /** Goes on with another channel, which gets all that was written. The one before could not be connected, and is still to be closed. */
    void moveTo(final Channel fresh)
    {
        channel = fresh;
        final ArrayDeque<ByteBuf> written = kept;
        kept = new ArrayDeque<>(1);
        while (written != null && !written.isEmpty())
        {
            sendNow(written.poll());
        }
        if (releases)
        {
            releaseWhenClosed();
        }
    }

    /** The channel is connected, and stays. */
    void connected()
    {
        releaseKept();
    }

    private void releaseKept()
    {
        if (kept != null)
        {
            kept.forEach(ByteBuf::release);
            kept = null;
        }
    }

    private void releaseWhenClosed()
    {
        final Channel current = channel;
        current.closeFuture().addListener(closed -> {
            if (current == channel)
            {
                discard();
            }
        });
    }

    /** {@return the channel} */
    public Channel channel()
    {
        return channel;
    }

    /** {@return whether the channel takes more without growing its queue beyond its high water mark} */
    public boolean isWritable()
    {
        return channel.isWritable();
    }

    /**
     * {@return whether a part of a frame was written, and the rest of its body is still to come: until then a frame of which not all has
     * arrived cannot be written}
     */
    public boolean isInBody()
    {
        return bodyLeft > 0;
    }

    /** Whether so much waits for the end of a body that no more should be written. */
    boolean isCrowded()
    {
        return behindBytes > MOST_BEHIND;
    }

    /** How many bytes wait for the end of a body, about. */
    long behindBytes()
    {
        return behindBytes;
    }

    /**
     * Passes a frame on unchanged. If only its head has arrived, the rest of its body follows without another call.
     *
     * @param frame that was given to the caller; it stays valid.
     * @throws IllegalStateException if not all of it has arrived, and another frame {@link #isInBody}; then nothing was written.
     */
    public void write(final RemotingFrame frame)
    {
        checkPlace(frame);
        frame.received.passTo(this, 0, frame.available());
        receiveBody(frame);
    }

    private void checkPlace(final RemotingFrame frame)
    {
        if (bodyLeft > 0 && !frame.isWhole())
        {
            throw new IllegalStateException(
                "the body of another frame is on its way: see RemotingFrameListener.needsBody");
        }
    }

    /** Receives what is still to come of a frame. Storing the reference for each frame would cost a GC write barrier. */
    void receiveBody(final RemotingFrame frame)
    {
        if (!frame.isWhole())
        {
            frame.body = this;
            bodyLeft = frame.length() - frame.available();
        }
    }

    /** Passes a part of the body on whose frame is in progress, before all frames that wait. */
    void passBody(final ByteBuf chunk, final int offset, final int length)
    {
        bodyLeft -= length;
        // Nobody may flush the output of a channel that is lost: there the part is released at once.
        if (!waits && channel.isOpen())
        {
            append(chunk, offset, length);
            return;
        }
        sendNow(chunk.retainedSlice(offset, length));
        if (bodyLeft == 0)
        {
            endWaiting();
        }
    }

    /** What is written from now on waits, if a body is in progress. */
    private void enter()
    {
        if (bodyLeft > 0 && !waits)
        {
            // The beginning of that frame.
            endSlice();
            endCopies();
            waits = true;
            if (!releases)
            {
                // The body may never come, and then nobody flushes.
                releases = true;
                releaseWhenClosed();
            }
        }
    }

    /** What waits, which the caller then owns. */
    private ArrayDeque<ByteBuf> takeBehind()
    {
        final ArrayDeque<ByteBuf> taken = Objects.requireNonNullElseGet(behind, () -> new ArrayDeque<>(0));
        behind = null;
        behindBytes = 0;
        waits = false;
        return taken;
    }

    private void endWaiting()
    {
        endSlice();
        endCopies();
        final ArrayDeque<ByteBuf> sent = takeBehind();
        while (!sent.isEmpty())
        {
            sendNow(sent.poll());
        }
    }

    /**
     * Passes a frame on with its header patched. If only its head has arrived, the rest of its body follows without another call. A patch
     * that keeps all widths may be made in the frame's own bytes: an output that is to get it unchanged must be given it before.
     *
     * @param frame that was given to the caller, and that the patch was made of.
     * @param patch of the frame.
     * @throws IllegalStateException if the patch is not ready, or as {@link #write(RemotingFrame)}; then nothing was written.
     */
    public void write(final RemotingFrame frame, final HeaderPatch patch)
    {
        checkPlace(frame);
        if (!patch.isChanged() || frame.received.applyInPlace(patch, 0))
        {
            write(frame);
            return;
        }
        final int head = patch.bodyOffset();
        final int length = frame.available() - head;
        if (length < COPIED)
        {
            // One buffer takes both: beginning a slice of so few bytes costs more than copying them.
            frame.copy(patch, room(patch.headerLength() + length));
        }
        else
        {
            patch.writeHeader(room(patch.headerLength()));
            frame.received.passTo(this, head, length);
        }
        receiveBody(frame);
    }

    /** Passes on what a filter has made of a frame: its replacement, which is released, or the frame with its patch if that is ready. */
    void write(final RemotingFrame frame, final @Nullable HeaderPatch patch, final @Nullable ByteBuf replacement)
    {
        if (replacement != null)
        {
            write(replacement);
        }
        else if (patch == null || !patch.isReady())
        {
            write(frame);
        }
        else
        {
            write(frame, patch);
        }
    }

    /**
     * Writes bytes of the caller's own behind all that was written before.
     *
     * @param bytes whose readable bytes are copied or written; released by this call or by the channel.
     */
    public void write(final ByteBuf bytes)
    {
        final int length = bytes.readableBytes();
        if (length < COPIED)
        {
            try
            {
                room(length).writeBytes(bytes);
            }
            finally
            {
                bytes.release();
            }
            return;
        }
        enter();
        endSlice();
        endCopies();
        send(bytes);
    }

    /** Passes received bytes on, by reference as far as that pays. */
    void pass(final ByteBuf chunk, final int offset, final int length)
    {
        enter();
        append(chunk, offset, length);
    }

    /** Buffers of equal content are not the same buffer. */
    @SuppressWarnings("ReferenceEquality")
    private void append(final ByteBuf chunk, final int offset, final int length)
    {
        if (source == chunk && to == offset)
        {
            to += length;
            return;
        }
        if (length == 0)
        {
            return;
        }
        endSlice();
        source = chunk.retain();
        from = offset;
        to = offset + length;
    }

    /** The buffer of copies, for so many bytes behind all that was written before. */
    ByteBuf room(final int bytes)
    {
        enter();
        if (source != null)
        {
            endSlice();
        }
        return copiesFor(bytes);
    }

    private ByteBuf copiesFor(final int bytes)
    {
        if (copies != null && copies.writableBytes() < bytes)
        {
            room = Math.min(MOST_ROOM, 2 * room);
            endCopies();
        }
        if (copies == null)
        {
            final ByteBufAllocator allocator = channel.alloc();
            copies = allocator.buffer(Math.max(room, bytes));
            unflushed = true;
        }
        return copies;
    }

    /** Ends the slice that was begun: copies a short one, and sends a long one. */
    private void endSlice()
    {
        final ByteBuf held = source;
        if (held == null)
        {
            return;
        }
        source = null;
        final int length = to - from;
        if (length < COPIED && (copies != null || length < held.readableBytes()))
        {
            try
            {
                copiesFor(length).writeBytes(held, from, length);
            }
            finally
            {
                held.release();
            }
            return;
        }
        endCopies();
        if (from == held.readerIndex() && to == held.writerIndex())
        {
            send(held);
            return;
        }
        final ByteBuf slice;
        try
        {
            slice = held.retainedSlice(from, length);
        }
        finally
        {
            held.release();
        }
        send(slice);
    }

    private void endCopies()
    {
        final ByteBuf made = copies;
        if (made == null)
        {
            return;
        }
        copies = null;
        if (made.isReadable())
        {
            send(made);
        }
        else
        {
            made.release();
        }
    }

    private void send(final ByteBuf bytes)
    {
        if (waits)
        {
            if (behind == null)
            {
                behind = new ArrayDeque<>();
            }
            behindBytes += bytes.readableBytes();
            behind.add(bytes);
        }
        else
        {
            sendNow(bytes);
        }
    }

    private void sendNow(final ByteBuf bytes)
    {
        if (channel.isOpen())
        {
            unflushed = true;
            if (kept != null)
            {
                kept.add(bytes.retainedDuplicate());
            }
            channel.write(bytes, channel.voidPromise());
        }
        else
        {
            bytes.release();
        }
    }

    /**
     * Sends all that was written, if the channel is connected; else it waits in the channel until a flush after that.
     *
     * @throws IllegalStateException if the caller is not on the channel's event loop.
     */
    public void flush()
    {
        if (channel.isRegistered() && !channel.eventLoop().inEventLoop())
        {
            throw new IllegalStateException("an output is for the event loop of its channel alone");
        }
        if (!waits)
        {
            endSlice();
            if (copies != null)
            {
                // The next ones will need about as much.
                room = Math.max(LEAST_ROOM, Math.min(MOST_ROOM, (room + copies.readableBytes()) / 2));
                endCopies();
            }
        }
        else if (!channel.isOpen())
        {
            endWaiting();
        }
        if (unflushed && (channel.isActive() || !channel.isOpen()))
        {
            unflushed = false;
            if (channel.isActive())
            {
                channel.flush();
            }
        }
    }

    /** Releases what was written and not yet flushed, in place of sending it. */
    public void discard()
    {
        final ByteBuf held = source;
        final ByteBuf made = copies;
        source = null;
        copies = null;
        if (held != null)
        {
            held.release();
        }
        if (made != null)
        {
            made.release();
        }
        takeBehind().forEach(ByteBuf::release);
        releaseKept();
    }
}
