package io.skim.handlers.patch;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.CompositeByteBuf;
import io.skim.bytes.Words;
import io.skim.scan.FrameView;
import io.skim.scan.spi.Frames;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The result of edits on a frame: its header with the edits applied, and its unchanged body. A patcher owns it and reuses it
 * for each frame. It is valid until the patcher's next frame, while the frame's view and buffer do not change. Once the view was
 * wrapped again or reset, all methods that write throw an {@link IllegalStateException}; a change of the buffer's bytes is not
 * noticed.
 * <p>
 * If edits change the body of a remoting frame, everything up to the last byte that changes counts as the header here, and the
 * body is what comes after it. The header of an AMQP message is always everything up to the last octet that changes.
 * <p>
 * A patch that {@link #isReady() is not ready} writes nothing. All writes except {@link #apply} allocate nothing.
 */
public final class HeaderPatch
{
    /** How many bytes of a body are copied at once. */
    private static final int MOST_AT_ONCE = 8_192;

    final EditList edits = new EditList();
    private final ByteSink made = new ByteSink();

    @SuppressWarnings("NullAway.Init") // reset sets it
    private FrameView frame;
    /** {@link FrameView#wraps()} of the frame that was scanned. */
    private int wraps;
    /** The length of the frame that was scanned. */
    private int frameLength;
    private int headerEnd;
    /** Where the part of the body begins that does not change. */
    private int bodyOffset;
    private boolean ready;
    private @Nullable Refusal refusal;

    HeaderPatch()
    {
    }

    /** Begins a frame, whose patch is not ready. */
    void reset(final FrameView view)
    {
        edits.reset();
        ready = false;
        // References are only stored where they change: a store of one has its price.
        if (frame != view)
        {
            frame = view;
        }
        wraps = view.wraps();
        if (refusal != null)
        {
            refusal = null;
        }
    }

    /** The array that holds the frame. */
    byte[] array()
    {
        return Frames.array(frame);
    }

    /** Notes why there is no patch; the first reason stays. */
    boolean refuse(final Refusal reason)
    {
        refusal = refusal == null ? reason : refusal;
        ready = false;
        return false;
    }

    /**
     * All edits are recorded and in order. The last of them may change the body, at the end of the header.
     *
     * @param end         of the header.
     * @param bodyRemoved how many bytes of the body give way to others.
     */
    boolean ready(final int end, final int bodyRemoved)
    {
        frameLength = frame.length();
        headerEnd = end;
        bodyOffset = end + bodyRemoved;
        ready = refusal == null;
        if (ready && edits.isBalanced() && bodyRemoved == 0)
        {
            dropIfTheSame();
        }
        return ready;
    }

    /** The same of a message whose header is all up to the last octet that changes. */
    boolean readyToLastEdit()
    {
        ready(edits.lastEnd(), 0);
        headerEnd = edits.lastEnd();
        bodyOffset = headerEnd;
        return ready;
    }

    /** What is removed at an end and put there again as it was makes no difference, and is no edit. */
    private void dropIfTheSame()
    {
        final byte[] source = source();
        final int from = Frames.arrayOffset(frame);
        if (Arrays.equals(made(source, headerEnd), 0, headerEnd, source, from, from + headerEnd))
        {
            edits.reset();
        }
    }

    /**
     * {@return whether there is a result to write, which may be the unchanged frame; false if the frame was refused, see
     * {@link #refusal()}}
     */
    public boolean isReady()
    {
        return ready;
    }

    /** {@return why the frame was not patched; null if it was, or none was scanned yet} */
    public @Nullable Refusal refusal()
    {
        return refusal;
    }

    /**
     * {@return whether any byte of the frame changes; false if the frame can be sent unchanged, also if edits undo each
     * other}
     */
    public boolean isChanged()
    {
        return checked().edits.count() > 0;
    }

    /**
     * {@return whether the edits can be made in the frame itself, because none changes a width; true also if nothing changes
     * at all}
     */
    public boolean isInPlace()
    {
        return !checked().edits.isResizing();
    }

    /**
     * {@return the length of the patched header in bytes, with the frame's prefix and the part of the body that changes: what
     * {@code writeHeader} writes}
     */
    public int headerLength()
    {
        return checked().bodyOffset + edits.delta();
    }

    /** {@return where the unchanged body begins, in bytes from the start of the frame that was scanned} */
    public int bodyOffset()
    {
        return checked().bodyOffset;
    }

    /** {@return the length of the unchanged body in bytes; it follows what {@code writeHeader} writes} */
    public int bodyLength()
    {
        return frameLength - bodyOffset();
    }

    /**
     * Adds an edit to a ready patch, which keeps all widths: for what is known only when the frame is written, such as the opaque on
     * the connection that it goes to.
     *
     * @param offset of the first byte to replace, in bytes from the start of the frame that was scanned.
     * @param fresh  has the new bytes, which are copied.
     * @param from   where they begin in it.
     * @param length of both, in bytes.
     * @throws IllegalStateException    if the patch is not ready, or another edit changes these bytes; then it is of no further use.
     * @throws IllegalArgumentException if they are not within the header.
     */
    public void overwrite(final int offset, final byte[] fresh, final int from, final int length)
    {
        if (offset < 0 || length < 0 || length > checked().headerEnd - offset)
        {
            throw new IllegalArgumentException(length + " bytes at " + offset + " are not within the header");
        }
        edits.begin(offset, length).put(fresh, from, length);
        edits.end();
        edits.sort();
    }

    /** What is to be written, or why there is nothing; no bytes of the frame. Allocates. */
    @Override
    public String toString()
    {
        final String patched = !ready ? missing() : !isChanged() ? "no change"
            : isInPlace() ? "in place" : "a header of " + headerLength() + " bytes";
        return "HeaderPatch[" + patched + "]";
    }

    private String missing()
    {
        return refusal == null ? "no frame was scanned" : refusal.sentence();
    }

    private HeaderPatch checked()
    {
        if (!ready)
        {
            throw new IllegalStateException("there is no patch: " + missing());
        }
        return this;
    }

    /** The frame's bytes, addressable up to the end of the header. */
    private byte[] source()
    {
        if (checked().frame.wraps() != wraps || !Frames.load(frame, headerEnd))
        {
            throw new IllegalStateException("the frame's view has been reset or wrapped anew");
        }
        return Frames.array(frame);
    }

    /** Puts the patched header together in an array of our own, for a buffer without one: it takes one copy more. */
    private byte[] made(final byte[] source, final int length)
    {
        made.reset();
        made.ensure(length);
        put(source, made.array, 0);
        return made.array;
    }

    private void put(final byte[] source, final byte[] dst, final int at)
    {
        edits.put(source, Frames.arrayOffset(frame), headerEnd, dst, at);
    }

    /**
     * Writes the patched header with its prefix into an array.
     *
     * @param dst       array to write into.
     * @param dstOffset in {@code dst}, in bytes, of the first byte written.
     * @return bytes written, or {@code -1} if they do not fit; then nothing was written.
     * @throws IllegalStateException if the patch is not ready.
     */
    public int writeHeader(final byte[] dst, final int dstOffset)
    {
        final byte[] source = source();
        final int length = headerLength();
        if (dstOffset < 0 || length > dst.length - dstOffset)
        {
            return -1;
        }
        put(source, dst, dstOffset);
        return length;
    }

    /**
     * Writes the patched header with its prefix to a Netty buffer's writer index, which moves to its end.
     *
     * @param dst buffer to write to; grows as its own maximum allows.
     * @return bytes written, or {@code -1} if they do not fit; then nothing was written and the index has not moved.
     * @throws IllegalStateException if the patch is not ready.
     */
    public int writeHeader(final ByteBuf dst)
    {
        final byte[] source = source();
        final int length = headerLength();
        if (length > dst.maxWritableBytes())
        {
            return -1;
        }
        dst.ensureWritable(length);
        if (dst.hasArray())
        {
            final int index = dst.writerIndex();
            put(source, dst.array(), dst.arrayOffset() + index);
            dst.writerIndex(index + length);
        }
        else
        {
            dst.writeBytes(made(source, length), 0, length);
        }
        return length;
    }

    /**
     * Writes the patched header with its prefix to an NIO buffer's position, which moves to its end.
     *
     * @param dst buffer to write to, at most to its limit.
     * @return bytes written, or {@code -1} if they do not fit; then nothing was written and the position has not moved.
     * @throws IllegalStateException            if the patch is not ready.
     * @throws java.nio.ReadOnlyBufferException if the buffer is read-only.
     */
    public int writeHeader(final ByteBuffer dst)
    {
        final byte[] source = source();
        final int length = headerLength();
        if (length > dst.remaining())
        {
            return -1;
        }
        dst.put(made(source, length), 0, length);
        return length;
    }

    /**
     * Writes the patched header with its prefix into an Agrona buffer.
     *
     * @param dst       buffer to write into; it is not made to grow.
     * @param dstOffset in {@code dst}, in bytes, of the first byte written.
     * @return bytes written, or {@code -1} if they do not fit; then nothing was written.
     * @throws IllegalStateException if the patch is not ready.
     */
    public int writeHeader(final MutableDirectBuffer dst, final int dstOffset)
    {
        final byte[] source = source();
        final int length = headerLength();
        if (dstOffset < 0 || length > dst.capacity() - dstOffset)
        {
            return -1;
        }
        dst.putBytes(dstOffset, made(source, length), 0, length);
        return length;
    }

    /**
     * Writes the whole patched frame to a Netty buffer's writer index, which moves to its end: the header as {@link
     * #writeHeader(ByteBuf)}, and a copy of the body. It reads the frame through its view, so it also takes a frame that a splitter
     * put together, which is in no buffer of yours.
     *
     * @param dst buffer to write to; grows as its own maximum allows.
     * @return bytes written, or {@code -1} if they do not fit; then nothing was written and the index has not moved.
     * @throws IllegalStateException if the patch is not ready, or the body has not arrived as a whole.
     */
    public int writeFrame(final ByteBuf dst)
    {
        source();
        final int length = headerLength() + bodyLength();
        if (frame.available() < frameLength)
        {
            throw new IllegalStateException(
                "the body has not arrived as a whole: write the header, and the body as it comes");
        }
        if (length > dst.maxWritableBytes())
        {
            return -1;
        }
        dst.ensureWritable(length);
        writeHeader(dst);
        made.reset();
        made.ensure(Math.min(MOST_AT_ONCE, bodyLength()));
        for (int from = bodyOffset; from < frameLength; from += MOST_AT_ONCE)
        {
            final int part = Math.min(MOST_AT_ONCE, frameLength - from);
            frame.getBytes(from, part, made.array, 0);
            dst.writeBytes(made.array, 0, part);
        }
        return length;
    }

    /**
     * Makes the edits in the frame itself.
     *
     * @param array  that holds the frame.
     * @param offset in {@code array}, in bytes, of the frame's first byte.
     * @return false if they change its widths, see {@link #isInPlace()}; then nothing was changed.
     * @throws IllegalStateException if the patch is not ready.
     */
    public boolean applyInPlace(final byte[] array, final int offset)
    {
        final boolean inPlace = isInPlace();
        for (int i = 0; i < edits.count() && inPlace; i++)
        {
            System.arraycopy(edits.source(i), edits.from(i), array, offset + edits.offset(i), edits.length(i));
        }
        return inPlace;
    }

    /** Netty has deprecated buffers of another order, and users may have them. */
    @SuppressWarnings("deprecation")
    private static boolean isBigEndian(final ByteBuf buffer)
    {
        return buffer.order() == ByteOrder.BIG_ENDIAN;
    }

    /**
     * Makes the edits in the frame itself. The buffer's indices do not move.
     *
     * @param buffer whose readable bytes begin with the frame.
     * @return false if they change its widths, see {@link #isInPlace()}; then nothing was changed.
     * @throws IllegalStateException if the patch is not ready.
     */
    public boolean applyInPlace(final ByteBuf buffer)
    {
        return applyInPlace(buffer, buffer.readerIndex());
    }

    /**
     * Makes the edits in the frame itself. The buffer's indices do not move.
     *
     * @param buffer that holds the frame.
     * @param offset in {@code buffer}, in bytes, of the frame's first byte.
     * @return false if they change its widths, see {@link #isInPlace()}; then nothing was changed.
     * @throws IllegalStateException if the patch is not ready.
     */
    public boolean applyInPlace(final ByteBuf buffer, final int offset)
    {
        final boolean inPlace = isInPlace();
        for (int i = 0; i < edits.count() && inPlace; i++)
        {
            final int index = offset + edits.offset(i);
            if (edits.length(i) == Integer.BYTES && isBigEndian(buffer))
            {
                buffer.setInt(index, Words.getInt(edits.source(i), edits.from(i)));
            }
            else
            {
                buffer.setBytes(index, edits.source(i), edits.from(i), edits.length(i));
            }
        }
        return inPlace;
    }

    /**
     * Makes the edits in the frame itself. The buffer's position does not move.
     *
     * @param buffer whose remaining bytes begin with the frame.
     * @return false if they change its widths, see {@link #isInPlace()}; then nothing was changed.
     * @throws IllegalStateException if the patch is not ready.
     */
    public boolean applyInPlace(final ByteBuffer buffer)
    {
        final boolean inPlace = isInPlace();
        for (int i = 0; i < edits.count() && inPlace; i++)
        {
            buffer.put(buffer.position() + edits.offset(i), edits.source(i), edits.from(i), edits.length(i));
        }
        return inPlace;
    }

    /**
     * Makes the edits in the frame itself.
     *
     * @param buffer that holds the frame.
     * @param offset in {@code buffer}, in bytes, of the frame's first byte.
     * @return false if they change its widths, see {@link #isInPlace()}; then nothing was changed.
     * @throws IllegalStateException if the patch is not ready.
     */
    public boolean applyInPlace(final MutableDirectBuffer buffer, final int offset)
    {
        final boolean inPlace = isInPlace();
        for (int i = 0; i < edits.count() && inPlace; i++)
        {
            buffer.putBytes(offset + edits.offset(i), edits.source(i), edits.from(i), edits.length(i));
        }
        return inPlace;
    }

    /**
     * The patched frame as one buffer: a new header, and the body by reference. The frame is not changed and its
     * indices do not move; it is retained once more for what the result refers to, and the caller keeps its own
     * reference. Allocates the header and the composite.
     *
     * @param buffer    whose readable bytes are the frame that was scanned.
     * @param allocator for the header.
     * @return the patched frame, to be released by the caller.
     * @throws IllegalStateException    if the patch is not ready.
     * @throws IllegalArgumentException if the buffer holds more or less than the frame.
     */
    public ByteBuf apply(final ByteBuf buffer, final ByteBufAllocator allocator)
    {
        if (buffer.readableBytes() != checked().frameLength)
        {
            throw new IllegalArgumentException("the buffer's " + buffer.readableBytes() + " bytes are not the frame of "
                + frameLength + " that was scanned");
        }
        if (!isChanged())
        {
            return buffer.retainedSlice();
        }
        ByteBuf held = allocator.buffer(headerLength(), headerLength());
        try
        {
            writeHeader(held);
            if (bodyLength() > 0)
            {
                final CompositeByteBuf whole = allocator.compositeBuffer(2);
                final ByteBuf header = held;
                held = whole;
                // A buffer that cannot be added is released by the composite.
                whole.addComponent(true, header);
                whole.addComponent(true, buffer.retainedSlice(buffer.readerIndex() + bodyOffset(), bodyLength()));
            }
            final ByteBuf result = held;
            held = null;
            return result;
        }
        finally
        {
            if (held != null)
            {
                held.release();
            }
        }
    }
}
