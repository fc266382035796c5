package io.skim.handlers.patch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.testing.Settings;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.rocketmq.remoting.protocol.RemotingSerializable;
import org.junit.jupiter.api.Test;

class ByteSinkTest
{
    private final ByteSink sink = new ByteSink();

    private String escaped(final String text)
    {
        final byte[] utf8 = ("x" + text + "y").getBytes(StandardCharsets.UTF_8);
        sink.reset();
        assertTrue(sink.putEscaped(utf8, 1, utf8.length - 2));
        return new String(sink.array, 0, sink.length, StandardCharsets.UTF_8);
    }

    /** As the writer of the reference, release 5.5.1, escapes it. */
    private static String reference(final String text)
    {
        final HashMap<String, String> map = new HashMap<>();
        map.put("k", text);
        final String json = new String(RemotingSerializable.encode(map), StandardCharsets.UTF_8);
        return json.substring("{\"k\":\"".length(), json.length() - 2);
    }

    @Test
    void escapesEveryCharacterAsTheReferenceDoes()
    {
        for (int unit = 0; unit <= 0xFFFF; unit++)
        {
            if (!Character.isSurrogate((char)unit))
            {
                final String text = String.valueOf((char)unit);
                assertEquals(reference(text), escaped(text), () -> text);
            }
        }
        assertEquals(reference("\uD83D\uDE00"), escaped("\uD83D\uDE00"));
    }

    @Test
    void escapesWhereverTheCharacterStands()
    {
        for (int length = 1; length < 20; length++)
        {
            for (int at = 0; at < length; at++)
            {
                for (final char special : "\0\37 \"\\\177\u0080\u00E9\u65E5!#[]/".toCharArray())
                {
                    final char[] text = new char[length];
                    Arrays.fill(text, 'a');
                    text[at] = special;
                    assertEquals(reference(new String(text)), escaped(new String(text)));
                }
            }
        }
    }

    @Test
    void tellsIllFormedTextAsTheJdkDoes()
    {
        final Random random = new Random(Settings.seed());
        for (int i = 0; i < 300_000; i++)
        {
            final byte[] bytes = new byte[random.nextInt(12)];
            for (int k = 0; k < bytes.length; k++)
            {
                bytes[k] = (byte)(random.nextBoolean() ? 'a' : 0x80 + random.nextInt(128));
            }
            final boolean good = Arrays.equals(bytes, new String(bytes, StandardCharsets.UTF_8).getBytes(
                StandardCharsets.UTF_8));
            sink.reset();
            assertEquals(good, sink.putText(bytes, 0, bytes.length), () -> Arrays.toString(bytes));
            assertEquals(good, sink.putEscaped(bytes, 0, bytes.length), () -> Arrays.toString(bytes));
        }
    }

    @Test
    void writesNumbersAsTheJdkDoes()
    {
        final Random random = new Random(Settings.seed());
        final int[] edges =
            IntStream.iterate(1, power -> power * 10).limit(10).flatMap(power -> IntStream.of(power - 1, power,
                1 - power, -power)).toArray();
        for (int i = 0; i < 10_000; i++)
        {
            final int number =
                i < 2 ? new int[] {Integer.MIN_VALUE, Integer.MAX_VALUE}[i] : i - 2 < edges.length ? edges[i - 2]
                    : random.nextInt() >> random.nextInt(32);
            sink.reset();
            sink.putDecimal(number, 5);
            final String expected = String.format("%5d", number);
            assertEquals(expected, new String(sink.array, 0, sink.length, StandardCharsets.US_ASCII));
            sink.reset();
            sink.putInt(number);
            sink.putShort(number);
            assertArrayEquals(java.nio.ByteBuffer.allocate(6).putInt(number).putShort((short)number).array(),
                Arrays.copyOf(
                    sink.array, 6));
        }
    }

    @Test
    void sortsAnyLongs()
    {
        final Random random = new Random(Settings.seed());
        for (int i = 0; i < 2_000; i++)
        {
            final long[] values = random.longs(random.nextInt(200), 0, 1 + random.nextInt(500)).toArray();
            final long[] expected = values.clone();
            Arrays.sort(expected);
            new Sorting().sort(values, values.length);
            assertArrayEquals(expected, values);
        }
    }
}
