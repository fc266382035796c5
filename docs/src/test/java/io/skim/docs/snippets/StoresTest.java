package io.skim.docs.snippets;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.skim.scan.testing.QueuedStore;
import io.skim.scan.testing.Segments;
import io.skim.scan.testing.StoredRecords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The snippets of the chapter on message stores. */
class StoresTest
{
    @Test
    void countsTheMessagesOfAStore(@TempDir final Path folder) throws IOException
    {
        final List<byte[]> records = StoredRecords.records(new Random(4), 30);
        final byte[] segment = Segments.full(Segments.of(records, 0), 20);
        Files.write(Files.createDirectories(folder.resolve("commitlog")).resolve("00000000000000000000"), segment);
        final List<String> all = StoredRecords.reference(StoredRecords.join(records));
        assertEquals(all.size(), Stores.count(folder, "TRUE"));
        assertEquals(all.stream().filter(line -> line.matches("(?s).*[{ ]TAGS=.*")).count(), Stores.count(folder,
            "TAGS IS NOT NULL"));
    }

    @Test
    void countsTheMessagesOfATopic(@TempDir final Path folder) throws IOException
    {
        final QueuedStore store = new QueuedStore(new Random(4), 20_000, 0);
        store.add(100);
        store.write(folder);
        long sum = 0;
        for (final String topic : QueuedStore.TOPICS)
        {
            final long count = Stores.countTopic(folder, topic);
            assertEquals(Stores.count(folder, "$topic = '" + topic + "'"), count);
            sum += count;
        }
        assertEquals(100, sum);
    }
}
