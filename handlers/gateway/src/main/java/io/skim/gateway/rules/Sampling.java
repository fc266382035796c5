package io.skim.gateway.rules;

import java.util.SplittableRandom;

/** Chooses a part of the frames at random, and a part of the clients by their addresses. */
final class Sampling
{
    /** Takes every frame. */
    static final long ALL = 1L << 31;

    private final SplittableRandom random = new SplittableRandom();

    /** What the random number of a frame must be below, so that this part of them is taken. */
    static long threshold(final double part)
    {
        return Math.round(part * ALL);
    }

    /** Whether a frame is taken. */
    boolean takes(final long threshold)
    {
        return threshold == ALL || random.nextInt() >>> 1 < threshold;
    }

    /**
     * Whether a client is taken: the same ones in every gateway at any time, and those of a smaller part are among those of a greater
     * one.
     *
     * @param length how many bytes of its address tell one client from another.
     */
    static boolean takesClient(final byte[] address, final int length, final double part)
    {
        long hash = length;
        for (int i = 0; i < length; i++)
        {
            hash = hash << Byte.SIZE ^ address[i] & 0xFF;
        }
        return mix(hash) >>> 33 < threshold(part);
    }

    /** Spreads neighbours: the finalizer of MurmurHash3, as {@link SplittableRandom} has it. */
    private static long mix(final long value)
    {
        final long once = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
        final long twice = (once ^ once >>> 27) * 0x94D049BB133111EBL;
        return twice ^ twice >>> 31;
    }
}
