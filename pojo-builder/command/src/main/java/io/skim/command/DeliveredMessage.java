package io.skim.command;

import io.skim.scan.FrameView;

/**
 * A message that was put together of transfers, with its length before it as in a file.
 */
final class DeliveredMessage implements EncodedMessage
{
    private static final int USUAL_LENGTH = 4_096;

    private byte[] bytes = new byte[USUAL_LENGTH];
    @SuppressWarnings("NullAway.Init") // on sets it
    private GatheredDelivery delivery;
    private int length;

    /** Copies the message of a delivery that is complete. */
    DeliveredMessage on(final GatheredDelivery complete)
    {
        final FrameView message = complete.message();
        delivery = complete;
        length = message.length();
        if (bytes.length < PREFIX + length)
        {
            bytes = new byte[Math.max(2 * bytes.length, PREFIX + length)];
        }
        for (int k = 0; k < PREFIX; k++)
        {
            bytes[k] = (byte)(length >> (PREFIX - 1 - k) * Byte.SIZE);
        }
        message.getBytes(0, length, bytes, PREFIX);
        return this;
    }

    @Override
    public byte[] bytes()
    {
        return bytes;
    }

    @Override
    public int from()
    {
        return PREFIX;
    }

    @Override
    public int length()
    {
        return length;
    }

    @Override
    public long offset()
    {
        return delivery.offset();
    }

    @Override
    public void frames(final Places places)
    {
        delivery.frames(places);
    }

    @Override
    public long at(final long messageOffset)
    {
        return delivery.at(messageOffset);
    }
}
