package io.skim.scan.spi;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The ids that a handler has declared to the builder of an interest: what all encodings demand of them. A declaration that
 * is refused leaves nothing.
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
     * Adds an id. What is declared again has the later id.
     *
     * @param id   the handler's own.
     * @param what is declared, for {@link #toString}.
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
     * Adds an id, and ties it to a place that has none.
     *
     * @param ids   of all places, negative where there is none.
     * @param place in {@code ids}.
     * @param id    the handler's own.
     * @param what  is declared, for the message.
     * @throws IllegalArgumentException if the place has an id already, or the id is negative.
     */
    public void put(final int[] ids, final int place, final int id, final String what)
    {
        checkNew(ids, place, what);
        ids[place] = add(id, what);
    }

    /**
     * Checks that a place has no id. Who ties several places at once checks all of them first, so that what is refused
     * leaves nothing.
     *
     * @param ids   of all places, negative where there is none.
     * @param place in {@code ids}.
     * @param what  is declared, for the message.
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
     * Adds an id, and ties it to a name that has none.
     *
     * @param ids  of all names.
     * @param name to tie it to.
     * @param id   the handler's own.
     * @param what is declared, for the message.
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
     * Has the first ids count as declared, so that some of them may be left out.
     *
     * @param count of them, from 0.
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

    /** {@return one bit for each id below 64: what is missing when a scan begins that the first match ends} */
    public long mask()
    {
        return mask;
    }

    /** {@return how many ids there are: one more than the greatest that is declared or reserved} */
    public int count()
    {
        return Math.max(reserved, greatest + 1);
    }

    /**
     * Checks what is asked for as a whole.
     *
     * @param methods        of the builder that declare something, for the message.
     * @param firstMatchWins whether the scan is to end once each id was shown.
     * @param unlimited      whether something was declared that has no first match, such as every entry of a map.
     * @throws IllegalStateException if nothing was declared, if ids are not dense from 0, or if the first match is to win and
     *                               an id is above 63 or something unlimited was declared.
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

    /** No more steps than there are declarations: the first gap ends it. */
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
     * {@return what was declared, and the ids, in the order of the declarations: {@code the field CODE = 0, every ext field
     * = 1}} Allocates.
     */
    @Override
    public String toString()
    {
        return declared.entrySet().stream().map(entry -> entry.getKey() + " = " + entry.getValue()).collect(Collectors
            .joining(", "));
    }
}
