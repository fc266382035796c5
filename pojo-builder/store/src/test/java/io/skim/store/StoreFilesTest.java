package io.skim.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreFilesTest
{
    @Test
    void aSegmentIsNamedByItsFirstOffset()
    {
        assertEquals(0, StoreFiles.firstOffset("00000000000000000000"));
        assertEquals(1L << 30, StoreFiles.firstOffset("00000000001073741824"));
        assertEquals(1L << 30, StoreFiles.firstOffset("8b1a995300000000001073741824"));
        for (final String name : List.of("", "0", "20240101010101001", "99999999999999999999", "0000000000000000000a",
            "00000000000000000000.gz"))
        {
            assertEquals(StoreFiles.UNKNOWN, StoreFiles.firstOffset(name), name);
        }
    }

    @Test
    void segmentsAreFoundInTheOrderOfTheirOffsets(@TempDir final Path root) throws IOException
    {
        for (final String file : List.of("commitlog/00000000001073741824", "commitlog/00000000000000000000",
            "consumequeue/T/0/00000000000000000000", "index/20240101010101001", "checkpoint",
            "compaction/compactionLog/T/0/00000000000000000000", "compaction/compactionCq/T/0/00000000000000000000",
            "compaction/compactionCq/T/0/compacting/00000000000000000000",
            "compaction/compactionLog/T/0/compacting/00000000000000000000",
            "compaction/compactionLog/T/0/replicating/00000000000000000000",
            "compaction/compactionLog/index/0/00000000000000000000", "batchconsumequeue/T/0/00000000000000000000",
            "consumequeue/%LMQ%a/b/0/00000000000000000000", "timerlog/00000000000000000000",
            "tiered/b/index/0/COMMIT_LOG/8b1a995300000000000000000000",
            "tiered/b/index/0/CONSUME_QUEUE/8b1a995300000000000000000000",
            "tiered/b/rmq_sys_INDEX/0/INDEX/8b1a995300000000000000000000"))
        {
            Files.createDirectories(root.resolve(file).getParent());
            Files.createFile(root.resolve(file));
        }
        assertEquals(List.of("commitlog/00000000000000000000", "commitlog/00000000001073741824",
            "compaction/compactionLog/T/0/00000000000000000000",
            "compaction/compactionLog/index/0/00000000000000000000",
            "tiered/b/index/0/COMMIT_LOG/8b1a995300000000000000000000"),
            StoreFiles.segments(root).stream().map(file -> root
                .relativize(file).toString()).collect(Collectors.toList()));
        assertEquals(2, StoreFiles.segments(root.resolve("commitlog")).size());
        assertEquals(List.of(root.resolve("checkpoint")), StoreFiles.segments(root.resolve("checkpoint")));
        assertThrows(IOException.class, () -> {
            try (MappedSegment segment = MappedSegment.open(StoreFiles.segments(root.resolve("none")).get(0)))
            {
                segment.length();
            }
        });
    }

    @Test
    void segmentsWithAnEndingArePassedOver(@TempDir final Path root) throws IOException
    {
        for (final String file : List.of("commitlog/00000000001073741824.zst", "commitlog/00000000000000000000.gz",
            "commitlog/00000000002147483648", "commitlog/.00000000000000000000", "commitlog/notes.gz",
            "consumequeue/T/0/00000000000000000000.gz", "b.v1/00000000000000000000.tar.gz"))
        {
            Files.createDirectories(root.resolve(file).getParent());
            Files.createFile(root.resolve(file));
        }
        assertEquals(List.of("b.v1/00000000000000000000.tar.gz", "commitlog/00000000000000000000.gz",
            "commitlog/00000000001073741824.zst"),
            StoreFiles.passedOver(root).stream().map(file -> root.relativize(file)
                .toString()).collect(Collectors.toList()));
        assertEquals(1, StoreFiles.segments(root).size());
        assertEquals(new StoreFiles.Listing(StoreFiles.segments(root), StoreFiles.passedOver(root)),
            StoreFiles.list(root));
        assertEquals(List.of(), StoreFiles.passedOver(root.resolve("commitlog/00000000000000000000.gz")));
    }

    /** Brokers with several disks have links to folders of their stores. */
    @Test
    void linksAreFollowed(@TempDir final Path root) throws IOException
    {
        final Path disk = Files.createDirectories(root.resolve("disk"));
        Files.createFile(disk.resolve("00000000000000000000"));
        final Path store = Files.createDirectories(root.resolve("store"));
        Files.createSymbolicLink(store.resolve("commitlog"), disk);
        Files.createSymbolicLink(store.resolve("loop"), store);
        Files.createSymbolicLink(store.resolve("00000000000000000001"), root.resolve("nowhere"));
        Files.createSymbolicLink(root.resolve("link"), store);
        for (final Path folder : List.of(store, root.resolve("link")))
        {
            assertEquals(List.of(folder.resolve("commitlog/00000000000000000000")), StoreFiles.segments(folder));
            assertEquals(List.of(folder.resolve("commitlog/00000000000000000000")), StoreFiles.segments(folder.resolve(
                "commitlog")));
        }
    }
}
