package io.skim.scan.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.skim.scan.Action;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.testing.Buffers;
import io.skim.scan.testing.Buffers.Buffer;
import io.skim.scan.testing.Frames;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/**
 * What the walk from section to section may not stumble over, in whatever buffer.
 */
class SectionIndexTest
{
    private static final AmqpInterest INTEREST = AmqpScanner.interest().property("a", 0).build();

    private static byte[] padded(final String head, final int size)
    {
        final byte[] start = Frames.hex(head);
        final byte[] message = new byte[size];
        Arrays.fill(message, (byte)'a');
        System.arraycopy(start, 0, message, 0, start.length);
        return message;
    }

    private static void assertRefused(final byte[] message, final Reason reason)
    {
        final AmqpScanner scanner = new AmqpScanner();
        final FrameView view = new FrameView();
        for (final Buffer buffer : Buffers.all(message))
        {
            buffer.wrap().accept(view);
            assertEquals(Outcome.MALFORMED, scanner.scan(view, INTEREST, (id, value) -> Action.CONTINUE),
                buffer::toString);
            assertEquals(reason, scanner.fault().reason(), buffer::toString);
            assertEquals(0, scanner.fault().offset());
            buffer.free().run();
        }
    }

    @Test
    void aDescriptorLongerThanAnySectionsIsNoSections()
    {
        assertRefused(padded("00 b3 00050000", 400_000), Reason.SECTION_UNKNOWN);
        assertRefused(padded("00 00 b0 00050000", 400_000), Reason.SECTION_UNKNOWN);
        assertRefused(padded("00 a3 ff", 2_000), Reason.SECTION_UNKNOWN);
        assertRefused(padded("00 00 a1 ff", 2_000), Reason.SECTION_UNKNOWN);
    }

    @Test
    void lowLimitsDoNotKeepSectionsFromBeingWalked()
    {
        final byte[] message = Frames.hex("005370 45 005373 45 00a31f" + hex(
            "amqp:application-properties:map") + "d1 0000000f 00000004 a10162 5401 a10161 a10162"
            + "005377 d0 00000006 00000002 40 41");
        for (int limit = 21; limit < 80; limit++)
        {
            final Limits limits = Limits.DEFAULT.withMaxHeaderLength(limit);
            final FrameView view = new FrameView(limits);
            final AmqpScanner scanner = new AmqpScanner(limits, Strictness.STRICT);
            for (final Buffer buffer : Buffers.all(message))
            {
                buffer.wrap().accept(view);
                final Outcome outcome = scanner.scan(view, INTEREST, (id, value) -> Action.CONTINUE);
                final boolean fits = limit >= 54;
                assertEquals(fits ? Outcome.COMPLETE : Outcome.MALFORMED, outcome, limit + " " + buffer + scanner
                    .fault());
                assertEquals(fits ? null : Reason.SECTION_TOO_LONG, scanner.fault().reason());
                buffer.free().run();
            }
        }
    }

    @Test
    void sectionsAreCountedAgainstTheirLimit()
    {
        final byte[] message = Frames.hex("005375a000".repeat(5));
        for (int limit = 1; limit < 8; limit++)
        {
            final AmqpScanner scanner = new AmqpScanner(Limits.DEFAULT.withMaxSectionCount(limit), Strictness.STRICT);
            final Outcome outcome = scanner.scan(new FrameView().wrap(message), INTEREST, (id,
                value) -> Action.CONTINUE);
            assertEquals(limit < 5 ? Outcome.MALFORMED : Outcome.COMPLETE, outcome);
            assertEquals(limit < 5 ? Reason.TOO_MANY_SECTIONS : null, scanner.fault().reason());
            assertEquals(limit < 5 ? 5 * limit : 0, scanner.fault().offset());
        }
    }

    @Test
    void aWantedSectionThatHasNotArrivedIsTruncated()
    {
        final byte[] message = Frames.hex("005374 c10702 a10161 a10162");
        for (int available = 0; available < message.length; available++)
        {
            final AmqpScanner scanner = new AmqpScanner();
            assertEquals(Outcome.MALFORMED, scanner.scan(new FrameView().wrapPart(message, 0, available,
                message.length), INTEREST, (id, value) -> Action.CONTINUE));
            assertEquals(Reason.TRUNCATED, scanner.fault().reason(), available + " " + scanner.fault());
        }
    }

    @Test
    void aBodyThatIsAShortTextIsReadAtTheVeryStartOfAnArray()
    {
        final AmqpInterest body = AmqpScanner.interest().field(AmqpField.VALUE, 0).build();
        for (int length = 0; length < 12; length++)
        {
            for (final String first : new String[] {"a", "\u00e9", "\ufffd"})
            {
                final byte[] text = (first + "bcdefghijklm").substring(0, length).getBytes(StandardCharsets.UTF_8);
                final byte[] message =
                    Frames.hex("005377 a1" + HexFormat.of().toHexDigits((byte)text.length) + HexFormat
                        .of().formatHex(text));
                final String[] shown = new String[1];
                assertEquals(Outcome.COMPLETE, new AmqpScanner().scan(new FrameView().wrap(message), body, (id,
                    value) -> {
                    shown[0] = value.toText();
                    return Action.CONTINUE;
                }));
                assertEquals(new String(text, StandardCharsets.UTF_8), shown[0]);
            }
        }
    }

    private static String hex(final String ascii)
    {
        return HexFormat.of().formatHex(ascii.getBytes(StandardCharsets.US_ASCII));
    }
}
