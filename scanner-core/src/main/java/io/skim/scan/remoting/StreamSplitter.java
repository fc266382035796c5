package io.skim.scan.remoting;

import io.netty.buffer.ByteBuf;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Arrays;

/**
 * What the splitters have in common: bytes come in chunks of any size and kind, are borrowed until they are used up, and
 * are copied only where a header or frame straddles chunks. Once the framing is lost ({@link #isMalformed()}) the rest of a
 * chunk stays unused and nothing more can be fed before {@link #reset()}. One thread at a time.
 */
public abstract sealed class StreamSplitter permits FrameSplitter, HeaderSplitter
{
    static final int PREFIX = 8;

    private static final int READ_LENGTH = 65_536;
    private static final int KEPT_LENGTH = 65_536;
    private static final byte[] EMPTY = new byte[0];

    final Limits limits;
    final Fault fault = new Fault();

    /** The bytes of the frame that were copied because they straddle chunks. */
    byte[] pending = EMPTY;
    int pendingLength;
    /** The size of the current frame with its prefix; known once its prefix is. */
    int frameLength;

    private final FrameView chunk;
    private int position;
    private int limit;
    private long streamPosition;
    private long frameOffset;
    private byte[] readBuffer;

    StreamSplitter(final Limits limits)
    {
        this.limits = limits;
        chunk = new FrameView(limits);
    }

    /**
     * Feeds part of an array. It must not change until the splitter has asked for more.
     *
     * @param bytes  array that holds the next bytes of the stream.
     * @param offset in {@code bytes} of the first one.
     * @param length in bytes.
     * @throws IllegalStateException     if the last chunk is not used up.
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
     * @throws IllegalStateException if the last chunk is not used up.
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
     * @throws IllegalStateException if the last chunk is not used up.
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
     * @throws IllegalStateException if the last chunk is not used up.
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
     * @throws IllegalStateException if the last chunk is not used up.
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
     * Whether the framing is lost: no further frame can be found.
     *
     * @return true after an absurd length or the bytes of another protocol.
     */
    public final boolean isMalformed()
    {
        return fault.isPresent();
    }

    /**
     * Where the current (or last) frame begins.
     *
     * @return in bytes from the start of the stream.
     */
    public final long frameOffset()
    {
        return frameOffset;
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
        if (received == 0 || isBetweenFrames())
        {
            return true;
        }
        fault.at(streamPosition, Reason.TRUNCATED, frameLength > 0 ? frameLength : PREFIX, received);
        return false;
    }

    abstract boolean isBetweenFrames();

    /** Forgets the stream: the next byte fed is the first of another one. The last chunk is let go. */
    public void reset()
    {
        chunk.reset();
        begin(0);
        fault.reset();
        streamPosition = 0;
        beginFrame();
    }

    final int left()
    {
        return limit - position;
    }

    final void beginFrame()
    {
        frameOffset = streamPosition;
        frameLength = 0;
        pendingLength = 0;
        if (pending.length > KEPT_LENGTH)
        {
            pending = EMPTY;
        }
    }

    /** Uses up bytes of the chunk, by reference. */
    final void take(final FrameView view, final int bytes, final int length)
    {
        view.wrapPart(chunk, position, bytes, length);
        use(bytes);
    }

    private void use(final int bytes)
    {
        position += bytes;
        streamPosition += bytes;
    }

    /**
     * Copies bytes of the chunk until the frame has so many pending. The array grows with what has arrived, never with
     * what is claimed.
     *
     * @return false if the chunk has not enough; then it is used up.
     */
    final boolean gather(final int wanted)
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

    /** A byte of the current frame's prefix, pending or in the chunk. */
    private int prefixByte(final int offset)
    {
        return (offset < pendingLength ? pending[offset] : chunk.getByte(position + offset - pendingLength)) & 0xFF;
    }

    private int prefixInt(final int offset)
    {
        return prefixByte(offset) << 24 | prefixByte(offset + 1) << 16 | prefixByte(offset + 2) << 8 | prefixByte(offset
            + 3);
    }

    /** The header length that the prefix claims; its eight bytes must be there. */
    final int headerLength()
    {
        return prefixInt(Integer.BYTES) & 0xFF_FFFF;
    }

    /**
     * Reads the frame's length as soon as its four bytes are there.
     *
     * @return false if they are not, or the framing is lost.
     */
    final boolean hasFrameLength()
    {
        if (frameLength > 0)
        {
            return true;
        }
        if (pendingLength + left() < Integer.BYTES)
        {
            return false;
        }
        final long claimed = prefixInt(0) & 0xFFFF_FFFFL;
        final Reason reason = Prefix.check(claimed, limits);
        if (reason != null && reason != Reason.FRAME_TOO_SHORT)
        {
            Prefix.fault(fault, frameOffset, reason, claimed, limits);
            return false;
        }
        frameLength = (int)claimed + Integer.BYTES;
        return true;
    }
}
