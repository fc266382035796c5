package io.skim.handlers.select;

import io.skim.handlers.select.Condition.Key;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which selectors of a table a frame may be selected by, found by its values: one look-up for each value of the frame that
 * selectors want equal to something or in some range, however many selectors and values they name there are. Immutable.
 */
final class SelectorIndex
{
    /** The selectors of which nothing is known beforehand, ascending; they are no candidates, but evaluated for each frame. */
    final int[] always;
    /** By slot; null where selectors want nothing of a slot's value that can be looked up. */
    private final IndexedValue[] bySlot;
    /** Values that are computed from slots, or there though no slot has one: some fields of headers, of which there are few. */
    private final IndexedValue[] computed;

    SelectorIndex(final int slots, final Node... nodes)
    {
        final List<Integer> unknown = new ArrayList<>();
        final Map<Node, Map<Object, List<Integer>>> equal = new LinkedHashMap<>();
        final Map<Node, List<Integer>> present = new LinkedHashMap<>();
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
                final Map<Object, List<Integer>> sameValue = equal.computeIfAbsent(key.source(),
                    added -> new LinkedHashMap<>());
                (key.wanted() == null ? present.computeIfAbsent(key.source(), added -> new ArrayList<>()) : sameValue
                    .computeIfAbsent(key.wanted(), added -> new ArrayList<>())).add(i);
            }
        }
        always = IndexedValue.ints(unknown);
        bySlot = new IndexedValue[slots];
        final List<IndexedValue> others = new ArrayList<>();
        equal.forEach((source, wanted) -> {
            final IndexedValue value = new IndexedValue(source, wanted, present.getOrDefault(source, List.of()));
            if (source instanceof Operands.Slot slot)
            {
                bySlot[slot.index] = value;
            }
            else
            {
                others.add(value);
            }
        });
        computed = others.toArray(IndexedValue[]::new);
    }

    /** Makes the candidates those selectors that may select the frame whose values are in slots, but for {@link #always}. */
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
