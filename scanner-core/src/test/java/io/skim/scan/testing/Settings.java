package io.skim.scan.testing;

/**
 * Numbers that the command line may change: {@code -Dskim.seed}, {@code -Dskim.frames}.
 */
public final class Settings
{
    private static final long SEED = 1;

    private Settings()
    {
    }

    /**
     * The seed of generated input: always the same, so that a build that fails does so for what was changed and not by
     * chance. {@code -Dskim.seed=random} looks for what nobody has seen yet.
     *
     * @return 1 unless it is set.
     */
    public static long seed()
    {
        final String seed = System.getProperty("skim.seed", String.valueOf(SEED));
        return SeedWatch.taken(seed.equals("random") ? System.nanoTime() : Long.parseLong(seed));
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
