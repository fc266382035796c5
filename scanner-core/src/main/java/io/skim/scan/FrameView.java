package io.skim.scan;

import io.netty.buffer.ByteBuf;
import io.skim.bytes.Words;
import io.skim.scan.spi.Frames;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.agrona.DirectBuffer;

/**
 * One frame in the caller's buffer. The view resolves the kind of the buffer once, so that every scan is a loop over
 * {@code byte[]}. A view has no position: offsets are in bytes from the start of the frame.
 * <p>
 * A buffer with an accessible array is read in place. From any other (direct, read-only, composite) the view copies the
 * <em>header</em> into its scratch array, never a whole body (it copies up to 640 bytes at once, header or not). It creates
 * the scratch at the first such frame, with 1,024 bytes, and doubles it for longer headers, up to
 * {@link Limits#maxHeaderLength()}. If none of the 64 frames before needed more than 16,384 bytes, it gives up a longer scratch at
 * the next {@code wrap} or {@code reset}, otherwise after 64 frames that did not need it; {@link #trim()} gives it up at once.
 * <p>
 * A view does not retain or release the buffer. It is valid while the wrapped buffer is, until the next {@code wrap} or
 * {@code reset}. One thread at a time.
 */
public final class FrameView
{
    /** The least number of bytes that can be loaded, whatever the limits are; for the readers of encodings. */
    static final int LEAST_SCRATCH = Frames.LEAST_SCRATCH;

    private static final int PREFIX = 8;
    /** JSON headers of sends fit into it. More would cost interests in only the first field. */
    private static final int MOST_AHEAD = 640;
    /** Most binary headers fit into it. For longer ones it grows by the step. */
    private static final int LEAST_AHEAD = 256;
    private static final int AHEAD_STEP = 32;
    private static final byte[] EMPTY = new byte[0];
    /** At least {@link #MOST_AHEAD}. */
    private static final int FIRST_LENGTH = 1_024;
    /** A longer scratch is given up after {@link #KEPT_FRAMES} frames in a row that did not need it. */
    private static final int KEPT_LENGTH = 16_384;
    private static final int KEPT_FRAMES = 64;

    private final int scratchLength;
    private byte[] scratch = EMPTY;
    /** The number of frames that were copied from, and the numbers of the last two that needed more than {@link #KEPT_LENGTH}. */
    private int frames;
    private int longFrame = -KEPT_FRAMES - 1;
    private int longFrameBefore = longFrame;

    private byte[] array = EMPTY;
    /** The index of the first byte of the frame; negative if the window begins later. */
    private int arrayOffset;
    private int loadedFrom;
    private int loaded;
    /** The number of bytes that are copied at once at the start of a frame: as many as an earlier frame needed. */
    private int ahead = LEAST_AHEAD;
    private int length;
    private int available;
    private boolean wrapped;
    private int wraps;
    /** Whether the view refers to a buffer or another view. */
    private boolean referring;

    /** The scan in progress on this frame, or the last one; 0 for none. */
    private long scan;
    private boolean scanning;

    private final BorrowedBuffer buffer = new BorrowedBuffer();
    /** Whether the scan lends cursors that move the window when they are read. */
    private boolean lending;

    /** Makes a view with the default limits. */
    public FrameView()
    {
        this(Limits.DEFAULT);
    }

    /**
     * Makes a view.
     *
     * @param limits whose header length bounds the scratch.
     */
    public FrameView(final Limits limits)
    {
        this(Math.max(LEAST_SCRATCH, limits.maxHeaderLength() + PREFIX));
    }

    private FrameView(final int scratchLength)
    {
        this.scratchLength = scratchLength;
    }

    /** Makes a view that can only {@link #hold} a part of another one. */
    static FrameView ofCopies()
    {
        return new FrameView(0);
    }

    /** Copies a part of a frame, at the same offsets. The other parts cannot be read. */
    FrameView hold(final FrameView whole, final int from, final int bytes)
    {
        if (bytes > scratch.length)
        {
            scratch = new byte[Math.max(bytes, 2 * scratch.length)];
        }
        whole.getBytes(from, bytes, scratch, 0);
        useArray(scratch, -from, from + bytes).ofLength(whole.available, whole.length);
        loadedFrom = from;
        wrapped = true;
        scan = whole.scan;
        return this;
    }

    /**
     * Wraps an array.
     *
     * @param frame that is exactly one frame.
     * @return this.
     */
    public FrameView wrap(final byte[] frame)
    {
        return wrap(frame, 0, frame.length);
    }

    /**
     * Wraps part of an array.
     *
     * @param frame  array that holds the frame.
     * @param offset in {@code frame}, in bytes, of its first byte.
     * @param length of the frame in bytes.
     * @return this.
     * @throws IndexOutOfBoundsException if the part is not inside the array.
     */
    public FrameView wrap(final byte[] frame, final int offset, final int length)
    {
        return wrapPart(frame, offset, length, length);
    }

    /**
     * Wraps the beginning of a frame whose body has not arrived yet. A scan needs only the header.
     *
     * @param frame     array that holds the beginning of the frame.
     * @param offset    in {@code frame}, in bytes, of its first byte.
     * @param available bytes of the frame that have arrived.
     * @param length    of the whole frame in bytes, at least {@code available}.
     * @return this.
     * @throws IndexOutOfBoundsException if the part is not inside the array or longer than the frame.
     */
    public FrameView wrapPart(final byte[] frame, final int offset, final int available, final int length)
    {
        Objects.checkFromIndexSize(offset, available, frame.length);
        Objects.checkFromIndexSize(0, available, length);
        release();
        return useArray(frame, offset, available).ofLength(available, length);
    }

    /**
     * Wraps part of the frame of another view, or of this one, by reference to the same buffer.
     *
     * @param whole     view that is wrapped on a buffer; it may be reset or wrapped again afterwards.
     * @param offset    in {@code whole}, in bytes, of the first byte.
     * @param available bytes of the part that have arrived.
     * @param length    of the whole frame in bytes, at least {@code available}.
     * @return this.
     * @throws IndexOutOfBoundsException if the part is not available in {@code whole}, or longer than the frame.
     */
    public FrameView wrapPart(final FrameView whole, final int offset, final int available, final int length)
    {
        Objects.checkFromIndexSize(offset, available, whole.available);
        Objects.checkFromIndexSize(0, available, length);
        if (whole == this && !buffer.isNone())
        {
            return narrow(offset).ofLength(available, length);
        }
        release();
        if (whole.buffer.isNone())
        {
            return useArray(whole.array, whole.arrayOffset + offset, available).ofLength(available, length);
        }
        referring = true;
        buffer.borrow(whole.buffer, offset);
        return ofLength(available, length);
    }

    /**
     * Wraps the readable bytes of a Netty buffer. Its indices do not move.
     *
     * @param frame whose readable bytes are exactly one frame.
     * @return this.
     */
    public FrameView wrap(final ByteBuf frame)
    {
        // The buffer itself keeps its indices inside its capacity.
        return wrapChecked(frame, frame.readerIndex(), frame.readableBytes());
    }

    /**
     * Wraps part of a Netty buffer. Its indices do not move.
     *
     * @param frame  buffer that holds the frame.
     * @param offset in {@code frame}, in bytes, of its first byte.
     * @param length of the frame in bytes.
     * @return this.
     * @throws IndexOutOfBoundsException if the part is not inside the buffer.
     */
    public FrameView wrap(final ByteBuf frame, final int offset, final int length)
    {
        Objects.checkFromIndexSize(offset, length, frame.capacity());
        return wrapChecked(frame, offset, length);
    }

    /**
     * Wraps the beginning of a frame whose body has not arrived yet. A scan needs only the header.
     *
     * @param frame     buffer that holds the beginning of the frame. Its indices do not move.
     * @param offset    in {@code frame}, in bytes, of its first byte.
     * @param available bytes of the frame that have arrived.
     * @param length    of the whole frame in bytes, at least {@code available}.
     * @return this.
     * @throws IndexOutOfBoundsException if the part is not inside the buffer or longer than the frame.
     */
    public FrameView wrapPart(final ByteBuf frame, final int offset, final int available, final int length)
    {
        Objects.checkFromIndexSize(offset, available, frame.capacity());
        Objects.checkFromIndexSize(0, available, length);
        return wrapChecked(frame, offset, available).ofLength(available, length);
    }

    private FrameView wrapChecked(final ByteBuf frame, final int offset, final int length)
    {
        if (buffer.isOn(frame))
        {
            // The next frame of what a channel received: the reference stays.
            restart();
            buffer.moveTo(offset);
            return ofLength(length, length);
        }
        release();
        if (frame.hasArray())
        {
            return useArray(frame.array(), frame.arrayOffset() + offset, length).ofLength(length, length);
        }
        referring = true;
        buffer.borrow(frame, offset);
        return ofLength(length, length);
    }

    /**
     * Wraps the remaining bytes of a NIO buffer. Its position does not move.
     *
     * @param frame whose remaining bytes are exactly one frame.
     * @return this.
     */
    public FrameView wrap(final ByteBuffer frame)
    {
        return wrap(frame, frame.position(), frame.remaining());
    }

    /**
     * Wraps part of a NIO buffer. Its position does not move.
     *
     * @param frame  buffer that holds the frame.
     * @param offset in {@code frame}, in bytes, of its first byte.
     * @param length of the frame in bytes.
     * @return this.
     * @throws IndexOutOfBoundsException if the part is not inside the buffer.
     */
    public FrameView wrap(final ByteBuffer frame, final int offset, final int length)
    {
        Objects.checkFromIndexSize(offset, length, frame.limit());
        release();
        if (frame.hasArray())
        {
            return useArray(frame.array(), frame.arrayOffset() + offset, length).ofLength(length, length);
        }
        referring = true;
        buffer.borrow(frame, offset);
        return ofLength(length, length);
    }

    /**
     * Wraps part of an Agrona buffer.
     *
     * @param frame  buffer that holds the frame.
     * @param offset in {@code frame}, in bytes, of its first byte.
     * @param length of the frame in bytes.
     * @return this.
     * @throws IndexOutOfBoundsException if the part is not inside the buffer.
     */
    public FrameView wrap(final DirectBuffer frame, final int offset, final int length)
    {
        Objects.checkFromIndexSize(offset, length, frame.capacity());
        release();
        final byte[] backing = frame.byteArray();
        if (backing != null)
        {
            return useArray(backing, frame.wrapAdjustment() + offset, length).ofLength(length, length);
        }
        referring = true;
        buffer.borrow(frame, offset);
        return ofLength(length, length);
    }

    /** Detaches the view from its buffer. Keeps the scratch for the next frame, unless it is a long one that few frames needed. */
    public void reset()
    {
        release();
        useArray(EMPTY, 0, 0).ofLength(0, 0);
        wrapped = false;
    }

    /**
     * Detaches the view as {@link #reset()} does, and always gives up a scratch of more than 16,384 bytes. Call it after the last
     * frame of a connection, or before a long pause.
     */
    public void trim()
    {
        reset();
        if (scratch.length > KEPT_LENGTH)
        {
            scratch = EMPTY;
        }
    }

    /** Releases the last frame. Stores references only if they change: storing a reference costs a GC write barrier. */
    private void release()
    {
        if (referring)
        {
            releaseBuffers();
        }
        restart();
    }

    /** Prepares for another frame. */
    private void restart()
    {
        if (scratch.length > KEPT_LENGTH)
        {
            releaseScratch();
        }
        loaded = 0;
        wrapped = true;
        wraps++;
        scan = 0;
        scanning = false;
    }

    /** Gives up a long scratch, unless two frames needed one, the later one of the last 64, the other at most 64 before it. */
    private void releaseScratch()
    {
        if (frames - longFrame > KEPT_FRAMES || longFrame - longFrameBefore > KEPT_FRAMES)
        {
            if (array == scratch)
            {
                array = EMPTY;
            }
            scratch = EMPTY;
        }
    }

    /** Makes a scratch of at least so many bytes. */
    private void growScratch(final int bytes)
    {
        // Doubled, so that headers of growing length do not allocate one each.
        final int power = Integer.highestOneBit(Math.max(FIRST_LENGTH, bytes) - 1) << 1;
        scratch = new byte[Math.min(scratchLength, power)];
    }

    /** Notes a frame that needs more than {@link #KEPT_LENGTH}. */
    private void countLong()
    {
        if (longFrame != frames)
        {
            longFrameBefore = longFrame;
            longFrame = frames;
        }
    }

    /** Continues with a part of this view's own buffer. */
    private FrameView narrow(final int offset)
    {
        loaded = 0;
        wraps++;
        scan = 0;
        buffer.borrow(buffer, offset);
        return this;
    }

    private void releaseBuffers()
    {
        buffer.release();
        referring = false;
    }

    private FrameView ofLength(final int available, final int length)
    {
        this.available = available;
        this.length = length;
        return this;
    }

    private FrameView useArray(final byte[] backing, final int offset, final int bytes)
    {
        if (array != backing)
        {
            array = backing;
        }
        arrayOffset = offset;
        loadedFrom = 0;
        loaded = bytes;
        return this;
    }

    /** {@return whether the view is attached to a frame} */
    public boolean isWrapped()
    {
        return wrapped;
    }

    /**
     * How often the view was wrapped or reset. Code that reads a frame later than it has indexed it compares the number: a view on
     * another frame, or on the same bytes again, has another one.
     *
     * @return a number that each {@code wrap}, {@code wrapPart} and {@code reset} changes.
     */
    public int wraps()
    {
        return wraps;
    }

    /** {@return the length of the frame in bytes, with its prefix} */
    public int length()
    {
        return length;
    }

    /** {@return the bytes of the frame that have arrived; less than {@link #length()} only after {@code wrapPart}} */
    public int available()
    {
        return available;
    }

    /** See {@link Frames#load(FrameView, int)}. */
    boolean load(final int bytes)
    {
        if (bytes <= loaded && loadedFrom == 0)
        {
            return true;
        }
        return bytes <= scratchLength && bytes <= available && copyWindow(0, bytes);
    }

    /** See {@link Frames#load(FrameView, int, int)}. Bytes between the parts are not copied: they may be a large body. */
    boolean load(final int from, final int to)
    {
        if (isLoaded(from, to - from))
        {
            return true;
        }
        if (to > available || to - from > scratchLength)
        {
            return false;
        }
        final boolean grows = from >= loadedFrom && from <= loaded && loaded > loadedFrom && to - loadedFrom
            <= scratchLength;
        return grows ? growWindow(to) : copyWindow(from, to);
    }

    /** Copies the bytes behind the window, and keeps it: else each section of a message would copy all sections before it again. */
    private boolean growWindow(final int to)
    {
        final int bytes = to - loadedFrom;
        if (bytes > KEPT_LENGTH)
        {
            countLong();
        }
        if (bytes > scratch.length)
        {
            final byte[] begun = scratch;
            growScratch(bytes);
            System.arraycopy(begun, 0, scratch, 0, loaded - loadedFrom);
            array = scratch;
        }
        buffer.getBytes(loaded, to - loaded, scratch, loaded - loadedFrom);
        loaded = to;
        lookFurtherAhead(bytes);
        return true;
    }

    /** See {@link Frames#loadWindow}. */
    boolean loadWindow(final int from, final int to)
    {
        return isLoaded(from, to - from) || to <= available && to - from <= scratchLength && copyWindow(from, to);
    }

    private boolean copyWindow(final int from, final int to)
    {
        // Copies the usual length of a header together with the prefix, to save a second call.
        final int bytes = Math.max(to - from, Math.min(ahead, Math.min(available - from, scratchLength)));
        lookFurtherAhead(bytes);
        if (loaded == 0)
        {
            frames++;
        }
        if (bytes > KEPT_LENGTH)
        {
            countLong();
        }
        if (bytes > scratch.length)
        {
            growScratch(bytes);
        }
        buffer.getBytes(from, bytes, scratch, 0);
        useArray(scratch, -from, from + bytes);
        loadedFrom = from;
        return true;
    }

    private void lookFurtherAhead(final int bytes)
    {
        if (bytes > ahead)
        {
            ahead = Math.min(MOST_AHEAD, bytes + AHEAD_STEP - 1 & -AHEAD_STEP);
        }
    }

    /** See {@link Frames#array}. */
    byte[] array()
    {
        return array;
    }

    /** See {@link Frames#arrayOffset}. */
    int arrayOffset()
    {
        return arrayOffset;
    }

    /** See {@link Frames#loadedEnd}. */
    int loadedEnd()
    {
        return loaded;
    }

    /** See {@link Frames#isLoaded}. */
    boolean isLoaded(final int offset, final int length)
    {
        return offset >= loadedFrom && loaded - offset >= length;
    }

    /** The present length of the scratch, in bytes. */
    int heldLength()
    {
        return scratch.length;
    }

    /** See {@link Frames#scratchLength}. */
    int scratchLength()
    {
        return scratchLength;
    }

    /**
     * Reads one byte of the frame, loaded or not.
     *
     * @param offset in bytes from the start of the frame.
     * @return the byte.
     * @throws IndexOutOfBoundsException if the byte has not arrived.
     */
    public byte getByte(final int offset)
    {
        Objects.checkIndex(offset, available);
        if (isLoaded(offset, 1))
        {
            return array[arrayOffset + offset];
        }
        return buffer.getByte(offset);
    }

    /** See {@link Frames#getLongLittleEndian}. */
    long getLongLittleEndian(final int offset)
    {
        if (isLoaded(offset, Long.BYTES))
        {
            return Words.getLongLittleEndian(array, arrayOffset + offset);
        }
        Objects.checkFromIndexSize(offset, Long.BYTES, available);
        return buffer.getLongLittleEndian(offset);
    }

    /**
     * Copies bytes of the frame, loaded or not.
     *
     * @param offset    in bytes from the start of the frame.
     * @param length    in bytes.
     * @param dst       array to copy into.
     * @param dstOffset in {@code dst}, in bytes, of the first byte written.
     * @throws IndexOutOfBoundsException if the bytes have not arrived, or do not fit; then nothing was written.
     */
    public void getBytes(final int offset, final int length, final byte[] dst, final int dstOffset)
    {
        Objects.checkFromIndexSize(offset, length, available);
        Objects.checkFromIndexSize(dstOffset, length, dst.length);
        if (isLoaded(offset, length))
        {
            System.arraycopy(array, arrayOffset + offset, dst, dstOffset, length);
        }
        else
        {
            buffer.getBytes(offset, length, dst, dstOffset);
        }
    }

    /** See {@link Frames#lend}. */
    void lend(final boolean unloaded)
    {
        lending = unloaded && referring;
    }

    /** See {@link Frames#beginScan}. */
    long beginScan(final long number)
    {
        final long outer = scanning ? scan : 0;
        scan = number;
        scanning = true;
        return outer;
    }

    /** See {@link Frames#endScan}. */
    void endScan(final long outer)
    {
        if (outer != 0)
        {
            scan = outer;
        }
        scanning = outer != 0;
    }

    /**
     * The number of the scan in progress on this frame, or of the last one since it was wrapped.
     *
     * @return {@link Fault#scan()} of its scanner; 0 if the frame was not scanned.
     */
    public long scan()
    {
        return scan;
    }

    /**
     * Points a cursor at a marked value while the same frame is wrapped. A mark does not tell its frame: on another one the cursor
     * reads the bytes at the same place. Compare {@link #wraps()} if the view may have been wrapped again.
     *
     * @param mark   from {@link Cursor#mark()}.
     * @param cursor to set: your own, not one that a scan lends.
     * @return {@code cursor}, valid until the frame is scanned again or the view is wrapped again.
     * @throws IndexOutOfBoundsException if the mark ends behind the frame, or is negative, as no mark is.
     */
    public Cursor at(final long mark, final Cursor cursor)
    {
        if (mark < 0)
        {
            throw new IndexOutOfBoundsException(
                mark + " is no mark: no value was shown, or one that has no place in the frame");
        }
        final int from = Cursor.offset(mark);
        final int bytes = Cursor.length(mark);
        // A scan or another cursor may read the loaded window, so it does not move: the cursor gets a copy.
        final boolean copies = (lending || !isLoaded(from, bytes)) && Cursor.kind(mark) != Kind.BYTES
            && bytes <= scratchLength && bytes <= available - (long)from;
        return cursor.wrap(copies ? cursor.copyOf(this, from, bytes) : this, from, bytes, Cursor.kind(mark));
    }

    /**
     * The length of the frame, and whether it is read in the buffer's array or in the scratch; no bytes of the frame. Allocates.
     *
     * @return a line for people, such as {@code 120 bytes in an array}; or {@code not wrapped}.
     */
    @Override
    public String toString()
    {
        if (!wrapped)
        {
            return "not wrapped";
        }
        final String arrived = available < length ? " (" + available + " available)" : "";
        return length + " bytes" + arrived
            + (buffer.isNone() && array != scratch ? " in an array" : " read through a scratch");
    }
}
