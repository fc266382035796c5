package io.skim.scan.testing;

import java.util.Arrays;
import java.util.Random;

/**
 * Has the generators of the tests make what a fuzzer wants: each choice is one byte of its input, or as many as the
 * number is wide. Where the input has ended, a generator of numbers goes on that the whole input seeds.
 */
public final class FuzzedRandom extends Random
{
    private static final long serialVersionUID = 1;

    private final transient FuzzedInput input;

    /**
     * Begins at the first byte.
     *
     * @param bytes to take choices from.
     */
    public FuzzedRandom(final byte[] bytes)
    {
        super(Arrays.hashCode(bytes));
        input = new FuzzedInput(bytes);
    }

    private boolean hasMore()
    {
        // The constructor of the parent may ask.
        return input != null && input.hasMore();
    }

    @Override
    protected int next(final int bits)
    {
        return hasMore() ? (int)(input.number(bits + 7 >> 3) & (1L << bits) - 1) : super.next(bits);
    }

    @Override
    public int nextInt(final int bound)
    {
        return bound > 0 && bound <= 1 << Byte.SIZE && hasMore() ? input.next() % bound : super.nextInt(bound);
    }

    @Override
    public boolean nextBoolean()
    {
        return next(1) != 0;
    }
}
