package io.skim.pojo.headers;

import io.skim.scan.testing.FrameGenerator;
import java.util.List;
import java.util.Random;

/**
 * Random values for the fields of typed headers.
 */
final class HeaderValues
{
    private static final String[] TEXTS =
        {"", "TopicTest", "%RETRY%group", "a b", "\u65E5\u672C", "\uD83D\uDE00x", "k\1v\2",
            "\"\\\n", "x", "na\u00EFve", "null", "\0\37\177\u2028", "{\"a\":[1]}", " ", "\u65E5".repeat(200),
            "abcdefghijklmnopqrstuvwxyz_012345", "\uFFFD\uFEFF", "-1"};
    private static final String[] ODD =
        {"", "abc", "+5", "-0", "007", "1e3", "1.0", " 5", "5 ", "2147483648", "-2147483648",
            "9223372036854775807", "-9223372036854775808", "9223372036854775808", "\u0663", "1\u0663", "TRUE", "tRuE",
            "true ",
            "1", "upper", "Lower", "0x10", "-", "+", "--1", "12345678901234567", "\uD835\uDFD9", "SINGLE_TAG",
            "MULTI_TAG", "8",
            "+12", "0", "-5"};

    private final Random random;

    HeaderValues(final Random random)
    {
        this.random = random;
    }

    /** A value that the field may have; null one time in four, where it may be null. */
    Object of(final HeaderField field)
    {
        if (!field.always() && field.choices().isEmpty() && random.nextInt(4) == 0)
        {
            return null;
        }
        if (!field.choices().isEmpty())
        {
            final List<String> choices = field.choices();
            final String choice = choices.get(random.nextInt(choices.size()));
            return field.type() == FieldType.STRING ? choice : choice.endsWith("..") ? 1 + random.nextInt(5000)
                : Integer.valueOf(choice);
        }
        switch (field.type())
        {
            case INT:
                return random.nextInt(8) == 0 ? random.nextBoolean() ? Integer.MIN_VALUE : Integer.MAX_VALUE
                    : random.nextInt() >> random.nextInt(32);
            case LONG:
                return random.nextInt(8) == 0 ? random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE
                    : random.nextLong() >> random.nextInt(64);
            case BOOLEAN:
                return random.nextBoolean();
            case BOUNDARY:
                return BoundaryType.values()[random.nextInt(2)];
            default:
                return TEXTS[random.nextInt(TEXTS.length)];
        }
    }

    /** A text that the field may or may not be able to have. */
    String odd(final HeaderField field)
    {
        if (random.nextInt(3) == 0)
        {
            return random.nextInt(6) == 0 ? FrameGenerator.word(random) : ODD[random.nextInt(ODD.length)];
        }
        final Object value = of(field);
        return value == null ? "7" : value.toString();
    }
}
