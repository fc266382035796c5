package io.skim.handlers.select;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.handlers.select.Condition.Key;
import io.skim.scan.FrameScanner;
import io.skim.scan.FrameView;
import io.skim.scan.Interest;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.amqp.AmqpScanner;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.testing.AmqpCaptures;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.Settings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The first match found by the index is the one found by asking each selector in order.
 */
class FirstMatchTest
{
    private static final int DEFAULT_TABLES = 1_500;
    private static final int TABLES = Settings.frames(20 * DEFAULT_TABLES) / 20;
    private static final int FRAMES_OF_A_TABLE = 12;
    private static final int WIDE_TABLES = 30;
    private static final int SELECTORS = 1_000;
    private static final int PROPERTIES = 400;
    private static final String[] NAMES = {"a", "b", "c", "TAGS", "$topic", "$queueId", "$code", "$language",
        "$producerGroup", "$remark", "region"};
    private static final String[] TEXTS = {"'abc'", "'5'", "'orders'", "'JAVA'", "'GO'", "'0'", "'b'", "''", "'310'",
        "'10'", "'TagA'", "'5.5'", "'NaN'", "'-0.0'", "'9007199254740993'"};
    private static final String[] NUMBERS =
        {"5", "10", "310", "0", "3", "-3", "2147483648", "5.5", "9007199254740992.0",
            "0.0"};

    private final long seed = Settings.seed();
    private final Random random = new Random(seed);
    private final FrameView view = new FrameView();
    private final long[] found = new long[2];

    private String one(final String... choices)
    {
        return choices[random.nextInt(choices.length)];
    }

    private <I extends Interest> void check(final SelectorTable<I> table, final SelectorEvaluator evaluator,
        final FrameScanner<I> scanner,
        final byte[] frame)
    {
        scanner.scan(view.wrap(frame), table.interest(), evaluator);
        int first = -1;
        for (int i = table.size() - 1; i >= 0; i--)
        {
            first = evaluator.matches(i) ? i : first;
        }
        final int expected = first;
        assertEquals(expected, evaluator.firstMatch(), () -> "seed " + seed + ": " + (expected < 0 ? "none" : table
            .selector(expected)) + " of " + table.size());
        assertEquals(expected, evaluator.firstMatch(), "asked twice");
        found[first < 0 ? 0 : 1]++;
    }

    /** Conditions that rules are made of: mostly of values that are equal to something. */
    private String rule(final int depth)
    {
        switch (random.nextInt(depth > 0 ? 12 : 8))
        {
            case 0, 1:
                return one(NAMES) + one(" = ", " = ", " <> ") + one(TEXTS);
            case 2:
                return random.nextInt(3) == 0 ? one(NUMBERS) + one(" = ", " <> ", " > ", " >= ", " < ", " <= ") + one(
                    NAMES)
                    : one(NAMES) + one(" = ", " = ", " <> ", " > ", " >= ", " < ", " <= ") + one(NUMBERS);
            case 3:
                return one(NAMES) + one(" IN (", " IN (", " NOT IN (") + one(TEXTS) + ", " + one(TEXTS) + ")";
            case 4:
                return one(NAMES) + " IS " + one("", "NOT ") + "NULL";
            case 5:
                return one(NAMES) + one(" ", " NOT ") + one("CONTAINS ", "STARTSWITH ", "ENDSWITH ") + one(one(
                    TEXTS), "'T'", "'ag'", "'a'", "'5'", "'or'", "'rs'", "'der'", "'A'", "'rde'", "'d'");
            case 6:
                return one(NAMES) + one(" ", " NOT ") + "BETWEEN " + one("0", "-3", "a", "4.5") + " AND " + one(
                    "5", "310", "6.5", "9007199254740993");
            case 7:
                return one("NOT (" + one(NAMES) + " = " + one(TEXTS) + ")", "TRUE = (" + one(NAMES) + " = " + one(
                    TEXTS) + ")", one("a", "b", "TAGS"), "(" + one(NAMES) + " = " + one(TEXTS) + ") = FALSE");
            case 8, 9:
                return "(" + rule(depth - 1) + one(" OR ", " AND ") + rule(depth - 1) + ")";
            case 10:
                return "NOT (" + rule(depth - 1) + ")";
            default:
                return rule(depth - 1) + " AND " + rule(depth - 1);
        }
    }

    private Selector<RemotingInterest> remoting(final SqlGenerator generator)
    {
        while (true)
        {
            try
            {
                switch (random.nextInt(6))
                {
                    case 0:
                        return Selector.tags(one("TagA", "TagB || TagC", "abc||5", "*"));
                    case 1:
                        return Selector.tagHashes(one("TagA", "Aa || BB", "abc||5"));
                    case 2:
                        return Selector.sql(generator.expression());
                    default:
                        return Selector.sql(rule(random.nextInt(3)));
                }
            }
            catch (final SelectorException refused)
            {
                assertNotNull(refused.reason());
            }
        }
    }

    private SelectorTable<RemotingInterest> remotingTable(final SqlGenerator generator)
    {
        final List<Selector<RemotingInterest>> selectors = new ArrayList<>();
        for (int i = 1 + random.nextInt(random.nextInt(10) == 0 ? 200 : 12); i > 0; i--)
        {
            selectors.add(remoting(generator));
        }
        return SelectorTable.of(selectors);
    }

    private byte[] remotingFrame(final SqlGenerator generator)
    {
        final Map<String, String> properties = generator.properties();
        properties.values().removeIf(String::isEmpty);
        switch (random.nextInt(4))
        {
            case 0:
                return Properties.json(properties);
            case 1:
                return Frames.binary(one("10", "310", "0", "5").length() * 155, null, "", one("topic", "b"), one(
                    "orders",
                    "abc"), "e", one("5", "3", "x"), "properties", Properties.text(properties));
            case 2:
                return Frames.json("{\"opaque\":1" + one("", ",\"code\":null", ",\"code\":310") + "}");
            default:
                return Properties.binary(properties);
        }
    }

    @Test
    void ofGeneratedTablesOverGeneratedFrames()
    {
        final SqlGenerator generator = new SqlGenerator(random);
        final RemotingScanner scanner = new RemotingScanner();
        for (int i = 0; i < TABLES; i++)
        {
            final SelectorTable<RemotingInterest> table = remotingTable(generator);
            final SelectorEvaluator evaluator = new SelectorEvaluator(table);
            for (int j = 0; j < FRAMES_OF_A_TABLE; j++)
            {
                check(table, evaluator, scanner, remotingFrame(generator));
            }
        }
        assertTrue(TABLES < DEFAULT_TABLES || found[0] > 1_000 && found[1] > 1_000, () -> found[0] + " without, "
            + found[1] + " with a match");
    }

    @Test
    void ofGeneratedTablesOverCapturedFrames() throws IOException
    {
        final SqlGenerator generator = new SqlGenerator(random);
        final RemotingScanner scanner = new RemotingScanner();
        final SelectorTable<RemotingInterest> rules = remotingTable(generator);
        final SelectorEvaluator evaluator = new SelectorEvaluator(rules);
        for (final Path capture : Captures.remoting())
        {
            for (final byte[] frame : Frames.cut(Files.readAllBytes(capture)))
            {
                check(rules, evaluator, scanner, frame);
            }
        }
        for (final byte[] frame : Captures.sample(300, 4_000))
        {
            final SelectorTable<RemotingInterest> table = remotingTable(generator);
            check(table, new SelectorEvaluator(table), scanner, frame);
        }
    }

    /** A condition on one or two of many properties, mostly one that is found by a value. */
    private String wideRule()
    {
        final String name = "p" + random.nextInt(PROPERTIES);
        final String other = "p" + random.nextInt(PROPERTIES);
        final int number = random.nextInt(6);
        return switch (random.nextInt(12))
        {
            case 0 -> name + " = '" + number + "' OR " + other + " = '" + number + "'";
            case 1 -> name + " IN ('" + number + "', 'x') AND " + other + " <> '3'";
            case 2 -> name + " BETWEEN " + number + " AND 6";
            case 3 -> name + " > " + number + " AND " + other + " = 5";
            case 4 -> name + " CONTAINS '" + number + "'";
            case 5 -> name + " <> '" + number + "'";
            case 6 -> "$topic = 'orders' AND " + name + " = " + number;
            // Nothing that a frame has tells whether these are true of it.
            case 7 -> random.nextInt(30) > 0 ? name + " = '1'" : name + " IS NULL AND " + other + " IS NOT NULL";
            case 8 -> random.nextInt(30) > 0 ? name + " = 2" : "NOT (" + name + " IS NULL) AND " + other + " = '1'";
            default -> name + " = '" + number + "'";
        };
    }

    @Test
    void ofWideTablesWhoseSelectorsOverlap()
    {
        final RemotingScanner scanner = new RemotingScanner();
        for (int i = 0; i < WIDE_TABLES; i++)
        {
            final List<Selector<RemotingInterest>> selectors = new ArrayList<>();
            for (int k = random.nextInt(2 * SELECTORS); k >= 0; k--)
            {
                selectors.add(Selector.sql(wideRule()));
            }
            final SelectorTable<RemotingInterest> table = SelectorTable.of(selectors);
            final SelectorEvaluator evaluator = new SelectorEvaluator(table);
            for (int j = 0; j < FRAMES_OF_A_TABLE; j++)
            {
                final Map<String, String> properties = new LinkedHashMap<>();
                for (int k = random.nextInt(8); k > 0; k--)
                {
                    properties.put("p" + random.nextInt(2 * PROPERTIES),
                        one("0", "1", "2", "3", "4.5", "5", "x", "31"));
                }
                check(table, evaluator, scanner, random.nextBoolean() ? Properties.json(properties) : Properties.binary(
                    properties));
            }
        }
        assertTrue(found[0] > 20 && found[1] > 50, () -> found[0] + " without, " + found[1] + " with a match");
    }

    private SelectorTable<AmqpInterest> jmsTable(final JmsGenerator generator)
    {
        final List<Selector<AmqpInterest>> selectors = new ArrayList<>();
        for (int i = 1 + random.nextInt(random.nextInt(10) == 0 ? 200 : 12); i > 0; i--)
        {
            final String name = one("i", "t", "d", "b", "l", "f", "JMSPriority", "JMSMessageID", "AMQPriority", "m.x");
            final String value = one("5", "3", "'red'", "'blue'", "-3", "2.5", "1", "TRUE", "'ID:x'", "4");
            final String order = one(" > ", " <= ", " >= ", " < ", " BETWEEN 1 AND ") + one("5", "3", "-3", "2.5", "1");
            selectors.add(Selector.jms(random.nextInt(3) == 0 ? generator.expression() : name + (random.nextInt(4) == 0
                ? order : one(" = ", " <> ", " = ") + value)
                + one("", " AND " + generator.expression(), " OR t IN ('red', 'it''s')", " OR i IN (1, 2)",
                    " OR t LIKE '%e%'", " OR t LIKE 'r_d%'", " AND t LIKE '%lu%e'", " OR t LIKE '%'")));
        }
        return SelectorTable.of(selectors);
    }

    @Test
    void ofGeneratedTablesOverMessages()
    {
        final JmsGenerator generator = new JmsGenerator(random);
        final AmqpScanner scanner = new AmqpScanner();
        final List<byte[]> captured = AmqpCaptures.all().stream().flatMap(capture -> capture.messages().stream())
            .filter(message -> message.length < 4_000).collect(Collectors.toList());
        for (int i = 0; i < TABLES; i++)
        {
            final SelectorTable<AmqpInterest> table = jmsTable(generator);
            final SelectorEvaluator evaluator = new SelectorEvaluator(table);
            for (int j = 0; j < FRAMES_OF_A_TABLE; j++)
            {
                final Map<String, Object> properties = new LinkedHashMap<>(generator.properties());
                check(table, evaluator, scanner, AmqpMessages.properties(properties));
            }
            if (!captured.isEmpty())
            {
                check(table, evaluator, scanner, captured.get(random.nextInt(captured.size())));
            }
        }
        assertTrue(TABLES < DEFAULT_TABLES || found[0] > 1_000 && found[1] > 1_000, () -> found[0] + " without, "
            + found[1] + " with a match");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '"',
        value = {"a = 'x';1", "a = 5;1", "a IN ('x', 'y');2", "a = 'x' AND b > 5;1", "b > 5 AND a = 'x';1",
            "a = 'x' OR b = 'y';2", "NOT (a = 'x');1", "a <> 'x';1", "a > 5;1", "a BETWEEN 1 AND 5;1", "5 < a;1",
            "a NOT BETWEEN 1 AND 5;2", "NOT (5 < a);-1", "$queueId BETWEEN 1 AND 5;1", "a = 5.5;1", "a IS NULL;-1",
            "a = 'x' OR a IS NULL;-1", "FALSE;-1", "TRUE;-1", "$topic = 'x';1", "$code = 10;1", "$code IN ('1', '2');2",
            "(a = 'x' OR a = 'y' OR a = 'z') AND (b = 'u' OR b IS NULL);3", "a = 'x' AND a = 'y';1", "a CONTAINS 'x';1",
            "NOT (a CONTAINS 'x') OR a = 'y';-1",
            "a CONTAINS 'x' OR a ENDSWITH 'y';2", "a CONTAINS 'x' AND b = 'y';1",
            "NOT (a CONTAINS 'x');-1", "a = b;-1", "a;1", "a IS NULL AND b = 'x';1"})
    void whatAFrameMustHave(final String expression, final int keys)
    {
        final Set<Key> found = Selector.sql(expression).node.keys();
        if (keys < 0)
        {
            assertTrue(found == null || "FALSE".equals(expression) && found.isEmpty(), () -> found.toString());
        }
        else
        {
            assertNotNull(found);
            assertEquals(keys, found.size(), found::toString);
        }
    }

    @Test
    void moreAlternativesThanAreWorthAnIndexAreNone()
    {
        final String many = "a = '0'" + " OR a = '1'".repeat(1) + java.util.stream.IntStream.range(2, 400).mapToObj(
            i -> " OR a = '" + i + "'").collect(Collectors.joining());
        assertNull(Selector.sql(many).node.keys());
        final SelectorTable<RemotingInterest> table =
            SelectorTable.of(List.of(Selector.sql("a = 'q'"), Selector.sql(many)));
        final SelectorEvaluator evaluator = new SelectorEvaluator(table);
        new RemotingScanner().scan(view.wrap(Properties.binary(Map.of("a", "399"))), table.interest(), evaluator);
        assertEquals(1, evaluator.firstMatch());
    }

    @Test
    void thereIsNoneWithoutAFrame()
    {
        final SelectorTable<RemotingInterest> table = SelectorTable.of(List.of(Selector.sql("TRUE")));
        final SelectorEvaluator evaluator = new SelectorEvaluator(table);
        assertEquals(-1, evaluator.firstMatch());
        new RemotingScanner().scan(view.wrap(new byte[30]), table.interest(), evaluator);
        assertEquals(-1, evaluator.firstMatch());
    }

    @Test
    void textsAreFoundInOthersAsTheyStandThere()
    {
        final Map<String, List<Integer>> texts = new LinkedHashMap<>();
        for (final String text : List.of("a", "aa", "ab", "b", "bab", "abab", "é", "c", "caba", "\u0000"))
        {
            texts.put(text, List.of(texts.size()));
        }
        final TextIndex index = new TextIndex(texts);
        for (int i = 0; i < 20_000; i++)
        {
            final StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(12); length > 0; length--)
            {
                text.append(one("a", "b", "c", "é", "d", "ab", "\u0000"));
            }
            final byte[] utf8 = ("a" + text + "b").getBytes(StandardCharsets.UTF_8);
            final Candidates marked = new Candidates(texts.size());
            index.find(utf8, 1, utf8.length - 1, marked);
            final List<Integer> expected = new ArrayList<>();
            for (final Map.Entry<String, List<Integer>> entry : texts.entrySet())
            {
                if (text.indexOf(entry.getKey()) >= 0)
                {
                    expected.add(entry.getValue().get(0));
                }
            }
            final List<Integer> actual = new ArrayList<>();
            for (int next = marked.next(0); next != Candidates.NONE; next = marked.next(next + 1))
            {
                actual.add(next);
            }
            assertEquals(expected, actual, text::toString);
        }
    }
}
