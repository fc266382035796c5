package io.skim.gateway.lanes;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Copies the ext fields that lanes need out of a header. The last of several equal ones counts, as for the broker. Allocates nothing
 * after its array has grown to the headers' size.
 *
 * @see "SendMessageRequestHeader, SendMessageRequestHeaderV2, PullMessageRequestHeader, PopMessageRequestHeader,
 *     NotificationRequestHeader, UnregisterClientRequestHeader, release 5.5.1"
 */
final class LaneHeader implements DataHandler
{
    static final int TOPIC = 0;
    static final int SHORT_TOPIC = 1;
    static final int GROUP = 2;
    static final int PRODUCERS = 3;
    static final int SUBSCRIPTION = 4;
    static final int SUBSCRIPTION_TYPE = 5;
    static final int POP_SUBSCRIPTION = 6;
    static final int POP_TYPE = 7;
    private static final int QUEUE = 8;
    private static final int SHORT_QUEUE = 9;
    private static final int SYS_FLAG = 10;
    private static final int TEXTS = 8;
    private static final int FIRST_LENGTH = 256;
    private static final RemotingInterest INTEREST = RemotingScanner.interest().entry("topic", TOPIC).entry("b",
        SHORT_TOPIC).entry("consumerGroup", GROUP).entry("producerGroup", PRODUCERS).entry("subscription", SUBSCRIPTION)
        .entry("expressionType", SUBSCRIPTION_TYPE).entry("exp", POP_SUBSCRIPTION).entry("expType", POP_TYPE).entry(
            "queueId", QUEUE)
        .entry("e", SHORT_QUEUE).entry("sysFlag", SYS_FLAG).build();

    byte[] text = new byte[FIRST_LENGTH];
    /** The bounds of each text; the end is negative if there is none. */
    private final int[] from = new int[TEXTS];
    private final int[] to = new int[TEXTS];
    private int length;
    /** The numbers of the queue in both spellings; negative if there is none. */
    int queue;
    int shortQueue;
    /** The flag of a pull; 0 if there is none. */
    int sysFlag;
    /** Whether the flag is a text that is no number: nobody knows what the broker does with it. */
    boolean oddFlag;

    /** Reads a frame whose scan has completed. */
    void read(final RemotingScanner checked)
    {
        Arrays.fill(to, -1);
        length = 0;
        queue = -1;
        shortQueue = -1;
        sysFlag = 0;
        oddFlag = false;
        checked.show(INTEREST, this);
    }

    @Override
    public Action onField(final int id, final Cursor value)
    {
        switch (id)
        {
            case QUEUE -> queue = value.getInt(-1);
            case SHORT_QUEUE -> shortQueue = value.getInt(-1);
            case SYS_FLAG ->
            {
                sysFlag = value.getInt(0);
                oddFlag = !value.isNull() && !value.isInt();
            }
            default -> take(id, value);
        }
        return Action.CONTINUE;
    }

    private void take(final int id, final Cursor value)
    {
        final int bytes = value.textLength();
        if (bytes > text.length - length)
        {
            text = Arrays.copyOf(text, Math.max(2 * text.length, length + bytes));
        }
        from[id] = length;
        length += Math.max(0, value.copyTo(text, length));
        to[id] = value.isNull() ? -1 : length;
    }

    boolean has(final int id)
    {
        return to[id] > from[id];
    }

    int from(final int id)
    {
        return from[id];
    }

    /** The length of a text in bytes; 0 if there is none. */
    int length(final int id)
    {
        return Math.max(0, to[id] - from[id]);
    }

    /** The text; null if there is none. Allocates. */
    @Nullable
    String text(final int id)
    {
        return to[id] < 0 ? null : new String(text, from[id], length(id), StandardCharsets.UTF_8);
    }

    boolean startsWith(final int id, final byte[] prefix)
    {
        return length(id) >= prefix.length
            && Arrays.equals(text, from[id], from[id] + prefix.length, prefix, 0, prefix.length);
    }
}
