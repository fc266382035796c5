package io.skim.scan.remoting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.testing.Agreement;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.FrameGenerator;
import io.skim.scan.testing.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

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
