package io.skim.scan.amqp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import io.skim.scan.FrameView;
import java.util.Arrays;

/**
 * The payloads of one delivery's transfers, one behind the other: copied into an array, and retained as slices of the
 * buffers they came in where that is worth it. From the first slice on all are parts of a composite buffer.
 */
final class DeliveryPayloads
{
    private static final int KEPT_LENGTH = 65_536;
    /** So many times a payload's length may a buffer have that is kept for it. */
    private static final int MAX_KEPT_RATIO = 16;
    private static final byte[] EMPTY = {};

    private final int maxLength;
    private CompositeByteBuf parts;
    private byte[] copied = EMPTY;
    private int length;

    /**
     * Makes an empty one.
     *
     * @param maxLength in bytes, which the caller sees to.
     */
    DeliveryPayloads(final int maxLength)
    {
        this.maxLength = maxLength;
    }

    /** How many bytes there are. */
    int length()
    {
        return length;
    }

    /** Counts the one payload of a message that is given by reference, and not kept. */
    void lent(final int payload)
    {
        length = payload;
    }

    /**
     * Adds a payload behind those before.
     *
     * @param frame   that holds it.
     * @param offset  in {@code frame}, in bytes, where it begins.
     * @param payload its length in bytes, at least one.
     * @param bytes   that hold the same frame, or null for a payload to be copied.
     * @param index   in {@code bytes} of the frame's first byte.
     */
    void add(final FrameView frame, final int offset, final int payload, final ByteBuf bytes, final int index)
    {
        if (bytes != null && isWorthKeeping(bytes, payload))
        {
            retain(bytes.retainedSlice(index + offset, payload));
        }
        else if (parts != null)
        {
            final byte[] copy = new byte[payload];
            frame.getBytes(offset, payload, copy, 0);
            retain(Unpooled.wrappedBuffer(copy));
        }
        else
        {
            copy(frame, offset, payload);
        }
        length += payload;
    }

    /** Whether a buffer is not much longer than what it is kept for; of a slice that is asked of the whole. */
    private static boolean isWorthKeeping(final ByteBuf bytes, final int payload)
    {
        ByteBuf whole = bytes;
        while (whole.unwrap() != null)
        {
            whole = whole.unwrap();
        }
        return whole.capacity() / MAX_KEPT_RATIO <= payload;
    }

    /** Takes over a reference; without consolidation, which would copy. */
    private void retain(final ByteBuf part)
    {
        if (parts == null)
        {
            parts = Unpooled.compositeBuffer(Integer.MAX_VALUE);
            if (length > 0)
            {
                parts.addComponent(true, Unpooled.wrappedBuffer(Arrays.copyOf(copied, length)));
            }
        }
        parts.addComponent(true, part);
    }

    /** Copies a payload behind those before. The array grows with what has arrived. */
    private void copy(final FrameView frame, final int offset, final int payload)
    {
        if (copied.length - length < payload)
        {
            copied = Arrays.copyOf(copied, Math.max(length + payload, Math.min(2 * copied.length, maxLength)));
        }
        frame.getBytes(offset, payload, copied, length);
    }

    /** Wraps a view on all of them, valid until the next {@link #add} or {@link #release()}. */
    void wrap(final FrameView message)
    {
        if (parts != null)
        {
            message.wrap(parts);
        }
        else
        {
            message.wrap(copied, 0, length);
        }
    }

    /** Lets go of them. */
    void release()
    {
        if (parts != null)
        {
            parts.release();
            parts = null;
        }
        length = 0;
        if (copied.length > KEPT_LENGTH)
        {
            copied = EMPTY;
        }
    }
}
