package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.skim.scan.testing.Frames;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExpressionDoubtsTest
{
    private static final String LIKE = "the broker's parser ignores the text from column 6: LIKE 'a%'"
        + " (there is no LIKE: use CONTAINS, STARTSWITH or ENDSWITH)";
    private static final String ALONE =
        "a name alone is never true: TAGS; compare it with something, or use IS NOT NULL";

    @Test
    void tellsWhatTheParserIgnores()
    {
        assertEquals(List.of("the broker's parser ignores the text from column 7: garbage"),
            ExpressionDoubts.of("a = 5 garbage"));
        assertEquals(List.of("the broker's parser ignores the text from column 6: )"), ExpressionDoubts.of("a = 5)"));
        assertEquals(List.of("the broker's parser ignores the text from column 6: ) OR (b = 6"),
            ExpressionDoubts.of("a = 5) OR (b = 6"));
        assertEquals("the broker's parser ignores the text from column 3: + 1 = 6 (there is no arithmetic)",
            ExpressionDoubts.of("a + 1 = 6").get(0));
    }

    @Test
    void tellsThatThereIsNoLike()
    {
        assertEquals(List.of(LIKE, ALONE), ExpressionDoubts.of("TAGS LIKE 'a%'"));
        assertEquals(List.of(ALONE), ExpressionDoubts.of("TAGS"));
    }

    @ParameterizedTest
    @ValueSource(
        strings = {"a = 5", "a = 5 -- so\n", "a = 5 /* so */ ", "TRUE", "null", "a IS NULL AND $topic = 'x y'"})
    void isQuietAboutTheRest(final String expression)
    {
        assertEquals(List.of(), ExpressionDoubts.of(expression));
    }

    @Test
    void warnsOnStandardErrorAndFiltersOn()
    {
        final Run run = Run.skim("filter", "--count", "--where", "TAGS LIKE 'a%'");
        assertEquals(0, run.status);
        assertEquals(List.of("0"), run.out);
        assertEquals(List.of("skim: warning: " + LIKE, "skim: warning: " + ALONE), run.err);
    }

    /** A name that is misspelled takes nothing, and looks like one of which there is nothing to take. */
    @Test
    void tellsTheNamesThatNothingHasIfNothingIsTaken()
    {
        final byte[] frames =
            Frames.join(Frames.binary(310, null, "", "b", "T", "i", "TAGS\u0001A\u0002"), Frames.binary(310,
                null, "", "b", "T", "i", "TAGS\u0001A\u0002amount\u0001few\u0002"));
        assertEquals(List.of("skim: warning: nothing is taken, and none of the 2 has amout, $tpic"),
            Run.skim(frames, "filter",
                "--count", "--where", "amout > 5 OR amount > 5 OR $tpic = 'T'").err);
        for (final String condition : List.of("amount > 5", "amout IS NULL", "TAGS = 'A' OR amout > 5"))
        {
            assertEquals(List.of(), Run.skim(frames, "filter", "--count", "--where", condition).err, condition);
        }
        assertEquals(List.of(), Run.skim(frames, "filter", "--count", "--invert", "--where", "amout > 5").err);
        assertEquals(List.of(), Run.skim("filter", "--count", "--where", "amout > 5").err);
    }
}
