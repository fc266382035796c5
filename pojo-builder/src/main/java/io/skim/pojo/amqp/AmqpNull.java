package io.skim.pojo.amqp;

/**
 * The null value.
 */
public record AmqpNull() implements AmqpValue
{
    /** The one there need be. */
    public static final AmqpNull NULL = new AmqpNull();

    @Override
    public String toString()
    {
        return AmqpNotation.of(this);
    }
}
