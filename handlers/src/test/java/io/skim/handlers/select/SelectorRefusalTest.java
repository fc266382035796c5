package io.skim.handlers.select;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Selectors that do not compile: the reason, and the column of what does not fit. */
class SelectorRefusalTest
{
    private static String refusal(final Function<String, Selector<?>> language, final String selector)
    {
        final SelectorException e = assertThrows(SelectorException.class, () -> language.apply(selector), selector);
        return e.column() + " " + e.reason();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {"a > 'x'|5 only numbers are greater or less than others",
        "'x' < a|1 only numbers are greater or less than others",
        "a >= TRUE|6 only numbers are greater or less than others",
        "'x' BETWEEN 1 AND 2|1 only numbers are greater or less than others",
        "a BETWEEN 'x' AND 2|11 only numbers are greater or less than others",
        "a BETWEEN 1 AND 'x'|17 only numbers are greater or less than others",
        "a + 'x' = 1|5 only numbers can be computed with", "'x' * a = 1|1 only numbers can be computed with",
        "1 - TRUE = 1|5 only numbers can be computed with", "-'x' = 1|2 only numbers can be computed with",
        "1 = 'x'|5 a text never equals a number", "'x' = TRUE|7 a boolean never equals a text",
        "a = 0x|5 0x without a digit", "a = 09|5 not an octal number of 64 bits",
        "a = 9223372036854775808|5 the number does not fit into 64 bits",
        "a = -9223372036854775809|6 the number does not fit into 64 bits",
        "a = 0x8000000000000000|5 the number does not fit into 64 bits", "a = 1 /* b|7 the comment does not end"})
    void ofJmsSelectors(final String selector, final String expected)
    {
        assertEquals(expected, refusal(Selector::jms, selector));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
        "a BETWEEN 2 AND 1|11 the first number of BETWEEN is greater than the second",
        "a BETWEEN 1.5 AND 1|11 the first number of BETWEEN is greater than the second",
        "a BETWEEN 9007199254740993 AND 9007199254740992|11 the first number of BETWEEN is greater than the second",
        "a BETWEEN 1 AND 'x'|17 only numbers and properties are greater or less than others",
        "a BETWEEN 'x' AND 1|11 only numbers and properties are greater or less than others",
        "'x' BETWEEN 1 AND 2|1 only numbers and properties are greater or less than others",
        "a > TRUE|5 only numbers and properties are greater or less than others",
        "a = 0.0|5 0, and what rounds to it, cannot be written with a fraction: write 0",
        "a = 1e999|5 the number is too great for a double", "a = 'x|5 the text does not end: ' is missing"})
    void ofSqlSelectors(final String selector, final String expected)
    {
        assertEquals(expected, refusal(Selector::sql, selector));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {"a BETWEEN 1 AND 1", "a NOT BETWEEN 2 AND 1",
        "a BETWEEN 9007199254740992 AND 9007199254740992.0", "a = 1.7976931348623157e308", "a = 4.9e-324",
        "Z_$ = 1 AND z9 = 2"})
    void whatIsJustAllowedCompiles(final String selector)
    {
        assertEquals(selector, Selector.sql(selector).toString());
    }
}
