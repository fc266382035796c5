package io.skim.scan.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.Buffers;
import io.skim.scan.testing.Buffers.Buffer;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.RecordingHandler;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A footer behind a body that is longer than what a view may copy: only the parts that are looked at are loaded.
 */
class FarSectionTest
{
    private static final int BODY = 600_000;
    private static final AmqpInterest INTEREST = AmqpScanner.interest().field(AmqpField.TTL, 0).field(AmqpField.DATA, 1)
        .entry(AmqpField.FOOTER, "hash", 2).everyEntry(AmqpField.FOOTER, 3).build();

    private static byte[] message(final int body)
    {
        final ByteArrayOutputStream message = new ByteArrayOutputStream();
        message.writeBytes(Frames.hex("005370c008034040 700000ea60"));
        message.writeBytes(Frames.hex("005375b0"));
        message.writeBytes(Frames.hex(String.format("%08x", body)));
        message.writeBytes(new byte[body]);
        message.writeBytes(Frames.hex("005378c10d04 a30468617368 54 2a a30161 42"));
        return message.toByteArray();
    }

    @Test
    void aFooterBehindALongBodyIsShownFromAnyBuffer()
    {
        final AmqpScanner scanner = new AmqpScanner();
        final FrameView view = new FrameView();
        for (final Buffer buffer : Buffers.all(message(BODY)))
        {
            buffer.wrap().accept(view);
            final RecordingHandler handler = new RecordingHandler();
            assertEquals(Outcome.COMPLETE, scanner.scan(view, INTEREST, handler), () -> buffer + ": " + scanner
                .fault());
            assertEquals(4, handler.calls().size());
            assertTrue(handler.calls().get(0).endsWith("60000"));
            assertTrue(handler.calls().get(2).startsWith("field 2: INT32 ") && handler.calls().get(2).endsWith(" 42"));
            assertTrue(handler.calls().get(3).startsWith("entry 3: SYMBOL "));
            buffer.free().run();
        }
    }

    @Test
    void aMarkIsReopenedThoughItsPartIsNoLongerLoaded()
    {
        final AmqpScanner scanner = new AmqpScanner();
        final FrameView view = new FrameView();
        for (final Buffer buffer : Buffers.all(message(BODY)))
        {
            buffer.wrap().accept(view);
            final List<String> seen = new ArrayList<>();
            final long[] ttl = {0};
            final Cursor mine = new Cursor();
            scanner.scan(view, INTEREST, new DataHandler()
            {
                @Override
                public Action onField(final int id, final Cursor value)
                {
                    ttl[0] = id == 0 ? value.mark() : ttl[0];
                    if (id == 2)
                    {
                        seen.add(view.at(ttl[0], mine).toText() + " " + value.getInt(0));
                    }
                    return Action.CONTINUE;
                }

                @Override
                public Action onEntry(final int id, final Cursor key, final Cursor value)
                {
                    seen.add(key.toText() + " " + value.getBoolean(false));
                    return Action.CONTINUE;
                }
            });
            seen.add(view.at(ttl[0], mine).toText());
            assertEquals(List.of("60000 42", "a false", "60000"), seen, buffer::toString);
            buffer.free().run();
        }
    }

    @Test
    void aSectionThatIsWantedMayNotBeLongerThanTheLimitInAnyBuffer()
    {
        final AmqpScanner scanner = new AmqpScanner(Limits.DEFAULT.withMaxHeaderLength(64),
            Strictness.STRICT);
        final FrameView view = new FrameView(Limits.DEFAULT.withMaxHeaderLength(64));
        final byte[] message = Frames.hex("005370c008034040700000ea60 005374c15002a10161a14a" + "62".repeat(74));
        for (final Buffer buffer : Buffers.all(message))
        {
            buffer.wrap().accept(view);
            final RecordingHandler handler = new RecordingHandler();
            assertEquals(Outcome.COMPLETE, scanner.scan(view, AmqpScanner.interest().field(AmqpField.TTL, 0).build(),
                handler));
            assertEquals(Outcome.MALFORMED, scanner.scan(view, AmqpScanner.interest().property("a", 0).build(),
                new RecordingHandler()));
            assertEquals(Reason.SECTION_TOO_LONG, scanner.fault().reason());
            assertEquals(13, scanner.fault().offset());
            buffer.free().run();
        }
    }

    @Test
    void farSectionsAreShownWithoutGarbage()
    {
        final AmqpScanner scanner = new AmqpScanner();
        final FrameView view = new FrameView();
        final DataHandler handler = (id, value) -> Action.CONTINUE;
        final byte[] message = message(BODY);
        // Not a Netty buffer, whose leak detection would keep records of each access here.
        final ByteBuffer direct = ByteBuffer.allocateDirect(message.length).put(message).flip();
        assertEquals(0, Allocations.by(() -> scanner.scan(view.wrap(direct), INTEREST, handler), 3_000, 500));
    }
}
