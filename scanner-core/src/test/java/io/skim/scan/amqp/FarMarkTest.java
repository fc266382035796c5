package io.skim.scan.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.FrameScanner;
import io.skim.scan.FrameView;
import io.skim.scan.Interest;
import io.skim.scan.Kind;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.spi.Cursors;
import io.skim.scan.testing.Frames;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/**
 * A mark has 28 bits for an offset and as many for a length. What stands further on is refused rather than marked wrong.
 */
class FarMarkTest
{
    private static final int MOST = (1 << 28) - 1;
    private static final int CHUNK = 1 << 20;
    private static final DataHandler GO = (id, value) -> Action.CONTINUE;

    /** The same bytes again and again, so that nobody has to hold them. */
    private static CompositeByteBuf repeated(final byte[] first, final int chunks)
    {
        final byte[] chunk = new byte[CHUNK];
        final CompositeByteBuf whole = Unpooled.compositeBuffer(Integer.MAX_VALUE);
        whole.addComponent(true, Unpooled.copiedBuffer(first, new byte[CHUNK - first.length]));
        for (int i = 1; i < chunks; i++)
        {
            whole.addComponent(true, Unpooled.wrappedBuffer(chunk));
        }
        return whole;
    }

    private static <I extends Interest> void assertOutcome(final Reason reason, final long claimed,
        final FrameScanner<I> scanner, final FrameView view, final I interest)
    {
        assertEquals(reason == null ? Outcome.COMPLETE : Outcome.MALFORMED, scanner.scan(view, interest, GO));
        assertEquals(reason, scanner.fault().reason());
        if (reason != null)
        {
            assertEquals(0, scanner.fault().offset());
            assertEquals(claimed, scanner.fault().claimed());
            assertEquals(MOST, scanner.fault().available());
        }
    }

    @Test
    void aMessageOfWhichNoMarkCouldTellIsRefused()
    {
        final byte[] head = Frames.hex("005375b0 0ffffff7");
        final CompositeByteBuf message = repeated(head, 257);
        final FrameView view = new FrameView();
        for (final Strictness strictness : Strictness.values())
        {
            final AmqpScanner scanner = new AmqpScanner(Limits.DEFAULT, strictness);
            for (final AmqpInterest interest : new AmqpInterest[] {
                AmqpScanner.interest().field(AmqpField.DATA, 0).build(),
                AmqpScanner.interest().property("a", 0).build()})
            {
                assertOutcome(null, 0, scanner, view.wrap(message, 0, MOST), interest);
                assertOutcome(Reason.MESSAGE_TOO_LONG, MOST + 1, scanner, view.wrap(message, 0, MOST + 1), interest);
                assertOutcome(Reason.MESSAGE_TOO_LONG, Integer.MAX_VALUE, scanner, view.wrapPart(head, 0, head.length,
                    Integer.MAX_VALUE), interest);
            }
        }
    }

    @Test
    void valuesOfWhichNoMarkCouldTellAreRefused()
    {
        final UnsafeBuffer claiming = new UnsafeBuffer(Frames.hex("41"))
        {
            @Override
            public int capacity()
            {
                return Integer.MAX_VALUE;
            }
        };
        final FrameView view = new FrameView().wrap(claiming, 0, MOST + 1);
        assertOutcome(Reason.MESSAGE_TOO_LONG, MOST + 1, new AmqpValueScanner(), view,
            AmqpValueScanner.interest().value(
                0).build());
        final AmqpReader reader = new AmqpReader().wrap(view);
        assertEquals(AmqpReader.MALFORMED, reader.next());
        assertEquals(Reason.MESSAGE_TOO_LONG, reader.fault().reason());
        assertEquals(AmqpReader.VALUE, reader.wrap(view, 0, MOST).next());
    }

    @Test
    void valuesInFrontOfThatCanBeReadOfAnyFrame()
    {
        final FrameView view = new FrameView().wrap(repeated(Frames.hex("41"), 257));
        final AmqpReader reader = new AmqpReader();
        assertEquals(AmqpReader.VALUE, reader.wrap(view, 0, 1).next());
        // The last byte before that is 0, which begins a described value that has no end.
        assertEquals(AmqpReader.MALFORMED, reader.wrap(view, MOST - 1, 1).next());
        assertEquals(Reason.TRUNCATED, reader.fault().reason());
        assertEquals(AmqpReader.MALFORMED, reader.wrap(view, MOST, 1).next());
        assertEquals(Reason.MESSAGE_TOO_LONG, reader.fault().reason());
        assertEquals(MOST, reader.fault().offset());
    }

    @Test
    void aCursorOfOnesOwnCannotStandThereEither()
    {
        final FrameView view = new FrameView().wrap(repeated(new byte[0], 257));
        final Cursor cursor = Cursors.wrap(new Cursor(), view, MOST - 1, 1, Kind.BYTES);
        assertEquals(MOST - 1, view.at(cursor.mark(), new Cursor()).offset());
        assertThrows(IndexOutOfBoundsException.class, () -> Cursors.wrap(cursor, view, MOST, 1, Kind.BYTES));
    }
}
