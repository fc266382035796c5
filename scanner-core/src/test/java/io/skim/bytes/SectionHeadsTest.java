package io.skim.bytes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class SectionHeadsTest
{
    /** By rank: the code of the section's own type with a short size; of sequences none, of values one of theirs. */
    private static final List<Integer> CODES = List.of(0xC0, 0xC1, 0xC1, 0xC0, 0xC1, 0xA0, 0, 0xA1, 0xC1);
    private static final int VALUE = 7;

    private static long word(final int descriptor, final int code, final int size)
    {
        return Long
            .reverseBytes(0x0053_0000_0000_0000L | (long)descriptor << 40 | (long)code << 32 | size & 0xFFFF_FFFFL);
    }

    private static int length(final int descriptor, final int code, final int size)
    {
        final long word = word(descriptor, code, size);
        return SectionHeads.length(word, SectionHeads.size(word));
    }

    private static int form(final int descriptor, final int code)
    {
        return SectionHeads.form(SectionHeads.slot(word(descriptor, code, 0)));
    }

    private static boolean isUsual(final long word)
    {
        return SectionHeads.isUsual(SectionHeads.form(SectionHeads.slot(word)), word);
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
                final boolean isOwn = rank == VALUE ? isOfValue(code) : own != 0 && (code == own || code == own + 0x10
                    || own == 0xC0 && code == 0x45);
                final int form = form(descriptor, code);
                assertEquals(isOwn, isUsual(word(descriptor, code, 7)), descriptor + " " + code);
                assertTrue(!isOwn || SectionHeads.rank(form) == rank, descriptor + " " + code);
                assertTrue(!isOwn || SectionHeads.kind(form) == (rank == 5 ? Kinds.BYTES : FormatCodes
                    .kind(code)), descriptor + " " + code);
            }
        }
        assertFalse(isUsual(word(0x70, 0xC0, 7) | 1), "described by what is no zero");
        assertFalse(isUsual(0));
        assertFalse(isUsual(-1));
    }

    /** Whether a value of the code is usual in a value section: not an array, a boolean's octet or a code point. */
    private static boolean isOfValue(final int code)
    {
        return FormatCodes.kind(code) != Kinds.NONE && FormatCodes.kind(code) != Kinds.ARRAY
            && code != FormatCodes.BOOLEAN
            && code != FormatCodes.CHAR;
    }

    @Test
    void aBodyComesBehindNoOtherBody()
    {
        for (int rank = 0; rank < CODES.size(); rank++)
        {
            final int form = form(0x70 + rank, CODES.get(rank));
            assertTrue(rank == 6 || SectionHeads.before(form) == (rank == 7 ? 5 : rank), "rank " + rank);
        }
    }

    @Test
    void isAsLongAsItsSizeSays()
    {
        assertEquals(4, length(0x70, 0x45, 0xFFFFFFFF));
        assertEquals(4, length(0x77, 0x40, 0xFFFFFFFF));
        assertEquals(5 + 255, length(0x70, 0xC0, 0xFF123456));
        assertEquals(6, length(0x70, 0xC0, 0x01123456));
        assertEquals(5, length(0x75, 0xA0, 0x00123456));
        assertEquals(8 + 0x00123456, length(0x70, 0xD0, 0x00123456));
        assertEquals(12, length(0x70, 0xD0, 4));
        assertEquals(8, length(0x75, 0xB0, 0));
        assertEquals(4 + 255, length(0x77, 0xA3, 0xFF123456) - 1);
    }

    @Test
    void isAsLongAsTheCodeSaysIfThereIsNoSize()
    {
        for (int code = 0; code < 0xA0; code++)
        {
            assertTrue(FormatCodes.kind(code) == Kinds.NONE || length(0x77, code, -1) == 4 + FormatCodes.width(code),
                "code " + code);
        }
    }

    @Test
    void theBodyBeginsBehindALengthAndWithASizeAndCount()
    {
        assertEquals(4, SectionHeads.bodyOffset(form(0x70, 0xC0)));
        assertEquals(4, SectionHeads.bodyOffset(form(0x74, 0xD1)));
        assertEquals(5, SectionHeads.bodyOffset(form(0x75, 0xA0)));
        assertEquals(8, SectionHeads.bodyOffset(form(0x77, 0xB1)));
    }

    @Test
    void aSizeThatIsNoIntIsNegativeOrTheLengthIs()
    {
        assertEquals(-1, SectionHeads.size(word(0x75, 0xB0, -1)));
        assertEquals(Integer.MIN_VALUE, SectionHeads.size(word(0x75, 0xB0, Integer.MIN_VALUE)));
        for (int size = Integer.MAX_VALUE; size > Integer.MAX_VALUE - 8; size--)
        {
            assertTrue(length(0x75, 0xB0, size) < 0);
        }
        assertEquals(Integer.MAX_VALUE, length(0x75, 0xB0, Integer.MAX_VALUE - 8));
    }

    @Test
    void aSizeLeavesRoomForTheCountBehindIt()
    {
        assertEquals(1, SectionHeads.leastSize(form(0x71, 0xC1)));
        assertEquals(4, SectionHeads.leastSize(form(0x71, 0xD1)));
        assertEquals(0, SectionHeads.leastSize(form(0x75, 0xA0)));
        assertEquals(0, SectionHeads.leastSize(form(0x77, 0xB1)));
        assertEquals(0, SectionHeads.leastSize(form(0x70, 0x45)));
    }
}
