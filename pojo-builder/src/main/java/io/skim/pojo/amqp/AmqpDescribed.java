package io.skim.pojo.amqp;

import java.util.Objects;

/**
 * A value with a descriptor in front.
 *
 * @param descriptor mostly a ulong or a symbol.
 * @param value      of any type; it may be described again.
 */
public record AmqpDescribed(AmqpValue descriptor, AmqpValue value) implements AmqpValue
{
    /**
     * Makes a described value.
     *
     * @param descriptor mostly a ulong or a symbol.
     * @param value      of any type; it may be described again.
     */
    public AmqpDescribed
    {
        Objects.requireNonNull(descriptor);
        Objects.requireNonNull(value);
    }

    @Override
    public String toString()
    {
        return AmqpNotation.of(this);
    }
}
