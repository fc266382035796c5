package io.skim.handlers.select;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.skim.scan.remoting.RemotingInterest;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tag expressions as FilterAPI splits them; see facts of the broker's and the consumer's half in {@link Selector}.
 */
class TagsTest
{
    private static Verdict verdict(final Selector<RemotingInterest> selector, final String tag)
    {
        return Properties.verdict(selector, tag == null ? Map.of() : Map.of("TAGS", tag));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '"', value = {"TagA;TagA;MATCH", "TagA;TagB;NO_MATCH",
        "TagA || TagB;TagB;MATCH", "TagA||TagB;TagA;MATCH", "a|b;a|b;MATCH", "a|b;a;NO_MATCH", "a || *;*;MATCH",
        "a || *;b;NO_MATCH", "\" * \";*;MATCH", "\" * \";a;NO_MATCH", "\"\u00A0\";\u00A0;MATCH",
        "|||;|;MATCH", "TagA;taga;NO_MATCH", "|| TagA ||;TagA;MATCH", "\u6771\u4EAC;\u6771\u4EAC;MATCH"})
    void tagsAreASetOfTrimmedTexts(final String expression, final String tag, final Verdict expected)
    {
        assertEquals(expected, verdict(Selector.tags(expression), tag));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "*"})
    void aStarAndNothingTakeEverything(final String expression)
    {
        assertEquals(Verdict.MATCH, verdict(Selector.tags(expression), "any"));
        assertEquals(Verdict.MATCH, verdict(Selector.tags(expression), null));
        assertEquals(Verdict.MATCH, verdict(Selector.tags(null), null));
        assertEquals(Verdict.MATCH, verdict(Selector.tagHashes(null), null));
    }

    @Test
    void aMessageWithoutATagIsNotTakenWhereTagsAreAskedFor()
    {
        assertEquals(Verdict.NO_MATCH, verdict(Selector.tags("TagA"), null));
        assertEquals(Verdict.NO_MATCH, verdict(Selector.tagHashes("TagA"), null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"||", "||||", " ", "\t", " || ", "|| ", " ||"})
    void blanksAndSeparatorsAloneAreRefused(final String expression)
    {
        assertEquals(1, assertThrows(SelectorException.class, () -> Selector.tags(expression)).column());
        assertThrows(SelectorException.class, () -> Selector.tagHashes(expression));
    }

    /** "Aa" and "BB" have one hash, as have all texts made of them; "f5a5a608" has 0. */
    @Test
    void theBrokersHalfKnowsHashesAlone()
    {
        assertEquals("AaBB".hashCode(), "BBAa".hashCode());
        assertEquals(Verdict.MATCH, verdict(Selector.tagHashes("x || AaBB"), "BBAa"));
        assertEquals(Verdict.NO_MATCH, verdict(Selector.tags("x || AaBB"), "BBAa"));
        assertEquals(0, "f5a5a608".hashCode());
        assertEquals(Verdict.MATCH, verdict(Selector.tagHashes("f5a5a608"), null));
        assertEquals(Verdict.NO_MATCH, verdict(Selector.tags("f5a5a608"), null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"TagA", "\u6771\u4EAC", "h\u00E9llo", "\uD83D\uDE00x", "*"})
    void hashesAreThoseOfStrings(final String tag)
    {
        assertEquals(Verdict.MATCH, verdict(Selector.tagHashes(tag), tag));
    }
}
