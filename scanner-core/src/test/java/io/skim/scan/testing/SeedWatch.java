package io.skim.scan.testing;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/**
 * Has every failure name the seed of its input, an exception of the code under test too. JUnit finds it by
 * {@code META-INF/services}, in every module that has the test jar.
 */
public final class SeedWatch implements BeforeAllCallback, TestExecutionExceptionHandler
{
    /** The last one that the class of tests has taken, null if none. */
    private static volatile Long seed;

    static long taken(final long value)
    {
        seed = value;
        return value;
    }

    @Override
    public void beforeAll(final ExtensionContext context)
    {
        seed = null;
    }

    @Override
    public void handleTestExecutionException(final ExtensionContext context, final Throwable thrown) throws Throwable
    {
        final Long last = seed;
        final String told = String.valueOf(thrown.getMessage());
        if (last == null || told.contains("seed " + last) || told.contains("seed=" + last))
        {
            throw thrown;
        }
        throw new AssertionError("-Dskim.seed=" + last + ": " + thrown, thrown);
    }
}
