package io.skim.scan.testing;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.skim.scan.Cursor;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Compares everything that a cursor says of a value with what {@code java.lang} says of the same text.
 */
public final class CursorOracle
{
    private static final byte FILL = 0x5A;

    private CursorOracle()
    {
    }

    /**
     * Checks a value that has a text.
     *
     * @param cursor on the value.
     * @param text   the text it must have.
     */
    public static void check(final Cursor cursor, final String text)
    {
        assertFalse(cursor.isNull());
        assertEquals(text, cursor.toText());
        assertEquals(cursor.kind() + ", " + cursor.length() + " bytes at " + cursor.offset(), cursor.toString());
        assertEquals(text.hashCode(), cursor.textHashCode());
        checkCopies(cursor, text.getBytes(StandardCharsets.UTF_8));
        checkComparisons(cursor, text);
        checkNumbers(cursor, text);
    }

    private static void checkCopies(final Cursor cursor, final byte[] utf8)
    {
        assertEquals(utf8.length, cursor.textLength());
        final byte[] expected = filled(utf8.length + 9);
        System.arraycopy(utf8, 0, expected, 4, utf8.length);
        final byte[] array = filled(utf8.length + 9);
        assertEquals(utf8.length, cursor.copyTo(array, 4));
        assertArrayEquals(expected, array);
        final byte[] exact = new byte[utf8.length];
        assertEquals(utf8.length, cursor.copyTo(exact, 0));
        assertArrayEquals(utf8, exact);
        final byte[] other = filled(utf8.length + 9);
        assertEquals(utf8.length, cursor.copyTo(new UnsafeBuffer(other, 1, utf8.length + 8), 3));
        assertArrayEquals(expected, other);
        final ByteBuf netty = Unpooled.buffer(1).writeByte(FILL);
        assertEquals(utf8.length, cursor.copyTo(netty));
        assertEquals(1 + utf8.length, netty.writerIndex());
        assertEquals(Unpooled.wrappedBuffer(expected, 3, 1 + utf8.length), netty);
        checkTooShort(cursor, utf8.length);
    }

    private static byte[] filled(final int length)
    {
        final byte[] array = new byte[length];
        Arrays.fill(array, FILL);
        return array;
    }

    private static void checkTooShort(final Cursor cursor, final int length)
    {
        final byte[] short1 = filled(length + 2);
        assertEquals(-1, cursor.copyTo(short1, 3));
        assertEquals(-1, cursor.copyTo(short1, -1));
        assertEquals(-1, cursor.copyTo(short1, Integer.MAX_VALUE));
        assertEquals(-1, cursor.copyTo(short1, Integer.MIN_VALUE));
        assertEquals(-1, cursor.copyTo(new UnsafeBuffer(short1), 3));
        assertEquals(-1, cursor.copyTo(new UnsafeBuffer(short1), -1));
        if (length > 0)
        {
            assertEquals(-1, cursor.copyTo(new byte[length - 1], 0));
            final ByteBuf full = Unpooled.buffer(2, length + 1).writeShort(0x5A5A);
            assertEquals(-1, cursor.copyTo(full));
            assertEquals(2, full.writerIndex());
        }
        if (cursor.length() > 0)
        {
            assertEquals(-1, cursor.copyRawTo(new byte[cursor.length() - 1], 0));
        }
        assertEquals(-1, cursor.copyRawTo(short1, -1));
        assertArrayEquals(filled(length + 2), short1);
    }

    private static void checkComparisons(final Cursor cursor, final String text)
    {
        assertTrue(cursor.contentEquals(text));
        assertTrue(cursor.startsWith(text));
        assertTrue(cursor.startsWith(""));
        assertTrue(cursor.startsWith(new byte[0]));
        assertFalse(cursor.contentEquals(text + "x"));
        assertFalse(cursor.startsWith(text + "x"));
        final boolean wellFormed =
            new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8).equals(text);
        assertEquals(wellFormed, cursor.contentEquals(text.getBytes(StandardCharsets.UTF_8)));
        for (int i = 0; i < text.length(); i += 1 + i / 8)
        {
            final String prefix = text.substring(0, i);
            final String changed = prefix + (char)(text.charAt(i) ^ 1) + text.substring(i + 1);
            assertTrue(cursor.startsWith(prefix));
            assertFalse(cursor.contentEquals(prefix));
            assertFalse(cursor.contentEquals(changed));
            assertFalse(cursor.startsWith(changed));
            checkBytes(cursor, text, prefix);
            checkBytes(cursor, text, changed);
        }
        final String swapped = text.chars().mapToObj(unit -> unit < 0x80 ? Character.isUpperCase(unit) ? Character
            .toLowerCase(unit) : Character.toUpperCase(unit) : unit).collect(StringBuilder::new,
                StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();
        final byte[] ascii = swapped.getBytes(StandardCharsets.US_ASCII);
        assertEquals(text.chars().allMatch(unit -> unit < 0x80), cursor.contentEqualsIgnoreCase(ascii));
    }

    /** Bytes are compared as the well-formed UTF-8 they are; half a surrogate pair has none. */
    private static void checkBytes(final Cursor cursor, final String text, final String other)
    {
        final byte[] utf8 = other.getBytes(StandardCharsets.UTF_8);
        if (new String(utf8, StandardCharsets.UTF_8).equals(other))
        {
            assertEquals(text.equals(other), cursor.contentEquals(utf8));
            assertEquals(text.startsWith(other), cursor.startsWith(utf8));
        }
    }

    private static void checkNumbers(final Cursor cursor, final String text)
    {
        Long expected = null;
        try
        {
            expected = text.matches("[+-]?[0-9]+") ? Long.parseLong(text) : null;
        }
        catch (final NumberFormatException outOfRange)
        {
            assertTrue(text.length() > 18);
        }
        final boolean isInt = expected != null && expected == expected.intValue();
        assertEquals(expected != null, cursor.isLong(), text);
        assertEquals(isInt, cursor.isInt(), text);
        assertEquals(expected == null ? -77 : expected, cursor.getLong(-77));
        assertEquals(expected == null ? 0 : expected, cursor.getLong(0));
        assertEquals(isInt ? expected.intValue() : -77, cursor.getInt(-77));
        assertEquals(isInt ? expected.intValue() : 0, cursor.getInt(0));
        assertEquals(expected != null, cursor.isDouble(), text);
        assertEquals(expected == null ? -77 : expected.doubleValue(), cursor.getDouble(-77));
        assertEquals(Boolean.parseBoolean(text), cursor.getBoolean(false));
        assertEquals(!"false".equalsIgnoreCase(text), cursor.getBoolean(true));
        assertEquals("true".equalsIgnoreCase(text) || "false".equalsIgnoreCase(text), cursor.isBoolean());
    }
}
