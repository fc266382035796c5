package io.skim.scan.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.testing.Frames;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Values that are read ahead are those that the general reader finds, wherever the array ends.
 */
class AheadReaderTest
{
    private static final int ROUNDS = 20_000;
    /** Codes of values with no body or one of any bytes, by their width; and those of short texts and binaries. */
    private static final int[][] PLAIN =
        {{0x40, 0x41, 0x42, 0x43, 0x44}, {0x50, 0x51, 0x52, 0x53, 0x54, 0x55}, {0x60, 0x61}, {}, {0x70, 0x71, 0x72}, {},
            {}, {}, {0x80, 0x81, 0x82, 0x83}};
    private static final int[] SIZED = {0xA0, 0xA1, 0xA3};
    private static final int LONGEST = 60;
    private static final int BEHIND = 16;

    private static void put(final ByteArrayOutputStream out, final Random random)
    {
        final int[] plain = PLAIN[random.nextInt(PLAIN.length)];
        if (plain.length > 0 && random.nextBoolean())
        {
            out.write(plain[random.nextInt(plain.length)]);
            for (
                int i =
                    plain == PLAIN[8] ? 8 : plain == PLAIN[4] ? 4 : plain == PLAIN[2] ? 2 : plain == PLAIN[1] ? 1 : 0;
                i > 0;
                i--)
            {
                out.write(random.nextInt());
            }
            return;
        }
        final String text =
            "x".repeat(random.nextInt(LONGEST)) + (random.nextInt(16) == 0 ? "\u00e9" : "") + "y".repeat(
                random.nextInt(4));
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.write(SIZED[random.nextInt(SIZED.length)]);
        out.write(bytes.length);
        out.writeBytes(bytes);
    }

    /** What stands behind the values, up to the array's end, makes no difference. */
    @Test
    void theEndOfTheArrayMakesNoDifference()
    {
        final Random random = new Random(1);
        final AheadReader atEnd = new AheadReader();
        final AheadReader inside = new AheadReader();
        int all = 0;
        for (int round = 0; round < ROUNDS; round++)
        {
            final ByteArrayOutputStream out = new ByteArrayOutputStream();
            for (int values = 1 + random.nextInt(6); values > 0; values--)
            {
                put(out, random);
            }
            final byte[] values = out.toByteArray();
            final int to = random.nextInt(4) > 0 ? values.length : random.nextInt(values.length);
            final byte[] longer = Arrays.copyOf(values, values.length + BEHIND);
            final int read = atEnd.read(values, 0, 0, to, 64);
            final int expected = inside.read(longer, 0, 0, to, 64);
            assertEquals(values.length < Long.BYTES ? 0 : expected, read);
            assertTrue(Arrays.equals(atEnd.tokens, 0, read, inside.tokens, 0, read));
            checkEach(longer, to, inside, expected);
            all += read;
        }
        assertTrue(all > ROUNDS, "read only " + all);
    }

    /** The general reader finds the same values one after the other, and each of them is good. */
    private static void checkEach(final byte[] array, final int to, final AheadReader ahead, final int read)
    {
        final AmqpReader reader = new AmqpReader().wrap(new FrameView().wrap(array, 0, to));
        for (int i = 0; i < read; i++)
        {
            assertEquals(AmqpReader.VALUE, reader.next());
            final long token = ahead.tokens[i];
            assertEquals(reader.offset(), AheadReader.offset(token));
            assertEquals(reader.length, AheadReader.length(token));
            assertEquals(reader.kind, AheadReader.kind(token));
            assertEquals(reader.position(), AheadReader.end(token));
        }
    }

    @Test
    void aMessageOfLessThanEightBytesIsRead()
    {
        final boolean[] durable = new boolean[1];
        final Outcome outcome = new AmqpScanner().scan(new FrameView().wrap(Frames.hex("005370c0020141")), AmqpScanner
            .interest().everything().build(), new DataHandler()
            {
                @Override
                public Action onField(final int id, final Cursor value)
                {
                    durable[0] = id == AmqpField.DURABLE.ordinal() && value.getBoolean(false);
                    return Action.CONTINUE;
                }
            });
        assertEquals(Outcome.COMPLETE, outcome);
        assertTrue(durable[0]);
    }
}
