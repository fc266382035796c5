package io.skim.encode;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Limits;
import io.skim.scan.remoting.RemotingLanguage;
import io.skim.scan.spi.Cursors;
import io.skim.scan.testing.HeaderRecord;
import io.skim.scan.testing.Reference;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/**
 * What cannot be written so that it is read back the same is refused with a reason, and leaves no trace.
 */
class RemotingEncoderRefusalTest
{
    private static final EntryKey NAME = EntryKey.of("name");
    private static final EntryKey HOLDER = EntryKey.of("properties");
    private static final byte[] BEFORE = {1, 2, 3};

    private final RemotingEncoder binary = new BinaryRemotingEncoder();
    private final RemotingEncoder json = new JsonRemotingEncoder();

    private static RemotingEncoder begin(final RemotingEncoder encoder)
    {
        return encoder.begin(10, RemotingLanguage.JAVA, 515, 7, 0);
    }

    private static void refuses(final EncodeRefusal refusal, final RemotingEncoder encoder,
        final Consumer<RemotingEncoder> calls)
    {
        refuses(refusal, encoder, calls, 0);
    }

    private static void refuses(final EncodeRefusal refusal, final RemotingEncoder encoder,
        final Consumer<RemotingEncoder> calls, final int bodyLength)
    {
        for (final ByteBuf out : List.of(Unpooled.buffer(16), Unpooled.buffer(100_000), Unpooled.directBuffer()))
        {
            out.writeBytes(BEFORE);
            encoder.wrap(out);
            assertNull(encoder.refusal());
            calls.accept(encoder);
            assertEquals(-1, encoder.end(bodyLength));
            assertEquals(refusal, encoder.refusal());
            assertArrayEquals(BEFORE, ByteBufUtil.getBytes(out));
            // And it is good for the next frame.
            encoder.wrap(out);
            begin(encoder);
            assertTrue(encoder.end() > 0);
            assertNull(encoder.refusal());
            out.release();
        }
        assertTrue(refusal.sentence().length() > 0);
    }

    private static Consumer<RemotingEncoder> entries(final Consumer<RemotingEncoder> calls)
    {
        return encoder -> {
            begin(encoder).beginExtFields();
            calls.accept(encoder);
            encoder.endExtFields();
        };
    }

    private static Consumer<RemotingEncoder> properties(final Consumer<RemotingEncoder> calls)
    {
        return entries(encoder -> {
            encoder.beginProperties(HOLDER);
            encoder.putProperty(NAME, "before");
            calls.accept(encoder);
            encoder.endProperties();
        });
    }

    @Test
    void binaryRefusesNumbersOfMoreThanSixteenBits()
    {
        for (final int number : new int[] {200_050, 32_768, -32_769, Integer.MIN_VALUE})
        {
            refuses(EncodeRefusal.NUMBER_TOO_GREAT, binary, encoder -> encoder.begin(number, RemotingLanguage.JAVA, 0,
                0, 0));
            refuses(EncodeRefusal.NUMBER_TOO_GREAT, binary, encoder -> encoder.begin(0, RemotingLanguage.JAVA, number,
                0, 0));
        }
    }

    @Test
    void binaryRefusesNoLanguageAndJsonLeavesItOut()
    {
        refuses(EncodeRefusal.LANGUAGE_MISSING, binary, encoder -> encoder.begin(10, null, 0, 0, 0));
        final HeaderValues values = new HeaderValues();
        values.language = null;
        assertArrayEquals(values.byReference(true), values.byEncoder(json));
    }

    @Test
    void binaryRefusesEmptyTextWhichIsReadAsNull()
    {
        refuses(EncodeRefusal.EMPTY_TEXT, binary, encoder -> begin(encoder).remark(""));
        refuses(EncodeRefusal.EMPTY_TEXT, binary, entries(encoder -> encoder.putEntry(NAME, "")));
        refuses(EncodeRefusal.EMPTY_TEXT, binary, entries(encoder -> encoder.putEntry(NAME, new byte[3], 2, 0)));
    }

    @Test
    void halvesOfSurrogatePairsAreRefused()
    {
        for (final String half : List.of("\uD83D", "a\uDE00", "\uD83D\uD83D\uDE00", "long enough for words \uDBFF!"))
        {
            for (final RemotingEncoder encoder : List.of(binary, json))
            {
                refuses(EncodeRefusal.INVALID_TEXT, encoder, each -> begin(each).remark(half));
                refuses(EncodeRefusal.INVALID_TEXT, encoder, entries(each -> each.putEntry(NAME, half)));
                refuses(EncodeRefusal.INVALID_TEXT, encoder, entries(each -> each.putEntry(NAME, new StringBuilder(
                    half))));
                refuses(EncodeRefusal.INVALID_TEXT, encoder, properties(each -> each.putProperty(NAME, half)));
            }
            assertThrows(IllegalArgumentException.class, () -> EntryKey.of(half));
        }
    }

    @Test
    void illFormedUtf8IsRefused()
    {
        for (final byte[] utf8 : List.of(new byte[] {(byte)0xC0, (byte)0x81}, new byte[] {'a', (byte)0xFF}, new byte[] {
            (byte)0xED, (byte)0xA0, (byte)0xBD}, new byte[] {(byte)0xC3}))
        {
            for (final RemotingEncoder encoder : List.of(binary, json))
            {
                refuses(EncodeRefusal.INVALID_TEXT, encoder, entries(each -> each.putEntry(NAME, utf8, 0,
                    utf8.length)));
                refuses(EncodeRefusal.INVALID_TEXT, encoder, properties(each -> each.putProperty(NAME, utf8, 0,
                    utf8.length)));
            }
        }
    }

    private static Cursor cursor(final byte[] bytes, final Kind kind)
    {
        return Cursors.wrap(new Cursor(), new FrameView().wrap(Unpooled.wrappedBuffer(bytes)), 0, bytes.length, kind);
    }

    private void refusesCopies(final Cursor value)
    {
        for (final RemotingEncoder encoder : List.of(binary, json))
        {
            refuses(EncodeRefusal.INVALID_TEXT, encoder, each -> begin(each).remark(value));
            refuses(EncodeRefusal.INVALID_TEXT, encoder, entries(each -> each.putEntry(NAME, value)));
            refuses(EncodeRefusal.INVALID_TEXT, encoder, entries(each -> each.putEntry(value, value)));
            refuses(EncodeRefusal.INVALID_TEXT, encoder, properties(each -> each.putProperty(NAME, value)));
            refuses(EncodeRefusal.INVALID_TEXT, encoder, properties(each -> each.putProperty(value, value)));
        }
    }

    /** A lenient scan shows them; their copy would have a mark that the value has not. */
    @Test
    void halvesOfSurrogatePairsThatAreCopiedAreRefused()
    {
        for (final String half : List.of("\\ud83d", "a\\uDE00?", "?\\ud83d\\ud83d\\ude00", "\\u0001 and long \\udbff!"))
        {
            refusesCopies(cursor(half.getBytes(StandardCharsets.US_ASCII), Kind.JSON_TEXT));
        }
        final Cursor pair = cursor("why? \\ud83d\\ude00".getBytes(StandardCharsets.US_ASCII), Kind.JSON_TEXT);
        for (final RemotingEncoder encoder : List.of(binary, json))
        {
            final ByteBuf out = Unpooled.buffer();
            encoder.wrap(out);
            entries(each -> each.putEntry(NAME, pair)).accept(encoder);
            assertTrue(encoder.end() > 0);
            assertTrue(out.toString(StandardCharsets.UTF_8).contains("why? \uD83D\uDE00"));
        }
    }

    @Test
    void valuesWithoutATextAreRefused()
    {
        for (final Kind kind : List.of(Kind.FLOAT32, Kind.FLOAT64, Kind.DECIMAL32, Kind.DECIMAL64, Kind.DECIMAL128))
        {
            refusesCopies(cursor(new byte[kind == Kind.DECIMAL128 ? 16 : 8], kind));
        }
    }

    @Test
    void propertiesThatNoReaderWouldFindAreRefused()
    {
        for (final RemotingEncoder encoder : List.of(binary, json))
        {
            for (final String value : List.of("", "\1", "a\2", "so long that words are searched\1 and more"))
            {
                refuses(EncodeRefusal.INVALID_PROPERTY, encoder, properties(each -> each.putProperty(NAME, value)));
            }
            for (final String name : List.of("\1", "a\2b"))
            {
                refuses(EncodeRefusal.INVALID_PROPERTY, encoder, properties(each -> each.putProperty(EntryKey.of(name),
                    "v")));
                refuses(EncodeRefusal.INVALID_PROPERTY, encoder, properties(each -> each.putProperty(EntryKey.of(name),
                    1)));
            }
            refuses(EncodeRefusal.INVALID_PROPERTY, encoder, properties(each -> each.putProperty(cursor(new byte[0],
                Kind.NULL), cursor(BEFORE, Kind.TEXT))));
        }
    }

    @Test
    void namesThatReadersOfJsonTakeForSomethingElseAreRefusedThere()
    {
        for (final String name : List.of("a\0", "\0", "$ref", "@type"))
        {
            refuses(EncodeRefusal.AMBIGUOUS_NAME, json, entries(encoder -> encoder.putEntry(EntryKey.of(name), "v")));
            assertEquals("v", HeaderValues.extFields(new HeaderValues(name, "v").byEncoder(binary)).get(name));
        }
    }

    @Test
    void namesFromElsewhereAreRefusedWithoutAnException()
    {
        for (final RemotingEncoder encoder : List.of(binary, json))
        {
            for (final String name : List.of("", "x".repeat(32_768), "\u20AC".repeat(10_923), "a\uD83D"))
            {
                final EncodeRefusal refusal = EntryKey.refusal(name);
                assertNotNull(refusal);
                refuses(refusal, encoder, entries(each -> each.putEntry(name, "v")));
                refuses(refusal, encoder, entries(each -> each.putNull(name)));
            }
            final ByteBuf out = Unpooled.buffer();
            encoder.wrap(out);
            entries(each -> {
                each.putEntry("n\u00E4me", "v");
                each.putEntry("none", (CharSequence)null);
                each.putNull("null");
            }).accept(encoder);
            assertEquals(encoder.end(), out.readableBytes());
            final HeaderRecord header = Reference.decode(ByteBufUtil.getBytes(out));
            assertEquals("v", header.extFields.get("n\u00E4me"));
            assertTrue(header.extFields.containsKey("null"));
            assertNull(header.extFields.get("null"));
            assertEquals(2, header.extFields.size());
        }
    }

    @Test
    void propertiesInBytesWithASeparatorAreRefused()
    {
        for (final RemotingEncoder encoder : List.of(binary, json))
        {
            for (final String value : List.of("\1", "a\2", "so long that words are searched\1 and more"))
            {
                final byte[] utf8 = ('x' + value + 'y').getBytes(StandardCharsets.UTF_8);
                refuses(EncodeRefusal.INVALID_PROPERTY, encoder, properties(each -> each.putProperty(NAME, utf8, 1,
                    utf8.length - 2)));
                refuses(EncodeRefusal.INVALID_PROPERTY, encoder, properties(each -> each.putProperty(NAME,
                    new StringBuilder(value))));
                refuses(EncodeRefusal.INVALID_PROPERTY, encoder, properties(each -> each.putProperty(NAME, EntryText.of(
                    value))));
                refuses(EncodeRefusal.INVALID_PROPERTY, encoder, properties(each -> each.putProperty(NAME, cursor(utf8,
                    Kind.TEXT))));
                refuses(EncodeRefusal.INVALID_PROPERTY, encoder, properties(each -> each.putProperty(cursor(utf8,
                    Kind.TEXT), cursor(BEFORE, Kind.TEXT))));
            }
        }
    }

    @Test
    void aSharedBodyOfARefusedFrameIsNotRetained()
    {
        for (final RemotingEncoder encoder : List.of(binary, json))
        {
            final CompositeByteBuf out = Unpooled.compositeBuffer();
            final ByteBuf body = Unpooled.copiedBuffer(BEFORE);
            entries(each -> each.putEntry(NAME, "\uD83D")).accept(encoder.wrap(out));
            assertEquals(-1, encoder.endShared(body));
            assertEquals(EncodeRefusal.INVALID_TEXT, encoder.refusal());
            assertEquals(0, out.writerIndex());
            assertEquals(1, body.refCnt());
            body.release();
            out.release();
        }
    }

    @Test
    void namesHaveFromOneTo32767Bytes()
    {
        assertThrows(IllegalArgumentException.class, () -> EntryKey.of(""));
        assertThrows(IllegalArgumentException.class, () -> EntryKey.of("x".repeat(32_768)));
        assertThrows(IllegalArgumentException.class, () -> EntryKey.of("\u20AC".repeat(10_923)));
        final String longest = "x".repeat(32_767);
        assertEquals("v", HeaderValues.extFields(new HeaderValues(longest, "v").byEncoder(binary)).get(longest));
    }

    @Test
    void whatIsAboveTheLimitsIsRefused()
    {
        final Limits limits = Limits.DEFAULT.withMaxNameLength(4).withMaxValueLength(10).withMaxEntryCount(3)
            .withMaxHeaderLength(200).withMaxFrameLength(300);
        for (final RemotingEncoder encoder : List.of(new BinaryRemotingEncoder(limits), new JsonRemotingEncoder(
            limits)))
        {
            refuses(EncodeRefusal.NAME_TOO_LONG, encoder, entries(each -> each.putEntry(EntryKey.of("names"), 1)));
            refuses(EncodeRefusal.VALUE_TOO_LONG, encoder, entries(each -> each.putEntry(NAME, "x".repeat(11))));
            refuses(EncodeRefusal.VALUE_TOO_LONG, encoder, entries(each -> each.putEntry(NAME, 10_000_000_000L)));
            refuses(EncodeRefusal.VALUE_TOO_LONG, encoder, entries(each -> each.putEntry(NAME, "x".repeat(1 << 20))));
            refuses(EncodeRefusal.VALUE_TOO_LONG, encoder, each -> begin(each).remark("x".repeat(11)));
            refuses(EncodeRefusal.TOO_MANY_ENTRIES, encoder, entries(each -> {
                for (int i = 0; i < 4; i++)
                {
                    each.putEntry(NAME, i);
                }
            }));
            refuses(EncodeRefusal.FRAME_TOO_LONG, encoder, RemotingEncoderRefusalTest::begin, 280);
            refuses(EncodeRefusal.FRAME_TOO_LONG, encoder, RemotingEncoderRefusalTest::begin, Integer.MAX_VALUE);
        }
        final Limits longValues = Limits.DEFAULT.withMaxHeaderLength(200);
        for (final RemotingEncoder encoder : List.of(new BinaryRemotingEncoder(longValues), new JsonRemotingEncoder(
            longValues)))
        {
            refuses(EncodeRefusal.HEADER_TOO_LONG, encoder, entries(each -> each.putEntry(NAME, "x".repeat(200))));
            refuses(EncodeRefusal.HEADER_TOO_LONG, encoder, entries(each -> {
                for (int i = 0; i < 4000; i++)
                {
                    each.putEntry(NAME, "value");
                }
            }));
        }
    }

    @Test
    void aHeaderHasAtMost24Bits()
    {
        final Limits limits = Limits.DEFAULT.withMaxHeaderLength(0xFF_FFFF).withMaxValueLength(0xFF_FFFF)
            .withMaxFrameLength(1 << 26);
        final int greatest = 0xFF_FFFF - 21 - 2 - 4 - 4;
        final HeaderValues values = new HeaderValues("name", "x".repeat(greatest));
        final BinaryRemotingEncoder encoder = new BinaryRemotingEncoder(limits);
        assertEquals(8 + 0xFF_FFFF, values.byEncoder(encoder).length);
        values.extFields.put("name", "x".repeat(greatest + 1));
        assertNull(values.byEncoder(encoder));
        assertEquals(EncodeRefusal.HEADER_TOO_LONG, encoder.refusal());
        final JsonRemotingEncoder jsonEncoder = new JsonRemotingEncoder(limits);
        values.extFields.put("name", "");
        final int most = 0xFF_FFFF - (values.byEncoder(jsonEncoder).length - 8);
        values.extFields.put("name", "x".repeat(most));
        assertEquals(8 + 0xFF_FFFF, values.byEncoder(jsonEncoder).length);
        values.extFields.put("name", "x".repeat(most + 1));
        assertNull(values.byEncoder(jsonEncoder));
        assertEquals(EncodeRefusal.HEADER_TOO_LONG, jsonEncoder.refusal());
    }

    @Test
    void theFirstRefusalStays()
    {
        refuses(EncodeRefusal.EMPTY_TEXT, binary, entries(encoder -> {
            encoder.putEntry(NAME, "");
            encoder.putEntry(NAME, "\uD800");
            encoder.putEntry(NAME, 3);
            encoder.beginProperties(HOLDER);
            encoder.putProperty(NAME, "");
            encoder.endProperties();
        }));
    }

    private static void misplaced(final String missing, final Executable call)
    {
        final String message = assertThrows(IllegalStateException.class, call).getMessage();
        assertTrue(message.contains(missing), message);
    }

    @Test
    void callsOutOfOrderNameTheMissingOne()
    {
        final ByteBuf out = Unpooled.buffer();
        for (final RemotingEncoder encoder : List.of(binary, json))
        {
            encoder.reset();
            misplaced("wrap() is missing", () -> begin(encoder));
            misplaced("wrap() is missing", encoder::end);
            encoder.wrap(out);
            misplaced("begin() is missing", encoder::beginExtFields);
            misplaced("begin() is missing", () -> encoder.remark("x"));
            misplaced("begin() is missing", encoder::end);
            begin(encoder);
            misplaced("begin() was called already", () -> begin(encoder.wrap(out)).begin(1, null, 1, 1, 1));
            misplaced("beginExtFields() is missing", () -> encoder.putEntry(NAME, "x"));
            misplaced("beginExtFields() is missing", encoder::endExtFields);
            misplaced("beginProperties() is missing", () -> encoder.putProperty(NAME, 1));
            encoder.remark("once");
            misplaced("remark() was called already", () -> encoder.remark("twice"));
            encoder.beginExtFields();
            misplaced("endExtFields() is missing", encoder::end);
            misplaced("endExtFields() is missing", encoder::beginExtFields);
            misplaced("endExtFields() is missing", () -> encoder.remark("late"));
            misplaced("beginProperties() is missing", () -> encoder.putProperty(NAME, true));
            misplaced("beginProperties() is missing", encoder::endProperties);
            encoder.beginProperties(HOLDER);
            misplaced("endProperties() is missing", () -> encoder.putEntry(NAME, (CharSequence)null));
            misplaced("endProperties() is missing", encoder::endExtFields);
            misplaced("endProperties() is missing", encoder::end);
            misplaced("endProperties() is missing", () -> encoder.beginProperties(HOLDER));
            encoder.endProperties();
            encoder.endExtFields();
            misplaced("the ext fields have ended", () -> encoder.putEntry(NAME, 1));
            misplaced("the ext fields have ended", encoder::beginExtFields);
            assertThrows(IllegalArgumentException.class, () -> encoder.end(-1));
            assertEquals(0, out.readableBytes());
            assertTrue(encoder.end() > 0);
            out.clear();
            misplaced("wrap() is missing", encoder::end);
        }
    }

    @Test
    void partsThatAnOutputDoesNotHaveAreWrongUse()
    {
        begin(binary.wrap(Unpooled.buffer()));
        assertThrows(IndexOutOfBoundsException.class, () -> binary.wrap(new byte[4], 2, 3));
        assertThrows(IndexOutOfBoundsException.class, () -> binary.wrap(new byte[4], -1, 3));
        assertThrows(IndexOutOfBoundsException.class, () -> binary.wrap(new org.agrona.concurrent.UnsafeBuffer(
            new byte[4]), 2, 3));
        misplaced("wrap() is missing", binary::end);
        begin(binary.wrap(Unpooled.buffer()));
        assertThrows(NullPointerException.class, () -> binary.wrap((ByteBuf)null));
        misplaced("wrap() is missing", binary::end);
        begin(json.wrap(Unpooled.buffer())).beginExtFields();
        assertThrows(IndexOutOfBoundsException.class, () -> json.putEntry(NAME, new byte[4], 2, 3));
        assertThrows(IndexOutOfBoundsException.class, () -> json.putEntry(NAME, new byte[4], 2, -1));
    }

    private static RemotingEncoder encoder(final boolean isJson, final Limits limits)
    {
        return isJson ? new JsonRemotingEncoder(limits) : new BinaryRemotingEncoder(limits);
    }

    /** A whole frame, with a remark and with ext fields of each way to write them. */
    private static void putAll(final RemotingEncoder encoder)
    {
        begin(encoder).remark("a \"remark\"");
        encoder.beginExtFields();
        encoder.putEntry(EntryKey.of("b"), "topic");
        encoder.putEntry(EntryKey.of("e"), 3);
        encoder.putEntry(NAME, new StringBuilder("\u20AC and\n more"));
        encoder.beginProperties(HOLDER);
        encoder.putProperty(NAME, "value");
        encoder.endProperties();
        encoder.endExtFields();
    }

    private static void leavesAsItWas(final RemotingEncoder wrapped, final byte[] array)
    {
        putAll(wrapped);
        assertEquals(-1, wrapped.end());
        assertEquals(EncodeRefusal.HEADER_TOO_LONG, wrapped.refusal());
        assertArrayEquals(new byte[array.length], array);
    }

    @Test
    void headersAboveTheLimitLeaveEveryOutputAsItWas()
    {
        for (final boolean isJson : new boolean[] {false, true})
        {
            final byte[] frame = new byte[1_000];
            final RemotingEncoder plain = encoder(isJson, Limits.DEFAULT);
            putAll(plain.wrap(frame, 0, frame.length));
            final int header = plain.end() - 8;
            for (int most = 21; most < header; most++)
            {
                final RemotingEncoder encoder = encoder(isJson, Limits.DEFAULT.withMaxHeaderLength(most));
                for (final ByteBuf out : List.of(Unpooled.buffer(16), Unpooled.buffer(1_000), Unpooled.directBuffer()))
                {
                    out.writeBytes(BEFORE);
                    putAll(encoder.wrap(out));
                    assertEquals(-1, encoder.end());
                    assertEquals(EncodeRefusal.HEADER_TOO_LONG, encoder.refusal());
                    assertArrayEquals(BEFORE, ByteBufUtil.getBytes(out));
                    out.release();
                }
                final byte[] array = new byte[1_000];
                final ByteBuffer buffer = ByteBuffer.wrap(array, 7, 900);
                leavesAsItWas(encoder.wrap(array, 3, 900), array);
                leavesAsItWas(encoder.wrap(buffer), array);
                assertEquals(7, buffer.position());
                leavesAsItWas(encoder.wrap(new UnsafeBuffer(array), 3, 900), array);
            }
            final RemotingEncoder exact = encoder(isJson, Limits.DEFAULT.withMaxHeaderLength(header));
            putAll(exact.wrap(frame, 0, frame.length));
            assertEquals(header + 8, exact.end());
        }
    }

    @Test
    void aTextAboveTheLimitOfHeadersIsATooLongHeaderHoweverLongItIs()
    {
        final Limits limits = Limits.DEFAULT.withMaxHeaderLength(200);
        for (final boolean isJson : new boolean[] {false, true})
        {
            for (final int length : new int[] {200, 2_000, 40_000, 70_000, 250_000})
            {
                final String text = "x".repeat(length);
                final byte[] utf8 = text.getBytes(StandardCharsets.US_ASCII);
                final RemotingEncoder encoder = encoder(isJson, limits);
                refuses(EncodeRefusal.HEADER_TOO_LONG, encoder, entries(each -> each.putEntry(NAME, text)));
                refuses(EncodeRefusal.HEADER_TOO_LONG, encoder, entries(each -> each.putEntry(NAME, utf8, 0, length)));
                refuses(EncodeRefusal.HEADER_TOO_LONG, encoder, properties(each -> each.putProperty(NAME, text)));
                refuses(EncodeRefusal.HEADER_TOO_LONG, encoder, each -> begin(each).remark(text));
            }
        }
    }
}
