package io.skim.bytes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NumbersTest
{
    private static final int BEFORE = 5;

    private final Random random = new Random(11);

    /** The text among digits, which must not be read. */
    private static byte[] among(final String text)
    {
        final byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        final byte[] array = new byte[bytes.length + 10];
        Arrays.fill(array, (byte)'9');
        System.arraycopy(bytes, 0, array, BEFORE, bytes.length);
        return array;
    }

    private static long parse(final String text, final long otherwise)
    {
        final byte[] array = among(text);
        final long value = Numbers.parseLong(array, BEFORE, BEFORE + text.length(), otherwise);
        // Behind eight bytes and more it is read by words, here it was not.
        final byte[] further = new byte[Long.BYTES + array.length];
        Arrays.fill(further, (byte)'9');
        System.arraycopy(array, 0, further, Long.BYTES, array.length);
        final int from = Long.BYTES + BEFORE;
        assertEquals(value, Numbers.parseLong(further, from, from + text.length(), otherwise), text);
        return value;
    }

    private static long expected(final String text, final long otherwise)
    {
        try
        {
            return Long.parseLong(text);
        }
        catch (final NumberFormatException none)
        {
            return otherwise;
        }
    }

    private String numberLike()
    {
        final String alphabet = random.nextInt(4) == 0 ? "+-0123456789./: \u00B2" : "0123456789";
        final StringBuilder text = new StringBuilder(random.nextInt(3) == 0 ? random.nextBoolean() ? "-" : "+" : "");
        final int length = random.nextInt(3) == 0 ? 17 + random.nextInt(5) : random.nextInt(22);
        for (int i = 0; i < length; i++)
        {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString();
    }

    @Test
    void parsesWhatLongParseLongParses()
    {
        int numbers = 0;
        for (int i = 0; i < 300_000; i++)
        {
            final String text = random.nextInt(5) == 0 ? near(Long.MAX_VALUE) : numberLike();
            final long otherwise = random.nextLong();
            assertEquals(expected(text, otherwise), parse(text, otherwise), text);
            assertEquals(expected(text, otherwise),
                Numbers.parseEscapedLong(among(text), BEFORE, BEFORE + text.length(),
                    otherwise),
                text);
            numbers += parse(text, otherwise) == otherwise ? 0 : 1;
        }
        assertTrue(numbers > 50_000);
    }

    /** Numbers around the edges of int64, some outside. */
    private String near(final long edge)
    {
        return new BigDecimal(edge).add(new BigDecimal(random.nextInt(9) - 4)).multiply(new BigDecimal(random
            .nextBoolean() ? 1 : -1)).toString();
    }

    @Test
    void rendersWhatLongToStringWrites()
    {
        final byte[] digits = new byte[24];
        for (int i = 0; i < 200_000; i++)
        {
            final long value = i < 6 ? new long[] {0, -1, Integer.MAX_VALUE, Integer.MIN_VALUE, Long.MAX_VALUE,
                Long.MIN_VALUE}[i] : random.nextLong() >> random.nextInt(64);
            final int first = Scalars.renderLong(value, false, digits);
            assertEquals(Long.toString(value), new String(digits, first, 24 - first, StandardCharsets.US_ASCII));
        }
    }

    private static String odd(final String text)
    {
        final byte[] digits = new byte[24];
        final int first = Numbers.renderOdd(among(text), BEFORE, BEFORE + text.length(), digits);
        return first < 0 ? null : new String(digits, first, 24 - first, StandardCharsets.US_ASCII);
    }

    @Test
    void oddNumbersHaveTheTextThatBigDecimalOrDoubleGivesThem()
    {
        int rendered = 0;
        for (int i = 0; i < 300_000; i++)
        {
            final StringBuilder text = new StringBuilder(random.nextBoolean() ? "" : "-");
            text.append("000".substring(random.nextInt(4))).append(random.nextInt(1 << random.nextInt(31)));
            if (random.nextBoolean())
            {
                text.append('.').append("0000000".substring(random.nextInt(8)))
                    .append(random.nextInt(1 << random.nextInt(
                        20)));
            }
            final boolean exponent = random.nextInt(3) == 0;
            text.append(exponent ? (random.nextBoolean() ? "e" : "E+") + random.nextInt(9) : "");
            final String found = odd(text.toString());
            if (found != null)
            {
                assertEquals(exponent ? Double.toString(Double.parseDouble(text.toString())) : new BigDecimal(text
                    .toString()).toString(), found, text.toString());
                rendered++;
            }
        }
        assertTrue(rendered > 100_000, rendered + " rendered");
    }

    @ParameterizedTest
    @CsvSource({"-0, 0", "007, 7", "-00.50, -0.50", "00.000001, 0.000001", "000.0000010, 0.0000010", "1e3, 1000.0",
        "-15e-1,", "1e7,", "9999999e0,", "999999.9e1, 9999999.0", "0e5,", "1e0,", "0.0000001,", "0.0000000,",
        "0.000000, 0.000000", "-0.0, 0.0", "+5,", "+01134078213,", "1e++6,", "1e+-1,", "1.,", ".5,", "-,", "'',", "e5,",
        "1e,", "1e+,", "1L,", "true,", "3000000000,", "123456789012345678901,"})
    void oddNumbersKnownByHeart(final String text, final String expected)
    {
        assertEquals(expected, odd(text));
    }

    @ParameterizedTest
    @CsvSource({"'', 0", "null, 0", "true, 1", "false, 0", "0, 0", "-0, 0", "007, 7", "-007, -7", "+5, 5", "1.7, 1",
        "-1.7, -1", "1e2, 100", "15e-1, 1", "1.5e3, 1500", "2147483647.9, 2147483647", "-2147483648, -2147483648",
        "1e9, 1000000000", "0e15, 0", "21474836470e-1, 2147483647"})
    void oddIntsThatTheReferenceReads(final String text, final int expected)
    {
        assertEquals(expected, Numbers.parseOddInt(among(text), BEFORE, BEFORE + text.length()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-", "+", "1.", ".5", "-.5", "1e", "e7", "1e+", "1e++1", "1e+-1", "1e-+1", "1e400", "1e10",
        "2147483648", "-2147483649", "2147483648.0", "4294967297.0", "1L", "nul", "nulll", "fals", "TRUE", "tru", " 1",
        "1 ", "1,234", "0x10", "NaN", "1.2.3", "--1", "1234567890123456789", "+1.5", "+1e2", "1e100", "1e16"})
    void oddIntsThatAreRefused(final String text)
    {
        assertEquals(Numbers.NONE, Numbers.parseOddInt(among(text), BEFORE, BEFORE + text.length()));
    }

    @Test
    void noIntIsNone()
    {
        assertNotEquals(Numbers.NONE, (int)Numbers.NONE);
    }
}
