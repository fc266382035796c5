package io.skim.benchmarks;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.StandardOpenOption;

/**
 * The least that any reader has to do: adds up the heads and the properties of the records of a mapped segment, without a look at
 * them. Only for records as {@link SegmentMaker} makes them.
 */
final class SegmentTouch implements Contender
{
    private static final int BODY_LENGTH = 84;
    private static final int LENGTHS = 3;

    private final ByteBuffer segment;

    SegmentTouch(final SegmentMaker.Segment made) throws IOException
    {
        try (FileChannel channel = FileChannel.open(made.file(), StandardOpenOption.READ))
        {
            segment = channel.map(MapMode.READ_ONLY, 0, channel.size());
        }
    }

    /** Gives a sum that means nothing. */
    @Override
    public int next()
    {
        long sum = 0;
        int at = 0;
        while (at < segment.capacity())
        {
            final int topicAt = at + BODY_LENGTH + Integer.BYTES + segment.getInt(at + BODY_LENGTH);
            final int end = at + segment.getInt(at);
            for (int i = topicAt + LENGTHS + segment.get(topicAt); i + Long.BYTES <= end; i += Long.BYTES)
            {
                sum += segment.getLong(i);
            }
            at = end;
        }
        return (int)sum;
    }
}
