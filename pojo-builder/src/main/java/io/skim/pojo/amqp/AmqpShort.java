package io.skim.pojo.amqp;

/**
 * A signed 16-bit number.
 *
 * @param value from -32,768 to 32,767.
 */
public record AmqpShort(short value) implements AmqpValue
{
    @Override
    public String toString()
    {
        return AmqpNotation.of(this);
    }
}
