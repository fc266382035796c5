package io.skim.pojo.amqp;

/**
 * A signed 8-bit number.
 *
 * @param value from -128 to 127.
 */
public record AmqpByte(byte value) implements AmqpValue
{
    @Override
    public String toString()
    {
        return AmqpNotation.of(this);
    }
}
