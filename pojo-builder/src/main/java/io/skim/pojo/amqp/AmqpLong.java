package io.skim.pojo.amqp;

/**
 * A signed 64-bit number.
 *
 * @param value of any size.
 */
public record AmqpLong(long value) implements AmqpValue
{
    @Override
    public String toString()
    {
        return AmqpNotation.of(this);
    }
}
