package io.skim.command;

import io.skim.scan.Cursor;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpFrameReader;
import io.skim.scan.amqp.AmqpFrameSplitter;
import io.skim.scan.amqp.AmqpReader;
import io.skim.scan.amqp.Performative;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The messages that one direction of an AMQP connection transfers, each put together of its delivery's transfers. What is
 * not complete is held for each link apart; frames that transfer nothing are read for what they end.
 */
final class DeliveryStream extends SplitStream
{
    static final Limits LIMITS = Limits.DEFAULT.withMaxFrameLength(AmqpDecoder.MAX_LENGTH);
    private static final int HANDLE = 0;
    private static final int ATTACHED_HANDLE = 1;
    private static final int DELIVERY_ID = 1;
    private static final long NONE = -1;
    /** The descriptor of a message's header, with which nothing but a message begins. */
    private static final byte[] HEADER = {0, 0x53, 0x70};

    private final AmqpFrameSplitter splitter;
    private final FrameView frame = new FrameView(LIMITS);
    private final AmqpFrameReader performative;
    private final Cursor value = new Cursor();
    private final DeliveredMessage message;
    private final MessageInput.Taker taker;
    /** Of each channel, and there of each handle, the delivery that is not complete; none that has no such. */
    private final Map<Integer, Map<Long, GatheredDelivery>> sessions = new HashMap<>();
    /** For the next delivery. */
    private GatheredDelivery next = new GatheredDelivery();
    private long gathered;
    /** Null while all bytes since the connection's beginning were captured. */
    private @Nullable DeliveryDoubts doubts;

    /**
     * Makes one.
     *
     * @param reader     whose stream it is.
     * @param source     where the bytes come from.
     * @param strictness of frames.
     * @param message    to be lent to {@code taker}; one for all streams.
     * @param taker      of the messages.
     */
    DeliveryStream(final InputReader reader, final Source source, final Strictness strictness,
        final DeliveredMessage message, final MessageInput.Taker taker)
    {
        this(reader, source, strictness, message, taker, new AmqpFrameSplitter(LIMITS));
    }

    private DeliveryStream(final InputReader reader, final Source source, final Strictness strictness,
        final DeliveredMessage message, final MessageInput.Taker taker, final AmqpFrameSplitter splitter)
    {
        super(reader, source, splitter);
        this.splitter = splitter;
        this.message = message;
        this.taker = taker;
        performative = new AmqpFrameReader(LIMITS, strictness);
    }

    @Override
    void frames()
    {
        while (splitter.next(frame))
        {
            if (!performative.wrap(frame))
            {
                refuse(performative.fault());
            }
            else if (performative.isProtocolHeader())
            {
                endConnection();
                tellOpening();
            }
            else if (performative.performative() != null)
            {
                read(performative.performative(), performative.channel());
            }
        }
    }

    /** What is sent once for all messages belongs to the opening of the connection. */
    private void tellOpening()
    {
        if (reader.packets != null)
        {
            reader.packets.opening(source.stream(), splitter.frameOffset(), splitter.frameOffset() + frame.length());
        }
    }

    private void read(final Performative read, final int channel)
    {
        if (read != Performative.TRANSFER && read != Performative.FLOW && read != Performative.DISPOSITION)
        {
            tellOpening();
        }
        switch (read)
        {
            case TRANSFER -> transfer(channel, handle(HANDLE));
            case DETACH -> endLink(channel, handle(HANDLE));
            case ATTACH -> beginLink(channel, handle(ATTACHED_HANDLE));
            case BEGIN, END ->
            {
                endSession(channel);
                if (doubts != null)
                {
                    doubts.beginSession(channel);
                }
            }
            case CLOSE -> endConnection();
            default ->
            {
                // Tells nothing of messages.
            }
        }
    }

    /** The handle that a field of the performative is; -1 if that is refused, and was reported. */
    private long handle(final int field)
    {
        int event;
        while ((event = performative.nextField()) == AmqpReader.VALUE)
        {
            if (performative.fieldIndex() == field)
            {
                return performative.fields().value(value).getLong(NONE);
            }
        }
        if (event < 0)
        {
            refuse(performative.fault());
        }
        return NONE;
    }

    private void transfer(final int channel, final long handle)
    {
        if (handle == NONE)
        {
            return;
        }
        final GatheredDelivery open = take(channel, handle);
        if (open == null && doubts != null && !isBegun(doubts, channel, handle))
        {
            return;
        }
        final GatheredDelivery delivery = open == null ? next : open;
        switch (delivery.add(performative, splitter.frameOffset()))
        {
            case MORE ->
            {
                sessions.computeIfAbsent(channel, key -> new HashMap<>()).put(handle, delivery);
                gathered += delivery.held();
                next = open == null ? new GatheredDelivery() : next;
                return;
            }
            case COMPLETE -> taker.message(source, message.on(delivery));
            case MALFORMED -> refuse(delivery.fault());
            case ABORTED ->
            {
                // As its sender wants it.
            }
        }
        delivery.reset();
    }

    /**
     * Whether a transfer is the first of its delivery. If it may not be, it is passed over, and reported once; if it is
     * malformed, that is reported.
     */
    private boolean isBegun(final DeliveryDoubts known, final int channel, final long handle)
    {
        final long id = optional(DELIVERY_ID);
        if (performative.fault().isPresent())
        {
            refuse(performative.fault());
            return false;
        }
        final int payload = performative.payloadOffset();
        boolean header = performative.payloadLength() > HEADER.length;
        for (int k = 0; header && k < HEADER.length; k++)
        {
            header = frame.getByte(payload + k) == HEADER[k];
        }
        final DeliveryDoubts.Verdict verdict = known.transfer(channel, handle, id, header);
        if (verdict == DeliveryDoubts.Verdict.DOUBTED)
        {
            reader.report(source, splitter.frameOffset(), "SEGMENT_LOST", splitter.frameOffset(), (id == NONE
                ? "a delivery" : "delivery " + id)
                + " may have begun where the capture has no bytes, and is passed over");
            reader.i++;
        }
        return verdict == DeliveryDoubts.Verdict.BEGUN;
    }

    /** A field of the performative that may be missing; -1 if it is, or if it is refused: then the performative has a fault. */
    private long optional(final int field)
    {
        performative.rewind();
        while (performative.nextField() == AmqpReader.VALUE)
        {
            if (performative.fieldIndex() == field)
            {
                return performative.fields().value(value).getLong(NONE);
            }
        }
        return NONE;
    }

    /** The delivery of a link that is not complete, which is forgotten; null if there is none. */
    private @Nullable GatheredDelivery take(final int channel, final long handle)
    {
        final Map<Long, GatheredDelivery> links = sessions.get(channel);
        final GatheredDelivery delivery = links == null ? null : links.remove(handle);
        if (delivery != null)
        {
            gathered -= delivery.held();
        }
        if (links != null && links.isEmpty())
        {
            sessions.remove(channel);
        }
        return delivery;
    }

    /** Reports a frame. */
    private void refuse(final Fault fault)
    {
        reader.report(source, splitter.frameOffset(), fault, splitter.frameOffset() + fault.offset());
        reader.i++;
    }

    private void beginLink(final int channel, final long handle)
    {
        endLink(channel, handle);
        if (doubts != null && handle != NONE)
        {
            doubts.beginLink(channel, handle);
        }
    }

    private void endLink(final int channel, final long handle)
    {
        final GatheredDelivery delivery = take(channel, handle);
        if (delivery != null)
        {
            cutOff(delivery);
        }
    }

    private void endSession(final int channel)
    {
        final Map<Long, GatheredDelivery> links = sessions.remove(channel);
        if (links != null)
        {
            for (final GatheredDelivery delivery : links.values())
            {
                gathered -= delivery.held();
                cutOff(delivery);
            }
        }
    }

    private void endConnection()
    {
        for (final Integer channel : sessions.keySet().toArray(Integer[]::new))
        {
            endSession(channel);
        }
    }

    /** Reports a delivery that will not be complete. */
    private void cutOff(final GatheredDelivery delivery)
    {
        reader.report(source, delivery.offset(), "TRUNCATED", delivery.at(delivery.length()), "delivery " + delivery
            .id() + " has " + delivery.length() + " bytes and ends without its last transfer");
        reader.i++;
    }

    @Override
    void end()
    {
        super.end();
        endConnection();
    }

    /** A delivery that is not complete may have lost transfers. */
    @Override
    void resumeAt(final long offset)
    {
        super.resumeAt(offset);
        for (final Map<Long, GatheredDelivery> links : sessions.values())
        {
            for (final GatheredDelivery delivery : links.values())
            {
                reader.report(source, delivery.offset(), "SEGMENT_LOST", delivery.at(delivery.length()), "delivery "
                    + delivery.id() + " has " + delivery.length()
                    + " bytes; others may stand where the capture has no bytes");
                reader.i++;
            }
        }
        sessions.clear();
        gathered = 0;
        doubts = new DeliveryDoubts();
    }

    /** Not behind where a delivery begins that is not complete. */
    @Override
    long known()
    {
        long known = offset();
        for (final Map<Long, GatheredDelivery> links : sessions.values())
        {
            for (final GatheredDelivery delivery : links.values())
            {
                known = Math.min(known, delivery.offset());
            }
        }
        return known;
    }

    @Override
    int held()
    {
        return (int)Math.min(Integer.MAX_VALUE, super.held() + gathered + (doubts == null ? 0 : doubts.held()));
    }
}
