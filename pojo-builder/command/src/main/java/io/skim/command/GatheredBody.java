package io.skim.command;

import io.skim.pojo.RemotingHeader;
import java.util.Arrays;

/**
 * The body of a stream's frame, put together from its pieces if it can hold messages. Used again for the next frame.
 */
final class GatheredBody
{
    private static final int CHECK_TRANSACTION_STATE = 39;
    private static final int CONSUME_MESSAGE_DIRECTLY = 309;
    private static final int SEND_MESSAGE = 10;
    private static final int SEND_MESSAGE_V2 = 310;
    private static final int SEND_BATCH_MESSAGE = 320;
    private static final int FIRST = 4_096;
    private static final int KEPT = 65_536;
    private static final byte[] NONE = {};

    private byte[] bytes = NONE;
    private int length;
    private boolean batch;
    private boolean record;
    private boolean gathering;

    /** Begins a frame; its body follows piece by piece. */
    void begin(final RemotingHeader header)
    {
        end();
        batch = isBatch(header);
        record = !header.isResponse() && (header.code() == CHECK_TRANSACTION_STATE || header.code()
            == CONSUME_MESSAGE_DIRECTLY);
        gathering = header.bodyLength() > 0 && (batch || record || header.isResponse());
    }

    /** Whether a body is a batch, by its request's header. */
    static boolean isBatch(final RemotingHeader header)
    {
        if (header.isResponse())
        {
            return false;
        }
        return switch (header.code())
        {
            case SEND_BATCH_MESSAGE -> true;
            case SEND_MESSAGE_V2 -> Boolean.parseBoolean(header.extField("m"));
            case SEND_MESSAGE -> Boolean.parseBoolean(header.extField("batch"));
            default -> false;
        };
    }

    /** Takes the next piece of the body. The array grows with the bytes that have come, not with those announced. */
    void add(final byte[] array, final int offset, final int count)
    {
        if (gathering)
        {
            if (count > bytes.length - length)
            {
                bytes = Arrays.copyOf(bytes, Math.max(Math.max(FIRST, 2 * bytes.length), length + count));
            }
            System.arraycopy(array, offset, bytes, length, count);
            length += count;
        }
    }

    /** Lets go of the body, and of an array that most others would not need. */
    void end()
    {
        length = 0;
        gathering = false;
        bytes = bytes.length > KEPT ? NONE : bytes;
    }

    /** Whether the body is a batch, by its request's header. */
    boolean isBatch()
    {
        return batch;
    }

    /** Whether the body is a stored record, by its request's header; whether an answer's is, only the body tells. */
    boolean isRecord()
    {
        return record;
    }

    byte[] bytes()
    {
        return bytes;
    }

    /** How much of the array is the body; 0 if it can hold no messages. */
    int length()
    {
        return length;
    }

    /** How much memory is held, in bytes. */
    int held()
    {
        return bytes.length;
    }
}
