package io.skim.docs.snippets;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.skim.handlers.select.Selector;
import io.skim.pojo.StoredMessage;
import io.skim.scan.FrameView;
import io.skim.scan.MalformedFrameException;
import io.skim.scan.Reason;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.StoredRecords;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.apache.rocketmq.common.message.MessageDecoder;
import org.apache.rocketmq.common.message.MessageExt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The snippets of the chapter on stored records, over real answers to pulls. */
class RecordsTest
{
    private final List<byte[]> answers = new ArrayList<>();

    @BeforeEach
    void readAnswers() throws IOException
    {
        for (final byte[] frame : Frames.cut(Files.readAllBytes(Captures.root().resolve(
            "docs/captures/rocketmq-json-java-responses.frames"))))
        {
            if (!reference(body(frame)).isEmpty())
            {
                answers.add(frame);
            }
        }
        assertEquals(10, answers.size());
    }

    private static byte[] body(final byte[] frame)
    {
        final ByteBuffer bytes = ByteBuffer.wrap(frame);
        final int header = bytes.getInt(4) & 0xFF_FFFF;
        final byte[] body = new byte[frame.length - 8 - header];
        bytes.position(8 + header).get(body);
        return body;
    }

    private static List<MessageExt> reference(final byte[] body)
    {
        return MessageDecoder.decodesBatch(ByteBuffer.wrap(body), true, false, true);
    }

    @Test
    void theBytesOfATagAreAddedUp()
    {
        final Records.TagMeter meter = new Records.TagMeter("TagA".getBytes(StandardCharsets.US_ASCII));
        long expected = 0;
        for (final byte[] answer : answers)
        {
            meter.meter(new FrameView().wrap(ByteBuffer.allocateDirect(answer.length).put(answer).flip()));
            expected += reference(body(answer)).stream().filter(message -> "TagA".equals(message.getTags())).mapToLong(
                message -> message.getBody().length).sum();
        }
        assertEquals(expected, meter.bytes);
        assertEquals(0, meter.refused);
        final byte[] bad = answers.get(0).clone();
        bad[bad.length - body(bad).length + 84] = 1;
        meter.meter(new FrameView().wrap(bad));
        assertEquals(1, meter.refused);
        meter.meter(new FrameView().wrap(Frames.json("{\"opaque\":1}")));
    }

    @Test
    void selectedRecordsAreABodyAgain()
    {
        final Records.Sieve sieve = new Records.Sieve(Selector.tags("TagA"));
        int selected = 0;
        for (final byte[] answer : answers)
        {
            final byte[] body = body(answer);
            final List<MessageExt> left = reference(sieve.selected(body));
            assertEquals(reference(body).stream().filter(message -> "TagA".equals(message.getTags())).map(
                MessageExt::getQueueOffset).toList(), left.stream().map(MessageExt::getQueueOffset).toList());
            selected += left.size();
            assertArrayEquals(body, new Records.Sieve(Selector.tags("*")).selected(body));
        }
        assertEquals(true, selected > 5);
        final byte[] batches = StoredRecords.join(StoredRecords.records(new Random(1), 20));
        assertArrayEquals(batches, new Records.Sieve(Selector.tags("*")).selected(batches));
    }

    @Test
    void aBodyOfOneRecordIsAMessage()
    {
        final byte[] body = body(answers.get(0));
        final MessageExt first = reference(body).get(0);
        final FrameView frame = new FrameView().wrap(body);
        final StoredMessage message = Records.message(frame, 0, first.getStoreSize());
        assertEquals(first.getTopic(), message.topic());
        assertArrayEquals(first.getBody(), message.body());
        assertEquals(Reason.FRAME_LENGTH_MISMATCH, assertThrows(MalformedFrameException.class, () -> Records.message(
            frame, 0, body.length)).reason());
    }

    @Test
    void messagesAreBuilt()
    {
        for (final byte[] answer : answers)
        {
            final List<StoredMessage> messages = Records.messages(new FrameView().wrap(body(answer)));
            assertEquals(reference(body(answer)).stream().map(message -> Objects.hash(message.getTopic(), message
                .getProperties())).toList(), messages.stream().map(message -> Objects.hash(message.topic(),
                    message
                        .properties()))
                    .toList());
        }
        final byte[] spoilt = body(answers.get(0));
        spoilt[88]++;
        assertEquals(Reason.BODY_CRC_MISMATCH, assertThrows(MalformedFrameException.class, () -> Records.messages(
            new FrameView().wrap(spoilt))).reason());
    }
}
