package io.skim.benchmarks;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The kinds of Netty buffer a frame may arrive in.
 */
enum Buffers
{
    HEAP
    {
        @Override
        ByteBuf of(final byte[] bytes, final int... cuts)
        {
            return Unpooled.wrappedBuffer(bytes);
        }
    },

    DIRECT
    {
        @Override
        ByteBuf of(final byte[] bytes, final int... cuts)
        {
            return Unpooled.wrappedBuffer(ByteBuffer.allocateDirect(bytes.length).put(bytes).flip());
        }
    },

    COMPOSITE
    {
        @Override
        ByteBuf of(final byte[] bytes, final int... cuts)
        {
            // Made by hand, and so not watched for leaks, which slows down whatever is.
            final CompositeByteBuf composite =
                new CompositeByteBuf(UnpooledByteBufAllocator.DEFAULT, false, cuts.length + 1);
            int from = 0;
            for (final int cut : cuts)
            {
                composite.addComponent(true, DIRECT.of(Arrays.copyOfRange(bytes, from, cut)));
                from = cut;
            }
            return composite.addComponent(true, DIRECT.of(Arrays.copyOfRange(bytes, from, bytes.length)));
        }
    },

    /** Each in one of the others, as chance wills; for the same bytes it is always the same. */
    MIXED
    {
        @Override
        ByteBuf of(final byte[] bytes, final int... cuts)
        {
            return List.of(HEAP, DIRECT, COMPOSITE).get(Math.floorMod(Arrays.hashCode(bytes), 3)).of(bytes, cuts);
        }
    };

    /** By the name that parameters have. */
    static Buffers of(final String name)
    {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    /** Copies bytes into a buffer of this kind; a composite has a new component at each cut. */
    abstract ByteBuf of(byte[] bytes, int... cuts);

    /** One buffer for each frame, a composite cut in the middle of the header. */
    static ByteBuf[] each(final byte[][] frames, final Buffers kind)
    {
        final ByteBuf[] buffers = new ByteBuf[frames.length];
        for (int i = 0; i < frames.length; i++)
        {
            buffers[i] = kind.of(frames[i], middle(frames[i]));
        }
        return buffers;
    }

    /** One buffer for each message, a composite cut in its middle. */
    static ByteBuf[] halves(final byte[][] messages, final Buffers kind)
    {
        final ByteBuf[] buffers = new ByteBuf[messages.length];
        for (int i = 0; i < messages.length; i++)
        {
            buffers[i] = kind.of(messages[i], messages[i].length / 2);
        }
        return buffers;
    }

    /** One buffer for all frames, a composite cut in the middle of each header. */
    static ByteBuf stream(final byte[][] frames, final Buffers kind)
    {
        final int[] cuts = new int[frames.length];
        int length = 0;
        for (int i = 0; i < frames.length; i++)
        {
            cuts[i] = length + middle(frames[i]);
            length += frames[i].length;
        }
        final byte[] all = new byte[length];
        int at = 0;
        for (final byte[] frame : frames)
        {
            System.arraycopy(frame, 0, all, at, frame.length);
            at += frame.length;
        }
        return kind.of(all, cuts);
    }

    private static int middle(final byte[] frame)
    {
        return Encoding.PREFIX + Encoding.headerLength(frame) / 2;
    }
}
