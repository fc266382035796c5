package io.skim.handlers.select;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.handlers.select.AmqpMessages.Typed;
import io.skim.scan.FrameScanner;
import io.skim.scan.FrameView;
import io.skim.scan.Interest;
import io.skim.scan.Outcome;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.amqp.AmqpScanner;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.HeaderRecord;
import io.skim.scan.testing.Reference;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Rows of declared values, of both encodings and of AMQP.
 */
class RowExtractorTest
{
    private static final int CODE = 0;
    private static final int TOPIC = 1;
    private static final int QUEUE_ID = 2;
    private static final int TAGS = 3;
    private static final int RATIO = 4;
    private static final int LANGUAGE = 5;
    private static final int MISSING = 6;
    private static final Columns<RemotingInterest> SENDS =
        Columns.remoting("$code", "$topic", "$queueId", "TAGS", "ra.tio", "$language",
            "missing");

    private final FrameView view = new FrameView();

    private static Map<String, String> properties()
    {
        final Map<String, String> properties = new LinkedHashMap<>();
        properties.put("TAGS", "Tag\"\u6771");
        properties.put("ra.tio", "1.5");
        properties.put("other", "x");
        return properties;
    }

    @Test
    void valuesOfBothEncodingsComeInOneRow()
    {
        final RowExtractor row = new RowExtractor(SENDS);
        final RemotingScanner scanner = new RemotingScanner();
        for (final byte[] frame : List.of(Properties.binary(properties()), Properties.json(properties())))
        {
            assertEquals(Outcome.COMPLETE, scanner.scan(view.wrap(frame), SENDS.interest(), row));
            assertEquals(frame[4] == 0 ? 310 : 10, row.getInt(CODE, -1));
            assertEquals("orders", row.toText(TOPIC));
            assertEquals(3, row.getLong(QUEUE_ID, -1));
            assertEquals(1.5, row.getDouble(RATIO, 0));
            assertEquals(-1, row.getInt(RATIO, -1));
            assertEquals(frame[4] == 0 ? "GO" : "JAVA", row.toText(LANGUAGE));
            assertTrue(row.contentEquals(TAGS, "Tag\"\u6771".getBytes(StandardCharsets.UTF_8)));
            assertEquals("Tag\"\u6771", new String(row.bytes(), row.offset(TAGS), row.length(TAGS),
                StandardCharsets.UTF_8));
            assertTrue(row.isNull(MISSING));
            assertNull(row.toText(MISSING));
            assertTrue(row.getBoolean(MISSING, true));
            assertTrue(row.getBoolean(TOPIC, true));
            assertFalse(row.getBoolean(TOPIC, false));
            assertEquals(0, row.copyTo(MISSING, new byte[0], 0));
            assertEquals(-1, row.copyTo(TOPIC, new byte[5], 0));
            final byte[] topic = new byte[8];
            assertEquals(6, row.copyTo(TOPIC, topic, 2));
            assertArrayEquals("\0\0orders".getBytes(StandardCharsets.US_ASCII), topic);
        }
        assertEquals("ra.tio", SENDS.name(RATIO));
        assertEquals(7, SENDS.size());
    }

    @ParameterizedTest
    @CsvSource({"true, true, true", "TRUE, true, true", "tRuE, true, true", "false, false, false",
        "FALSE, false, false", "fALSe, false, false", "falsy, false, true", "fals, false, true", "false1, false, true",
        "falsd, false, true", "'true ', false, true", "1, false, true"})
    void textsOfBooleansAreRead(final String text, final boolean orFalse, final boolean orTrue)
    {
        final RowExtractor row = new RowExtractor(SENDS);
        for (final byte[] frame : List.of(Properties.binary(Map.of("TAGS", text)), Properties.json(Map.of("TAGS",
            text))))
        {
            assertEquals(Outcome.COMPLETE, new RemotingScanner().scan(view.wrap(frame), SENDS.interest(), row));
            assertEquals(orFalse, row.getBoolean(TAGS, false));
            assertEquals(orTrue, row.getBoolean(TAGS, true));
        }
    }

    @ParameterizedTest
    @CsvSource({"1.5, 1.5", "-2e3, -2000", "7, 7", "x, 0.5", "'', 0.5", "1.5x, 0.5"})
    void textsOfNumbersAreRead(final String text, final double number)
    {
        final RowExtractor row = new RowExtractor(SENDS);
        new RemotingScanner().scan(view.wrap(Properties.binary(Map.of("ra.tio", text))), SENDS.interest(), row);
        assertEquals(number, row.getDouble(RATIO, 0.5));
        assertEquals(10, row.getDouble(CODE, 0.5));
        assertEquals(0.5, row.getDouble(MISSING, 0.5));
        assertFalse(row.contentEquals(MISSING, new byte[0]));
    }

    @Test
    void amqpValuesKeepTheirTypes()
    {
        final Columns<AmqpInterest> columns =
            Columns.amqp("JMSPriority", "amqp.to", "flag", "d", "big", "JMSDeliveryMode", "bytes");
        final RowExtractor row = new RowExtractor(columns);
        final Map<String, Object> application = new LinkedHashMap<>();
        application.put("flag", true);
        application.put("d", 2.5);
        application.put("big", Typed.unsignedLong(-1));
        application.put("bytes", new byte[] {1});
        new AmqpScanner().scan(view.wrap(new AmqpMessages().list(0x73, null, null, "queue").map(0x74, application)
            .message()), columns.interest(), row);
        assertEquals(4, row.getInt(0, -1));
        assertFalse(row.isText(0));
        assertEquals("4", row.toText(0));
        assertEquals("queue", row.toText(1));
        assertTrue(row.getBoolean(2, false));
        assertEquals("true", row.toText(2));
        assertFalse(row.getBoolean(3, false));
        assertTrue(row.getBoolean(3, true));
        assertEquals(2.5, row.getDouble(3, 0));
        assertEquals("2.5", row.toText(3));
        assertEquals(0x1p64, row.getDouble(4, 0));
        assertEquals(-1, row.getLong(4, -1));
        assertEquals("NON_PERSISTENT", row.toText(5));
        assertFalse(row.isNull(6));
        assertNull(row.toText(6));
    }

    @Test
    void realFramesGiveWhatTheReferenceReads()
    {
        final RowExtractor row = new RowExtractor(SENDS);
        final RemotingScanner scanner = new RemotingScanner();
        int topics = 0;
        for (final byte[] frame : Captures.sample(500, 4_000))
        {
            final HeaderRecord header = Reference.decode(frame);
            assertEquals(Outcome.COMPLETE, scanner.scan(view.wrap(frame), SENDS.interest(), row));
            assertEquals(header.code, row.getInt(CODE, -1));
            assertEquals(header.language, row.toText(LANGUAGE));
            final boolean brief = header.code == 310 || header.code == 320 || header.code == 325;
            assertEquals(header.extFields == null ? null : header.extFields.get(brief ? "b" : "topic"), row.toText(
                TOPIC));
            assertEquals(header.properties == null ? null : header.properties.get("TAGS"), row.toText(TAGS));
            topics += row.isNull(TOPIC) ? 0 : 1;
        }
        assertTrue(topics > 20, "topics: " + topics);
    }

    @Test
    void aMalformedFrameGivesARowOfNulls()
    {
        final RowExtractor row = new RowExtractor(SENDS);
        final RemotingScanner scanner = new RemotingScanner();
        final byte[] frame = Properties.json(properties());
        scanner.scan(view.wrap(frame), SENDS.interest(), row);
        assertFalse(row.isNull(TOPIC));
        assertEquals(Outcome.MALFORMED, scanner.scan(view.wrap(frame, 0, frame.length - 5), SENDS.interest(), row));
        for (int column = 0; column < SENDS.size(); column++)
        {
            assertTrue(row.isNull(column));
        }
    }

    @Test
    void rowsMakeNoGarbage()
    {
        assertEquals(0, allocated(new RemotingScanner(), SENDS, Properties.binary(properties())));
        assertEquals(0, allocated(new RemotingScanner(), SENDS, Properties.json(properties())));
        assertEquals(0, allocated(new AmqpScanner(), Columns.amqp("JMSPriority", "t", "JMSDeliveryMode"), AmqpMessages
            .properties(Map.of("t", "x"))));
    }

    private <I extends Interest> long allocated(final FrameScanner<I> scanner, final Columns<I> columns,
        final byte[] frame)
    {
        final RowExtractor row = new RowExtractor(columns);
        final long[] sum = new long[1];
        return Allocations.by(() -> {
            scanner.scan(view.wrap(frame), columns.interest(), row);
            for (int i = 0; i < columns.size(); i++)
            {
                sum[0] += row.getLong(i, 0) + row.length(i) + (row.getDouble(i, 0) > 1 ? 1 : 0);
            }
        }, 20_000, 1_000);
    }
}
