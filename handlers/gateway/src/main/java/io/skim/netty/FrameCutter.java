package io.skim.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.skim.scan.Fault;
import io.skim.scan.Reason;
import io.skim.scan.spi.Faults;
import org.jspecify.annotations.Nullable;

/**
 * Cuts what one channel receives into frames, whatever their protocol is. A frame is a part of the buffer that Netty received; only a
 * frame that straddles two of them is copied, into a buffer that grows with the bytes that arrive. Without a frame in progress it holds
 * no buffer.
 *
 * @param <F> what shows a frame to a listener.
 */
final class FrameCutter<F>
{
    /** Bytes to pass on without an end: nothing more is cut. */
    static final long ALL = Long.MAX_VALUE;
    private static final int LEAST_GATHERED = 512;

    /** What a protocol knows of its frames. Each method may throw, and nothing more is cut then. */
    interface Framing<F>
    {
        /**
         * Looks at the first bytes of a frame.
         *
         * @param bytes hold them.
         * @param at    their offset.
         * @param had   how many there are, as many as were wanted.
         * @return how many bytes of the frame are wanted, at most the whole frame; {@code had} to be given them; negative if the framing
         *         is lost.
         */
        int wanted(F frame, ByteBuf bytes, int at, int had);

        /** The framing is lost, as the last look at a frame has found. */
        void lost(ChannelHandlerContext ctx, F frame);

        /**
         * Takes a frame, or the beginning of one.
         *
         * @param bytes     hold it.
         * @param at        where it begins.
         * @param available how many bytes there are, at least as many as were wanted, and behind them may be others.
         * @param owned     whether nobody else refers to the bytes.
         * @return how many of the bytes were used.
         */
        int give(ChannelHandlerContext ctx, F frame, ByteBuf bytes, int at, int available, boolean owned);

        /** Takes bytes that are passed on and not cut. */
        void pass(ChannelHandlerContext ctx, ByteBuf chunk, int at, int length);

        /** Ends the references to a frame. */
        void detach(F frame);
    }

    private final Framing<F> framing;
    /** How many bytes each frame has at least. */
    private final int least;
    /** How many bytes are wanted to look at first. */
    private final int first;
    /** The bytes of a frame that straddles buffers; null if there are none. */
    private @Nullable ByteBuf gathered;
    /** How many bytes to gather before the next step. */
    private int wanted;
    /** How many bytes are passed on before the next frame. */
    private long uncut;
    /** The offset in the stream of the first byte that is not given out. */
    private long position;
    private boolean ended;

    /**
     * Makes a cutter at the beginning of a stream.
     *
     * @param framing of the protocol.
     * @param first   how many bytes are wanted to look at first.
     * @param least   how many bytes each frame has at least.
     */
    FrameCutter(final Framing<F> framing, final int first, final int least)
    {
        this.framing = framing;
        this.first = first;
        this.least = least;
    }

    /** The offset in the stream of the first byte that is not given out. */
    long position()
    {
        return position;
    }

    /** How many bytes are passed on before the next frame begins. */
    long uncut()
    {
        return uncut;
    }

    /** Has the next bytes passed on; {@link #ALL} for all that come. */
    void pass(final long bytes)
    {
        uncut = bytes;
    }

    /** Cuts what was received, which it releases. */
    void read(final ChannelHandlerContext ctx, final F frame, final ByteBuf chunk)
    {
        boolean read = false;
        try
        {
            cutAll(ctx, frame, chunk);
            read = true;
        }
        finally
        {
            ended |= !read;
            chunk.release();
            if (ended)
            {
                release();
            }
        }
    }

    private void cutAll(final ChannelHandlerContext ctx, final F frame, final ByteBuf chunk)
    {
        // Nobody else has a reference to a buffer that was just received, if there is only one.
        final boolean owned = chunk.refCnt() == 1 && !chunk.isReadOnly();
        final int end = chunk.writerIndex();
        int at = chunk.readerIndex();
        while (at < end && !ended)
        {
            if (uncut > 0)
            {
                at += passOn(ctx, chunk, at, end - at);
            }
            else if (gathered != null)
            {
                at += gather(ctx, frame, chunk, at, end - at, gathered);
            }
            else
            {
                at += cut(ctx, frame, chunk, at, end - at, owned);
            }
        }
    }

    private int passOn(final ChannelHandlerContext ctx, final ByteBuf chunk, final int at, final int rest)
    {
        final int passed = (int)Math.min(rest, uncut);
        if (uncut != ALL)
        {
            uncut -= passed;
        }
        position += passed;
        framing.pass(ctx, chunk, at, passed);
        return passed;
    }

    /** Gives out the frame that begins here, or begins to gather it; returns the number of bytes used. */
    private int cut(final ChannelHandlerContext ctx, final F frame, final ByteBuf chunk, final int at, final int rest,
        final boolean owned)
    {
        wanted = first;
        while (wanted <= rest)
        {
            if (isReady(ctx, frame, chunk, at))
            {
                return give(ctx, frame, chunk, at, rest, owned);
            }
            if (ended)
            {
                return rest;
            }
        }
        begin(ctx, chunk, at, rest, Math.max(wanted, rest));
        return rest;
    }

    /** Gathers what is missing of a frame, and gives it out when it is there; returns the number of bytes used. */
    private int gather(final ChannelHandlerContext ctx, final F frame, final ByteBuf chunk, final int at,
        final int rest, final ByteBuf whole)
    {
        final int taken = Math.min(rest, wanted - whole.readableBytes());
        whole.writeBytes(chunk, at, taken);
        if (whole.readableBytes() == wanted && isReady(ctx, frame, whole, 0))
        {
            gathered = null;
            try
            {
                give(ctx, frame, whole, 0, whole.readableBytes(), true);
            }
            finally
            {
                framing.detach(frame);
                whole.release();
            }
        }
        return taken;
    }

    /** Looks at the wanted bytes, which are there; false if more is wanted, or the framing is lost. */
    private boolean isReady(final ChannelHandlerContext ctx, final F frame, final ByteBuf bytes, final int at)
    {
        final int had = wanted;
        wanted = framing.wanted(frame, bytes, at, had);
        if (wanted < 0)
        {
            // First, because a listener that closes the channel ends the input.
            ended = true;
            framing.lost(ctx, frame);
        }
        return wanted == had;
    }

    private int give(final ChannelHandlerContext ctx, final F frame, final ByteBuf bytes, final int at,
        final int available, final boolean owned)
    {
        final int used = framing.give(ctx, frame, bytes, at, available, owned);
        if (gathered == null)
        {
            position += used;
        }
        return used;
    }

    /** Gathers a frame of which more is wanted than was given out: it is given out again. */
    void gather(final ChannelHandlerContext ctx, final ByteBuf bytes, final int at, final int available,
        final int whole)
    {
        wanted = whole;
        begin(ctx, bytes, at, available, whole);
    }

    /** Begins to gather. A peer that only claims to send much gets no room for it. */
    private void begin(final ChannelHandlerContext ctx, final ByteBuf bytes, final int at, final int available,
        final int most)
    {
        gathered = ctx.alloc().buffer(Math.min(Math.max(LEAST_GATHERED, 2 * available), most));
        gathered.writeBytes(bytes, at, available);
    }

    /**
     * Ends the input: nothing more is cut.
     *
     * @param length of the last frame whose length was wanted to be known; 0 if it is not known.
     * @return what is lost if a frame is in progress; else, or if the input has ended before, null.
     */
    @Nullable
    FramingLost end(final int length)
    {
        if (ended)
        {
            return null;
        }
        ended = true;
        final boolean inBody = uncut > 0 && uncut != ALL;
        final int arrived = gathered == null ? 0 : gathered.readableBytes();
        final long left = uncut;
        release();
        if (arrived == 0 && !inBody)
        {
            return null;
        }
        final boolean known = length > 0 && (inBody || wanted > first);
        final Fault fault = new Fault();
        Faults.at(fault, position + arrived, Reason.TRUNCATED, known ? length : least,
            inBody ? length - left : arrived);
        return FramingLost.of(fault);
    }

    /** Cuts nothing more, and tells nobody. */
    void close()
    {
        ended = true;
        release();
    }

    private void release()
    {
        uncut = 0;
        if (gathered != null)
        {
            gathered.release();
            gathered = null;
        }
    }
}
