package io.skim.pojo.amqp;

/**
 * An unsigned 16-bit number; never equal to a number of another type.
 *
 * @param value from 0 to 65,535.
 */
public record AmqpUshort(int value) implements AmqpValue
{
    /**
     * Makes a value.
     *
     * @param value from 0 to 65,535.
     * @throws IllegalArgumentException if the number is out of range.
     */
    public AmqpUshort
    {
        AmqpType.check(value >= 0 && value <= 0xFFFF, AmqpType.USHORT, value);
    }

    @Override
    public String toString()
    {
        return AmqpNotation.of(this);
    }
}
