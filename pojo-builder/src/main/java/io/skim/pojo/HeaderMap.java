package io.skim.pojo;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * An unmodifiable map of texts, of exactly the size of its entries: names and values in two arrays, in the order of the
 * wire. Few names are found by looking at each; many, by a sorted index, which no choice of names makes
 * slow.
 */
final class HeaderMap extends AbstractMap<String, String>
{
    /** Up to so many entries a search looks at each. */
    static final int SMALL = 32;

    static final HeaderMap EMPTY = new HeaderMap(new String[0], new String[0], null);

    private static final Comparator<String> ORDER = Comparator.nullsFirst(Comparator.naturalOrder());

    /** Headers of one shape share this array; nothing changes it. */
    private final String[] names;
    private final String[] values;
    /** The entries' numbers in the order of their names; null if there are few. */
    private final int @Nullable [] sorted;

    private HeaderMap(final String[] names, final String[] values, final int @Nullable [] sorted)
    {
        this.names = names;
        this.values = values;
        this.sorted = sorted;
    }

    /** Makes a map of few entries from arrays of their number, taken over. The names are known to differ. */
    static HeaderMap ofDistinct(final String[] names, final String[] values)
    {
        return new HeaderMap(names, values, null);
    }

    /**
     * Makes a map. Of equal names the first gives the place and the last the value.
     *
     * @param names  taken over.
     * @param values taken over.
     * @param count  of entries in both.
     */
    static HeaderMap of(final String[] names, final String[] values, final int count)
    {
        if (count > SMALL)
        {
            return ofMany(names, values, count);
        }
        final int size = join(names, values, count);
        return new HeaderMap(rightSized(names, size), rightSized(values, size), null);
    }

    private static String[] rightSized(final String[] texts, final int size)
    {
        return texts.length == size ? texts : Arrays.copyOf(texts, size);
    }

    /** Joins equal names in place; gives the number of entries left. */
    private static int join(final String[] names, final String[] values, final int count)
    {
        int size = 0;
        long seen = 0;
        for (int i = 0; i < count; i++)
        {
            final String name = names[i];
            final long bit = 1L << (name == null ? 0 : name.hashCode());
            final int same = (seen & bit) == 0 ? -1 : find(names, size, name);
            seen |= bit;
            if (same >= 0)
            {
                values[same] = values[i];
                continue;
            }
            if (size < i)
            {
                names[size] = name;
                values[size] = values[i];
            }
            size++;
        }
        return size;
    }

    private static HeaderMap ofMany(final String[] names, final String[] values, final int count)
    {
        final Integer[] order = order(names, count);
        int distinct = count;
        for (int i = count - 1; i > 0; i--)
        {
            // The sort is stable: within equal names the order is that of the wire, so values move to the front.
            if (Objects.equals(names[order[i - 1]], names[order[i]]))
            {
                values[order[i - 1]] = values[order[i]];
                order[i] = null;
                distinct--;
            }
        }
        return distinct == count ? new HeaderMap(rightSized(names, count), rightSized(values, count), unboxed(order))
            : withoutLater(names, values, order, distinct);
    }

    private static HeaderMap withoutLater(final String[] names, final String[] values, final Integer[] order,
        final int distinct)
    {
        final boolean[] first = new boolean[order.length];
        for (final Integer entry : order)
        {
            if (entry != null)
            {
                first[entry] = true;
            }
        }
        final String[] keptNames = new String[distinct];
        final String[] keptValues = new String[distinct];
        int size = 0;
        for (int i = 0; i < first.length; i++)
        {
            if (first[i])
            {
                keptNames[size] = names[i];
                keptValues[size++] = values[i];
            }
        }
        return new HeaderMap(keptNames, keptValues, distinct > SMALL ? unboxed(order(keptNames, distinct)) : null);
    }

    private static Integer[] order(final String[] names, final int count)
    {
        final Integer[] order = new Integer[count];
        Arrays.setAll(order, Integer::valueOf);
        Arrays.sort(order, (a, b) -> ORDER.compare(names[a], names[b]));
        return order;
    }

    private static int[] unboxed(final Integer[] order)
    {
        final int[] unboxed = new int[order.length];
        for (int i = 0; i < unboxed.length; i++)
        {
            unboxed[i] = order[i];
        }
        return unboxed;
    }

    private static int find(final String[] names, final int size, final Object name)
    {
        for (int i = 0; i < size; i++)
        {
            final String other = names[i];
            if (other == name || other != null && other.equals(name))
            {
                return i;
            }
        }
        return -1;
    }

    private int find(final Object name)
    {
        if (sorted == null)
        {
            return find(names, names.length, name);
        }
        if (name != null && !(name instanceof String))
        {
            return -1;
        }
        int low = 0;
        int high = sorted.length - 1;
        while (low <= high)
        {
            final int middle = low + high >>> 1;
            final int order = ORDER.compare(names[sorted[middle]], (String)name);
            if (order == 0)
            {
                return sorted[middle];
            }
            low = order < 0 ? middle + 1 : low;
            high = order > 0 ? middle - 1 : high;
        }
        return -1;
    }

    @Override
    public int size()
    {
        return names.length;
    }

    @Override
    public boolean containsKey(final Object name)
    {
        return find(name) >= 0;
    }

    @Override
    public @Nullable String get(final Object name)
    {
        final int at = find(name);
        return at < 0 ? null : values[at];
    }

    @Override
    public String getOrDefault(final Object name, final String otherwise)
    {
        final int at = find(name);
        return at < 0 ? otherwise : values[at];
    }

    @Override
    public void forEach(final BiConsumer<? super String, ? super String> action)
    {
        for (int i = 0; i < names.length; i++)
        {
            action.accept(names[i], values[i]);
        }
    }

    @Override
    public String remove(final Object name)
    {
        throw new UnsupportedOperationException("a header's map cannot be changed");
    }

    @Override
    public void clear()
    {
        throw new UnsupportedOperationException("a header's map cannot be changed");
    }

    @Override
    public Set<Entry<String, String>> entrySet()
    {
        return new AbstractSet<>()
        {
            @Override
            public int size()
            {
                return HeaderMap.this.size();
            }

            @Override
            public Iterator<Entry<String, String>> iterator()
            {
                return new Entries(names, values);
            }
        };
    }

    /** Goes through the entries in the order of the wire. */
    private static final class Entries implements Iterator<Map.Entry<String, String>>
    {
        private final String[] names;
        private final String[] values;
        private int at;

        Entries(final String[] names, final String[] values)
        {
            this.names = names;
            this.values = values;
        }

        @Override
        public boolean hasNext()
        {
            return at < names.length;
        }

        @Override
        public Map.Entry<String, String> next()
        {
            if (at >= names.length)
            {
                throw new NoSuchElementException();
            }
            final int entry = at++;
            return new SimpleImmutableEntry<>(names[entry], values[entry]);
        }
    }
}
