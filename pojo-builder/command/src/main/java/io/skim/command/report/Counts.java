package io.skim.command.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Something for each of a limited number of keys; those that come when there is no more room share one.
 *
 * @param <K> the key.
 * @param <V> what is kept for it.
 */
final class Counts<K, V>
{
    private final int most;
    private final Supplier<V> maker;
    private final Map<K, V> values = new LinkedHashMap<>();
    private @Nullable V others;

    Counts(final int most, final Supplier<V> maker)
    {
        this.most = most;
        this.maker = maker;
    }

    V of(final K key)
    {
        final V known = values.get(key);
        if (known != null)
        {
            return known;
        }
        if (values.size() < most)
        {
            final V added = maker.get();
            values.put(key, added);
            return added;
        }
        others = others == null ? maker.get() : others;
        return others;
    }

    int size()
    {
        return values.size();
    }

    /** Null if all keys had room. */
    @Nullable
    V others()
    {
        return others;
    }

    /** The greatest first. */
    List<Map.Entry<K, V>> sorted(final ToLongFunction<V> size)
    {
        final List<Map.Entry<K, V>> sorted = new ArrayList<>(values.entrySet());
        sorted.sort(Comparator.comparingLong((Map.Entry<K, V> entry) -> size.applyAsLong(entry.getValue())).reversed());
        return sorted;
    }
}
