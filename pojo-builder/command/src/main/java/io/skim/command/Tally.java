package io.skim.command;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Something that is counted for each of a limited number of keys, however many come; those that come when there is no more room share
 * one.
 *
 * @param <K> the key; may be null.
 * @param <V> what is kept for it.
 */
public final class Tally<K extends @Nullable Object, V>
{
    private final int most;
    private final Supplier<V> maker;
    private final Map<K, V> values = new LinkedHashMap<>();
    private @Nullable V others;

    /**
     * Makes an empty one.
     *
     * @param most  how many keys are told apart.
     * @param maker of what is kept for one.
     */
    public Tally(final int most, final Supplier<V> maker)
    {
        this.most = most;
        this.maker = maker;
    }

    /** {@return what is kept for a key, or for all that have no room} */
    public V of(final K key)
    {
        final V known = values.get(key);
        if (known != null)
        {
            return known;
        }
        if (values.size() == most)
        {
            return others();
        }
        final V added = maker.get();
        values.put(key, added);
        return added;
    }

    /** Adds all of another one. */
    void addAll(final Tally<K, V> other, final BiConsumer<V, V> adding)
    {
        other.values.forEach((key, value) -> adding.accept(of(key), value));
        if (other.others != null)
        {
            adding.accept(others(), other.others);
        }
    }

    /** {@return how many keys there are, without those that have no room} */
    public int size()
    {
        return values.size();
    }

    /** {@return whether anything was counted for keys that have no room} */
    public boolean hasOthers()
    {
        return others != null;
    }

    /** {@return what is kept for all keys that have no room} */
    public V others()
    {
        others = others == null ? maker.get() : others;
        return others;
    }

    /** {@return all keys that have room, the greatest first, equally great ones as they came} */
    public List<Map.Entry<K, V>> sorted(final ToLongFunction<V> size)
    {
        final List<Map.Entry<K, V>> sorted = new ArrayList<>(values.entrySet());
        sorted.sort(Comparator.comparingLong((final Map.Entry<K, V> entry) -> size.applyAsLong(entry.getValue()))
            .reversed());
        return sorted;
    }
}
