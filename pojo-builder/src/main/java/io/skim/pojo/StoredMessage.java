package io.skim.pojo;

import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Objects;

/**
 * A stored message as an object, with the values that RocketMQ's {@code MessageDecoder.decode} reads, and the body as stored.
 * Immutable except its body. Keeps no reference to the frame; you may keep and share it.
 *
 * @see "MessageExt, release 5.5.1"
 */
public final class StoredMessage extends MessageParts
{
    private static final String UNIQ_KEY = "UNIQ_KEY";
    /** The last of equal names wins. */
    private static final String WAITS = MessageProperties.PROPERTY_END + "WAIT" + MessageProperties.NAME_END + "true";

    private final boolean inner;
    private final String topic;
    private final int queueId;
    private final long queueOffset;
    private final long commitLogOffset;
    private final int sysFlag;
    private final long bornTimestamp;
    private final InetSocketAddress bornHost;
    private final long storeTimestamp;
    private final InetSocketAddress storeHost;
    private final int storeSize;
    private final int reconsumeTimes;
    private final long preparedTransactionOffset;
    private final int bodyCrc;
    private final String offsetMsgId;

    StoredMessage(final StoredMessageBuilder from)
    {
        super(from);
        inner = from.inner;
        topic = from.topic;
        queueId = from.queueId;
        queueOffset = from.queueOffset;
        commitLogOffset = from.commitLogOffset;
        sysFlag = from.sysFlag;
        bornTimestamp = from.bornTimestamp;
        bornHost = from.bornHost;
        storeTimestamp = from.storeTimestamp;
        storeHost = from.storeHost;
        storeSize = from.storeSize;
        reconsumeTimes = from.reconsumeTimes;
        preparedTransactionOffset = from.preparedTransactionOffset;
        bodyCrc = from.bodyCrc;
        offsetMsgId = from.offsetMsgId;
    }

    /**
     * Whether this is one of several messages of a record, whose body is a batch.
     *
     * @return true if the client would have made it of an inner batch; then it has no store size, CRC, reconsume times,
     *     prepared transaction offset and message id: 0 and null, as in the client.
     */
    public boolean isInner()
    {
        return inner;
    }

    /** {@return the topic} */
    public String topic()
    {
        return topic;
    }

    /** {@return the number of the queue in its topic} */
    public int queueId()
    {
        return queueId;
    }

    /** {@return the place in the queue; of an inner batch the record's and the message's own number in it, added} */
    public long queueOffset()
    {
        return queueOffset;
    }

    /** {@return the place in the broker's commit log, in bytes} */
    public long commitLogOffset()
    {
        return commitLogOffset;
    }

    /** {@return the broker's flags of the message, all bits as stored; see {@code RecordField.SYS_FLAG}} */
    public int sysFlag()
    {
        return sysFlag;
    }

    /** {@return when the sender made the message, in milliseconds since 1970} */
    public long bornTimestamp()
    {
        return bornTimestamp;
    }

    /** {@return the sender: an address that was not resolved, and a port} */
    public InetSocketAddress bornHost()
    {
        return bornHost;
    }

    /** {@return when the broker stored the message, in milliseconds since 1970} */
    public long storeTimestamp()
    {
        return storeTimestamp;
    }

    /** {@return the broker: an address that was not resolved, and a port} */
    public InetSocketAddress storeHost()
    {
        return storeHost;
    }

    /** {@return the record's total size in bytes} */
    public int storeSize()
    {
        return storeSize;
    }

    /** {@return how often consumption was retried} */
    public int reconsumeTimes()
    {
        return reconsumeTimes;
    }

    /** {@return where the prepared message of a transaction is: its place in the commit log} */
    public long preparedTransactionOffset()
    {
        return preparedTransactionOffset;
    }

    /**
     * {@return the CRC-32 of the body as it is stored, without its highest bit} Only a scanner that checks bodies compares
     * it.
     */
    public int bodyCrc()
    {
        return bodyCrc;
    }

    /**
     * The broker's own id of the message: store address, port and commit log offset in upper-case hex.
     *
     * @return 32 digits, or 56 with a store host of IPv6; null for a message of an inner batch.
     */
    public String offsetMsgId()
    {
        return offsetMsgId;
    }

    /**
     * {@return the message's id as a client shows it: the property {@code UNIQ_KEY}, or {@link #offsetMsgId()} without one}
     * Parses the properties.
     */
    public String msgId()
    {
        final String unique = properties().get(UNIQ_KEY);
        return unique == null ? offsetMsgId : unique;
    }

    /**
     * The message properties. Parsed and allocated at every call. In a message of an inner batch {@code WAIT} is {@code
     * true}, whatever the sender wrote: the client sets it.
     *
     * @return an unmodifiable map, in the order of the wire; empty if there are none.
     */
    public Map<String, String> properties()
    {
        final String text = inner ? propertiesText + WAITS : propertiesText;
        return text.isEmpty() ? HeaderMap.EMPTY : MessageProperties.parse(text);
    }

    @Override
    public boolean equals(final Object other)
    {
        return other instanceof StoredMessage message && equalParts(message) && equalNumbers(message)
            && inner == message.inner && topic.equals(message.topic) && bornHost.equals(message.bornHost)
            && storeHost.equals(message.storeHost) && Objects.equals(offsetMsgId, message.offsetMsgId);
    }

    private boolean equalNumbers(final StoredMessage message)
    {
        return queueId == message.queueId && queueOffset == message.queueOffset
            && commitLogOffset == message.commitLogOffset && sysFlag == message.sysFlag
            && bornTimestamp == message.bornTimestamp && storeTimestamp == message.storeTimestamp
            && storeSize == message.storeSize && reconsumeTimes == message.reconsumeTimes
            && preparedTransactionOffset == message.preparedTransactionOffset && bodyCrc == message.bodyCrc;
    }

    @Override
    public int hashCode()
    {
        return 31 * (31 * topic.hashCode() + Long.hashCode(queueOffset)) + Long.hashCode(commitLogOffset);
    }

    @Override
    public String toString()
    {
        return "StoredMessage[topic=" + topic + ", queueId=" + queueId + ", queueOffset=" + queueOffset
            + ", commitLogOffset=" + commitLogOffset + ", sysFlag=" + sysFlag + ", flag=" + flag() + ", bornTimestamp="
            + bornTimestamp + ", bornHost=" + bornHost + ", storeTimestamp=" + storeTimestamp + ", storeHost="
            + storeHost + ", storeSize=" + storeSize + ", reconsumeTimes=" + reconsumeTimes
            + ", preparedTransactionOffset=" + preparedTransactionOffset + ", bodyCrc=" + bodyCrc + ", offsetMsgId="
            + offsetMsgId + ", properties=" + properties() + ", bodyOffset=" + bodyOffset() + ", bodyLength="
            + bodyLength()
            + "]";
    }
}
