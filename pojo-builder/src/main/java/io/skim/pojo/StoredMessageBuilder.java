package io.skim.pojo;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.Fault;
import io.skim.scan.Outcome;
import io.skim.scan.records.RecordField;
import io.skim.scan.records.RecordInterest;
import io.skim.scan.records.RecordScanner;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;

/**
 * Builds a {@link StoredMessage} from each record that is scanned with {@link #INTEREST}; of an inner batch from each of its
 * messages.
 *
 * <pre>
 * final StoredMessageBuilder builder = new StoredMessageBuilder();
 * for (records.wrap(frame, bodyOffset, bodyLength); records.hasNext();)
 * {
 *     if (records.next(StoredMessageBuilder.INTEREST, builder) == Outcome.COMPLETE)
 *     {
 *         keep(builder.message());
 *     }
 * }
 * </pre>
 *
 * Reused for each record. One thread at a time.
 */
public final class StoredMessageBuilder extends MessagePartsBuilder
{
    /** All values of a record, under the ordinals of {@link RecordField}; the properties as a whole. */
    public static final RecordInterest INTEREST = interest();

    private static final RecordField[] FIELDS = RecordField.values();
    /** Longer than any address. */
    private static final int SCRATCH = 16;

    private boolean inner;
    private String topic = "";
    private int queueId;
    private long queueOffset;
    private long commitLogOffset;
    private int sysFlag;
    private long bornTimestamp;
    private @Nullable InetSocketAddress bornHost;
    private long storeTimestamp;
    private @Nullable InetSocketAddress storeHost;
    private int storeSize;
    private int reconsumeTimes;
    private long preparedTransactionOffset;
    private int bodyCrc;
    private @Nullable String offsetMsgId;

    /** The topic seen last: mostly the next record's. */
    private String known = "";
    private @Nullable InetAddress address;
    private @Nullable StoredMessage message;

    private static RecordInterest interest()
    {
        final RecordInterest.Builder builder = RecordScanner.interest().ids(RecordField.values().length);
        for (final RecordField field : RecordField.values())
        {
            if (field != RecordField.MAGIC)
            {
                builder.field(field, field.ordinal());
            }
        }
        return builder.build();
    }

    /** Makes a builder that does not copy bodies. */
    public StoredMessageBuilder()
    {
        this(false);
    }

    /**
     * Makes a builder.
     *
     * @param withBodies true to copy the body of each message, as it is stored.
     */
    public StoredMessageBuilder(final boolean withBodies)
    {
        super(withBodies);
    }

    /**
     * {@return the message scanned last, yours to keep} Null unless the last scan ended as {@link Outcome#COMPLETE}, or if a
     * handler has thrown since.
     */
    public @Nullable StoredMessage message()
    {
        return scan.isWhole() ? message : null;
    }

    @Override
    public Action onField(final int id, final Cursor value)
    {
        beginAt(value);
        switch (FIELDS[id])
        {
            case STORE_SIZE:
                // The first that is shown, and missing in a message of an inner batch alone.
                inner = value.isNull();
                storeSize = value.getInt(0);
                break;
            case TOPIC:
                final String shown = value.contentEquals(known) ? known : value.toText();
                known = shown == null ? "" : shown;
                topic = known;
                break;
            case OFFSET_MESSAGE_ID:
                offsetMsgId = value.toText();
                break;
            case BORN_ADDRESS:
            case STORE_ADDRESS:
                address = address(value);
                break;
            case BORN_PORT:
                bornHost = new InetSocketAddress(address, value.getInt(0));
                break;
            case STORE_PORT:
                storeHost = new InetSocketAddress(address, value.getInt(0));
                break;
            case BODY:
                takeBody(value);
                break;
            default:
                number(FIELDS[id], value);
                break;
        }
        return Action.CONTINUE;
    }

    private void number(final RecordField field, final Cursor value)
    {
        switch (field)
        {
            case BODY_CRC -> bodyCrc = value.getInt(0);
            case QUEUE_ID -> queueId = value.getInt(0);
            case FLAG -> flag = value.getInt(0);
            case QUEUE_OFFSET -> queueOffset = value.getLong(0);
            case COMMIT_LOG_OFFSET -> commitLogOffset = value.getLong(0);
            case SYS_FLAG -> sysFlag = value.getInt(0);
            case BORN_TIMESTAMP -> bornTimestamp = value.getLong(0);
            case STORE_TIMESTAMP -> storeTimestamp = value.getLong(0);
            case RECONSUME_TIMES -> reconsumeTimes = value.getInt(0);
            default -> preparedTransactionOffset = value.getLong(0);
        }
    }

    @Override
    void forget()
    {
        super.forget();
        inner = false;
        topic = "";
        queueId = 0;
        queueOffset = 0;
        commitLogOffset = 0;
        sysFlag = 0;
        bornTimestamp = 0;
        bornHost = null;
        storeTimestamp = 0;
        storeHost = null;
        storeSize = 0;
        reconsumeTimes = 0;
        preparedTransactionOffset = 0;
        bodyCrc = 0;
        offsetMsgId = null;
        address = null;
    }

    private static InetAddress address(final Cursor value)
    {
        final byte[] bytes = new byte[Math.min(SCRATCH, value.length())];
        value.copyTo(bytes, 0);
        try
        {
            return InetAddress.getByAddress(bytes);
        }
        catch (final UnknownHostException e)
        {
            throw new IllegalStateException("an address has four bytes or sixteen, not " + value.length(), e);
        }
    }

    @Override
    public void onOutcome(final Outcome outcome, final Fault fault)
    {
        if (scan.ends(fault))
        {
            forget();
        }
        message = outcome == Outcome.COMPLETE && scan.isWhole() ? made() : null;
        body = null;
    }

    @SuppressWarnings("NullAway") // a record has both hosts
    private StoredMessage made()
    {
        return new StoredMessage(inner, topic, queueId, queueOffset, commitLogOffset, sysFlag, flag, bornTimestamp,
            bornHost, storeTimestamp, storeHost, storeSize, reconsumeTimes, preparedTransactionOffset, bodyCrc,
            offsetMsgId, propertiesText, bodyOffset, bodyLength, body);
    }
}
