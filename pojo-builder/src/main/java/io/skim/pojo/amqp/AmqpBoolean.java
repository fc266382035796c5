package io.skim.pojo.amqp;

/**
 * A boolean. Its form on the wire, one of three, is not kept.
 *
 * @param value true or false.
 */
public record AmqpBoolean(boolean value) implements AmqpValue
{
    @Override
    public String toString()
    {
        return AmqpNotation.of(this);
    }
}
