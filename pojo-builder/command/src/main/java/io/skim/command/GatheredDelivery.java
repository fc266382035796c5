package io.skim.command;

import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.amqp.AmqpFrameReader;
import io.skim.scan.amqp.DeliveryGatherer;
import java.util.Arrays;

/**
 * A delivery as far as it has come: the message, and where in the stream its pieces are.
 */
final class GatheredDelivery
{
    /** In bytes, what one takes besides its message. */
    private static final int OVERHEAD = 1_024;
    private static final int FIRST_PIECES = 4;

    private final DeliveryGatherer gatherer = new DeliveryGatherer(Limits.DEFAULT, AmqpDecoder.MAX_LENGTH
        - EncodedMessage.PREFIX, Integer.MAX_VALUE);
    private long offset;
    /** Of each piece where it ends in the message, and what is to be added there to get to its place in the stream. */
    private int[] ends = new int[FIRST_PIECES];
    private long[] shifts = new long[FIRST_PIECES];
    /** Of each piece where its frame begins in the stream. */
    private long[] frames = new long[FIRST_PIECES];
    /** The frame that was added last. */
    private long lastFrame;
    private long lastLimit;
    private int pieces;

    /**
     * Adds a transfer.
     *
     * @param transfer    whole.
     * @param frameOffset where its frame begins in the stream.
     */
    DeliveryGatherer.Event add(final AmqpFrameReader transfer, final long frameOffset)
    {
        if (!gatherer.isGathering())
        {
            pieces = 0;
            offset = frameOffset;
        }
        final int before = gatherer.isGathering() ? gatherer.messageLength() : 0;
        final DeliveryGatherer.Event event = gatherer.add(transfer);
        if (gatherer.messageLength() > before || pieces == 0)
        {
            if (pieces == ends.length)
            {
                ends = Arrays.copyOf(ends, 2 * pieces);
                shifts = Arrays.copyOf(shifts, 2 * pieces);
                frames = Arrays.copyOf(frames, 2 * pieces);
            }
            ends[pieces] = gatherer.messageLength();
            shifts[pieces] = frameOffset + transfer.payloadOffset() - before;
            frames[pieces] = frameOffset;
            pieces++;
        }
        lastFrame = frameOffset;
        lastLimit = frameOffset + transfer.payloadOffset() + transfer.payloadLength();
        return event;
    }

    /** Forgets the message, and what was wrong with it. */
    void reset()
    {
        gatherer.reset();
    }

    /** The whole message, once it is complete. */
    FrameView message()
    {
        return gatherer.message();
    }

    /** How long the message is so far. */
    int length()
    {
        return gatherer.messageLength();
    }

    long id()
    {
        return gatherer.deliveryId();
    }

    Fault fault()
    {
        return gatherer.fault();
    }

    /** In the stream, where the frame of its first transfer begins. */
    long offset()
    {
        return offset;
    }

    /** In the stream, where a byte of the message is, or where it ends. */
    long at(final long messageOffset)
    {
        int piece = 0;
        while (piece < pieces - 1 && ends[piece] <= messageOffset)
        {
            piece++;
        }
        return messageOffset + shifts[piece];
    }

    /** Tells which bytes of the stream its frames are; those of frames between the last and the first without payload not. */
    void frames(final EncodedMessage.Places places)
    {
        for (int k = 0; k < pieces; k++)
        {
            places.frame(frames[k], ends[k] + shifts[k]);
        }
        places.frame(lastFrame, lastLimit);
    }

    /** In bytes of memory. */
    int held()
    {
        final long places = (long)ends.length * (Integer.BYTES + 2 * Long.BYTES);
        return (int)Math.min(Integer.MAX_VALUE, OVERHEAD + gatherer.messageLength() + places);
    }
}
