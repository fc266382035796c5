package io.skim.pojo;

import io.skim.pojo.text.LogLine;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A stored message as an object, with the values that RocketMQ's {@code MessageDecoder.decode} reads, and the body as stored.
 * Immutable except its body. Keeps no reference to the frame; you may keep and share it.
 *
 * @param isInner                   whether the client would have made it of an inner batch, a record whose body is several
 *                                  messages; then it has no store size, CRC, reconsume times, prepared transaction offset and
 *                                  message id: 0 and null, as in the client.
 * @param topic                     its name.
 * @param queueId                   the number of the queue in its topic.
 * @param queueOffset               the place in the queue; of an inner batch the record's and the message's own number in it,
 *                                  added.
 * @param commitLogOffset           the place in the broker's commit log, in bytes.
 * @param sysFlag                   the broker's flags of the message, all bits as stored; see {@code RecordField.SYS_FLAG}.
 * @param flag                      the sender's own, all bits as sent.
 * @param bornTimestamp             when the sender made the message, in milliseconds since 1970.
 * @param bornHost                  the sender: an address that was not resolved, and a port.
 * @param storeTimestamp            when the broker stored the message, in milliseconds since 1970.
 * @param storeHost                 the broker: an address that was not resolved, and a port.
 * @param storeSize                 the record's total size in bytes.
 * @param reconsumeTimes            how often consumption was retried.
 * @param preparedTransactionOffset where the prepared message of a transaction is: its place in the commit log.
 * @param bodyCrc                   the CRC-32 of the body as it is stored, without its highest bit. Only a scanner that checks
 *                                  bodies compares it.
 * @param offsetMsgId               the broker's own id of the message: store address, port and commit log offset in upper-case
 *                                  hex, 32 digits, or 56 with a store host of IPv6; null for a message of an inner batch.
 * @param propertiesText            the message properties as they stand in the frame; empty if there are none.
 * @param bodyOffset                where the body begins, in bytes from the start of the view that was scanned.
 * @param bodyLength                of the body as it stands in the frame, in bytes; 0 for none.
 * @param body                      its bytes as they stand in the frame, perhaps compressed; this object's own array, not a copy.
 *                                  Null if the builder was not told to take bodies, or there is none.
 * @see "MessageExt, release 5.5.1"
 */
public record StoredMessage(boolean isInner, String topic, int queueId, long queueOffset, long commitLogOffset,
    int sysFlag,
    int flag, long bornTimestamp, InetSocketAddress bornHost, long storeTimestamp, InetSocketAddress storeHost,
    int storeSize, int reconsumeTimes, long preparedTransactionOffset, int bodyCrc, @Nullable String offsetMsgId,
    String propertiesText, int bodyOffset, int bodyLength, byte @Nullable [] body)
{
    private static final String UNIQ_KEY = "UNIQ_KEY";
    /** The last of equal names wins. */
    private static final String WAITS = MessageProperties.PROPERTY_END + "WAIT" + MessageProperties.NAME_END + "true";

    /**
     * {@return the message's id as a client shows it: the property {@code UNIQ_KEY}, or {@link #offsetMsgId()} without one}
     * Parses the properties.
     */
    public @Nullable String msgId()
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
        return MessageProperties.parse(isInner ? propertiesText + WAITS : propertiesText);
    }

    @Override
    public boolean equals(final Object other)
    {
        return other instanceof StoredMessage message && equalNumbers(message) && isInner == message.isInner
            && topic.equals(message.topic) && bornHost.equals(message.bornHost) && storeHost.equals(message.storeHost)
            && Objects.equals(offsetMsgId, message.offsetMsgId) && propertiesText.equals(message.propertiesText)
            && Arrays.equals(body, message.body);
    }

    private boolean equalNumbers(final StoredMessage message)
    {
        return queueId == message.queueId && queueOffset == message.queueOffset
            && commitLogOffset == message.commitLogOffset && sysFlag == message.sysFlag && flag == message.flag
            && bornTimestamp == message.bornTimestamp && storeTimestamp == message.storeTimestamp
            && storeSize == message.storeSize && reconsumeTimes == message.reconsumeTimes
            && preparedTransactionOffset == message.preparedTransactionOffset && bodyCrc == message.bodyCrc
            && bodyOffset == message.bodyOffset && bodyLength == message.bodyLength;
    }

    @Override
    public int hashCode()
    {
        return 31 * (31 * topic.hashCode() + Long.hashCode(queueOffset)) + Long.hashCode(commitLogOffset);
    }

    @Override
    public String toString()
    {
        return LogLine.of("StoredMessage[topic=" + topic + ", queueId=" + queueId + ", queueOffset=" + queueOffset
            + ", commitLogOffset=" + commitLogOffset + ", sysFlag=" + sysFlag + ", flag=" + flag + ", bornTimestamp="
            + bornTimestamp + ", bornHost=" + bornHost + ", storeTimestamp=" + storeTimestamp + ", storeHost="
            + storeHost + ", storeSize=" + storeSize + ", reconsumeTimes=" + reconsumeTimes
            + ", preparedTransactionOffset=" + preparedTransactionOffset + ", bodyCrc=" + bodyCrc + ", offsetMsgId="
            + offsetMsgId + ", properties=" + properties() + ", bodyOffset=" + bodyOffset + ", bodyLength=" + bodyLength
            + "]");
    }
}
