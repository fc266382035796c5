package io.skim.pojo.amqp;

import java.util.List;

/**
 * Values of one type, which an empty array has too.
 *
 * @param elementType the type of the elements, below what describes them.
 * @param descriptors that all elements share, the outermost first; empty if the elements are not described.
 * @param items       the elements, without their descriptors; an array in an array has an element type of its own.
 */
public record AmqpArray(AmqpType elementType, List<AmqpValue> descriptors, List<AmqpValue> items) implements AmqpValue
{
    /**
     * Makes an array. Copies the lists, unless they are immutable already.
     *
     * @param elementType the type of the elements, below what describes them.
     * @param descriptors that all elements share, the outermost first; empty if the elements are not described.
     * @param items       the elements, without their descriptors; an array in an array has an element type of its own.
     * @throws IllegalArgumentException if an element is of another type.
     */
    public AmqpArray
    {
        descriptors = List.copyOf(descriptors);
        items = List.copyOf(items);
        AmqpType.check(elementType != AmqpType.DESCRIBED, AmqpType.ARRAY,
            "an array whose descriptors are not set apart");
        for (final AmqpValue item : items)
        {
            AmqpType.check(item.type() == elementType, elementType, item);
        }
    }

    /** {@return whether the elements are described values, which share a descriptor} */
    public boolean isDescribed()
    {
        return !descriptors.isEmpty();
    }

    @Override
    public String toString()
    {
        return AmqpNotation.of(this);
    }
}
