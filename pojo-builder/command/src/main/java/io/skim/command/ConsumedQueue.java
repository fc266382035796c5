package io.skim.command;

import org.jspecify.annotations.Nullable;

/**
 * A queue and a group that consumes it: the last offsets that frames told. Those that none told are less than 0.
 */
public final class ConsumedQueue
{
    private final String group;
    private final String topic;
    private final @Nullable String broker;
    private final int queueId;
    private long asked = OffsetFields.NONE;
    private long committed = OffsetFields.NONE;
    private long next = OffsetFields.NONE;
    private long max = OffsetFields.NONE;
    private long i;
    private long time;

    ConsumedQueue(final String group, final String topic, final @Nullable String broker, final int queueId)
    {
        this.group = group;
        this.topic = topic;
        this.broker = broker;
        this.queueId = queueId;
    }

    /** Takes what a request tells. */
    public void request(final OffsetFields fields)
    {
        asked = fields.asked() < 0 ? asked : fields.asked();
        committed = fields.committed() < 0 ? committed : fields.committed();
    }

    /**
     * Takes what a response tells.
     *
     * @param request the code that it answers.
     * @param fields  of the response, which is no failure.
     * @param frame   its number.
     * @param at      its time.
     */
    public void response(final int request, final OffsetFields fields, final long frame, final long at)
    {
        if (!OffsetFields.isPull(request))
        {
            committed = fields.committed() < 0 ? committed : fields.committed();
        }
        else if (fields.next() >= 0 && fields.max() >= 0)
        {
            next = fields.next();
            max = fields.max();
            i = frame;
            time = at;
        }
    }

    /** Whether any offset is known. */
    boolean isKnown()
    {
        return asked >= 0 || committed >= 0 || hasLag();
    }

    /** {@return the group that consumes} */
    public String group()
    {
        return group;
    }

    /** {@return the topic of the queue} */
    public String topic()
    {
        return topic;
    }

    /** {@return the broker's address, or null if a file does not tell} */
    public @Nullable String broker()
    {
        return broker;
    }

    /** {@return the number of the queue} */
    public int queueId()
    {
        return queueId;
    }

    /** {@return the last offset that was asked for} */
    public long asked()
    {
        return asked;
    }

    /** {@return the last offset that was committed, in a request or as the broker tells it} */
    public long committed()
    {
        return committed;
    }

    /** {@return the offset to go on from, as the broker told it last} */
    public long next()
    {
        return next;
    }

    /** {@return the offset of the next message that will be stored, as the broker told it then} */
    public long max()
    {
        return max;
    }

    /** {@return whether a broker told how far the group is behind} */
    public boolean hasLag()
    {
        return max >= 0;
    }

    /** {@return how many messages the group is behind; less than 0 if it is ahead, as after a loss of messages} */
    public long lag()
    {
        return max - next;
    }

    /** {@return the number of the frame that told} */
    public long i()
    {
        return i;
    }

    /** {@return when the broker told, in microseconds since 1970, if that is known} */
    public long time()
    {
        return time;
    }
}
