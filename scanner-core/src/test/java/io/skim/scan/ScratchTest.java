package io.skim.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.skim.scan.amqp.AmqpField;
import io.skim.scan.amqp.AmqpFrameSplitter;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.amqp.AmqpMessageView;
import io.skim.scan.amqp.AmqpScanner;
import io.skim.scan.remoting.FrameSplitter;
import io.skim.scan.remoting.HeaderSplitter;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.Settings;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The scratch of a view follows the headers that it meets: it is as long as they ask for, and no longer for long.
 */
class ScratchTest
{
    private static final int LONGEST = 256 * 1_024;
    private static final RemotingInterest INTEREST = RemotingScanner.interest().everyEntry(0).build();
    private static final DataHandler HANDLER = (id, value) -> Action.CONTINUE;

    private final RemotingScanner scanner = new RemotingScanner();
    private final FrameView view = new FrameView();

    /** A frame in a direct buffer whose header has so many bytes. */
    private ByteBuffer frame(final int headerLength)
    {
        final int rest = headerLength - Frames.binary(310, null, "", "a", "x").length + Long.BYTES + 1;
        final byte[] frame = Frames.binary(310, null, "", "a", "x".repeat(rest));
        assertEquals(headerLength + Long.BYTES, frame.length);
        return ByteBuffer.allocateDirect(frame.length).put(frame).flip();
    }

    private void scan(final ByteBuffer frame)
    {
        final Outcome outcome = scanner.scan(view.wrap(frame), INTEREST, HANDLER);
        assertTrue(outcome == Outcome.COMPLETE, "refused");
    }

    /** How many bytes making something takes, and what it is used for first. */
    private static long weight(final Supplier<?> maker)
    {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 20; i++)
        {
            least = Math.min(least, Allocations.by(maker::get, 0, 1));
        }
        return least;
    }

    @Test
    void ordinaryHeadersInDirectBuffersTakeLessThanFourKibibytes()
    {
        final ByteBuffer frame = frame(400);
        final long weight = weight(() -> {
            final FrameView fresh = new FrameView();
            for (int i = 0; i < 100; i++)
            {
                scanner.scan(fresh.wrap(frame), INTEREST, HANDLER);
            }
            return fresh;
        });
        assertTrue(weight < 2_048, weight + " bytes");
    }

    @Test
    void aViewThatMetNoneOfThemHasNoScratch()
    {
        final byte[] frame = Frames.binary(310, null, "", "a", "x".repeat(100_000));
        scanner.scan(view.wrap(frame), INTEREST, HANDLER);
        assertEquals(0, view.heldLength());
    }

    @Test
    void growsByDoublingUpToTheLimit()
    {
        final int[] lengths = {100, 1_016, 1_017, 2_040, 5_000, 16_376, 16_377, 40_000, 200_000, LONGEST};
        final int[] held = {1_024, 1_024, 2_048, 2_048, 8_192, 16_384, 32_768, 65_536, LONGEST, LONGEST + 8};
        for (int i = 0; i < lengths.length; i++)
        {
            scan(frame(lengths[i]));
            assertEquals(held[i], view.heldLength(), "a header of " + lengths[i]);
        }
        final FrameView small = new FrameView(Limits.DEFAULT.withMaxHeaderLength(64));
        new RemotingScanner(Limits.DEFAULT.withMaxHeaderLength(64), Strictness.STRICT).scan(small.wrap(frame(60)),
            INTEREST,
            HANDLER);
        assertEquals(72, small.heldLength());
    }

    @Test
    void headersThatGrowLongerAndLongerMakeFewArrays()
    {
        final List<ByteBuffer> frames = new ArrayList<>();
        for (int length = 100; length < 16_000; length += 50)
        {
            frames.add(frame(length));
        }
        final long allocated = Allocations.by(() -> frames.forEach(this::scan), 0, 1);
        assertTrue(allocated < 2 * 16_384 + 20_000, allocated + " bytes");
        assertEquals(0, Allocations.by(() -> {
            for (int i = 0; i < frames.size(); i++)
            {
                scan(frames.get(i));
            }
        }, 50, 20));
    }

    /** Whoever sends one leaves nothing behind. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void oneLongHeaderIsForgottenWithTheNextFrameOrReset(final boolean reset)
    {
        for (int i = 0; i < 100; i++)
        {
            scan(frame(400));
        }
        scan(frame(LONGEST));
        assertEquals(LONGEST + 8, view.heldLength());
        if (reset)
        {
            view.reset();
            assertEquals(0, view.heldLength());
        }
        scan(frame(400));
        assertEquals(1_024, view.heldLength());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 40})
    void longHeadersThatComeAgainAndAgainMakeNoGarbage(final int every)
    {
        final ByteBuffer longer = frame(LONGEST / 2);
        final ByteBuffer usual = frame(400);
        final Runnable round = () -> {
            for (int i = 0; i < every; i++)
            {
                scan(i == 0 ? longer : usual);
                view.reset();
            }
        };
        assertEquals(0, Allocations.by(round, 500, 50));
    }

    @Test
    void theLastOfManyLongHeadersIsForgottenAfterSixtyFourFrames()
    {
        scan(frame(100_000));
        scan(frame(100_000));
        final ByteBuffer usual = frame(400);
        for (int i = 0; i < 64; i++)
        {
            scan(usual);
            assertEquals(131_072, view.heldLength(), "after " + i);
        }
        scan(usual);
        scan(usual);
        assertEquals(1_024, view.heldLength());
    }

    @Test
    void nothingLongIsLeftOfATrimmedView()
    {
        for (int i = 0; i < 10; i++)
        {
            scan(frame(100_000));
            view.reset();
            view.reset();
            assertEquals(i == 0 ? 0 : 131_072, view.heldLength());
        }
        view.trim();
        assertEquals(0, view.heldLength());
        scan(frame(1_000));
        view.trim();
        assertFalse(view.isWrapped());
        assertEquals(1_024, view.heldLength());
    }

    @Test
    void aSplitterAloneTakesLittleBeforeAFrameStraddlesChunks()
    {
        final ByteBuffer frame = frame(400);
        final FrameView to = new FrameView();
        final long whole = weight(() -> {
            final FrameSplitter splitter = new FrameSplitter();
            splitter.feed(frame);
            splitter.next(to);
            splitter.next(to);
            return splitter;
        });
        assertTrue(whole < 400, whole + " bytes");
        assertTrue(weight(HeaderSplitter::new) < 600, () -> weight(HeaderSplitter::new) + " bytes");
        assertTrue(weight(AmqpFrameSplitter::new) < 400, () -> weight(AmqpFrameSplitter::new) + " bytes");
    }

    private static byte[] number(final int value)
    {
        return ByteBuffer.allocate(Integer.BYTES).putInt(value).array();
    }

    private static byte[] text(final int code, final Random random)
    {
        final byte[] text = new byte[random.nextInt(random.nextInt(4) == 0 ? 3_000 : 40)];
        Arrays.fill(text, (byte)('a' + random.nextInt(26)));
        return Frames.join(new byte[] {(byte)code}, number(text.length), text);
    }

    /** A map or list section with texts of some bytes up to thousands. */
    private static byte[] section(final int descriptor, final Random random)
    {
        final boolean list = descriptor == 0x73;
        final int entries = random.nextInt(4);
        byte[] items = list ? new byte[] {0x40, 0x40} : new byte[0];
        for (int i = 0; i < entries; i++)
        {
            final byte[] key = {(byte)(descriptor == 0x74 ? 0xA1 : 0xA3), 1, (byte)('a' + i)};
            items = Frames.join(items, list ? new byte[0] : key, text(0xB1, random));
        }
        return Frames.join(new byte[] {0, 0x53, (byte)descriptor, (byte)(list ? 0xD0 : 0xD1)}, number(items.length + 4),
            number(list ? 2 + entries : 2 * entries), items);
    }

    private static byte[] message(final Random random)
    {
        byte[] message = Frames.hex("005370C0020141");
        for (final int descriptor : new int[] {0x71, 0x72, 0x73, 0x74})
        {
            message = random.nextBoolean() ? message : Frames.join(message, section(descriptor, random));
        }
        final byte[] data = text(0xB0, random);
        message = Frames.join(message, Frames.hex("005375"), data);
        return random.nextBoolean() ? message : Frames.join(message, section(0x78, random));
    }

    /** Where windows grow while a message is read, those who have begun with the shorter one see the same. */
    @Test
    void aScratchThatGrowsOnTheWayChangesNothingThatIsRead()
    {
        final long seed = Settings.seed();
        final Random random = new Random(seed);
        final AmqpInterest deep = AmqpScanner.interest().everything().nested(AmqpField.values().length).build();
        final AmqpInterest some = AmqpScanner.interest().property("b", 0).entry(AmqpField.FOOTER, "c", 1).build();
        final AmqpInterest parts =
            AmqpScanner.interest().field(AmqpField.APPLICATION_PROPERTIES, 0).field(AmqpField.TO, 1)
                .entry(AmqpField.FOOTER, "a", 2).build();
        final AmqpScanner messages = new AmqpScanner();
        int grown = 0;
        for (int i = 0; i < Settings.frames(4_000); i++)
        {
            final byte[] message = message(random);
            final ByteBuf direct = Unpooled.directBuffer(message.length).writeBytes(message);
            final String what = "-Dskim.seed=" + seed + ", message " + i + ": " + HexFormat.of().formatHex(message);
            for (final AmqpInterest interest : List.of(deep, some, parts))
            {
                final FrameView fresh = new FrameView();
                final String expected = shown(messages, view.wrap(message), interest);
                assertTrue(expected.startsWith("COMPLETE"), what);
                assertEquals(expected, shown(messages, fresh.wrap(direct), interest), what);
                grown += fresh.heldLength() > 1_024 ? 1 : 0;
            }
            assertEquals(row(view.wrap(message)), row(new FrameView().wrap(direct)), what);
            direct.release();
        }
        final int count = grown;
        assertTrue(grown > Settings.frames(4_000) / 4, () -> "only " + count);
    }

    private static String row(final FrameView message)
    {
        final AmqpMessageView row = new AmqpMessageView();
        assertTrue(row.wrap(message));
        final StringBuilder shown = new StringBuilder();
        for (int i = 0; i < row.size(); i++)
        {
            shown.append(row.kind(i)).append(row.offset(i)).append(row.kind(i) == Kind.TEXT ? row.toText(i) : "");
        }
        return shown.toString();
    }

    private static String shown(final AmqpScanner by, final FrameView message, final AmqpInterest interest)
    {
        final StringBuilder shown = new StringBuilder();
        final DataHandler handler = new DataHandler()
        {
            @Override
            public Action onField(final int id, final Cursor value)
            {
                shown.append(value.kind()).append(value.offset())
                    .append(value.kind() == Kind.TEXT ? value.toText() : "");
                return Action.CONTINUE;
            }

            @Override
            public Action onEntry(final int id, final Cursor key, final Cursor value)
            {
                shown.append(key.kind()).append(key.offset()).append(value.kind());
                return onField(id, value);
            }
        };
        return by.scan(message, interest, handler) + " " + by.fault() + shown;
    }
}
