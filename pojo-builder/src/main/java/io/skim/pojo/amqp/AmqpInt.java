package io.skim.pojo.amqp;

/**
 * A signed 32-bit number.
 *
 * @param value of any size.
 */
public record AmqpInt(int value) implements AmqpValue
{
    @Override
    public String toString()
    {
        return AmqpNotation.of(this);
    }
}
