package io.skim.pojo.amqp;

/**
 * A boolean, whichever of its three forms it had.
 *
 * @param value true or false.
 */
public record AmqpBoolean(boolean value) implements AmqpValue
{
    @Override
    public AmqpType type()
    {
        return AmqpType.BOOLEAN;
    }

    @Override
    public String toString()
    {
        return AmqpNotation.of(this);
    }
}
