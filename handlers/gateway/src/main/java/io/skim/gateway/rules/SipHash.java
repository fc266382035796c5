package io.skim.gateway.rules;

import java.nio.ByteOrder;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * SipHash-2-4: a hash with a secret key, so that nobody who does not know it can choose texts with equal hashes.
 *
 * @see "Aumasson and Bernstein, SipHash: a fast short-input PRF, 2012"
 */
final class SipHash
{
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int FINAL_ROUNDS = 4;

    private SipHash()
    {
    }

    static long of(final long key0, final long key1, final byte[] bytes, final int offset, final int length)
    {
        long a = 0x736f6d6570736575L ^ key0;
        long b = 0x646f72616e646f6dL ^ key1;
        long c = 0x6c7967656e657261L ^ key0;
        long d = 0x7465646279746573L ^ key1;
        final int words = length >> 3;
        for (int word = 0; word <= words; word++)
        {
            final long next = word < words ? (long)LONGS.get(bytes, offset + (word << 3)) : tail(bytes, offset, length);
            d ^= next;
            for (int round = 0; round < 2; round++)
            {
                a += b;
                b = Long.rotateLeft(b, 13) ^ a;
                a = Long.rotateLeft(a, 32);
                c += d;
                d = Long.rotateLeft(d, 16) ^ c;
                a += d;
                d = Long.rotateLeft(d, 21) ^ a;
                c += b;
                b = Long.rotateLeft(b, 17) ^ c;
                c = Long.rotateLeft(c, 32);
            }
            a ^= next;
        }
        c ^= 0xff;
        for (int round = 0; round < FINAL_ROUNDS; round++)
        {
            a += b;
            b = Long.rotateLeft(b, 13) ^ a;
            a = Long.rotateLeft(a, 32);
            c += d;
            d = Long.rotateLeft(d, 16) ^ c;
            a += d;
            d = Long.rotateLeft(d, 21) ^ a;
            c += b;
            b = Long.rotateLeft(b, 17) ^ c;
            c = Long.rotateLeft(c, 32);
        }
        return a ^ b ^ c ^ d;
    }

    /** The bytes behind the last whole word, and the length in the highest byte. */
    private static long tail(final byte[] bytes, final int offset, final int length)
    {
        long tail = (long)length << 56;
        for (int i = length & ~7; i < length; i++)
        {
            tail |= (bytes[offset + i] & 0xFFL) << ((i & 7) << 3);
        }
        return tail;
    }
}
