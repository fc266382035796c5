package io.skim.handlers.select;

import io.skim.handlers.select.Condition.Key;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the selectors of a table that may select a frame, by the values of the frame: one look-up for each value for which
 * selectors have keys. The number of selectors, and of their constants, does not matter. Immutable.
 */
final class SelectorIndex
{
    /** The selectors without keys, ascending. They are not candidates: they are evaluated for each frame. */
    final int[] always;
    /** The index of each slot's value; null if no selector has a key for it. */
    private final IndexedValue[] bySlot;
    /** The indexes of values that are computed from slots, or exist without a slot: a few fields of headers. */
    private final IndexedValue[] computed;

    SelectorIndex(final int slots, final Node... nodes)
    {
        final List<Integer> unknown = new ArrayList<>();
        final Map<Node, Map<@Nullable Object, List<Integer>>> wanted = new LinkedHashMap<>();
        for (int i = 0; i < nodes.length; i++)
        {
            final Set<Key> keys = nodes[i].keys();
            if (keys == null)
            {
                unknown.add(i);
                continue;
            }
            for (final Key key : keys)
            {
                wanted.computeIfAbsent(key.source(), added -> new LinkedHashMap<>()).computeIfAbsent(key.wanted(),
                    added -> new ArrayList<>()).add(i);
            }
        }
        always = IndexedValue.ints(unknown);
        bySlot = new IndexedValue[slots];
        final List<IndexedValue> others = new ArrayList<>();
        wanted.forEach((source, selectors) -> {
            final IndexedValue value = new IndexedValue(source, selectors);
            if (source instanceof Operands.Slot slot)
            {
                bySlot[slot.index()] = value;
            }
            else
            {
                others.add(value);
            }
        });
        computed = others.toArray(IndexedValue[]::new);
    }

    /** Sets the candidates to the selectors that may select the frame whose values are in slots, without {@link #always}. */
    void find(final Slots slots, final Candidates candidates)
    {
        candidates.clear();
        for (int i = 0; slots.shownCount - i > 0; i++)
        {
            final IndexedValue value = bySlot[slots.shown[i]];
            if (value != null)
            {
                value.find(slots, candidates);
            }
        }
        for (final IndexedValue value : computed)
        {
            value.find(slots, candidates);
        }
    }
}
