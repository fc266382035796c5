package io.skim.store.rows;

import io.skim.scan.amqp.AmqpField;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What can be asked of stored messages, remoting frames, AMQP messages or AMQP frames: the same columns in each engine. Immutable.
 */
public final class RowSchema
{
    private final List<RowColumn> columns = new ArrayList<>();

    private RowSchema(final List<RowColumn> fixed, final List<String> properties)
    {
        columns.addAll(fixed);
        for (final String property : properties)
        {
            if (index(property) >= 0)
            {
                throw new IllegalArgumentException("there is a column \"" + columns.get(index(property)).name()
                    + "\" already; the property is in the column \"properties\"");
            }
            columns.add(new RowColumn(property, RowType.TEXT, true));
        }
    }

    /**
     * The columns of stored messages, and message properties as columns of their own.
     *
     * @param properties names of message properties, which become columns of type {@link RowType#TEXT} behind the others.
     * @return the schema, for {@link RecordRows}.
     * @throws IllegalArgumentException if a property has the name of another column, in whatever case: the property is in the
     *                                  column {@code properties}.
     */
    public static RowSchema records(final List<String> properties)
    {
        return new RowSchema(
            Arrays.stream(RecordValue.values()).map(value -> new RowColumn(value.columnName, value.type,
                false)).toList(),
            properties);
    }

    /**
     * The columns of remoting frames, and message properties as columns of their own.
     *
     * @param properties names of message properties of sends, which become columns of type {@link RowType#TEXT} behind the others.
     * @return the schema, for {@link FrameRows}.
     * @throws IllegalArgumentException if a property has the name of another column, in whatever case: the property is in the
     *                                  column {@code properties}.
     */
    public static RowSchema frames(final List<String> properties)
    {
        return new RowSchema(Arrays.stream(FrameValue.values()).map(value -> new RowColumn(value.columnName, value.type,
            false)).toList(), properties);
    }

    /**
     * The columns of AMQP messages, and application properties as columns of their own.
     *
     * @param properties names of application properties, which become columns of type {@link RowType#TEXT} behind the others.
     * @return the schema, for {@link AmqpMessageRows}.
     * @throws IllegalArgumentException if a property has the name of another column, in whatever case: the property is in the
     *                                  column {@code applicationProperties}.
     */
    public static RowSchema amqpMessages(final List<String> properties)
    {
        return new RowSchema(
            Arrays.stream(MessageValue.values()).map(value -> new RowColumn(value.columnName, value.type,
                false)).toList(),
            properties);
    }

    /** {@return the columns of AMQP frames, for {@link AmqpFrameRows}} */
    public static RowSchema amqpFrames()
    {
        return new RowSchema(
            Arrays.stream(AmqpFrameValue.values()).map(value -> new RowColumn(value.columnName, value.type,
                false)).toList(),
            List.of());
    }

    /** {@return all columns, in their order} */
    public List<RowColumn> columns()
    {
        return List.copyOf(columns);
    }

    /**
     * The column of a name.
     *
     * @param name in any case.
     * @return its index; {@code -1} if there is none.
     */
    public int index(final String name)
    {
        for (int i = 0; i < columns.size(); i++)
        {
            if (columns.get(i).name().toLowerCase(Locale.ROOT).equals(name.toLowerCase(Locale.ROOT)))
            {
                return i;
            }
        }
        return -1;
    }

    /** {@return the columns with their types, for logs: {@code RowSchema[file TEXT, offset LONG]}} Allocates. */
    @Override
    public String toString()
    {
        return columns.stream().map(column -> column.name() + " " + column.type())
            .collect(Collectors.joining(", ", "RowSchema[",
                "]"));
    }

    /** The columns of each remoting frame, by ordinal. */
    enum FrameValue
    {
        FILE("file", RowType.TEXT),
        OFFSET("offset", RowType.LONG),
        TIME("time", RowType.TIMESTAMP),
        CONNECTION("connection", RowType.TEXT),
        FRAME_LENGTH("frameLength", RowType.INT),
        CODE("code", RowType.INT),
        LANGUAGE("language", RowType.TEXT),
        VERSION("version", RowType.INT),
        OPAQUE("opaque", RowType.INT),
        FLAG("flag", RowType.INT),
        REMARK("remark", RowType.TEXT),
        EXT_FIELDS("extFields", RowType.TEXTS),
        PROPERTIES("properties", RowType.TEXTS),
        BODY_LENGTH("bodyLength", RowType.INT),
        BODY("body", RowType.BINARY),
        FAULT("fault", RowType.TEXT);

        final String columnName;
        final RowType type;

        FrameValue(final String columnName, final RowType type)
        {
            this.columnName = columnName;
            this.type = type;
        }
    }

    /** The columns of each stored message, by ordinal. */
    enum RecordValue
    {
        FILE("file", RowType.TEXT),
        OFFSET("offset", RowType.LONG),
        INNER_INDEX("innerIndex", RowType.INT),
        TOPIC("topic", RowType.TEXT),
        QUEUE_ID("queueId", RowType.INT),
        QUEUE_OFFSET("queueOffset", RowType.LONG),
        COMMIT_LOG_OFFSET("commitLogOffset", RowType.LONG),
        SYS_FLAG("sysFlag", RowType.INT),
        FLAG("flag", RowType.INT),
        BORN_TIMESTAMP("bornTimestamp", RowType.TIMESTAMP),
        BORN_ADDRESS("bornAddress", RowType.TEXT),
        BORN_PORT("bornPort", RowType.INT),
        STORE_TIMESTAMP("storeTimestamp", RowType.TIMESTAMP),
        STORE_ADDRESS("storeAddress", RowType.TEXT),
        STORE_PORT("storePort", RowType.INT),
        STORE_SIZE("storeSize", RowType.INT),
        RECONSUME_TIMES("reconsumeTimes", RowType.INT),
        PREPARED_TRANSACTION_OFFSET("preparedTransactionOffset", RowType.LONG),
        BODY_CRC("bodyCRC", RowType.INT),
        OFFSET_MESSAGE_ID("offsetMsgId", RowType.TEXT),
        BODY_LENGTH("bodyLength", RowType.INT),
        BODY("body", RowType.BINARY),
        PROPERTIES("properties", RowType.TEXTS),
        FAULT("fault", RowType.TEXT);

        final String columnName;
        final RowType type;

        RecordValue(final String columnName, final RowType type)
        {
            this.columnName = columnName;
            this.type = type;
        }
    }

    /** The columns of each AMQP message, by ordinal. */
    enum MessageValue
    {
        FILE("file", RowType.TEXT, null),
        OFFSET("offset", RowType.LONG, null),
        MESSAGE_LENGTH("messageLength", RowType.INT, null),
        DURABLE("durable", RowType.BOOLEAN, AmqpField.DURABLE),
        PRIORITY("priority", RowType.INT, AmqpField.PRIORITY),
        TTL("ttl", RowType.LONG, AmqpField.TTL),
        FIRST_ACQUIRER("firstAcquirer", RowType.BOOLEAN, AmqpField.FIRST_ACQUIRER),
        DELIVERY_COUNT("deliveryCount", RowType.LONG, AmqpField.DELIVERY_COUNT),
        DELIVERY_ANNOTATIONS("deliveryAnnotations", RowType.TEXTS, AmqpField.DELIVERY_ANNOTATIONS),
        MESSAGE_ANNOTATIONS("messageAnnotations", RowType.TEXTS, AmqpField.MESSAGE_ANNOTATIONS),
        MESSAGE_ID("messageId", RowType.TEXT, AmqpField.MESSAGE_ID),
        USER_ID("userId", RowType.BINARY, AmqpField.USER_ID),
        TO("to", RowType.TEXT, AmqpField.TO),
        SUBJECT("subject", RowType.TEXT, AmqpField.SUBJECT),
        REPLY_TO("replyTo", RowType.TEXT, AmqpField.REPLY_TO),
        CORRELATION_ID("correlationId", RowType.TEXT, AmqpField.CORRELATION_ID),
        CONTENT_TYPE("contentType", RowType.TEXT, AmqpField.CONTENT_TYPE),
        CONTENT_ENCODING("contentEncoding", RowType.TEXT, AmqpField.CONTENT_ENCODING),
        ABSOLUTE_EXPIRY_TIME("absoluteExpiryTime", RowType.TIMESTAMP, AmqpField.ABSOLUTE_EXPIRY_TIME),
        CREATION_TIME("creationTime", RowType.TIMESTAMP, AmqpField.CREATION_TIME),
        GROUP_ID("groupId", RowType.TEXT, AmqpField.GROUP_ID),
        GROUP_SEQUENCE("groupSequence", RowType.LONG, AmqpField.GROUP_SEQUENCE),
        REPLY_TO_GROUP_ID("replyToGroupId", RowType.TEXT, AmqpField.REPLY_TO_GROUP_ID),
        APPLICATION_PROPERTIES("applicationProperties", RowType.TEXTS, AmqpField.APPLICATION_PROPERTIES),
        BODY_LENGTH("bodyLength", RowType.INT, null),
        BODY("body", RowType.BINARY, AmqpField.DATA),
        VALUE("value", RowType.TEXT, AmqpField.VALUE),
        FOOTER("footer", RowType.TEXTS, AmqpField.FOOTER),
        FAULT("fault", RowType.TEXT, null);

        final String columnName;
        final RowType type;
        /** Null if the value is in no one field. */
        final @Nullable AmqpField field;

        MessageValue(final String columnName, final RowType type, final @Nullable AmqpField field)
        {
            this.columnName = columnName;
            this.type = type;
            this.field = field;
        }
    }

    /** The columns of each AMQP frame, by ordinal. */
    enum AmqpFrameValue
    {
        FILE("file", RowType.TEXT),
        OFFSET("offset", RowType.LONG),
        TIME("time", RowType.TIMESTAMP),
        CONNECTION("connection", RowType.TEXT),
        FRAME_LENGTH("frameLength", RowType.INT),
        TYPE("type", RowType.INT),
        CHANNEL("channel", RowType.INT),
        PERFORMATIVE("performative", RowType.TEXT),
        HANDLE("handle", RowType.LONG),
        DELIVERY_ID("deliveryId", RowType.LONG),
        DELIVERY_TAG("deliveryTag", RowType.BINARY),
        FIELDS("fields", RowType.TEXTS),
        BODY_LENGTH("bodyLength", RowType.INT),
        BODY("body", RowType.BINARY),
        FAULT("fault", RowType.TEXT);

        final String columnName;
        final RowType type;

        AmqpFrameValue(final String columnName, final RowType type)
        {
            this.columnName = columnName;
            this.type = type;
        }
    }
}
