package io.skim.scan.records;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.testing.Settings;
import io.skim.scan.testing.StoredRecords;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.rocketmq.common.message.MessageAccessor;
import org.apache.rocketmq.common.message.MessageExt;
import org.junit.jupiter.api.Test;

class RecordScreenTest
{
    private static final int BEFORE = 5;
    private static final RecordScreen TAG = RecordScreen.builder().property("TAGS", List.of("TagA", "a longer tag"))
        .build();

    private static byte[] record(final String topic, final Map<String, String> properties)
    {
        final MessageExt message = StoredRecords.message(new Random(3));
        message.setTopic(topic);
        message.setSysFlag(0);
        message.setBornHost(new java.net.InetSocketAddress("127.0.0.1", 10));
        message.setStoreHost(new java.net.InetSocketAddress("127.0.0.1", 11));
        MessageAccessor.setProperties(message, properties);
        return StoredRecords.encode(message);
    }

    /** What a screen says of a record that is not at the beginning of a buffer. */
    private static int excluded(final RecordScreen screen, final byte[] record, final Limits limits)
    {
        final ByteBuffer bytes = ByteBuffer.allocateDirect(BEFORE + record.length).put(BEFORE, record);
        return screen.excluded(bytes, BEFORE, record.length, limits, -1);
    }

    private static boolean isExcluded(final RecordScreen screen, final byte[] record)
    {
        final int excluded = excluded(screen, record, Limits.DEFAULT);
        assertTrue(excluded == 0 || excluded == record.length, "excluded " + excluded);
        return excluded > 0;
    }

    @Test
    void excludesRecordsThatLackOneOfTheValues()
    {
        assertTrue(isExcluded(TAG, record("t", Map.of("TAGS", "TagB"))));
        assertTrue(isExcluded(TAG, record("t", Map.of("TAGS", "TagA2"))));
        assertTrue(isExcluded(TAG, record("t", Map.of("TAGS", "a longer tab"))));
        assertTrue(isExcluded(TAG, record("t", Map.of("KEYS", "TagA"))));
        assertTrue(isExcluded(RecordScreen.builder().property("b").build(), record("t", Map.of("a", "b0123456789"))));
        assertEquals(0, excluded(RecordScreen.NONE, record("t", Map.of("KEYS", "TagA")), Limits.DEFAULT));
    }

    @Test
    void leavesRecordsThatHaveWhatIsNeededWhereverItIs()
    {
        for (final Map<String, String> properties : List.of(Map.of("TAGS", "TagA"), Map.of("TAGS", "a longer tag"), Map
            .of("a", "1", "TAGS", "TagA", "z", "a value of some length"),
            Map.of("TAGS", "TagA", "b",
                "2")))
        {
            assertEquals(0, excluded(TAG, record("topic", properties), Limits.DEFAULT), properties::toString);
        }
        assertTrue(!isExcluded(RecordScreen.builder().property("a name of more than eight bytes").build(), record("t",
            Map.of("a name of more than eight bytes", "x"))));
    }

    @Test
    void numbersAreExcludedByTheirDigitsOnly()
    {
        final RecordScreen screen = RecordScreen.builder().property("number", 10, 20).build();
        for (final String value : List.of("9", "21", "0", "000000000000009", "999999999999999"))
        {
            assertTrue(isExcluded(screen, record("t", Map.of("number", value))), value);
        }
        for (final String value : List.of("10", "20", "0000000000000000000009", "1e1", "-5", " 9", "9.0", "x"))
        {
            assertTrue(!isExcluded(screen, record("t", Map.of("number", value))), value);
        }
    }

    @Test
    void topicsAreCompared()
    {
        final RecordScreen screen = RecordScreen.builder().topic(List.of("orders", "bills")).build();
        assertTrue(isExcluded(screen, record("order", Map.of("a", "b0123456789"))));
        assertTrue(!isExcluded(screen, record("bills", Map.of("a", "b0123456789"))));
    }

    @Test
    void manyValuesAreNotComparedOneByOne()
    {
        final List<String> many = Collections.nCopies(17, "x");
        assertTrue(!isExcluded(RecordScreen.builder().property("TAGS", many).build(), record("t", Map.of("TAGS",
            "TagB"))));
        assertEquals(RecordScreen.NONE, RecordScreen.builder().topic(many).build());
        assertEquals(RecordScreen.NONE, RecordScreen.builder().property("").build());
    }

    @Test
    void excludesOnlyInsideTheLimitsAndAtItsPlace()
    {
        final byte[] record = record("t", Map.of("TAGS", "TagB"));
        assertEquals(0, excluded(TAG, record, Limits.DEFAULT.withMaxFrameLength(record.length - 1)));
        assertEquals(record.length, excluded(TAG, record, Limits.DEFAULT.withMaxFrameLength(record.length)));
        assertEquals(0, excluded(TAG, record, Limits.DEFAULT.withMaxValueLength(9)));
        final ByteBuffer bytes = ByteBuffer.wrap(record).putLong(28, 77);
        assertEquals(record.length, TAG.excluded(bytes, 0, record.length, Limits.DEFAULT, 77));
        assertEquals(0, TAG.excluded(bytes, 0, record.length, Limits.DEFAULT, 78));
        assertEquals(0, TAG.excluded(bytes, 0, record.length - 1, Limits.DEFAULT, 77));
    }

    /** A record that the scanner refuses is never excluded, and neither is one that has the property. */
    @Test
    void excludesOnlyWhatTheScannerAccepts()
    {
        final Random random = new Random(Settings.seed());
        final RecordScanner scanner = new RecordScanner();
        final StoredRecords.Lines lines = new StoredRecords.Lines();
        final RecordScreen screen = RecordScreen.builder().property("TAGS").build();
        int excluded = 0;
        for (int i = 0; i < Settings.frames(20_000); i++)
        {
            final byte[] record = StoredRecords.records(random, 1).get(0);
            for (int flips = random.nextInt(3); flips > 0; flips--)
            {
                // The head, or what follows the body.
                final int at = random.nextBoolean() ? random.nextInt(88) : record.length - 1 - random.nextInt(60);
                record[at] = random.nextBoolean() ? (byte)random.nextInt() : (byte)(record[at] ^ 1 << random.nextInt(
                    8));
            }
            if (isExcluded(screen, record))
            {
                excluded++;
                assertNotEquals(Outcome.MALFORMED, scanner.scan(new FrameView().wrap(record),
                    StoredRecords.EVERYTHING, lines), () -> scanner.fault().toMessage());
                final String line = lines.all().get(lines.all().size() - 1);
                assertTrue(!line.contains("TAGS="), line);
            }
        }
        assertTrue(excluded > 200, "excluded " + excluded);
    }
}
