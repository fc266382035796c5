package io.skim.scan.amqp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alibaba.fastjson2.JSONObject;
import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.testing.AmqpCaptures;
import io.skim.scan.testing.AmqpCaptures.Capture;
import io.skim.scan.testing.Frames;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Frames of real traffic against what protonj2 reads in them, in any chunking.
 */
class AmqpFrameCaptureTest
{
    private static final byte[] SASL_HEADER = {'A', 'M', 'Q', 'P', 3, 1, 0, 0};
    private static final byte[] AMQP_HEADER = {'A', 'M', 'Q', 'P', 0, 1, 0, 0};
    /** The oracle's names that are not the standard's own in camel case. */
    private static final Map<String, String> NAMES = Map.of("idleTimeout", "idle-time-out");
    /** By their descriptors, OASIS AMQP 1.0, parts 3.4 and 4.5. */
    private static final Map<Object, Long> STATES = Map.of("received", 0x23L, "accepted", 0x24L, "rejected", 0x25L,
        "released", 0x26L, "modified", 0x27L, "declared", 0x33L, "transactional-state", 0x34L);
    private static final List<String> OTHERS = List.of("i", "size", "doff", "type", "channel", "performative",
        "payloadLength", "conn");

    private final AmqpFrameReader reader = new AmqpFrameReader();
    private final Cursor cursor = new Cursor();

    static List<Capture> captures()
    {
        return AmqpCaptures.all();
    }

    @ParameterizedTest
    @MethodSource("captures")
    void readsWhatTheOracleReads(final Capture capture)
    {
        final List<byte[]> frames = capture.frames();
        for (int i = 0; i < frames.size(); i++)
        {
            check(capture.rows().get(i), new FrameView().wrap(frames.get(i)));
        }
    }

    @ParameterizedTest
    @MethodSource("captures")
    void cutsWholeFramesAndProtocolHeadersInAnyChunking(final Capture capture)
    {
        final List<byte[]> expected = new ArrayList<>();
        final List<byte[]> frames = capture.frames();
        String before = "";
        for (int i = 0; i < frames.size(); i++)
        {
            final JSONObject row = capture.rows().get(i);
            // The captures leave out the protocol headers, which stand before each layer of each connection.
            final String layer = row.getString("conn") + ' ' + row.getString("type");
            if (!before.equals(layer))
            {
                expected.add(row.getIntValue("type") == 1 ? SASL_HEADER : AMQP_HEADER);
                before = layer;
            }
            expected.add(frames.get(i));
        }
        final byte[] all = concatenated(expected);
        for (final int most : new int[] {1, 7, 100, 5_000, 400_000})
        {
            cut(capture, all, expected, most);
        }
    }

    private static byte[] concatenated(final List<byte[]> parts)
    {
        return Frames.join(parts.toArray(new byte[0][]));
    }

    private void cut(final Capture capture, final byte[] stream, final List<byte[]> expected, final int most)
    {
        final AmqpFrameSplitter splitter = new AmqpFrameSplitter().maxFrameSize(100_000);
        final FrameView frame = new FrameView();
        final Random random = new Random(most);
        int count = 0;
        int row = 0;
        long offset = 0;
        for (int from = 0; from < stream.length;)
        {
            final int length = Math.min(stream.length - from, most < 10 ? most : 1 + random.nextInt(most));
            if (random.nextBoolean())
            {
                splitter.feed(stream, from, length);
            }
            else
            {
                splitter.feed(ByteBuffer.allocateDirect(length).put(stream, from, length).flip());
            }
            from += length;
            while (splitter.next(frame))
            {
                final byte[] bytes = new byte[frame.length()];
                frame.getBytes(0, bytes.length, bytes, 0);
                assertArrayEquals(expected.get(count++), bytes);
                assertEquals(offset, splitter.frameOffset());
                final boolean straddles = offset < from - length;
                assertEquals(straddles ? -1 : offset - (from - length), splitter.chunkOffset());
                offset += bytes.length;
                if (bytes[0] == 'A')
                {
                    assertTrue(reader.wrap(frame) && reader.isProtocolHeader() && !reader.isEmpty());
                    assertEquals(bytes[4], reader.protocolId());
                }
                else
                {
                    check(capture.rows().get(row++), frame);
                }
            }
        }
        assertTrue(splitter.end(), () -> splitter.fault().toString());
        assertEquals(expected.size(), count);
    }

    private void check(final JSONObject row, final FrameView frame)
    {
        assertTrue(reader.wrap(frame), () -> row + ": " + reader.fault());
        assertEquals(row.getIntValue("size"), reader.size());
        assertEquals(row.getIntValue("doff"), reader.dataOffset());
        assertEquals(row.getIntValue("type"), reader.type());
        assertEquals(row.getIntValue("channel"), reader.channel());
        assertEquals(row.getIntValue("payloadLength"), reader.payloadLength());
        final Performative performative = reader.performative();
        assertEquals(row.getString("performative"), performative == null ? null : performative.performativeName());
        assertEquals(performative == null, reader.isEmpty());
        if (performative != null)
        {
            checkFields(row, fields(frame, performative));
        }
    }

    private Map<String, Object> fields(final FrameView frame, final Performative performative)
    {
        final Map<String, Object> fields = new TreeMap<>();
        int event;
        while ((event = reader.nextField()) == AmqpReader.VALUE)
        {
            final Cursor value = reader.fields().value(cursor);
            fields.put(performative.fieldNames().get(reader.fieldIndex()), value.isNull() ? null : plain(frame, value));
        }
        assertEquals(AmqpReader.DONE, event, () -> reader.fault().toString());
        return fields;
    }

    /** The number, or the symbol. */
    private static Object descriptor(final FrameView frame, final Cursor value)
    {
        final AmqpReader inside = new AmqpReader();
        assertEquals(2, inside.enter(frame, value));
        assertEquals(AmqpReader.VALUE, inside.next());
        return plain(frame, inside.value(new Cursor()));
    }

    private static Object plain(final FrameView frame, final Cursor value)
    {
        switch (value.kind())
        {
            case TRUE, FALSE:
                return value.getBoolean(false);
            case BINARY:
                final byte[] bytes = new byte[value.length()];
                value.copyTo(bytes, 0);
                return HexFormat.of().formatHex(bytes);
            case TEXT, SYMBOL:
                return value.toText();
            case DESCRIBED:
                return descriptor(frame, value);
            case LIST, MAP, ARRAY:
                return value.kind();
            default:
                return value.getLong(0);
        }
    }

    private static void checkFields(final JSONObject row, final Map<String, Object> fields)
    {
        for (final String key : row.keySet())
        {
            if (OTHERS.contains(key))
            {
                continue;
            }
            final String name = NAMES.getOrDefault(key, key.replaceAll("([A-Z])", "-$1").toLowerCase());
            final Object expected = row.get(key);
            final Object read = fields.get(name);
            if ("role".equals(key))
            {
                assertEquals("receiver".equals(expected), read);
            }
            else if ("state".equals(key))
            {
                assertEquals(expected == null ? null : STATES.get(expected), read, row::toString);
            }
            else
            {
                assertEquals(expected == null ? null : expected.toString(), read == null ? null : read.toString(),
                    () -> row + " " + name);
            }
        }
    }
}
