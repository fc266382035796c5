package io.skim.pojo;

import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An unmodifiable map of a few texts, of exactly the size of its entries: names and values in two arrays, in the order of the
 * wire. A search looks at each name.
 */
final class HeaderMap extends AbstractMap<String, String>
{
    /** The most entries; of more, a hash table is made. */
    static final int SMALL = 32;

    static final HeaderMap EMPTY = new HeaderMap(new String[0], new String[0]);

    /** Headers of one shape share this array; nothing changes it. */
    private final String[] names;
    private final String[] values;

    private HeaderMap(final String[] names, final String[] values)
    {
        this.names = names;
        this.values = values;
    }

    /** Makes a map of few entries from arrays of their number, taken over. The names are known to differ. */
    static HeaderMap ofDistinct(final String[] names, final String[] values)
    {
        return new HeaderMap(names, values);
    }

    /**
     * Makes an unmodifiable map. Of equal names the first gives the place and the last the value.
     *
     * @param names  taken over.
     * @param values taken over.
     * @param count  of entries in both.
     */
    static Map<String, String> of(final String[] names, final String[] values, final int count)
    {
        if (count > SMALL)
        {
            final Map<String, String> many = new LinkedHashMap<>();
            for (int i = 0; i < count; i++)
            {
                many.put(names[i], values[i]);
            }
            return Collections.unmodifiableMap(many);
        }
        final int size = join(names, values, count);
        return new HeaderMap(rightSized(names, size), rightSized(values, size));
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
        return find(names, names.length, name);
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
                return entries().iterator();
            }
        };
    }

    private List<Entry<String, String>> entries()
    {
        return new AbstractList<>()
        {
            @Override
            public int size()
            {
                return names.length;
            }

            @Override
            public Entry<String, String> get(final int at)
            {
                return new SimpleImmutableEntry<>(names[at], values[at]);
            }
        };
    }
}
