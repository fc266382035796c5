package io.skim.scan;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a stream of bytes into frames: the base class of the splitters. You feed it chunks of any size, in any kind of buffer. It
 * refers to a chunk until the chunk is used up. It copies only bytes of a header or frame that straddles chunks, into an array of
 * at least 1,024 bytes that grows with the bytes that have arrived. It keeps this array for the next frame unless it is longer
 * than 65,536 bytes.
 * <p>
 * When the framing is lost ({@link #isMalformed()}), the rest of the chunk stays unused, and you can feed nothing more before
 * {@link #reset()} or {@link #resumeAt}. One thread at a time.
 * <p>
 * The subclass of an encoding implements the framing rule, {@link #frameLength(int)}. The protected members are for it.
 */
public abstract class StreamSplitter
{
    /** The most bytes that a framing rule needs. */
    protected static final int PREFIX = 8;

    private static final int READ_LENGTH = 65_536;
    private static final int KEPT_LENGTH = 65_536;
    private static final byte[] EMPTY = new byte[0];

    /** Why the framing is lost. */
    protected final Fault fault = new Fault();

    /** The copied bytes of a frame that straddles chunks. */
    private byte[] pending = EMPTY;
    private int pendingLength;
    /** The size of the current frame with its prefix; 0 until the prefix is complete. */
    private int frameLength;
    private boolean between = true;

    private final FrameView chunk;
    private int position;
    private int limit;
    private long streamPosition;
    private long frameOffset;
    private int chunkOffset;
    private byte @Nullable [] readBuffer;

    /**
     * For the splitters of encodings.
     *
     * @param limits that bound what a peer may send.
     */
    protected StreamSplitter(final Limits limits)
    {
        chunk = new FrameView(limits);
    }

    /**
     * The framing rule: computes the length of a frame from its first bytes, which {@link #prefixInt} reads.
     *
     * @param known the number of the frame's bytes that have arrived, at least four.
     * @return the length in bytes of the whole frame with its prefix; 0 if the rule needs {@link #PREFIX} bytes: the splitter
     *     then calls it again; {@code -1} if the framing is lost, with the fault set at {@link #frameOffset()}.
     */
    protected abstract int frameLength(int known);

    /**
     * Feeds part of an array. Do not change it before the splitter asks for more.
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
     * Feeds the remaining bytes of a NIO buffer. Its position does not move. Do not change the bytes before the splitter asks for
     * more.
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
     * Feeds the readable bytes of a Netty buffer. Its indices and its reference count do not change. Do not change or release it
     * before the splitter asks for more.
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
     * Reads once from a stream into this splitter's own buffer of 65,536 bytes, and feeds the bytes. The first call creates the
     * buffer.
     *
     * @param in to read from; this call blocks as its {@code read} does.
     * @return bytes read, or {@code -1} at the end of the stream.
     * @throws IOException           if reading fails; nothing was fed.
     * @throws IllegalStateException if the last chunk is not used up, or the framing is lost.
     */
    public final int read(final InputStream in) throws IOException
    {
        checkUsedUp();
        final byte[] buffer = readBuffer();
        final int bytes = in.read(buffer);
        if (bytes > 0)
        {
            feed(buffer, 0, bytes);
        }
        return bytes;
    }

    /**
     * Reads once from a channel, for example of a file, into this splitter's own buffer of 65,536 bytes, and feeds the bytes. The
     * first call creates the buffer.
     *
     * @param in to read from; this call blocks as its {@code read} does.
     * @return bytes read, or {@code -1} at the end of the channel.
     * @throws IOException           if reading fails; nothing was fed.
     * @throws IllegalStateException if the last chunk is not used up, or the framing is lost.
     */
    public final int read(final ReadableByteChannel in) throws IOException
    {
        checkUsedUp();
        final byte[] buffer = readBuffer();
        final int bytes = in.read(ByteBuffer.wrap(buffer));
        if (bytes > 0)
        {
            feed(buffer, 0, bytes);
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
     * The reason why the splitter stopped: the framing is lost, or the stream ended inside a frame.
     *
     * @return this splitter's fault, absent if there is none. Its offset counts from the start of the stream.
     */
    public final Fault fault()
    {
        return fault;
    }

    /**
     * Whether the framing is lost: the splitter cannot find another frame.
     *
     * @return true after an impossible length, after the bytes of another protocol, and after {@link #end()} in a frame.
     */
    public final boolean isMalformed()
    {
        return fault.isPresent();
    }

    /** {@return the offset of the current or last frame, in bytes from the start of the stream} */
    public final long frameOffset()
    {
        return frameOffset;
    }

    /**
     * The offset of the last header, piece or frame in the chunk that was fed last: for callers who use the chunk's own buffer.
     *
     * @return in bytes from the first byte fed; {@code -1} if the bytes straddled chunks and were copied.
     */
    public final int chunkOffset()
    {
        return chunkOffset;
    }

    /**
     * The memory that this splitter holds between two chunks: the copied bytes of a frame or header, and up to 65,536 bytes that
     * it keeps for the next one.
     *
     * @return in bytes.
     */
    public final int gatheredLength()
    {
        return pending.length;
    }

    /**
     * Ends the stream. Call it when the input has ended and {@code next} asks for more.
     *
     * @return true if the stream ended between two frames; false if it ended inside a frame or the framing is lost: then {@link
     *     #fault()} gives the reason.
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

    /** Forgets the stream and releases the last chunk. The next byte fed is the first of another stream. */
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
     * Continues after a gap: forgets the incomplete frame and the fault, and releases the last chunk. The next byte fed is the
     * first of a frame of the same stream.
     *
     * @param streamOffset of that byte in bytes from the start of the stream; later offsets count on from there.
     */
    public final void resumeAt(final long streamOffset)
    {
        reset();
        streamPosition = streamOffset;
        frameOffset = streamOffset;
    }

    /**
     * The end of the frame that has arrived in part.
     *
     * @return in bytes from the start of the stream; {@code -1} between two frames, while the frame's length is not known, and
     *     after the framing is lost.
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

    /** Begins a frame at the next byte. */
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

    /** Ends the current frame: the stream may end here. */
    protected final void endFrame()
    {
        between = true;
    }

    /**
     * Moves to the next whole frame: by reference if the chunk contains all of it, otherwise copied.
     *
     * @param frame view to wrap on it; valid until the next call of this method, {@code feed} or {@code read}.
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
     * Wraps a view on the first bytes of the current frame: by reference if the chunk contains all of them.
     *
     * @param view  to wrap.
     * @param bytes the number of bytes, for which {@link #has} has returned true.
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
     * @param view   to wrap on the bytes.
     * @param bytes  their number, at most {@link #left()}.
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
     * Whether so many bytes of the frame have arrived, in the chunk or copied. If not, it uses up the chunk.
     *
     * @param wanted bytes from the start of the frame.
     * @return false if more must be fed.
     */
    protected final boolean has(final int wanted)
    {
        return pendingLength == 0 && left() >= wanted || gather(wanted);
    }

    /**
     * Copies bytes of the chunk. The array grows with the bytes that have arrived, never with the length that the peer claims.
     */
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
     * Reads four bytes of the current frame's prefix, big-endian, from the chunk or the copy.
     *
     * @param offset in bytes from the start of the frame; the bytes must have arrived.
     * @return the number.
     */
    protected final int prefixInt(final int offset)
    {
        return prefixByte(offset) << 24 | prefixByte(offset + 1) << 16 | prefixByte(offset + 2) << 8 | prefixByte(offset
            + 3);
    }

    /** {@return the length of the current frame in bytes, after {@link #hasFrameLength()} has returned true} */
    protected final int frameLength()
    {
        return frameLength;
    }

    /**
     * Computes the frame's length when the framing rule has enough bytes.
     *
     * @return false if the length is not known yet: then the chunk is used up, or the framing is lost.
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
