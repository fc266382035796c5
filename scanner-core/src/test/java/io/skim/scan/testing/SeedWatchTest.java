package io.skim.scan.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/**
 * No failure hides its seed.
 */
class SeedWatchTest
{
    private static Throwable handled(final Throwable thrown)
    {
        return assertThrows(Throwable.class, () -> new SeedWatch().handleTestExecutionException(null, thrown));
    }

    @Test
    void exceptionsNameTheSeedOfTheirInput()
    {
        final Throwable thrown = new ArrayIndexOutOfBoundsException("Index 56");
        assertSame(thrown, handled(thrown));
        final long seed = Settings.seed();
        final Throwable handled = handled(thrown);
        assertEquals("-Dskim.seed=" + seed + ": " + thrown, handled.getMessage());
        assertSame(thrown, handled.getCause());
        final AssertionError named = new AssertionError("seed " + seed + ", frame 3");
        assertSame(named, handled(named));
    }
}
