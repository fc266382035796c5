package io.skim.bytes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Takes what Java takes, and reads what Java reads. */
class NumberReaderTest
{
    private static final List<String> SPECIAL = List.of("", " ", "-", "+", ".", "1.", ".5", "-.5e3", "1e", "1e+",
        "1e5d",
        "1f", "1dd", "NaN", "-NaN", "Infinity", "+Infinity", "infinity", "Infinit", "0x1p3", "0x1.8P-2f", "0x1", "0xp1",
        "0x.p1", "\t 7 \n", "1 2", "1_0", "\u0661", "1\u00A0", "--1", "1e999999999999999999999", "-1e-999999999999",
        "0e9",
        "00000000000000000000000000000000000001", "9007199254740993", "4.9e-324", "2.4e-324", "2.5e-324",
        "1.7976931348623157e308", "1.7976931348623159e308", "2.2250738585072011e-308", "0.1".repeat(2));

    private final NumberReader reader = new NumberReader();
    private final Random random = new Random(20_268);

    private void assertDouble(final String text)
    {
        final byte[] bytes = ("1" + text + "1").getBytes(StandardCharsets.UTF_8);
        final boolean taken = reader.readDouble(bytes, 1, bytes.length - 1);
        Double expected = null;
        try
        {
            expected = Double.valueOf(text);
        }
        catch (final NumberFormatException e)
        {
            // No number to Java.
        }
        assertEquals(expected != null, taken, text);
        if (taken)
        {
            assertEquals(expected, reader.doubleValue(), text);
        }
    }

    private String number()
    {
        return switch (random.nextInt(5))
        {
            case 0 -> Double.toString(Double.longBitsToDouble(random.nextLong()));
            case 1 -> Float.toString(Float.intBitsToFloat(random.nextInt()));
            case 2 -> random.nextLong() + "." + Math.abs(random.nextLong()) + "e" + (random.nextInt(700) - 350);
            case 3 -> Double.toHexString(Double.longBitsToDouble(random.nextLong()));
            default -> new BigDecimal(Double.longBitsToDouble(random.nextLong() & 0x7FEF_FFFF_FFFF_FFFFL))
                .toString();
        };
    }

    /** With up to 767 digits, with one more that decides, and where doubles are farthest from each other and nearest. */
    @Test
    void halfBetweenTwoDoublesGoesWhereJavaHasIt()
    {
        for (int i = 0; i < 3_000; i++)
        {
            final long bits = random.nextLong() & 0x7FEF_FFFF_FFFF_FFFFL;
            final double low = Double.longBitsToDouble(i % 3 == 0 ? bits >>> 11 + random.nextInt(50) : bits);
            final BigDecimal half = new BigDecimal(low).add(new BigDecimal(Math.nextUp(low))).divide(BigDecimal.valueOf(
                2));
            assertDouble(half.toString());
            assertDouble(half.add(half.ulp().scaleByPowerOfTen(-random.nextInt(80))).toString());
            assertDouble(half.subtract(half.ulp().scaleByPowerOfTen(-random.nextInt(80))).toString());
        }
    }

    @Test
    void digitsBeyondThoseThatAreKeptDecideWhatIsHalf()
    {
        for (final String half : List.of("9007199254740993",
            "0.5000000000000000555111512312578270211815834045410156250"))
        {
            final String point = half.indexOf('.') < 0 ? "." : "";
            for (final int zeros : new int[] {1, 700, 783, 784, 785, 790, 799, 800, 801, 900})
            {
                assertDouble(half + point + "0".repeat(zeros));
                assertDouble(half + point + "0".repeat(zeros) + "1");
            }
        }
    }

    @Test
    void doublesAreThoseOfJava()
    {
        SPECIAL.forEach(this::assertDouble);
        for (int i = 0; i < 20_000; i++)
        {
            final String number = number();
            assertDouble(number);
            final int at = random.nextInt(number.length());
            assertDouble(number.substring(0, at) + "0123456789.eE+-xXpPdDfF \u0661".charAt(random.nextInt(24))
                + number.substring(at + 1));
        }
    }

    @Test
    void longsAreThoseOfJava()
    {
        for (int i = 0; i < 20_000; i++)
        {
            final String digits = (random.nextInt(3) == 0 ? "+" : "") + (random.nextLong() >> random.nextInt(64));
            final String text = random.nextBoolean() ? digits : digits + "\u0661x-7".charAt(random.nextInt(4));
            final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            final boolean taken = reader.readLong(bytes, 0, bytes.length);
            try
            {
                assertEquals(Long.parseLong(text), taken ? reader.longValue() : ~Long.parseLong(text), text);
            }
            catch (final NumberFormatException e)
            {
                assertTrue(!taken, text);
            }
        }
    }
}
