package io.skim.scan.testing;

/**
 * Numbers that the command line may change: {@code -Dskim.seed}, {@code -Dskim.frames}.
 */
public final class Settings
{
    private Settings()
    {
    }

    /**
     * The seed of generated input.
     *
     * @return a new one for each run, unless it is set.
     */
    public static long seed()
    {
        return SeedWatch.taken(Long.getLong("skim.seed", System.nanoTime()));
    }

    /**
     * How many frames to generate.
     *
     * @param otherwise if it is not set.
     * @return the count.
     */
    public static int frames(final int otherwise)
    {
        return Integer.getInteger("skim.frames", otherwise);
    }
}
