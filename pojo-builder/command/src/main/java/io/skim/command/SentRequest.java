package io.skim.command;

import io.skim.scan.remoting.RequestCode;
import org.jspecify.annotations.Nullable;

/**
 * A request that was seen in a capture, as its response shows it.
 *
 * @param i     number of its frame, over all files.
 * @param code  as it was sent.
 * @param topic that it names; null for none, or for one that is too long to be any.
 * @param time  when its last byte was captured, in microseconds since 1970; {@code CaptureReader.NO_TIME} if not known.
 * @param queue of which its response tells an offset; null for none.
 */
public record SentRequest(long i, int code, @Nullable String topic, long time, @Nullable ConsumedQueue queue)
{
    /** Leaves out a text that is too long for a topic: many requests can wait, and what they hold is limited. */
    public SentRequest
    {
        topic = topic == null || topic.length() > CountedFrame.LONGEST_TOPIC ? null : topic;
    }

    /** Makes one whose response tells no offset. */
    public SentRequest(final long i, final int code, final @Nullable String topic, final long time)
    {
        this(i, code, topic, time, null);
    }

    /** Whether it has a message to be stored, or several. */
    boolean isSend()
    {
        return code == RequestCode.SEND_MESSAGE.code() || code == RequestCode.SEND_MESSAGE_V2.code()
            || code == RequestCode.SEND_BATCH_MESSAGE.code();
    }

    /** Null if the code is not known. */
    @Nullable
    String codeName()
    {
        return CodeNames.of(code, false);
    }
}
