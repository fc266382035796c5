package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.testing.Frames;
import io.skim.store.capture.CaptureReader;
import io.skim.store.capture.Stream;
import io.skim.store.capture.TcpStreams;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrafficTablesTest
{
    private static final long SECOND = 1_000_000;
    private static final Stream IGNORED = new Stream()
    {
        @Override
        public void bytes(final byte[] array, final int from, final int length)
        {
            // Only segments are counted.
        }

        @Override
        public void lost(final long offset, final long count)
        {
            // Nor are losses looked at.
        }

        @Override
        public void end()
        {
            // Nor the end.
        }
    };

    /** A frame in each of 110 seconds, and 110 more in the last. */
    private static List<String> rates(final int columns)
    {
        final Traffic traffic = new Traffic();
        for (int k = 0; k < 110; k++)
        {
            traffic.timeline.add(k * SECOND, 1, false);
            traffic.timeline.add(109 * SECOND, 1, false);
        }
        final TextTable tables = new TextTable(Screen.GREATEST);
        new TrafficTables(traffic, tables, columns, "topic").add();
        return tables.toString().lines().toList();
    }

    /** What has come last is seen, however narrow the screen is. */
    @ParameterizedTest
    @CsvSource({"200,110,1.00s", "110,110,1.00s", "109,55,2.00s", "80,55,2.00s", "40,37,3.00s"})
    void theCurveFitsOnTheScreen(final int columns, final int expected, final String each)
    {
        final List<String> lines = rates(columns);
        assertEquals("frames over time, at most 111 in a second", lines.get(1));
        assertEquals("from 1970-01-01 00:00:00.000000, each " + each, lines.get(2));
        assertEquals(expected, lines.get(3).length());
        assertTrue(lines.get(3).endsWith("\u2581\u2588"), lines.get(3));
    }

    /** A live view shows them while a capture is read. */
    @Test
    void segmentsAreToldBeforeTheEndOfTheirCapture() throws IOException
    {
        final Traffic traffic = new Traffic();
        assertNull(traffic.segments());
        for (int capture = 1; capture <= 2; capture++)
        {
            final TcpStreams streams = new TcpStreams((connection, stream, whole) -> IGNORED);
            traffic.capturing(streams.counts());
            final CaptureReader packets =
                new CaptureReader(new ByteArrayInputStream(Pcap.of(List.of(new byte[30]), 10)));
            while (packets.next())
            {
                streams.packet(packets.linkType(), packets.bytes(), packets.from(), packets.length(),
                    packets.wireLength());
            }
            assertEquals(3L * capture, traffic.segments().count());
        }
    }

    @Test
    void aSilentIntervalIsABlank()
    {
        final Traffic traffic = new Traffic();
        traffic.timeline.add(0, 1, false);
        traffic.timeline.add(2 * SECOND, 1, false);
        final TextTable tables = new TextTable(Screen.GREATEST);
        new TrafficTables(traffic, tables, 200, "topic").add();
        assertEquals("\u2588 \u2588", tables.toString().lines().toList().get(3));
    }

    /** One segment is lost; those behind it are in their order, and wait for it. */
    @Test
    void segmentsBehindALostOneAreAheadAndNotOutOfOrder()
    {
        final List<byte[]> segments = Pcap.connection(0, Frames.json("{\"code\":105,\"opaque\":1}".getBytes(
            StandardCharsets.UTF_8), new byte[300]), 100).toList();
        final ByteArrayOutputStream capture = new ByteArrayOutputStream();
        capture.writeBytes(Pcap.fileHeader());
        capture.writeBytes(segments.get(0));
        capture.writeBytes(segments.get(1));
        segments.subList(3, segments.size()).forEach(capture::writeBytes);
        final List<String> table = Run.skim(capture.toByteArray(), "stats").out;
        assertTrue(table.contains("ahead of others        2"), table.toString());
        assertTrue(table.contains("gaps                   1"), table.toString());
    }

    /** Nobody has to count with exponents. */
    @ParameterizedTest
    @CsvSource({"3600, 0\\.00\\d+", "864000, 0\\.0000\\d+"})
    void fewFramesAreMoreThanNone(final int seconds, final String rate)
    {
        final Traffic traffic = new Traffic();
        for (int k = 0; k < 12; k++)
        {
            traffic.timeline.add(k * seconds * SECOND, 1, false);
        }
        final TextTable tables = new TextTable(Screen.GREATEST);
        new TrafficTables(traffic, tables, 200, "topic").add();
        final List<String> lines = tables.toString().lines().toList();
        assertTrue(lines.get(1).matches("frames over time, at most " + rate + " in a second"), lines.toString());
        assertTrue(lines.get(2).matches(".* each .*(min|h)"), lines.toString());
    }
}
