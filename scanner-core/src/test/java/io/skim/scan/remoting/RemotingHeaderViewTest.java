package io.skim.scan.remoting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.Buffers;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Effort;
import io.skim.scan.testing.FrameGenerator;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.HeaderRecord;
import io.skim.scan.testing.HeaderScan;
import io.skim.scan.testing.Settings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A view takes and refuses what the scanner does, and has by position and by id what the scanner shows. */
class RemotingHeaderViewTest
{
    private static final int A = 0;
    private static final int E = 1;
    private static final int I = 2;
    private static final int K = 3;
    private static final int G = 4;
    private static final int TAGS = 5;
    private static final int CODE = 6;
    private static final int REMARK = 7;
    private static final int BODY = 8;
    private static final int EXT_FIELDS = 9;
    private static final int PROPERTIES = 10;
    private static final int OTHERS = 11;
    private static final int IDS = 12;
    private static final RemotingInterest WANTED = RemotingScanner.interest().entry("a", A).entry("producerGroup", A)
        .entry("e", E).entry("queueId", E).entry("i", I).entry("k", K).entry("g", G).property("TAGS", TAGS)
        .field(RemotingField.CODE, CODE).field(RemotingField.REMARK, REMARK).field(RemotingField.BODY, BODY)
        .field(RemotingField.EXT_FIELDS, EXT_FIELDS).field(RemotingField.PROPERTIES, PROPERTIES).everyEntry(OTHERS)
        .build();
    private static final RemotingInterest ONE = RemotingScanner.interest().entry("e", 0).build();

    private static final byte[] BINARY = Frames.binary(310, "re", "body", "a", "group", "e", "1", "i",
        "TAGS\1paid\2KEYS\1k\2", "k", "false", "a", "", "g", "1795232264452", "n", "\u00e9", "z", "9");
    private static final byte[] JSON = Frames.json("{\"extFields\":{\"a\":\"gr\\u006fup\",\"e\":12,\"k\":true,\"g\":"
        + "null,\"i\":\"TAGS\\u0001paid\\u0002\",\"e\":\"7\"},\"code\":10,\"opaque\":4,\"flag\":1,\"version\":5,"
        + "\"language\":\"GO\",\"code\":310}");
    private static final byte[] CUT = Arrays.copyOf(JSON, JSON.length - 3);
    private static final int MISSING = -77;

    private final FrameView view = new FrameView();
    private final RemotingHeaderView header = new RemotingHeaderView();
    private final Cursor cursor = new Cursor();
    private final byte[] copy = new byte[1 << 12];

    /** With assertions, which tests have. */
    @Test
    void aHeaderIsNotReadAfterItsViewIsOnAnotherFrame()
    {
        final RemotingScanner scanner = new RemotingScanner();
        final List<Runnable> reads = List.of(header::code, header::opaque, header::language, () -> header.value(A),
            () -> header.getLong(E, 0), () -> header.getBoolean(K, false), () -> header.isPresent(I),
            () -> header.toText(G), () -> header.field(RemotingField.BODY), () -> header.entryName(0),
            () -> header.entryValue(0), () -> header.entryId(0), () -> header.select(WANTED));
        for (final byte[] frame : List.of(BINARY, JSON))
        {
            final List<Runnable> changes = List.of(() -> view.wrap(frame), () -> view.wrapPart(view, 0, 9, 9),
                view::reset);
            for (final Runnable change : changes)
            {
                assertTrue(header.wrap(view.wrap(frame), WANTED));
                change.run();
                reads.forEach(read -> assertThrows(IllegalStateException.class, read::run));
                assertTrue(header.wrap(view.wrap(frame), WANTED));
                assertEquals(310, header.code());
                assertTrue(scanner.check(view.wrap(frame)));
                header.wrap(scanner);
                header.select(WANTED);
                assertEquals(310, header.code());
                change.run();
                reads.forEach(read -> assertThrows(IllegalStateException.class, read::run));
            }
            assertTrue(scanner.check(view.wrap(frame)));
            header.wrap(scanner);
            header.select(WANTED);
            scanner.check(new FrameView().wrap(CUT));
            reads.forEach(read -> assertThrows(IllegalStateException.class, read::run));
        }
    }

    /** All of a header; null if it is refused. */
    static HeaderRecord read(final RemotingHeaderView header, final FrameView frame)
    {
        if (!header.wrap(frame))
        {
            assertEquals(0, header.entryCount());
            assertEquals(0, header.code());
            assertNull(header.language());
            assertTrue(header.field(RemotingField.BODY).isNull());
            return null;
        }
        return record(header);
    }

    private static HeaderRecord record(final RemotingHeaderView header)
    {
        final HeaderRecord record = new HeaderRecord();
        record.extFields = header.field(RemotingField.EXT_FIELDS).isNull() ? null : new TreeMap<>();
        for (int entry = 0; entry < header.entryCount(); entry++)
        {
            final boolean unnamed = header.entryName(entry).isNull();
            record.nullKey |= unnamed;
            record.extFields.put(unnamed ? "" : header.entryName(entry).toText(), header.entryValue(entry).toText());
        }
        record.code = header.code();
        record.flag = header.flag();
        record.version = header.version();
        record.language = header.language() == null ? null : header.language().name();
        record.opaque = header.field(RemotingField.OPAQUE).isNull() ? null : header.opaque();
        record.remark = header.field(RemotingField.REMARK).toText();
        final Cursor body = header.field(RemotingField.BODY);
        if (!body.isNull())
        {
            final byte[] bytes = new byte[body.length()];
            assertEquals(bytes.length, body.copyTo(bytes, 0));
            record.body = HexFormat.of().formatHex(bytes);
        }
        return record;
    }

    /** What has the ids of {@link DifferentialTest#some}. */
    static TreeMap<Integer, String> selected(final RemotingHeaderView header, final FrameView frame,
        final RemotingInterest interest)
    {
        final TreeMap<Integer, String> values = new TreeMap<>();
        final boolean good = header.wrap(frame, interest);
        for (int id = 0; id < interest.idCount; id++)
        {
            assertEquals(header.isPresent(id), header.value(id).offset() > 0);
            final String text = header.toText(id);
            assertEquals(header.value(id).toText(), text);
            assertEquals(header.value(id).getLong(MISSING), header.getLong(id, MISSING));
            assertEquals(header.value(id).getInt(MISSING), header.getInt(id, MISSING));
            assertEquals(header.value(id).getBoolean(false), header.getBoolean(id, false));
            assertEquals(header.value(id).getBoolean(true), header.getBoolean(id, true));
            if (header.isPresent(id))
            {
                values.put(id, text);
            }
        }
        values.remove(99);
        return good ? values : null;
    }

    @ParameterizedTest
    @EnumSource
    void hasWhatTheScannerShowsAndRefusesWhatItRefuses(final Strictness strictness) throws IOException
    {
        final long seed = Settings.seed();
        final FrameGenerator generator = new FrameGenerator(new Random(seed), Captures.sample(400, 2_000));
        final HeaderScan scan = new HeaderScan(strictness);
        final RemotingScanner scanner = new RemotingScanner(Limits.DEFAULT, strictness);
        final RemotingHeaderView any = new RemotingHeaderView(Limits.DEFAULT, strictness);
        final RemotingHeaderView shared = new RemotingHeaderView(Limits.DEFAULT, strictness);
        final RemotingInterest[] interests = {DifferentialTest.some(DifferentialTest.ENTRIES,
            DifferentialTest.PROPERTIES.subList(0, 3), 0),
            DifferentialTest.some(DifferentialTest.ENTRIES.subList(0, 4),
                DifferentialTest.PROPERTIES, 40)};
        int accepted = 0;
        final int frames = Settings.frames(40_000);
        for (int i = 0; i < frames; i++)
        {
            final byte[] frame = generator.next();
            final String what = "-Dskim.seed=" + seed + " frame " + i;
            final HeaderRecord expected = scan.read(frame);
            final HeaderRecord actual = read(any, view.wrap(frame));
            assertEquals(scan.fault().toString(), any.fault().toString(), what);
            if (expected != null)
            {
                accepted++;
                expected.properties = null;
            }
            assertEquals(expected, actual, what);
            final RemotingInterest interest = interests[i % interests.length];
            if (scanner.check(view))
            {
                shared.wrap(scanner);
                assertEquals(expected, record(shared), what);
            }
            else
            {
                assertNull(expected, what);
            }
            assertEquals(DifferentialTest.shown(scanner, interest, frame), selected(any, view, interest), what);
        }
        assertTrue(accepted > frames / 10, "accepted " + accepted);
    }

    @Test
    void everyFlippedBitAndEveryPrefixIsReadOrRefusedAsByTheScanner()
    {
        final HeaderScan scan = new HeaderScan(Strictness.STRICT);
        for (final byte[] frame : List.of(BINARY, JSON))
        {
            for (int bit = 0; bit < Byte.SIZE * frame.length; bit++)
            {
                final byte[] flipped = frame.clone();
                flipped[bit / Byte.SIZE] ^= (byte)(1 << bit % Byte.SIZE);
                assertRead(scan, flipped, "bit " + bit);
            }
            for (int length = 0; length < frame.length; length++)
            {
                assertRead(scan, Arrays.copyOf(frame, length), "prefix " + length);
            }
        }
    }

    private void assertRead(final HeaderScan scan, final byte[] frame, final String what)
    {
        final HeaderRecord expected = scan.read(frame);
        if (expected != null)
        {
            expected.properties = null;
        }
        assertEquals(expected, read(header, view.wrap(frame)), what);
        assertEquals(scan.fault().toString(), header.fault().toString(), what);
    }

    @Test
    void readsTheIndexOfAScannerUntilItIsWrappedOnAFrameOfItsOwn()
    {
        final RemotingScanner scanner = new RemotingScanner();
        final FrameView other = new FrameView().wrap(JSON);
        assertThrows(IllegalStateException.class, () -> header.wrap(scanner));
        assertTrue(scanner.check(view.wrap(BINARY)));
        header.wrap(scanner);
        header.select(WANTED);
        assertEquals("paid", header.toText(TAGS));
        assertTrue(header.isBinary());
        assertTrue(header.wrap(other, WANTED));
        assertEquals(RemotingLanguage.GO, header.language());
        // A refusal by the view changes nothing in the scanner's index.
        header.wrap(scanner);
        assertEquals(-1, header.refuse(Reason.FIELD_NOT_A_NUMBER, 0, 0, 0));
        assertEquals(0, header.entryCount());
        header.wrap(scanner);
        header.reset();
        header.wrap(scanner);
        assertEquals(8, header.entryCount());
        assertTrue(scanner.check(other));
        header.wrap(scanner);
        assertFalse(header.isBinary());
        assertEquals(4, header.opaque());
    }

    @Test
    void readsEveryKindOfBuffer()
    {
        for (final byte[] frame : List.of(BINARY, JSON))
        {
            final HeaderRecord expected = read(header, view.wrap(frame));
            for (final Buffers.Buffer buffer : Buffers.all(frame))
            {
                buffer.wrap().accept(view);
                assertEquals(expected, read(header, view), buffer.name());
                header.select(WANTED);
                assertEquals("paid", header.toText(TAGS), buffer.name());
                view.reset();
                buffer.free().run();
            }
        }
    }

    @Test
    void givesIdsToFieldsEntriesPropertiesAndBody()
    {
        assertTrue(header.wrap(view.wrap(BINARY), WANTED));
        assertTrue(header.isBinary());
        assertEquals(310, header.getInt(CODE, 0));
        assertEquals("re", header.toText(REMARK));
        assertEquals(1, header.getInt(E, 0));
        assertEquals(1_795_232_264_452L, header.getLong(G, 0));
        assertEquals(MISSING, header.getInt(G, MISSING));
        assertFalse(header.getBoolean(K, true));
        assertEquals("paid", header.toText(TAGS));
        assertTrue(header.value(TAGS).contentEquals("paid"));
        assertEquals(4, header.value(BODY).copyTo(copy, 0));
        assertEquals("body", new String(copy, 0, 4, StandardCharsets.US_ASCII));
        assertEquals(Kind.CONTAINER, header.value(EXT_FIELDS).kind());
        assertEquals(Kind.CONTAINER, header.value(PROPERTIES).kind());
        assertEquals(header.value(I).offset(), header.value(PROPERTIES).offset());
        assertEquals(header.value(I).offset(), header.field(RemotingField.PROPERTIES).offset());
        assertEquals(header.field(RemotingField.EXT_FIELDS).length(), header.value(EXT_FIELDS).length());
        assertFalse(header.isPresent(OTHERS));
    }

    @Test
    void theLastOfEqualNamesWinsAndAllOfThemHaveNumbers()
    {
        assertTrue(header.wrap(view.wrap(BINARY), WANTED));
        assertTrue(header.isPresent(A) && header.value(A).isNull());
        assertEquals("group", header.entryValue(0).toText());
        assertTrue(header.entryValue(4).isNull());
        assertEquals(A, header.entryId(0));
        assertEquals(A, header.entryId(4));
        assertEquals(OTHERS, header.entryId(7));
        assertEquals("z", header.entryName(7).toText());
        header.select(ONE);
        assertEquals(RemotingHeaderView.NOT_WANTED, header.entryId(0));
        assertTrue(header.wrap(view.wrap(JSON), WANTED));
        assertEquals(310, header.code());
        assertEquals(7, header.getInt(E, 0));
        assertEquals(12, header.entryValue(1).getInt(0));
    }

    @Test
    void fixedFieldsOfJsonAreThoseOfTheReference()
    {
        assertTrue(header.wrap(view.wrap(JSON)));
        assertFalse(header.isBinary());
        assertEquals(4, header.opaque());
        assertEquals(1, header.flag());
        assertEquals(5, header.version());
        assertEquals(RemotingLanguage.GO, header.language());
        assertTrue(header.field(RemotingField.REMARK).isNull());
        assertTrue(header.wrap(view.wrap(Frames.json("{\"code\":1,\"opaque\":2,\"flag\":0,\"version\":3}"))));
        assertEquals(RemotingLanguage.JAVA, header.language());
        assertTrue(header.field(RemotingField.EXT_FIELDS).isNull());
    }

    @Test
    void anotherSelectionOfTheSameHeaderLeavesNothingOfTheOneBefore()
    {
        assertTrue(header.wrap(view.wrap(BINARY)));
        header.select(WANTED);
        assertEquals("group", header.entryValue(0).toText());
        header.select(ONE);
        assertEquals(1, header.getInt(0, 0));
        assertThrows(IndexOutOfBoundsException.class, () -> header.value(1));
        header.select(RemotingScanner.interest().ids(IDS + 41).entry("nobody", IDS + 40).build());
        for (int id = 0; id < IDS + 41; id++)
        {
            assertFalse(header.isPresent(id));
        }
        assertTrue(header.wrap(view.wrap(BINARY), WANTED));
        assertTrue(header.wrap(view.wrap(BINARY)));
        assertFalse(header.isPresent(E));
    }

    @Test
    void whatIsNotThereReadsAsNull()
    {
        final byte[] bare = Frames.binary(10, null, "");
        assertTrue(header.wrap(view.wrap(BINARY), WANTED));
        assertTrue(header.wrap(view.wrap(bare), WANTED));
        assertNothing(A);
        assertNothing(TAGS);
        assertNothing(PROPERTIES);
        assertTrue(header.isPresent(BODY) && header.value(BODY).isNull());
        assertEquals(bare.length, header.value(BODY).offset());
        assertFalse(header.wrap(view.wrap(CUT), WANTED));
        for (int id = 0; id < IDS; id++)
        {
            assertNothing(id);
        }
        assertFalse(header.isBinary());
        assertEquals(0, header.flag() + header.opaque() + header.version());
    }

    private void assertNothing(final int id)
    {
        assertFalse(header.isPresent(id));
        assertTrue(header.value(id).isNull());
        assertEquals(0, header.value(id).length());
        assertEquals(MISSING, header.getInt(id, MISSING));
        assertEquals(MISSING, header.getLong(id, MISSING));
        assertFalse(header.getBoolean(id, false));
        assertTrue(header.getBoolean(id, true));
        assertNull(header.toText(id));
        assertEquals(0, header.value(id).copyTo(copy, 0));
        assertFalse(header.value(id).startsWith(""));
        assertTrue(view.at(header.value(id).mark(), cursor).isNull());
    }

    @Test
    void aMarkOutlivesTheCursorThatIsLent()
    {
        assertTrue(header.wrap(view.wrap(BINARY), WANTED));
        final long mark = header.value(TAGS).mark();
        assertEquals(1, header.value(E).getInt(0));
        assertEquals("paid", view.at(mark, cursor).toText());
    }

    @Test
    void wrongUseIsToldWithWhatIsMissing()
    {
        assertEquals("no header", header.toString());
        assertThrows(IllegalStateException.class, () -> header.wrap(new FrameView()));
        assertThrows(IndexOutOfBoundsException.class, () -> header.value(0));
        assertThrows(IndexOutOfBoundsException.class, () -> header.entryName(0));
        assertTrue(header.wrap(view.wrap(BINARY), WANTED));
        assertEquals("binary header of 8 ext fields", header.toString());
        for (final int id : new int[] {Integer.MIN_VALUE, -1, IDS, Integer.MAX_VALUE})
        {
            assertThrows(IndexOutOfBoundsException.class, () -> header.isPresent(id));
            assertThrows(IndexOutOfBoundsException.class, () -> header.value(id));
            assertThrows(IndexOutOfBoundsException.class, () -> header.getLong(id, 0));
            assertThrows(IndexOutOfBoundsException.class, () -> header.toText(id));
        }
        for (final int entry : new int[] {-1, 8})
        {
            assertThrows(IndexOutOfBoundsException.class, () -> header.entryName(entry));
            assertThrows(IndexOutOfBoundsException.class, () -> header.entryValue(entry));
            assertThrows(IndexOutOfBoundsException.class, () -> header.entryId(entry));
        }
        assertThrows(IllegalArgumentException.class, () -> header.select(RemotingScanner.interest().entry("a", 0)
            .firstMatchWins().build()));
    }

    @Test
    void nothingIsToBeHadOfAFrameThatIsGone()
    {
        assertTrue(header.wrap(view.wrap(JSON), WANTED));
        view.reset();
        assertThrows(IllegalStateException.class, () -> header.toText(E));
        assertThrows(IllegalStateException.class, () -> header.toText(I));
        header.reset();
        assertNothing(E);
        assertEquals(0, header.entryCount());
    }

    @Test
    void aCallerMayRefuse()
    {
        assertTrue(header.wrap(view.wrap(BINARY), WANTED));
        final Cursor group = header.entryValue(0);
        assertEquals(-1, header.refuse(Reason.FIELD_NOT_A_NUMBER, group.offset(), group.length(), 32));
        assertNothing(E);
        assertEquals(0, header.code());
        assertEquals(0, header.entryCount());
        assertTrue(header.field(RemotingField.CODE).isNull());
        assertEquals("FIELD_NOT_A_NUMBER at 38: a text of 5 bytes as a field that is a decimal number of 32 bits",
            header.fault().toString());
        assertTrue(header.wrap(view.wrap(BINARY)));
        assertFalse(header.fault().isPresent());
    }

    /** Texts whose escapes the index knows are made another way than others. */
    @Test
    void textsWithEscapesAreThoseThatTheScannerShows()
    {
        final String[] pieces = {"\\u0001", "\\u0001", "\\u0002", "\\u0002", "TAGS", "x", "value of sixteen.", "u0001",
            "\u00E9", "\u65E5\u672C", "\uD83D\uDE00", "]", ""};
        final String[] odd = {"\\\\", "\\/", "\\u0008", "\\u0041", "\\n", "\\\\u0001", "\\uD83D\\uDE00", "\\\"",
            "\\u0000", "\\u0003"};
        final Random random = new Random(11);
        final HeaderScan scan = new HeaderScan(Strictness.STRICT);
        for (int i = 0; i < 30_000; i++)
        {
            final StringBuilder text = new StringBuilder();
            for (int count = random.nextInt(i % 1_000 == 0 ? 2_000 : 24); count > 0; count--)
            {
                final String[] from = random.nextInt(60) == 0 ? odd : pieces;
                text.append(from[random.nextInt(from.length)]);
            }
            final byte[] frame = Frames.json("{\"code\":310,\"extFields\":{\"a\":\"" + (i % 4 == 0 ? "a\\u0001" : "a")
                + "\",\"i\":\"" + text + "\"},\"flag\":0,\"language\":\"JAVA\",\"opaque\":49,"
                + "\"serializeTypeCurrentRPC\":\"JSON\",\"version\":513}");
            final HeaderRecord expected = scan.read(frame);
            assertTrue(header.wrap(view.wrap(frame), WANTED), text.toString());
            assertEquals(expected.extFields.get("i"), header.toText(I));
            assertEquals(expected.extFields.get("a"), header.toText(A));
            assertEquals(expected.properties == null ? null : expected.properties.get("TAGS"), header.toText(TAGS));
        }
    }

    /** What a frame costs grows with its length alone, whatever a peer puts into it. */
    @Test
    void aValueBeyondAsciiCostsNoMoreWhereverItStands()
    {
        final int entries = 8_000;
        final RemotingHeaderView patient = new RemotingHeaderView(Limits.DEFAULT.withMaxEntryCount(1 << 20),
            Strictness.STRICT);
        final String[] names = new String[2 * entries];
        Arrays.setAll(names, i -> i % 2 == 0 ? "a" : "12345");
        final byte[] plain = Frames.binary(310, null, "", names);
        names[names.length - 1] = "\u00e9 xy";
        final byte[] beyond = Frames.binary(310, null, "", names);
        final byte[] bad = beyond.clone();
        bad[bad.length - 4] = 'x';
        assertTrue(patient.wrap(view.wrap(beyond), WANTED));
        assertEquals("\u00e9 xy", patient.toText(A));
        assertFalse(patient.wrap(view.wrap(bad), WANTED));
        assertEquals(bad.length - 5, patient.fault().offset());
        Effort.assertAtMost(40, () -> patient.wrap(view.wrap(plain), WANTED), () -> patient.wrap(view.wrap(beyond),
            WANTED));
        Effort.assertAtMost(40, () -> patient.wrap(view.wrap(plain), WANTED), () -> patient.wrap(view.wrap(bad),
            WANTED));
    }

    @Test
    void readsWithoutGarbage()
    {
        assertEquals(0, Allocations.by(() -> assertTrue(sum(BINARY) + sum(JSON) + sum(CUT) != 0), 20_000, 2_000));
    }

    private long sum(final byte[] frame)
    {
        long sum = header.wrap(view.wrap(frame), WANTED) ? 1 : 0;
        for (int id = 0; id < IDS; id++)
        {
            sum += header.getLong(id, 1) + header.value(id).copyTo(copy, 0) + (header.getBoolean(id, false) ? 1 : 0);
        }
        for (int entry = 0; entry < header.entryCount(); entry++)
        {
            sum += header.entryName(entry).length() + header.entryValue(entry).length() + header.entryId(entry);
        }
        header.select(ONE);
        return sum + header.code() + header.version() + (header.language() == RemotingLanguage.GO ? 1 : 0) + header
            .getInt(0, 0);
    }
}
