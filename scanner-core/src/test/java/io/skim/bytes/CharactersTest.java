package io.skim.bytes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.alibaba.fastjson2.JSON;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Text is written as Java encodes it, and as fastjson2 escapes it, into an array of exactly the room that is asked for.
 */
class CharactersTest
{
    private static final int FROM = 3;
    /** What a JSON text may be written beyond its room. */
    private static final int ALLOWANCE = 2;
    private static final String UNITS =
        "az09 \"\\\1\2\n\t\0\37\177\200\u00E9\u00FF\u0100\u07FF\u0800\u65E5\uD7FF\uE000\uFFFF"
            + "\uD800\uD83D\uDBFF\uDC00\uDE00\uDFFF";

    private static void check(final String text)
    {
        final boolean sound = StandardCharsets.UTF_8.newEncoder().canEncode(text);
        for (final CharSequence given : new CharSequence[] {text, new StringBuilder(text)})
        {
            final byte[] utf8 = new byte[FROM + Characters.LONGEST * text.length()];
            final int end = Characters.put(given, utf8, FROM);
            final byte[] json = new byte[FROM + Escapes.UNIT_LENGTH * text.length() + ALLOWANCE];
            final int jsonEnd = Characters.putJson(given, json, FROM);
            if (!sound)
            {
                assertEquals(-1, end);
                assertEquals(-1, jsonEnd);
                continue;
            }
            assertEquals(text, new String(utf8, FROM, end - FROM, StandardCharsets.UTF_8));
            assertEquals(JSON.toJSONString(text), '"' + new String(json, FROM, jsonEnd - FROM, StandardCharsets.UTF_8)
                + '"');
        }
        if (sound)
        {
            final byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
            final byte[] json = new byte[FROM + Escapes.UNIT_LENGTH * utf8.length + ALLOWANCE];
            final int end = JsonStrings.put(utf8, 0, utf8.length, json, FROM);
            assertEquals(JSON.toJSONString(text), '"' + new String(json, FROM, end - FROM, StandardCharsets.UTF_8)
                + '"');
        }
    }

    private static void checkShort(final String text)
    {
        final boolean ascii = StandardCharsets.US_ASCII.newEncoder().canEncode(text);
        final byte[] written = new byte[FROM + text.length()];
        assertEquals(ascii, Characters.putAscii(text, written, FROM));
        final byte[] json = new byte[FROM + text.length()];
        assertEquals(ascii && JSON.toJSONString(text).length() == text.length() + 2, Characters.putPlainJson(text, json,
            FROM));
        if (ascii)
        {
            assertArrayEquals(text.getBytes(StandardCharsets.US_ASCII),
                Arrays.copyOfRange(written, FROM, written.length));
            assertArrayEquals(written, json);
        }
        if (text.length() > 0 && StandardCharsets.UTF_8.newEncoder().canEncode(text))
        {
            checkShort(text, text.getBytes(StandardCharsets.UTF_8), ascii);
        }
    }

    /** The same in UTF-8, with nothing behind it. */
    private static void checkShort(final String text, final byte[] utf8, final boolean ascii)
    {
        final byte[] written = new byte[FROM + Math.max(utf8.length, Long.BYTES)];
        assertEquals(ascii, Utf8.putAscii(utf8, 0, utf8.length, written, FROM));
        final byte[] json = new byte[FROM + Math.max(utf8.length, Long.BYTES)];
        assertEquals(ascii && JSON.toJSONString(text).length() == text.length() + 2, JsonStrings.putPlain(utf8, 0,
            utf8.length, json, FROM));
        if (ascii)
        {
            assertArrayEquals(utf8, Arrays.copyOfRange(written, FROM, FROM + utf8.length));
            assertArrayEquals(written, json);
        }
    }

    @Test
    void shortStringsAreWrittenAtOnceIfTheyArePlain()
    {
        for (int length = 0; length <= Characters.SHORT; length++)
        {
            final String plain = "The quick brown fox, and others.".substring(0, length);
            checkShort(plain);
            for (int place = 0; place < length; place++)
            {
                for (int i = 0; i < UNITS.length(); i++)
                {
                    checkShort(plain.substring(0, place) + UNITS.charAt(i) + plain.substring(place + 1));
                }
            }
        }
    }

    @Test
    void everyCharacterIsWrittenAloneAndAmongOthers()
    {
        check("");
        for (int unit = 0; unit <= Character.MAX_VALUE; unit++)
        {
            check("" + (char)unit);
            check("ab" + (char)unit + "cdef");
        }
    }

    @Test
    void textsOfAllKindsOfCharactersAreWrittenOrRefused()
    {
        final Random random = new Random(11);
        for (int i = 0; i < 200_000; i++)
        {
            final StringBuilder text = new StringBuilder();
            final int length = random.nextInt(12);
            // Mostly without halves of pairs, or few would be sound.
            final int units = random.nextBoolean() ? UNITS.length() : UNITS.length() - 6;
            for (int j = 0; j < length; j++)
            {
                text.append(UNITS.charAt(random.nextInt(units)));
            }
            if (random.nextInt(3) == 0)
            {
                text.appendCodePoint(0x10000 + random.nextInt(0x100000)).append("x".repeat(random.nextInt(4)));
            }
            check(text.toString());
        }
    }

    @Test
    void longTextsOfOneWidthOrAnotherAreWritten()
    {
        final Random random = new Random(12);
        final String[] alphabets =
            {"abcdefgh \1\2", "abcdefghijklm\u00E9\u00FF", UNITS.substring(0, UNITS.length() - 6),
                "abcdefghijklmnop\u65E5\uFFFF\u0100", "\u0661\u0662ab", "abcdefghijklmnopq\uD83D\uDE00"};
        for (int i = 0; i < 60_000; i++)
        {
            final String alphabet = alphabets[i % alphabets.length];
            final StringBuilder text = new StringBuilder();
            final int length = random.nextInt(i % 8 == 0 ? 700 : 120);
            while (text.length() < length)
            {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            check(text.toString());
        }
    }
}
