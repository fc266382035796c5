package io.skim.gateway.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.skim.scan.testing.StoredRecords;
import io.skim.store.MappedSegment;
import io.skim.store.RecordPlaces;
import io.skim.store.SegmentReader;
import io.skim.store.SegmentSource;
import io.skim.store.StoreFiles;
import io.skim.store.StoreLookup;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.rocketmq.tieredstore.util.MessageFormatUtil;

/**
 * Lists the messages of a store, as Skim reads them and as RocketMQ's decoder does: the lines of {@link StoredRecords}.
 */
final class StoreLines
{
    private static final int LEAST_RECORD = 91;
    /** Of what ends a segment of a commit log, or a file of tiered storage. */
    private static final int BLANK_MAGIC = MessageFormatUtil.BLANK_MAGIC_CODE;
    private static final Pattern LINE = Pattern.compile(
        "(?s)(\\S+) q(\\d+) f\\S+ o(\\d+) c\\d+ s(\\d+) .*? id(\\S+) f\\S+ \\{(.*)");

    /**
     * What tests look for in a line.
     *
     * @param topic      of the message.
     * @param queue      the number of its queue, a colon, and its number in the queue.
     * @param sysFlag    of its record.
     * @param id         the broker's own one; {@code null} of a message of an inner batch.
     * @param properties and body.
     */
    record Parts(String topic, String queue, int sysFlag, String id, String properties)
    {
        static Parts of(final String line)
        {
            final Matcher parts = LINE.matcher(line);
            if (!parts.matches())
            {
                throw new IllegalArgumentException(line);
            }
            return new Parts(parts.group(1), parts.group(2) + ':' + parts.group(3), Integer.parseInt(parts.group(4)),
                parts.group(5), parts.group(6));
        }
    }

    private StoreLines()
    {
    }

    static boolean isOf(final String topic, final String line)
    {
        return line.startsWith(topic + " q");
    }

    /** What Skim reads in the segments of a folder, whose records are all good. */
    static List<String> skim(final Path store) throws IOException
    {
        return skim(store, null);
    }

    /** The same, of the records that a lookup names; of all if there is none. */
    static List<String> skim(final Path store, final StoreLookup lookup) throws IOException
    {
        final StoredRecords.Lines lines = new StoredRecords.Lines();
        final SegmentReader reader = new SegmentReader().checkBodies(true);
        for (final Path file : StoreFiles.segments(store))
        {
            try (SegmentSource segment = MappedSegment.open(file);
                RecordPlaces places = lookup == null ? null : lookup.places())
            {
                reader.places(places).wrap(segment, StoreFiles.firstOffset(file.getFileName().toString()));
                while (reader.hasNext())
                {
                    reader.next(StoredRecords.EVERYTHING, lines);
                }
            }
            assertEquals(0, reader.passedOver(), file.toString());
        }
        assertFalse(lines.all().stream().anyMatch(StoredRecords::isRefusal));
        return lines.all();
    }

    /** What MessageDecoder reads, from record to record by their sizes, as the broker's recovery goes. */
    static List<String> reference(final Path store) throws IOException
    {
        final List<String> lines = new ArrayList<>();
        for (final Path file : StoreFiles.segments(store))
        {
            final ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
            int at = 0;
            while (bytes.capacity() - at >= LEAST_RECORD && bytes.getInt(at) != 0
                && bytes.getInt(at + 4) != BLANK_MAGIC)
            {
                lines.addAll(Objects.requireNonNull(StoredRecords.referenceAt(bytes.array(), at)));
                at += bytes.getInt(at);
            }
        }
        return lines;
    }
}
