package io.skim.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.rocketmq.common.message.MessageDecoder;
import org.apache.rocketmq.common.message.MessageExt;

/**
 * The bodies of answers to pulls, full of stored records, that every contender reads: captured ones.
 */
public final class StoredRecords
{
    /** Which records have this tag? */
    static final Question QUESTION = new Question("", "TagA");

    private static final int WEIGHT = 3;

    private StoredRecords()
    {
    }

    /** The bodies in order. Nobody writes to them. */
    static byte[][] all()
    {
        final List<byte[]> bodies = new ArrayList<>();
        try (InputStream in = StoredRecords.class.getResourceAsStream("stored-records.bodies"))
        {
            final ByteBuffer left = ByteBuffer.wrap(in.readAllBytes());
            while (left.hasRemaining())
            {
                final byte[] body = new byte[left.getInt()];
                left.get(body);
                bodies.add(body);
            }
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException(e);
        }
        return bodies.toArray(new byte[0][]);
    }

    /**
     * A record's part of the answer for its body.
     *
     * @param queueOffset of the message.
     * @param tagged      whether it has the tag that is asked about.
     * @return to be added up.
     */
    public static int answer(final long queueOffset, final boolean tagged)
    {
        return (int)(WEIGHT * queueOffset) + (tagged ? 1 : 0);
    }

    /** The right answers, from whole messages. */
    static int[] answers(final byte[][] bodies)
    {
        final int[] answers = new int[bodies.length];
        for (int i = 0; i < bodies.length; i++)
        {
            for (final MessageExt message : MessageDecoder.decodesBatch(ByteBuffer.wrap(bodies[i]), true, true, true))
            {
                answers[i] += answer(message.getQueueOffset(), QUESTION.tagText.equals(message.getTags()));
            }
        }
        return answers;
    }
}
