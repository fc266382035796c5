package io.skim.pojo.amqp;

/**
 * An unsigned 32-bit number; never equal to a number of another type.
 *
 * @param value from 0 to 4,294,967,295.
 */
public record AmqpUint(long value) implements AmqpValue
{
    /**
     * Makes a value.
     *
     * @param value from 0 to 4,294,967,295.
     * @throws IllegalArgumentException if the number is out of range.
     */
    public AmqpUint
    {
        AmqpType.check(value >= 0 && value <= 0xFFFF_FFFFL, AmqpType.UINT, value);
    }

    @Override
    public String toString()
    {
        return AmqpNotation.of(this);
    }
}
