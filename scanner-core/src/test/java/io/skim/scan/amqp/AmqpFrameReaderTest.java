package io.skim.scan.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONArray;
import com.alibaba.fastjson2.JSONObject;
import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.AmqpVectors;
import io.skim.scan.testing.AmqpVectors.Good;
import io.skim.scan.testing.Buffers;
import io.skim.scan.testing.Buffers.Buffer;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Frames;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class AmqpFrameReaderTest
{
    private static final UnpooledByteBufAllocator ALLOCATOR = new UnpooledByteBufAllocator(true, true);

    private final AmqpFrameReader reader = new AmqpFrameReader();
    private final AmqpFrameReader lenient = new AmqpFrameReader(Limits.DEFAULT, Strictness.LENIENT);

    /** A frame of channel 0 around a body. */
    static byte[] frame(final int type, final String body)
    {
        final byte[] bytes = Frames.hex(body);
        return Frames.hex(String.format("%08x02%02x0000", bytes.length + 8, type) + HexFormat.of().formatHex(bytes));
    }

    private static FrameView view(final byte[] frame)
    {
        return new FrameView().wrap(Buffers.poisoned(frame), Buffers.BEFORE, frame.length);
    }

    private static List<Good> frames()
    {
        return AmqpVectors.all().stream().filter(good -> "frame".equals(good.shape())).toList();
    }

    /** Whether the frame is taken to the end of its fields; the reason if it is not. */
    private static Reason refusal(final AmqpFrameReader reader, final byte[] frame)
    {
        final FrameView view = view(frame);
        if (reader.wrap(view))
        {
            int event;
            do
            {
                event = reader.nextField();
            }
            while (event == AmqpReader.VALUE);
            if (event == AmqpReader.DONE)
            {
                assertFalse(reader.fault().isPresent());
                return null;
            }
        }
        assertTrue(reader.fault().isPresent());
        assertTrue(reader.fault().offset() >= 0 && reader.fault().offset() <= Math.max(8, frame.length), () -> reader
            .fault() + " of " + HexFormat.of().formatHex(frame));
        assertTrue(reader.fault().toMessage().length() > 5);
        return reader.fault().reason();
    }

    @ParameterizedTest
    @EnumSource
    void aPerformativeIsKnownByItsDescriptorInEveryForm(final Performative performative)
    {
        final String code = String.format("%02x", performative.code());
        final String symbol = HexFormat.of().formatHex(performative.symbol().getBytes(StandardCharsets.US_ASCII));
        final String length = String.format("%02x", symbol.length() / 2);
        for (final String descriptor : List.of("53" + code, "8000000000000000" + code, "a3" + length + symbol,
            "b3000000" + length + symbol))
        {
            for (final String list : List.of("45", "c00100", "d00000000400000000"))
            {
                final byte[] frame = frame(performative.frameType(), "00" + descriptor + list);
                assertTrue(reader.wrap(view(frame)), () -> reader.fault().toString());
                assertSame(performative, reader.performative());
                assertEquals(0, reader.fieldCount());
                assertEquals(8, reader.performativeOffset());
                assertEquals(frame.length - 8, reader.performativeLength());
                assertEquals(frame.length, reader.payloadOffset());
                assertEquals(performative.mandatory == 0 ? null : Reason.FIELD_MISSING, refusal(reader, frame));
            }
        }
    }

    @Test
    void aPerformativeIsNoneByADescriptorOfAnotherTypeOrNumber()
    {
        for (final String descriptor : List.of("44", "5319", "530f", "5345", "80ffffffffffffff10",
            "8000000001000000010",
            "a10e616d71703a6f70656e3a6c697374", "a30e616d71703a6f70656e3a6c697375", "a300", "5510", "5210", "40",
            "b3000000ff" + "61".repeat(255), "c00100", "00531045", "0000000000"))
        {
            final String body = "00" + (descriptor.length() % 2 == 0 ? descriptor : "80000000010000000010") + "45";
            assertEquals(Reason.PERFORMATIVE_UNKNOWN, refusal(reader, frame(0, body)), descriptor);
            assertEquals(Reason.PERFORMATIVE_UNKNOWN, refusal(lenient, frame(0, body)), descriptor);
        }
    }

    /** Frames that are refused whatever the strictness. */
    @ParameterizedTest
    @CsvSource({"00000007 02000000, FRAME_TOO_SHORT", "00000000 02000000, FRAME_TOO_SHORT",
        "7fffffff 02000000, FRAME_TOO_LONG", "ffffffff 02000000, FRAME_TOO_LONG", "00000009 02000000, TRUNCATED",
        "00000008 02000000 00, FRAME_LENGTH_MISMATCH", "00000008 01000000, DATA_OFFSET_TOO_SMALL",
        "00000008 00000000, DATA_OFFSET_TOO_SMALL", "00000008 03000000, DATA_OFFSET_OVERRUNS_FRAME",
        "0000000b 03000000 000000, DATA_OFFSET_OVERRUNS_FRAME", "00000008 02020000, FRAME_TYPE_UNKNOWN",
        "00000008 02ff0000, FRAME_TYPE_UNKNOWN", "00000008 02010000, PERFORMATIVE_MISSING",
        "00000009 02000000 40, PERFORMATIVE_MISSING", "0000000b 02000000 c00100, PERFORMATIVE_MISSING",
        "00000009 02000000 00, TRUNCATED", "0000000a 02000000 0053, TRUNCATED", "0000000b 02000000 005310, TRUNCATED",
        "0000000c 02000000 00531040, PERFORMATIVE_VALUE_TYPE",
        "0000000e 02000000 005310c10100, PERFORMATIVE_VALUE_TYPE",
        "0000000e 02000000 0053100053, PERFORMATIVE_VALUE_TYPE", "0000000c 02000000 0053103f, PERFORMATIVE_VALUE_TYPE",
        "0000000d 02000000 005317c001, SIZE_OVERRUNS_CONTAINER", "0000000d 02000000 005317c000, SIZE_TOO_SMALL",
        "0000000e 02000000 005317c00200, SIZE_OVERRUNS_CONTAINER",
        "00000014 02000000 005317d0ffffffff00000000, SIZE_OVERRUNS_CONTAINER",
        "00000014 02000000 005317d00000000400000001, COUNT_OVERRUNS_SIZE",
        "00000014 02000000 005317d000000004ffffffff, COUNT_OVERRUNS_SIZE",
        "0000000c 02000000 00534145, PERFORMATIVE_FRAME_TYPE", "0000000c 02000000 00534045, PERFORMATIVE_FRAME_TYPE",
        "00000013 02010000 005310c00401a10161, PERFORMATIVE_FRAME_TYPE",
        "0000000c 02010000 00531445, PERFORMATIVE_FRAME_TYPE", "0000000f 02000000 005317c0020140 40, mismatch"})
    void aBadFrameIsRefused(final String hex, final String reason)
    {
        byte[] frame = Frames.hex(hex);
        if ("mismatch".equals(reason))
        {
            frame = Arrays.copyOf(frame, frame.length);
            assertEquals(Reason.FRAME_LENGTH_MISMATCH, refusal(reader, frame));
            return;
        }
        if (frame.length > 8 && Reason.valueOf(reason) != Reason.FRAME_LENGTH_MISMATCH)
        {
            frame[3] = (byte)frame.length;
        }
        assertEquals(Reason.valueOf(reason), refusal(reader, frame));
        assertEquals(Reason.valueOf(reason), refusal(lenient, frame));
    }

    @ParameterizedTest
    @CsvSource({"005317c0020140 00, PAYLOAD_UNEXPECTED", "005310c00401a10161 005310c00401a10161, PAYLOAD_UNEXPECTED",
        "005317c003024040, TOO_MANY_FIELDS", "005313c00e0d40404040404040404040404040, TOO_MANY_FIELDS",
        "005317c0020141, FIELD_TYPE", "005317c003015201, FIELD_TYPE", "005310c0020140, FIELD_MISSING",
        "005310c00401a30161, FIELD_TYPE", "00531045, FIELD_MISSING", "005314c00100, FIELD_MISSING",
        "005315c0020141, FIELD_MISSING", "005315c003024143, ", "005315c003024140, FIELD_MISSING",
        "005314c0260343 40a021" + "616161616161616161616161616161616161616161616161616161616161616161"
            + ", VALUE_TOO_LONG",
        "005314c0250343 40a020" + "6161616161616161616161616161616161616161616161616161616161616161" + ", ",
        "005310c01108a1016140404040 40 40e00401a1 0161, FIELD_TYPE",
        "005310c01108a1016140404040 40 40e00401a3 0161, ", "005310c01008a1016140404040 40 40 40a30161, "})
    void fieldsAreThoseOfTheDefinition(final String body, final String reason)
    {
        final byte[] frame = frame(0, fitted(body.replace(" ", "")));
        final Reason expected = reason == null ? null : Reason.valueOf(reason);
        assertEquals(expected, refusal(reader, frame));
        final boolean ignored = expected == Reason.PAYLOAD_UNEXPECTED || expected == Reason.VALUE_TOO_LONG;
        assertEquals(ignored ? null : expected, refusal(lenient, frame));
    }

    /** The size of the list put right, where the case is not about it. */
    private static String fitted(final String body)
    {
        final byte[] bytes = Frames.hex(body);
        if (body.startsWith("005310c011") || body.startsWith("005310c010") || body.startsWith("005314c02"))
        {
            bytes[4] = (byte)(bytes.length - 5);
        }
        if (body.startsWith("005310c010"))
        {
            bytes[5] = 9;
        }
        if (body.startsWith("005314c02"))
        {
            // handle, delivery-id, delivery-tag
            bytes[5] = 3;
        }
        return HexFormat.of().formatHex(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"005340c0050 1e0020 0a3", "005340c0020140", "00534045"})
    void mechanismsMustBeAtLeastOne(final String body)
    {
        assertEquals(Reason.FIELD_MISSING, refusal(reader, frame(1, body.replace(" ", ""))));
        assertEquals(null, refusal(reader, frame(1, "005340c00501a3024141")));
    }

    @ParameterizedTest
    @CsvSource({"0, 005312c00804a1016143425002, ", "0, 005312c00804a1016143425003, 2",
        "0, 005312c00905a101614342405001, ",
        "0, 005312c00905a101614342405002, 1", "1, 005344c003015004, ", "1, 005344c003015005, 4"})
    void aChoiceIsOneOfThoseThereAre(final int type, final String body, final Integer greatest)
    {
        assertEquals(greatest == null ? null : Reason.FIELD_VALUE, refusal(reader, frame(type, body)));
        assertEquals(greatest == null ? 0 : greatest, reader.fault().available());
    }

    @Test
    void openAndCloseAreOnChannelZero()
    {
        for (final String body : List.of("005310c00401a10161", "00531845"))
        {
            final byte[] frame = frame(0, body);
            frame[7] = 5;
            assertEquals(Reason.CHANNEL_NOT_ZERO, refusal(reader, frame));
            assertEquals(null, refusal(lenient, frame));
        }
    }

    @Test
    void aPerformativeDoesNotReadIntoTheNextFrame()
    {
        // protonj2 1.1.0 takes the second frame's bytes for the first one's fields, and opens the connection.
        final byte[] two = Frames.hex("0000000d 02000000 005310c01e" + "0000001f 02000000 a1016140404040");
        final FrameView view = new FrameView().wrap(two, 0, 13);
        assertFalse(reader.wrap(view));
        assertEquals(Reason.SIZE_OVERRUNS_CONTAINER, reader.fault().reason());
    }

    @Test
    void everyPrefixIsRefusedAndNamesWhatIsMissing()
    {
        for (final Good good : frames())
        {
            for (int length = 0; length < good.bytes().length; length++)
            {
                assertEquals(Reason.TRUNCATED, refusal(reader, Arrays.copyOf(good.bytes(), length)));
                assertEquals(length, reader.fault().offset());
            }
        }
    }

    @Test
    void theRestOfThePayloadNeedNotBeThere()
    {
        for (final Good good : frames())
        {
            final byte[] frame = good.bytes();
            assertTrue(reader.wrap(view(frame)));
            final int needed = reader.isEmpty() ? 8 : reader.payloadOffset();
            for (int available = 0; available < frame.length; available++)
            {
                final boolean taken = reader.wrap(new FrameView().wrapPart(frame, 0, available, frame.length));
                assertEquals(available >= needed, taken, () -> good + ": " + reader.fault());
                assertEquals(taken ? null : Reason.TRUNCATED, reader.fault().reason());
            }
        }
    }

    @Test
    void everyFlippedBitIsReadOrRefusedInsideTheFrame()
    {
        int refused = 0;
        int taken = 0;
        for (final Good good : frames())
        {
            final byte[] frame = good.bytes().clone();
            for (int bit = 0; bit < frame.length * 8; bit++)
            {
                frame[bit / 8] ^= (byte)(1 << bit % 8);
                final Reason strict = refusal(reader, frame);
                final Reason tolerant = refusal(lenient, frame);
                assertTrue(tolerant == null || strict != null, () -> "only lenient refuses: " + tolerant);
                refused += strict == null ? 0 : 1;
                taken += strict == null ? 1 : 0;
                frame[bit / 8] ^= (byte)(1 << bit % 8);
            }
        }
        assertTrue(refused > 5_000 && taken > 5_000, refused + " refused, " + taken + " taken");
    }

    @Test
    void aProtocolHeaderOfAnotherVersionIsRefused()
    {
        for (final String hex : List.of("00000901", "01010009", "01010010", "00010001", "00020000", "04010000",
            "01010000", "ff010000"))
        {
            final byte[] header = Frames.hex("414d5150" + hex);
            assertEquals(Reason.PROTOCOL_VERSION, refusal(reader, header));
            assertEquals(Integer.parseUnsignedInt(hex, 16) & 0xFFFF_FFFFL, reader.fault().claimed());
        }
        for (int length = 0; length < 8; length++)
        {
            assertEquals(Reason.TRUNCATED, refusal(reader, Arrays.copyOf(Frames.hex("414d515000010000"), length)));
        }
    }

    @Test
    void fieldsAreChecked()
    {
        final byte[] frame = frame(0, "005310c00501a102c328");
        assertEquals(Reason.INVALID_UTF8, refusal(reader, frame));
        assertEquals(AmqpReader.MALFORMED, reader.nextField());
        assertEquals(Reason.CONTAINER_NOT_CONSUMED, refusal(reader, frame(0, "005310c00501a1016140")));
        assertEquals(Reason.CODE_UNKNOWN, refusal(reader, frame(0, "005310c002013f")));
    }

    @Test
    void aPerformativeThatCannotBeLoadedIsRefused()
    {
        final AmqpFrameReader small = new AmqpFrameReader(Limits.DEFAULT, Strictness.STRICT);
        final byte[] frame = frame(0, "005310d00000012c00000001b100000123" + "61".repeat(0x123));
        frame[2] = (byte)(frame.length >> 8);
        for (final Buffer buffer : Buffers.all(frame))
        {
            final FrameView view = new FrameView(Limits.DEFAULT.withMaxHeaderLength(100));
            buffer.wrap().accept(view);
            if (!small.wrap(view))
            {
                assertEquals(Reason.SECTION_TOO_LONG, small.fault().reason(), buffer::name);
            }
            buffer.free().run();
        }
    }

    @Test
    void wrongUseNamesWhatIsMissing()
    {
        assertTrue(assertThrows(IllegalStateException.class, () -> reader.wrap(new FrameView())).getMessage().contains(
            "FrameView.wrap"));
        assertThrows(IllegalArgumentException.class, () -> Performative.named("opens"));
        assertThrows(IllegalArgumentException.class, () -> Performative.OPEN.fieldIndex("handle"));
        assertThrows(IndexOutOfBoundsException.class, () -> Performative.OPEN.isMandatory(10));
    }

    /** Wraps a frame in kinds of buffers that are read in different ways. */
    static Map<String, Consumer<FrameView>> buffers(final byte[] frame)
    {
        final ByteBuffer direct = ByteBuffer.allocateDirect(frame.length).put(frame).flip();
        final ByteBuf netty = ALLOCATOR.directBuffer(frame.length).writeBytes(frame);
        final ByteBuf composite = ALLOCATOR.compositeBuffer(4).addComponent(true, ALLOCATOR.heapBuffer(99).writeBytes(
            frame, 0, 5)).addComponent(true, ALLOCATOR.directBuffer(frame.length).writeBytes(frame, 5,
                frame.length
                    - 5));
        return Map.of("byte[]", view -> view.wrap(frame), "ByteBuffer direct", view -> view.wrap(direct),
            "ByteBuf direct", view -> view.wrap(netty), "ByteBuf composite", view -> view.wrap(composite));
    }

    @ParameterizedTest
    @EnumSource
    void readingAllocatesNothing(final Strictness strictness)
    {
        final FrameView view = new FrameView();
        final Cursor cursor = new Cursor();
        final AmqpFrameReader reused = new AmqpFrameReader(Limits.DEFAULT, strictness);
        for (final Good good : frames())
        {
            final byte[] bad = good.bytes().clone();
            bad[bad.length / 2] ^= 0x70;
            for (final byte[] frame : List.of(good.bytes(), bad))
            {
                buffers(frame).forEach((name, wrap) -> assertEquals(0, Allocations.by(() -> {
                    wrap.accept(view);
                    if (reused.wrap(view))
                    {
                        while (reused.nextField() == AmqpReader.VALUE)
                        {
                            reused.fields().value(cursor);
                        }
                    }
                }, 300, 50), () -> good + " in " + name));
            }
        }
    }

    @Test
    void theDefinitionsAreTheStandards() throws IOException
    {
        final Path facts = Captures.root().resolve("../shared/facts/amqp-types.json").normalize();
        Assumptions.assumeTrue(Files.exists(facts), "the shared facts are not beside this checkout");
        final JSONArray types = JSON.parseArray(Files.readString(facts));
        final Map<String,
            Kind> kinds = Map.of("string", Kind.TEXT, "symbol", Kind.SYMBOL, "uint", Kind.UINT32, "ushort",
                Kind.UINT16, "ubyte", Kind.UINT8, "ulong", Kind.UINT64, "boolean", Kind.TRUE, "binary", Kind.BINARY,
                "map",
                Kind.MAP, "*", Kind.DESCRIBED);
        final List<Performative> seen = new ArrayList<>();
        for (int i = 0; i < types.size(); i++)
        {
            final JSONObject type = types.getJSONObject(i);
            final Performative performative = Performative.of(type.getLongValue("descriptorCode"));
            if (performative == null)
            {
                continue;
            }
            seen.add(performative);
            assertEquals(type.getString("name"), performative.performativeName());
            assertEquals(type.getString("descriptorSymbol"), performative.symbol());
            final JSONArray fields = type.getJSONArray("fields");
            assertEquals(fields.size(), performative.fieldCount());
            for (int index = 0; index < fields.size(); index++)
            {
                final JSONObject field = fields.getJSONObject(index);
                assertEquals(field.getString("name"), performative.fieldNames().get(index));
                assertEquals(index, performative.fieldIndex(field.getString("name")));
                assertEquals(field.getBooleanValue("mandatory"), performative.isMandatory(index));
                assertEquals(field.getBooleanValue("multiple"), performative.isMultiple(index));
                final String primitive = field.getString("primitive");
                final Kind kind = kinds.getOrDefault(primitive, Kind.DESCRIBED);
                for (final Kind other : Kind.values())
                {
                    final boolean allowed = other == kind || kind == Kind.TRUE && other == Kind.FALSE
                        || other == Kind.NULL && !field.getBooleanValue("mandatory") || other == Kind.ARRAY && field
                            .getBooleanValue("multiple");
                    assertEquals(allowed, performative.allows(index, other), () -> performative + " " + field + other);
                }
            }
        }
        assertEquals(List.of(Performative.values()), seen);
    }
}
