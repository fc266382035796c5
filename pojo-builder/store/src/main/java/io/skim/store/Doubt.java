package io.skim.store;

/**
 * Files beside the commit log that cannot be trusted, and why.
 */
final class Doubt extends Exception
{
    private static final long serialVersionUID = 1;

    Doubt(final String message)
    {
        super(message);
    }
}
