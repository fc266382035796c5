package io.skim.handlers.select;

import io.skim.handlers.select.Condition.Key;
import io.skim.handlers.select.Condition.Source;
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
    /** Values that it takes a program to load, which may be there though no slot has one: some fields of the header. */
    private final IndexedValue[] loaded;

    SelectorIndex(final int slots, final Program... programs)
    {
        final List<Integer> unknown = new ArrayList<>();
        final Map<Source, Map<Object, List<Integer>>> equal = new LinkedHashMap<>();
        final Map<Source, List<Integer>> present = new LinkedHashMap<>();
        for (int i = 0; i < programs.length; i++)
        {
            final Set<Key> keys = Condition.of(programs[i]);
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
            if (value.slot < 0)
            {
                others.add(value);
            }
            else
            {
                bySlot[value.slot] = value;
            }
        });
        loaded = others.toArray(IndexedValue[]::new);
    }

    /** Makes the candidates those selectors that may select the frame whose values a machine has, but for {@link #always}. */
    void find(final Machine machine, final Candidates candidates)
    {
        candidates.clear();
        final Slots slots = machine.slots();
        for (int i = 0; slots.metCount - i > 0; i++)
        {
            final IndexedValue value = bySlot[slots.met[i]];
            if (value != null)
            {
                value.find(machine, candidates);
            }
        }
        for (final IndexedValue value : loaded)
        {
            value.find(machine, candidates);
        }
    }
}
