package io.skim.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Segments;
import io.skim.scan.testing.StoredRecords;
import io.skim.store.rows.RowOptions;
import io.skim.store.rows.RowPredicate;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.reader.BulkFormat;
import org.apache.flink.connector.file.src.util.CheckpointedPosition;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.util.CloseableIterator;
import org.apache.flink.util.Collector;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Flink's streams in local mode: failures, checkpoints, new files, and messages by a queue. */
@SuppressWarnings("try") // Flink's iterators declare that close() throws Exception.
class FlinkStreamTest
{
    private static final String[] COLUMNS = {"commitLogOffset", "queueOffset", "storeTimestamp"};

    @TempDir
    static Path root;

    /** One for all jobs. */
    private static MiniCluster cluster;
    private static List<byte[]> records;
    private static byte[] segment;
    private static int count;

    /** Keeps what it sees in its state, and fails after the first and after the second checkpoint with rows. */
    private static final class Failing extends RichMapFunction<RowData, String> implements CheckpointedFunction,
        CheckpointListener
    {
        static final List<String> SEEN = Collections.synchronizedList(new ArrayList<>());
        static final AtomicInteger FAILURES = new AtomicInteger();
        static final AtomicInteger RESTORED = new AtomicInteger();
        private static final long serialVersionUID = 1;
        private static final int MOST_FAILURES = 2;

        private final List<String> seen = new ArrayList<>();
        private transient ListState<String> state;
        private boolean checkpointed;
        private int inCheckpoint;

        @Override
        public String map(final RowData row) throws Exception
        {
            final String line = row.getLong(0) + " " + row.getLong(1);
            seen.add(line);
            if (FAILURES.get() < MOST_FAILURES)
            {
                if (checkpointed)
                {
                    FAILURES.incrementAndGet();
                    throw new IOException("killed");
                }
                // So that a checkpoint comes before the end.
                Thread.sleep(20);
            }
            return line;
        }

        @Override
        public void snapshotState(final FunctionSnapshotContext context) throws Exception
        {
            state.update(seen);
            inCheckpoint = seen.size();
        }

        @Override
        public void notifyCheckpointComplete(final long id)
        {
            checkpointed = inCheckpoint > 0;
        }

        @Override
        public void initializeState(final FunctionInitializationContext context) throws Exception
        {
            state = context.getOperatorStateStore().getListState(new ListStateDescriptor<>("seen", Types.STRING));
            state.get().forEach(seen::add);
            RESTORED.addAndGet(seen.size());
        }

        @Override
        public void close()
        {
            SEEN.clear();
            SEEN.addAll(seen);
        }
    }

    /** Keeps what it sees in its state, and takes its time while a savepoint is to come. */
    private static final class Keeping extends RichMapFunction<RowData, String> implements CheckpointedFunction
    {
        static final Queue<String> SEEN = new ConcurrentLinkedQueue<>();
        static final AtomicInteger PAUSE = new AtomicInteger();
        private static final long serialVersionUID = 1;

        private final List<String> seen = new ArrayList<>();
        private transient ListState<String> state;

        @Override
        public String map(final RowData row) throws Exception
        {
            final String line = row.getLong(0) + " " + row.getLong(1);
            seen.add(line);
            SEEN.add(line);
            Thread.sleep(PAUSE.get());
            return line;
        }

        @Override
        public void snapshotState(final FunctionSnapshotContext context) throws Exception
        {
            state.update(seen);
        }

        @Override
        public void initializeState(final FunctionInitializationContext context) throws Exception
        {
            state = context.getOperatorStateStore().getListState(new ListStateDescriptor<>("seen", Types.STRING));
            state.get().forEach(seen::add);
            SEEN.addAll(seen);
        }
    }

    @BeforeAll
    static void start() throws Exception
    {
        records = StoredRecords.records(new Random(5), 900);
        segment = Segments.of(records, 0);
        count = StoredRecords.reference(StoredRecords.join(records)).size();
        Files.write(Files.createDirectories(root.resolve("commitlog")).resolve("00000000000000000000"), segment);
        final Configuration configuration = new Configuration();
        configuration.setString("rest.address", "localhost");
        configuration.setString("rest.bind-port", "0");
        configuration.setString("source.reader.close.timeout", "100");
        cluster = new MiniCluster(new MiniClusterConfiguration.Builder().setConfiguration(configuration)
            .setNumTaskManagers(1).setNumSlotsPerTaskManager(4).build());
        cluster.start();
    }

    @AfterAll
    static void stop() throws Exception
    {
        cluster.close();
    }

    private static StreamExecutionEnvironment environment() throws Exception
    {
        return environment(1, new Configuration());
    }

    private static StreamExecutionEnvironment environment(final int parallelism, final Configuration configuration)
        throws Exception
    {
        configuration.setString("execution.target", "remote");
        configuration.setString("execution.attached", "true");
        configuration.setString("rest.address", "localhost");
        configuration.setString("rest.port", String.valueOf(cluster.getRestAddress().get().getPort()));
        configuration.setString("restart-strategy.type", "fixed-delay");
        configuration.setString("restart-strategy.fixed-delay.attempts", "5");
        configuration.setString("restart-strategy.fixed-delay.delay", "10 ms");
        configuration.setString("execution.checkpointing.interval", "50 ms");
        final StreamExecutionEnvironment environment = new StreamExecutionEnvironment(configuration);
        environment.setParallelism(parallelism);
        return environment;
    }

    private static org.apache.flink.core.fs.Path path(final Path path)
    {
        return new org.apache.flink.core.fs.Path(path.toUri());
    }

    private static List<String> sorted(final List<String> lines)
    {
        final List<String> sorted = new ArrayList<>(lines);
        Collections.sort(sorted);
        return sorted;
    }

    private static List<String> all() throws Exception
    {
        final List<String> lines = new ArrayList<>();
        final SkimFiles files = new SkimFiles(Map.of()).columns(COLUMNS);
        final StreamExecutionEnvironment environment = environment();
        try (CloseableIterator<RowData> rows =
            environment.fromSource(files.source(path(root.resolve("commitlog"))), files
                .watermarks(Duration.ZERO), "rows").executeAndCollect())
        {
            rows.forEachRemaining(row -> lines.add(row.getLong(0) + " " + row.getLong(1)));
        }
        return lines;
    }

    /** The job is killed twice behind a checkpoint, in the middle of splits: each row is in the state exactly once. */
    @Test
    void eachRowCountsOnceIfTheJobIsKilled() throws Exception
    {
        final List<String> expected = all();
        assertEquals(count, expected.size());
        for (final long splitBytes : new long[] {1 << 27, 30_000})
        {
            Failing.FAILURES.set(0);
            Failing.RESTORED.set(0);
            final SkimFiles files = new SkimFiles(Map.of()).columns(COLUMNS).splitBytes(splitBytes);
            final StreamExecutionEnvironment environment = environment();
            environment
                .fromSource(files.source(path(root.resolve("commitlog"))), files.watermarks(Duration.ZERO), "rows")
                .map(new Failing()).sinkTo(new DiscardingSink<>());
            environment.execute();
            assertEquals(2, Failing.FAILURES.get());
            assertTrue(Failing.RESTORED.get() > 0);
            assertEquals(sorted(expected), sorted(Failing.SEEN));
        }
    }

    /** From two readers to one, and to three: splits that are read in part, and those that wait, are given away anew. */
    @Test
    void aSavepointIsRestoredWithAnotherParallelism() throws Exception
    {
        final List<String> expected = sorted(all());
        final Configuration configuration = new Configuration();
        final SkimFiles files = new SkimFiles(Map.of()).columns(COLUMNS).splitBytes(30_000);
        for (final int parallelism : new int[] {2, 1, 3})
        {
            Keeping.SEEN.clear();
            Keeping.PAUSE.set(parallelism == 3 ? 0 : 5);
            final StreamExecutionEnvironment environment = environment(parallelism, configuration);
            environment.fromSource(files.source(path(root.resolve("commitlog"))), WatermarkStrategy.noWatermarks(),
                "rows").uid("rows").map(new Keeping()).uid("kept").sinkTo(new DiscardingSink<>()).uid("end");
            final JobClient job = environment.executeAsync();
            if (parallelism == 3)
            {
                job.getJobExecutionResult().get();
                continue;
            }
            while (Keeping.SEEN.size() < count / (parallelism + 1))
            {
                Thread.sleep(5);
            }
            configuration.setString("execution.state-recovery.path", job.stopWithSavepoint(false, root.resolve(
                "savepoints").toUri().toString(), SavepointFormatType.CANONICAL).get());
            assertTrue(Keeping.SEEN.size() < count);
        }
        assertEquals(expected, sorted(List.copyOf(Keeping.SEEN)));
    }

    /** Whatever the order in which the file system lists the files. */
    @Test
    void splitsAreReadInTheOrderOfOffsets() throws Exception
    {
        final Path folder = Files.createDirectories(root.resolve("ordered"));
        for (int i = 0; i < 3; i++)
        {
            final long first = (long)i * segment.length;
            Files.write(folder.resolve(String.format("%020d", first)), Segments.of(records, first));
        }
        final List<Long> offsets = new ArrayList<>();
        final SkimFiles files = new SkimFiles(Map.of()).columns("commitLogOffset").splitBytes(20_000);
        try (CloseableIterator<RowData> rows = environment().fromSource(files.source(path(folder)), WatermarkStrategy
            .noWatermarks(), "rows").executeAndCollect())
        {
            rows.forEachRemaining(row -> offsets.add(row.getLong(0)));
        }
        assertEquals(3 * count, offsets.size());
        assertEquals(offsets.stream().sorted().toList(), offsets);
    }

    @Test
    void newFilesAreReadWhenTheyCome() throws Exception
    {
        final Path folder = Files.createDirectories(root.resolve("watched"));
        Files.write(folder.resolve("00000000000000000000"), segment);
        final SkimFiles files =
            new SkimFiles(Map.of()).columns("file", "commitLogOffset").splitBytes(10_000).watch(Duration
                .ofMillis(20));
        int first = 0;
        int second = 0;
        try (CloseableIterator<RowData> rows =
            environment().fromSource(files.source(path(folder)), WatermarkStrategy
                .noWatermarks(), "rows").executeAndCollect())
        {
            for (int i = 0; i < 2 * count; i++)
            {
                if (i == count)
                {
                    Files.move(Files.write(root.resolve("next"), Segments.of(records, segment.length)),
                        folder.resolve(String.format(
                            "%020d", segment.length)),
                        StandardCopyOption.ATOMIC_MOVE);
                }
                final String file = rows.next().getString(0).toString();
                first += file.endsWith("/00000000000000000000") ? 1 : 0;
                second += file.endsWith("/" + String.format("%020d", segment.length)) ? 1 : 0;
            }
        }
        assertEquals(count, first);
        assertEquals(count, second);
    }

    /** Of files that are no segments, rows are counted from the beginning. */
    @Test
    void readingGoesOnAtAnyRow() throws IOException
    {
        final Path frames = Captures.root().resolve("docs/captures/rocketmq-json-java-requests.frames");
        for (final String[] file : new String[][] {{"rocketmq-frames", frames.toString()}, {"commitlog", root.resolve(
            "commitlog/00000000000000000000").toString()}})
        {
            final SkimFormat format = new SkimFormat(new RowOptions(Map.of("kind", file[0])),
                new RowConversion(new RowOptions(Map.of("kind", file[0])).schema(),
                    List.of("offset")),
                RowPredicate.always(RowPredicate.Truth.TRUE));
            final Path path = Path.of(file[1]);
            final FileSourceSplit split =
                new FileSourceSplit("1", path(path), 0, Files.size(path), 0,
                    Files.size(
                        path));
            final List<Long> offsets = new ArrayList<>();
            final List<CheckpointedPosition> positions = new ArrayList<>();
            read(format.createReader(new Configuration(), split), offsets, positions);
            assertTrue(offsets.size() > 50);
            for (int i = 0; i < offsets.size(); i += 1 + i / 9)
            {
                final List<Long> rest = new ArrayList<>();
                read(format.restoreReader(new Configuration(), split.updateWithCheckpointedPosition(positions.get(i))),
                    rest,
                    new ArrayList<>());
                assertEquals(offsets.subList(i + 1, offsets.size()), rest, file[0] + " behind row " + i);
            }
        }
    }

    /** Between the plan and the reading: rows would be missing. */
    @Test
    void aFileThatHasBecomeShorterFails() throws IOException
    {
        final Path frames = Captures.root().resolve("docs/captures/rocketmq-json-java-requests.frames");
        final String[][] files = {{"rocketmq-frames", frames.toString()}, {"commitlog", root.resolve(
            "commitlog/00000000000000000000").toString()}};
        for (final String[] each : files)
        {
            final RowOptions options = new RowOptions(Map.of("kind", each[0]));
            final SkimFormat format = new SkimFormat(options, new RowConversion(options.schema(), List.of("offset")),
                RowPredicate.always(RowPredicate.Truth.TRUE));
            final byte[] bytes = Files.readAllBytes(Path.of(each[1]));
            final Path file = Files.write(Files.createDirectories(root.resolve("shorter-" + each[0])).resolve(
                "00000000000000000000"), Arrays.copyOf(bytes, 5_000));
            for (final int from : options.isStore() ? new int[] {0, 9_000} : new int[] {0})
            {
                final FileSourceSplit split = new FileSourceSplit("1", path(file), from, bytes.length - from, 0,
                    bytes.length);
                final String message = assertThrows(IOException.class, () -> read(format.createReader(
                    new Configuration(), split), new ArrayList<>(), new ArrayList<>())).getMessage();
                assertTrue(message.contains("00000000000000000000 has 5000 bytes, and had " + bytes.length
                    + " when it was listed: it was shortened or replaced meanwhile"), message);
            }
        }
    }

    /** Records that were there when the file was found are rows, and half of one that is being appended is no damage. */
    @Test
    void aSegmentMayGrowWhileItIsRead() throws IOException
    {
        final RowOptions options = new RowOptions(Map.of("mode", "FAILFAST"));
        final SkimFormat format = new SkimFormat(options, new RowConversion(options.schema(), List.of("offset")),
            RowPredicate.always(RowPredicate.Truth.TRUE));
        final Path file = Files.createDirectories(root.resolve("growing")).resolve("00000000000000000000");
        final int border = Segments.offsets(records).get(700).intValue();
        for (final int[] lengths : new int[][] {{border, border + 60}, {border, border + 3}, {border - 20, border + 60},
            {border - 20, segment.length}})
        {
            Files.write(file, Arrays.copyOf(segment, border));
            final List<Long> expected = new ArrayList<>();
            read(format.createReader(new Configuration(), whole(file)), expected, new ArrayList<>());
            assertEquals(Segments.offsets(records).subList(0, 700), expected.stream().distinct().toList());
            Files.write(file, Arrays.copyOf(segment, lengths[0]));
            final FileSourceSplit split = whole(file);
            Files.write(file, Arrays.copyOf(segment, lengths[1]));
            final List<Long> offsets = new ArrayList<>();
            read(format.createReader(new Configuration(), split), offsets, new ArrayList<>());
            assertEquals(expected, offsets);
        }
    }

    /** Rows of another file would be passed over for those that were read before the checkpoint. */
    @Test
    void aFileThatWasReplacedSinceTheCheckpointFails() throws IOException
    {
        final RowOptions options = new RowOptions(Map.of());
        final SkimFormat format = new SkimFormat(options, new RowConversion(options.schema(), List.of("offset")),
            RowPredicate.always(RowPredicate.Truth.TRUE));
        final Path file = Files.write(Files.createDirectories(root.resolve("replaced")).resolve("00000000000000000000"),
            segment);
        final FileSourceSplit split = whole(file);
        final List<CheckpointedPosition> positions = new ArrayList<>();
        read(format.createReader(new Configuration(), split), new ArrayList<>(), positions);
        final CheckpointedPosition last = positions.get(positions.size() - 1);
        assertTrue(last.getOffset() > 0);
        Files.write(file, Segments.of(StoredRecords.records(new Random(6), 1_800), 0));
        assertTrue(Files.size(file) > segment.length);
        final String message = assertThrows(IOException.class, () -> format.restoreReader(new Configuration(), split
            .updateWithCheckpointedPosition(last))).getMessage();
        assertTrue(message.contains("00000000000000000000 has no row at offset " + last.getOffset()), message);
    }

    /** Each row of files that are no segments has a position, too, by which another file is told from the one that was read. */
    @Test
    void framesThatWereReplacedSinceTheCheckpointFail() throws IOException
    {
        final RowOptions options = new RowOptions(Map.of("kind", "rocketmq-frames"));
        final SkimFormat format = new SkimFormat(options, new RowConversion(options.schema(), List.of("offset")),
            RowPredicate.always(RowPredicate.Truth.TRUE));
        final Path captures = Captures.root().resolve("docs/captures");
        final Path file = root.resolve("replaced.frames");
        Files.copy(captures.resolve("rocketmq-binary-java-requests.frames"), file);
        final FileSourceSplit split = whole(file);
        final List<CheckpointedPosition> positions = new ArrayList<>();
        read(format.createReader(new Configuration(), split), new ArrayList<>(), positions);
        Files.copy(captures.resolve("rocketmq-json-java-requests.frames"), file, StandardCopyOption.REPLACE_EXISTING);
        assertTrue(Files.size(file) > split.length());
        for (final int row : new int[] {1, 2, 50})
        {
            final CheckpointedPosition position = positions.get(row);
            final String message = assertThrows(IOException.class, () -> format.restoreReader(new Configuration(), split
                .updateWithCheckpointedPosition(position))).getMessage();
            assertTrue(message.contains("replaced.frames has no row at offset " + position.getOffset()), message);
        }
    }

    private static List<FileSourceSplit> splits(final org.apache.flink.core.fs.Path... paths) throws IOException
    {
        return List.copyOf(new SkimEnumerator(new RowOptions(Map.of()), 1 << 27, null).enumerateSplits(paths, 1));
    }

    private static List<String> names(final org.apache.flink.core.fs.Path... paths) throws IOException
    {
        return splits(paths).stream().map(split -> split.path().getName()).toList();
    }

    /** Also if the name of one begins with that of another, or if a path is written in another way than the file system writes it. */
    @Test
    void eachPathIsRead() throws IOException
    {
        final Path folder = Files.createDirectories(root.resolve("named"));
        final List<String> found = List.of("found", "found.records");
        for (final String name : found)
        {
            Files.write(folder.resolve(name), segment);
        }
        assertEquals(found, names(path(folder.resolve(found.get(0))), path(folder.resolve(found.get(1)))));
        final List<String> log = List.of("00000000000000000000");
        for (final String written : new String[] {"commitlog", "./commitlog", "named/../commitlog/", "commitlog/."})
        {
            final String text = "file://" + root + "/" + written;
            assertEquals(log, names(new org.apache.flink.core.fs.Path(URI.create(text))), text);
            assertEquals(log, names(new org.apache.flink.core.fs.Path(text)), text);
        }
    }

    /** Letters that are not ASCII, what a URI has signs for, and the colons of a capture that is named by its time. */
    @Test
    void aPathMayHaveAnyName() throws IOException
    {
        final Path folder = Files.createDirectories(root.resolve("50%25 \u00FC#\u65E5?x/captures"));
        final Path capture = Captures.root().resolve("docs/captures/traffic.pcapng");
        final Path copy = Files.copy(capture, folder.resolve("dump_12:30:00.pcapng"));
        final RowOptions options = new RowOptions(Map.of("kind", "pcap"));
        final List<FileSourceSplit> found = List.copyOf(new SkimEnumerator(options, 1 << 27, null).enumerateSplits(
            new org.apache.flink.core.fs.Path[] {path(folder.getParent())}, 1));
        assertEquals(1, found.size());
        final SkimFormat format = new SkimFormat(options, new RowConversion(options.schema(), List.of("offset")),
            RowPredicate.always(RowPredicate.Truth.TRUE));
        final List<Long> offsets = new ArrayList<>();
        read(format.createReader(new Configuration(), found.get(0)), offsets, new ArrayList<>());
        final List<Long> expected = new ArrayList<>();
        read(format.createReader(new Configuration(), whole(copy)), expected, new ArrayList<>());
        assertTrue(expected.size() > 50);
        assertEquals(expected, offsets);
    }

    /** Each file is read once, whatever links are in the folder: one to a folder that it is in, and one that leads nowhere. */
    @Test
    void linksThatLeadBackAreNotFollowed() throws IOException
    {
        final Path log = Files.createDirectories(root.resolve("linked/commitlog"));
        Files.write(log.resolve("00000000000000000000"), segment);
        Files.createSymbolicLink(log.resolve("latest"), log);
        Files.createSymbolicLink(log.resolve("store"), log.getParent());
        Files.createSymbolicLink(log.resolve("moved"), root.resolve("nowhere"));
        Files.createSymbolicLink(log.resolve("second"), root.resolve("commitlog"));
        assertEquals(List.of("00000000000000000000", "00000000000000000000"), names(path(log.getParent())));
    }

    /** A reader that is restored with splits of two runs has to tell them apart. */
    @Test
    void splitsOfLaterRunsHaveOtherIds() throws IOException
    {
        final Path folder = Files.createDirectories(root.resolve("runs"));
        final Path first = Files.write(folder.resolve("00000000000000000000"), segment);
        final Path second = Files.write(folder.resolve(String.format("%020d", segment.length)), Segments.of(
            new ArrayList<>(records), segment.length));
        assertNotEquals(splits(path(first)).get(0).splitId(), splits(path(second)).get(0).splitId());
    }

    /** A capture in gzip has the rows of the capture, and reading goes on at any of them. */
    @Test
    void gzipIsDecompressed() throws IOException
    {
        final byte[] plain = Files.readAllBytes(Captures.root().resolve("docs/captures/traffic.pcapng"));
        final Path file = root.resolve("traffic.pcapng.gz");
        try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(file)))
        {
            out.write(plain);
        }
        final RowOptions options = new RowOptions(Map.of("kind", "pcap"));
        final SkimFormat format = new SkimFormat(options, new RowConversion(options.schema(), List.of("offset")),
            RowPredicate.always(RowPredicate.Truth.TRUE));
        final List<List<Long>> offsets = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        final List<CheckpointedPosition> positions = new ArrayList<>();
        final Path copy = Files.write(root.resolve("traffic.pcapng"), plain);
        read(format.createReader(new Configuration(), whole(copy)), offsets.get(0), new ArrayList<>());
        read(format.createReader(new Configuration(), whole(file)), offsets.get(1), positions);
        assertTrue(offsets.get(0).size() > 50);
        assertEquals(offsets.get(0), offsets.get(1));
        read(format.restoreReader(new Configuration(), whole(file).updateWithCheckpointedPosition(positions.get(30))),
            offsets.get(2), new ArrayList<>());
        assertEquals(offsets.get(0).subList(31, offsets.get(0).size()), offsets.get(2));
    }

    private static FileSourceSplit whole(final Path file) throws IOException
    {
        return new FileSourceSplit("1", path(file), 0, Files.size(file), 0, Files.size(file));
    }

    /** Segments are read where they lie. */
    @Test
    void compressedSegmentsAreRefused() throws IOException
    {
        final Path file = root.resolve("00000000000000000000.gz");
        try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(file)))
        {
            out.write(segment);
        }
        final RowOptions options = new RowOptions(Map.of());
        final SkimFormat format = new SkimFormat(options, new RowConversion(options.schema(), List.of("offset")),
            RowPredicate.always(RowPredicate.Truth.TRUE));
        final Path named = Files.copy(file, Files.createDirectories(root.resolve("compressed")).resolve(
            "00000000000000000000"));
        for (final Path each : List.of(file, named))
        {
            final FileSourceSplit split = whole(each);
            final String message = assertThrows(IOException.class, () -> format.createReader(new Configuration(),
                split)).getMessage();
            assertTrue(message.contains(each.getFileName() + " is compressed by gzip: decompress it first"), message);
        }
    }

    private static void read(final BulkFormat.Reader<RowData> reader,
        final List<Long> offsets, final List<CheckpointedPosition> positions)
        throws IOException
    {
        try (reader)
        {
            for (var batch = reader.readBatch(); batch != null; batch = reader.readBatch())
            {
                for (var row = batch.next(); row != null; row = batch.next())
                {
                    offsets.add(row.getRecord().getLong(0));
                    positions.add(new CheckpointedPosition(row.getOffset(), row
                        .getRecordSkipCount()));
                }
            }
        }
    }

    /** Frames and messages one by one, as a queue brings them. */
    @Test
    void messagesOfAQueueAreRows() throws Exception
    {
        final byte[] frames = Files.readAllBytes(Captures.root().resolve("docs/captures/sample.frames"));
        final List<Integer> codes = new ArrayList<>();
        final SkimDeserialization remoting = new SkimDeserialization(Map.of("kind", "rocketmq-frames"), List.of("code",
            "fault"));
        int length = 0;
        final List<Integer> one = new ArrayList<>();
        remoting.deserialize(frames, collector(row -> codes.add(row.getInt(0))));
        for (int at = 0; at < frames.length; at += length)
        {
            length = 4 + ByteBuffer.wrap(frames, at, 4).getInt();
            remoting.deserialize(Arrays.copyOfRange(frames, at, at + length), collector(row -> one.add(row.getInt(0))));
        }
        assertTrue(codes.size() > 1);
        assertEquals(codes, one);
        final List<RowData> damaged = new ArrayList<>();
        remoting.deserialize(new byte[] {1}, collector(damaged::add));
        assertTrue(damaged.size() == 1 && damaged.get(0).isNullAt(0) && !damaged.get(0).isNullAt(1));

        final List<RowData> messages = new ArrayList<>();
        new SkimDeserialization(Map.of("kind", "amqp-messages"), List.of("value", "bodyLength"))
            .deserialize(new byte[] {0,
                0x53, 0x77, (byte)0xA1, 1, 'v'}, collector(messages::add));
        assertEquals("v", messages.get(0).getString(0).toString());
        assertThrows(IllegalArgumentException.class, () -> new SkimDeserialization(Map.of(), List.of("topic")));
    }

    /** Takes a row. */
    private interface Taking
    {
        void take(RowData row);
    }

    private static Collector<RowData> collector(final Taking taking)
    {
        return new Collector<>()
        {
            @Override
            public void collect(final RowData row)
            {
                taking.take(row);
            }

            @Override
            public void close()
            {
                // Nothing is held.
            }
        };
    }

    @Test
    void eventTimeIsTheStoreTime()
    {
        final SkimFiles files = new SkimFiles(Map.of()).columns("topic", "storeTimestamp");
        final var assigner = files.watermarks(Duration.ofSeconds(1)).createTimestampAssigner(null);
        final var row = GenericRowData.of(null, TimestampData
            .fromEpochMillis(1_700_000_000_123L));
        assertEquals(1_700_000_000_123L, assigner.extractTimestamp(row, 7));
        row.setField(1, null);
        assertEquals(7, assigner.extractTimestamp(row, 7));
        assertThrows(IllegalStateException.class,
            () -> new SkimFiles(Map.of()).columns("topic").watermarks(Duration.ZERO));
        assertThrows(IllegalArgumentException.class, () -> new SkimFiles(Map.of()).columns("x"));
        assertThrows(IllegalArgumentException.class, () -> new SkimFiles(Map.of()).splitBytes(999));
    }
}
