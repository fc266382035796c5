package io.skim.scan;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.skim.scan.testing.Frames;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Long text is copied several bytes at a time; what stands around its place in the destination must not notice. */
class LongTextTest
{
    private static final String[] PIECES = {"a", "plain text of some length", "\\u0001", "\\u0002", "\\u00e9", "\\\"",
        "\\\\", "\u4e2d\u6587", "\\ud83d\\ude00", "\\/", "\\n"};
    private static final String[] MEANINGS = {"a", "plain text of some length", "\u0001", "\u0002", "\u00e9", "\"",
        "\\", "\u4e2d\u6587", "\ud83d\ude00", "/", "\n"};

    @Test
    void copiesLongEscapedTextAndNothingBesides()
    {
        final Random random = new Random(11);
        final Cursor cursor = new Cursor();
        final FrameView frame = new FrameView();
        for (int run = 0; run < 3_000; run++)
        {
            final StringBuilder raw = new StringBuilder("\\n");
            final StringBuilder text = new StringBuilder("\n");
            final int kinds = 1 + random.nextInt(PIECES.length);
            for (int i = random.nextInt(60); i > 0; i--)
            {
                final int piece = random.nextInt(kinds);
                raw.append(PIECES[piece]);
                text.append(MEANINGS[piece]);
            }
            final byte[] bytes = raw.toString().getBytes(StandardCharsets.UTF_8);
            final byte[] expected = text.toString().getBytes(StandardCharsets.UTF_8);
            frame.wrap(Frames.json(bytes, (byte)1, (byte)2));
            cursor.wrap(frame, 8, bytes.length, Kind.JSON_TEXT);
            final int room = expected.length + random.nextInt(bytes.length + 20);
            final byte[] copy = new byte[7 + room];
            Arrays.fill(copy, (byte)'#');
            assertEquals(expected.length, cursor.copyTo(copy, 7));
            final byte[] around = new byte[7 + room];
            Arrays.fill(around, (byte)'#');
            System.arraycopy(expected, 0, around, 7, expected.length);
            assertArrayEquals(around, copy, raw.toString());
            assertEquals(text.toString(), cursor.toText());
            assertEquals(expected.length, cursor.textLength());
        }
    }
}
