package io.skim.command;

import io.skim.scan.Reason;

/**
 * Tells whether a frame begins at a place, by what nearly nothing else has there: for streams that are not known from
 * their beginning.
 */
final class FrameStart
{
    private static final int LENGTH = 2 * Integer.BYTES;
    private static final int LEAST_BINARY_HEADER = 21;
    private static final int LEAST_JSON_HEADER = 2;
    private static final int AMQP = 'A' << 24 | 'M' << 16 | 'Q' << 8 | 'P';

    private FrameStart()
    {
    }

    /** Whether a remoting frame does, which may be cut off. */
    static boolean isRemoting(final byte[] bytes, final int from, final int length)
    {
        if (length < LENGTH)
        {
            return false;
        }
        final int frame = int32(bytes, from);
        final int type = bytes[from + Integer.BYTES];
        final int header = int32(bytes, from + Integer.BYTES) & 0xFF_FFFF;
        if (frame < Integer.BYTES || frame > RemotingDecoder.LIMITS.maxFrameLength() || header > frame - Integer.BYTES)
        {
            return false;
        }
        return type == 1 && header >= LEAST_BINARY_HEADER
            || type == 0 && header >= LEAST_JSON_HEADER && (length == LENGTH || bytes[from + LENGTH] == '{');
    }

    /** Whether an AMQP frame or a protocol header does. */
    static boolean isAmqp(final byte[] bytes, final int from, final int length)
    {
        if (length < LENGTH)
        {
            return false;
        }
        final int frame = int32(bytes, from);
        final int offset = bytes[from + Integer.BYTES];
        final int type = bytes[from + Integer.BYTES + 1];
        // Nobody extends frame headers, and a body is a described value.
        return frame == AMQP
            || frame >= LENGTH && frame <= AmqpDecoder.MAX_LENGTH && offset == 2 && (type == 0 || type == 1)
                && (length == LENGTH || frame == LENGTH || bytes[from + LENGTH] == 0);
    }

    /** Whether another protocol does, so that it can be named. */
    static boolean isOther(final byte[] bytes, final int from, final int length)
    {
        return length >= Integer.BYTES && Reason.ofProtocol(int32(bytes, from)) != null;
    }

    private static int int32(final byte[] bytes, final int from)
    {
        return bytes[from] << 24 | (bytes[from + 1] & 0xFF) << 16 | (bytes[from + 2] & 0xFF) << 8 | bytes[from + 3]
            & 0xFF;
    }
}
