package io.skim.pojo.amqp;

/**
 * A point in time; never equal to a long.
 *
 * @param millis since 1970-01-01T00:00:00Z, negative before.
 */
public record AmqpTimestamp(long millis) implements AmqpValue
{
    @Override
    public String toString()
    {
        return AmqpNotation.of(this);
    }
}
