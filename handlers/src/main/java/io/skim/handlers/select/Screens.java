package io.skim.handlers.select;

import io.skim.handlers.select.Condition.Key;
import io.skim.handlers.select.Condition.Range;
import io.skim.handlers.select.Place.Where;
import io.skim.scan.records.RecordScreen;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Derives screens of stored records from conditions on their properties.
 */
final class Screens
{
    private Screens()
    {
    }

    /** What a record needs, so that all of some nodes can be true for it. */
    static RecordScreen of(final List<Node> nodes, final List<Place> places)
    {
        final RecordScreen.Builder screen = RecordScreen.builder();
        for (final Node node : nodes)
        {
            for (final Set<Key> keys : node.needs())
            {
                add(screen, keys, places);
            }
        }
        return screen.build();
    }

    /** Adds alternatives, if they are of one property. */
    private static void add(final RecordScreen.Builder screen, final Set<Key> keys, final List<Place> places)
    {
        final List<Node> sources = keys.stream().map(Key::source).distinct().toList();
        if (sources.size() != 1 || !(sources.get(0) instanceof Operands.Slot slot) || places.get(slot.index()).where()
            != Where.PROPERTY)
        {
            return;
        }
        final String name = places.get(slot.index()).name();
        final List<String> texts = new ArrayList<>();
        keys.forEach(key -> {
            if (key.wanted() instanceof String text)
            {
                texts.add(text);
            }
        });
        final Object only = keys.iterator().next().wanted();
        if (texts.size() == keys.size())
        {
            screen.property(name, texts);
        }
        else if (keys.size() == 1 && only instanceof Range range)
        {
            screen.property(name, range.least(), range.most());
        }
        else if (keys.size() == 1 && only instanceof Long number)
        {
            screen.property(name, number, number);
        }
        else
        {
            screen.property(name);
        }
    }
}
