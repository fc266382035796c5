package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.testing.Allocations;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class HexLinesTest
{
    private static final int LONG = 200_000;
    /** In bytes: the lines' own arrays and one message. */
    private static final int MOST = 200_000;

    private static HexLines lines(final String text)
    {
        return new HexLines(new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII)), 1 << 20, new Source(
            "lines"));
    }

    @Test
    void tellsTheFirstErrorOfALine() throws IOException
    {
        final HexLines lines = lines("00zz z\n0 1x\n01 \n012\n");
        assertTrue(lines.next());
        assertEquals(2, lines.errorAt());
        assertEquals("byte 0x7A is no hex digit", lines.message());
        assertTrue(lines.next());
        assertEquals("a blank between the hex digits", lines.message());
        assertTrue(lines.next());
        assertEquals(null, lines.error());
        assertEquals(1, lines.length());
        assertTrue(lines.next());
        assertEquals("3 hex digits are no whole bytes", lines.message());
        assertFalse(lines.next());
    }

    @Test
    void makesOneMessageOfALineHoweverManyBadDigitsItHas()
    {
        for (final String bad : new String[] {"z", "0 ", "\u0001"})
        {
            final String text = bad.repeat(LONG) + '\n';
            final long allocated = Allocations.by(() -> {
                try
                {
                    assertTrue(lines(text).next());
                }
                catch (final IOException e)
                {
                    throw new UncheckedIOException(e);
                }
            }, 1, 1);
            assertTrue(allocated < text.length() + MOST, () -> allocated + " bytes");
        }
    }
}
