package io.skim.scan;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Arrays;

/**
 * What the splitters of all encodings have in common: bytes come in chunks of any size and kind, are borrowed until they
 * are used up, and are copied only where a header or frame straddles chunks. Once the framing is lost
 * ({@link #isMalformed()}) the rest of a chunk stays unused and nothing more can be fed before {@link #reset()} or
 * {@link #resumeAt}. One thread at a time.
 * <p>
 * An encoding supplies its framing rule, {@link #frameLength}; the protected members are for it.
 */
public abstract class StreamSplitter
{
    /** So many bytes are all that a framing rule can wait for. */
    protected static final int PREFIX = 8;

    private static final int READ_LENGTH = 65_536;
    private static final int KEPT_LENGTH = 65_536;
    private static final byte[] EMPTY = new byte[0];

    /** Why the framing is lost. */
    protected final Fault fault = new Fault();

    /** The bytes of the frame that were copied because they straddle chunks. */
    private byte[] pending = EMPTY;
    private int pendingLength;
    /** The size of the current frame with its prefix; 0 until its prefix has told. */
    private int frameLength;
    private boolean between = true;

    private final FrameView chunk;
    private int position;
    private int limit;
    private long streamPosition;
    private long frameOffset;
    private int chunkOffset;
    private byte[] readBuffer;

    /**
     * For the splitters of encodings.
     *
     * @param limits what a peer may send.
     */
    protected StreamSplitter(final Limits limits)
    {
        chunk = new FrameView(limits);
    }

    /**
     * The framing rule: tells a frame's length from its first bytes, which {@link #prefixInt} reads.
     *
     * @param known how many of the frame's bytes are there, at least four.
     * @return the length in bytes with all that belongs to the frame; 0 to be asked again when {@link #PREFIX} bytes are
     *     there; {@code -1} if the framing is lost, with the fault set at {@link #frameOffset()}.
     */
    protected abstract int frameLength(int known);

    /**
     * Feeds part of an array. It must not change until the splitter has asked for more.
     *
     * @param bytes  array that holds the next bytes of the stream.
     * @param offset in {@code bytes} of the first one.
     * @param length in bytes.
     * @throws IllegalStateException     if the last chunk is not used up, or the framing is lost.
     * @throws IndexOutOfBoundsException if the part is not inside the array.
     */
    public final void feed(final byte[] bytes, final int offset, final int length)
    {
        checkUsedUp();
        chunk.wrap(bytes, offset, length);
        begin(length);
    }

    /**
     * Feeds the remaining bytes of a NIO buffer, whose position does not move. They must not change until the splitter
     * has asked for more.
     *
     * @param bytes the next bytes of the stream.
     * @throws IllegalStateException if the last chunk is not used up, or the framing is lost.
     */
    public final void feed(final ByteBuffer bytes)
    {
        checkUsedUp();
        chunk.wrap(bytes);
        begin(bytes.remaining());
    }

    /**
     * Feeds the readable bytes of a Netty buffer, whose indices do not move and whose reference count is not touched.
     * It must not change or be released until the splitter has asked for more.
     *
     * @param bytes the next bytes of the stream.
     * @throws IllegalStateException if the last chunk is not used up, or the framing is lost.
     */
    public final void feed(final ByteBuf bytes)
    {
        checkUsedUp();
        chunk.wrap(bytes);
        begin(bytes.readableBytes());
    }

    /**
     * Reads once from a stream into a buffer of this splitter's own and feeds what came.
     *
     * @param in to read from; blocks as it does.
     * @return bytes read, or {@code -1} at the end of the stream.
     * @throws IOException           if reading fails; nothing was fed.
     * @throws IllegalStateException if the last chunk is not used up, or the framing is lost.
     */
    public final int read(final InputStream in) throws IOException
    {
        checkUsedUp();
        final int bytes = in.read(readBuffer());
        if (bytes > 0)
        {
            feed(readBuffer, 0, bytes);
        }
        return bytes;
    }

    /**
     * Reads once from a channel, such as a file's, into a buffer of this splitter's own and feeds what came.
     *
     * @param in to read from; blocks as it does.
     * @return bytes read, or {@code -1} at the end of the channel.
     * @throws IOException           if reading fails; nothing was fed.
     * @throws IllegalStateException if the last chunk is not used up, or the framing is lost.
     */
    public final int read(final ReadableByteChannel in) throws IOException
    {
        checkUsedUp();
        final int bytes = in.read(ByteBuffer.wrap(readBuffer()));
        if (bytes > 0)
        {
            feed(readBuffer, 0, bytes);
        }
        return bytes;
    }

    private byte[] readBuffer()
    {
        if (readBuffer == null)
        {
            readBuffer = new byte[READ_LENGTH];
        }
        return readBuffer;
    }

    private void checkUsedUp()
    {
        // First: where the framing is lost the rest of the chunk stays unused, and next() gives nothing more.
        if (fault.isPresent())
        {
            throw new IllegalStateException(
                (fault.reason() == Reason.TRUNCATED ? "the stream has ended inside of a frame"
                    : "the framing is lost") + " (" + fault.reason()
                    + "): call reset before another stream, or resumeAt");
        }
        if (position < limit)
        {
            throw new IllegalStateException(limit - position + " bytes of the last chunk are not used up: call next"
                + " until it asks for more");
        }
    }

    private void begin(final int length)
    {
        position = 0;
        limit = length;
    }

    /**
     * Why the stream cannot be cut any further, or was cut off. Its offset counts from the start of the stream.
     *
     * @return this splitter's fault; absent while all is well.
     */
    public final Fault fault()
    {
        return fault;
    }

    /**
     * {@return whether the framing is lost, after an absurd length or the bytes of another protocol: no further frame can be
     * found}
     */
    public final boolean isMalformed()
    {
        return fault.isPresent();
    }

    /** {@return where the current (or last) frame begins, in bytes from the start of the stream} */
    public final long frameOffset()
    {
        return frameOffset;
    }

    /**
     * Where the bytes given last stand in the chunk fed last, for those who go on with the chunk's own buffer.
     *
     * @return in bytes from the first one fed; {@code -1} if they straddled chunks and were gathered.
     */
    public final int chunkOffset()
    {
        return chunkOffset;
    }

    /**
     * How much memory the stream takes between two chunks: for what is gathered of a frame or header, and up to 64 KiB
     * that are kept for the next one.
     *
     * @return in bytes.
     */
    public final int gatheredLength()
    {
        return pending.length;
    }

    /**
     * To be called when the input has ended and {@code next} asks for more.
     *
     * @return true if it ended between two frames; false if a frame was cut off or the framing is lost, and then
     *     {@link #fault()} tells.
     */
    public final boolean end()
    {
        if (fault.isPresent())
        {
            return false;
        }
        final long received = streamPosition - frameOffset;
        if (received == 0 || between)
        {
            return true;
        }
        fault.at(streamPosition, Reason.TRUNCATED, frameLength > 0 ? frameLength : PREFIX, received);
        return false;
    }

    /** Forgets the stream: the next byte fed is the first of another one. The last chunk is let go. */
    public void reset()
    {
        chunk.reset();
        begin(0);
        fault.reset();
        streamPosition = 0;
        beginFrame();
        between = true;
    }

    /**
     * Goes on behind bytes that are missing: forgets the frame that is not complete, and a fault. The next byte fed is
     * the first of a frame of the same stream. The last chunk is let go.
     *
     * @param streamOffset where that byte stands, in bytes from the start of the stream; offsets count on from there.
     */
    public final void resumeAt(final long streamOffset)
    {
        reset();
        streamPosition = streamOffset;
        frameOffset = streamOffset;
    }

    /**
     * Where the frame ends of which some bytes were fed, but not all.
     *
     * @return in bytes from the start of the stream; {@code -1} between two frames, while the frame's length is not
     *     known, and once the framing is lost.
     */
    public final long frameLimit()
    {
        return between || fault.isPresent() || frameLength == 0 ? -1 : frameOffset + frameLength;
    }

    /** {@return the number of bytes of the chunk that are not used up} */
    protected final int left()
    {
        return limit - position;
    }

    /** The next byte is the first of a frame. */
    protected final void beginFrame()
    {
        frameOffset = streamPosition;
        frameLength = 0;
        pendingLength = 0;
        between = false;
        if (pending.length > KEPT_LENGTH)
        {
            pending = EMPTY;
        }
    }

    /** The current frame is complete: the stream may end here. */
    protected final void endFrame()
    {
        between = true;
    }

    /**
     * Moves to the next frame as a whole: by reference if it lies inside the chunk, else gathered.
     *
     * @param frame to wrap on it; valid until the next call of this method, {@code feed} or {@code read}.
     * @return true if there is one; false if more bytes are needed or the framing is lost.
     */
    protected final boolean nextWhole(final FrameView frame)
    {
        if (isMalformed())
        {
            return false;
        }
        if (between)
        {
            beginFrame();
        }
        if (!hasFrameLength() || !has(frameLength))
        {
            return false;
        }
        wrap(frame, frameLength);
        between = true;
        return true;
    }

    /**
     * Wraps a view on the first bytes of the current frame, by reference to the chunk if they lie inside it.
     *
     * @param view  to wrap.
     * @param bytes that {@link #has} said are there.
     */
    protected final void wrap(final FrameView view, final int bytes)
    {
        if (pendingLength > 0)
        {
            chunkOffset = -1;
            view.wrapPart(pending, 0, bytes, frameLength);
        }
        else
        {
            take(view, bytes, frameLength);
        }
    }

    /**
     * Uses up bytes of the chunk, by reference.
     *
     * @param view   to wrap on them.
     * @param bytes  how many, at most {@link #left()}.
     * @param length of the frame that they begin.
     */
    protected final void take(final FrameView view, final int bytes, final int length)
    {
        chunkOffset = position;
        view.wrapPart(chunk, position, bytes, length);
        use(bytes);
    }

    private void use(final int bytes)
    {
        position += bytes;
        streamPosition += bytes;
    }

    /**
     * Whether so many bytes of the frame are there, in the chunk or gathered; if not, the chunk is used up.
     *
     * @param wanted bytes from the start of the frame.
     * @return false if more must be fed.
     */
    protected final boolean has(final int wanted)
    {
        return pendingLength == 0 && left() >= wanted || gather(wanted);
    }

    /** Copies bytes of the chunk. The array grows with what has arrived, never with what is claimed. */
    private boolean gather(final int wanted)
    {
        final int bytes = Math.min(wanted - pendingLength, left());
        if (bytes > 0)
        {
            if (pending.length - pendingLength < bytes)
            {
                pending = Arrays.copyOf(pending, Math.max(1_024, Math.max(pendingLength + bytes, Math.min(wanted, 2
                    * pending.length))));
            }
            chunk.getBytes(position, bytes, pending, pendingLength);
            pendingLength += bytes;
            use(bytes);
        }
        return pendingLength >= wanted;
    }

    private int prefixByte(final int offset)
    {
        return (offset < pendingLength ? pending[offset] : chunk.getByte(position + offset - pendingLength)) & 0xFF;
    }

    /**
     * Four bytes of the current frame's prefix, big-endian, wherever they are.
     *
     * @param offset in bytes from the start of the frame; they must be there.
     * @return the number.
     */
    protected final int prefixInt(final int offset)
    {
        return prefixByte(offset) << 24 | prefixByte(offset + 1) << 16 | prefixByte(offset + 2) << 8 | prefixByte(offset
            + 3);
    }

    /** {@return the length of the current frame in bytes, once {@link #hasFrameLength()}} */
    protected final int frameLength()
    {
        return frameLength;
    }

    /**
     * Finds the frame's length as soon as the framing rule can tell it.
     *
     * @return false if it cannot yet, and then the chunk is used up, or the framing is lost.
     */
    protected final boolean hasFrameLength()
    {
        if (frameLength == 0)
        {
            final int known = pendingLength + left();
            final int length = known < Integer.BYTES ? 0 : frameLength(known);
            if (length <= 0)
            {
                gather(length < 0 ? 0 : known < Integer.BYTES ? Integer.BYTES : PREFIX);
                return false;
            }
            frameLength = length;
        }
        return true;
    }
}
