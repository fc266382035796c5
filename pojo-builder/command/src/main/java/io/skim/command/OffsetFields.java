package io.skim.command;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.remoting.RequestCode;

/**
 * What the headers of consumers' requests and of their responses tell of offsets. The ext fields of all other frames are not looked at. Used
 * again for the next frame; allocates nothing.
 *
 * @see "PullMessageRequestHeader, PullMessageResponseHeader, QueryConsumerOffsetResponseHeader, UpdateConsumerOffsetRequestHeader and
 *     PullSysFlag, release 5.5.1"
 */
public final class OffsetFields implements DataHandler
{
    /** An offset that is not told, or not a number from 0. */
    static final long NONE = -1;

    private static final int GROUP = 0;
    private static final int TOPIC = 1;
    private static final int QUEUE = 2;
    private static final int ASKED = 3;
    private static final int COMMITTED = 4;
    private static final int SYS_FLAG = 5;
    private static final int NEXT = 6;
    private static final int MAX = 7;
    private static final int IDS = 8;
    private static final RemotingInterest REQUEST = RemotingScanner.interest().ids(IDS).entry("consumerGroup", GROUP)
        .entry("topic", TOPIC).entry("queueId", QUEUE).entry("queueOffset", ASKED).entry("commitOffset", COMMITTED)
        .entry("sysFlag", SYS_FLAG).build();
    private static final RemotingInterest RESPONSE = RemotingScanner.interest().ids(IDS).entry("nextBeginOffset", NEXT)
        .entry("maxOffset", MAX).entry("offset", COMMITTED).build();
    /** Bit of a pull's {@code sysFlag}: its {@code commitOffset} is one. */
    private static final int COMMITS = 1;

    private final byte[] group = new byte[CountedFrame.LONGEST_TOPIC];
    private final byte[] topic = new byte[CountedFrame.LONGEST_TOPIC];
    private int groupLength;
    private int topicLength;
    private int queueId;
    private int sysFlag;
    private long asked;
    private long committed;
    private long next;
    private long max;

    /** Makes one that has read nothing. */
    public OffsetFields()
    {
        forget();
    }

    /**
     * Reads a request whose header was checked.
     *
     * @param code    of the request.
     * @param scanner that has checked it.
     */
    public void ofRequest(final int code, final RemotingScanner scanner)
    {
        forget();
        final boolean pulls = isPull(code);
        if (pulls || code == RequestCode.UPDATE_CONSUMER_OFFSET.code()
            || code == RequestCode.QUERY_CONSUMER_OFFSET.code())
        {
            scanner.show(REQUEST, this);
            asked = pulls ? asked : NONE;
            committed = pulls && (sysFlag & COMMITS) == 0 ? NONE : committed;
        }
    }

    /**
     * Reads a response whose header was checked.
     *
     * @param request that it answers names a queue.
     * @param scanner that has checked it.
     */
    public void ofResponse(final boolean request, final RemotingScanner scanner)
    {
        forget();
        if (request)
        {
            scanner.show(RESPONSE, this);
        }
    }

    /** Whether requests of a code ask for messages of a queue. */
    static boolean isPull(final int code)
    {
        return code == RequestCode.PULL_MESSAGE.code() || code == RequestCode.LITE_PULL_MESSAGE.code();
    }

    private void forget()
    {
        groupLength = 0;
        topicLength = 0;
        queueId = -1;
        sysFlag = 0;
        asked = NONE;
        committed = NONE;
        next = NONE;
        max = NONE;
    }

    /** Of equal names the last one counts, as for the broker. */
    @Override
    public Action onField(final int id, final Cursor value)
    {
        switch (id)
        {
            case GROUP:
                groupLength = value.copyTo(group, 0);
                break;
            case TOPIC:
                topicLength = value.copyTo(topic, 0);
                break;
            case QUEUE:
                queueId = value.getInt(-1);
                break;
            case ASKED:
                asked = offset(value);
                break;
            case COMMITTED:
                committed = offset(value);
                break;
            case SYS_FLAG:
                sysFlag = value.getInt(0);
                break;
            case NEXT:
                next = offset(value);
                break;
            default:
                max = offset(value);
                break;
        }
        return Action.CONTINUE;
    }

    private static long offset(final Cursor value)
    {
        return Math.max(NONE, value.getLong(NONE));
    }

    /** Whether the request names a queue and a group, neither too long to be any. */
    boolean isQueue()
    {
        return groupLength > 0 && topicLength > 0 && queueId >= 0;
    }

    byte[] group()
    {
        return group;
    }

    /** In bytes; not above 0 if there is none. */
    int groupLength()
    {
        return groupLength;
    }

    byte[] topic()
    {
        return topic;
    }

    /** In bytes; not above 0 if there is none. */
    int topicLength()
    {
        return topicLength;
    }

    int queueId()
    {
        return queueId;
    }

    /** The offset of the first message that is asked for. */
    long asked()
    {
        return asked;
    }

    /** The offset up to which the group has consumed. */
    long committed()
    {
        return committed;
    }

    /** The offset to go on from, as the broker tells it. */
    long next()
    {
        return next;
    }

    /** The offset of the next message that will be stored, as the broker tells it. */
    long max()
    {
        return max;
    }
}
