package io.skim.benchmarks;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.rocketmq.common.message.MessageDecoder;
import org.apache.rocketmq.common.message.MessageExt;

/**
 * RocketMQ: decodes all messages of a body, as its clients do, with the messages' own bodies or without.
 */
final class RecordPeer extends Peer
{
    private final ByteBuffer[] bodies;
    private final boolean whole;

    RecordPeer(final byte[][] bodies, final boolean whole)
    {
        super(bodies);
        this.bodies = Arrays.stream(bodies).map(ByteBuffer::wrap).toArray(ByteBuffer[]::new);
        this.whole = whole;
    }

    @Override
    int answer(final int frame)
    {
        int sum = 0;
        for (final MessageExt message : MessageDecoder.decodesBatch(bodies[frame].rewind(), whole, whole, true))
        {
            sum += StoredRecords.answer(message.getQueueOffset(), StoredRecords.QUESTION.tagText.equals(message
                .getTags()));
        }
        return sum;
    }
}
