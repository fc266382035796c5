package io.skim.handlers.select;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

/**
 * Makes JMS selectors that Artemis and the specification agree about, and application properties to evaluate them over;
 * see {@link JmsReferenceTest} for what they do not agree about. The same seed makes the same.
 */
final class JmsGenerator extends ConditionGenerator
{
    private static final String[] NUMBERS = {"5", "-3", "0", "10", "1.5", "-0.5", "1e2", "7L", "0x1F", "017", ".25",
        "3."};
    private static final String[] NUMBER_NAMES = {"i", "l", "y", "s", "d", "f", "none"};
    private static final String[] TEXTS = {"'red'", "'blue'", "'it''s'", "''", "'5'", "'\u6771\u4EAC'", "'a_b%c'",
        "'\uD83D\uDE00'"};
    private static final String[] TEXT_VALUES = {"red", "blue", "it's", "", "5", "\u6771\u4EAC", "a_b%c", "axbyc",
        "\uD83D\uDE00", "line\nend", "reddish", "aab"};
    private static final String[] PATTERNS = {"'%'", "'r%'", "'%e'", "'%e%'", "'r_d'", "'_'", "'%a%b%c%'", "'a!_b!%c'",
        "''", "'__'", "'%%e'", "'_%_'", "'%\u4EAC'", "'a%b'", "'line_end'", "'!!'", "'r.d'", "'a_b%c'"};
    private static final String[] ORDERS = {">", ">=", "<", "<="};

    JmsGenerator(final Random random)
    {
        super(random);
    }

    Map<String, Object> properties()
    {
        final Map<String, Object> properties = new LinkedHashMap<>();
        maybe(properties, "i", random.nextInt(21) - 10);
        maybe(properties, "l", (long)random.nextInt(21) - 10);
        maybe(properties, "y", (byte)(random.nextInt(21) - 10));
        maybe(properties, "s", (short)(random.nextInt(21) - 10));
        maybe(properties, "d", (random.nextInt(41) + 1) / 4.0);
        maybe(properties, "f", (random.nextInt(41) + 1) / 4f);
        maybe(properties, "t", one(TEXT_VALUES));
        maybe(properties, "u", one(TEXT_VALUES));
        maybe(properties, "b", random.nextBoolean());
        maybe(properties, "x", new byte[] {'r', 'e', 'd'});
        properties.put("here", random.nextInt(21) - 10);
        properties.put("text", one(TEXT_VALUES));
        return properties;
    }

    private void maybe(final Map<String, Object> properties, final String name, final Object value)
    {
        final int chance = random.nextInt(8);
        if (chance > 1)
        {
            properties.put(name, value);
        }
        else if (chance == 1)
        {
            properties.put(name, null);
        }
    }

    String expression()
    {
        return or(random.nextInt(4));
    }

    @Override
    String condition(final int depth)
    {
        switch (random.nextInt(depth > 0 ? 15 : 12))
        {
            case 0:
                return one("b", "t", "none", "TRUE", "false");
            case 1:
                return one("b", "t", "i", "none", "(i + 1)") + " IS " + one("", "NOT ") + "NULL";
            case 2:
                return one(number(depth), number(depth), any()) + one(" BETWEEN ", " NOT BETWEEN ") + right(depth)
                    + " AND " + right(depth);
            case 3:
                return one("t", "u", "text", any()) + one(" IN (", " NOT IN (") + list(7, TEXTS) + ")";
            case 4, 5:
                return one("t", "u", "text", any()) + one(" LIKE ", " NOT LIKE ") + one(PATTERNS) + one("",
                    " ESCAPE '!'");
            case 6:
                return one("t", "u", "none") + one(" = ", " <> ") + one("text", one(TEXTS));
            case 7:
                return comparable() + one(" = ", " <> ") + one(TEXTS);
            case 8:
                return comparable() + one(" = ", " <> ") + one("TRUE", "FALSE");
            case 9:
                return one("t", "b") + " " + (random.nextBoolean() ? one(ORDERS) : one("=", "<>")) + " " + one(NUMBERS);
            case 10:
                return number(depth) + one(" = ", " <> ") + one("here", one(NUMBERS), "(2 * 3)");
            case 12:
                return "(" + or(depth - 1) + ")";
            case 13:
                return "NOT (" + or(depth - 1) + ")";
            case 14:
                return "(" + or(depth - 1) + ") = " + one("TRUE", "FALSE");
            default:
                return number(depth) + one(" ", "") + one(ORDERS) + one(" ", "") + right(depth);
        }
    }

    /** A value of any type. */
    private String any()
    {
        return random.nextInt(8) == 0 ? "x" : comparable();
    }

    /** A value of any type that Artemis does not throw at. */
    private String comparable()
    {
        return one("i", "l", "y", "s", "d", "f", "t", "b", "none");
    }

    /** What may stand on the right: there Artemis does not know a byte or short. */
    private String right(final int depth)
    {
        return random.nextBoolean() ? one(NUMBERS) : random.nextBoolean() ? one("i", "l", "d", "none") : "(" + number(
            depth) + " + 1)";
    }

    private String number(final int depth)
    {
        switch (random.nextInt(depth > 0 ? 12 : 7))
        {
            case 0:
                return one(NUMBERS);
            case 7:
                // The 0 makes -0.0 0.0.
                return "(" + number(depth - 1) + one(" + ", " - ", " * ") + number(depth - 1) + " + 0)";
            case 8:
                return number(0) + " * " + one(NUMBERS) + " + " + number(0);
            case 9:
                return number(0) + one(" / ", " % ") + one("2", "4", "8.0") + " + 0";
            case 10:
                return "-" + one("i", "l", "d", "f", "none");
            case 11:
                return "+ " + number(depth - 1);
            default:
                return one(NUMBER_NAMES);
        }
    }
}
