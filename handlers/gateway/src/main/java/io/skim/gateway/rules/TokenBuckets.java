package io.skim.gateway.rules;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Token buckets by keys: a bucket begins full, each request takes a token, and new tokens come at a fixed rate. One object for the
 * whole gateway: a limit holds exactly, however many event loops share it.
 * <p>
 * A bucket is one number, the time at which it is full again (the generic cell rate algorithm). Keys are copied into slots. There
 * are at most {@value #MAX_KEYS} of them; a new key then takes the slot of the key that was idle for longest among its shard's, if its
 * bucket is full: to forget it changes nothing. Else new keys share one bucket of the shard, so that nobody empties a bucket, has it
 * forgotten for many other keys, and begins with a full one. A key of more than {@value #MAX_LENGTH} bytes shares the bucket of all
 * keys with the same beginning; brokers take no name of that length.
 * <p>
 * Safe for use by many threads. A known key allocates nothing. A hash with a secret key chooses the slots, so nobody can choose
 * keys that meet in one.
 */
final class TokenBuckets
{
    static final int MAX_KEYS = 16_384;
    static final int MAX_LENGTH = 255;

    private static final int SHARDS = 16;
    private static final int NONE = -1;
    private static final int FIRST_SLOTS = 16;
    private static final int FIRST_KEY = 32;
    private static final byte[] NO_KEY = {};

    private final long period;
    private final long tolerance;
    private final long hashKey0;
    private final long hashKey1;
    private final Shard[] shards = new Shard[SHARDS];
    /** The bucket of those that need no key. */
    private final AtomicLong single = new AtomicLong();
    private volatile boolean singleUsed;

    /** The loader keeps the product of both within 70 years, so that differences of times do not overflow. */
    TokenBuckets(final long periodNanos, final int burst)
    {
        period = periodNanos;
        tolerance = (burst - 1L) * periodNanos;
        final SecureRandom random = new SecureRandom();
        hashKey0 = random.nextLong();
        hashKey1 = random.nextLong();
        for (int i = 0; i < SHARDS; i++)
        {
            shards[i] = new Shard();
        }
    }

    /**
     * Takes a token of the bucket that all share.
     *
     * @param now in nanoseconds, as {@link System#nanoTime()}.
     * @return false if there is none.
     */
    boolean take(final long now)
    {
        if (!singleUsed)
        {
            synchronized (single)
            {
                if (!singleUsed)
                {
                    single.set(now);
                    singleUsed = true;
                }
            }
        }
        while (true)
        {
            final long full = single.get();
            final long next = next(full, now);
            if (next == full)
            {
                return false;
            }
            if (single.compareAndSet(full, next))
            {
                return true;
            }
        }
    }

    /** When a bucket is full again after one more token; the same time if there is none to take. */
    private long next(final long full, final long now)
    {
        final long wait = full - now;
        return wait > tolerance ? full : (wait > 0 ? full : now) + period;
    }

    /**
     * Takes a token of a key's bucket.
     *
     * @param key    array that holds it.
     * @param offset in {@code key}, in bytes, of its first byte.
     * @param length of it in bytes.
     * @param now    in nanoseconds, as {@link System#nanoTime()}.
     * @return false if there is none.
     */
    boolean take(final byte[] key, final int offset, final int length, final long now)
    {
        final int kept = Math.min(length, MAX_LENGTH);
        final long hash = SipHash.of(hashKey0, hashKey1, key, offset, kept);
        return shards[(int)(hash >>> 60)].take((int)hash, key, offset, kept, now);
    }

    /** {@return the number of keys} */
    int size()
    {
        int size = 0;
        for (final Shard shard : shards)
        {
            synchronized (shard)
            {
                size += shard.size;
            }
        }
        return size;
    }

    /** A part of the keys under a lock of its own: chains by hash, and a list from the key used last to the one idle for longest. */
    private final class Shard
    {
        private int[] heads = filled(FIRST_SLOTS);
        private byte[][] keys = new byte[FIRST_SLOTS][];
        private int[] lengths = new int[FIRST_SLOTS];
        private int[] hashes = new int[FIRST_SLOTS];
        private int[] chain = new int[FIRST_SLOTS];
        private int[] newer = new int[FIRST_SLOTS];
        private int[] older = new int[FIRST_SLOTS];
        private long[] full = new long[FIRST_SLOTS];
        private int size;
        private int newest = NONE;
        private int oldest = NONE;
        /** When the bucket of the keys without a slot is full. */
        private long othersFull;
        private boolean othersUsed;

        synchronized boolean take(final int hash, final byte[] key, final int offset, final int length, final long now)
        {
            int slot = heads[hash & heads.length - 1];
            while (slot != NONE
                && !(hashes[slot] == hash && Arrays.equals(keys[slot], 0, lengths[slot], key, offset, offset
                    + length)))
            {
                slot = chain[slot];
            }
            if (slot == NONE)
            {
                if (size == MAX_KEYS / SHARDS && full[oldest] - now > 0)
                {
                    return takeOfOthers(now);
                }
                slot = add(hash, key, offset, length, now);
            }
            else if (slot != newest)
            {
                unlink(slot);
                link(slot);
            }
            final long next = next(full[slot], now);
            final boolean taken = next != full[slot];
            full[slot] = next;
            return taken;
        }

        private boolean takeOfOthers(final long now)
        {
            if (!othersUsed)
            {
                othersUsed = true;
                othersFull = now;
            }
            final long next = next(othersFull, now);
            final boolean taken = next != othersFull;
            othersFull = next;
            return taken;
        }

        private int add(final int hash, final byte[] key, final int offset, final int length, final long now)
        {
            final int slot = size < MAX_KEYS / SHARDS ? fresh() : evict();
            if (keys[slot].length < length)
            {
                keys[slot] = new byte[Math.min(MAX_LENGTH, Math.max(FIRST_KEY, 2 * length))];
            }
            System.arraycopy(key, offset, keys[slot], 0, length);
            lengths[slot] = length;
            hashes[slot] = hash;
            full[slot] = now;
            chain[slot] = heads[hash & heads.length - 1];
            heads[hash & heads.length - 1] = slot;
            link(slot);
            return slot;
        }

        private int fresh()
        {
            if (size == keys.length)
            {
                grow();
            }
            keys[size] = NO_KEY;
            return size++;
        }

        private void grow()
        {
            final int more = 2 * size;
            keys = Arrays.copyOf(keys, more);
            lengths = Arrays.copyOf(lengths, more);
            hashes = Arrays.copyOf(hashes, more);
            newer = Arrays.copyOf(newer, more);
            older = Arrays.copyOf(older, more);
            full = Arrays.copyOf(full, more);
            chain = new int[more];
            heads = filled(more);
            for (int slot = 0; slot < size; slot++)
            {
                final int head = hashes[slot] & more - 1;
                chain[slot] = heads[head];
                heads[head] = slot;
            }
        }

        /** Takes the key that was idle for longest out, and gives its slot. */
        private int evict()
        {
            final int slot = oldest;
            unlink(slot);
            final int head = hashes[slot] & heads.length - 1;
            if (heads[head] == slot)
            {
                heads[head] = chain[slot];
            }
            else
            {
                int before = heads[head];
                while (chain[before] != slot)
                {
                    before = chain[before];
                }
                chain[before] = chain[slot];
            }
            return slot;
        }

        private void link(final int slot)
        {
            newer[slot] = NONE;
            older[slot] = newest;
            if (newest == NONE)
            {
                oldest = slot;
            }
            else
            {
                newer[newest] = slot;
            }
            newest = slot;
        }

        private void unlink(final int slot)
        {
            if (newer[slot] == NONE)
            {
                newest = older[slot];
            }
            else
            {
                older[newer[slot]] = older[slot];
            }
            if (older[slot] == NONE)
            {
                oldest = newer[slot];
            }
            else
            {
                newer[older[slot]] = newer[slot];
            }
        }
    }

    private static int[] filled(final int length)
    {
        final int[] made = new int[length];
        Arrays.fill(made, NONE);
        return made;
    }
}
