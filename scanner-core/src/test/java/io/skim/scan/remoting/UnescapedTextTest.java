package io.skim.scan.remoting;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.bytes.LongTexts;
import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.testing.Frames;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A row has of texts with escapes what pulling gives, whether they were undone while their end was looked for or not. */
class UnescapedTextTest
{
    private static final String[] PIECES = {"\\u0001", "\\u0001", "\\u0002", "\\u0002", "\\u0000", "\\u0007", "TAGS",
        "x", "value of sixteen.", "\\\"", "\\\"", "\\\"#", "#", "]", "u0001", "\u00E9", "\u65E5\u672C", "\1",
        "\uD83D\uDE00"};
    private static final String[] ODD =
        {"\\\\", "\\/", "\\u0008", "\\u0041", "\\n", "\\\\u0001", "\\uD83D\\uDE00", "\\x41",
            "\\]", "\\"};
    private static final RemotingNames NAMES = RemotingNames.of(Map.of("b", 0, "i", 1, "n", 2));
    private static final int SIZE = 3;
    private static final int ROOM = 1 << 14;

    private final Random random = new Random(11);
    private final FrameView view = new FrameView();
    private final RemotingReader reader = new RemotingReader();
    private final RemotingRow row = new RemotingRow(SIZE);
    private final Cursor cursor = new Cursor();
    private final byte[] copy = new byte[ROOM];

    private String text(final int most)
    {
        final StringBuilder text = new StringBuilder();
        for (int pieces = random.nextInt(most); pieces > 0; pieces--)
        {
            final String[] from = random.nextInt(200) == 0 ? ODD : PIECES;
            text.append(from[random.nextInt(from.length)]);
        }
        return text.toString();
    }

    private static byte[] frame(final String first, final String second)
    {
        return Frames.json("{\"code\":310,\"extFields\":{\"b\":\"" + first + "\",\"i\":\"" + second
            + "\",\"n\":\"broker-a\"},\"flag\":0,\"language\":\"JAVA\",\"opaque\":49,"
            + "\"serializeTypeCurrentRPC\":\"JSON\",\"version\":513}");
    }

    /** What pulling gives of each id; null if the frame is refused. */
    private byte[][] pulled(final byte[] frame)
    {
        final byte[][] texts = new byte[SIZE][];
        if (!reader.wrap(view.wrap(frame)))
        {
            return null;
        }
        int id = reader.nextEntry(NAMES);
        for (; id >= 0; id = reader.nextEntry(NAMES))
        {
            texts[id] = Arrays.copyOf(copy, reader.value(cursor).copyTo(copy, 0));
        }
        return id == RemotingReader.DONE ? texts : null;
    }

    private void assertSame(final byte[] frame, final boolean reads)
    {
        final byte[][] expected = pulled(frame);
        final boolean taken = reader.wrap(view.wrap(frame)) && reader.readEntries(NAMES, row) == RemotingReader.DONE;
        assertEquals(expected != null, taken, () -> new String(frame, StandardCharsets.UTF_8));
        for (int id = 0; taken && reads && id < SIZE; id++)
        {
            if (row.isPresent(id))
            {
                assertText(expected[id], id);
            }
        }
    }

    private void assertText(final byte[] expected, final int id)
    {
        assertEquals(new String(expected, StandardCharsets.UTF_8), row.toText(id));
        final int at = random.nextInt(9);
        Arrays.fill(copy, (byte)'*');
        assertEquals(expected.length, row.copyTo(id, copy, at));
        assertArrayEquals(expected, Arrays.copyOfRange(copy, at, at + expected.length));
        // Nothing beside it is touched.
        final byte[] beside = copy.clone();
        Arrays.fill(beside, at, at + expected.length, (byte)'*');
        final byte[] untouched = new byte[ROOM];
        Arrays.fill(untouched, (byte)'*');
        assertArrayEquals(untouched, beside);
        assertEquals(-1, row.copyTo(id, copy, copy.length - expected.length + 1));
    }

    @Test
    void isWhatPullingGives()
    {
        for (int i = 0; i < 30_000; i++)
        {
            assertSame(frame(random.nextInt(4) == 0 ? text(6) : "topic", text(32)), random.nextInt(8) != 0);
        }
    }

    @Test
    void isWhatPullingGivesOfDamagedFrames()
    {
        for (int i = 0; i < 30_000; i++)
        {
            final byte[] frame = frame("topic", text(16));
            // Behind the lengths, which keep the frame together.
            frame[8 + random.nextInt(frame.length - 8)] = (byte)random.nextInt(256);
            assertSame(frame, true);
        }
    }

    /** Longer ones are looked at twice. */
    @Test
    void isWhatPullingGivesOfTextsOfEveryLength()
    {
        for (int length = 0; length < 2_200; length++)
        {
            final String plain = "x".repeat(length);
            assertSame(frame("topic", plain + "\\u0001\\u0002"), true);
            assertSame(frame("topic", "\\u0001" + plain + "\\\""), true);
        }
    }

    @Test
    void isNotToBeHadOfAFrameThatIsGone()
    {
        final byte[] frame = frame("topic", "K\\u0001v\\u0002");
        assertSame(frame, true);
        assertSame(frame, true);
        assertEquals(4, row.copyTo(1, copy, 0));
        view.reset();
        assertThrows(IndexOutOfBoundsException.class, () -> row.copyTo(1, copy, 0));
        assertThrows(IndexOutOfBoundsException.class, () -> row.toText(1));
    }

    /** Of what is not read nothing is undone. */
    @Test
    void isUndoneIfThoseOfTheFrameBeforeWereRead()
    {
        final byte[] bytes = "\\u0001\\\"\u00E9\" and what else there may be".getBytes(StandardCharsets.UTF_8);
        final int close = "\\u0001\\\"\u00E9".getBytes(StandardCharsets.UTF_8).length;
        final UnescapedText text = new UnescapedText();
        text.begin();
        assertEquals(UnescapedText.NONE, text.pass(bytes, 0, 0, bytes.length));
        assertEquals(UnescapedText.NONE, text.copyTo(0, copy, 0));
        text.begin();
        assertEquals(close, text.pass(bytes, 0, 0, bytes.length));
        assertEquals(UnescapedText.NONE, text.pass(bytes, 0, 0, close));
        assertEquals(close, text.pass(bytes, 0, 0, close + 1));
        assertEquals(UnescapedText.NONE, text.copyTo(1, copy, 0));
        assertEquals(4, text.copyTo(0, copy, 0));
        assertTrue(text.isOf(0));
        assertEquals("\1\"\u00E9", text.toText(0, new LongTexts()));
        assertNull(text.toText(1, new LongTexts()));
        text.begin();
        assertEquals(UnescapedText.NONE, text.copyTo(0, copy, 0));
        assertEquals(close, text.pass(bytes, 0, 0, bytes.length));
        text.begin();
        assertEquals(UnescapedText.NONE, text.pass(bytes, 0, 0, bytes.length));
    }
}
