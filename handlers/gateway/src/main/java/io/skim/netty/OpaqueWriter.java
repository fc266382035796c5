package io.skim.netty;

import io.netty.buffer.ByteBuf;
import io.skim.handlers.patch.HeaderPatch;
import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.remoting.RemotingField;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Writes frames with another opaque. It is put over the old one in the received bytes, or by the patch that the frame already has.
 * {@link io.skim.handlers.patch.OpaqueRelay} makes a patch of its own, and two patches of one frame do not combine.
 * <p>
 * A JSON number that is too long for its place has the header copied; a shorter one is followed by blanks.
 */
final class OpaqueWriter
{
    /** The flag's bit of a request whose sender expects no response. */
    private static final int ONEWAY_BIT = 2;
    private static final int WORD = 4;
    private static final int PREFIX = 8;
    private static final int BINARY_OPAQUE = 13;
    private static final int BINARY_FLAG = 17;
    private static final int MOST_HEADER = 0xFF_FFFF;
    private static final int MOST_TEXT = 11;
    private static final byte QUOTE = '"';

    private final byte[] text = new byte[MOST_TEXT];
    /** A frame that was put together, to be scanned once more. */
    private final RemotingFrame again;
    private int textLength;
    /** Where the number is in a JSON header, and how long. */
    private int at;
    private int length;

    OpaqueWriter(final RemotingTools tools)
    {
        again = tools.make();
    }

    /** The digits of a JSON opaque; 0 for a binary header, and for what is no plain number. */
    int digits(final RemotingFrame frame)
    {
        if (frame.header().isBinary() || !find(frame))
        {
            return 0;
        }
        return isQuoted(frame.view()) || frame.view().getByte(at) == '-' ? 0 : length;
    }

    private boolean find(final RemotingFrame frame)
    {
        final Cursor value = frame.header().field(RemotingField.OPAQUE);
        at = value.offset();
        length = value.length();
        return !value.isNull();
    }

    static int headerEnd(final RemotingFrame frame)
    {
        return PREFIX + (frame.received.chunk().getInt(frame.received.offset() + WORD) & MOST_HEADER);
    }

    private boolean isQuoted(final FrameView view)
    {
        return view.getByte(at - 1) == QUOTE;
    }

    /** Writes a frame that was received, and that the patch was made of; {@code patch} may be null. */
    void write(final FrameOutput output, final RemotingFrame frame, final @Nullable HeaderPatch patch,
        final int opaque)
    {
        if (patch == null || !patch.isReady() || !patch.isChanged())
        {
            write(output, frame, opaque);
        }
        else if (addTo(patch, frame, opaque))
        {
            output.write(frame, patch);
        }
        else
        {
            final ByteBuf whole = frame.retain();
            try
            {
                write(output, patch.apply(whole, output.channel().alloc()), opaque);
            }
            finally
            {
                whole.release();
            }
        }
    }

    /** Writes a frame that was put together; releases it. */
    void write(final FrameOutput output, final ByteBuf whole, final int opaque)
    {
        try
        {
            scan(whole);
            write(output, again, opaque);
        }
        finally
        {
            again.detach();
            whole.release();
        }
    }

    /** Scans a frame that was put together; valid until the next one. */
    RemotingFrame scan(final ByteBuf whole)
    {
        final int bytes = whole.readableBytes();
        if (!again.scan(whole, whole.readerIndex(), bytes, bytes, false))
        {
            throw new IllegalStateException("an edit made a malformed frame: " + again.scanner().fault().toMessage());
        }
        return again;
    }

    private void write(final FrameOutput output, final RemotingFrame frame, final int opaque)
    {
        if (frame.header().isBinary())
        {
            writeBinary(output, frame, opaque);
            return;
        }
        if (!find(frame))
        {
            throw new IllegalStateException("the frame has no opaque");
        }
        put(opaque);
        if (frame.received.isOwned() && fits(frame.view()))
        {
            overwrite(frame.received.chunk(), frame.received.offset());
            output.write(frame);
        }
        else
        {
            copyJson(output, frame);
        }
    }

    private static void writeBinary(final FrameOutput output, final RemotingFrame frame, final int opaque)
    {
        if (frame.received.isOwned())
        {
            frame.received.chunk().setInt(frame.received.offset() + BINARY_OPAQUE, opaque);
            output.write(frame);
            return;
        }
        final int end = headerEnd(frame);
        final ByteBuf head = output.room(end);
        final int from = head.writerIndex();
        head.writeBytes(frame.received.chunk(), frame.received.offset(), end).setInt(from + BINARY_OPAQUE, opaque);
        rest(output, frame, end);
    }

    private void copyJson(final FrameOutput output, final RemotingFrame frame)
    {
        final ByteBuf chunk = frame.received.chunk();
        final int from = frame.received.offset();
        final int end = headerEnd(frame);
        final int delta = textLength - length;
        final int header = end - PREFIX + delta;
        if (header > MOST_HEADER)
        {
            throw new IllegalStateException("the header has no room for another opaque");
        }
        final ByteBuf head = output.room(end + delta);
        head.writeInt(frame.length() - WORD + delta);
        head.writeInt(chunk.getInt(from + WORD) & ~MOST_HEADER | header);
        head.writeBytes(chunk, from + PREFIX, at - PREFIX);
        head.writeBytes(text, 0, textLength);
        head.writeBytes(chunk, from + at + length, end - at - length);
        rest(output, frame, end);
    }

    private static void rest(final FrameOutput output, final RemotingFrame frame, final int end)
    {
        frame.received.passTo(output, end, frame.available() - end);
        output.receiveBody(frame);
    }

    /** Adds the opaque to a patch; false if it has no room. */
    private boolean addTo(final HeaderPatch patch, final RemotingFrame frame, final int opaque)
    {
        if (frame.header().isBinary())
        {
            setInt(text, 0, opaque);
            patch.overwrite(BINARY_OPAQUE, text, 0, Integer.BYTES);
            return true;
        }
        if (!find(frame))
        {
            return false;
        }
        put(opaque);
        if (!fits(frame.view()))
        {
            return false;
        }
        Arrays.fill(text, textLength, MOST_TEXT, (byte)' ');
        patch.overwrite(at, text, 0, length);
        return true;
    }

    private static void setInt(final byte[] array, final int index, final int value)
    {
        array[index] = (byte)(value >> 24);
        array[index + 1] = (byte)(value >> 16);
        array[index + 2] = (byte)(value >> 8);
        array[index + 3] = (byte)value;
    }

    /** The decimal digits of a number. */
    private void put(final int number)
    {
        long rest = Math.abs((long)number);
        int from = MOST_TEXT;
        do
        {
            text[--from] = (byte)('0' + rest % 10);
            rest /= 10;
        }
        while (rest > 0);
        if (number < 0)
        {
            text[--from] = '-';
        }
        textLength = MOST_TEXT - from;
        System.arraycopy(text, from, text, 0, textLength);
    }

    /** Blanks may follow a number, but not within quotes. */
    private boolean fits(final FrameView view)
    {
        return textLength == length || textLength < length && length <= MOST_TEXT && !isQuoted(view);
    }

    private void overwrite(final ByteBuf chunk, final int frameOffset)
    {
        for (int i = 0; i < length; i++)
        {
            chunk.setByte(frameOffset + at + i, i < textLength ? text[i] : ' ');
        }
    }

    /**
     * The bytes of a request as a oneway one with an opaque that nobody waits for, to send it again without a response.
     *
     * @return a copy; null if its flag or opaque has no room.
     */
    byte @Nullable [] asOneway(final RemotingFrame frame)
    {
        final byte[] bytes = new byte[frame.length()];
        frame.received.chunk().getBytes(frame.received.offset(), bytes);
        if (frame.header().isBinary())
        {
            setInt(bytes, BINARY_OPAQUE, FunnelRequests.oneway(0));
            setInt(bytes, BINARY_FLAG, frame.header().flag() | ONEWAY_BIT);
            return bytes;
        }
        final Cursor flag = frame.header().field(RemotingField.FLAG);
        final int flagAt = flag.offset();
        final boolean plain = !flag.isNull() && flag.length() == 1 && frame.header().flag() == 0;
        final int digits = digits(frame);
        if (!plain || digits == 0)
        {
            return null;
        }
        bytes[flagAt] = '0' + ONEWAY_BIT;
        put(FunnelRequests.oneway(digits));
        System.arraycopy(text, 0, bytes, at, digits);
        return bytes;
    }
}
