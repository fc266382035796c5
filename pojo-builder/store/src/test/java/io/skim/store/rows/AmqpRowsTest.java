package io.skim.store.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alibaba.fastjson2.JSONArray;
import com.alibaba.fastjson2.JSONObject;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.testing.AmqpCaptures;
import io.skim.scan.testing.ProcessorTime;
import io.skim.scan.testing.AmqpCaptures.Capture;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Against what reference decoders read in captured messages and frames. */
class AmqpRowsTest
{
    private static final RowSchema MESSAGES = RowSchema.amqpMessages(List.of("num", "str"));
    private static final RowSchema FRAMES = RowSchema.amqpFrames();

    private static int[] all(final RowSchema schema)
    {
        return IntStream.range(0, schema.columns().size()).toArray();
    }

    private static StreamRows open(final RowKind kind, final RowSchema schema, final byte[] bytes, final int... columns)
        throws IOException
    {
        return kind.open(schema, columns, Limits.DEFAULT, Strictness.LENIENT).wrap(new ByteArrayInputStream(bytes),
            "a file");
    }

    private static String text(final RowReader row, final long place)
    {
        return new String(row.bytes(), (int)place, (int)(place >>> 32) - (int)place, StandardCharsets.UTF_8);
    }

    private static String text(final RowReader row, final RowSchema schema, final String name)
    {
        final int column = schema.index(name);
        return row.isNull(column) ? null : new String(row.bytes(), row.offset(column), row.length(column),
            StandardCharsets.UTF_8);
    }

    private static String hex(final RowReader row, final RowSchema schema, final String name)
    {
        final int column = schema.index(name);
        return row.isNull(column) ? null : HexFormat.of().formatHex(row.bytes(), row.offset(column), row.offset(column)
            + row.length(column));
    }

    private static Object number(final RowReader row, final RowSchema schema, final String name)
    {
        return row.isNull(schema.index(name)) ? null : row.number(schema.index(name));
    }

    private static Object expected(final JSONObject json, final String name)
    {
        return json == null ? null : json.getLong(name);
    }

    /** protonj2, the oracle, does not tell some defaults that are on the wire from fields that are missing. */
    private static Object nullIf(final long value, final Object number)
    {
        return Long.valueOf(value).equals(number) ? null : number;
    }

    private static Map<String, String> entries(final RowReader row, final int column)
    {
        final Map<String, String> entries = new TreeMap<>();
        for (int i = 0; i < row.count(column); i++)
        {
            entries.put(text(row, row.entryName(column, i)), text(row, row.entryValue(column, i)));
        }
        return entries;
    }

    /** Names, and the texts of those values that have one and the same form in the oracle. */
    private static void compareEntries(final JSONArray expected, final Map<String, String> found)
    {
        for (int i = 0; expected != null && i < expected.size(); i++)
        {
            final JSONObject value = expected.getJSONArray(i).getJSONObject(1);
            final String name = expected.getJSONArray(i).getString(0);
            switch (value == null ? "null" : value.getString("t"))
            {
                case "string", "symbol", "int", "long", "short", "byte", "boolean", "uint",
                    "ulong" -> assertEquals(value
                        .getString("v"), found.get(name), name);
                case "null", "list", "map", "array" -> assertNull(found.get(name), name);
                default -> assertTrue(found.containsKey(name), name + " " + value);
            }
        }
        assertTrue(found.size() <= (expected == null ? 0 : expected.size()));
    }

    @Test
    void messagesAreWhatTheReferenceDecodes() throws IOException
    {
        int count = 0;
        int properties = 0;
        for (final Path file : AmqpCaptures.messageFiles())
        {
            final StreamRows row = open(RowKind.AMQP_MESSAGES, MESSAGES, Files.readAllBytes(file), all(MESSAGES));
            for (final JSONObject json : AmqpCaptures.messageRows(file))
            {
                assertTrue(row.next() && !row.isDamaged(), () -> file + " " + text(row, MESSAGES, "fault"));
                compare(json, row);
                properties += row.isNull(MESSAGES.index("num")) ? 0 : 1;
                count++;
            }
            assertFalse(row.next());
        }
        assertTrue(count > 100 && properties > 10, count + " messages, " + properties + " with a property");
    }

    private static void compare(final JSONObject json, final RowReader row)
    {
        assertEquals(json.getLong("size"), number(row, MESSAGES, "messageLength"));
        final JSONObject header = json.getJSONObject("header");
        assertEquals(expected(header, "ttl"), number(row, MESSAGES, "ttl"));
        assertEquals(nullIf(4, expected(header, "priority")), nullIf(4, number(row, MESSAGES, "priority")));
        assertEquals(nullIf(0, expected(header, "deliveryCount")), nullIf(0, number(row, MESSAGES, "deliveryCount")));
        final Boolean durable = header == null ? null : header.getBoolean("durable");
        assertEquals(durable == null || !durable ? null : 1L, nullIf(0, number(row, MESSAGES, "durable")));
        final JSONObject fields = json.getJSONObject("properties");
        for (final String name : List.of("to", "subject", "replyTo", "contentType", "contentEncoding", "groupId",
            "replyToGroupId"))
        {
            assertEquals(fields == null ? null : fields.getString(name), text(row, MESSAGES, name), name);
        }
        assertEquals(fields == null ? null : fields.getString("userId"), hex(row, MESSAGES, "userId"));
        assertEquals(nullIf(0, expected(fields, "groupSequence")), nullIf(0, number(row, MESSAGES, "groupSequence")));
        final Long created = fields == null ? null : fields.getLong("creationTime");
        assertEquals(created == null ? null : created * 1_000, number(row, MESSAGES, "creationTime"));
        compareEntries(json.getJSONArray("applicationProperties"),
            entries(row, MESSAGES.index("applicationProperties")));
        compareEntries(json.getJSONArray("messageAnnotations"), entries(row, MESSAGES.index("messageAnnotations")));
        assertEquals(entries(row, MESSAGES.index("applicationProperties")).get("num"), text(row, MESSAGES, "num"));
        assertEquals(row.body() == null ? 0L : row.body().length, number(row, MESSAGES, "bodyLength"));
    }

    private static byte[] prefixed(final byte[] message)
    {
        return ByteBuffer.allocate(4 + message.length).putInt(message.length).put(message).array();
    }

    /** As they are, and in the packets of a capture. */
    @Test
    void framesAreWhatTheReferenceDecodes() throws IOException
    {
        int count = 0;
        for (final Capture capture : AmqpCaptures.all())
        {
            final StreamRows row = open(RowKind.AMQP_FRAMES, FRAMES, capture.bytes(), all(FRAMES));
            final StreamRows captured = open(RowKind.AMQP_FRAMES, FRAMES, CapturedBytes.of(1_000, capture.bytes()),
                all(FRAMES));
            for (final JSONObject json : capture.rows())
            {
                assertTrue(captured.next() && CapturedBytes.name(0).equals(text(captured, FRAMES, "connection")));
                for (final StreamRows each : List.of(row, captured))
                {
                    assertTrue(each == captured || each.next());
                    assertFalse(each.isDamaged(), () -> capture + " " + text(each, FRAMES, "fault"));
                    compareFrame(json, each);
                }
                assertEquals(number(row, FRAMES, "offset"), number(captured, FRAMES, "offset"));
                count++;
            }
            assertFalse(row.next() || captured.next());
        }
        assertTrue(count > 100, count + " frames");
    }

    private static void compareFrame(final JSONObject json, final RowReader row)
    {
        assertEquals(json.getLong("size"), number(row, FRAMES, "frameLength"));
        // The oracle gives frames of SASL the channel 0.
        assertEquals(json.getIntValue("type") == 1 ? null : json.getLong("channel"), number(row, FRAMES, "channel"));
        assertEquals(json.getString("performative"), text(row, FRAMES, "performative"));
        if (json.containsKey("handle"))
        {
            assertEquals(json.getLong("handle"), number(row, FRAMES, "handle"));
        }
        assertEquals(json.getString("deliveryTag"), hex(row, FRAMES, "deliveryTag"));
        assertEquals(json.getString("name"), entries(row, FRAMES.index("fields")).get("name"));
        final Object length = number(row, FRAMES, "bodyLength");
        assertEquals(json.getLong("payloadLength"), length == null ? 0L : length);
        assertEquals(json.getIntValue("payloadLength"), row.body() == null ? 0 : row.body().length);
    }

    /** What is damaged does not depend on the columns. */
    @Test
    void damageIsARow() throws IOException
    {
        final byte[] good = {0, 0x53, 0x75, (byte)0xA0, 1, 7};
        final byte[] bad = {0, 0x53, 0x75, (byte)0xA0, 2, 7};
        for (final int[] columns : List.of(all(MESSAGES), new int[] {MESSAGES.index("to")}))
        {
            final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            for (final byte[] message : List.of(good, bad, good))
            {
                bytes.writeBytes(prefixed(message));
            }
            bytes.write(new byte[] {0, 0, 1}, 0, 3);
            final StreamRows row = open(RowKind.AMQP_MESSAGES, MESSAGES, bytes.toByteArray(), columns);
            assertTrue(row.next() && !row.isDamaged());
            assertTrue(row.next() && row.isDamaged());
            assertEquals(10L, number(row, MESSAGES, "offset"));
            assertTrue(row.isNull(MESSAGES.index("bodyLength")) && row.body() == null);
            assertTrue(row.next() && !row.isDamaged() && row.next() && row.isDamaged());
            assertFalse(row.next());
        }
        final StreamRows tooLong = open(RowKind.AMQP_MESSAGES, MESSAGES, new byte[] {(byte)0x80, 0, 0, 0, 1}, all(
            MESSAGES));
        assertTrue(tooLong.next() && tooLong.isDamaged());
        final StreamRows cut = open(RowKind.AMQP_MESSAGES, MESSAGES, Arrays.copyOf(prefixed(good), 8), all(MESSAGES));
        assertTrue(cut.next() && cut.isDamaged());
        assertFalse(tooLong.next() || cut.next());
    }

    /** A body of several sections; a value; none. */
    @Test
    void nullAbsentAndEmptyAreToldApart() throws IOException
    {
        final byte[] two = {0, 0x53, 0x75, (byte)0xA0, 1, 7, 0, 0x53, 0x75, (byte)0xA0, 1, 8};
        final byte[] empty = {0, 0x53, 0x75, (byte)0xA0, 0};
        final byte[] value = {0, 0x53, 0x77, (byte)0xA1, 1, 'v'};
        final byte[] nothing = {0, 0x53, 0x77, 0x40};
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        List.of(two, empty, value, nothing).forEach(message -> bytes.writeBytes(prefixed(message)));
        final StreamRows row = open(RowKind.AMQP_MESSAGES, MESSAGES, bytes.toByteArray(), all(MESSAGES));
        assertTrue(row.next() && Arrays.equals(new byte[] {7, 8}, row.body()));
        assertEquals(2L, number(row, MESSAGES, "bodyLength"));
        assertEquals(0, row.count(MESSAGES.index("applicationProperties")));
        assertFalse(row.isNull(MESSAGES.index("applicationProperties")));
        assertTrue(row.next() && Arrays.equals(new byte[0], row.body()));
        assertTrue(row.next() && row.body() == null && "v".equals(text(row, MESSAGES, "value")));
        assertTrue(row.next() && row.body() == null && text(row, MESSAGES, "value") == null);
        assertFalse(row.next());
    }

    @Test
    void kindsAreKnownByTheirNames()
    {
        for (final RowKind kind : RowKind.values())
        {
            assertEquals(kind, RowKind.named(kind.option()));
            assertFalse(kind.schema(List.of()).columns().isEmpty());
        }
        assertThrows(IllegalArgumentException.class, () -> RowKind.named("PCAP"));
        assertThrows(IllegalArgumentException.class, () -> RowKind.AMQP_FRAMES.schema(List.of("a")));
        assertThrows(IllegalArgumentException.class, () -> RowKind.AMQP_MESSAGES.schema(List.of("To")));
        assertThrows(IllegalStateException.class, () -> RowKind.COMMIT_LOG.open(RowSchema.records(List.of()),
            new int[0], Limits.DEFAULT, Strictness.STRICT));
    }

    /** As many entries as a map may have, in many messages. */
    @Test
    void mapsOfManyEntriesTakeTimeByTheirNumber() throws Throwable
    {
        final int count = 32_000;
        final ByteBuffer message = ByteBuffer.allocate(16 + 8 * count);
        message.putInt(message.capacity() - 4).put(new byte[] {0, 0x53, 0x74, (byte)0xD1}).putInt(4 + 8 * count)
            .putInt(2
                * count);
        for (int i = 0; i < count; i++)
        {
            message.put((byte)0xA1).put((byte)5).put(String.format("%05d", i).getBytes(StandardCharsets.US_ASCII)).put(
                (byte)0x41);
        }
        final byte[] file = new byte[60 * message.capacity()];
        for (int i = 0; i < 60; i++)
        {
            System.arraycopy(message.array(), 0, file, i * message.capacity(), message.capacity());
        }
        final int column = MESSAGES.index("applicationProperties");
        ProcessorTime.within(Duration.ofSeconds(60), () -> {
            final StreamRows rows = open(RowKind.AMQP_MESSAGES, MESSAGES, file, column);
            for (int i = 0; i < 60; i++)
            {
                assertTrue(rows.next());
                assertEquals(count, rows.count(column));
            }
            assertFalse(rows.next());
        });
    }
}
