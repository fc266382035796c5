package io.skim.netty;

import java.util.Arrays;

/**
 * The open requests of a shared connection: of each its client and its opaque there. It chooses the opaques on the connection. The
 * memory is bounded.
 * <p>
 * The number of a place is the low bits of its opaques, so that a response finds it without a search. A JSON opaque gets one of as many
 * digits, so that its header keeps its length; all others get one of ten digits, whose place in a response has room for every opaque of
 * a client that is not negative.
 * <p>
 * A place is used again as late as possible. Its opaques of ten digits repeat after a million uses; those of fewer digits soon. So a
 * place whose request expired gives out only long ones from then on: its late response must not reach another client.
 */
final class FunnelRequests
{
    /** The digits of the greatest opaques. */
    static final int LONGEST = 10;

    private static final int NONE = -1;
    private static final int[] POWERS =
        {1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000};

    private final int mask;
    /** Of each place the opaque it has given out; {@link #NONE} while it is free. */
    private final int[] given;
    private final int[] uses;
    private final FunnelLink[] owners;
    private final int[] opaques;
    private final boolean[] binary;
    private final boolean[] expired;
    private final long[] times;
    /** The free places, first out first. */
    private final int[] free;
    private int firstFree;
    private int size;

    /**
     * Makes a table.
     *
     * @param window the most requests that it is to hold.
     */
    FunnelRequests(final int window)
    {
        final int capacity = Math.max(2, Integer.highestOneBit(2 * window - 1));
        mask = capacity - 1;
        given = new int[capacity];
        uses = new int[capacity];
        owners = new FunnelLink[capacity];
        opaques = new int[capacity];
        binary = new boolean[capacity];
        expired = new boolean[capacity];
        times = new long[capacity];
        free = new int[capacity];
        clear();
    }

    /** Forgets all that a connection knew; the next one has no late responses. */
    void clear()
    {
        Arrays.fill(given, NONE);
        Arrays.fill(owners, null);
        Arrays.fill(expired, false);
        for (int place = 0; place < free.length; place++)
        {
            free[place] = place;
        }
        firstFree = 0;
        size = 0;
    }

    /** Adds a request; there must be room. Returns its opaque on the connection. */
    int add(final FunnelLink owner, final int opaque, final boolean isBinary, final int digits, final long now)
    {
        final int place = free[firstFree];
        firstFree = firstFree + 1 & mask;
        size++;
        final boolean fits = digits > 0 && digits < LONGEST && POWERS[digits - 1] > mask && !expired[place];
        final int fresh = opaqueOf(place, fits ? digits : LONGEST);
        given[place] = fresh;
        owners[place] = owner;
        opaques[place] = opaque;
        binary[place] = isBinary;
        times[place] = now;
        return fresh;
    }

    /** The place's next opaque of so many digits, but for the greatest: those are for oneway requests. */
    private int opaqueOf(final int place, final int digits)
    {
        final int least = POWERS[digits - 1];
        final int rounds = (greatest(digits) - least) / (mask + 1) - 1;
        final int use = uses[place]++ & Integer.MAX_VALUE;
        return least + (place - least & mask) + use % Math.max(1, rounds) * (mask + 1);
    }

    private static int greatest(final int digits)
    {
        return digits == LONGEST ? Integer.MAX_VALUE : POWERS[digits] - 1;
    }

    /** An opaque that no request gets. A server may answer a oneway request that it rejects; nobody waits for that. */
    static int oneway(final int digits)
    {
        return greatest(digits > 0 && digits < LONGEST ? digits : LONGEST);
    }

    /** The place of a response's request; -1 if none waits. */
    int find(final int opaque)
    {
        return opaque >= 0 && given[opaque & mask] == opaque ? opaque & mask : NONE;
    }

    FunnelLink owner(final int place)
    {
        return owners[place];
    }

    int opaque(final int place)
    {
        return opaques[place];
    }

    boolean isBinary(final int place)
    {
        return binary[place];
    }

    boolean isUsed(final int place)
    {
        return given[place] != NONE;
    }

    void remove(final int place)
    {
        given[place] = NONE;
        owners[place] = null;
        free[firstFree + mask + 1 - size & mask] = place;
        size--;
    }

    /** Frees a place whose request was added before a time; false for any other. Its response may still come. */
    boolean expire(final int place, final long before)
    {
        if (given[place] == NONE || times[place] - before >= 0)
        {
            return false;
        }
        expired[place] = true;
        remove(place);
        return true;
    }

    int capacity()
    {
        return mask + 1;
    }

    int size()
    {
        return size;
    }
}
