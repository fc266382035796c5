package io.skim.scan;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.testing.Buffers;
import io.skim.scan.testing.Buffers.Buffer;
import io.skim.scan.testing.CursorOracle;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.Values;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumSet;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CursorTest
{
    private final Values values = new Values();

    @ParameterizedTest
    @ValueSource(strings = {"0", "5", "+5", "-5", "007", "-0", "2147483647", "2147483648", "-2147483648", "-2147483649",
        "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
        "00000000000000000000000000000000000005", "99999999999999999999999999", "000000000000000009223372036854775807",
        "123456789012345678", "1234567890123456789", "+", "-", "+-5", "--5", " 5", "5 ", "1.0", "1e3", "0x10", "5L",
        "1_0",
        "\u0665", "abc", "true", "TRUE", "True", "truee", "tru", "1", "false", "null", "t\u0072ue"})
    void textIsANumberWhereParseLongSaysSo(final String text)
    {
        CursorOracle.check(values.binary(text.getBytes(StandardCharsets.UTF_8)), text);
        CursorOracle.check(values.json('"' + text + '"'), text);
        final StringBuilder escaped = new StringBuilder("\"");
        text.chars().forEach(unit -> escaped.append(String.format("\\u%04x", unit)));
        CursorOracle.check(values.json(escaped.append('"').toString()), text);
    }

    @ParameterizedTest
    @CsvSource({"true, true, JSON_BOOLEAN", "false, false, JSON_BOOLEAN", "5, 5, JSON_NUMBER", "-12, -12, JSON_NUMBER",
        "1.50, 1.50, JSON_NUMBER", "12345678901234567890123456789012345678, 12345678901234567890123456789012345678, "
            + "JSON_NUMBER",
        "-0, 0, JSON_ODD_NUMBER", "007, 7, JSON_ODD_NUMBER", "-00.5, -0.5, JSON_ODD_NUMBER",
        "1e3, 1000.0, JSON_ODD_NUMBER", "-15e1, -150.0, JSON_ODD_NUMBER", "0.000001, 0.000001, JSON_NUMBER",
        "-0.0, 0.0, JSON_ODD_NUMBER", "1.5e1, 15.0, JSON_ODD_NUMBER", "0.000000, 0.000000, JSON_NUMBER",
        "{}, {}, JSON_NESTED", "'[1,2]', '[1,2]', JSON_NESTED", "'{\"a\":1}', '{\"a\":1}', JSON_NESTED"})
    void anExtFieldThatIsNoStringHasTheTextThatTheReferenceMakesOfIt(final String json, final String text,
        final Kind kind)
    {
        final Cursor cursor = values.json(json);
        assertEquals(kind, cursor.kind());
        assertEquals(text, cursor.toText());
        assertEquals(text.length(), cursor.textLength());
        assertEquals(text.hashCode(), cursor.textHashCode());
        assertTrue(cursor.contentEquals(text));
        assertTrue(cursor.contentEquals(text.getBytes(StandardCharsets.US_ASCII)));
        assertTrue(cursor.startsWith(text.substring(0, 1)));
        assertFalse(cursor.contentEquals(text + "0"));
        final byte[] copy = new byte[text.length()];
        assertEquals(text.length(), cursor.copyTo(copy, 0));
        assertEquals(text, new String(copy, StandardCharsets.US_ASCII));
        final ByteBuf netty = Unpooled.buffer();
        assertEquals(text.length(), cursor.copyTo(netty));
        assertEquals(text, netty.toString(StandardCharsets.US_ASCII));
        assertEquals(text.equals("true"), cursor.getBoolean(false));
        assertEquals(!text.equals("false"), cursor.getBoolean(true));
        final byte[] raw = new byte[cursor.length()];
        assertEquals(raw.length, cursor.copyRawTo(raw, 0));
        assertEquals(json, new String(raw, StandardCharsets.US_ASCII));
    }

    @ParameterizedTest
    @CsvSource({"2147483647, true, true", "2147483648, false, true", "-2147483649, false, true",
        "9223372036854775807, false, true", "9223372036854775808, false, false", "-9223372036854775809, false, false",
        "'', false, false", "abc, false, false", "1.0, false, false", "0x10, false, false", "0, true, true"})
    void aNumberThatCannotBeReadIsTheDefaultValue(final String text, final boolean isInt, final boolean isLong)
    {
        for (final Cursor cursor : new Cursor[] {values.json('"' + text + '"'),
            new Values().binary(text.getBytes(StandardCharsets.UTF_8))})
        {
            assertEquals(isInt, cursor.isInt());
            assertEquals(isLong, cursor.isLong());
            assertEquals(isLong, cursor.isDouble());
            for (final int other : new int[] {0, -1, 77})
            {
                assertEquals(isInt ? Integer.parseInt(text) : other, cursor.getInt(other));
                assertEquals(isLong ? Long.parseLong(text) : other, cursor.getLong(other));
                assertEquals(isLong ? Long.parseLong(text) : other, cursor.getDouble(other));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"true, true", "TRUE, true", "False, false", "false, false", "tru\\u0065, true", "f\\u0061lse, false",
        "1,",
        "yes,", "'',", "falsehood,", "fals,", "truth,", "nope!,"})
    void aBooleanThatCannotBeReadIsTheDefaultValue(final String text, final Boolean expected)
    {
        final Cursor cursor = values.json('"' + text + '"');
        assertEquals(expected != null, cursor.isBoolean());
        assertEquals(expected != null && expected, cursor.getBoolean(false));
        assertEquals(expected == null || expected, cursor.getBoolean(true));
    }

    @Test
    void nullEqualsNothingAndHasNothing()
    {
        for (final Cursor cursor : new Cursor[] {values.json("null"), new Values().binary()})
        {
            assertTrue(cursor.isNull());
            assertEquals(Kind.NULL, cursor.kind());
            assertNull(cursor.toText());
            assertTrue(cursor.toString().startsWith("NULL, "), cursor.toString());
            assertFalse(cursor.contentEquals("null"));
            assertFalse(cursor.contentEquals(""));
            assertFalse(cursor.contentEquals(new byte[0]));
            assertFalse(cursor.contentEquals("null".getBytes(StandardCharsets.US_ASCII)));
            assertFalse(cursor.contentEqualsIgnoreCase(new byte[0]));
            assertFalse(cursor.contentEqualsIgnoreCase("null".getBytes(StandardCharsets.US_ASCII)));
            assertFalse(cursor.startsWith(""));
            assertFalse(cursor.startsWith(new byte[0]));
            assertFalse(cursor.startsWith("n"));
            assertEquals(0, cursor.textHashCode());
            assertFalse(cursor.isInt());
            assertFalse(cursor.isLong());
            assertFalse(cursor.isDouble());
            assertFalse(cursor.isBoolean());
            assertFalse(cursor.getBoolean(false));
            assertTrue(cursor.getBoolean(true));
            assertEquals(9, cursor.getInt(9));
            assertEquals(9, cursor.getLong(9));
            assertEquals(9, cursor.getDouble(9));
        }
    }

    @Test
    void nullHasATextOfNoBytes()
    {
        final byte[] untouched = {1, 2, 3, 4, 5};
        for (final Cursor cursor : new Cursor[] {values.json("null"), new Values().binary()})
        {
            assertEquals(0, cursor.textLength());
            assertEquals(0, cursor.copyTo(untouched, 0));
            assertEquals(0, cursor.copyTo(Unpooled.wrappedBuffer(untouched).writerIndex(5)));
            assertEquals(0, cursor.copyTo(new UnsafeBuffer(untouched), 0));
            assertArrayEquals(new byte[] {1, 2, 3, 4, 5}, untouched);
        }
    }

    @Test
    void emptyJsonTextIsNotNull()
    {
        CursorOracle.check(values.json("\"\""), "");
    }

    @Test
    void halfOfASurrogatePairIsNoQuestionMark()
    {
        final Cursor half = values.json("\"a\\ud800\"");
        assertFalse(half.contentEquals("a?".getBytes(StandardCharsets.US_ASCII)));
        assertFalse(half.startsWith("a?".getBytes(StandardCharsets.US_ASCII)));
        assertFalse(half.contentEquals("a?"));
        assertFalse(half.contentEqualsIgnoreCase("a?".getBytes(StandardCharsets.US_ASCII)));
        assertTrue(half.contentEquals("a\uD800"));
    }

    @Test
    void offsetAndLengthAreRaw()
    {
        final Cursor cursor = values.json("\"a\\u0062c\"");
        assertEquals(8, cursor.length());
        assertEquals(3, cursor.textLength());
        assertFalse(cursor.isVerbatim());
        final byte[] raw = new byte[10];
        assertEquals(8, cursor.copyRawTo(raw, 1));
        assertEquals("\0a\\u0062c\0", new String(raw, StandardCharsets.US_ASCII));
        assertTrue(values.json("\"abc\"").isVerbatim());
    }

    private static final RemotingInterest FIXED = fixed();

    private static RemotingInterest fixed()
    {
        final RemotingInterest.Builder builder = RemotingScanner.interest();
        for (final RemotingField field : new RemotingField[] {RemotingField.CODE, RemotingField.LANGUAGE,
            RemotingField.VERSION, RemotingField.OPAQUE, RemotingField.FLAG})
        {
            builder.field(field, field.ordinal());
        }
        return builder.build();
    }

    @ParameterizedTest
    @CsvSource({"0000 00 0000 00000000 00000000, 0 0 0 0 0", "FFFF FF FFFF FFFFFFFF FFFFFFFF, -1 -1 -1 -1 -1",
        "7FFF 7F 7FFF 7FFFFFFF 7FFFFFFF, 32767 127 32767 2147483647 2147483647",
        "8000 80 8000 80000000 80000000, -32768 -128 -32768 -2147483648 -2147483648",
        "0136 0A 01DF 000003E8 00000001, 310 10 479 1000 1"})
    void binaryNumbersHaveTheTextOfTheirDigits(final String hex, final String expected)
    {
        final byte[] frame = Frames.frame(1, Frames.hex(hex + "0000000000000000"));
        final StringBuilder found = new StringBuilder();
        assertEquals(Outcome.COMPLETE, new RemotingScanner().scan(new FrameView().wrap(frame), FIXED, (id, value) -> {
            assertFalse(value.isVerbatim() && value.textLength() != value.length());
            CursorOracle.check(value, String.valueOf(value.getInt(0)));
            found.append(id == 0 ? "" : " ").append(value.toText());
            return Action.CONTINUE;
        }));
        assertEquals(expected, found.toString());
    }

    @Test
    void aBodyIsCopiedFromWhereverItStands()
    {
        final byte[] body = new byte[500];
        for (int i = 0; i < body.length; i++)
        {
            body[i] = (byte)i;
        }
        final byte[] frame = Frames.json("{\"opaque\":1}".getBytes(StandardCharsets.US_ASCII), body);
        final RemotingInterest interest = RemotingScanner.interest().field(RemotingField.BODY, 0).build();
        for (final Buffer buffer : Buffers.all(frame))
        {
            final FrameView view = new FrameView();
            buffer.wrap().accept(view);
            assertEquals(Outcome.COMPLETE, new RemotingScanner().scan(view, interest, (id, value) -> {
                assertEquals(Kind.BYTES, value.kind());
                assertEquals(20, value.offset());
                assertEquals(500, value.textLength());
                final byte[] array = new byte[510];
                assertEquals(500, value.copyTo(array, 7));
                assertArrayEquals(body, Arrays.copyOfRange(array, 7, 507));
                final ByteBuf netty = Unpooled.buffer();
                assertEquals(500, value.copyTo(netty));
                assertEquals(Unpooled.wrappedBuffer(body), netty);
                final byte[] agrona = new byte[500];
                assertEquals(500, value.copyTo(new UnsafeBuffer(agrona), 0));
                assertArrayEquals(body, agrona);
                assertEquals(500, value.copyRawTo(agrona, 0));
                assertEquals(-1, value.copyTo(new byte[499], 0));
                assertEquals(-1, value.copyTo(Unpooled.buffer(1, 499)));
                assertEquals(-1, value.copyTo(new UnsafeBuffer(agrona), 1));
                assertEquals("BYTES, 500 bytes at 20", value.toString());
                assertFalse(value.isInt());
                return Action.CONTINUE;
            }), buffer::name);
            buffer.free().run();
        }
    }

    @Test
    void aBodyThatHasNotArrivedIsNotCopied()
    {
        final byte[] frame = Frames.json("{\"opaque\":1}".getBytes(StandardCharsets.US_ASCII), new byte[50]);
        final RemotingInterest interest = RemotingScanner.interest().field(RemotingField.BODY, 0).build();
        for (int available = 20; available < frame.length; available += 7)
        {
            final FrameView view = new FrameView().wrapPart(frame, 0, available, frame.length);
            assertEquals(Outcome.COMPLETE, new RemotingScanner().scan(view, interest, (id, value) -> {
                assertEquals(50, value.length());
                assertEquals(-1, value.copyTo(new byte[50], 0));
                assertEquals(-1, value.copyRawTo(new byte[50], 0));
                assertEquals(-1, value.copyTo(Unpooled.buffer()));
                assertEquals(-1, value.copyTo(new UnsafeBuffer(new byte[50]), 0));
                assertFalse(value.contentEquals(new byte[50]));
                assertFalse(value.startsWith(new byte[1]));
                return Action.CONTINUE;
            }));
        }
    }

    @Test
    void aCursorTellsItsPlaceAndNotTheValue()
    {
        final FrameView view = new FrameView().wrap("secret key".getBytes(StandardCharsets.US_ASCII));
        final Cursor cursor = new Cursor();
        for (final Kind kind : Kind.values())
        {
            assertEquals(kind + ", 6 bytes at 2", cursor.wrap(view, 2, 6, kind).toString());
        }
        view.reset();
        assertTrue(cursor.toString().endsWith("6 bytes at 2"), cursor.toString());
        cursor.reset();
        assertEquals("no value", cursor.toString());
    }

    @Test
    void aNewCursorIsOnNothing()
    {
        assertEquals("no value", new Cursor().toString());
        assertThrows(IllegalStateException.class, () -> new Cursor().kind());
        final Cursor cursor = values.json("5");
        cursor.reset();
        assertThrows(IllegalStateException.class, () -> cursor.getInt(0));
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void numbersOfTheirOwnBitsWithASignAreSigned(final Kind kind)
    {
        final Cursor cursor = new Cursor().wrap(new FrameView().wrap(new byte[16]), 0, 1, kind);
        assertEquals(EnumSet.of(Kind.INT8, Kind.INT16, Kind.INT32, Kind.INT64, Kind.TIMESTAMP).contains(kind), cursor
            .isSigned());
        cursor.reset();
        assertThrows(IllegalStateException.class, cursor::isSigned);
    }
}
