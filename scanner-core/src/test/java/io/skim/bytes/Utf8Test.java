package io.skim.bytes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Utf8Test
{
    private static final int[] EDGES =
        {0x00, 0x41, 0x5C, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF,
            0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xF7, 0xF8, 0xFF};

    private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder().onMalformedInput(
        CodingErrorAction.REPORT);
    private final CharBuffer chars = CharBuffer.allocate(1024);

    /** What the JDK finds: the index of the first ill-formed sequence; -1 if all is ASCII, -2 if it is well-formed. */
    private int expectedInvalid(final byte[] array, final int from, final int to)
    {
        final ByteBuffer bytes = ByteBuffer.wrap(array, from, to - from);
        chars.clear();
        final CoderResult result = decoder.reset().decode(bytes, chars, true);
        return result.isError() ? bytes.position() : isAscii(array, from, to) && isLookedAt(from, to) ? Utf8.ASCII : -2;
    }

    /** In the first eight bytes of an array nobody looks for ASCII. */
    private static boolean isLookedAt(final int from, final int to)
    {
        return to >= Long.BYTES || from == to;
    }

    private static boolean isAscii(final byte[] array, final int from, final int to)
    {
        boolean ascii = true;
        for (int at = from; at < to; at++)
        {
            ascii &= array[at] >= 0;
        }
        return ascii;
    }

    private void check(final byte[] array, final int from, final int to)
    {
        if (expectedInvalid(array, from, to) != Utf8.firstInvalid(array, from, to))
        {
            assertEquals(expectedInvalid(array, from, to), Utf8.firstInvalid(array, from, to), HexFormat.of().formatHex(
                array, from, to));
        }
        final String expected = new String(array, from, to - from, StandardCharsets.UTF_8);
        int at = from;
        int unit = 0;
        boolean equal = true;
        while (at < to && equal)
        {
            final long decoded = Utf8.decode(array, at, to);
            final int codePoint = (int)(decoded >>> 32);
            equal = (int)decoded > at && (int)decoded <= to && unit < expected.length() && expected.codePointAt(unit)
                == codePoint;
            unit += Character.charCount(codePoint);
            at = (int)decoded;
        }
        if (!equal || unit != expected.length())
        {
            assertEquals(expected, decoded(array, from, to), HexFormat.of().formatHex(array, from, to));
        }
    }

    private static String decoded(final byte[] array, final int from, final int to)
    {
        final StringBuilder text = new StringBuilder();
        for (int at = from; at < to;)
        {
            final long decoded = Utf8.decode(array, at, to);
            text.appendCodePoint((int)(decoded >>> 32));
            at = (int)decoded;
        }
        return text.toString();
    }

    /** The bytes around are continuations, so that a read outside shows. */
    private static byte[] surrounded()
    {
        final byte[] array = new byte[24];
        Arrays.fill(array, (byte)0x80);
        return array;
    }

    @Test
    void agreesWithTheJdkOnEverySequenceOfUpToThreeBytes()
    {
        final byte[] array = surrounded();
        for (int bytes = 0; bytes < 1 << 24; bytes++)
        {
            array[9] = (byte)(bytes >>> 16);
            array[10] = (byte)(bytes >>> 8);
            array[11] = (byte)bytes;
            if ((bytes & 0xFFFF) == 0)
            {
                check(array, 9, 10);
            }
            if ((bytes & 0xFF) == 0)
            {
                check(array, 9, 11);
            }
            if ((bytes >>> 16 & 0x80) != 0 || (bytes & 0x8080) == 0x8080)
            {
                check(array, 9, 12);
            }
        }
    }

    @Test
    void agreesWithTheJdkOnSequencesOfFourBytesFromTheEdges()
    {
        final byte[] array = surrounded();
        for (final int first : EDGES)
        {
            for (final int second : EDGES)
            {
                for (final int third : EDGES)
                {
                    for (final int fourth : EDGES)
                    {
                        array[9] = (byte)first;
                        array[10] = (byte)second;
                        array[11] = (byte)third;
                        array[12] = (byte)fourth;
                        check(array, 9, 13);
                        array[13] = 'x';
                        check(array, 9, 14);
                        array[13] = (byte)0x80;
                    }
                }
            }
        }
    }

    @Test
    void agreesWithTheJdkOnLongerTexts()
    {
        final Random random = new Random(1);
        for (int i = 0; i < 300_000; i++)
        {
            final byte[] array = new byte[9 + random.nextInt(40)];
            final int style = random.nextInt(4);
            for (int at = 0; at < array.length; at++)
            {
                array[at] = (byte)(style == 0 ? EDGES[random.nextInt(EDGES.length)] : style == 1 ? random.nextInt(256)
                    : random.nextInt(style == 2 ? 12 : 30) == 0 ? EDGES[random.nextInt(EDGES.length)] : 'a');
            }
            check(array, random.nextInt(9), array.length);
        }
    }

    @Test
    void agreesWithTheJdkOnLongAsciiWithSequencesHereAndThere()
    {
        final String[] sequences = {"\u00E9", "\u65E5\u672C\u8A9E", "\uD83D\uDE00", "\u0800\u07FF\u0080"};
        final Random random = new Random(3);
        for (int i = 0; i < 100_000; i++)
        {
            final StringBuilder text = new StringBuilder();
            for (int stretches = random.nextInt(5); stretches >= 0; stretches--)
            {
                text.append("a".repeat(random.nextInt(150))).append(sequences[random.nextInt(sequences.length)]);
            }
            text.append("z".repeat(random.nextInt(150)));
            final byte[] utf8 = text.toString().getBytes(StandardCharsets.UTF_8);
            check(utf8, Math.min(random.nextInt(9), utf8.length), utf8.length);
            utf8[random.nextInt(utf8.length)] = (byte)EDGES[random.nextInt(EDGES.length)];
            check(utf8, Math.min(random.nextInt(9), utf8.length), utf8.length);
        }
    }

    @Test
    void agreesWithTheJdkOnTwoStrangeBytesAnywhereInChinese()
    {
        final byte[] chinese = "\u8BA2\u5355\u652F\u4ED8\u6210\u529F\u4E1C\u4EAC".getBytes(StandardCharsets.UTF_8);
        final byte[] array = new byte[Long.BYTES + chinese.length];
        for (int at = Long.BYTES; at < array.length - 1; at++)
        {
            for (int first = 0; first < 256; first++)
            {
                System.arraycopy(chinese, 0, array, Long.BYTES, chinese.length);
                array[at] = (byte)first;
                check(array, Long.BYTES, array.length);
                for (final int second : EDGES)
                {
                    array[at + 1] = (byte)second;
                    check(array, Long.BYTES, array.length);
                }
            }
        }
    }

    @Test
    void agreesWithTheJdkOnTextOfAllScriptsWithAWrongByte()
    {
        final String[] scripts =
            {"abc", "na\u00EFve caf\u00E9", "\u65E5\u672C\u8A9E", "\u0E2A\u0E27\u0E31\u0E2A\u0E14\u0E35",
                "\uD55C\uAE00\uD7A3", "\uD83D\uDE00", "\u0440\u0443\u0441\u0441", "\uE000\uFFFD", "\u0800\u07FF\u0080"};
        final Random random = new Random(2);
        for (int i = 0; i < 300_000; i++)
        {
            final StringBuilder text = new StringBuilder();
            while (text.length() < random.nextInt(24))
            {
                final String script = scripts[random.nextInt(scripts.length)];
                text.append(script, 0, random.nextBoolean() ? 1 + Character.charCount(script.codePointAt(0)) >>> 1
                    : script.length());
            }
            final byte[] utf8 = text.toString().getBytes(StandardCharsets.UTF_8);
            final int before = random.nextInt(9);
            final byte[] array = new byte[before + utf8.length + random.nextInt(9)];
            Arrays.fill(array, (byte)0x80);
            System.arraycopy(utf8, 0, array, before, utf8.length);
            final int to = before + utf8.length - (utf8.length > 0 ? random.nextInt(4) / 3 : 0);
            check(array, before, to);
            if (to > before)
            {
                array[before + random.nextInt(to - before)] = (byte)EDGES[random.nextInt(EDGES.length)];
                check(array, before, to);
            }
        }
    }

    @Test
    void everyCodePointIsWrittenAsTheJdkWritesIt()
    {
        for (int codePoint = 0; codePoint <= Character.MAX_CODE_POINT; codePoint++)
        {
            final byte[] expected = new String(Character.toChars(codePoint)).getBytes(StandardCharsets.UTF_8);
            final byte[] found = new byte[Utf8.length(codePoint)];
            for (int i = 0; i < found.length; i++)
            {
                found[i] = Utf8.byteAt(codePoint, found.length, i);
            }
            if (!Arrays.equals(expected, found))
            {
                assertArrayEquals(expected, found, Integer.toHexString(codePoint));
            }
        }
    }

    @Test
    void halfOfASurrogatePairIsNotEncodedAndItsIndexIsTold()
    {
        for (final String text : new String[] {"", "abc", "\u00e9\u4e2d", "\ud83d\ude00", "a\ud83d\ude00\ud83d\ude01b"})
        {
            assertArrayEquals(text.getBytes(StandardCharsets.UTF_8), Utf8.encode("a text", text));
        }
        final String[] halves =
            {"\ud83d", "\ude00", "ab\ud83d", "ab\ud83dc", "\ud83d\ude00\ude00", "\ud83d\ud83d\ude00",
                "\ude00\ud83d", "a?\udfff?"};
        final int[] places = {0, 0, 2, 2, 2, 0, 0, 2};
        for (int k = 0; k < halves.length; k++)
        {
            final String half = halves[k];
            assertEquals("a name has half of a surrogate pair at " + places[k] + ", which has no UTF-8", assertThrows(
                IllegalArgumentException.class, () -> Utf8.encode("a name", half)).getMessage());
        }
    }
}
