package io.skim.command;

import io.skim.scan.Action;
import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpFrameReader;
import io.skim.scan.amqp.AmqpReader;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;

/**
 * Tells whether a frame begins at a place, by what nearly nothing else has there: lengths that fit together, and a header
 * that is good.
 */
abstract class FrameStart
{
    /** In bytes: what begins with a longer header, or performative, is not believed to be a frame. */
    static final int MAX_HEADER = 65_536;

    static final int NO_FRAME = -1;

    private static final int LENGTH = 2 * Integer.BYTES;

    /**
     * Looks at the lengths alone.
     *
     * @param bytes  that hold the place.
     * @param from   in {@code bytes}, of the place.
     * @param length how many bytes are there.
     * @return {@link #NO_FRAME}, or how many bytes from the place on must be there to decide.
     */
    abstract int extent(byte[] bytes, int from, int length);

    /** Decides, with as many bytes as {@link #extent} has told when all of them were there. */
    abstract boolean isGood(byte[] bytes, int from, int length);

    /** Whether another protocol begins at a place, so that it can be named. */
    static boolean isOther(final byte[] bytes, final int from, final int length)
    {
        return length >= Integer.BYTES && Reason.ofProtocol(int32(bytes, from)) != null;
    }

    private static int int32(final byte[] bytes, final int from)
    {
        return bytes[from] << 24 | (bytes[from + 1] & 0xFF) << 16 | (bytes[from + 2] & 0xFF) << 8 | bytes[from + 3]
            & 0xFF;
    }

    /** Of remoting frames. */
    static final class Remoting extends FrameStart
    {
        private static final RemotingInterest MEMBERS = RemotingScanner.interest().field(RemotingField.CODE, 0).field(
            RemotingField.OPAQUE, 1).build();
        /** Nobody sends a header without a code and a number, and an empty JSON object is in many bodies. */
        private static final int ALL = 0b11;
        private static final int LEAST_BINARY_HEADER = 21;
        private static final int LEAST_JSON_HEADER = 2;
        /** In a binary header, of the remark's length. */
        private static final int REMARK = 13;

        private final FrameView view = new FrameView(RemotingDecoder.LIMITS);
        private final RemotingScanner scanner = new RemotingScanner(RemotingDecoder.LIMITS, Strictness.LENIENT);
        private int shown;

        @Override
        int extent(final byte[] bytes, final int from, final int length)
        {
            if (length < LENGTH)
            {
                return LENGTH;
            }
            final int frame = int32(bytes, from);
            final int type = bytes[from + Integer.BYTES];
            final int header = int32(bytes, from + Integer.BYTES) & 0xFF_FFFF;
            if (frame < Integer.BYTES || frame > RemotingDecoder.LIMITS.maxFrameLength() - Integer.BYTES
                || header > frame - Integer.BYTES || header > MAX_HEADER)
            {
                return NO_FRAME;
            }
            final boolean believable = type == 1 && header >= LEAST_BINARY_HEADER
                && hasLengths(bytes, from + LENGTH, header, length - LENGTH)
                || type == 0 && header >= LEAST_JSON_HEADER && hasBraces(bytes, from + LENGTH, header, length - LENGTH);
            return believable ? LENGTH + header : NO_FRAME;
        }

        /** Whether the lengths of the remark and of the ext fields fill the header, as far as they are there. */
        private static boolean hasLengths(final byte[] bytes, final int from, final int header, final int there)
        {
            if (there < REMARK + Integer.BYTES)
            {
                return true;
            }
            final int remark = int32(bytes, from + REMARK);
            final int left = header - LEAST_BINARY_HEADER - remark;
            return remark >= 0 && left >= 0
                && (there < LEAST_BINARY_HEADER + remark || int32(bytes, from + REMARK + Integer.BYTES
                    + remark) == left);
        }

        private static boolean hasBraces(final byte[] bytes, final int from, final int header, final int there)
        {
            return (there < 1 || bytes[from] == '{') && (there < header || bytes[from + header - 1] == '}');
        }

        @Override
        boolean isGood(final byte[] bytes, final int from, final int length)
        {
            shown = 0;
            return scanner.scan(view.wrapPart(bytes, from, length, Integer.BYTES + int32(bytes, from)), MEMBERS, (id,
                value) -> {
                shown |= 1 << id;
                return Action.CONTINUE;
            }) == Outcome.COMPLETE && shown == ALL;
        }
    }

    /** Of AMQP frames, with a performative or empty, and of protocol headers. */
    static final class Amqp extends FrameStart
    {
        private static final int AMQP = 'A' << 24 | 'M' << 16 | 'Q' << 8 | 'P';
        private static final int SMALL_ULONG = 0x53;
        private static final int LIST_EMPTY = 0x45;
        private static final int LIST_SHORT = 0xC0;
        private static final int LIST_LONG = 0xD0;
        /** In a frame, of the constructor of the performative's list. */
        private static final int LIST = LENGTH + 3;

        private final FrameView view = new FrameView(DeliveryStream.LIMITS);
        private final AmqpFrameReader reader = new AmqpFrameReader(DeliveryStream.LIMITS, Strictness.STRICT);

        @Override
        int extent(final byte[] bytes, final int from, final int length)
        {
            if (length < LENGTH)
            {
                return LENGTH;
            }
            final int size = int32(bytes, from);
            if (size == AMQP)
            {
                return LENGTH;
            }
            final int offset = bytes[from + Integer.BYTES];
            final int type = bytes[from + Integer.BYTES + 1];
            // Nobody extends frame headers. One without a body is of channel 0 (2.4.5).
            if (size < LENGTH || size > AmqpDecoder.MAX_LENGTH || offset != 2 || type != 0 && type != 1
                || size == LENGTH && (int32(bytes, from + Integer.BYTES) & 0xFF_FFFF) != 0)
            {
                return NO_FRAME;
            }
            return size == LENGTH ? LENGTH : performativeExtent(bytes, from, length, size);
        }

        /** A performative has a descriptor of one octet, and is a list. */
        private static int performativeExtent(final byte[] bytes, final int from, final int length, final int size)
        {
            if (size <= LIST
                || length > LENGTH && bytes[from + LENGTH] != 0
                || length > LENGTH + 1 && bytes[from + LENGTH + 1] != SMALL_ULONG)
            {
                return NO_FRAME;
            }
            if (length <= LIST)
            {
                return LIST + 1;
            }
            final int code = bytes[from + LIST] & 0xFF;
            if (code == LIST_EMPTY)
            {
                return LIST + 1;
            }
            final int width = code == LIST_SHORT ? 1 : code == LIST_LONG ? Integer.BYTES : 0;
            if (width == 0)
            {
                return NO_FRAME;
            }
            if (length <= LIST + width)
            {
                return LIST + width + 1;
            }
            final int list = width == 1 ? bytes[from + LIST + 1] & 0xFF : int32(bytes, from + LIST + 1);
            return list < width || list > MAX_HEADER || list > size - LIST - 1 - width ? NO_FRAME
                : LIST + 1 + width + list;
        }

        @Override
        boolean isGood(final byte[] bytes, final int from, final int length)
        {
            final int size = int32(bytes, from);
            if (!reader.wrap(view.wrapPart(bytes, from, length, size == AMQP ? LENGTH : size)))
            {
                return false;
            }
            int event = AmqpReader.DONE;
            if (reader.performative() != null)
            {
                do
                {
                    event = reader.nextField();
                }
                while (event == AmqpReader.VALUE);
            }
            return event == AmqpReader.DONE && !reader.fault().isPresent();
        }
    }
}
