package io.skim.scan.remoting;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.Action;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.testing.Agreement;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.FrameGenerator;
import io.skim.scan.testing.HeaderRecord;
import io.skim.scan.testing.HeaderScan;
import io.skim.scan.testing.Settings;
import io.skim.scan.testing.Vectors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Generated frames against the real decoder. A long run:
 *
 * <pre>
 * mvn -o test -pl scanner-core -Dtest=DifferentialTest -Dskim.frames=5000000
 * </pre>
 *
 * A failure names its seed; {@code -Dskim.seed} repeats it.
 */
class DifferentialTest
{
    private static final int FRAMES = 60_000;

    @Test
    void bothModesReadWhatTheReferenceReadsOrRefuse() throws IOException
    {
        final long seed = Settings.seed();
        final int frames = Settings.frames(FRAMES);
        final FrameGenerator generator = new FrameGenerator(new Random(seed), Captures.sample(400, 2_000));
        final Agreement agreement = new Agreement();
        final List<String> wrong = new ArrayList<>();
        for (int i = 0; i < frames && wrong.size() < 10; i++)
        {
            try
            {
                agreement.check(generator.next());
            }
            catch (final AssertionError | RuntimeException e)
            {
                wrong.add("frame " + i + ": " + e + " at "
                    + Arrays.stream(e.getStackTrace()).limit(5).collect(Collectors.toList()));
            }
        }
        assertEquals("", String.join("\n", wrong), () -> "-Dskim.seed=" + seed);
        final String report = "seed " + seed + ": " + agreement.report();
        System.out.print(report);
        Files.writeString(Path.of("target", "differential.txt"), report);
        assertEquals(Set.of(), unlisted(agreement.refusedByLenient().keySet()),
            "reasons that are not in docs/limits-and-strictness.md, \"What lenient still refuses\"");
        assertTrue(agreement.accepted(Strictness.STRICT) > frames / 10, report);
        assertTrue(agreement.accepted(Strictness.LENIENT) > agreement.accepted(Strictness.STRICT) + frames / 20,
            report);
    }

    static final List<String> ENTRIES =
        List.of("a", "b", "c", "i", "n", "topic", "queueId", "properties", "producerGroup",
            "\u65E5\u672C", "$ref ", "a\0c", "bname");
    static final List<String> PROPERTIES =
        List.of("TAGS", "", "KEYS", "UNIQ_KEY", "a", "\u65E5", "\uD83D\uDE00", "a\"b",
            "TA\\x47S", "TAGSA", "TAGS\\u0041", "a\\", "\uFFFDEYS", "TAG\uFFFD", "T\uFFFDGS", "\uFFFD");

    /** An interest in some entries (ids from 0) and some properties (ids from 100). */
    static RemotingInterest some(final List<String> entries, final List<String> properties, final int more)
    {
        final RemotingInterest.Builder builder = RemotingScanner.interest().ids(200).field(RemotingField.CODE, 99);
        for (int i = 0; i < entries.size(); i++)
        {
            builder.entry(entries.get(i), i);
        }
        for (int i = 0; i < properties.size(); i++)
        {
            builder.property(properties.get(i), 100 + i);
        }
        for (int i = 0; i < more; i++)
        {
            builder.property("more" + i, 200 + i);
        }
        return builder.build();
    }

    /** What a scan shows last under each id. */
    static TreeMap<Integer, String> shown(final RemotingScanner scanner, final RemotingInterest interest,
        final byte[] frame)
    {
        final TreeMap<Integer, String> last = new TreeMap<>();
        final Outcome outcome = scanner.scan(new FrameView().wrap(frame), interest, (id, value) -> {
            last.put(id, value.toText());
            return Action.CONTINUE;
        });
        last.remove(99);
        return outcome == Outcome.MALFORMED ? null : last;
    }

    static TreeMap<Integer, String> expected(final HeaderRecord header, final List<String> entries,
        final List<String> properties)
    {
        final TreeMap<Integer, String> expected = new TreeMap<>();
        for (int i = 0; i < entries.size() && header.extFields != null; i++)
        {
            if (header.extFields.containsKey(entries.get(i)))
            {
                expected.put(i, header.extFields.get(entries.get(i)));
            }
        }
        for (int i = 0; i < properties.size() && header.properties != null; i++)
        {
            if (header.properties.containsKey(properties.get(i)))
            {
                expected.put(100 + i, header.properties.get(properties.get(i)));
            }
        }
        return expected;
    }

    @ParameterizedTest
    @CsvSource({"0, 1, 0", "0, 3, 0", "0, 4, 0", "0, 8, 0", "0, 15, 0", "0, 15, 40", "1, 0, 0", "13, 0, 0", "5, 2, 0",
        "13, 15, 0"})
    void anyInterestIsShownWhatTheReferenceReads(final int entries, final int properties, final int more)
        throws IOException
    {
        final long seed = Settings.seed();
        final FrameGenerator generator = new FrameGenerator(new Random(seed), Captures.sample(400, 2_000));
        final int found = checkInterest(generator, ENTRIES.subList(0, entries), PROPERTIES.subList(0,
            properties), more, Settings.frames(FRAMES) / 6, seed);
        assertTrue(found > 0, "only " + found + " values were shown");
    }

    /** Of frames that have the declared names, in every spelling, and others that are like them. */
    @Test
    void anyDeclaredNameIsShownWhatTheReferenceReads() throws IOException
    {
        final long seed = Settings.seed();
        final Random random = new Random(seed);
        final FrameGenerator generator = new FrameGenerator(random, Captures.sample(400, 2_000));
        int found = 0;
        for (int round = 0; round < 100; round++)
        {
            final List<String> properties = names(random, 1 + random.nextInt(random.nextBoolean() ? 2 : 6));
            final List<String> entries = names(random, random.nextBoolean() ? 0 : random.nextInt(5));
            final List<String> all = new ArrayList<>(properties);
            all.addAll(entries);
            generator.use(all);
            found += checkInterest(generator, entries, properties, 0, Settings.frames(FRAMES) / 100, seed);
        }
        assertTrue(found > Settings.frames(FRAMES) / 50, "only " + found + " values were shown");
    }

    private static List<String> names(final Random random, final int count)
    {
        final Set<String> names = new LinkedHashSet<>();
        while (names.size() < count)
        {
            names.add(FrameGenerator.word(random));
        }
        return List.copyOf(names);
    }

    /** How many values were shown. */
    private static int checkInterest(final FrameGenerator generator, final List<String> entries,
        final List<String> properties, final int more, final int frames, final long seed)
    {
        final RemotingInterest interest = some(entries, properties, more);
        int found = 0;
        for (final Strictness strictness : Strictness.values())
        {
            final HeaderScan full = new HeaderScan(strictness);
            final RemotingScanner scanner = new RemotingScanner(Limits.DEFAULT, strictness);
            for (int i = 0; i < frames; i++)
            {
                final byte[] frame = generator.next();
                final HeaderRecord header = full.read(frame);
                final String what =
                    "-Dskim.seed=" + seed + " " + strictness + ", " + entries + properties + ", frame " + HexFormat.of()
                        .formatHex(frame) + "\n" + Vectors.text(frame);
                final TreeMap<Integer, String> shown = assertDoesNotThrow(() -> shown(scanner, interest, frame), what);
                assertEquals(header == null ? null : expected(header, entries, properties), shown, what);
                assertEquals(full.fault().toString(), scanner.fault().toString(), what);
                found += header == null ? 0 : shown.size();
            }
        }
        return found;
    }

    private static Set<Reason> unlisted(final Set<Reason> reasons) throws IOException
    {
        final String doc = Files.readString(Captures.root().resolve("docs/limits-and-strictness.md"));
        final int section = doc.indexOf("# What lenient still refuses");
        assertTrue(section >= 0, "the section is missing");
        final int next = doc.indexOf("\n#", section);
        final Set<Reason> missing = EnumSet.noneOf(Reason.class);
        missing.addAll(reasons);
        final Matcher rows =
            Pattern.compile("(?m)^\\|([^|]*)\\|").matcher(doc.substring(section, next < 0 ? doc.length()
                : next));
        while (rows.find())
        {
            final Matcher names = Pattern.compile("`(\\w+)`").matcher(rows.group(1));
            while (names.find())
            {
                missing.remove(Reason.valueOf(names.group(1)));
            }
        }
        return missing;
    }
}
