package io.skim.scan.remoting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.Buffers;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.FrameGenerator;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.HeaderRecord;
import io.skim.scan.testing.HeaderScan;
import io.skim.scan.testing.Settings;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The pull reader takes, refuses and reads what the scanner does. */
class RemotingReaderTest
{
    private static final RemotingNames ALL = RemotingNames.of(Map.of()).withOthers(7);
    private static final RemotingNames SOME = RemotingNames.of(Map.of("a", 0, "topic", 1, "i", 2, "queueId", 3));
    private static final byte[] BINARY = Frames.binary(310, "re", "body", "a", "group", "e", "12", "i", "k\1v\2", "a",
        "");
    private static final byte[] JSON = Frames.json("{\"extFields\":{\"a\":\"gr\\u006fup\",\"e\":12,\"f\":true,\"g\":"
        + "null},\"code\":310,\"opaque\":4,\"flag\":1,\"code\":10}");
    private static final byte[] CUT = Arrays.copyOf(JSON, JSON.length - 3);

    private final FrameView view = new FrameView();
    private final RemotingReader reader = new RemotingReader();
    private final Cursor cursor = new Cursor();

    HeaderRecord read(final RemotingReader puller, final FrameView frame)
    {
        final HeaderRecord record = new HeaderRecord();
        final TreeMap<String, String> entries = new TreeMap<>();
        puller.wrap(frame);
        for (int id = puller.nextEntry(ALL); id >= 0; id = puller.nextEntry(ALL))
        {
            assertEquals(7, id);
            record.nullKey |= puller.key(cursor).isNull();
            final String key = cursor.isNull() ? "" : cursor.toText();
            assertEquals(puller.toText(), puller.value(cursor).toText());
            assertEquals(cursor.getLong(-5), puller.getLong(-5));
            assertEquals(cursor.getBoolean(false), puller.getBoolean(false));
            assertEquals(cursor.getBoolean(true), puller.getBoolean(true));
            assertEquals(cursor.isNull(), puller.isNull());
            assertEquals(cursor.isVerbatim() && !cursor.isNull(), puller.isVerbatim());
            assertEquals(cursor.offset(), puller.offset());
            assertEquals(cursor.length(), puller.length());
            entries.put(key, puller.toText());
        }
        if (puller.fault().isPresent())
        {
            assertEquals(RemotingReader.MALFORMED, puller.nextEntry(ALL));
            return null;
        }
        assertEquals(RemotingReader.DONE, puller.nextEntry(ALL));
        record.extFields = puller.hasExtFields() ? entries : null;
        fixed(puller, record);
        if (puller.bodyLength() > 0)
        {
            final byte[] body = new byte[puller.bodyLength()];
            frame.getBytes(puller.bodyOffset(), body.length, body, 0);
            record.body = HexFormat.of().formatHex(body);
        }
        return record;
    }

    private void fixed(final RemotingReader puller, final HeaderRecord record)
    {
        record.code = puller.code();
        record.flag = puller.flag();
        record.version = puller.field(RemotingField.VERSION, cursor) ? cursor.getInt(0) : 0;
        record.opaque = puller.field(RemotingField.OPAQUE, cursor) ? puller.opaque() : null;
        record.remark = puller.field(RemotingField.REMARK, cursor) ? cursor.toText() : null;
        if (puller.field(RemotingField.LANGUAGE, cursor))
        {
            final RemotingLanguage language = RemotingLanguage.of(cursor);
            record.language = language == null ? null : language.name();
        }
    }

    @ParameterizedTest
    @EnumSource
    void readsAndRefusesWhatTheScannerDoes(final Strictness strictness) throws IOException
    {
        final long seed = Settings.seed();
        final FrameGenerator generator = new FrameGenerator(new Random(seed), Captures.sample(400, 2_000));
        final HeaderScan scan = new HeaderScan(strictness);
        final RemotingReader puller = new RemotingReader(Limits.DEFAULT, strictness);
        int accepted = 0;
        final int frames = Settings.frames(40_000);
        for (int i = 0; i < frames; i++)
        {
            final byte[] frame = generator.next();
            final HeaderRecord expected = scan.read(frame);
            final HeaderRecord actual = read(puller, view.wrap(frame));
            final String what = "-Dskim.seed=" + seed + " frame " + i;
            assertEquals(scan.fault().toString(), puller.fault().toString(), what);
            if (expected != null)
            {
                accepted++;
                expected.properties = null;
                assertEquals(expected, actual, what);
            }
            assertSame(expected, puller, frame, what);
        }
        assertTrue(accepted > frames / 10, "accepted " + accepted);
    }

    /** A few names are found, and nothing changes about the rest. */
    void assertSame(final HeaderRecord expected, final RemotingReader puller, final byte[] frame,
        final String what)
    {
        final String[] last = new String[4];
        puller.wrap(view.wrap(frame));
        for (int id = puller.nextEntry(SOME); id >= 0; id = puller.nextEntry(SOME))
        {
            last[id] = puller.toText();
        }
        assertEquals(expected == null, puller.fault().isPresent(), what);
        if (expected != null && expected.extFields != null)
        {
            assertEquals(Arrays.asList(expected.extFields.get("a"), expected.extFields.get("topic"), expected.extFields
                .get("i"), expected.extFields.get("queueId")), Arrays.asList(last), what);
        }
    }

    @Test
    void readsEveryKindOfBuffer()
    {
        for (final byte[] frame : List.of(BINARY, JSON))
        {
            final HeaderRecord expected = read(reader, view.wrap(frame));
            for (final Buffers.Buffer buffer : Buffers.all(frame))
            {
                buffer.wrap().accept(view);
                assertEquals(expected, read(reader, view), buffer.name());
                view.reset();
                buffer.free().run();
            }
        }
    }

    @Test
    void theLastDuplicateComesLast()
    {
        reader.wrap(view.wrap(BINARY));
        assertEquals(0, reader.nextEntry(SOME));
        assertEquals("group", reader.toText());
        assertEquals(2, reader.nextEntry(SOME));
        assertEquals(0, reader.nextEntry(SOME));
        assertTrue(reader.isNull());
        assertNull(reader.toText());
        assertEquals(RemotingReader.DONE, reader.nextEntry(SOME));
    }

    @Test
    void fixedFieldsOfJsonAreFinalWhenItIsDone()
    {
        assertTrue(reader.wrap(view.wrap(JSON)));
        assertEquals(0, reader.code());
        assertEquals(0, reader.nextEntry(SOME));
        assertEquals("group", reader.toText());
        assertEquals(RemotingReader.DONE, reader.nextEntry(SOME));
        assertEquals(10, reader.code());
        assertEquals(4, reader.opaque());
        assertEquals(1, reader.flag());
        assertFalse(reader.field(RemotingField.REMARK, cursor));
        assertFalse(reader.isBinary());
    }

    @Test
    void fixedFieldsOfBinaryAreThereFromTheBeginningAndLeaveTheEntryAlone()
    {
        assertTrue(reader.wrap(view.wrap(BINARY)));
        assertEquals(0, reader.nextEntry(SOME));
        assertEquals(310, reader.code());
        assertTrue(reader.field(RemotingField.REMARK, cursor));
        assertEquals("re", cursor.toText());
        assertEquals("group", reader.toText());
        assertTrue(reader.isBinary());
    }

    @Test
    void wrongUseIsToldWithWhatIsMissing()
    {
        assertThrows(IllegalStateException.class, () -> reader.wrap(new FrameView()));
        assertThrows(IllegalStateException.class, reader::toText);
        assertThrows(IllegalStateException.class, reader::bodyOffset);
        assertThrows(IllegalArgumentException.class, () -> reader.field(RemotingField.BODY, cursor));
        assertThrows(IllegalArgumentException.class, () -> RemotingNames.of(Map.of("a", -1)));
        assertThrows(IllegalArgumentException.class, () -> SOME.withOthers(-1));
        reader.wrap(view.wrap(BINARY));
        assertThrows(IllegalStateException.class, reader::bodyLength);
        reader.reset();
        assertEquals(RemotingReader.MALFORMED, reader.nextEntry(ALL));
        assertThrows(IllegalStateException.class, () -> reader.value(cursor));
    }

    @Test
    void aCallerMayRefuse()
    {
        reader.wrap(view.wrap(BINARY));
        reader.nextEntry(SOME);
        assertEquals(RemotingReader.MALFORMED, reader.refuse(Reason.FIELD_NOT_A_NUMBER, reader.offset(), reader
            .length(), 32));
        assertEquals(RemotingReader.MALFORMED, reader.nextEntry(SOME));
        assertFalse(reader.field(RemotingField.CODE, cursor));
        assertEquals(0, reader.code());
        assertEquals("FIELD_NOT_A_NUMBER at 38: a text of 5 bytes as a field that is a decimal number of 32 bits",
            reader.fault().toString());
        assertTrue(reader.wrap(view.wrap(BINARY)));
        assertFalse(reader.fault().isPresent());
    }

    @Test
    void readsWithoutGarbage()
    {
        assertEquals(0, Allocations.by(() -> assertTrue(sum(BINARY) + sum(JSON) + sum(CUT) > 0), 20_000, 2_000));
    }

    private long sum(final byte[] frame)
    {
        long sum = reader.wrap(view.wrap(frame)) ? 1 : 0;
        for (int id = reader.nextEntry(ALL); id >= 0; id = reader.nextEntry(ALL))
        {
            sum += reader.getLong(1) + reader.key(cursor).length() + (reader.getBoolean(false) ? 1 : 0);
        }
        return sum + reader.code() + reader.opaque();
    }
}
