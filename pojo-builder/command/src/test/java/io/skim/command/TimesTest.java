package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Durations for people, with three digits. */
class TimesTest
{
    @ParameterizedTest
    @CsvSource({"0, 0us", "999, 999us", "1000, 1.00ms", "-1250, -1.25ms", "9994, 9.99ms", "9996, 10.0ms",
        "10000, 10.0ms",
        "99940, 99.9ms", "99960, 100ms", "999499, 999ms", "999500, 1.00s", "999999, 1.00s", "9996000, 10.0s",
        "99960000, 100s", "1500000000, 25.0min", "-8640000000, -2.40h"})
    void durationsHaveThreeDigitsWhereverTheyAreRounded(final long micros, final String text)
    {
        assertEquals(text, Times.duration(micros));
    }
}
