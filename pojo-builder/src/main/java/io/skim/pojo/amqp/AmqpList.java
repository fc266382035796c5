package io.skim.pojo.amqp;

import java.util.List;

/**
 * Values of any types, in an order.
 *
 * @param items none of them a Java null.
 */
public record AmqpList(List<AmqpValue> items) implements AmqpValue
{
    /**
     * Makes a list. Copies the items, unless they are immutable already.
     *
     * @param items none of them a Java null.
     */
    public AmqpList
    {
        items = List.copyOf(items);
    }

    @Override
    public String toString()
    {
        return AmqpNotation.of(this);
    }
}
