package io.skim.scan.records;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.RecordingHandler;
import io.skim.scan.testing.StoredRecords;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;
import org.apache.rocketmq.common.message.MessageExt;
import org.junit.jupiter.api.Test;

class RecordScannerTest
{
    /** The record of the fact sheet's hexdump H14. */
    private static final byte[] PLAIN = Frames.hex("00000070daa320a73610a6860000000100000000000000000000002a"
        + "000000000000100000000000 0000018bcfe56800 0a0000010000c350 0000018bcfe56805 0a00000200002a9f 00000000"
        + "0000000000000000 0000000568656c6c6f 06546f70696341 000a5441475301546167 4102");
    private static final int LENGTH_AT = 84;
    private static final int TOPIC_AT = 93;
    private static final int PROPERTIES_AT = 100;

    private final RecordScanner scanner = new RecordScanner();
    private final RecordScanner lenient = new RecordScanner(Limits.DEFAULT, Strictness.LENIENT);

    private static byte[] plain(final int patchAt, final String hex)
    {
        final byte[] record = PLAIN.clone();
        final byte[] patch = Frames.hex(hex);
        System.arraycopy(patch, 0, record, patchAt, patch.length);
        return record;
    }

    /** No reader has a property of such a name, but the record has one that begins like it. */
    @Test
    void aNameThatHoldsASeparatorIsFoundNowhere()
    {
        final List<String> found = new ArrayList<>();
        final FrameView body =
            new FrameView().wrap(plain(PROPERTIES_AT + Short.BYTES, "61 01 62 63 01 64 65 66 67 02"));
        for (final String name : List.of("a\1bc", "a"))
        {
            assertEquals(Outcome.COMPLETE, scanner.wrap(body).next(RecordScanner.interest().property(name, 0).build(),
                (id, value) -> {
                    found.add(name);
                    return Action.CONTINUE;
                }));
        }
        assertEquals(List.of("a"), found);
    }

    private List<String> topics(final RecordScanner with)
    {
        final List<String> topics = new ArrayList<>();
        final RecordInterest interest = RecordScanner.interest().field(RecordField.TOPIC, 0).build();
        while (with.hasNext())
        {
            if (with.next(interest, (id, value) -> {
                topics.add(value.toText());
                return Action.CONTINUE;
            }) == Outcome.MALFORMED)
            {
                topics.add("! " + with.fault().reason() + " at " + with.fault().offset());
            }
        }
        return topics;
    }

    private List<String> topics(final byte[]... records)
    {
        return topics(scanner.wrap(new FrameView().wrap(StoredRecords.join(List.of(records)))));
    }

    @Test
    void showsEachFieldWhereItStands()
    {
        final RecordingHandler handler = new RecordingHandler();
        scanner.wrap(new FrameView().wrap(PLAIN)).next(StoredRecords.EVERYTHING, handler);
        assertEquals(List.of("field 0: INT32 0+4 112", "field 1: INT32 4+4 -626843481", "field 2: INT32 8+4 907060870",
            "field 3: INT32 12+4 1", "field 4: INT32 16+4 0", "field 5: INT64 20+8 42", "field 6: INT64 28+8 4096",
            "field 7: INT32 36+4 0", "field 8: TIMESTAMP 40+8 1700000000000", "field 9: BINARY 48+4 \n\0\0\1",
            "field 10: INT32 52+4 50000", "field 11: TIMESTAMP 56+8 1700000000005", "field 12: BINARY 64+4 \n\0\0\2",
            "field 13: INT32 68+4 10911", "field 14: INT32 72+4 0", "field 15: INT64 76+8 0",
            "field 16: TEXT -32+32 0A00000200002A9F0000000000001000", "field 17: TEXT 94+6 TopicA",
            "begin 18: CONTAINER 102+10", "entry 18: TEXT 102+4 TAGS = TEXT 107+4 TagA", "end 18: CONTAINER 102+10",
            "field 19: BYTES 88+5 hello"), handler.calls());
        assertEquals(Outcome.COMPLETE, handler.outcome());
        assertFalse(scanner.hasNext());
    }

    @Test
    void walksTheBodyOfAFrame()
    {
        final byte[] body = StoredRecords.join(List.of(PLAIN, PLAIN));
        final byte[] frame = Frames.binary(0, null, new String(body, StandardCharsets.ISO_8859_1), "maxOffset", "9");
        // Frames.binary writes text; put the records' own bytes into place.
        final byte[] answer = ByteBuffer.allocate(frame.length - bodyLength(frame) + body.length).put(frame, 0,
            frame.length - bodyLength(frame)).put(body).array();
        ByteBuffer.wrap(answer).putInt(0, answer.length - 4);
        final FrameView view = new FrameView().wrap(answer);
        final int[] place = new int[2];
        final Outcome outcome = new RemotingScanner().scan(view, RemotingScanner.interest().field(RemotingField.BODY, 0)
            .build(), (id, value) -> {
                place[0] = value.offset();
                place[1] = value.length();
                return Action.CONTINUE;
            });
        assertEquals(Outcome.COMPLETE, outcome);
        assertTrue(RecordScanner.isRecords(view, place[0], place[1]));
        assertFalse(RecordScanner.isRecords(view, 0, view.length()));
        assertEquals(List.of("TopicA", "TopicA"), topics(scanner.wrap(view, place[0], place[1])));
        assertEquals(place[0] + PLAIN.length, scanner.recordOffset());
        assertEquals(PLAIN.length, scanner.recordLength());
    }

    private static String refusal(final RecordScanner of)
    {
        return of.fault().reason() + " at " + of.fault().offset();
    }

    @Test
    void aScanTakesExactlyOneRecord()
    {
        final byte[] two = StoredRecords.join(List.of(PLAIN, PLAIN));
        final FrameView view = new FrameView().wrap(two);
        for (final RecordScanner each : List.of(scanner, lenient))
        {
            assertEquals(Outcome.MALFORMED, each.scan(view, StoredRecords.EVERYTHING, new RecordingHandler()));
            assertEquals("FRAME_LENGTH_MISMATCH at 112", refusal(each));
            assertEquals("frame of 112 bytes in a view of 224", each.fault().toMessage());
            assertFalse(each.hasNext());
            assertEquals(Outcome.MALFORMED, each.scan(view, 0, 0, StoredRecords.EVERYTHING, new RecordingHandler()));
            assertEquals("TRUNCATED at 0", refusal(each));
            assertEquals(0, each.lostLength());
            final RecordingHandler second = new RecordingHandler();
            assertEquals(Outcome.COMPLETE, each.scan(view, 112, 112, StoredRecords.EVERYTHING, second));
            assertTrue(second.calls().contains("field 17: TEXT 206+6 TopicA"), second::toString);
            assertEquals(112, each.recordOffset());
            assertEquals(112, each.recordLength());
            assertFalse(each.hasNext());
        }
        assertThrows(IndexOutOfBoundsException.class, () -> scanner.scan(view, 113, 112, StoredRecords.EVERYTHING,
            new RecordingHandler()));
    }

    @Test
    void aScanShowsAnInnerBatchAsItIsStored()
    {
        final MessageExt message = StoredRecords.message(new Random(9));
        message.setSysFlag(message.getSysFlag() & 0x30 | 0xC0);
        message.setBody(StoredRecords.batch(new Random(9), 3));
        final byte[] record = StoredRecords.encode(message);
        final byte[] bytes = new byte[record.length];
        final int[] bodyLength = new int[1];
        assertEquals(Outcome.COMPLETE, scanner.scan(new FrameView().wrap(record), RecordScanner.interest().field(
            RecordField.BODY, 0).build(), (id, value) -> {
                bodyLength[0] = value.copyTo(bytes, 0);
                return Action.CONTINUE;
            }));
        assertEquals(-1, scanner.innerIndex());
        assertEquals(3, StoredRecords.scannedBatch(scanner, Arrays.copyOf(bytes, bodyLength[0])).size());
    }

    @Test
    void aListCanBeReadAfterAScan()
    {
        scanner.scan(new FrameView().wrap(PLAIN), StoredRecords.EVERYTHING, new RecordingHandler());
        assertEquals(List.of("TopicA", "TopicA"), topics(PLAIN, PLAIN));
    }

    private static boolean isRecords(final byte[] body)
    {
        return RecordScanner.isRecords(new FrameView().wrap(body), 0, body.length);
    }

    @Test
    void recordsAreKnownByTheFirstMagicOrTheSecond()
    {
        final byte[] bad = PLAIN.clone();
        bad[4] = 0;
        assertTrue(isRecords(PLAIN));
        assertFalse(isRecords(bad));
        assertFalse(isRecords(Arrays.copyOf(PLAIN, 90)));
        assertTrue(isRecords(StoredRecords.join(List.of(bad, PLAIN))));
        assertFalse(isRecords(StoredRecords.join(List.of(bad, bad))));
        assertFalse(isRecords(Arrays.copyOf(StoredRecords.join(List.of(bad, PLAIN)), bad.length + 90)));
        for (final int size : new int[] {-1, 0, 90, Integer.MAX_VALUE, Integer.MIN_VALUE})
        {
            final byte[] odd = StoredRecords.join(List.of(bad, PLAIN));
            ByteBuffer.wrap(odd).putInt(0, size);
            assertFalse(isRecords(odd));
        }
    }

    private static int bodyLength(final byte[] frame)
    {
        return frame.length - 8 - (ByteBuffer.wrap(frame).getInt(4) & 0xFF_FFFF);
    }

    @Test
    void aCorruptRecordLosesOnlyItself()
    {
        final String[] patches = {"4 DAA320A8", "84 00000006", "84 00000004", "84 7FFFFFFF", "84 FFFFFFFF", "93 05",
            "93 07", "93 80", "100 0009", "100 000B", "100 7FFF", "100 FFFF", "36 00000010", "36 00000020",
            "36 00000030",
            "52 00010000", "68 80000000", "95 FF", "104 80", "36 000000C1", "36 000000C0"};
        for (final String patch : patches)
        {
            final String[] parts = patch.split(" ");
            final List<String> found = topics(PLAIN, plain(Integer.parseInt(parts[0]), parts[1]), PLAIN);
            assertEquals(3, found.size(), patch);
            assertEquals("TopicA", found.get(0));
            assertTrue(found.get(1).startsWith("! "), patch);
            assertEquals("TopicA", found.get(2), patch);
            assertEquals(0, scanner.lostLength());
        }
    }

    @Test
    void eachFaultIsNamedAndPlaced()
    {
        assertEquals(List.of("! RECORD_MAGIC_UNKNOWN at 4"), topics(plain(4, "CBD43194")));
        assertEquals(List.of("! RECORD_LENGTH_NEGATIVE at 84"), topics(plain(LENGTH_AT, "FFFFFFFF")));
        assertEquals(List.of("! PART_OVERRUNS_BODY at 84"), topics(plain(LENGTH_AT, "7FFFFFFF")));
        assertEquals(List.of("! RECORD_LENGTH_NEGATIVE at 93"), topics(plain(TOPIC_AT, "FF")));
        assertEquals(List.of("! PART_OVERRUNS_BODY at 93"), topics(plain(TOPIC_AT, "7F")));
        assertEquals(List.of("! RECORD_LENGTH_NEGATIVE at 100"), topics(plain(PROPERTIES_AT, "8000")));
        assertEquals(List.of("! PART_OVERRUNS_BODY at 100"), topics(plain(PROPERTIES_AT, "000B")));
        assertEquals(List.of("! RECORD_SIZE_MISMATCH at 0"), topics(plain(PROPERTIES_AT, "0009")));
        assertEquals(List.of("! PORT_OUT_OF_RANGE at 52"), topics(plain(52, "00010000")));
        assertEquals(List.of("! PORT_OUT_OF_RANGE at 68"), topics(plain(68, "FFFFFFFF")));
        assertEquals(List.of("! INVALID_UTF8 at 95"), topics(plain(95, "FF")));
        assertEquals(List.of("! INVALID_UTF8 at 111"), topics(plain(111, "C3")));
        assertEquals(List.of("! INNER_BATCH_COMPRESSED at 36"), topics(plain(36, "000000C1")));
        assertEquals(List.of("! RECORD_OVERRUNS_BODY at 88"), topics(plain(36, "000000C0")));
        assertEquals(List.of("! RECORD_TOO_SHORT at 0"), topics(plain(0, "0000005A")));
        assertEquals(List.of("! RECORD_OVERRUNS_BODY at 0"), topics(plain(0, "00000071")));
        assertEquals(List.of("TopicA", "! TRUNCATED at 115"), topics(PLAIN, new byte[3]));
        assertEquals(List.of("TopicA", "! RECORD_TOO_SHORT at 112"), topics(PLAIN, new byte[4]));
    }

    /** The reference goes on behind the parts of a record, so there the walk goes on too. */
    @Test
    void aLieAboutTheTotalSizeLosesOnlyItsRecordWhereItsPartsAreFollowedByOne()
    {
        for (final String size : new String[] {"00000000", "0000005B", "0000006F", "00000071", "7FFFFFFF", "FFFFFFFF"})
        {
            final List<String> found = topics(PLAIN, plain(0, size), PLAIN);
            assertEquals(3, found.size(), size);
            assertTrue(found.get(1).endsWith(" at 112"), size);
            assertEquals("TopicA", found.get(2), size);
            assertEquals(List.of("TopicA", "TopicA", "TopicA"), topics(lenient.wrap(new FrameView().wrap(StoredRecords
                .join(List.of(PLAIN, plain(0, size), PLAIN))))), size);
        }
    }

    @Test
    void theRestIsLostWhereTwoReadersWouldGoOnAtDifferentPlaces()
    {
        final MessageExt message = StoredRecords.message(new Random(1));
        assertEquals(0, message.getSysFlag() & 0x30);
        message.setSysFlag(0);
        message.setBody(PLAIN);
        final byte[] outer = StoredRecords.encode(message);
        // By this total size the next record would be the one that a sender has put into the body.
        ByteBuffer.wrap(outer).putInt(0, Math.max(91, LENGTH_AT + 4));
        final byte[] shorter = ByteBuffer.allocate(outer.length + 3).put(outer, 0, LENGTH_AT).putInt(PLAIN.length + 3)
            .put(new byte[3]).put(outer, LENGTH_AT + 4, outer.length - LENGTH_AT - 4).array();
        ByteBuffer.wrap(shorter).putInt(0, 91);
        assertEquals(List.of("! RECORD_SIZE_MISMATCH at 0"), topics(shorter, PLAIN));
        assertEquals(shorter.length + PLAIN.length, scanner.lostLength());
        assertEquals(scanner.lostLength(), scanner.recordLength());
        assertFalse(scanner.hasNext());
    }

    @Test
    void theRestIsLostWhereNothingFollows()
    {
        final byte[] bad = plain(4, "00000000");
        ByteBuffer.wrap(bad).putInt(0, 100);
        assertEquals(List.of("TopicA", "! RECORD_MAGIC_UNKNOWN at 116"), topics(PLAIN, bad, PLAIN));
        assertEquals(2 * PLAIN.length, scanner.lostLength());
        assertEquals(List.of("TopicA"), topics(PLAIN));
        assertEquals(0, scanner.lostLength());
    }

    @Test
    void whatIsCutOffAnywhereIsReportedAndTheRecordsBeforeItAreRead()
    {
        final Random random = new Random(3);
        for (int run = 0; run < 40; run++)
        {
            final List<byte[]> records = StoredRecords.records(random, 3);
            final byte[] body = StoredRecords.join(records);
            final List<String> all = StoredRecords.scanned(scanner, body);
            final int second = records.get(0).length + records.get(1).length;
            final int before = StoredRecords.scanned(scanner, Arrays.copyOf(body, second)).size();
            for (int length = second + 1; length < body.length; length++)
            {
                final List<String> cut = StoredRecords.scanned(scanner, Arrays.copyOf(body, length));
                assertEquals(all.subList(0, before), cut.subList(0, before));
                assertEquals(before + 1, cut.size());
                assertTrue(cut.get(before).startsWith("! "));
                assertTrue(scanner.fault().offset() <= length);
                assertEquals(length - second, scanner.lostLength());
            }
        }
    }

    @Test
    void aBodyThatHasNotArrivedIsTruncatedAndNotMalformedElsewhere()
    {
        final byte[] body = StoredRecords.join(List.of(PLAIN, PLAIN));
        for (int available = 0; available < body.length; available++)
        {
            final List<String> found = topics(scanner.wrap(new FrameView().wrapPart(body, 0, available, body.length)));
            final int whole = available / PLAIN.length;
            assertEquals(whole + 1, found.size());
            assertEquals("! TRUNCATED at " + available, found.get(whole));
        }
    }

    @Test
    void bodiesAreComparedWithTheirCrcOnRequest()
    {
        final byte[] spoilt = plain(88, "49");
        assertEquals(List.of("TopicA", "TopicA"), topics(spoilt, PLAIN));
        scanner.checkBodies(true);
        assertEquals(List.of("! BODY_CRC_MISMATCH at 8", "TopicA"), topics(spoilt, PLAIN));
        scanner.checkBodies(false);
        assertEquals(List.of("TopicA", "TopicA"), topics(spoilt, PLAIN));
    }

    @Test
    void theCrcOfALongBodyIsTakenPieceByPiece()
    {
        final MessageExt message = StoredRecords.message(new Random(2));
        final byte[] body = new byte[600_001];
        new Random(4).nextBytes(body);
        final CRC32 crc = new CRC32();
        crc.update(body);
        message.setBody(body);
        message.setBodyCRC((int)crc.getValue() & 0x7FFF_FFFF);
        final byte[] record = StoredRecords.encode(message);
        final FrameView direct = new FrameView().wrap(ByteBuffer.allocateDirect(record.length).put(record).flip());
        assertEquals(1, topics(scanner.checkBodies(true).wrap(direct)).size());
        assertFalse(scanner.fault().isPresent());
        record[record.length / 2] ^= 1;
        final FrameView other = new FrameView().wrap(ByteBuffer.allocateDirect(record.length).put(record).flip());
        assertEquals(List.of("! BODY_CRC_MISMATCH at 8"), topics(scanner.wrap(other)));
    }

    @Test
    void aComputedValueCannotBeReadAfterItsHandlerHasThrown()
    {
        final List<Cursor> kept = new ArrayList<>();
        scanner.wrap(new FrameView().wrap(PLAIN));
        assertThrows(ArithmeticException.class, () -> scanner.next(RecordScanner.interest().field(
            RecordField.OFFSET_MESSAGE_ID, 0).build(), (id, value) -> {
                kept.add(value);
                throw new ArithmeticException();
            }));
        assertThrows(IllegalStateException.class, kept.get(0)::toText);
    }

    @Test
    void aComputedValueCannotBeReadInTheNextCallback()
    {
        final List<Cursor> kept = new ArrayList<>();
        scanner.wrap(new FrameView().wrap(PLAIN)).next(RecordScanner.interest().field(RecordField.OFFSET_MESSAGE_ID, 0)
            .field(RecordField.TOPIC, 1).build(), (id, value) -> {
                kept.forEach(earlier -> assertThrows(IllegalStateException.class, earlier::toText));
                kept.add(value);
                return Action.CONTINUE;
            });
        assertEquals(2, kept.size());
    }

    @Test
    void messagesOfAnInnerBatchAreNumberedFromTheRecordsPlaceInTheQueue()
    {
        final MessageExt message = StoredRecords.message(new Random(9));
        message.setSysFlag(message.getSysFlag() & 0x30 | 0xC0);
        message.setQueueOffset(Long.MAX_VALUE - 1);
        message.setBody(StoredRecords.batch(new Random(9), 3));
        final List<String> found = new ArrayList<>();
        final RecordInterest interest = RecordScanner.interest().field(RecordField.QUEUE_OFFSET, 0).field(
            RecordField.STORE_SIZE, 1).field(RecordField.OFFSET_MESSAGE_ID, 2).field(RecordField.BODY_CRC, 3).build();
        final FrameView view = new FrameView().wrap(StoredRecords.encode(message));
        scanner.wrap(view);
        final List<Integer> indices = new ArrayList<>();
        while (scanner.hasNext())
        {
            scanner.next(interest, (id, value) -> {
                found.add(id + " " + value.isNull() + " " + value.getLong(0));
                assertTrue(id != 0 || value.offset() < 0);
                final long mark = value.mark();
                if (id == 0)
                {
                    assertThrows(IndexOutOfBoundsException.class, () -> view.at(mark, new Cursor()));
                }
                return Action.CONTINUE;
            });
            indices.add(scanner.innerIndex());
            assertEquals(0, scanner.recordOffset());
            assertEquals(view.length(), scanner.recordLength());
        }
        // Wraps around as the client's own sum does.
        assertEquals(List.of("1 true 0", "3 true 0", "0 false 9223372036854775806", "2 true 0", "1 true 0", "3 true 0",
            "0 false 9223372036854775807", "2 true 0", "1 true 0", "3 true 0", "0 false -9223372036854775808",
            "2 true 0"),
            found);
        assertEquals(List.of(0, 1, 2), indices);
    }

    /** The client makes messages of all entries or of none. */
    @Test
    void aBadEntryMakesTheWholeRecordBad()
    {
        final MessageExt message = StoredRecords.message(new Random(9));
        message.setSysFlag(message.getSysFlag() & 0x30 | 0xC0);
        final byte[] batch = StoredRecords.batch(new Random(9), 3);
        ByteBuffer.wrap(batch).putInt(ByteBuffer.wrap(batch).getInt(0), 7);
        message.setBody(batch);
        final List<String> found = topics(PLAIN, StoredRecords.encode(message), PLAIN);
        assertEquals(List.of("TopicA", "! RECORD_TOO_SHORT at "
            + (PLAIN.length + 88 + 12 * Integer.bitCount(message.getSysFlag() & 0x30) + ByteBuffer.wrap(batch).getInt(
                0)),
            "TopicA"), found);
    }

    @Test
    void aCorruptBatchEntryLosesOnlyItselfWhereTheNextOneIsSound()
    {
        final byte[] entry = Frames.hex("0000001f 00000000 00000000 00000000 00000002 6231 0007 54414753014102");
        final byte[] lied = entry.clone();
        lied[19] = 3;
        assertEquals(List.of("f0 {TAGS=A} 6231", "! RECORD_SIZE_MISMATCH at 31", "f0 {TAGS=A} 6231"), batch(entry,
            bad(entry), entry));
        assertEquals(3, batch(entry, lied, entry).size());
        final byte[] size = entry.clone();
        size[3] = 0x20;
        assertEquals(List.of("! RECORD_SIZE_MISMATCH at 0", "f0 {TAGS=A} 6231"), batch(size, entry));
        assertEquals(List.of("f0 {TAGS=A} 6231", "! TRUNCATED at 33"), batch(entry, new byte[2]));
    }

    /** The properties' length is one less, the total size is right. */
    private static byte[] bad(final byte[] entry)
    {
        final byte[] bad = entry.clone();
        bad[23] = 6;
        return bad;
    }

    private List<String> batch(final byte[]... entries)
    {
        final List<String> lines = StoredRecords.scannedBatch(scanner, StoredRecords.join(List.of(entries)));
        lines.replaceAll(line -> line.startsWith("!") ? line.substring(0, line.indexOf(':')) : line);
        return lines;
    }

    @Test
    void whatAHandlerStopsOrThrowsDoesNotKeepTheWalkFromTheNextRecord()
    {
        scanner.wrap(new FrameView().wrap(StoredRecords.join(List.of(PLAIN, PLAIN, PLAIN))));
        assertEquals(Outcome.STOPPED, scanner.next(StoredRecords.EVERYTHING, (id, value) -> Action.STOP));
        assertThrows(UnsupportedOperationException.class, () -> scanner.next(StoredRecords.EVERYTHING, (id, value) -> {
            throw new UnsupportedOperationException();
        }));
        assertEquals(List.of("TopicA"), topics(scanner));
    }

    @Test
    void theFirstMatchEndsTheScanOfARecordButNotTheWalk()
    {
        final RecordInterest first = RecordScanner.interest().property("TAGS", 0).field(RecordField.QUEUE_ID, 1)
            .firstMatchWins().build();
        scanner.wrap(new FrameView().wrap(StoredRecords.join(List.of(PLAIN, PLAIN))));
        for (int i = 0; i < 2; i++)
        {
            final RecordingHandler handler = new RecordingHandler();
            assertEquals(Outcome.STOPPED, scanner.next(first, handler));
            assertEquals(2, handler.calls().size());
        }
        assertFalse(scanner.hasNext());
    }

    /** Each record holds all the others, and a batch that is bad at its end; by its total size the next one follows. */
    @Test
    void lenientDoesNotLookAtTheSameBytesAgainAndAgain()
    {
        final int records = 1_000;
        final byte[] filler = StoredRecords.batch(new Random(13), 100);
        final int junk = 3;
        final int first = records * 91 + 30;
        final int behind = first + Short.BYTES + filler.length + junk;
        final ByteBuffer body = ByteBuffer.allocate(behind + Byte.BYTES + Short.BYTES + 40);
        for (int i = 0; i < records; i++)
        {
            final int at = i * 91;
            body.putInt(at, 91).putInt(at + 4, 0xDAA3_20A7).putInt(at + 36, 0xC0);
            body.putInt(at + LENGTH_AT, behind - at - LENGTH_AT - Integer.BYTES);
            // The length of the first entry's body, among the next record's queue id and flag.
            body.putInt(at + LENGTH_AT + 4 + 16, first - at - LENGTH_AT - 4 - 20);
        }
        body.put(first + Short.BYTES, filler);
        final List<String> found = topics(lenient.wrap(new FrameView().wrap(body.array())));
        assertEquals(List.of("! TRUNCATED at " + behind), found);
        assertEquals(body.capacity(), lenient.lostLength());
    }

    @Test
    void keepsNoBytesOnceTheViewIsReset() throws InterruptedException
    {
        final FrameView view = new FrameView();
        final WeakReference<byte[]> bytes = walked(view);
        view.reset();
        for (int i = 0; i < 50 && bytes.get() != null; i++)
        {
            System.gc();
            Thread.sleep(10);
        }
        assertNull(bytes.get());
    }

    private WeakReference<byte[]> walked(final FrameView view)
    {
        final byte[] body = PLAIN.clone();
        scanner.checkBodies(true).wrap(view.wrap(body)).next(StoredRecords.EVERYTHING, new RecordingHandler());
        return new WeakReference<>(body);
    }

    @Test
    void limitsHold()
    {
        final FrameView view = new FrameView().wrap(PLAIN);
        final RecordScanner shortValues = new RecordScanner(Limits.DEFAULT.withMaxValueLength(9), Strictness.STRICT);
        assertEquals(List.of("! VALUE_TOO_LONG at 102"), topics(shortValues.wrap(view)));
        final RecordScanner shortBodies = new RecordScanner(Limits.DEFAULT.withMaxFrameLength(111), Strictness.STRICT);
        assertEquals(List.of("! FRAME_TOO_LONG at 0"), topics(shortBodies.wrap(view)));
        assertEquals(112, shortBodies.lostLength());
        final FrameView small = new FrameView(Limits.DEFAULT.withMaxHeaderLength(21)).wrap(ByteBuffer.allocateDirect(
            PLAIN.length).put(PLAIN).flip());
        assertEquals(List.of("! SECTION_TOO_LONG at 0"), topics(scanner.wrap(small)));
    }

    @Test
    void wrongUseNamesWhatIsMissing()
    {
        final DataHandler handler = new RecordingHandler();
        final RecordInterest interest = RecordScanner.interest().field(RecordField.TOPIC, 0).build();
        assertTrue(assertThrows(IllegalStateException.class, () -> scanner.next(interest, handler)).getMessage()
            .contains("hasNext()"));
        assertTrue(assertThrows(IllegalStateException.class, () -> scanner.wrap(new FrameView())).getMessage()
            .contains("FrameView.wrap"));
        assertThrows(IndexOutOfBoundsException.class, () -> scanner.wrap(new FrameView().wrap(PLAIN), 1, 112));
        assertThrows(IllegalStateException.class, () -> RecordScanner.interest().build());
        assertThrows(IllegalStateException.class, () -> RecordScanner.interest().everyProperty(0).firstMatchWins()
            .build());
        assertThrows(IllegalArgumentException.class, () -> RecordScanner.interest().everything().field(
            RecordField.TOPIC, 3));
        assertThrows(IllegalArgumentException.class, () -> RecordScanner.interest().property("a", 0).property("a", 1));
        assertThrows(IllegalArgumentException.class, () -> RecordScanner.interest().field(RecordField.TOPIC, -1));
        assertEquals("queueOffset", RecordField.of(RecordField.QUEUE_OFFSET.ordinal()).fieldName());
    }

    @Test
    void reasonsTellTheirNumbers()
    {
        scanner.wrap(new FrameView().wrap(plain(4, "CBD43194"))).next(StoredRecords.EVERYTHING, new RecordingHandler());
        assertEquals(Reason.RECORD_MAGIC_UNKNOWN, scanner.fault().reason());
        assertEquals("magic 0xCBD43194 is not known (version 1 is 0xDAA320A7)", scanner.fault().toMessage());
    }
}
