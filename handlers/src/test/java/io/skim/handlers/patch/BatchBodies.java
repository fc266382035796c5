package io.skim.handlers.patch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.skim.bytes.Words;
import io.skim.scan.testing.Frames;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageAccessor;
import org.apache.rocketmq.common.message.MessageDecoder;

/** Bodies of batches, written and read by the real {@link MessageDecoder}. */
final class BatchBodies
{
    private static final int LEAST = 22;

    private BatchBodies()
    {
    }

    /** A message with properties: names and values in turns. */
    static Message message(final String body, final String... properties)
    {
        final Message message = new Message("Topic", body.getBytes(StandardCharsets.UTF_8));
        message.setFlag(body.length());
        message.getProperties().clear();
        for (int i = 0; i < properties.length; i += 2)
        {
            MessageAccessor.putProperty(message, properties[i], properties[i + 1]);
        }
        return message;
    }

    static byte[] of(final Message... messages)
    {
        return MessageDecoder.encodeMessages(List.of(messages));
    }

    /** An entry whose properties are any bytes. */
    static byte[] entry(final byte[] body, final byte[] properties)
    {
        return ByteBuffer.allocate(LEAST + body.length + properties.length).putInt(LEAST + body.length
            + properties.length).putInt(0x01020304).putInt(0x05060708).putInt(9).putInt(body.length).put(body).putShort(
                (short)properties.length)
            .put(properties).array();
    }

    /** Some messages with properties of odd forms. */
    static byte[] random(final Random random)
    {
        final List<byte[]> entries = new ArrayList<>();
        for (int i = random.nextInt(5); i >= 0; i--)
        {
            final StringBuilder text = new StringBuilder();
            for (int j = random.nextInt(6); j > 0; j--)
            {
                text.append(List.of("TAGS", "KEYS", "TRACE", "\u65E5", "", "x\2", "q\"\n").get(random.nextInt(7)))
                    .append(
                        random.nextInt(9) == 0 ? "" : "\1")
                    .append(List.of("v", "", "12", "a\1b", "\u00E9").get(random
                        .nextInt(5)))
                    .append(j == 1 && random.nextBoolean() ? "" : "\2");
            }
            final byte[] properties = text.toString().getBytes(StandardCharsets.UTF_8);
            if (properties.length > 0 && random.nextInt(8) == 0)
            {
                properties[random.nextInt(properties.length)] = (byte)0xC3;
            }
            final byte[] body = new byte[random.nextInt(40)];
            random.nextBytes(body);
            entries.add(entry(body, properties));
        }
        return Frames.join(entries.toArray(new byte[0][]));
    }

    static byte[] withBody(final byte[] frame, final byte[] body)
    {
        final int headerEnd = 8 + (Words.getInt(frame, 4) & 0xFF_FFFF);
        final byte[] whole = Arrays.copyOf(frame, headerEnd + body.length);
        System.arraycopy(body, 0, whole, headerEnd, body.length);
        Words.putInt(whole, 0, whole.length - 4);
        return whole;
    }

    static byte[] body(final byte[] frame)
    {
        return Arrays.copyOfRange(frame, 8 + (Words.getInt(frame, 4) & 0xFF_FFFF), frame.length);
    }

    /** Whether the reference, which reads a body from where it stopped in a binary header, reads it from the header's end. */
    static boolean followsHeader(final byte[] frame)
    {
        final ByteBuffer header = ByteBuffer.wrap(frame, 8, Words.getInt(frame, 4) & 0xFF_FFFF);
        header.position(header.position() + 13);
        header.position(header.getInt() + header.position());
        header.position(header.getInt() + header.position());
        return !header.hasRemaining();
    }

    /** Whether a body has whole entries, each of the size of its parts. */
    static boolean isRegular(final byte[] frame)
    {
        final ByteBuffer body = ByteBuffer.wrap(body(frame));
        while (body.hasRemaining())
        {
            final int begin = body.position();
            try
            {
                final int size = body.getInt();
                body.position(begin + 16);
                final int length = body.getInt();
                body.position(Math.addExact(body.position(), length));
                body.position(body.position() + 2 + body.getShort(body.position()));
                if (length < 0 || body.position() - begin != size || body.getShort(begin + 20 + length) < 0)
                {
                    return false;
                }
            }
            catch (final RuntimeException e)
            {
                return false;
            }
        }
        return true;
    }

    /** The real reader reads the messages of before, each with its properties edited; the bytes of all else are the same. */
    static void check(final byte[] frame, final byte[] result, final EditModel model, final String what)
    {
        final ByteBuffer before = ByteBuffer.wrap(body(frame));
        final ByteBuffer after = ByteBuffer.wrap(body(result));
        while (before.hasRemaining())
        {
            final int begin = before.position();
            final int begun = after.position();
            final Message old = decode(before);
            final Message message = decode(after);
            assertEquals(after.position() - begun, after.getInt(begun), what);
            assertEquals(model.ofMessage(old.getProperties()), new TreeMap<>(message.getProperties()), what);
            final int kept = 20 + old.getBody().length - 4;
            assertArrayEquals(Arrays.copyOfRange(before.array(), begin + 4, begin + 4 + kept), Arrays.copyOfRange(after
                .array(), begun + 4, begun + 4 + kept), what);
        }
        assertEquals(0, after.remaining(), what);
    }

    private static Message decode(final ByteBuffer body)
    {
        try
        {
            return MessageDecoder.decodeMessage(body);
        }
        catch (final Exception e)
        {
            throw new AssertionError("the reference does not read it", e);
        }
    }
}
