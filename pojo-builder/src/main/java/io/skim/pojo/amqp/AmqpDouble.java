package io.skim.pojo.amqp;

/**
 * An IEEE 754 binary64 number, by its bits: {@code -0} and each of the many NaNs are values of their own.
 *
 * @param bits as on the wire.
 */
public record AmqpDouble(long bits) implements AmqpValue
{
    /** {@return the double of these bits} */
    public double value()
    {
        return Double.longBitsToDouble(bits);
    }

    @Override
    public String toString()
    {
        return AmqpNotation.of(this);
    }
}
