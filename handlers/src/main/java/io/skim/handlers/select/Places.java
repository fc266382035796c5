package io.skim.handlers.select;

import io.skim.handlers.select.Operands.Slot;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Collects the places that selectors name while they are compiled, and assigns a slot to each. Selectors that are evaluated
 * together are compiled with the same object.
 */
final class Places
{
    private final Map<Place, Slot> slots = new LinkedHashMap<>();
    private final Map<String, Node> named = new HashMap<>();

    /** The slot of a place; the same object for an equal place. */
    Slot slot(final Place place)
    {
        return slots.computeIfAbsent(place, added -> new Slot(slots.size()));
    }

    /** The node for a name; the same object each time. */
    Node named(final String name, final Function<String, Node> loader)
    {
        return named.computeIfAbsent(name, loader);
    }

    /** All places, in the order of their slots. */
    List<Place> list()
    {
        return List.copyOf(slots.keySet());
    }
}
