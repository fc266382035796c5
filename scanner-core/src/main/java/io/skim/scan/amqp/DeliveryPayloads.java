package io.skim.scan.amqp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import io.skim.scan.FrameView;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The payloads of one delivery's transfers, one after the other: copied into an array, or retained as slices of their buffers.
 * From the first slice on, all are parts of a composite buffer.
 */
final class DeliveryPayloads
{
    private static final int KEPT_LENGTH = 65_536;
    /** A payload is copied if its buffer is more than this number of times longer. */
    private static final int MAX_KEPT_RATIO = 16;
    private static final byte[] EMPTY = {};

    private final int maxLength;
    private @Nullable CompositeByteBuf parts;
    private byte[] copied = EMPTY;
    private int length;

    /**
     * Makes an empty one.
     *
     * @param maxLength in bytes; the caller checks it.
     */
    DeliveryPayloads(final int maxLength)
    {
        this.maxLength = maxLength;
    }

    /** The number of bytes. */
    int length()
    {
        return length;
    }

    /** Counts the payload of a message that is given by reference, without keeping it. */
    void lent(final int payload)
    {
        length = payload;
    }

    /**
     * Appends a payload.
     *
     * @param frame   that contains the payload.
     * @param offset  of the payload in {@code frame}, in bytes.
     * @param payload its length in bytes, at least one.
     * @param bytes   that contain the same frame; null to copy the payload.
     * @param index   in {@code bytes} of the frame's first byte.
     */
    void add(final FrameView frame, final int offset, final int payload, final @Nullable ByteBuf bytes, final int index)
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

    /** Whether a payload is long enough to keep its buffer; for a slice, to keep the whole buffer behind it. */
    private static boolean isWorthKeeping(final ByteBuf bytes, final int payload)
    {
        ByteBuf whole = bytes;
        while (whole.unwrap() != null)
        {
            whole = whole.unwrap();
        }
        return whole.capacity() / MAX_KEPT_RATIO <= payload;
    }

    /** Takes over a reference. Without consolidation, which would copy. */
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

    /** Appends a copy of a payload. The array grows with the bytes that have arrived. */
    private void copy(final FrameView frame, final int offset, final int payload)
    {
        if (copied.length - length < payload)
        {
            copied = Arrays.copyOf(copied, Math.max(length + payload, Math.min(2 * copied.length, maxLength)));
        }
        frame.getBytes(offset, payload, copied, length);
    }

    /** Wraps a view on all payloads, valid until the next {@link #add} or {@link #release()}. */
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

    /** Releases the payloads. */
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
