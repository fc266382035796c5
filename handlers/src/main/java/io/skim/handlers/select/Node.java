package io.skim.handlers.select;

import io.skim.handlers.select.Condition.Key;
import java.util.Set;

/**
 * A node of a compiled selector: a condition, which gives a verdict, or an {@link Operand}, which gives a value; each can
 * stand for the other. Immutable, and free to share between threads: what changes from frame to frame is in {@link Slots}.
 * <p>
 * Nodes are evaluated by recursion. What a text can repeat without nesting, as in a long sum, is one node with many below
 * it, so that the parsers' limit on nesting is one on recursion.
 */
abstract class Node
{
    /** What it says as a condition. */
    abstract Verdict verdict(Slots slots);

    /** Its value, not to be changed, until the next evaluation; {@link Value#FAILED} if evaluation has failed. */
    Value value(final Slots slots)
    {
        return Value.of(verdict(slots));
    }

    /** Keys one of which is true of every frame that this is true of; null if there are none to be had. */
    Set<Key> keys()
    {
        return null;
    }

    /** What is there in every frame that this is true or false of; null if nothing is known. */
    Node decided()
    {
        return null;
    }

    /** A node that gives a value. */
    abstract static class Operand extends Node
    {
        @Override
        abstract Value value(Slots slots);

        @Override
        Verdict verdict(final Slots slots)
        {
            return value(slots).truth();
        }

        /** Whether it is a value of the frame, by which frames can be told apart before evaluation. */
        boolean isLoaded()
        {
            return false;
        }

        @Override
        Set<Key> keys()
        {
            return isLoaded() ? Condition.present(this) : null;
        }

        @Override
        Node decided()
        {
            return isLoaded() ? this : null;
        }
    }

    /** The value of a node. The commonest kinds are asked for by name: a call to one of many kinds costs more. */
    static Value valueOf(final Node node, final Slots slots)
    {
        return node instanceof Operands.Slot slot ? slots.values[slot.index]
            : node instanceof Operands.Constant constant ? constant.value : node.value(slots);
    }

    /** A new node, or what it says if it has nothing but constants below it. */
    static Node folded(final Node node, final Node... below)
    {
        for (final Node each : below)
        {
            if (!(each instanceof Operands.Constant))
            {
                return node;
            }
        }
        return new Operands.Constant(node.value(new Slots()));
    }
}
