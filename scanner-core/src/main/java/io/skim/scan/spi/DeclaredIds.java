package io.skim.scan.spi;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The ids that a handler has declared to the builder of an interest. Checks the rules that all encodings share. A refused
 * declaration changes nothing.
 */
public final class DeclaredIds
{
    private static final String TWICE = " is declared twice";

    private final Map<String, Integer> declared = new LinkedHashMap<>();
    /** Ids below this count as declared. */
    private int reserved;
    private int greatest = -1;
    private long mask;

    /** Makes an empty set. */
    public DeclaredIds()
    {
    }

    /**
     * Adds an id. If {@code what} was declared before, the later id counts.
     *
     * @param id   the handler's own id.
     * @param what the declared value, for {@link #toString}.
     * @return {@code id}.
     * @throws IllegalArgumentException if it is negative.
     */
    public int add(final int id, final String what)
    {
        if (id < 0)
        {
            throw new IllegalArgumentException("id " + id + " is negative; ids are dense from 0");
        }
        declared.put(what, id);
        greatest = Math.max(greatest, id);
        mask |= 1L << id;
        return id;
    }

    /**
     * Adds an id, and assigns it to a place that has none.
     *
     * @param ids   the ids of all places; negative for a place without one.
     * @param place in {@code ids}.
     * @param id    the handler's own id.
     * @param what  the declared value, for the message.
     * @throws IllegalArgumentException if the place has an id already, or the id is negative.
     */
    public void put(final int[] ids, final int place, final int id, final String what)
    {
        checkNew(ids, place, what);
        ids[place] = add(id, what);
    }

    /**
     * Checks that a place has no id. A builder that assigns several places at once first checks all of them, so that a refused
     * declaration changes nothing.
     *
     * @param ids   the ids of all places; negative for a place without one.
     * @param place in {@code ids}.
     * @param what  the declared value, for the message.
     * @throws IllegalArgumentException if the place has an id already.
     */
    public static void checkNew(final int[] ids, final int place, final String what)
    {
        if (ids[place] >= 0)
        {
            throw new IllegalArgumentException(what + TWICE);
        }
    }

    /**
     * Adds an id, and assigns it to a name that has none.
     *
     * @param ids  the ids of all names.
     * @param name to assign it to.
     * @param id   the handler's own id.
     * @param what the declared value, for the message.
     * @throws IllegalArgumentException if the name has an id already, or the id is negative.
     */
    public void put(final Map<String, Integer> ids, final String name, final int id, final String what)
    {
        if (ids.containsKey(Objects.requireNonNull(name, "name")))
        {
            throw new IllegalArgumentException(what + TWICE);
        }
        ids.put(name, add(id, what));
    }

    /**
     * Declares the first ids, so that the interest may leave some of them out.
     *
     * @param count the number of these ids, from 0.
     * @throws IllegalArgumentException if it is negative.
     */
    public void reserve(final int count)
    {
        if (count < 0)
        {
            throw new IllegalArgumentException("a handler has no " + count + " ids");
        }
        reserved = Math.max(reserved, count);
    }

    /** {@return one bit for each id below 64: the ids still to be shown when a scan for the first match begins} */
    public long mask()
    {
        return mask;
    }

    /** {@return the number of ids: one more than the greatest declared or reserved id} */
    public int count()
    {
        return Math.max(reserved, greatest + 1);
    }

    /**
     * Checks all declarations together.
     *
     * @param methods        names of the builder's declaring methods, for the message.
     * @param firstMatchWins whether the scan ends when each id was shown.
     * @param unlimited      whether a declaration has no first match, for example every entry of a map.
     * @throws IllegalStateException if nothing was declared, if ids are not dense from 0, or if the first match wins and an id is
     *     above 63 or {@code unlimited} is true.
     */
    public void check(final String methods, final boolean firstMatchWins, final boolean unlimited)
    {
        if (declared.isEmpty())
        {
            throw new IllegalStateException("nothing is declared: call " + methods + " first");
        }
        if (firstMatchWins && (greatest >= Long.SIZE || unlimited))
        {
            throw new IllegalStateException("firstMatchWins needs ids below 64 and none for every entry");
        }
        checkDense();
    }

    /** Ends at the first gap, so it takes no more steps than there are declarations. */
    private void checkDense()
    {
        final Set<Integer> ids = new HashSet<>(declared.values());
        for (int id = reserved; id < greatest; id++)
        {
            if (!ids.contains(id))
            {
                throw new IllegalStateException("ids are dense from 0: " + greatest + " is declared and " + id
                    + " is not; call ids(count) if the handler has more ids than this interest has values for");
            }
        }
    }

    /**
     * The declarations and their ids. Allocates.
     *
     * @return for example {@code the field CODE = 0, every ext field = 1}, in the order of the declarations.
     */
    @Override
    public String toString()
    {
        return declared.entrySet().stream().map(entry -> entry.getKey() + " = " + entry.getValue()).collect(Collectors
            .joining(", "));
    }
}
