package io.skim.pojo.amqp;

import java.util.Objects;
import java.util.UUID;

/**
 * A UUID.
 *
 * @param value never null.
 */
public record AmqpUuid(UUID value) implements AmqpValue
{
    /**
     * Makes a value.
     *
     * @param value never null.
     * @throws NullPointerException if there is no UUID.
     */
    public AmqpUuid
    {
        Objects.requireNonNull(value);
    }

    @Override
    public String toString()
    {
        return AmqpNotation.of(this);
    }
}
