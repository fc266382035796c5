package io.skim.netty;

import io.skim.scan.Cursor;
import io.skim.scan.Kind;
import io.skim.scan.amqp.AmqpFrameReader;
import io.skim.scan.amqp.AmqpReader;
import org.jspecify.annotations.Nullable;

/** The fields of a transfer. */
final class AmqpTransfer
{
    private static final int HANDLE = 0;
    private static final int DELIVERY_ID = 1;
    private static final int DELIVERY_TAG = 2;
    private static final int MESSAGE_FORMAT = 3;
    private static final int SETTLED = 4;
    private static final int MORE = 5;
    private static final int STATE = 7;
    private static final int RESUME = 8;
    private static final int ABORTED = 9;
    private static final long TRANSACTIONAL_STATE = 0x34;
    private static final String TRANSACTIONAL_SYMBOL = "amqp:transactional-state:list";

    /** It is kept with the delivery. Those of brokers have 16 to 32 bytes. */
    private static final int MOST_TRANSACTION = 1_024;

    long handle;
    /** -1 where it is not stated, as the format. */
    long deliveryId;
    long messageFormat;
    boolean settled;
    boolean more;
    boolean resume;
    boolean aborted;
    /** The tag, in the frame; null if there is none. */
    final Cursor tag = new Cursor();
    boolean tagged;
    /** The transaction's id; null if there is none. */
    byte @Nullable [] transaction;
    /** Whether that is longer than allowed; then it is not read. */
    boolean tooLong;

    private final Cursor value = new Cursor();

    /** Reads all fields; false if one is malformed. */
    boolean read(final AmqpFrameReader frame)
    {
        deliveryId = -1;
        messageFormat = -1;
        settled = false;
        more = false;
        resume = false;
        aborted = false;
        tagged = false;
        transaction = null;
        tooLong = false;
        frame.rewind();
        int event;
        while ((event = frame.nextField()) == AmqpReader.VALUE)
        {
            if (frame.fields().kind() != Kind.NULL)
            {
                field(frame.fieldIndex(), frame.fields());
            }
        }
        return event == AmqpReader.DONE;
    }

    private void field(final int index, final AmqpReader reader)
    {
        reader.value(value);
        switch (index)
        {
            case HANDLE -> handle = value.getLong(0);
            case DELIVERY_ID -> deliveryId = value.getLong(0);
            case DELIVERY_TAG ->
            {
                reader.value(tag);
                tagged = true;
            }
            case MESSAGE_FORMAT -> messageFormat = value.getLong(0);
            case SETTLED -> settled = value.getBoolean(false);
            case MORE -> more = value.getBoolean(false);
            case STATE -> state(reader);
            case RESUME -> resume = value.getBoolean(false);
            case ABORTED -> aborted = value.getBoolean(false);
            default ->
                {
                }
        }
    }

    private void state(final AmqpReader reader)
    {
        if (reader.enter() < 0 || reader.next() != AmqpReader.VALUE)
        {
            return;
        }
        reader.value(value);
        final boolean transactional = reader.kind() == Kind.UINT64 ? value.getLong(0) == TRANSACTIONAL_STATE
            : reader.kind() == Kind.SYMBOL && TRANSACTIONAL_SYMBOL.equals(value.toText());
        if (transactional && reader.next() == AmqpReader.VALUE && reader.kind() == Kind.LIST && reader.enter() > 0
            && reader.next() == AmqpReader.VALUE && reader.kind() == Kind.BINARY)
        {
            reader.value(value);
            tooLong = value.length() > MOST_TRANSACTION;
            if (!tooLong)
            {
                transaction = new byte[value.length()];
                value.copyTo(transaction, 0);
            }
        }
    }
}
