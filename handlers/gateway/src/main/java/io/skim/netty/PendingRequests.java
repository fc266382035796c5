package io.skim.netty;

import io.skim.scan.Cursor;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one connection that wait for their responses, by opaque: what a response does not tell of its request. The memory
 * is bounded: a request that finds no room is not remembered. Before the first request there are no arrays. One thread at a time.
 *
 * <pre>
 * pending.add(header.opaque(), header.code(), 0, now);
 * if (pending.take(header.opaque())) { latency.record(pending.code(), now - pending.time()); }
 * </pre>
 *
 * Allocates nothing, once its arrays have grown to the number of requests that wait at a time, and to those whose opaques have the
 * same low bits.
 *
 * @see "NettyRemotingAbstract.responseTable, release 5.5.1: a response belongs to the request of the same opaque"
 */
public final class PendingRequests
{
    /** The longest name that is remembered, in bytes. */
    public static final int MOST_NAME = 255;

    private static final int MOST_CAPACITY = 1 << 20;
    private static final int FIRST_LENGTH = 16;
    /** How often the table must be empty without having been a quarter full, before it gives up its arrays. */
    private static final int KEPT_ROUNDS = 64;
    /** The opaques are the clients' choice; the places that they go to when they meet are not. */
    private static final int SEED = ThreadLocalRandom.current().nextInt();
    private static final long[] NO_PLACES = {};
    private static final byte[][] NO_NAMES = {};
    private static final byte[] NO_NAME = {};
    /** Added to the mark of a place in use. */
    private static final int USED = 1 << 31;
    /** Of a place: opaque (32 bits) and mark (32), code (32) and length of the name (32), time. Beside each other: one cache miss. */
    private static final int WORDS = 3;
    private static final int CODE = 1;
    private static final int TIME = 2;

    private final int capacity;
    /** A power of 2. */
    private int length;
    /**
     * The place of a request is by the low bits of its opaque: clients count up, so requests that follow each other are neighbours, in
     * memory that is in the cache. One whose place is taken goes to a second part of the same length, which is made when it is needed.
     */
    private long[] places = NO_PLACES;
    /** How many requests are in the second part. */
    private int displaced;
    private byte[][] names = NO_NAMES;
    private int size;
    private int peak;
    private int quietRounds;

    private int opaque;
    private int code;
    private int mark;
    private long time;
    private byte[] name = NO_NAME;
    private int nameLength;
    private int added = -1;

    /**
     * Makes a table.
     *
     * @param capacity the most requests that may wait.
     * @throws IllegalArgumentException if it is not from 1 to 1,048,576.
     */
    public PendingRequests(final int capacity)
    {
        if (capacity < 1 || capacity > MOST_CAPACITY)
        {
            throw new IllegalArgumentException("capacity " + capacity + " is not from 1 to " + MOST_CAPACITY);
        }
        this.capacity = capacity;
    }

    /**
     * Remembers a request. Another one with the same opaque that waits is forgotten: its response could not be told from this one's.
     *
     * @param opaque of the request.
     * @param ofCode its code.
     * @param ofMark a number of the caller's own, from 0.
     * @param now    a time in the caller's unit.
     * @return false if there is no room; then it is not remembered.
     */
    public boolean add(final int opaque, final int ofCode, final int ofMark, final long now)
    {
        int place = find(opaque);
        if (place < 0)
        {
            if (size == capacity)
            {
                added = -1;
                return false;
            }
            if (2 * (size + 1) > length)
            {
                resize(Math.max(FIRST_LENGTH, 2 * length));
            }
            place = free(opaque);
            size++;
            peak = Math.max(peak, size);
        }
        final int at = WORDS * place;
        places[at] = pair(opaque, ofMark | USED);
        places[at + CODE] = pair(ofCode, 0);
        places[at + TIME] = now;
        added = place;
        return true;
    }

    /** Whether there is no room for another request. */
    boolean isFull()
    {
        return size == capacity;
    }

    /** Whether a request with an opaque waits. */
    boolean contains(final int ofRequest)
    {
        return find(ofRequest) >= 0;
    }

    private static long pair(final int high, final int low)
    {
        return (long)high << Integer.SIZE | low & 0xFFFF_FFFFL;
    }

    private static int high(final long pair)
    {
        return (int)(pair >>> Integer.SIZE);
    }

    private boolean isUsed(final int place)
    {
        return (int)places[WORDS * place] < 0;
    }

    private int opaqueAt(final int place)
    {
        return high(places[WORDS * place]);
    }

    private int markAt(final int place)
    {
        return (int)places[WORDS * place] & ~USED;
    }

    /**
     * Remembers a name with the request that was added last, for example its topic. A name of more than {@link #MOST_NAME} bytes is not
     * remembered.
     *
     * @param value a text.
     */
    public void name(final Cursor value)
    {
        if (added < 0 || value.isNull())
        {
            return;
        }
        if (names.length == 0)
        {
            names = new byte[placeCount()][];
        }
        if (names[added] == null)
        {
            names[added] = new byte[MOST_NAME];
        }
        final int bytes = value.textLength() > MOST_NAME ? 0 : Math.max(0, value.copyTo(names[added], 0));
        final int at = WORDS * added + CODE;
        places[at] = pair(high(places[at]), bytes);
    }

    /**
     * Takes the request that a response belongs to out of the table.
     *
     * @param opaque of the response.
     * @return false if no such request waits; then {@link #code()} and the others are those of the last one that did.
     */
    public boolean take(final int opaque)
    {
        final int place = find(opaque);
        if (place < 0)
        {
            return false;
        }
        read(place);
        remove(place);
        return true;
    }

    /**
     * Reads the request that a response belongs to, and leaves it in the table.
     *
     * @param ofOpaque of the response.
     * @return false if no such request waits.
     */
    public boolean peek(final int ofOpaque)
    {
        final int place = find(ofOpaque);
        if (place >= 0)
        {
            code = high(places[WORDS * place + CODE]);
            mark = markAt(place);
            time = places[WORDS * place + TIME];
            nameLength = 0;
        }
        return place >= 0;
    }

    /**
     * Takes requests out of the table by their marks, one after the other.
     *
     * @param wanted which marks.
     * @param each   called after each of them, as after {@link #take}; it must not add any.
     * @return how many were taken.
     */
    public int takeAll(final IntPredicate wanted, final Runnable each)
    {
        final int waiting = size;
        int place = 0;
        while (place < placeCount() && size > 0)
        {
            if (isUsed(place) && wanted.test(markAt(place)))
            {
                read(place);
                // Another one may move here.
                remove(place);
                each.run();
            }
            else
            {
                place++;
            }
        }
        return waiting - size;
    }

    /** {@return the opaque of the request that was taken last} */
    public int opaque()
    {
        return opaque;
    }

    /**
     * Forgets all requests that were added before a time. Looks at the whole table.
     *
     * @param before in the unit of {@link #add}; compared by difference, so that it may wrap around.
     * @return how many were forgotten.
     */
    public int expire(final long before)
    {
        return expire(before, null);
    }

    /**
     * Moves all requests that were added before a time to another table, without their names. Looks at the whole table.
     *
     * @param before in the unit of {@link #add}.
     * @param late   gets them; one for which there is no room there is forgotten, as all are without that table.
     * @return how many were moved or forgotten.
     */
    int expire(final long before, final @Nullable PendingRequests late)
    {
        final int waiting = size;
        int place = 0;
        while (place < placeCount() && size > 0)
        {
            if (isUsed(place) && places[WORDS * place + TIME] - before < 0)
            {
                if (late != null)
                {
                    late.add(opaqueAt(place), high(places[WORDS * place + CODE]), markAt(place),
                        places[WORDS * place + TIME]);
                }
                // Another one may move here.
                remove(place);
            }
            else
            {
                place++;
            }
        }
        return waiting - size;
    }

    /** {@return the code of the request that was taken last} */
    public int code()
    {
        return code;
    }

    /** {@return the caller's own number for the request that was taken last} */
    public int mark()
    {
        return mark;
    }

    /** {@return the time of the request that was taken last} */
    public long time()
    {
        return time;
    }

    /** {@return the length in bytes of the name of the request that was taken last; 0 if it has none, or one that is too long} */
    public int nameLength()
    {
        return nameLength;
    }

    /**
     * The name of the request that was taken last.
     *
     * @return a text; empty if it has none. Allocates.
     */
    public String name()
    {
        return new String(name, 0, nameLength, StandardCharsets.UTF_8);
    }

    /**
     * Whether the request that was taken last has a name.
     *
     * @param utf8 the name.
     * @return true if it is equal.
     */
    public boolean hasName(final byte[] utf8)
    {
        return Arrays.equals(name, 0, nameLength, utf8, 0, utf8.length);
    }

    /**
     * Copies the name of the request that was taken last.
     *
     * @param dst in which {@link #MOST_NAME} bytes have room.
     * @return the length of the name in UTF-8; 0 if it has none.
     */
    public int copyName(final byte[] dst)
    {
        System.arraycopy(name, 0, dst, 0, nameLength);
        return nameLength;
    }

    /** {@return how many requests wait} */
    public int size()
    {
        return size;
    }

    /** The most requests that may wait. */
    int capacity()
    {
        return capacity;
    }

    private int placeCount()
    {
        return places.length / WORDS;
    }

    private int find(final int opaque)
    {
        if (size == 0)
        {
            return -1;
        }
        final int place = opaque & length - 1;
        final long word = places[WORDS * place];
        if (high(word) == opaque && (int)word < 0)
        {
            return place;
        }
        return displaced == 0 ? -1 : findDisplaced(opaque);
    }

    private int free(final int opaque)
    {
        final int place = opaque & length - 1;
        return isUsed(place) ? freeDisplaced(opaque) : place;
    }

    /** Where an opaque begins to look for a place in the second part. */
    private int home(final int opaque)
    {
        int mixed = (opaque ^ SEED) * 0x9E37_79B9;
        mixed = (mixed ^ mixed >>> 15) * 0x85EB_CA6B;
        return length + ((mixed ^ mixed >>> 13) & length - 1);
    }

    /** The place behind one of the second part; its first one is behind its last. */
    private int next(final int place)
    {
        return length + (place + 1 & length - 1);
    }

    private int findDisplaced(final int opaque)
    {
        int place = home(opaque);
        for (long word = places[WORDS * place]; (int)word < 0; word = places[WORDS * place])
        {
            if (high(word) == opaque)
            {
                return place;
            }
            place = next(place);
        }
        return -1;
    }

    private int freeDisplaced(final int opaque)
    {
        if (placeCount() == length)
        {
            places = Arrays.copyOf(places, 2 * places.length);
            names = Arrays.copyOf(names, 2 * names.length);
        }
        displaced++;
        int place = home(opaque);
        while (isUsed(place))
        {
            place = next(place);
        }
        return place;
    }

    private void read(final int place)
    {
        final long ofCode = places[WORDS * place + CODE];
        opaque = opaqueAt(place);
        code = high(ofCode);
        mark = markAt(place);
        time = places[WORDS * place + TIME];
        nameLength = (int)ofCode;
        if (nameLength > 0)
        {
            final byte[] spare = name;
            name = names[place];
            names[place] = spare.length == 0 ? null : spare;
        }
    }

    private void remove(final int removed)
    {
        final int hole = removed < length ? removed : removeDisplaced(removed);
        places[WORDS * hole] = 0;
        size--;
        if (size == 0)
        {
            endRound();
        }
    }

    /** Moves those behind a place of the second part that could not have theirs; returns the place to free in the end. */
    private int removeDisplaced(final int removed)
    {
        final int last = length - 1;
        displaced--;
        int hole = removed;
        int place = next(removed);
        while (isUsed(place))
        {
            // It may move to the hole if its own place is not between the two.
            if ((place - home(opaqueAt(place)) & last) >= (place - hole & last))
            {
                move(place, hole);
                hole = place;
            }
            place = next(place);
        }
        return hole;
    }

    private void move(final int place, final int hole)
    {
        System.arraycopy(places, WORDS * place, places, WORDS * hole, WORDS);
        if (names.length > 0)
        {
            final byte[] spare = names[hole];
            names[hole] = names[place];
            names[place] = spare;
        }
    }

    /** Gives up arrays that were long for the last rounds. */
    private void endRound()
    {
        quietRounds = 4 * peak < length ? quietRounds + 1 : 0;
        peak = 0;
        if (quietRounds > KEPT_ROUNDS && length > FIRST_LENGTH)
        {
            quietRounds = 0;
            resize(FIRST_LENGTH);
        }
    }

    private void resize(final int newLength)
    {
        final int oldCount = placeCount();
        final long[] old = places;
        final byte[][] oldNames = names;
        length = newLength;
        displaced = 0;
        places = new long[WORDS * newLength];
        names = oldNames.length == 0 ? NO_NAMES : new byte[newLength][];
        for (int from = 0; from < oldCount; from++)
        {
            if ((int)old[WORDS * from] < 0)
            {
                final int place = free(high(old[WORDS * from]));
                System.arraycopy(old, WORDS * from, places, WORDS * place, WORDS);
                if (names.length > 0)
                {
                    names[place] = oldNames[from];
                }
            }
        }
    }
}
