package io.skim.scan.remoting;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.Buffers;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Effort;
import io.skim.scan.testing.FrameGenerator;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.Settings;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A row has of each id what pulling entry by entry gives last, and refuses what that refuses. */
class RemotingRowTest
{
    private static final int SIZE = 20;
    static final RemotingNames NAMES = names();
    static final RemotingNames WITH_OTHERS = NAMES.withOthers(SIZE);
    private static final long NONE = -77;
    private static final byte[] BINARY =
        Frames.binary(310, "re", "body", "a", "group", "e", "1", "i", "k\1v\2 and more",
            "k", "false", "a", "", "g", "1795232264452", "b", "t", "n", "\u00e9", "z", "9");
    private static final byte[] JSON = Frames.json("{\"code\":310,\"extFields\":{\"a\":\"gr\\u006fup\",\"e\":12,\"k\":"
        + "true,\"g\":null,\"e\":\"7\"},\"flag\":1,\"language\":\"GO\",\"opaque\":4,\"version\":5}");
    private static final byte[] AS_JAVA_WRITES = Frames.json("{\"code\":310,\"extFields\":{\"a\":\"group\",\"b\":\"\","
        + "\"e\":\"7\",\"g\":\"1795232264452\",\"i\":\"k\\u0001v\\u0002\",\"e\":\"\u00e9\",\"k\":\"true\"},\"flag\":0,"
        + "\"language\":\"JAVA\",\"opaque\":4711,\"serializeTypeCurrentRPC\":\"JSON\",\"version\":513}");
    private static final byte[] CUT = Arrays.copyOf(JSON, JSON.length - 3);

    private final FrameView view = new FrameView();
    private final RemotingReader reader = new RemotingReader();
    private final RemotingRow row = new RemotingRow(SIZE);
    private final Cursor cursor = new Cursor();
    private final byte[] copy = new byte[1 << 16];

    private static RemotingNames names()
    {
        final Map<String, Integer> ids = new HashMap<>();
        for (char name = 'a'; name <= 'n'; name++)
        {
            ids.put(String.valueOf(name), name - 'a');
        }
        ids.put("topic", 1);
        ids.put("queueId", 4);
        ids.put("producerGroup", 14);
        ids.put("ns", 15);
        return RemotingNames.of(ids);
    }

    /** What is there to know of an entry, as text. */
    private static String shown(final Cursor value)
    {
        return value.isNull() + " " + (value.isVerbatim() && !value.isNull()) + ' ' + value.offset() + ' ' + value
            .length() + ' ' + value.getInt((int)NONE) + ' ' + value.getLong(NONE) + ' ' + value.getBoolean(true) + ' '
            + value.toText();
    }

    private String shown(final int id)
    {
        if (!row.isPresent(id))
        {
            assertTrue(row.isNull(id) && !row.isVerbatim(id) && !row.getBoolean(id, false) && row.getBoolean(id, true)
                && !row.value(id, cursor));
            assertEquals(NONE, row.getLong(id, NONE));
            assertEquals(0, row.copyTo(id, copy, 0));
            assertNull(row.toText(id));
            assertEquals(0, row.length(id));
            assertEquals(Kind.NULL, row.kind(id));
            assertFalse(row.isAscii(id));
            assertTrue(view.at(row.mark(id), new Cursor()).isNull());
            return null;
        }
        final String text = row.isNull(id) + " " + row.isVerbatim(id) + ' ' + row.offset(id) + ' ' + row.length(id)
            + ' ' + row.getInt(id, (int)NONE) + ' ' + row.getLong(id, NONE) + ' ' + row.getBoolean(id, true) + ' ' + row
                .toText(id);
        assertTrue(row.value(id, cursor));
        assertEquals(shown(cursor), text);
        assertEquals(cursor.kind(), row.kind(id));
        assertTrue(!row.isAscii(id) || row.isVerbatim(id) && row.toText(id).chars().allMatch(unit -> unit < 0x80)
            && row.length(id) == row.toText(id).length());
        assertEquals(cursor.mark(), row.mark(id));
        assertEquals(text, shown(view.at(row.mark(id), new Cursor())));
        final byte[] expected = new byte[cursor.textLength() + 3];
        assertEquals(cursor.textLength(), cursor.copyTo(expected, 3));
        assertEquals(expected.length - 3, row.copyTo(id, copy, 3));
        assertArrayEquals(Arrays.copyOfRange(expected, 3, expected.length), Arrays.copyOfRange(copy, 3,
            expected.length));
        assertEquals(-1, row.copyTo(id, copy, copy.length - expected.length + 4));
        return text;
    }

    void assertSame(final byte[] frame, final RemotingReader puller, final RemotingReader rows,
        final RemotingNames names, final String what)
    {
        final String[] last = new String[SIZE];
        final StringBuilder others = new StringBuilder();
        puller.wrap(view.wrap(frame));
        for (int id = puller.nextEntry(names); id >= 0; id = puller.nextEntry(names))
        {
            final String value = shown(puller.value(cursor));
            if (id < SIZE)
            {
                last[id] = value;
                continue;
            }
            others.append(puller.key(cursor).toText()).append('=').append(value);
        }
        rows.wrap(view);
        int id = rows.readEntries(names, row);
        for (; id >= 0; id = rows.readEntries(names, row))
        {
            assertEquals(SIZE, id, what);
            others.append('!');
            final String value = shown(rows.value(cursor));
            final String entry = rows.key(cursor).toText() + '=' + value;
            final int at = others.indexOf(entry);
            assertTrue(at >= 0, () -> what + ": no " + entry + " in " + others);
            others.delete(at, at + entry.length());
        }
        assertEquals(puller.fault().toString(), rows.fault().toString(), what);
        assertEquals(puller.fault().isPresent() ? RemotingReader.MALFORMED : RemotingReader.DONE, id, what);
        assertEquals(id, rows.readEntries(names, row), what);
        if (id == RemotingReader.DONE)
        {
            rows.wrap(view);
            while (rows.readEntries(names, row) >= 0)
            {
                continue;
            }
            assertEquals("", others.toString().replace("!", ""), what);
            assertEquals(Arrays.asList(last), Arrays.asList(Arrays.stream(ids()).mapToObj(this::shown).toArray(
                String[]::new)), what);
            assertFixed(puller, rows, what);
        }
    }

    private static int[] ids()
    {
        final int[] ids = new int[SIZE];
        Arrays.setAll(ids, id -> id);
        return ids;
    }

    private void assertFixed(final RemotingReader puller, final RemotingReader rows, final String what)
    {
        assertEquals(puller.bodyOffset(), rows.bodyOffset(), what);
        assertEquals(rows.field(RemotingField.CODE, cursor) ? cursor.getInt(0) : 0, rows.code(), what);
        assertEquals(rows.field(RemotingField.FLAG, cursor) ? cursor.getInt(0) : 0, rows.flag(), what);
        assertEquals(rows.field(RemotingField.OPAQUE, cursor) ? cursor.getInt(0) : 0, rows.opaque(), what);
        assertEquals(rows.field(RemotingField.VERSION, cursor) ? cursor.getInt(0) : 0, rows.version(), what);
        assertEquals(rows.field(RemotingField.LANGUAGE, cursor) ? RemotingLanguage.of(cursor) : RemotingLanguage.JAVA,
            rows.language(), what);
    }

    @ParameterizedTest
    @EnumSource
    void hasWhatPullingGivesAndRefusesWhatThatRefuses(final Strictness strictness) throws IOException
    {
        final long seed = Settings.seed();
        final FrameGenerator generator = new FrameGenerator(new Random(seed), Captures.sample(400, 2_000));
        final Limits[] all =
            {Limits.DEFAULT, Limits.DEFAULT.withMaxValueLength(12), Limits.DEFAULT.withMaxValueLength(60),
                Limits.DEFAULT.withMaxEntryCount(9)};
        final RemotingReader[] pullers = new RemotingReader[all.length];
        final RemotingReader[] rows = new RemotingReader[all.length];
        Arrays.setAll(pullers, i -> new RemotingReader(all[i], strictness));
        Arrays.setAll(rows, i -> new RemotingReader(all[i], strictness));
        final int frames = Settings.frames(30_000);
        for (int i = 0; i < frames; i++)
        {
            final byte[] frame = generator.next();
            final int limits = i % 7 < 4 ? 0 : i % 7 - 3;
            assertSame(frame, pullers[limits], rows[limits], i % 5 == 0 ? WITH_OTHERS : NAMES, "-Dskim.seed=" + seed
                + " frame " + i);
        }
    }

    /** The last of equal names counts, whichever of them the run over the header passes by and whichever it looks at. */
    @Test
    void hasTheLastOfEqualNamesInHeadersAsJavaWritesThem()
    {
        final Random random = new Random(20261122);
        final RemotingReader puller = new RemotingReader();
        final String[] values = {"", "7", "x", "-1", "false", "12345678", "TopicTest-D64615", "seventeen letters",
            "k\\u0001v\\u0002", "\u00e9", "\\\"", "1795232264452"};
        final String[] letters = {"a", "a", "e", "e", "i", "k", "z", "topic", "A"};
        for (int round = 0; round < 20_000; round++)
        {
            final StringBuilder text = new StringBuilder("{\"code\":").append(random.nextInt(20_000_000))
                .append(",\"extFields\":");
            final int count = random.nextInt(10);
            for (int entry = 0; entry < count; entry++)
            {
                text.append(entry == 0 ? "{\"" : ",\"").append(letters[random.nextInt(letters.length)]).append("\":\"")
                    .append(values[random.nextInt(values.length)]).append('"');
            }
            text.append(count == 0 ? "{}" : "}").append(",\"flag\":").append(random.nextInt(4) - 1)
                .append(",\"language\":\"JAVA\",\"opaque\":").append(random.nextInt() >>> random.nextInt(31))
                .append(",\"serializeTypeCurrentRPC\":\"JSON\",\"version\":513}");
            assertSame(Frames.json(text.toString()), puller, reader, round % 3 == 0 ? WITH_OTHERS : NAMES,
                text.toString());
        }
    }

    @Test
    void everyFlippedBitAndEveryPrefixIsReadOrRefusedAsByPulling()
    {
        final RemotingReader puller = new RemotingReader();
        for (final byte[] frame : List.of(BINARY, JSON, AS_JAVA_WRITES))
        {
            for (int bit = 0; bit < Byte.SIZE * frame.length; bit++)
            {
                final byte[] flipped = frame.clone();
                flipped[bit / Byte.SIZE] ^= (byte)(1 << bit % Byte.SIZE);
                assertSame(flipped, puller, reader, NAMES, "bit " + bit);
            }
            for (int length = 0; length < frame.length; length++)
            {
                assertSame(Arrays.copyOf(frame, length), puller, reader, NAMES, "prefix " + length);
            }
        }
    }

    @Test
    void readsEveryKindOfBuffer()
    {
        for (final Buffers.Buffer buffer : Buffers.all(BINARY))
        {
            buffer.wrap().accept(view);
            assertTrue(reader.wrap(view), buffer.name());
            assertEquals(RemotingReader.DONE, reader.readEntries(NAMES, row), buffer.name());
            assertEquals("k\1v\2 and more", row.toText(8));
            assertEquals(1_795_232_264_452L, row.getLong(6, 0));
            assertTrue(row.isPresent(0) && row.isNull(0));
            view.reset();
            buffer.free().run();
        }
    }

    @Test
    void tellsWhatIsAsciiInHeadersAsJavaWritesThem()
    {
        final String header =
            "{\"code\":310,\"extFields\":{\"a\":\"group\",\"b\":\"\",\"c\":\"7\",\"d\":\"a text of more than "
                + "sixteen letters\",\"e\":\"\u00e9\",\"f\":\"long, its last is not: \u00e9\",\"g\":\"k\\u0001v\"},"
                + "\"flag\":0,\"language\":\"JAVA\",\"opaque\":1,\"serializeTypeCurrentRPC\":\"JSON\",\"version\":513}";
        assertTrue(reader.wrap(view.wrap(Frames.json(header))));
        assertEquals(RemotingReader.DONE, reader.readEntries(NAMES, row));
        for (int id = 0; id < 7; id++)
        {
            assertEquals(id < 4, row.isAscii(id), row.toText(id));
        }
    }

    @Test
    void tellsOfWhichEntriesTheTextIsAtHand()
    {
        final byte[] frame = Frames.json("{\"code\":310,\"extFields\":{\"a\":\"group\",\"b\":\"\u65e5\",\"c\":\"k\\n\","
            + "\"d\":\"k\\u0001v\"},\"flag\":0,\"language\":\"JAVA\",\"opaque\":1,"
            + "\"serializeTypeCurrentRPC\":\"JSON\",\"version\":513}");
        for (final boolean undone : new boolean[] {false, true})
        {
            assertTrue(reader.wrap(view.wrap(frame)));
            assertEquals(RemotingReader.DONE, reader.readEntries(NAMES, row));
            assertTrue(row.isAtHand(0) && row.isAtHand(1) && row.isAtHand(7) && row.isAtHand(-1));
            assertFalse(row.isAtHand(2));
            assertEquals(undone, row.isAtHand(3));
            assertEquals("k\1v", row.toText(3));
        }
    }

    @Test
    void stopsAtAnEntryThatHasNoPlaceAndGoesOnBehindIt()
    {
        assertTrue(reader.wrap(view.wrap(BINARY)));
        assertEquals(SIZE, reader.readEntries(WITH_OTHERS, row));
        assertEquals("z", reader.key(cursor).toText());
        assertEquals(9, reader.getLong(0));
        assertEquals(RemotingReader.DONE, reader.readEntries(WITH_OTHERS, row));
        assertEquals(1, row.getInt(4, 0));
    }

    @ParameterizedTest
    @EnumSource(Strictness.class)
    void theIdBeforeTheFirstIsThatOfNoEntryAndOthersOutsideThrow(final Strictness strictness)
    {
        final RemotingNames few = RemotingNames.of(Map.of("e", 0));
        final RemotingRow narrow = new RemotingRow(1);
        final RemotingReader any = new RemotingReader(Limits.DEFAULT, strictness);
        for (final byte[] frame : new byte[][] {BINARY, JSON, AS_JAVA_WRITES})
        {
            assertTrue(any.wrap(view.wrap(frame)));
            assertEquals(RemotingReader.DONE, any.readEntries(few, narrow));
            assertTrue(narrow.isPresent(0));
            assertFalse(narrow.isPresent(-1));
            assertTrue(narrow.isNull(-1));
            assertEquals(NONE, narrow.getLong(-1, NONE));
            assertNull(narrow.toText(-1));
            assertEquals(0, narrow.mark(-1));
            assertEquals(0, narrow.copyTo(-1, copy, 0));
            for (final int id : new int[] {Integer.MIN_VALUE, -2, 1, 2, Integer.MAX_VALUE})
            {
                assertThrows(IndexOutOfBoundsException.class, () -> narrow.isPresent(id));
                assertThrows(IndexOutOfBoundsException.class, () -> narrow.getInt(id, 0));
                assertThrows(IndexOutOfBoundsException.class, () -> narrow.toText(id));
            }
        }
    }

    @Test
    void aRowOfARefusedFrameHasNothing()
    {
        assertTrue(reader.wrap(view.wrap(Frames.json("{\"opaque\":1,\"extFields\":{\"a\":\"1\",\"b\":\"2"))));
        assertEquals(RemotingReader.MALFORMED, reader.readEntries(NAMES, row));
        assertFalse(Arrays.stream(ids()).anyMatch(row::isPresent));
        assertTrue(reader.wrap(view.wrap(BINARY)));
        assertEquals(SIZE, reader.readEntries(WITH_OTHERS, row));
        assertTrue(row.isPresent(1));
        reader.reset();
        assertEquals(RemotingReader.MALFORMED, reader.readEntries(WITH_OTHERS, row));
        assertFalse(Arrays.stream(ids()).anyMatch(row::isPresent));
    }

    @Test
    void anotherRowInTheMiddleOfAFrameIsBegunAnewAndHasWhatIsLeft()
    {
        final byte[] frame = Frames.binary(10, null, "", "a", "1", "z", "9", "b", "left");
        final RemotingRow other = new RemotingRow(SIZE);
        assertTrue(reader.wrap(view.wrap(BINARY)));
        assertEquals(RemotingReader.DONE, reader.readEntries(NAMES, other));
        for (final RemotingRow next : List.of(other, new RemotingRow(SIZE)))
        {
            assertTrue(reader.wrap(view.wrap(frame)));
            assertEquals(SIZE, reader.readEntries(WITH_OTHERS, row));
            assertEquals(1, row.getInt(0, 0));
            assertEquals(RemotingReader.DONE, reader.readEntries(WITH_OTHERS, next));
            assertEquals("left", next.toText(1));
            assertFalse(next.isPresent(0) || next.isPresent(8));
        }
    }

    /** What a frame costs grows with its length alone, whatever a peer puts into it. */
    @Test
    void aValueBeyondAsciiCostsNoMoreWhereverItStands()
    {
        final int entries = 8_000;
        final Limits limits = Limits.DEFAULT.withMaxEntryCount(1 << 20);
        final RemotingReader patient = new RemotingReader(limits, Strictness.STRICT);
        final String[] names = new String[2 * entries];
        Arrays.setAll(names, i -> i % 2 == 0 ? "a" : "12345");
        final byte[] plain = Frames.binary(310, null, "", names);
        names[names.length - 1] = "\u00e9 xy";
        final byte[] beyond = Frames.binary(310, null, "", names);
        final byte[] bad = beyond.clone();
        bad[bad.length - 4] = 'x';
        assertEquals(RemotingReader.DONE, read(patient, beyond));
        assertEquals("\u00e9 xy", row.toText(0));
        assertEquals(RemotingReader.MALFORMED, read(patient, bad));
        assertEquals(bad.length - 5, patient.fault().offset());
        Effort.assertAtMost(40, () -> read(patient, plain), () -> read(patient, beyond));
        Effort.assertAtMost(40, () -> read(patient, plain), () -> read(patient, bad));
    }

    private int read(final RemotingReader patient, final byte[] frame)
    {
        return patient.wrap(view.wrap(frame)) ? patient.readEntries(NAMES, row) : RemotingReader.MALFORMED;
    }

    @Test
    void aNewFrameBeginsWithNothing()
    {
        assertTrue(reader.wrap(view.wrap(BINARY)));
        assertEquals(RemotingReader.DONE, reader.readEntries(NAMES, row));
        final byte[] bare = Frames.binary(10, null, "");
        assertTrue(reader.wrap(view.wrap(bare)));
        assertEquals(RemotingReader.DONE, reader.readEntries(NAMES, row));
        for (int id = 0; id < SIZE; id++)
        {
            assertFalse(row.isPresent(id));
        }
        assertThrows(IllegalArgumentException.class, () -> new RemotingRow(-1));
    }

    @Test
    void readsWithoutGarbage()
    {
        assertEquals(0, Allocations.by(() -> assertTrue(sum(BINARY) + sum(JSON) + sum(CUT) != 0), 20_000, 2_000));
    }

    private long sum(final byte[] frame)
    {
        long sum = reader.wrap(view.wrap(frame)) ? reader.readEntries(NAMES, row) : 0;
        for (int id = 0; id < SIZE; id++)
        {
            sum += row.getLong(id, 1) + row.copyTo(id, copy, 0) + (row.getBoolean(id, false) ? 1 : 0);
        }
        return sum + reader.code() + reader.version() + (reader.language() == RemotingLanguage.GO ? 1 : 0);
    }
}
