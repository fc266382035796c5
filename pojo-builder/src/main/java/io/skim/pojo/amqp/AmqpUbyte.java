package io.skim.pojo.amqp;

/**
 * An unsigned 8-bit number; never equal to a number of another type.
 *
 * @param value from 0 to 255.
 */
public record AmqpUbyte(int value) implements AmqpValue
{
    /**
     * Makes a value.
     *
     * @param value from 0 to 255.
     * @throws IllegalArgumentException if the number is out of range.
     */
    public AmqpUbyte
    {
        AmqpType.check(value >= 0 && value <= 0xFF, AmqpType.UBYTE, value);
    }

    @Override
    public String toString()
    {
        return AmqpNotation.of(this);
    }
}
