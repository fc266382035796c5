package io.skim.pojo.amqp;

/**
 * An IEEE 754 binary32 number, by its bits: {@code -0} and each of the many NaNs are values of their own.
 *
 * @param bits as on the wire.
 */
public record AmqpFloat(int bits) implements AmqpValue
{
    /** {@return the float of these bits} */
    public float value()
    {
        return Float.intBitsToFloat(bits);
    }

    @Override
    public String toString()
    {
        return AmqpNotation.of(this);
    }
}
