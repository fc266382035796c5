package io.skim.scan.records;

/**
 * The fields of a stored record, in the words of RocketMQ's {@code MessageExt} and in the order of the wire. A batch entry
 * has {@link #FLAG}, {@link #PROPERTIES} and {@link #BODY}; its other fields are null.
 */
public enum RecordField
{
    /** The record's total size in bytes, int32. Null for a message of an inner batch. */
    STORE_SIZE("storeSize"),
    /** 0xDAA320A7 for version 1, 0xDAA320AB for version 2; int32. Null for a message of an inner batch. */
    MAGIC("magic"),
    /** CRC-32 of the stored body without its highest bit, int32. Null for a message of an inner batch. */
    BODY_CRC("bodyCRC"),
    /** The queue of the topic, int32. */
    QUEUE_ID("queueId"),
    /** The sender's own flag, int32. */
    FLAG("flag"),
    /**
     * The offset in the queue, int64. For a message of an inner batch Skim computes it: the cursor's offset is negative, and it
     * has no mark.
     */
    QUEUE_OFFSET("queueOffset"),
    /** The offset in the broker's commit log, int64. */
    COMMIT_LOG_OFFSET("commitLogOffset"),
    /** Bits: 0 compressed, 2 and 3 transaction, 4 and 5 hosts in IPv6, 6 and 7 inner batch, 8 to 10 compression. */
    SYS_FLAG("sysFlag"),
    /** When the sender made the message, in milliseconds since 1970. */
    BORN_TIMESTAMP("bornTimestamp"),
    /** The sender's address: four bytes, or sixteen for IPv6. */
    BORN_ADDRESS("bornAddress"),
    /** The sender's port, int32 from 0 to 65,535. */
    BORN_PORT("bornPort"),
    /** When the broker stored the message, in milliseconds since 1970. */
    STORE_TIMESTAMP("storeTimestamp"),
    /** The broker's address: four bytes, or sixteen for IPv6. */
    STORE_ADDRESS("storeAddress"),
    /** The broker's port, int32 from 0 to 65,535. */
    STORE_PORT("storePort"),
    /** How often consumption was retried, int32. Null for a message of an inner batch. */
    RECONSUME_TIMES("reconsumeTimes"),
    /** The commit log offset of the prepared message of a transaction, int64. Null for a message of an inner batch. */
    PREPARED_TRANSACTION_OFFSET("preparedTransactionOffset"),
    /**
     * The broker's own id: store address, port and commit log offset in upper-case hex, 32 digits or, with IPv6, 56. It
     * is computed: the cursor's offset is negative, and it has no mark. Null for a message of an inner batch.
     */
    OFFSET_MESSAGE_ID("offsetMsgId"),
    /** The topic, a text. */
    TOPIC("topic"),
    /** The message properties: a container, not shown if it has no bytes. */
    PROPERTIES("properties"),
    /** The body as it is stored, perhaps compressed, shown last; null when it has no bytes. */
    BODY("body");

    private static final RecordField[] FIELDS = values();

    private final String fieldName;

    RecordField(final String fieldName)
    {
        this.fieldName = fieldName;
    }

    /**
     * The field of an id that {@link RecordInterest.Builder#everything()} gave.
     *
     * @param id as a handler is shown it.
     * @return the field.
     * @throws IndexOutOfBoundsException if it is no such id.
     */
    public static RecordField of(final int id)
    {
        return FIELDS[id];
    }

    /** {@return the field's name as RocketMQ's classes have it: {@code queueOffset}} */
    public String fieldName()
    {
        return fieldName;
    }
}
