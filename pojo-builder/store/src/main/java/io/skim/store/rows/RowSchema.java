package io.skim.store.rows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What can be asked of stored messages, or of remoting frames: the same columns in each engine. Immutable.
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

    /** The columns of each remoting frame, by ordinal. */
    enum FrameValue
    {
        FILE("file", RowType.TEXT),
        OFFSET("offset", RowType.LONG),
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
        BORN_ADDRESS("bornAddress", RowType.BINARY),
        BORN_PORT("bornPort", RowType.INT),
        STORE_TIMESTAMP("storeTimestamp", RowType.TIMESTAMP),
        STORE_ADDRESS("storeAddress", RowType.BINARY),
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
}
