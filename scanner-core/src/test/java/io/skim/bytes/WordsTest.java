package io.skim.bytes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WordsTest
{
    private final Random random = new Random(7);
    private final byte[] array = new byte[64];

    WordsTest()
    {
        random.nextBytes(array);
    }

    @Test
    void loadsNumbersAtEveryIndex()
    {
        for (int i = 0; i <= array.length - 8; i++)
        {
            assertEquals(ByteBuffer.wrap(array).getShort(i), Words.getShort(array, i));
            assertEquals(ByteBuffer.wrap(array).getInt(i), Words.getInt(array, i));
            assertEquals(ByteBuffer.wrap(array).getLong(i), Words.getLong(array, i));
            assertEquals(ByteBuffer.wrap(array).order(ByteOrder.LITTLE_ENDIAN).getLong(i), Words.getLongLittleEndian(
                array, i));
        }
        assertEquals(ByteBuffer.wrap(array).getShort(62), Words.getShort(array, 62));
        assertEquals(ByteBuffer.wrap(array).getInt(60), Words.getInt(array, 60));
    }

    @Test
    void neverReadsOutsideTheArray()
    {
        for (final int index : new int[] {-1, -8, Integer.MIN_VALUE, 57, 64, Integer.MAX_VALUE})
        {
            assertThrows(IndexOutOfBoundsException.class, () -> Words.getLong(array, index));
            assertThrows(IndexOutOfBoundsException.class, () -> Words.getLongLittleEndian(array, index));
        }
        assertThrows(IndexOutOfBoundsException.class, () -> Words.getInt(array, 61));
        assertThrows(IndexOutOfBoundsException.class, () -> Words.getShort(array, 63));
    }

    @Test
    void theLowestMarkIsTheFirstByteThatMatches()
    {
        for (int i = 0; i < 200_000; i++)
        {
            final byte[] bytes = new byte[8];
            for (int at = 0; at < 8; at++)
            {
                bytes[at] = (byte)(random.nextInt(3) == 0 ? random.nextInt(256) : 0x20 + random.nextInt(5));
            }
            final long word = Words.getLongLittleEndian(bytes, 0);
            final int value = random.nextInt(128);
            int equal = 8;
            int below = 8;
            for (int at = 7; at >= 0; at--)
            {
                equal = bytes[at] == value ? at : equal;
                below = bytes[at] >= 0 && bytes[at] < value ? at : below;
            }
            final long marks = Words.match(word, Words.repeat(value));
            assertEquals(equal, marks == 0 ? 8 : Words.firstMarked(marks));
            final long low = value == 0 ? 0 : Words.below(word, Words.repeat(value));
            assertEquals(below, low == 0 ? 8 : Words.firstMarked(low));
        }
    }

    @Test
    void findsTheFirstByteBetweenTheIndices()
    {
        for (int i = 0; i < 100_000; i++)
        {
            final int from = random.nextInt(array.length);
            final int to = from + random.nextInt(array.length - from + 1);
            final int value = random.nextInt(2) == 0 ? random.nextInt(128) : Math.abs(array[random.nextInt(64)]) & 0x7F;
            int expected = from;
            while (expected < to && array[expected] != value)
            {
                expected++;
            }
            assertEquals(expected, Words.indexOf(array, from, to, value));
        }
    }

    @Test
    void aRunIsAsciiIfNoByteOfItHasItsHighBit()
    {
        for (int length = 0; length <= 40; length++)
        {
            for (int from = 8; from + length <= array.length; from++)
            {
                // High bits all around the run, so that one read too far shows.
                Arrays.fill(array, (byte)0xFF);
                Arrays.fill(array, from, from + length, (byte)0x7F);
                assertTrue(Words.isAscii(array, from, length), from + "+" + length);
                for (int at = from; at < from + length; at++)
                {
                    array[at] = (byte)0x80;
                    assertFalse(Words.isAscii(array, from, length), from + "+" + length + " at " + at);
                    array[at] = 0x7F;
                }
            }
        }
    }

    @Test
    void aPrefixIsPaddedWithZeros()
    {
        for (int length = 1; length <= 20; length++)
        {
            for (int from = 8; from + length <= array.length; from++)
            {
                final byte[] padded = new byte[8];
                System.arraycopy(array, from, padded, 0, Math.min(8, length));
                assertEquals(Words.getLong(padded, 0), Words.prefix(array, from, length));
            }
        }
    }

    @Test
    void runsAreEqualIfEveryByteIs()
    {
        for (int length = 0; length <= 30; length++)
        {
            final byte[] other = new byte[array.length];
            random.nextBytes(other);
            System.arraycopy(array, 9, other, 3, length);
            assertTrue(Words.equals(array, 9, other, 3, length));
            for (int at = 0; at < length; at++)
            {
                other[3 + at] ^= 0x10;
                assertFalse(Words.equals(array, 9, other, 3, length), length + " at " + at);
                other[3 + at] ^= 0x10;
            }
        }
    }

    @Test
    void shortRunsAtTheEndsOfTheirArraysAreCompared()
    {
        final byte[] one = {1, 2, 3};
        assertTrue(Words.equals(one, 0, new byte[] {1, 2, 3}, 0, 3));
        assertFalse(Words.equals(one, 0, new byte[] {1, 2, 4}, 0, 3));
        assertTrue(Words.equals(one, 3, new byte[0], 0, 0));
    }
}
