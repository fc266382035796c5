package io.skim.bytes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class SectionHeadsTest
{
    /** By rank: the code of the section's own type with a short size; of sequences and values none. */
    private static final List<Integer> CODES = List.of(0xC0, 0xC1, 0xC1, 0xC0, 0xC1, 0xA0, 0, 0, 0xC1);

    private static long word(final int descriptor, final int code, final int size)
    {
        return Long
            .reverseBytes(0x0053_0000_0000_0000L | (long)descriptor << 40 | (long)code << 32 | size & 0xFFFF_FFFFL);
    }

    @Test
    void aSectionIsToldByItsDescriptorAndTheCodeOfItsOwnType()
    {
        for (int descriptor = 0; descriptor < 256; descriptor++)
        {
            final int rank = descriptor - 0x70;
            final int own = rank >= 0 && rank < CODES.size() ? CODES.get(rank) : 0;
            for (int code = 0; code < 256; code++)
            {
                final boolean isOwn = own != 0 && (code == own || code == own + 0x10);
                assertEquals(isOwn ? rank : -1, SectionHeads.rank(word(descriptor, code, 7)), descriptor + " " + code);
            }
        }
        assertEquals(-1, SectionHeads.rank(word(0x70, 0xC0, 7) | 1), "described by what is no zero");
    }

    @Test
    void endsWhereItsSizeSays()
    {
        assertEquals(1, SectionHeads.sizeWidth(word(0x70, 0xC0, 0)));
        assertEquals(105 + 255, SectionHeads.end(word(0x70, 0xC0, 0xFF123456), 100));
        assertEquals(106, SectionHeads.end(word(0x70, 0xC0, 0x01123456), 100));
        assertEquals(4, SectionHeads.sizeWidth(word(0x70, 0xD0, 0)));
        assertEquals(108 + 0x00123456, SectionHeads.end(word(0x70, 0xD0, 0x00123456), 100));
        assertEquals(112, SectionHeads.end(word(0x70, 0xD0, 4), 100));
    }

    @Test
    void endsBeforeItBeginsIfTheSizeIsNoSize()
    {
        for (final int size : new int[] {0, 3, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE - 100})
        {
            assertTrue(SectionHeads.end(word(0x71, 0xD1, size), 100) < 100, () -> "size " + size);
        }
        assertTrue(SectionHeads.end(word(0x71, 0xC1, 0), 100) < 100);
    }
}
