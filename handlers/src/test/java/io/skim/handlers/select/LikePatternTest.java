package io.skim.handlers.select;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Patterns of LIKE mean what regular expressions do, and cost a few steps for each byte of a value.
 */
class LikePatternTest
{
    private static final String[] CHARACTERS = {"a", "b", "\u00E9", "\u00E8", "\u6771", "\u4EAC", "\uD83D\uDE00"};
    private static final int STEPS = HoleSearch.MAX_PLACES / Long.SIZE;

    private static boolean matches(final LikePattern pattern, final String text)
    {
        final byte[] utf8 = ("__" + text + "_").getBytes(StandardCharsets.UTF_8);
        return pattern.matches(utf8, 2, utf8.length - 1);
    }

    private static String regex(final String pattern)
    {
        final StringBuilder regex = new StringBuilder();
        pattern.codePoints().forEach(point -> regex.append(point == '%' ? ".*" : point == '_' ? "." : Pattern.quote(
            Character.toString(point))));
        return regex.toString();
    }

    private static String text(final Random random, final int length, final String... characters)
    {
        final StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++)
        {
            text.append(characters[random.nextInt(characters.length)]);
        }
        return text.toString();
    }

    @Test
    void aPatternMeansWhatItsRegularExpressionMeans()
    {
        final Random random = new Random(1);
        int matched = 0;
        for (int i = 0; i < 20_000; i++)
        {
            final String[] some = {CHARACTERS[random.nextInt(7)], CHARACTERS[random.nextInt(7)]};
            final String pattern = text(random, random.nextInt(9), some[0], some[1], "%", "_", "_");
            final String value = text(random, random.nextInt(20), some);
            final boolean expected = Pattern.compile(regex(pattern), Pattern.DOTALL).matcher(value).matches();
            assertEquals(expected, matches(new LikePattern(pattern, null, 1), value), pattern + " of " + value);
            matched += expected ? 1 : 0;
        }
        assertTrue(matched > 2_000 && matched < 18_000, "matched " + matched);
    }

    /** Around the lengths at which a search takes more words, and the place of the last bit in its word. */
    @Test
    void longTextsWithHolesAreFoundWhereverTheyStand()
    {
        final Random random = new Random(2);
        for (int length = 2; length <= HoleSearch.MAX_PLACES; length++)
        {
            final StringBuilder text = new StringBuilder(text(random, length, "a", "b"));
            final String before = text(random, random.nextInt(300), "a", "\u6771");
            final String behind = text(random, random.nextInt(5), "a", "b");
            final String value = before + text + behind;
            for (int i = 1; i < length - 1; i++)
            {
                text.setCharAt(i, random.nextInt(3) == 0 ? '_' : text.charAt(i));
            }
            final LikePattern pattern = new LikePattern("%" + text + "%", null, 1);
            assertTrue(matches(pattern, value), text + " in " + value);
            final String half = value.substring(0, before.length() + length - 1);
            assertEquals(Pattern.compile(regex("%" + text + "%"), Pattern.DOTALL).matcher(half).matches(), matches(
                pattern, half));
        }
    }

    @Test
    void aTextWithoutHolesMayBeLonger()
    {
        final String text = "a".repeat(HoleSearch.MAX_PLACES + 1);
        assertTrue(matches(new LikePattern("%" + text + "%", null, 1), "b" + text));
    }

    private static long steps(final String pattern, final int length)
    {
        final LikePattern like = new LikePattern(pattern, null, 1);
        final byte[] value = "a".repeat(length).getBytes(StandardCharsets.US_ASCII);
        final long before = HoleSearch.steps();
        like.matches(value, 0, length);
        return HoleSearch.steps() - before;
    }

    @Test
    void eachByteOfAValueCostsAFewSteps()
    {
        final String longest = "a" + "_a".repeat(HoleSearch.MAX_PLACES / 2 - 1);
        for (final String pattern : new String[] {"%" + longest + "b%", "%a" + "_".repeat(200) + "b%",
            "%a_a%".repeat(200)
                + "b",
            "%" + "a".repeat(200) + "_b%", "%" + (longest + "%").repeat(3) + "b_b%", "%a_b%".repeat(200)})
        {
            for (int length = 1_000; length <= 64_000; length *= 2)
            {
                assertTrue(steps(pattern, length) <= (long)STEPS * length, pattern + " over " + length);
            }
            assertTrue(steps(pattern, 64_000) > 0, pattern);
        }
        // Holes before and behind, and no holes, take no such search at all.
        assertEquals(0, steps("%" + "_".repeat(500) + "aab" + "_".repeat(500) + "%", 64_000));
    }

    @Test
    void aLongTextWithAHoleInItIsRefused()
    {
        final String most = "a".repeat(HoleSearch.MAX_PLACES - 2) + "_b";
        Selector.jms("v LIKE '%" + most + "%'");
        final SelectorException refused = assertThrows(SelectorException.class, () -> Selector.jms("v LIKE '%a" + most
            + "%'"));
        assertTrue(refused.reason().contains("256 bytes"), refused.reason());
        assertEquals(8, refused.column());
        // What has to begin and end the value is compared with it once, whatever its length.
        Selector.jms("v LIKE 'a" + most + "%a" + most + "'");
        assertThrows(SelectorException.class, () -> Selector.jms("v LIKE '%" + "\u6771".repeat(85) + "_\u6771%'"));
    }
}
