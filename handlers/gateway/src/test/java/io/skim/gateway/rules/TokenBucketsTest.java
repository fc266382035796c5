package io.skim.gateway.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Hashing;
import io.skim.scan.testing.Allocations;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Token buckets against a simple model, from several threads, with more keys than there is room for. */
class TokenBucketsTest
{
    private static final long SECOND = 1_000_000_000L;

    private static byte[] bytes(final String text)
    {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static boolean take(final TokenBuckets buckets, final String key, final long now)
    {
        final byte[] padded = bytes("__" + key + "_");
        return buckets.take(padded, 2, padded.length - 3, now);
    }

    /** Buckets whose tokens are counted as fractions. */
    private static final class Model
    {
        private final Map<String, double[]> buckets = new HashMap<>();
        private final double period;
        private final int burst;

        Model(final long period, final int burst)
        {
            this.period = period;
            this.burst = burst;
        }

        boolean take(final String key, final long now)
        {
            final double[] bucket = buckets.computeIfAbsent(key, each -> new double[] {burst, now});
            bucket[0] = Math.min(burst, bucket[0] + (now - bucket[1]) / period);
            bucket[1] = now;
            if (bucket[0] < 1 - 1e-9)
            {
                return false;
            }
            bucket[0]--;
            return true;
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, Long.MAX_VALUE - 50 * SECOND, Long.MIN_VALUE, -20 * SECOND})
    void aBucketDoesWhatASimpleModelDoes(final long begin)
    {
        final Random random = new Random(begin);
        final TokenBuckets buckets = new TokenBuckets(SECOND / 4, 3);
        final Model model = new Model(SECOND / 4, 3);
        long passed = 0;
        for (int i = 0; i < 20_000; i++)
        {
            passed += random.nextInt(10) * SECOND / 64;
            final String key = "key" + random.nextInt(5);
            assertEquals(model.take(key, passed), take(buckets, key, begin + passed), key + " at " + passed);
        }
        assertEquals(5, buckets.size());
    }

    @Test
    void theBucketOfAllIsOneBucket()
    {
        final TokenBuckets buckets = new TokenBuckets(SECOND, 2);
        assertTrue(buckets.take(5));
        assertTrue(buckets.take(5));
        assertFalse(buckets.take(5));
        assertFalse(buckets.take(5 + SECOND - 1));
        assertTrue(buckets.take(5 + SECOND));
        assertFalse(buckets.take(5), "a clock that is behind gives no tokens");
    }

    @Test
    void aBurstOfAnyRateFits()
    {
        final TokenBuckets buckets = new TokenBuckets(3_600_000_000_000_000L, 600);
        for (int i = 0; i < 600; i++)
        {
            assertTrue(buckets.take(0));
        }
        assertFalse(buckets.take(0));
    }

    @Test
    void aLimitHoldsExactlyForSeveralThreads() throws InterruptedException
    {
        final TokenBuckets buckets = new TokenBuckets(1_000, 100);
        final AtomicInteger keyed = new AtomicInteger();
        final AtomicInteger single = new AtomicInteger();
        final List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++)
        {
            threads.add(new Thread(() -> {
                final byte[] key = bytes("topic");
                for (long now = 0; now < 1_000_000; now += 500)
                {
                    keyed.addAndGet(buckets.take(key, 0, key.length, now) ? 1 : 0);
                    single.addAndGet(buckets.take(now) ? 1 : 0);
                }
            }));
        }
        for (final Thread thread : threads)
        {
            thread.start();
        }
        for (final Thread thread : threads)
        {
            thread.join();
        }
        // The last time is 999,500: so many tokens have come since the first one was taken, and not one more.
        assertTrue(keyed.get() <= 100 + 999, keyed::toString);
        assertTrue(single.get() <= 100 + 999, single::toString);
        assertTrue(keyed.get() >= 100, keyed::toString);
    }

    @Test
    void memoryIsBoundedAndTheKeyThatIsIdleForLongestGoes()
    {
        final TokenBuckets buckets = new TokenBuckets(SECOND, 1);
        assertTrue(take(buckets, "busy", 0));
        for (int i = 0; i < 200_000; i++)
        {
            // So slowly that the bucket of the key which goes is full again.
            final long now = i * SECOND / 100;
            assertTrue(take(buckets, "key" + i, now), "a new key has a full bucket");
            if (i % 100 == 50 && i > 100)
            {
                assertTrue(take(buckets, "busy", now + SECOND / 100));
                assertFalse(take(buckets, "busy", now + SECOND / 100), "a key that is used is kept");
            }
            assertTrue(buckets.size() <= TokenBuckets.MAX_KEYS);
        }
        assertFalse(take(buckets, "key199999", 200_000 * SECOND / 100 - SECOND / 2));
        assertEquals(TokenBuckets.MAX_KEYS, buckets.size());
    }

    /** A client that has used its tokens up cannot get new ones by the use of very many other keys. */
    @Test
    void aBucketThatIsNotFullIsNotForgotten()
    {
        final TokenBuckets buckets = new TokenBuckets(SECOND, 10);
        for (int i = 0; i < 10; i++)
        {
            assertTrue(take(buckets, "used", 0));
        }
        assertFalse(take(buckets, "used", 0));
        int taken = 0;
        for (int i = 0; i < 4 * TokenBuckets.MAX_KEYS; i++)
        {
            taken += take(buckets, "other" + i, 1) ? 1 : 0;
        }
        assertEquals(TokenBuckets.MAX_KEYS, buckets.size());
        assertFalse(take(buckets, "used", 2), "its bucket was forgotten");
        // One for each slot but that of the first key, and the buckets that all others share.
        assertEquals(TokenBuckets.MAX_KEYS - 1 + 16 * 10, taken);
        // When they are full again, new keys get slots of their own.
        for (int i = 0; i < 10; i++)
        {
            assertTrue(take(buckets, "late", 11 * SECOND));
        }
        assertFalse(take(buckets, "late", 11 * SECOND));
    }

    @Test
    void longKeysShareTheBucketOfTheirBeginning()
    {
        final TokenBuckets buckets = new TokenBuckets(SECOND, 1);
        assertTrue(take(buckets, "x".repeat(TokenBuckets.MAX_LENGTH), 0));
        assertFalse(take(buckets, "x".repeat(5_000), 0));
        assertTrue(take(buckets, "x".repeat(TokenBuckets.MAX_LENGTH - 1), 0));
        assertTrue(take(buckets, "", 0));
        assertFalse(take(buckets, "", 0));
    }

    @Test
    void aKnownKeyAllocatesNothing()
    {
        final TokenBuckets buckets = new TokenBuckets(1, 1_000_000_000);
        final byte[][] keys = new byte[100][];
        for (int i = 0; i < keys.length; i++)
        {
            keys[i] = bytes("topic" + i);
        }
        final int[] next = {0};
        assertEquals(0, Allocations.by(() -> {
            final byte[] key = keys[next[0]++ % keys.length];
            buckets.take(key, 0, key.length, next[0]);
            buckets.take(next[0]);
        }, 20_000, 20_000));
    }

    @Test
    void theHashIsSipHash()
    {
        final Random random = new Random(7);
        for (int length = 0; length < 100; length++)
        {
            final byte[] bytes = new byte[length + 5];
            random.nextBytes(bytes);
            final long key0 = random.nextLong();
            final long key1 = random.nextLong();
            assertEquals(Hashing.sipHash24(key0, key1).hashBytes(bytes, 3, length).asLong(),
                SipHash.of(key0, key1, bytes, 3, length));
        }
    }
}
