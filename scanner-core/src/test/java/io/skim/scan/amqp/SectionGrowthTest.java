package io.skim.scan.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.testing.CountedBuffer;
import io.skim.scan.testing.Frames;
import java.io.ByteArrayOutputStream;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * A message of many sections costs as much for each byte as one of few, whatever buffer it is in. A peer chooses both numbers.
 */
class SectionGrowthTest
{
    private static final int MOST = Limits.DEFAULT.maxSectionCount();
    /** How often a byte may be read: as part of a head, with what is copied ahead of it, with its section, and by a handler. */
    private static final int MOST_READS = 8;
    private static final AmqpInterest BODIES = AmqpScanner.interest().field(AmqpField.DATA, 0).field(AmqpField.SEQUENCE,
        1).field(AmqpField.VALUE, 2).build();
    private static final AmqpInterest NESTED =
        AmqpScanner.interest().everything().nested(AmqpField.values().length).build();
    private static final AmqpInterest FOOTER = AmqpScanner.interest().entry(AmqpField.FOOTER, "last", 0).build();

    private final byte[] copied = new byte[1_024];

    private static byte[] repeated(final String section, final int content, final int count)
    {
        final ByteArrayOutputStream message = new ByteArrayOutputStream();
        for (int i = 0; i < count; i++)
        {
            message.writeBytes(Frames.hex(section));
            message.writeBytes(new byte[content]);
        }
        return message.toByteArray();
    }

    private static byte[] data(final int length, final int count)
    {
        return repeated(String.format("005375a0%02x", length), length, count);
    }

    /** Each holds one binary. */
    private static byte[] sequences(final int length, final int count)
    {
        return repeated(String.format("005376c0%02x01a0%02x", length + 3, length), length, count);
    }

    private static byte[] values(final int length, final int count)
    {
        return repeated(String.format("005377a0%02x", length), length, count);
    }

    private static void assertReadsEachByteFewTimes(final byte[] message, final Consumer<FrameView> reads)
    {
        final CountedBuffer buffer = new CountedBuffer(message);
        reads.accept(new FrameView().wrap(buffer));
        assertTrue(buffer.read() <= (long)MOST_READS * message.length, () -> "read " + buffer.read() + " bytes of "
            + message.length);
        buffer.release();
    }

    private void assertScansEachByteFewTimes(final byte[] message, final Strictness strictness)
    {
        final DataHandler reading = new DataHandler()
        {
            @Override
            public Action onField(final int id, final Cursor value)
            {
                value.copyTo(copied, 0);
                return Action.CONTINUE;
            }
        };
        for (final AmqpInterest interest : new AmqpInterest[] {BODIES, NESTED, FOOTER})
        {
            for (final DataHandler handler : new DataHandler[] {(id, value) -> Action.CONTINUE, reading})
            {
                assertReadsEachByteFewTimes(message, view -> assertEquals(Outcome.COMPLETE, new AmqpScanner(
                    Limits.DEFAULT, strictness).scan(view, interest, handler)));
            }
        }
        assertReadsEachByteFewTimes(message, view -> assertTrue(new AmqpMessageView(Limits.DEFAULT, strictness).wrap(
            view)));
    }

    @Test
    void readsEachByteOfManySectionsAFewTimes()
    {
        for (int count = 64; count <= MOST; count *= 2)
        {
            for (final int length : new int[] {60, 120, 250})
            {
                assertScansEachByteFewTimes(data(length, count), Strictness.STRICT);
                assertScansEachByteFewTimes(sequences(length, count), Strictness.STRICT);
                assertScansEachByteFewTimes(values(length, count), Strictness.LENIENT);
            }
        }
    }

    /** Application properties with so many entries of no bytes. */
    private static byte[] properties(final int entries)
    {
        final byte[] message =
            repeated(String.format("005374d1%08x%08x", 3 * entries + 4, 2 * entries), 3 * entries, 1);
        for (int at = message.length - 3 * entries; at < message.length; at += 3)
        {
            message[at] = (byte)0xA1;
            message[at + 2] = 0x40;
        }
        return message;
    }

    @Test
    void aViewGivesUpTheRoomOfALargeMessageWithTheNextOne()
    {
        final Limits limits = Limits.DEFAULT.withMaxHeaderLength(1 << 23).withMaxElementCount(1 << 21);
        final AmqpInterest everything = AmqpScanner.interest().everything().build();
        final FrameView large = new FrameView(limits).wrap(properties(600_000));
        final FrameView few = new FrameView(limits).wrap(properties(3));
        final AmqpMessageView values = new AmqpMessageView(limits, Strictness.STRICT);
        final AmqpMessageIndex places = new AmqpMessageIndex(limits, Strictness.STRICT);
        for (int i = 0; i < 2; i++)
        {
            assertTrue(values.wrap(large) && places.wrap(large, everything), () -> "" + values);
            assertEquals(600_000, values.size());
            assertTrue(values.isNull(599_999));
            assertTrue(values.items.items.length >= 1_200_000 && places.items.items.length >= 1_200_000);
            assertTrue(values.wrap(few) && places.wrap(few, everything));
            assertEquals(3, values.size());
            assertTrue(values.items.items.length < 1_000 && places.items.items.length < 1_000);
        }
    }
}
