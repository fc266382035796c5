package io.skim.scan.testing;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Spoils AMQP values: flipped bits, lies about sizes and counts, other codes, cut ends.
 */
public final class AmqpMutator
{
    private static final int[] CODES = {0x00, 0x3F, 0x40, 0x41, 0x43, 0x44, 0x45, 0x46, 0x4F, 0x52, 0x54, 0x56, 0x73,
        0x80, 0x98, 0xA1, 0xA3, 0xB0, 0xB1, 0xC0, 0xC1, 0xD0, 0xD1, 0xE0, 0xF0, 0xFF};

    private final Random random;

    /**
     * Makes a mutator.
     *
     * @param random decides everything.
     */
    public AmqpMutator(final Random random)
    {
        this.random = random;
    }

    /**
     * Spoils bytes in some way, perhaps into other well-formed ones.
     *
     * @param bytes well-formed; not changed.
     * @return other bytes.
     */
    public byte[] mutated(final byte[] bytes)
    {
        byte[] mutated = bytes.clone();
        for (int times = 1 + random.nextInt(2); times > 0 && mutated.length > 0; times--)
        {
            mutated = once(mutated);
        }
        return mutated;
    }

    private byte[] once(final byte[] bytes)
    {
        final int at = random.nextInt(bytes.length);
        switch (random.nextInt(8))
        {
            case 0, 1:
                bytes[at] ^= (byte)(1 << random.nextInt(8));
                return bytes;
            case 2:
                bytes[at] = (byte)CODES[random.nextInt(CODES.length)];
                return bytes;
            case 3, 4, 5:
                return lied(bytes);
            case 6:
                return Arrays.copyOf(bytes, at);
            default:
                // A byte more or less, so that everything behind it shifts.
                final byte[] shifted = new byte[bytes.length + (random.nextBoolean() ? 1 : -1)];
                System.arraycopy(bytes, 0, shifted, 0, Math.min(at, shifted.length));
                System.arraycopy(bytes, at, shifted, shifted.length - Math.min(bytes.length - at, shifted.length - Math
                    .min(at, shifted.length)), Math.min(bytes.length - at, shifted.length - Math.min(at,
                        shifted.length)));
                return shifted;
        }
    }

    private byte[] lied(final byte[] bytes)
    {
        final List<int[]> numbers = AmqpStrict.numbers(bytes);
        if (numbers.isEmpty())
        {
            bytes[0] ^= (byte)(1 << random.nextInt(8));
            return bytes;
        }
        final int[] number = numbers.get(random.nextInt(numbers.size()));
        final long[] claims = claims(bytes, number);
        put(bytes, number, claims[random.nextInt(claims.length)]);
        return bytes;
    }

    private static long[] claims(final byte[] bytes, final int[] number)
    {
        final long truth = number[1] == 1 ? bytes[number[0]] & 0xFF : ByteBuffer.wrap(bytes).getInt(number[0]);
        final long left = bytes.length - number[0] - number[1];
        return new long[] {truth + 1, truth - 1, truth + 2, truth - 2, truth + 3, 0, 1, 2, 4, 5, 0xFF, 0x7F, left,
            left + 1, left - 1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE, Integer.MAX_VALUE - 1, 0x1_0000, 0x1_0001,
            0x5F5_E100, truth << 1, -truth};
    }

    private static void put(final byte[] bytes, final int[] number, final long claim)
    {
        if (number[1] == 1)
        {
            bytes[number[0]] = (byte)claim;
        }
        else
        {
            ByteBuffer.wrap(bytes).putInt(number[0], (int)claim);
        }
    }

    /**
     * Every lie about every size, count and length.
     *
     * @param bytes well-formed; as it was afterwards.
     * @param check is shown each.
     */
    public static void eachLie(final byte[] bytes, final Consumer<byte[]> check)
    {
        for (final int[] number : AmqpStrict.numbers(bytes))
        {
            final byte[] lying = bytes.clone();
            for (final long claim : claims(bytes, number))
            {
                put(lying, number, claim);
                check.accept(lying);
            }
        }
    }

    /**
     * Every flip of one bit.
     *
     * @param bytes as it was afterwards.
     * @param check is shown each.
     */
    public static void eachBitFlip(final byte[] bytes, final Consumer<byte[]> check)
    {
        for (int bit = 0; bit < bytes.length * 8; bit++)
        {
            bytes[bit >> 3] ^= (byte)(1 << (bit & 7));
            check.accept(bytes);
            bytes[bit >> 3] ^= (byte)(1 << (bit & 7));
        }
    }
}
