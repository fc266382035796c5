package io.skim.bytes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.BitSet;
import org.apache.qpid.protonj2.codec.EncodingCodes;
import org.junit.jupiter.api.Test;

/** The table of format codes against the standard's layout rule and protonj2's list of codes. */
class FormatCodesTest
{
    @Test
    void knowsTheCodesThatProtonKnows() throws IllegalAccessException
    {
        final BitSet expected = new BitSet();
        for (final var field : EncodingCodes.class.getFields())
        {
            if (field.getType() == byte.class)
            {
                expected.set(field.getByte(null) & 0xFF);
            }
        }
        expected.clear(FormatCodes.DESCRIBED);
        final BitSet known = new BitSet();
        for (int code = 0; code < 256; code++)
        {
            known.set(code, FormatCodes.kind(code) != Kinds.NONE);
        }
        assertEquals(expected, known);
    }

    @Test
    void tellsTheWidthByTheUpperFourBits()
    {
        for (int code = 0; code < 256; code++)
        {
            final int layout = code >>> 4;
            final boolean isSized = layout == FormatCodes.VARIABLE || layout == FormatCodes.COMPOUND;
            final int width = FormatCodes.kind(code) == Kinds.NONE ? -1
                : isSized ? FormatCodes.SIZED : layout > 9 ? -1 : layout == 4 ? 0 : 1 << layout - 5;
            assertEquals(width, FormatCodes.width(code), Integer.toHexString(code));
            if (FormatCodes.fixedKind(code) != Kinds.NONE)
            {
                assertEquals(width, FormatCodes.leastBody(code), Integer.toHexString(code));
            }
        }
    }

    @Test
    void givesEachCodeBackThatItHasReadTheKindOf()
    {
        for (int code = 0x40; code < 256; code++)
        {
            final int kind = FormatCodes.kind(code);
            if (kind != Kinds.NONE)
            {
                final boolean isWide = code >= FormatCodes.BINARY && (code & FormatCodes.WIDE) != 0;
                final int width = FormatCodes.width(code);
                final int length = width >= 0 && width < FormatCodes.SIZED ? width : isWide ? 0x100 : 2;
                final int expected = code == FormatCodes.BOOLEAN ? FormatCodes.BOOLEAN : code;
                final int of = FormatCodes.of(code == FormatCodes.BOOLEAN ? Kinds.TRUE : kind, length, isWide);
                assertEquals(expected, of, Integer.toHexString(code));
            }
        }
    }
}
