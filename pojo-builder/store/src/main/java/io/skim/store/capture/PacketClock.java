package io.skim.store.capture;

/**
 * How an interface in a pcapng file tells times: units since 1970, as many in a second as its options say.
 *
 * @param resolution {@code if_tsresol}: a power of ten, or of two if its highest bit is set.
 * @param offset     {@code if_tsoffset}: seconds to add.
 * @see "draft-ietf-opsawg-pcapng, section 4.2"
 */
record PacketClock(int resolution, long offset)
{
    /** A resolution: 10^-6 seconds, where the interface does not tell. */
    static final int MICROSECONDS = 6;

    static final PacketClock DEFAULT = new PacketClock(MICROSECONDS, 0);

    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final int BINARY = 0x80;
    /** With more bits in a fraction a product with a million takes more than 64 bits. */
    private static final int MAX_FRACTION = 40;
    /** No power of ten above that is a long. */
    private static final int MAX_TENS = 18;

    /** In microseconds since 1970; what cannot be told in 64 bits wraps, as nothing but a hostile file has it. */
    long micros(final long units)
    {
        return offset * MICROS_PER_SECOND + ((resolution & BINARY) != 0 ? binary(units, resolution & ~BINARY) : decimal(
            units));
    }

    private long decimal(final long units)
    {
        if (resolution <= MICROSECONDS)
        {
            return units * power(MICROSECONDS - resolution);
        }
        return resolution - MICROSECONDS > MAX_TENS ? 0 : Long.divideUnsigned(units, power(resolution - MICROSECONDS));
    }

    private static long power(final int exponent)
    {
        long power = 1;
        for (int k = 0; k < exponent; k++)
        {
            power *= 10;
        }
        return power;
    }

    private static long binary(final long units, final int bits)
    {
        if (bits >= Long.SIZE)
        {
            return 0;
        }
        final long seconds = bits == 0 ? units : units >>> bits;
        final long fraction = units - (seconds << bits);
        final int shift = Math.max(0, bits - MAX_FRACTION);
        return seconds * MICROS_PER_SECOND + ((fraction >>> shift) * MICROS_PER_SECOND >>> bits - shift);
    }
}
