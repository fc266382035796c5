package io.skim.benchmarks;

import org.openjdk.jmh.annotations.Param;

/**
 * A contender on AMQP lists, or on maps.
 *
 * @param <C> its class.
 */
public abstract class ValuesState<C extends Contender> extends ContenderState<C>
{
    /** Which values. */
    @Param({"amqp-list", "amqp-map"})
    public String encoding;

    final AmqpValues values()
    {
        return AmqpValues.of(encoding);
    }
}
