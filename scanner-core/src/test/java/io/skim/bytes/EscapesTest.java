package io.skim.bytes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EscapesTest
{
    private static byte[] bytes(final String text)
    {
        return ("12345678" + text).getBytes(StandardCharsets.ISO_8859_1);
    }

    private static int skip(final String text, final boolean lenient)
    {
        final int behind = Escapes.skip(bytes(text), 8, 8 + text.length(), lenient);
        return behind < 0 ? behind : behind - 8;
    }

    @Test
    void knowsTheEscapesOfTheStandardAndThoseOfTheReferenceAndNoOthers()
    {
        for (int value = 0; value < 256; value++)
        {
            final String escape = "\\" + (char)value + "00000";
            final boolean standard = value < 128 && "\"\\/bfnrtu".indexOf(value) >= 0;
            final boolean more = value < 128 && "'v01234567x".indexOf(value) >= 0;
            final int length = value == 'u' ? 6 : value == 'x' ? 4 : 2;
            assertEquals(standard ? length : -1, skip(escape, false), escape);
            assertEquals(standard || more ? length : -1, skip(escape, true), escape);
        }
    }

    @Test
    void hexDigitsAreHexDigits()
    {
        for (int value = 0; value < 256; value++)
        {
            final boolean hex = value < 128 && Character.digit(value, 16) >= 0;
            for (int at = 0; at < 4; at++)
            {
                final StringBuilder escape = new StringBuilder("\\u0041");
                escape.setCharAt(2 + at, (char)value);
                assertEquals(hex ? 6 : -1, skip(escape.toString(), false), escape.toString());
                if (hex)
                {
                    final int expected = Integer.parseInt(escape.substring(2), 16);
                    assertEquals(expected, (int)(Escapes.decode(bytes(escape.toString()), 8, 14) >>> 32));
                }
            }
            assertEquals(hex ? 4 : -1, skip("\\x0" + (char)value, true));
            assertEquals(hex ? 4 : -1, skip("\\x" + (char)value + "0", true));
        }
    }

    @Test
    void anEscapeThatIsCutIsRefused()
    {
        for (final String escape : new String[] {"\\u0041", "\\x41", "\\n"})
        {
            for (int length = 1; length < escape.length(); length++)
            {
                // The rest of the escape stands behind the end, where it must not be read.
                assertEquals(-1, Escapes.skip(bytes(escape), 8, 8 + length, true), escape + " cut to " + length);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"\\b, 8, 2", "\\f, 12, 2", "\\n, 10, 2", "\\r, 13, 2", "\\t, 9, 2", "\\v, 11, 2", "\\/, 47, 2",
        "'\\\"', 34, 2", "\\\\, 92, 2", "'\\''', 39, 2", "\\0, 0, 2", "\\7, 7, 2", "\\12, 1, 2", "\\x41, 65, 4",
        "\\xfF, 255, 4", "\\u00e9, 233, 6", "\\uABCD, 43981, 6", "\\ud83d\\ude00, 128512, 12",
        "\\uDBFF\\uDFFF, 1114111, 12",
        "\\ud83d, 55357, 6", "\\ude00, 56832, 6", "\\ud83d\\u0041, 55357, 6", "\\ud83d\\ud83d, 55357, 6",
        "\\ud83d\\ude0, 55357, 6", "\\ud83d\\n, 55357, 6", "\\ud83dx, 55357, 6", "\\ude00\\ud83d, 56832, 6",
        "A, 65, 1"})
    void decodesOneCodePoint(final String text, final int codePoint, final int length)
    {
        final long decoded = Escapes.decode(bytes(text), 8, 8 + text.length());
        assertEquals(codePoint, (int)(decoded >>> 32));
        assertEquals(8 + length, (int)decoded);
    }

    @Test
    void aPairIsNotMadeOfWhatStandsBehindTheEnd()
    {
        assertEquals(0xD83D, (int)(Escapes.decode(bytes("\\ud83d\\ude00"), 8, 14) >>> 32));
        assertEquals(0xD83D, (int)(Escapes.decode(bytes("\\ud83d\\ude00"), 8, 19) >>> 32));
    }

    private static boolean equal(final String text, final String other, final boolean whole)
    {
        final byte[] utf8 = other.getBytes(StandardCharsets.UTF_8);
        return Escapes.matches(bytes(text), 8, 8 + text.length(), true, utf8, whole);
    }

    @Test
    void comparesTextWithItsEscapesUndone()
    {
        assertTrue(equal("t\\u006fpi\\x63", "topic", true));
        assertTrue(equal("", "", true));
        assertFalse(equal("t\\u006fpic", "topi", true));
        assertFalse(equal("t\\u006fpic", "topics", true));
        assertFalse(equal("t\\u006fpic", "", true));
        assertTrue(equal("t\\u006fpic", "", false));
        assertTrue(equal("t\\u006fpic", "top", false));
        assertTrue(equal("\\ud83d\\ude00", "\uD83D\uDE00", true));
        assertFalse(equal("\\ud83d", "?", true));
        assertFalse(equal("\\ud83dx", "?", false));
    }
}
