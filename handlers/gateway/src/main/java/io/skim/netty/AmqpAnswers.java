package io.skim.netty;

import io.netty.buffer.ByteBuf;
import io.skim.encode.AmqpDescriptor;
import io.skim.encode.AmqpEncoder;
import io.skim.scan.amqp.Performative;
import org.jspecify.annotations.Nullable;

/** Encodes the frames of the proxy's own. */
final class AmqpAnswers
{
    /** What a frame takes beside its texts, and the most bytes of a character. */
    private static final int FIXED = 192;
    private static final int CHARACTER = 3;
    private static final long TRANSACTIONAL_STATE = 0x34;

    private final AmqpEncoder encoder = new AmqpEncoder();

    /**
     * A disposition that rejects a delivery, settled.
     *
     * @param most the longest frame; without room for it the description is left out.
     */
    void reject(final FrameOutput to, final int channel, final AmqpLink link, final String condition, final long most)
    {
        final ByteBuf room = room(to, condition, link.description, link.transaction);
        final int from = room.writerIndex();
        putReject(room, channel, link, condition, link.description);
        if (room.writerIndex() - from > most)
        {
            room.writerIndex(from);
            putReject(room, channel, link, condition, null);
        }
    }

    private void putReject(final ByteBuf room, final int channel, final AmqpLink link, final String condition,
        final @Nullable String description)
    {
        encoder.wrap(room);
        encoder.beginFrame(channel);
        encoder.beginComposite(Performative.DISPOSITION);
        encoder.putBoolean(true);
        encoder.putUint(link.deliveryId);
        encoder.putNull();
        encoder.putBoolean(true);
        if (link.transaction != null)
        {
            encoder.beginComposite(TRANSACTIONAL_STATE);
            encoder.putBinary(link.transaction);
        }
        encoder.beginComposite(AmqpDescriptor.REJECTED);
        putError(condition, description);
        encoder.end();
        if (link.transaction != null)
        {
            encoder.end();
        }
        encoder.end();
        encoder.end();
        complete();
    }

    private void putError(final String condition, final @Nullable String description)
    {
        encoder.beginComposite(AmqpDescriptor.ERROR);
        encoder.putSymbol(condition);
        if (description != null)
        {
            encoder.putString(description);
        }
        encoder.end();
    }

    /**
     * A close with an error.
     *
     * @param most the longest frame; without room for it the description is left out.
     */
    void close(final FrameOutput to, final String condition, final @Nullable String description, final long most)
    {
        final ByteBuf room = room(to, condition, description, null);
        final int from = room.writerIndex();
        putClose(room, condition, description);
        if (room.writerIndex() - from > most)
        {
            room.writerIndex(from);
            putClose(room, condition, null);
        }
    }

    private void putClose(final ByteBuf room, final String condition, final @Nullable String description)
    {
        encoder.wrap(room);
        encoder.beginFrame(0);
        encoder.beginComposite(Performative.CLOSE);
        putError(condition, description);
        encoder.end();
        encoder.end();
        complete();
    }

    /** A protocol header of AMQP. */
    void protocolHeader(final FrameOutput to)
    {
        encoder.wrap(to.room(FIXED));
        encoder.putProtocolHeader(0);
        complete();
    }

    /** A transfer without its payload: the last one of a delivery is aborted, and the others are to be continued. */
    void withoutPayload(final FrameOutput to, final int channel, final AmqpTransfer transfer)
    {
        final int tag = transfer.tagged ? transfer.tag.length() : 0;
        encoder.wrap(to.room(FIXED + tag));
        encoder.beginFrame(channel);
        encoder.beginComposite(Performative.TRANSFER);
        encoder.putUint(transfer.handle);
        putUint(transfer.deliveryId);
        if (transfer.tagged)
        {
            encoder.put(transfer.tag);
        }
        else
        {
            encoder.putNull();
        }
        putUint(transfer.messageFormat);
        encoder.putBoolean(transfer.settled);
        encoder.putBoolean(transfer.more);
        if (!transfer.more)
        {
            encoder.putNull();
            encoder.putNull();
            encoder.putNull();
            encoder.putBoolean(true);
        }
        encoder.end();
        encoder.end();
        complete();
    }

    private void putUint(final long number)
    {
        if (number < 0)
        {
            encoder.putNull();
        }
        else
        {
            encoder.putUint(number);
        }
    }

    private static ByteBuf room(final FrameOutput to, final String condition, final @Nullable String description,
        final byte @Nullable [] binary)
    {
        return to.room(FIXED + CHARACTER * (condition.length() + (description == null ? 0 : description.length()))
            + (binary == null ? 0 : binary.length));
    }

    private void complete()
    {
        if (encoder.complete() < 0)
        {
            throw new IllegalArgumentException("an answer cannot be encoded: " + encoder.refusal());
        }
    }
}
