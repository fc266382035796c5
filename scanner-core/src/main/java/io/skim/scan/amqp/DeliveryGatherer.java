package io.skim.scan.amqp;

import io.netty.buffer.ByteBuf;
import io.skim.scan.Cursor;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.spi.Faults;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Puts the payloads of one delivery's transfers together, so that a scanner reads a message in several transfers as one. Use one
 * gatherer for each link: the deliveries of a link do not overlap.
 *
 * <pre>
 * final boolean straddles = splitter.chunkOffset() &lt; 0;
 * switch (straddles ? gatherer.add(reader) : gatherer.add(reader, chunk, chunk.readerIndex() + splitter.chunkOffset()))
 * {
 *     case COMPLETE -&gt; scanner.scan(gatherer.message(), interest, handler);
 *     case MALFORMED -&gt; close(gatherer.fault());
 *     case MORE, ABORTED -&gt; { }
 * }
 * </pre>
 *
 * A message in one transfer is a reference to its frame: nothing is copied or retained. Of a message in several transfers, the
 * gatherer retains slices of payloads in Netty buffers, and copies the others into its own array, which grows with the bytes that
 * have arrived. It also copies a payload shorter than a sixteenth of its buffer, because a slice keeps the whole buffer in
 * memory: so its memory grows with the message, not with the number of transfers. It releases the slices when the next transfer
 * after a complete message is added, when the delivery is aborted or refused, and in {@link #release()}. The buffers' owner keeps
 * its own references.
 * <p>
 * The first transfer must state a delivery-id and a delivery-tag; later transfers leave them out or repeat them. A delivery is
 * settled if one of its transfers says so. One thread at a time.
 *
 * @see "OASIS AMQP 1.0, part 2 (transport), section 2.7.5"
 */
public final class DeliveryGatherer
{
    /** The result of adding a transfer. */
    public enum Event
    {
        /** The delivery continues in another transfer. */
        MORE,
        /** The message is complete: see {@link #message()}. */
        COMPLETE,
        /** The sender has aborted the delivery; the gathered bytes are released. */
        ABORTED,
        /** The transfer is refused: see {@link #fault()}. All further transfers are refused until {@link #reset()}. */
        MALFORMED
    }

    /** The most transfers that proton-j 0.35.0 accepts for one delivery. */
    private static final int DEFAULT_TRANSFERS = 65_535;
    private static final int MAX_TAG_LENGTH = 32;
    private static final long NONE = -1;

    private static final int HANDLE = 0;
    private static final int DELIVERY_ID = 1;
    private static final int DELIVERY_TAG = 2;
    private static final int MESSAGE_FORMAT = 3;
    private static final int SETTLED = 4;
    private static final int MORE = 5;
    private static final int RESUME = 8;
    private static final int ABORTED = 9;

    private final Fault fault = new Fault();
    private final FrameView message;
    private final DeliveryPayloads payloads;
    private final Cursor value = new Cursor();
    private final int maxMessageLength;
    private final int maxTransferCount;

    private boolean gathering;
    private int transferCount;
    private int channel;
    private long handle = NONE;
    private long deliveryId = NONE;
    private long messageFormat;
    private boolean settled;
    private boolean resumed;
    private byte[] tag = new byte[MAX_TAG_LENGTH];
    private int tagLength = (int)NONE;

    private boolean more;
    private boolean aborted;

    /** Makes a gatherer of messages of up to 16 MiB in up to 65,535 transfers. */
    public DeliveryGatherer()
    {
        this(Limits.DEFAULT, Limits.DEFAULT.maxFrameLength(), DEFAULT_TRANSFERS);
    }

    /**
     * Makes a gatherer.
     *
     * @param limits           of the view that {@link #message()} gives.
     * @param maxMessageLength of one delivery in bytes, from 1 to 268,435,455.
     * @param maxTransferCount of one delivery, from 1.
     * @throws IllegalArgumentException if a limit is out of range.
     */
    public DeliveryGatherer(final Limits limits, final int maxMessageLength, final int maxTransferCount)
    {
        if (maxMessageLength < 1 || maxMessageLength >= 1 << 28 || maxTransferCount < 1)
        {
            throw new IllegalArgumentException(
                "maxMessageLength " + maxMessageLength + " is not from 1 to 268435455, or"
                    + " maxTransferCount " + maxTransferCount + " is below 1");
        }
        message = new FrameView(limits);
        payloads = new DeliveryPayloads(maxMessageLength);
        this.maxMessageLength = maxMessageLength;
        this.maxTransferCount = maxTransferCount;
    }

    /**
     * Adds a transfer. Copies its payload unless it is the whole message.
     *
     * @param transfer on a frame that contains its whole payload; this method reads its fields from the first one.
     * @return the result.
     * @throws IllegalArgumentException if the frame is not a transfer, or its payload has not arrived.
     */
    public Event add(final AmqpFrameReader transfer)
    {
        return add(transfer, null, 0);
    }

    /**
     * Adds a transfer whose frame is in a Netty buffer. Retains its payload unless it is the whole message or shorter than a
     * sixteenth of the buffer. Your own reference does not change.
     *
     * @param transfer on a frame that contains its whole payload; this method reads its fields from the first one.
     * @param bytes    that contain the same frame; null to copy the payload.
     * @param index    in {@code bytes} of the frame's first byte.
     * @return the result.
     * @throws IllegalArgumentException  if the frame is not a transfer, or its payload has not arrived.
     * @throws IndexOutOfBoundsException if the frame is not inside the buffer.
     */
    public Event add(final AmqpFrameReader transfer, final @Nullable ByteBuf bytes, final int index)
    {
        if (transfer.performative() != Performative.TRANSFER || transfer.fault().isPresent())
        {
            throw new IllegalArgumentException("the reader is not on a transfer: call AmqpFrameReader.wrap first");
        }
        if (transfer.frame().available() < transfer.size())
        {
            throw new IllegalArgumentException("the payload has not arrived: gather whole frames");
        }
        if (bytes != null)
        {
            Objects.checkFromIndexSize(index, transfer.size(), bytes.capacity());
        }
        if (fault.isPresent())
        {
            return Event.MALFORMED;
        }
        if (!gathering)
        {
            begin();
        }
        if (read(transfer) < 0 || check(transfer) < 0)
        {
            release();
            return Event.MALFORMED;
        }
        if (aborted)
        {
            release();
            return Event.ABORTED;
        }
        return append(transfer, bytes, index);
    }

    private void begin()
    {
        release();
        transferCount = 0;
        handle = NONE;
        deliveryId = NONE;
        messageFormat = NONE;
        tagLength = (int)NONE;
        settled = false;
        resumed = false;
    }

    /** Reads the fields. A field that an earlier transfer has stated must have the same value. */
    private int read(final AmqpFrameReader transfer)
    {
        more = false;
        aborted = false;
        transfer.rewind();
        int event = AmqpReader.VALUE;
        while (!fault.isPresent() && (event = transfer.nextField()) == AmqpReader.VALUE)
        {
            transfer.fields().value(value);
            if (!value.isNull())
            {
                field(transfer.fieldIndex(), transfer.fields());
            }
        }
        final Fault wrong = transfer.fault();
        return fault.isPresent() ? -1 : event < 0 ? Faults.at(fault, wrong.offset(), Objects.requireNonNull(wrong
            .reason()), wrong.claimed(), wrong.available()) : 0;
    }

    private void field(final int index, final AmqpReader reader)
    {
        switch (index)
        {
            case HANDLE -> handle = same(handle);
            case DELIVERY_ID -> deliveryId = same(deliveryId);
            case DELIVERY_TAG -> tag(reader);
            case MESSAGE_FORMAT -> messageFormat = same(messageFormat);
            case SETTLED -> settled |= value.getBoolean(false);
            case MORE -> more = value.getBoolean(false);
            case RESUME -> resumed |= value.getBoolean(false);
            case ABORTED -> aborted = value.getBoolean(false);
            default ->
            {
                // Nothing that the message depends on.
            }
        }
    }

    /** The number that was stated first; the one that is stated must be the same. */
    private long same(final long first)
    {
        final long stated = value.getLong(0);
        if (first != NONE && stated != first)
        {
            Faults.at(fault, value.offset(), Reason.DELIVERY_CONTRADICTED, stated, first);
        }
        return first == NONE ? stated : first;
    }

    private void tag(final AmqpReader reader)
    {
        final int from = reader.base + reader.offset;
        if (tagLength < 0)
        {
            // Lenient readers accept longer tags. They are in a frame that has arrived.
            tag = value.length() > tag.length ? new byte[value.length()] : tag;
            tagLength = value.copyTo(tag, 0);
        }
        else if (!Arrays.equals(reader.array, from, from + reader.length, tag, 0, tagLength))
        {
            Faults.at(fault, reader.offset, Reason.DELIVERY_CONTRADICTED, reader.length, tagLength);
        }
    }

    private int check(final AmqpFrameReader transfer)
    {
        final int end = transfer.fieldsOffset() + transfer.fieldsLength();
        if (deliveryId == NONE || tagLength < 0)
        {
            return Faults.at(fault, end, Reason.FIELD_MISSING, deliveryId == NONE ? DELIVERY_ID : DELIVERY_TAG, 0);
        }
        if (transferCount > 0 && channel != transfer.channel())
        {
            return Faults.at(fault, AmqpFrameField.CHANNEL.offset, Reason.DELIVERY_CONTRADICTED, transfer.channel(),
                channel);
        }
        channel = transfer.channel();
        if (++transferCount > maxTransferCount)
        {
            return Faults.at(fault, end, Reason.TOO_MANY_TRANSFERS, transferCount, maxTransferCount);
        }
        final long whole = (long)payloads.length() + transfer.payloadLength();
        return aborted || whole <= maxMessageLength ? 0 : Faults.at(fault, end, Reason.MESSAGE_TOO_LONG, whole,
            maxMessageLength);
    }

    private Event append(final AmqpFrameReader transfer, final @Nullable ByteBuf bytes, final int index)
    {
        final int offset = transfer.payloadOffset();
        final int payload = transfer.payloadLength();
        gathering = more;
        if (!more && transferCount == 1)
        {
            message.wrapPart(transfer.frame(), offset, payload, payload);
            payloads.lent(payload);
            return Event.COMPLETE;
        }
        if (payload > 0)
        {
            payloads.add(transfer.frame(), offset, payload, bytes, index);
        }
        if (!more)
        {
            payloads.wrap(message);
        }
        return more ? Event.MORE : Event.COMPLETE;
    }

    /** Releases the gathered bytes, complete or not. Forgets an incomplete delivery. */
    public void release()
    {
        payloads.release();
        message.reset();
        gathering = false;
    }

    /** Releases the gathered bytes and resets the fault. The next transfer is the first one of a link. */
    public void reset()
    {
        release();
        Faults.reset(fault);
    }

    /**
     * The message, for a scanner.
     *
     * @return a view, wrapped after {@link Event#COMPLETE}, valid until the next {@code add}, {@code release} or {@code reset};
     *     for a message in one transfer only as long as its frame.
     */
    public FrameView message()
    {
        return message;
    }

    /** {@return whether a delivery has begun and is not complete, as after {@link Event#MORE}} */
    public boolean isGathering()
    {
        return gathering;
    }

    /** {@return the number of bytes of the message so far; 0 after it was aborted, refused or released} */
    public int messageLength()
    {
        return payloads.length();
    }

    /** {@return the delivery-id, a uint; {@code -1} if no transfer has stated one} */
    public long deliveryId()
    {
        return deliveryId;
    }

    /** {@return the link's handle, a uint; {@code -1} before the first transfer} */
    public long handle()
    {
        return handle;
    }

    /** {@return the message-format, a uint; 0, the format of AMQP's own messages, if no transfer has stated one} */
    public long messageFormat()
    {
        return Math.max(0, messageFormat);
    }

    /** {@return whether one of the delivery's transfers so far says that the sender regards it as settled} */
    public boolean isSettled()
    {
        return settled;
    }

    /**
     * Whether one of the delivery's transfers so far says that the sender resumes it on a link that was detached. Then the
     * message is only the rest that had not arrived, perhaps without bytes; it is whole only if nothing had arrived.
     *
     * @return true if the delivery is resumed.
     * @see "OASIS AMQP 1.0, part 2 (transport), section 2.6.13; proton-j and protonj2 ignore it"
     */
    public boolean isResumed()
    {
        return resumed;
    }

    /**
     * The reason and the offset of the refusal.
     *
     * @return this gatherer's fault; absent if no transfer was refused. Its offset counts from the start of that transfer's
     *     frame.
     */
    public Fault fault()
    {
        return fault;
    }
}
