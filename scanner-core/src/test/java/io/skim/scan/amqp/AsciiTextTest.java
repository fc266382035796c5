package io.skim.scan.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.bytes.Words;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class AsciiTextTest
{
    /** What stands before and behind a text is no concern of it. */
    private static final int BEFORE = 3;

    @Test
    void aTextIsGoodIfNoByteOfItIsAboveAsciiWhereverThatStands()
    {
        for (int size = 0; size <= 0xFF; size++)
        {
            assertEquals(size <= AsciiText.LONGEST, isGood(size, -1), "size " + size);
            for (int odd = 0; odd < size; odd++)
            {
                assertFalse(isGood(size, odd), "size " + size + ", odd byte " + odd);
            }
        }
    }

    @Test
    void aTraceparentIsShortEnough()
    {
        assertTrue("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01".length() <= AsciiText.LONGEST);
    }

    /** A text of a size, with a byte that is not ASCII at an index, or none, in an array that ends with the value if it may. */
    private static boolean isGood(final int size, final int odd)
    {
        final int next = BEFORE + 2 + size;
        final byte[] array = new byte[Math.max(next, BEFORE + Long.BYTES)];
        Arrays.fill(array, (byte)0xFF);
        array[BEFORE] = (byte)0xA1;
        array[BEFORE + 1] = (byte)size;
        Arrays.fill(array, BEFORE + 2, next, (byte)0x7F);
        if (odd >= 0)
        {
            array[BEFORE + 2 + odd] = (byte)0x80;
        }
        return AsciiText.isGood(array, BEFORE, next, Words.getLongLittleEndian(array, BEFORE), size);
    }
}
