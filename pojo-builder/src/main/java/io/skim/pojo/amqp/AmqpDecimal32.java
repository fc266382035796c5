package io.skim.pojo.amqp;

/**
 * An IEEE 754-2008 decimal of 32 bits, whose bits are not interpreted.
 *
 * @param bits as on the wire.
 */
public record AmqpDecimal32(int bits) implements AmqpValue
{
    @Override
    public String toString()
    {
        return AmqpNotation.of(this);
    }
}
