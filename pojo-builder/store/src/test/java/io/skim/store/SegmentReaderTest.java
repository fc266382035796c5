package io.skim.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.records.RecordScanner;
import io.skim.scan.records.RecordScreen;
import io.skim.scan.testing.Segments;
import io.skim.scan.testing.StoredRecords;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SegmentReaderTest
{
    private static final long FIRST = 1L << 32;

    private final List<byte[]> records = StoredRecords.records(new Random(11), 60);
    private final byte[] segment = Segments.of(records, FIRST);
    private final List<String> reference = StoredRecords.reference(segment);
    private final SegmentReader reader = new SegmentReader();

    private static Reading read(final SegmentReader reader, final byte[] bytes, final long first) throws IOException
    {
        return new Reading().read(reader.wrap(new HeapSegment(bytes, bytes.length), first));
    }

    @Test
    void readsWhatTheReferenceReads() throws IOException
    {
        assertTrue(reference.size() > records.size(), "no inner batches");
        for (final boolean withCrc : new boolean[] {false, true})
        {
            final Reading reading = read(reader.checkBodies(withCrc), segment, FIRST);
            assertEquals(reference, reading.messages);
            assertEquals(List.of(), reading.damage);
            assertEquals(Segments.offsets(records).subList(0, records.size()), new ArrayList<>(reading.offsets.stream()
                .distinct().toList()));
        }
    }

    @Test
    void readsAFileInPieces(@TempDir final Path folder) throws IOException
    {
        final Path path = Files.write(folder.resolve(String.format("%020d", FIRST)), segment);
        for (final int usual : new int[] {200, 4_096, 1 << 22})
        {
            final RandomAccessFile file = new RandomAccessFile(path.toFile(), "r");
            try (PieceSegment pieces = new PieceSegment(segment.length, (offset, into, from, count) -> {
                file.seek(offset);
                file.readFully(into, from, count);
            }, file, usual))
            {
                assertEquals(segment.length, pieces.length());
                assertEquals(reference, new Reading().read(reader.wrap(pieces, FIRST)).messages, "pieces of " + usual);
            }
            assertFalse(file.getFD().valid(), "closed");
        }
        try (PieceSegment pieces = PieceSegment.open(path))
        {
            assertEquals(reference, new Reading().read(reader.wrap(pieces, FIRST)).messages, "pieces that grow");
        }
        assertThrows(IOException.class, () -> PieceSegment.open(folder.resolve("none")).close());
    }

    @Test
    void readsAMappedFileAcrossMappings(@TempDir final Path folder) throws IOException
    {
        final Path file = Files.write(folder.resolve(String.format("%020d", FIRST)), segment);
        for (final int most : new int[] {200, 4_096, MappedSegment.MOST})
        {
            try (MappedSegment mapped = MappedSegment.open(file, most))
            {
                assertEquals(segment.length, mapped.length());
                assertEquals(reference, new Reading().read(reader.wrap(mapped, StoreFiles.firstOffset(file.getFileName()
                    .toString()))).messages, "mapped " + most);
            }
        }
    }

    @Test
    void endsAtABlankRecordWhateverIsBehindIt() throws IOException
    {
        for (final int blank : new int[] {8, 9, 15, 16, 90, 91, 5_000})
        {
            final Reading reading = read(reader, Segments.full(segment, blank), FIRST);
            assertEquals(reference, reading.messages);
            assertEquals(List.of(), reading.damage, "blank " + blank);
        }
        // A record that an older file left there.
        final byte[] full = Segments.full(segment, 16 + records.get(0).length);
        System.arraycopy(records.get(0), 0, full, segment.length + 8, records.get(0).length);
        assertEquals(reference, read(reader, full, StoreFiles.UNKNOWN).messages);
    }

    /** A segment of DLedger, as DLedgerEntryCoder 0.3.2 writes entries. */
    private byte[] ledger(final int blank)
    {
        final ByteBuffer bytes = ByteBuffer.allocate(segment.length + 48 * (records.size() + 1) + blank);
        for (int i = 0; i <= records.size(); i++)
        {
            // The last entry has no body.
            final byte[] record = i < records.size() ? records.get(i) : new byte[0];
            bytes.putInt(1).putInt(48 + record.length).putLong(i).putLong(7).putLong(FIRST + bytes.position() - 24)
                .putInt(
                    0)
                .putInt(1_234).putInt(5_678).putInt(record.length);
            if (record.length > 0)
            {
                ByteBuffer.wrap(record).putLong(28, FIRST + bytes.position());
            }
            bytes.put(record);
        }
        if (blank >= 8)
        {
            bytes.putInt(-1).putInt(blank);
        }
        return bytes.array();
    }

    @Test
    void readsTheEntriesOfDLedger() throws IOException
    {
        for (final int blank : new int[] {0, 8, 100, 5_000})
        {
            final byte[] ledger = ledger(blank);
            final List<String> messages = StoredRecords.reference(StoredRecords.join(records));
            final Reading whole = read(reader, ledger, FIRST);
            assertEquals(messages, whole.messages);
            assertEquals(List.of(), whole.damage);
            for (final int part : new int[] {1, 47, 48, 49, 200, 1_000})
            {
                final Reading parts = new Reading();
                for (long from = 0; from < ledger.length; from += part)
                {
                    parts.read(reader.wrap(new HeapSegment(ledger, ledger.length), FIRST, from, from + part));
                }
                assertEquals(messages, parts.messages, "parts of " + part);
                assertEquals(List.of(), parts.damage, "parts of " + part);
            }
        }
    }

    /** One head and one record: their pieces end with the next record. */
    @Test
    void findsDamageBetweenTheEntriesOfDLedger() throws IOException
    {
        final List<Long> offsets = read(reader, ledger(8), FIRST).offsets.stream().distinct().toList();
        final byte[] damaged = ledger(8);
        final int head = (int)(offsets.get(5) - 48);
        final int record = offsets.get(20).intValue();
        damaged[head] ^= 1;
        damaged[record] ^= 1;
        for (final int part : new int[] {100, damaged.length})
        {
            final Reading reading = new Reading();
            for (long from = 0; from < damaged.length; from += part)
            {
                reading.read(reader.wrap(new HeapSegment(damaged, damaged.length), FIRST, from, from + part));
            }
            assertEquals(2, reading.damage.size(), reading.damage.toString());
            assertTrue(reading.damage.get(0).startsWith(head + "-" + offsets.get(5) + " "), reading.damage.toString());
            assertTrue(
                reading.damage.get(1).endsWith("-" + offsets.get(21) + " " + reading.damage.get(1).split(" ", 2)[1]),
                reading.damage.toString());
            assertEquals(records.size() - 1, reading.offsets.stream().distinct().count());
        }
    }

    @Test
    void endsAtZerosThatWereAllocatedInAdvance() throws IOException
    {
        for (final int zeros : new int[] {1, 7, 8, 90, 91, 200_000})
        {
            final Reading reading = read(reader, Arrays.copyOf(segment, segment.length + zeros), FIRST);
            assertEquals(reference, reading.messages);
            assertEquals(List.of(), reading.damage, "zeros " + zeros);
            assertEquals(0, reading.passedOver);
        }
        assertEquals(List.of(), read(reader, new byte[1_000], 0).damage);
        assertEquals(List.of(), read(reader, new byte[0], 0).damage);
    }

    /** A file of tiered storage ends with size, magic and time; another one may follow in a copy. */
    @Test
    void goesOnBehindTheEndOfAFileOfTieredStorage() throws IOException
    {
        final byte[] coda = Segments.full(new byte[0], 16);
        final byte[] both = StoredRecords.join(List.of(segment, coda, records.get(0), coda));
        final Reading reading = read(reader, both, StoreFiles.UNKNOWN);
        assertEquals(List.of(), reading.damage);
        assertEquals(segment.length + 16L, reading.offsets.get(reading.offsets.size() - 1));
    }

    @Test
    void readsRecordsOfAnyPlaceIfTheFirstOffsetIsNotKnown() throws IOException
    {
        final byte[] some = StoredRecords.join(records.subList(20, 40));
        assertEquals(StoredRecords.reference(some), read(reader, some, StoreFiles.UNKNOWN).messages);
        final Reading misplaced = read(reader, some, 0);
        assertEquals(List.of(), misplaced.messages);
        assertEquals("0-" + some.length + " RECORD_MISPLACED at 28", misplaced.damage.get(0));
    }

    /** Whatever the parts are. */
    @Test
    void partsGiveTheRecordsOfTheWhole() throws IOException
    {
        final byte[] full = Segments.full(segment, 300);
        final Random random = new Random(12);
        for (int run = 0; run < 200; run++)
        {
            final int size = 1 + random.nextInt(random.nextBoolean() ? 500 : full.length);
            final List<String> messages = new ArrayList<>();
            for (int from = 0; from < full.length; from += size)
            {
                final Reading part = new Reading().read(reader.wrap(new HeapSegment(full, 1 + random.nextInt(2_000)),
                    FIRST, from, from + (long)size));
                assertEquals(List.of(), part.damage);
                messages.addAll(part.messages);
            }
            assertEquals(reference, messages, "parts of " + size);
        }
        assertThrows(IndexOutOfBoundsException.class, () -> reader.wrap(new HeapSegment(full, 1), FIRST, full.length
            + 1L, full.length + 2L));
    }

    @Test
    void damageBelongsToThePartInWhichItBegins() throws IOException
    {
        final List<Long> offsets = Segments.offsets(records);
        final byte[] damaged = segment.clone();
        final int from = offsets.get(10).intValue();
        final int to = offsets.get(30).intValue();
        Arrays.fill(damaged, from, to, (byte)7);
        final HeapSegment source = new HeapSegment(damaged, 100);
        final int middle = (from + to) / 2;
        final Reading first = new Reading().read(reader.wrap(source, FIRST, 0, middle));
        final Reading second = new Reading().read(reader.wrap(source, FIRST, middle, damaged.length));
        assertEquals(List.of(from + "-" + to + " RECORD_MAGIC_UNKNOWN at " + (from + 4)), first.damage);
        assertEquals(List.of(), second.damage);
        assertEquals(offsets.get(30), second.offsets.get(0));
        assertEquals(to - from, first.passedOver);
    }

    /** Wherever the part in front of it ends. */
    @Test
    void damageBehindTheLastRecordOfAPartIsTold() throws IOException
    {
        final List<Long> offsets = Segments.offsets(records);
        final byte[] damaged = segment.clone();
        final int from = offsets.get(10).intValue();
        final int to = offsets.get(12).intValue();
        Arrays.fill(damaged, from, to, (byte)7);
        final HeapSegment source = new HeapSegment(damaged, 100);
        final RecordScreen all = RecordScreen.builder().property("no such property").build();
        for (int end = offsets.get(9).intValue() + 1; end <= from; end++)
        {
            for (final RecordScreen screen : List.of(RecordScreen.NONE, all))
            {
                reader.screen(screen);
                final Reading first = new Reading().read(reader.wrap(source, FIRST, 0, end));
                final Reading second = new Reading().read(reader.wrap(source, FIRST, end, damaged.length));
                assertEquals(List.of(from + "-" + to + " RECORD_MAGIC_UNKNOWN at " + (from + 4)), first.damage);
                assertEquals(List.of(), second.damage);
            }
        }
    }

    /** The end of a file of tiered storage, and that of a segment: the sender of a body may know what they look like. */
    @Test
    void blankRecordsInABodyEndNothing() throws IOException
    {
        final ByteBuffer body = ByteBuffer.allocate(1_600);
        while (body.hasRemaining())
        {
            body.putInt(16).putInt(Segments.BLANK_MAGIC);
        }
        final List<byte[]> some = new ArrayList<>(records.subList(0, 60));
        some.set(5, StoredRecords.encode(message(body.array())));
        final int longest = some.stream().mapToInt(record -> record.length).max().orElseThrow();
        final byte[] bytes = Segments.of(some, FIRST);
        assertPartsAreGood(bytes, longest);
        final int at = Segments.offsets(some).get(5).intValue() + 88;
        assertTrue(bytes.length - at - body.capacity() > longest + 8, bytes.length + " bytes");
        for (int i = 0; i < body.capacity(); i += 8)
        {
            body.putInt(i, bytes.length - at - i);
        }
        some.set(5, StoredRecords.encode(message(body.array())));
        assertPartsAreGood(Segments.of(some, FIRST), longest);
    }

    private static void assertPartsAreGood(final byte[] bytes, final int longest) throws IOException
    {
        final SegmentReader small = new SegmentReader(Limits.DEFAULT.withMaxFrameLength(longest), Strictness.STRICT);
        final List<String> expected = read(small, bytes, FIRST).messages;
        for (int size = 100; size < 4_000; size += 37)
        {
            final List<String> messages = new ArrayList<>();
            for (int from = 0; from < bytes.length; from += size)
            {
                final Reading part = new Reading().read(small.wrap(new HeapSegment(bytes, 1_000), FIRST, from, from
                    + (long)size));
                assertEquals(List.of(), part.damage, "parts of " + size);
                messages.addAll(part.messages);
            }
            assertEquals(expected, messages, "parts of " + size);
        }
    }

    /** A message that carries a stored record, as one that traces messages may. */
    @Test
    void aRecordInADamagedBodyIsNotTakenForOne() throws IOException
    {
        final byte[] inner = records.get(3).clone();
        final byte[] outer = StoredRecords.encode(message(inner));
        final byte[] bytes = Segments.of(new ArrayList<>(List.of(outer, records.get(4))), FIRST);
        bytes[88 + inner.length] ^= 1;
        assertEquals(1, read(reader, bytes, FIRST).damage.size());
        assertEquals(List.of((long)outer.length), distinct(read(reader, bytes, FIRST).offsets));
    }

    private static org.apache.rocketmq.common.message.MessageExt message(final byte[] body)
    {
        final org.apache.rocketmq.common.message.MessageExt message = StoredRecords.message(new Random(1));
        message.setSysFlag(0);
        message.setBornHost(new java.net.InetSocketAddress("127.0.0.1", 1));
        message.setStoreHost(new java.net.InetSocketAddress("127.0.0.1", 1));
        message.setBody(body);
        return message;
    }

    private static List<Long> distinct(final List<Long> offsets)
    {
        return offsets.stream().distinct().toList();
    }

    /** Two lengths lie in agreement, so that a record takes the next one for the end of its own body. */
    @Test
    void checkedBodiesShowARecordThatSwallowsAnother() throws IOException
    {
        final List<byte[]> pair = new ArrayList<>();
        for (int i = 0; i < 3; i++)
        {
            pair.add(StoredRecords.encode(message(new byte[50])));
        }
        final byte[] bytes = Segments.of(pair, FIRST);
        final int length = pair.get(1).length;
        ByteBuffer.wrap(bytes).putInt(0, pair.get(0).length + length).putInt(84, 50 + pair.get(0).length);
        assertEquals(List.of(0L, (long)length * 2), read(reader, bytes, FIRST).offsets);
        final Reading checked = read(reader.checkBodies(true), bytes, FIRST);
        assertEquals(List.of((long)length, (long)length * 2), checked.offsets);
        assertEquals(List.of("0-" + length + " BODY_CRC_MISMATCH at 8"), checked.damage);
    }

    @Test
    void lenientReadsTextsThatAreNoUtf8ButNoOtherSizeThanThatOfTheParts() throws IOException
    {
        final byte[] record = StoredRecords.encode(message(new byte[5]));
        final byte[] bytes = Segments.of(new ArrayList<>(List.of(record, record.clone())), 0);
        final SegmentReader lenient = new SegmentReader(Limits.DEFAULT, Strictness.LENIENT);
        bytes[88 + 5 + 1] = (byte)0xFF;
        assertEquals(1, read(reader, bytes, 0).messages.size());
        assertEquals(2, read(lenient, bytes, 0).messages.size());
        final byte[] longer = Arrays.copyOf(record, record.length + 3);
        ByteBuffer.wrap(longer).putInt(0, longer.length).putLong(28, 0);
        assertEquals(List.of("0-" + (longer.length - 3) + " RECORD_SIZE_MISMATCH at 0"),
            read(lenient, longer, 0).damage);
    }

    @Test
    void aRecordAboveTheLimitIsDamage() throws IOException
    {
        final SegmentReader small = new SegmentReader(Limits.DEFAULT.withMaxFrameLength(400), Strictness.STRICT);
        final Reading reading = read(small, segment, FIRST);
        assertEquals(records.stream().filter(record -> record.length <= 400).count(), distinct(reading.offsets).size());
        assertTrue(reading.damage.stream().allMatch(line -> line.contains("FRAME_TOO_LONG")),
            reading.damage.toString());
    }

    @Test
    void anExceptionOfAHandlerLeavesAndTheNextRecordFollows() throws IOException
    {
        reader.wrap(new HeapSegment(segment, 1_000), FIRST);
        assertThrows(ArithmeticException.class, () -> reader.next(StoredRecords.EVERYTHING, new Throwing()));
        reader.next(RecordScanner.interest().everything().build(), (id, value) -> Action.STOP);
        assertEquals(records.get(0).length, reader.recordOffset());
    }

    private static final class Throwing implements DataHandler
    {
        @Override
        public Action onField(final int id, final Cursor value)
        {
            throw new ArithmeticException();
        }
    }

    @Test
    void theFrameHasTheBytesOfTheRecord() throws IOException
    {
        reader.wrap(new HeapSegment(segment, 700), FIRST);
        for (final byte[] record : records)
        {
            do
            {
                assertEquals(Outcome.STOPPED, reader.next(StoredRecords.EVERYTHING, (id, value) -> Action.STOP));
                final byte[] copy = new byte[(int)reader.recordLength()];
                reader.frame().getBytes(reader.frameOffset(), copy.length, copy, 0);
                assertEquals(ByteBuffer.wrap(record), ByteBuffer.wrap(copy));
            }
            while (reader.hasNext() && reader.innerIndex() >= 0 && !isLastOf(record));
        }
        assertFalse(reader.hasNext());
        assertThrows(IllegalStateException.class, () -> reader.next(StoredRecords.EVERYTHING, (id, value) -> null));
    }

    private boolean isLastOf(final byte[] record)
    {
        return reader.innerIndex() == StoredRecords.referenceAt(record, 0).size() - 1;
    }

    /** A file of more than 2 GiB, most of it never written. */
    @Test
    void offsetsHaveSixtyFourBits(@TempDir final Path folder) throws IOException
    {
        final long place = 2_300_000_000L;
        final Path file = folder.resolve("00000000000000000000");
        try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw"))
        {
            out.write(Segments.of(new ArrayList<>(records), 0));
            out.seek(place);
            out.write(Segments.of(new ArrayList<>(records), place));
            out.setLength(place + segment.length + 1_000_000);
        }
        try (MappedSegment mapped = MappedSegment.open(file))
        {
            final Reading reading = new Reading().read(reader.wrap(mapped, 0));
            assertEquals(2 * reference.size(), reading.messages.size());
            assertEquals(List.of(segment.length + "-" + place + " RECORD_MAGIC_UNKNOWN at " + (segment.length + 4)),
                reading.damage);
            assertEquals(place, reading.offsets.get(reference.size()));
            assertEquals(reference.size(),
                new Reading().read(reader.wrap(mapped, 0, place - 5_000, Long.MAX_VALUE)).messages.size());
        }
    }
}
