package io.skim.pojo.amqp;

/**
 * An IEEE 754-2008 decimal of 128 bits, whose bits are not interpreted.
 *
 * @param high the first 64 bits on the wire.
 * @param low  the last 64 bits.
 */
public record AmqpDecimal128(long high, long low) implements AmqpValue
{
    @Override
    public String toString()
    {
        return AmqpNotation.of(this);
    }
}
