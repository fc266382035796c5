package io.skim.handlers.select;

import io.skim.handlers.select.Condition.Key;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A node of a compiled selector: a condition, which gives a verdict, or an {@link Operand}, which gives a value. Each can be used
 * as the other. Immutable; threads can share it: {@link Slots} holds the state of a frame.
 * <p>
 * Nodes are evaluated by recursion. A part that an expression repeats without nesting, such as the numbers of a long sum, is one
 * node with many children. So the parsers' limit on nesting also limits the recursion.
 */
interface Node
{
    /** The verdict of the node as a condition. */
    Verdict verdict(Slots slots);

    /** The value, read-only, valid until the next evaluation; {@link Value#FAILED} if evaluation has failed. */
    default Value value(final Slots slots)
    {
        return Value.of(verdict(slots));
    }

    /** Keys of which each frame has at least one if this node is true for it; null if there are none. */
    @Nullable
    default Set<Key> keys()
    {
        return null;
    }

    /** Sets of keys, of each of which a frame has one at least if this node is true for it. */
    default List<Set<Key>> needs()
    {
        final Set<Key> keys = keys();
        return keys == null ? List.of() : List.of(keys);
    }

    /** A value that each frame has if this node is true or false for it; null if none is known. */
    @Nullable
    default Node decided()
    {
        return null;
    }

    /** A node that gives a value. */
    interface Operand extends Node
    {
        @Override
        Value value(Slots slots);

        @Override
        default Verdict verdict(final Slots slots)
        {
            return value(slots).truth();
        }
    }

    /** A value of the frame, for which a table can have an index. */
    interface Loaded extends Operand
    {
        @Override
        default Set<Key> keys()
        {
            return Condition.present(this);
        }

        @Override
        default Node decided()
        {
            return this;
        }
    }

    /**
     * The value of a node. It tests for the most common classes first, because a virtual call to one of many classes costs
     * more.
     */
    static Value valueOf(final Node node, final Slots slots)
    {
        return node instanceof Operands.Slot slot ? slots.values[slot.index()]
            : node instanceof Operands.Constant constant ? constant.value() : node.value(slots);
    }

    /** Returns a new node, or its result if all its children are constants. */
    static Node folded(final Node node, final Node... below)
    {
        for (final Node each : below)
        {
            if (!(each instanceof Operands.Constant))
            {
                return node;
            }
        }
        return new Operands.Constant(node.value(new Slots(SlotTable.EMPTY)));
    }
}
