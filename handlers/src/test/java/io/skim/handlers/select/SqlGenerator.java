package io.skim.handlers.select;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

/**
 * Makes expressions of RocketMQ's dialect, good and bad ones, and properties to evaluate them over. The same seed makes
 * the same.
 */
final class SqlGenerator extends ConditionGenerator
{
    private static final String[] NAMES = {"a", "b", "c", "d", "e", "x", "TAGS", "_u", "region", "a1"};
    private static final String[] VALUES = {"5", "-3", "0", "-0", "+5", "05", "1.5", "1e3", "abc", "true", "TRUE",
        "false", "NaN", "Infinity", "-Infinity", "0x10", "0x1p3", "0x1.8p-1f", "5L", "5f", "5d", " 5 ", " 1.5\t", "",
        "it's", "\u0665", "\uFF15", "\u6771\u4EAC", "\uD83D\uDE00", "\uD835\uDFD8", "9223372036854775807",
        "9223372036854775808", "-9223372036854775808", "2147483648", "-2147483648", "1e400", "1e-400", ".5", "5.", ".",
        "1e", "1e+", "--5", "4.9E-324", "2.2250738585072012e-308", "9007199254740993", "0.1", "100", "10", "+", "-",
        "0x", "0x.p1", "1_0", "00000000000000000000000005", "5 5", "aba", "ab", "b", "zz"};
    private static final String[] NUMBERS = {"5", "0", "1", "3", "10", "2147483647", "2147483648",
        "9223372036854775807", "5L", "5l", "0l", "05", "1.5", "5.", ".5", "1e3", "1E-2", "0.0", "1e400", "1e-400",
        "9223372036854775808", "100.0", "4.9E-324", "1e", "0x10", "9007199254740993.0", "3.0"};
    private static final String[] TEXTS = {"'5'", "'abc'", "'b'", "'it''s'", "''", "'true'", "'a'", "'c'", "'1.5'",
        "'\u6771'", "'aba'", "'NaN'", "'x''", "'\uD83D\uDE00'", "'-3'"};
    private static final String[] TOKENS = {"(", ")", ",", "=", "<>", ">", ">=", "<", "<=", "+", "-", "NOT", "AND",
        "OR",
        "BETWEEN", "IN", "TRUE", "FALSE", "NULL", "IS", "CONTAINS", "STARTSWITH", "ENDSWITH", "LIKE", "--", "-- z\n",
        "/* c */", "/*", "#", ".", "'", "\u00E9", "==", "!", ";", "\n", "\u000B", "notx", "\u017F"};
    private static final String[] ORDERS = {">", ">=", "<", "<=", "=", "<>"};
    private static final String[] PREDICATES = {"CONTAINS", "startswith", "EndsWith", "NOT CONTAINS", "not STARTSWITH",
        "NOT ENDSWITH"};

    SqlGenerator(final Random random)
    {
        super(random);
    }

    Map<String, String> properties()
    {
        final Map<String, String> properties = new LinkedHashMap<>();
        for (final String name : NAMES)
        {
            if (random.nextInt(5) > 0)
            {
                properties.put(name, value());
            }
        }
        return properties;
    }

    private String value()
    {
        switch (random.nextInt(6))
        {
            case 0:
                return Integer.toString(random.nextInt(21) - 10);
            case 1:
                return Double.toString(Double.longBitsToDouble(random.nextLong()));
            case 2:
                return decimal();
            default:
                return one(VALUES);
        }
    }

    /** Digits of any count, a point and an exponent anywhere. */
    private String decimal()
    {
        final StringBuilder text = new StringBuilder(random.nextBoolean() ? "-" : "");
        final int digits = random.nextInt(20) == 0 ? 900 : 1 + random.nextInt(30);
        final int point = random.nextInt(digits + 1);
        for (int i = 0; i < digits; i++)
        {
            text.append(i == point ? "." : "").append((char)('0' + (random.nextInt(3) == 0 ? 0 : random.nextInt(10))));
        }
        return random.nextBoolean() ? text.toString() : text + "e" + (random.nextInt(700) - 350);
    }

    /** An expression: mostly one that compiles, sometimes a soup of tokens, sometimes a good one with a change. */
    String expression()
    {
        switch (random.nextInt(10))
        {
            case 0:
                return soup();
            case 1:
            case 2:
                final String good = or(3);
                final String changed = changed(good);
                // Half of a surrogate pair is refused, which is told to users; the reference takes it.
                return changed.codePoints().anyMatch(point -> Character.getType(point) == Character.SURROGATE) ? good
                    : changed;
            default:
                return or(1 + random.nextInt(3));
        }
    }

    private String soup()
    {
        final StringBuilder soup = new StringBuilder();
        for (int i = 1 + random.nextInt(9); i > 0; i--)
        {
            soup.append(random.nextInt(2) == 0 ? one(TOKENS) : operand(0)).append(random.nextInt(6) == 0 ? "" : " ");
        }
        return soup.toString();
    }

    private String changed(final String good)
    {
        final int at = random.nextInt(good.length() + 1);
        switch (random.nextInt(4))
        {
            case 0:
                return good.substring(0, at);
            case 1:
                return good.substring(0, at) + " " + one(TOKENS) + " " + good.substring(at);
            case 2:
                return good.substring(0, at) + good.substring(Math.min(good.length(), at + 1 + random.nextInt(4)));
            default:
                return good + " " + one(TOKENS) + " " + operand(0);
        }
    }

    @Override
    String condition(final int depth)
    {
        switch (random.nextInt(12))
        {
            case 0:
                return operand(depth);
            case 1:
                return operand(depth) + " IS " + one("", "NOT ") + "NULL";
            case 2:
                return operand(depth) + one(" BETWEEN ", " NOT BETWEEN ") + operand(depth) + " AND " + operand(depth);
            case 3:
                return one(NAMES) + one(" IN (", " NOT IN (") + list(8, TEXTS) + ")";
            case 4:
                return operand(depth) + " " + one(PREDICATES) + " " + one(TEXTS);
            case 5:
                return operand(depth) + " = " + condition(depth);
            case 6:
                return one(NAMES) + one(" = ", " <> ") + one(TEXTS);
            case 7:
                return operand(depth) + one(" = ", " <> ") + one("TRUE", "false", "NULL");
            default:
                return operand(depth) + one(" ", "") + one(ORDERS) + one(" ", "") + operand(depth);
        }
    }

    private String operand(final int depth)
    {
        switch (random.nextInt(depth > 0 ? 16 : 10))
        {
            case 0:
                return one(TEXTS);
            case 1, 2, 3:
                return one(NUMBERS);
            case 4:
                return "-" + one(NUMBERS);
            case 10:
                return "(" + or(depth - 1) + ")";
            case 11:
                return "NOT " + operand(depth - 1);
            case 12:
                return "NOT (" + or(depth - 1) + ")";
            case 13:
                return "- " + operand(depth - 1);
            case 14:
                return "+" + operand(depth - 1);
            default:
                return one(NAMES);
        }
    }
}
