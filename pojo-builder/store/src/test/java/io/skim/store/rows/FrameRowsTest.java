package io.skim.store.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.Reference;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.junit.jupiter.api.Test;

class FrameRowsTest
{
    private static final RowSchema SCHEMA = RowSchema.frames(List.of("TAGS"));
    private static final int[] ALL = IntStream.range(0, SCHEMA.columns().size()).toArray();

    private static FrameRows open(final byte[] bytes, final int... columns) throws IOException
    {
        return new FrameRows(SCHEMA, columns, false, Limits.DEFAULT, Strictness.LENIENT).wrap(new ByteArrayInputStream(
            bytes), "a file");
    }

    private static int column(final String name)
    {
        return SCHEMA.index(name);
    }

    private static String text(final RowReader row, final String name)
    {
        final int column = column(name);
        return row.isNull(column) ? null : new String(row.bytes(), row.offset(column), row.length(column),
            StandardCharsets.UTF_8);
    }

    private static Map<String, String> entries(final RowReader row, final String name)
    {
        final Map<String, String> entries = new TreeMap<>();
        for (int i = 0; i < row.count(column(name)); i++)
        {
            assertNull(
                entries.put(text(row, row.entryName(column(name), i)), text(row, row.entryValue(column(name), i))));
        }
        return entries;
    }

    private static String text(final RowReader row, final long place)
    {
        return new String(row.bytes(), (int)place, (int)(place >>> 32) - (int)place, StandardCharsets.UTF_8);
    }

    /** What is appended to a file after it was listed is not read, so half of it is no damage. */
    @Test
    void aFileMayGrowWhileItIsRead() throws IOException
    {
        final byte[] bytes = Files.readAllBytes(Captures.root().resolve("docs/captures/sample.frames"));
        final int border = 4 + java.nio.ByteBuffer.wrap(bytes).getInt();
        for (int more = 0; more < 60; more++)
        {
            final byte[] longer = Arrays.copyOf(bytes, border + more);
            final StreamRows row = new FrameRows(SCHEMA, ALL, false, Limits.DEFAULT, Strictness.STRICT).wrap(
                new ListedInput(new ByteArrayInputStream(longer), new ListedFile("growing", border)), "growing");
            assertTrue(row.next() && !row.isDamaged());
            assertFalse(row.next(), more + " bytes more");
        }
    }

    @Test
    void rowsAreWhatTheReferenceDecodes() throws Exception
    {
        int sends = 0;
        for (final Path capture : Captures.remoting())
        {
            final byte[] bytes = Files.readAllBytes(capture);
            final FrameRows row = open(bytes, ALL);
            long offset = 0;
            for (final byte[] frame : Frames.cut(bytes))
            {
                final RemotingCommand expected = RemotingCommand.decode(java.nio.ByteBuffer.wrap(frame, 4, frame.length
                    - 4).slice());
                assertTrue(row.next() && !row.isDamaged(), capture.toString());
                assertEquals(offset, row.number(column("offset")));
                assertEquals(expected.getCode(), row.number(column("code")));
                assertEquals(expected.getOpaque(), row.number(column("opaque")));
                assertEquals(expected.getFlag(), row.number(column("flag")));
                assertEquals(String.valueOf(expected.getLanguage()), String.valueOf(text(row, "language")));
                assertEquals(expected.getRemark(), text(row, "remark"));
                final Map<String, String> extFields = new TreeMap<>();
                if (expected.getExtFields() != null)
                {
                    expected.getExtFields().forEach((name, value) -> {
                        if (value != null)
                        {
                            extFields.put(name == null ? "" : name, value);
                        }
                    });
                }
                assertEquals(extFields, entries(row, "extFields"));
                final String properties =
                    expected.getExtFields() == null ? null : expected.getExtFields().getOrDefault("i",
                        expected.getExtFields().get("properties"));
                if (properties != null && (expected.getCode() == 310 || expected.getCode() == 10))
                {
                    assertEquals(Reference.properties(properties), entries(row, "properties"));
                    assertEquals(Reference.properties(properties).get("TAGS"), text(row, "TAGS"));
                    sends++;
                }
                assertEquals(expected.getBody() == null ? 0 : expected.getBody().length,
                    row.number(column("bodyLength")));
                assertEquals(expected.getBody() == null ? null : new String(expected.getBody(),
                    StandardCharsets.ISO_8859_1), row.body() == null ? null
                        : new String(row.body(),
                            StandardCharsets.ISO_8859_1));
                offset += frame.length;
            }
            assertFalse(row.next());
        }
        assertTrue(sends > 20, sends + " sends");
    }

    @Test
    void damageIsARow() throws IOException
    {
        final byte[] good = Frames.binary(310, null, "body", "b", "T", "i", "TAGS\1A\2");
        final byte[] bad = Frames.overrun(good);
        final byte[] lost = {0x7F, 0, 0, 0, 1, 2, 3};
        final FrameRows row = open(Frames.join(good, bad, good, lost), column("code"), column("TAGS"));
        assertTrue(row.next() && !row.isDamaged());
        assertEquals("A", text(row, "TAGS"));
        assertNull(row.body());
        assertTrue(row.next() && row.isDamaged());
        assertEquals(good.length, row.number(column("offset")));
        assertTrue(row.isNull(column("code")) && row.isNull(column("TAGS")));
        assertTrue(row.next() && !row.isDamaged() && row.next() && row.isDamaged());
        assertTrue(text(row, "fault").startsWith("FRAME_TOO_LONG: "), text(row, "fault"));
        assertFalse(row.next() || row.next());

        final FrameRows cut = open(Arrays.copyOf(good, good.length - 1), ALL);
        assertTrue(cut.next() && cut.isDamaged());
        assertFalse(cut.next());
    }

    /** Frames of two connections, in packets of a few bytes: the frames of a file each, with times and connections. */
    @Test
    void framesOfCapturesAreThoseOfFiles() throws IOException
    {
        final byte[] first = Frames.join(Frames.binary(310, null, "body", "b", "T", "i", "TAGS\1A\2"), Frames.binary(10,
            "remark", "", "topic", "U"));
        final byte[] second = Files.readAllBytes(Captures.root().resolve(
            "docs/captures/rocketmq-json-java-requests.frames"));
        final List<String> expected = new ArrayList<>();
        for (int i = 0; i < 2; i++)
        {
            final FrameRows row = open(i == 0 ? first : second, ALL);
            while (row.next())
            {
                assertTrue(row.isNull(column("connection")) && row.isNull(column("time")));
                expected.add(CapturedBytes.name(i) + line(row));
            }
        }
        final FrameRows row = open(CapturedBytes.of(700, first, second), ALL);
        final List<String> found = new ArrayList<>();
        while (row.next())
        {
            assertEquals(CapturedBytes.MICROS, row.number(column("time")));
            found.add(text(row, "connection") + line(row));
        }
        assertEquals(expected, found);
        assertTrue(found.size() > 50);
    }

    private static String line(final RowReader row)
    {
        return " " + row.number(column("offset")) + " " + row.number(column("code")) + " "
            + row.number(column("opaque"))
            + entries(row, "extFields") + entries(row, "properties") + text(row, "remark")
            + Arrays.toString(row.body());
    }

    @Test
    void bytesThatACaptureLacksAreOneRow() throws IOException
    {
        final byte[] good = Frames.binary(310, null, "body", "b", "T");
        final byte[] capture = CapturedBytes.of(good.length, Frames.join(good, good, good));
        final int record = 56 + good.length;
        // Without the packet of the second frame.
        final byte[] lossy =
            Frames.join(Arrays.copyOf(capture, 80 + record), Arrays.copyOfRange(capture, 80 + 2 * record,
                capture.length));
        final FrameRows row = open(lossy, ALL);
        assertTrue(row.next() && !row.isDamaged());
        assertTrue(row.next() && row.isDamaged());
        assertEquals(good.length + " bytes are missing in the capture, at " + good.length
            + "; the rest of the direction is passed over", text(row, "fault"));
        assertEquals(CapturedBytes.name(0), text(row, "connection"));
        assertFalse(row.next());
        final FrameRows cut = open(Arrays.copyOf(capture, capture.length - 1), ALL);
        assertTrue(cut.next() && cut.next() && cut.next() && cut.isDamaged());
        assertTrue(text(cut, "fault").startsWith("CAPTURE_TRUNCATED"), text(cut, "fault"));
        assertFalse(cut.next());
    }

    @Test
    void whatHasToBeACaptureAndIsNoneIsDamage() throws IOException
    {
        final FrameRows row = new FrameRows(SCHEMA, ALL, true, Limits.DEFAULT, Strictness.STRICT).wrap(
            new ByteArrayInputStream(Frames.binary(310, null, "")), "a file");
        assertTrue(row.next() && row.isDamaged());
        assertFalse(row.next());
    }

    @Test
    void optionsAndSchemasTellThemselves()
    {
        final RowOptions options = new RowOptions(Map.of("kind", "amqp-frames", "lenient", "true"));
        assertEquals(
            "RowOptions[kind=amqp-frames, properties=[], mode=PERMISSIVE, checkBodies=false, lenient=true, lookUp=false]",
            options.toString());
        assertEquals("RowSchema[file TEXT, offset LONG, ",
            RowSchema.frames(List.of("TAGS")).toString().substring(0, 34));
        assertTrue(RowSchema.frames(List.of("TAGS")).toString().endsWith(", TAGS TEXT]"));
    }
}
