package io.skim.encode;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.Objects;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Where an encoder writes: always an array. That of a Netty heap buffer while it has room, behind its writer index where
 * nobody reads; otherwise a scratch array that is kept and grows with the longest frame, copied once in {@link #commit}.
 * What is not committed, nobody has seen.
 * Subclasses know which call may follow; this class keeps the first refusal.
 */
abstract class Output
{
    private static final int FIRST_LENGTH = 1024;
    private static final int NOWHERE = -1;

    byte[] array;
    /** Index in {@link #array} of the first byte written. */
    int start;
    /** Index in {@link #array} of the next byte to write. */
    int position;
    /** The greatest position at which something may be written without asking for more; -1 for none. */
    int plainEnd = NOWHERE;
    private int plainRoom;
    private int plainLength = NOWHERE;
    private int limit;

    private byte[] scratch = new byte[FIRST_LENGTH];
    private @Nullable ByteBuf byteBuf;
    private @Nullable MutableDirectBuffer directBuffer;
    private byte @Nullable [] bytes;
    private @Nullable ByteBuffer byteBuffer;
    /** In the caller's buffer, of the first byte written. */
    private int offset;
    private int room;
    private @Nullable EncodeRefusal refusal;

    Output()
    {
        array = scratch;
    }

    /** Takes no call until an output is attached; the reason of a refusal stays. */
    abstract void detach();

    /** Begins anew on an output that was attached. */
    void attach()
    {
        if (refusal != null)
        {
            refusal = null;
        }
    }

    /** The first reason since {@link #attach}; null for none. */
    final @Nullable EncodeRefusal refusal()
    {
        return refusal;
    }

    /** Notes why nothing is written; the first reason stays. */
    void refuse(final EncodeRefusal reason)
    {
        if (refusal == null)
        {
            refusal = reason;
        }
    }

    void wrap(final ByteBuf out)
    {
        detach();
        release();
        noPlain();
        byteBuf = out;
        room = out.maxWritableBytes();
        offset = out.writerIndex();
        if (out.hasArray() && !out.isReadOnly())
        {
            array = out.array();
            start = out.arrayOffset() + offset;
            position = start;
            limit = start + out.writableBytes();
        }
        else
        {
            toScratch();
        }
        attach();
    }

    void wrap(final MutableDirectBuffer out, final int outOffset, final int length)
    {
        reset();
        if (outOffset < 0 || length < 0 || !out.isExpandable() && length > out.capacity() - outOffset)
        {
            throw new IndexOutOfBoundsException(length + " bytes at " + outOffset + " of a buffer of " + out
                .capacity());
        }
        directBuffer = out;
        offset = outOffset;
        room = length;
        toScratch();
        attach();
    }

    void wrap(final byte[] out, final int outOffset, final int length)
    {
        reset();
        Objects.checkFromIndexSize(outOffset, length, out.length);
        bytes = out;
        offset = outOffset;
        room = length;
        toScratch();
        attach();
    }

    void wrap(final ByteBuffer out)
    {
        reset();
        if (out.isReadOnly())
        {
            throw new ReadOnlyBufferException();
        }
        byteBuffer = out;
        offset = out.position();
        room = out.remaining();
        toScratch();
        attach();
    }

    /** Lets go of the caller's buffer. */
    @SuppressWarnings("NullAway") // no writes until wrap
    void reset()
    {
        detach();
        release();
        noPlain();
        array = null;
        limit = position;
        room = 0;
    }

    private void noPlain()
    {
        plainLength = NOWHERE;
        plainEnd = NOWHERE;
    }

    /**
     * Sets {@link #plainEnd}, which follows the array from now on.
     *
     * @param length that may be reached at most, from the start; none if it is negative.
     * @param behind that has to be there.
     */
    void allowPlain(final long length, final int behind)
    {
        plainLength = (int)Math.min(length, Integer.MAX_VALUE);
        plainRoom = behind;
        findPlainEnd();
    }

    private void findPlainEnd()
    {
        plainEnd = plainLength < 0 ? NOWHERE : start + Math.min(plainLength, limit - start - plainRoom);
    }

    /** References are only stored where they change: a store of one has its price. */
    private void release()
    {
        if (byteBuf != null)
        {
            byteBuf = null;
        }
        if (directBuffer != null)
        {
            directBuffer = null;
        }
        if (bytes != null)
        {
            bytes = null;
        }
        if (byteBuffer != null)
        {
            byteBuffer = null;
        }
    }

    private void toScratch()
    {
        if (array != scratch)
        {
            array = scratch;
        }
        start = 0;
        position = 0;
        limit = scratch.length;
    }

    /** Whether there is room for bytes behind the position. */
    boolean has(final long count)
    {
        return count <= limit - position;
    }

    /** Makes room for bytes behind the position; {@code array} and {@code position} may change. */
    void ensure(final int count)
    {
        if (count > limit - position)
        {
            grow(count);
        }
    }

    private void grow(final int count)
    {
        final int written = position - start;
        final int needed = Math.addExact(written, count);
        if (needed > scratch.length)
        {
            final byte[] longer = new byte[Math.max(2 * scratch.length, needed)];
            System.arraycopy(array, start, longer, 0, written);
            scratch = longer;
        }
        else
        {
            System.arraycopy(array, start, scratch, 0, written);
        }
        toScratch();
        position = written;
        findPlainEnd();
    }

    int length()
    {
        return position - start;
    }

    /** Whether what was written fits, and as many bytes behind it. */
    boolean fits(final int behind)
    {
        return behind <= room - length();
    }

    /** Whether a Netty or NIO buffer is as it was when it was wrapped. */
    boolean isUnmoved()
    {
        if (byteBuffer != null)
        {
            return byteBuffer.position() == offset && byteBuffer.remaining() == room;
        }
        return byteBuf == null || byteBuf.writerIndex() == offset && (array == scratch || byteBuf.hasArray() && byteBuf
            .array() == array && byteBuf.arrayOffset() + offset == start);
    }

    /**
     * Gives what was written, which must fit, to the caller's buffer.
     *
     * @return how many bytes that is.
     */
    @SuppressWarnings("NullAway") // the buffer of the last wrap is there
    int commit()
    {
        final int length = length();
        if (bytes != null)
        {
            System.arraycopy(array, start, bytes, offset, length);
        }
        else if (byteBuffer != null)
        {
            byteBuffer.put(array, start, length);
        }
        else if (directBuffer != null)
        {
            directBuffer.putBytes(offset, array, start, length);
        }
        else if (array == scratch)
        {
            byteBuf.writeBytes(array, start, length);
        }
        else
        {
            byteBuf.writerIndex(byteBuf.writerIndex() + length);
        }
        return length;
    }

    /** Gives what was written and a body behind it, which must fit, to the caller's buffer. */
    int commit(final ByteBuf body)
    {
        final int behind = body.readableBytes();
        if (byteBuffer != null)
        {
            return commitToByteBuffer(body, behind);
        }
        if (byteBuf != null)
        {
            final int before = byteBuf.writerIndex();
            boolean done = false;
            try
            {
                final int length = commit();
                byteBuf.writeBytes(body, body.readerIndex(), behind);
                done = true;
                return length + behind;
            }
            finally
            {
                if (!done)
                {
                    byteBuf.writerIndex(before);
                }
            }
        }
        // The body comes first: if it throws, nothing but its own part may have been written to.
        final int length = length();
        if (bytes != null)
        {
            body.getBytes(body.readerIndex(), bytes, offset + length, behind);
        }
        else
        {
            copyThroughScratch(body, offset + length, behind);
        }
        return commit() + behind;
    }

    @SuppressWarnings("NullAway") // the buffer of the last wrap is there
    private void copyThroughScratch(final ByteBuf body, final int to, final int count)
    {
        ensure(Math.min(FIRST_LENGTH, count));
        final int step = limit - position;
        for (int done = 0; done < count; done += step)
        {
            final int piece = Math.min(step, count - done);
            body.getBytes(body.readerIndex() + done, array, position, piece);
            directBuffer.putBytes(to + done, array, position, piece);
        }
    }

    @SuppressWarnings("NullAway") // the buffer of the last wrap is there
    private int commitToByteBuffer(final ByteBuf body, final int behind)
    {
        final int limitBefore = byteBuffer.limit();
        final int bodyStart = offset + length();
        try
        {
            // Netty fills a buffer up to its limit.
            byteBuffer.limit(bodyStart + behind).position(bodyStart);
            body.getBytes(body.readerIndex(), byteBuffer);
        }
        finally
        {
            byteBuffer.limit(limitBefore).position(offset);
        }
        final int length = commit();
        byteBuffer.position(bodyStart + behind);
        return length + behind;
    }

    /** Gives what was written to the caller's composite, and a body behind it by reference. */
    @SuppressWarnings("NullAway") // the buffer of the last wrap is there
    int commitShared(final ByteBuf body)
    {
        final int behind = body.readableBytes();
        final int before = byteBuf.writerIndex();
        boolean done = false;
        try
        {
            final int length = commit();
            if (behind > 0)
            {
                final CompositeByteBuf composite = (CompositeByteBuf)byteBuf;
                // A component stands behind the capacity, not behind the writer index.
                composite.capacity(composite.writerIndex());
                composite.addComponent(true, body.retainedSlice());
            }
            done = true;
            return length + behind;
        }
        finally
        {
            if (!done)
            {
                byteBuf.writerIndex(before);
            }
        }
    }

    boolean isComposite()
    {
        return byteBuf instanceof CompositeByteBuf;
    }
}
