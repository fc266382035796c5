package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Frames;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** filter --explain. */
class ExplanationTest
{
    private static final byte[] FRAME = Frames.binary(310, null, "body", "b", "T", "i",
        "TAGS\u0001A\u0002amount\u0001few\u0002");

    /** An error is stronger than all: the broker gives up the whole expression. */
    @Test
    void tellsTheVerdictAndTheValuesOfEachPart()
    {
        final Run run = Run.skim(FRAME, "filter", "--explain", "--where",
            "TAGS = 'A' AND (amount > 100 OR price > 5)", "--code", "310");
        assertEquals(List.of("0  not taken", "  error    TAGS = 'A' AND (amount > 100 OR price > 5)",
            "    true     TAGS = 'A'   TAGS is 'A'", "    error    (amount > 100 OR price > 5)",
            "      error    amount > 100 OR price > 5", "        error    amount > 100   amount is 'few'",
            "        unknown  price > 5   price is missing", "  true     $code IN ('310')   $code is '310'"), run.out);
        assertEquals(0, run.status);
    }

    @Test
    void explainsAmqpMessages() throws IOException
    {
        final Path messages = Captures.root().resolve("docs/captures/sample.amqp-messages");
        final Run run = Run.skim("filter", "--explain", "--format", "amqp-messages", "--where",
            "JMSPriority > 3 OR nothing = 1", messages.toString());
        assertEquals(0, run.status);
        assertTrue(run.out.get(1).startsWith("  true     JMSPriority > 3 OR"), run.out.toString());
        assertTrue(run.out.contains("    unknown  nothing = 1   nothing is missing"), run.out.toString());
        assertEquals(0, run.out.size() % 4);
        assertTrue(Files.size(messages) > 0);
    }

    @Test
    void saysAsManyAreTakenAsAreCounted() throws IOException
    {
        for (final Path file : Captures.shipped())
        {
            final byte[] frames = Files.readAllBytes(file);
            final Run told =
                Run.skim(frames, "filter", "--lenient", "--explain", "--where", "$opaque > 9 OR TAGS = 'A'");
            final Run counted =
                Run.skim(frames, "filter", "--lenient", "--count", "--where", "$opaque > 9 OR TAGS = 'A'");
            assertEquals(counted.out.get(0), told.out.stream().filter(line -> line.endsWith("  taken")).count() + "");
        }
    }

    @Test
    void malformedFramesAreReportedAndNotExplained()
    {
        final byte[] bad = "\0\0\0\4\1\0\0\11".getBytes(StandardCharsets.ISO_8859_1);
        final Run run = Run.skim(bad, "filter", "--explain", "--where", "a = 1");
        assertEquals(List.of(), run.out);
        assertEquals(1, run.status);
    }

    @Test
    void goesWithNothingElseThatIsWritten()
    {
        for (final String[] arguments : new String[][] {{"filter", "--explain", "--count", "--code", "1"}, {"filter",
            "--explain", "-o", "x", "--code", "1"},
            {"filter", "--explain", "--format", "commitlog", "--where", "TRUE"}})
        {
            assertEquals(2, Run.skim(arguments).status);
        }
    }

    @Test
    void nothingIsToldBehindTheLimit()
    {
        final Run run =
            Run.skim(Frames.join(FRAME, FRAME, FRAME), "filter", "--explain", "--where", "$code = 310", "--limit",
                "2");
        assertEquals(List.of("0  taken", "1  taken"), run.out.stream().filter(line -> line.endsWith("taken")).toList());
    }
}
