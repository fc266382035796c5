package io.skim.store.rows;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.Segments;
import io.skim.scan.testing.StoredRecords;
import io.skim.store.MappedSegment;
import io.skim.store.SegmentReader;
import io.skim.store.SegmentSource;
import io.skim.store.rows.RowPredicate.Comparison;
import io.skim.store.rows.RowPredicate.Truth;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.rocketmq.common.message.MessageAccessor;
import org.apache.rocketmq.common.message.MessageDecoder;
import org.apache.rocketmq.common.message.MessageExt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowReaderTest
{
    private static final RowSchema SCHEMA = RowSchema.records(List.of("TAGS", "note"));
    /** Of IPv4, mapped into one of IPv6. */
    private static final String MAPPED = "2001:db8::a00:1";
    /** Where it is in a record. */
    private static final int BORN_ADDRESS = 48;

    @TempDir
    Path folder;

    private static int column(final String name)
    {
        return SCHEMA.index(name);
    }

    private static MessageExt message(final String tag, final byte... body)
    {
        final MessageExt message = StoredRecords.message(new Random(1));
        message.setSysFlag(0);
        message.setTopic("orders");
        message.setQueueId(3);
        message.setBornTimestamp(1_700_000_000_000L);
        message.setBornHost(new InetSocketAddress("10.0.0.1", 50_000));
        message.setStoreHost(new InetSocketAddress("10.0.0.2", 10_911));
        MessageAccessor.setProperties(message, new TreeMap<>());
        if (tag != null)
        {
            MessageAccessor.putProperty(message, "TAGS", tag);
            MessageAccessor.putProperty(message, "note", "");
        }
        message.setBody(body);
        return message;
    }

    private RowReader open(final byte[] bytes, final int... columns) throws IOException
    {
        final Path file = Files.write(folder.resolve("00000000000000000000"), bytes);
        return new RecordRows(SCHEMA, columns, new SegmentReader().wrap(MappedSegment.open(file), 0), "a segment");
    }

    private static int[] all()
    {
        return IntStream.range(0, SCHEMA.columns().size()).toArray();
    }

    private static String text(final RowReader row, final int column)
    {
        return row.isNull(column) ? null : new String(row.bytes(), row.offset(column), row.length(column),
            StandardCharsets.UTF_8);
    }

    private static Map<String, String> properties(final RowReader row)
    {
        final Map<String, String> properties = new TreeMap<>();
        for (int i = 0; i < row.count(column("properties")); i++)
        {
            assertNull(properties.put(text(row, row.entryName(column("properties"), i)),
                text(row, row.entryValue(column("properties"), i))));
        }
        return properties;
    }

    private static String text(final RowReader row, final long place)
    {
        return new String(row.bytes(), (int)place, (int)(place >>> 32) - (int)place, StandardCharsets.UTF_8);
    }

    @Test
    void whatAMessageDoesNotHaveIsNull() throws IOException
    {
        final byte[] with = StoredRecords.encode(message("A", (byte)1, (byte)2));
        final byte[] without = StoredRecords.encode(message(null));
        final byte[] bytes = Segments.of(new ArrayList<>(List.of(with, without)), 0);
        final RowReader row = open(bytes, all());
        assertTrue(row.next());
        assertEquals("orders", text(row, column("topic")));
        assertEquals(3, row.number(column("queueId")));
        assertEquals(1_700_000_000_000_000L, row.number(column("bornTimestamp")));
        assertEquals("A", text(row, column("TAGS")));
        // A property without a value is none, as for the reference.
        assertNull(text(row, column("note")));
        assertEquals(Map.of("TAGS", "A"), properties(row));
        assertArrayEquals(new byte[] {1, 2}, row.body());
        assertEquals(2, row.number(column("bodyLength")));
        assertTrue(row.isNull(column("innerIndex")) && row.isNull(column("fault")));
        assertEquals("a segment", text(row, column("file")));

        assertTrue(row.next());
        assertNull(text(row, column("TAGS")));
        assertNull(text(row, column("note")));
        assertEquals(Map.of(), properties(row));
        assertFalse(row.isNull(column("properties")));
        assertNull(row.body());
        assertEquals(0, row.number(column("bodyLength")));
        assertEquals(with.length, row.number(column("offset")));
        assertFalse(row.next());
    }

    @Test
    void addressesAreTheTextsOfTheReference() throws IOException
    {
        for (final String address : List.of("10.0.0.255", "199.100.99.9", "2001:db8::1", "::", "fe80::ff00:1",
            MAPPED))
        {
            final MessageExt message = message("A");
            final byte[] bytes = InetAddress.getByName(address).getAddress();
            message.setSysFlag(bytes.length == 16 ? 0x30 : 0);
            message.setBornHost(new InetSocketAddress(address, 50_000));
            message.setStoreHost(new InetSocketAddress(address, 10_911));
            final byte[] record = StoredRecords.encode(message);
            if (address.equals(MAPPED))
            {
                // Java's own objects of such addresses have four bytes.
                ByteBuffer.wrap(record).putLong(BORN_ADDRESS, 0).putInt(BORN_ADDRESS + 8, 0xFFFF);
            }
            final MessageExt read = MessageDecoder.decode(ByteBuffer.wrap(record));
            final RowReader row = open(Segments.of(new ArrayList<>(List.of(record)), 0), all());
            assertTrue(row.next());
            assertEquals(read.getBornHostString(), text(row, column("bornAddress")));
            assertEquals(((InetSocketAddress)read.getStoreHost()).getAddress().getHostAddress(), text(row, column(
                "storeAddress")));
        }
    }

    @Test
    void aFileOfAnotherKindIsToldAsSuch() throws IOException
    {
        final byte[] bytes = "no segment, but something else".repeat(9).getBytes(StandardCharsets.UTF_8);
        final RowReader row = ((RecordRows)open(bytes, all())).listed(bytes.length);
        assertTrue(row.next());
        final String fault = text(row, row.fault());
        assertTrue(fault.endsWith("; 270 bytes are passed over, which is all: the option kind tells what files hold"),
            fault);
        assertFalse(row.next());
    }

    private static void move(final RowReader rows)
    {
        try
        {
            assertTrue(rows.next());
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void anAddressAllocatesNothing() throws IOException
    {
        final List<byte[]> records = new ArrayList<>();
        for (int i = 0; i < 3_000; i++)
        {
            records.add(StoredRecords.encode(message("A")));
        }
        final RowReader rows = open(Segments.of(records, 0), column("bornAddress"), column("storeAddress"));
        assertEquals(0, Allocations.by(() -> move(rows), 900, 200));
        assertEquals("10.0.0.2", text(rows, column("storeAddress")));
    }

    @Test
    void whatIsNotAskedForIsNull() throws IOException
    {
        final RowReader row =
            open(Segments.of(new ArrayList<>(List.of(StoredRecords.encode(message("A", (byte)1)))), 0),
                column("queueId"));
        assertTrue(row.next());
        assertEquals(3, row.number(column("queueId")));
        for (final String name : List.of("topic", "TAGS", "body", "properties", "storeTimestamp"))
        {
            assertTrue(row.isNull(column(name)), name);
        }
        assertNull(row.body());
    }

    @Test
    void aDamagedPieceIsARow() throws IOException
    {
        final byte[] record = StoredRecords.encode(message("A", (byte)1));
        final byte[] bytes = Segments.of(new ArrayList<>(List.of(record.clone(), record.clone(), record)), 0);
        Arrays.fill(bytes, record.length, 2 * record.length, (byte)3);
        final RowReader row = open(bytes, all());
        assertTrue(row.next() && !row.isDamaged() && row.next() && row.isDamaged());
        assertEquals(record.length, row.number(column("offset")));
        assertTrue(text(row, column("fault")).startsWith("RECORD_MAGIC_UNKNOWN: "), text(row, column("fault")));
        for (final RowColumn column : SCHEMA.columns())
        {
            assertEquals(!List.of("file", "offset", "fault").contains(column.name()), row.isNull(column(column.name())),
                column.name());
        }
        assertTrue(row.next() && !row.isDamaged());
        assertFalse(row.next());
    }

    @Test
    void conditionsHaveThreeTruths() throws IOException
    {
        final RowReader row =
            open(Segments.of(new ArrayList<>(List.of(StoredRecords.encode(message("Tag", (byte)1)))), 0),
                column("queueId"), column("TAGS"), column("topic"), column("reconsumeTimes"));
        assertTrue(row.next());
        final RowPredicate yes = RowPredicate.number(column("queueId"), Comparison.LESS, 4);
        final RowPredicate unknown = RowPredicate.number(column("innerIndex"), Comparison.EQUAL, 0);
        assertEquals(Truth.TRUE, yes.evaluate(row));
        assertEquals(Truth.FALSE, yes.negated().evaluate(row));
        assertEquals(Truth.UNKNOWN, unknown.negated().evaluate(row));
        assertEquals(Truth.TRUE, RowPredicate.or(List.of(unknown, yes)).evaluate(row));
        assertEquals(Truth.UNKNOWN, RowPredicate.and(List.of(unknown, yes)).evaluate(row));
        assertEquals(Truth.FALSE, RowPredicate.and(List.of(unknown, yes.negated())).evaluate(row));
        for (final Map.Entry<Comparison, String> text : Map.of(Comparison.STARTS_WITH, "Ta", Comparison.ENDS_WITH, "ag",
            Comparison.CONTAINS, "a", Comparison.EQUAL, "Tag", Comparison.GREATER, "TaB", Comparison.LESS, "Tagg")
            .entrySet())
        {
            final RowPredicate condition = RowPredicate.text(column("TAGS"), text.getKey(), text.getValue().getBytes(
                StandardCharsets.UTF_8));
            assertEquals(Truth.TRUE, condition.evaluate(row), text.toString());
        }
        assertArrayEquals(new int[] {column("innerIndex"), column("queueId")}, RowPredicate.or(List.of(unknown, yes
            .negated())).columns());
    }

    /** What a query lists is one condition, however long the list is and however it is written. */
    @Test
    void oneOfManyValuesIsLookedUp() throws IOException
    {
        final RowReader row =
            open(Segments.of(new ArrayList<>(List.of(StoredRecords.encode(message("v\u00E9", (byte)1)))),
                0), column("queueId"), column("TAGS"));
        assertTrue(row.next());
        final RowPredicate unknown = RowPredicate.always(Truth.UNKNOWN);
        for (final boolean isThere : new boolean[] {true, false})
        {
            final List<RowPredicate> texts = new ArrayList<>();
            final List<RowPredicate> numbers = new ArrayList<>();
            RowPredicate chain = RowPredicate.number(column("queueId"), Comparison.EQUAL, -1);
            for (int i = 0; i < 20_000; i++)
            {
                final int number = (i * 7_919 + 1) % 20_000 * 3 - (isThere ? 0 : 1);
                texts.add(RowPredicate.text(column("TAGS"), Comparison.EQUAL, (isThere && i == 3_333 ? "v\u00E9" : "v"
                    + number).getBytes(StandardCharsets.UTF_8)));
                numbers.add(RowPredicate.number(column("queueId"), Comparison.EQUAL, number));
            }
            for (final RowPredicate number : numbers.subList(0, 2_000))
            {
                chain = RowPredicate.or(List.of(chain, number));
            }
            assertEquals(1, chain.columns().length);
            assertEquals(Truth.of(isThere), chain.evaluate(row));
            for (final List<RowPredicate> values : List.of(texts, numbers))
            {
                final RowPredicate one = RowPredicate.or(values);
                assertEquals(Truth.of(isThere), one.evaluate(row));
                assertEquals(1, one.columns().length);
                assertEquals(isThere ? Truth.TRUE : Truth.UNKNOWN,
                    RowPredicate.or(List.of(unknown, one)).evaluate(row));
                assertEquals(Truth.UNKNOWN, RowPredicate.or(List.of(RowPredicate.text(column("note"), Comparison.EQUAL,
                    new byte[0]), RowPredicate.text(column("note"), Comparison.EQUAL, new byte[1]))).evaluate(row));
            }
            texts.addAll(numbers);
            assertArrayEquals(new int[] {column("TAGS"), column("queueId")}, RowPredicate.or(texts).columns());
        }
    }

    @Test
    void aPropertyMayNotHaveTheNameOfAColumn()
    {
        assertThrows(IllegalArgumentException.class, () -> RowSchema.records(List.of("Topic")));
        assertThrows(IllegalArgumentException.class, () -> RowSchema.records(List.of("a", "A")));
    }

    /** The JVM tells of it by an error, for which engines would stop the process. */
    @Test
    void aFileThatIsShortenedWhileItIsReadFails() throws IOException
    {
        final byte[] bytes = Segments.of(new ArrayList<>(StoredRecords.records(new Random(2), 20)), 0);
        final Path file = Files.write(folder.resolve("00000000000000000000"), Arrays.copyOf(bytes, 4 << 20));
        try (SegmentSource segment = MappedSegment.open(file))
        {
            final RowReader row = new RecordRows(SCHEMA, all(), new SegmentReader().wrap(segment, 0), "a segment");
            assertTrue(row.next());
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE))
            {
                channel.truncate(0);
            }
            final IOException e = assertThrows(IOException.class, () -> {
                while (row.next())
                {
                    row.body();
                }
            });
            assertEquals(file + ": was shortened while it was read, from " + (4 << 20) + " bytes to 0", e
                .getMessage());
        }
    }

    /** Some of the names are changed into that of others: the last one wins, wherever it is. */
    @Test
    void equalNamesAmongManyPropertiesAreOne() throws IOException
    {
        for (final int count : new int[] {5, 16, 17, 18, 33, 900})
        {
            final Map<String, String> expected = new TreeMap<>();
            final MessageExt message = message(null, (byte)1);
            for (int i = 0; i < count; i++)
            {
                MessageAccessor.putProperty(message, String.format("name%04d", i), "value" + i);
            }
            String text = new String(StoredRecords.encode(message), StandardCharsets.ISO_8859_1);
            for (int i = 0; i < count; i += 3)
            {
                text = text.replace(String.format("name%04d", i), String.format("name%04d", 0));
            }
            final int from = text.indexOf("name");
            for (final String property : text.substring(from).split("\2"))
            {
                expected.put(property.split("\1")[0], property.split("\1")[1]);
            }
            final byte[] record = text.getBytes(StandardCharsets.ISO_8859_1);
            final RowReader row = open(Segments.of(new ArrayList<>(List.of(record, record.clone())), 0), all());
            for (int i = 0; i < 2; i++)
            {
                assertTrue(row.next());
                assertEquals(expected, properties(row), count + " properties");
            }
        }
    }
}
