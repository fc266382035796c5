package io.skim.handlers.select;

import io.skim.handlers.select.Condition.Key;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which selectors of a table a frame may be selected by, found by its values: one look-up for each value that selectors
 * want equal to something or in some range, however many they are. Immutable.
 */
final class SelectorIndex
{
    /** A bit for each selector of which nothing is known beforehand. */
    private final long[] always;
    private final IndexedValue[] values;

    SelectorIndex(final Node... nodes)
    {
        always = new long[(nodes.length + Long.SIZE - 1) / Long.SIZE];
        final Map<Node, Map<Object, List<Integer>>> equal = new LinkedHashMap<>();
        final Map<Node, List<Integer>> present = new LinkedHashMap<>();
        for (int i = 0; i < nodes.length; i++)
        {
            final Set<Key> keys = nodes[i].keys();
            if (keys == null)
            {
                always[i / Long.SIZE] |= 1L << i;
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
        values = equal.entrySet().stream().map(entry -> new IndexedValue(entry.getKey(), entry.getValue(), present
            .getOrDefault(entry.getKey(), List.of()))).toArray(IndexedValue[]::new);
    }

    /** A bit for each selector. */
    long[] newCandidates()
    {
        return new long[always.length];
    }

    /** Sets the bits of the selectors that may select the frame whose values are in slots, and no other. */
    void find(final Slots slots, final long[] candidates)
    {
        System.arraycopy(always, 0, candidates, 0, always.length);
        for (final IndexedValue value : values)
        {
            value.find(slots, candidates);
        }
    }
}
