package io.skim.bytes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LongTextsTest
{
    private static final String[] PIECES = {"plain, and quite long", "x", "\u00E9", "\u0080", "\u07FF", "\u0800",
        "\u65E5\u672C\u8A9E", "\uFFFF", "\uD83D\uDE00", "\uDBFF\uDFFF", "12345678", "\0"};

    @Test
    void makesTheTextThatTheJdkMakes()
    {
        final LongTexts texts = new LongTexts();
        final Random random = new Random(3);
        for (int i = 0; i < 20_000; i++)
        {
            final StringBuilder text = new StringBuilder();
            for (int pieces = random.nextInt(i % 1_000 == 0 ? 2_500 : 9); pieces > 0; pieces--)
            {
                text.append(PIECES[random.nextInt(i % 3 == 0 ? 2 : PIECES.length)]);
            }
            final byte[] bytes = (".".repeat(3) + text).getBytes(StandardCharsets.UTF_8);
            assertEquals(text.toString(), texts.get(bytes, 3, bytes.length - 3));
        }
    }
}
