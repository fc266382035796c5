package io.skim.handlers.patch;

import java.util.Arrays;

/**
 * What {@link CountedClasses} counts: one for each call of a method, one for each round of a loop, and one for each
 * element that a method of the JDK moves, compares or fills in.
 */
public final class Steps
{
    private static long taken;

    private Steps()
    {
    }

    /** Begins to count anew. */
    public static void reset()
    {
        taken = 0;
    }

    /** What was counted since then. */
    public static long taken()
    {
        return taken;
    }

    /** Called where a method begins, and before each jump backwards. */
    public static void step()
    {
        taken++;
    }

    /** Called before a method of the JDK whose last argument is a length, which stays on the stack. */
    public static void elements(final int length)
    {
        taken += length;
    }

    public static boolean equals(final byte[] a, final int from, final int to, final byte[] b, final int start,
        final int end)
    {
        taken += to - from;
        return Arrays.equals(a, from, to, b, start, end);
    }

    public static boolean equals(final byte[] a, final byte[] b)
    {
        taken += a.length;
        return Arrays.equals(a, b);
    }

    public static void fill(final int[] array, final int value)
    {
        taken += array.length;
        Arrays.fill(array, value);
    }

    public static void fill(final boolean[] array, final boolean value)
    {
        taken += array.length;
        Arrays.fill(array, value);
    }

    public static void fill(final long[] array, final long value)
    {
        taken += array.length;
        Arrays.fill(array, value);
    }

    public static void fill(final byte[] array, final byte value)
    {
        taken += array.length;
        Arrays.fill(array, value);
    }

    public static void fill(final byte[] array, final int from, final int to, final byte value)
    {
        taken += to - from;
        Arrays.fill(array, from, to, value);
    }

    public static void fill(final Object[] array, final Object value)
    {
        taken += array.length;
        Arrays.fill(array, value);
    }

    public static byte[] copyOfRange(final byte[] array, final int from, final int to)
    {
        taken += to - from;
        return Arrays.copyOfRange(array, from, to);
    }
}
