package io.skim.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.command.Skim;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.LargeStore;
import io.skim.scan.testing.OrderStore;
import io.skim.scan.testing.QueuedStore;
import io.skim.scan.testing.Segments;
import io.skim.scan.testing.Settings;
import io.skim.scan.testing.StoreQuestions;
import io.skim.scan.testing.StoreQuestions.Question;
import io.skim.scan.testing.StoredRecords;
import io.skim.store.StoreFiles;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec;
import org.apache.spark.sql.execution.metric.SQLMetric;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Spark in local mode, over segments. */
class SparkSourceTest
{
    private static final int SIZE = 120_000;
    private static final int FILTERS = 100;
    private static final int TOGETHER = 20;
    private static final int QUESTIONS = 16;
    private static final Map<String, String> SPLIT = Map.of("splitBytes", "150000");
    private static final Map<String, String> LOOK_UP = Map.of("lookUp", "true");
    private static final String[] PLACES = {"file", "offset", "innerIndex", "topic", "TAGS"};

    @TempDir
    static Path root;

    private static SparkSession spark;
    private static List<byte[]> records;
    /** The records as they are stored; other tests store them elsewhere. */
    private static byte[] stored;
    private static List<String> messages;

    /** Local files by another name, as an object store would have them: not mapped. */
    public static class ElsewhereFileSystem extends RawLocalFileSystem
    {
        @Override
        public String getScheme()
        {
            return "elsewhere";
        }

        @Override
        public final URI getUri()
        {
            return URI.create(getScheme() + ":///");
        }

        @Override
        public FileStatus getFileStatus(final org.apache.hadoop.fs.Path path)
        {
            return status(pathToFile(path));
        }

        @Override
        public FileStatus[] listStatus(final org.apache.hadoop.fs.Path path)
        {
            return Arrays.stream(pathToFile(path).listFiles()).map(this::status).toArray(FileStatus[]::new);
        }

        private FileStatus status(final File file)
        {
            return new FileStatus(file.length(), file.isDirectory(), 1, SIZE, file.lastModified(),
                new org.apache.hadoop.fs.Path(getScheme(), "", file.getPath()));
        }
    }

    /** Known to a session alone. */
    public static final class SessionFileSystem extends ElsewhereFileSystem
    {
        @Override
        public String getScheme()
        {
            return "session";
        }
    }

    /** Known to a table alone. */
    public static final class OptionFileSystem extends ElsewhereFileSystem
    {
        @Override
        public String getScheme()
        {
            return "option";
        }
    }

    @BeforeAll
    static void start() throws IOException
    {
        spark = SparkSession.builder().master("local[2]").appName("skim").config("spark.ui.enabled", false)
            .config("spark.log.level", "WARN").config(
                "spark.sql.shuffle.partitions", 2)
            .config("spark.sql.session.timeZone", "UTC")
            .config("spark.sql.warehouse.dir", root.resolve("warehouse").toString())
            .config("spark.hadoop.fs.elsewhere.impl", ElsewhereFileSystem.class.getName()).getOrCreate();
        records = StoredRecords.records(new Random(5), 900);
        final Path log = Files.createDirectories(root.resolve("store/commitlog"));
        Files.createDirectories(root.resolve("store/consumequeue/T/0"));
        Files.write(root.resolve("store/consumequeue/T/0/00000000000000000000"), new byte[20]);
        int count = 0;
        int length = 0;
        while (length + records.get(count).length + 8 <= SIZE)
        {
            length += records.get(count++).length;
        }
        Files.write(log.resolve("00000000000000000000"), Segments.full(Segments.of(records.subList(0, count), 0), SIZE
            - length));
        final byte[] second = Segments.of(records.subList(count, records.size()), SIZE);
        Files.write(log.resolve(String.format("%020d", SIZE)), Arrays.copyOf(second, second.length + 50_000));
        stored = StoredRecords.join(records);
        messages = StoredRecords.reference(stored);
    }

    @AfterAll
    static void stop()
    {
        spark.stop();
    }

    private static Dataset<Row> load(final String path, final Map<String, String> options)
    {
        return spark.read().format("skim").option("kind", "commitlog").option("properties", "TAGS,KEYS,a,UNIQ_KEY")
            .options(options)
            .load(path);
    }

    private static String store()
    {
        return root.resolve("store").toString();
    }

    private static List<String> sorted(final Dataset<Row> rows, final String... columns)
    {
        final List<String> lines = new ArrayList<>();
        for (final Row row : rows.selectExpr(columns).collectAsList())
        {
            lines.add(row.toString());
        }
        lines.sort(null);
        return lines;
    }

    private static final String[] SOME = {"file", "offset", "innerIndex", "topic", "queueId", "queueOffset",
        "commitLogOffset", "sysFlag", "flag", "bornTimestamp", "bornAddress", "storePort", "storeSize",
        "reconsumeTimes", "bodyCRC", "offsetMsgId", "bodyLength", "hex(body)", "map_entries(properties)", "TAGS",
        "KEYS",
        "a", "fault"};

    @Test
    void rowsAreTheMessages()
    {
        final List<Row> rows = load(store(), Map.of()).selectExpr("topic", "queueOffset", "sysFlag", "commitLogOffset",
            "hex(body)", "properties", "TAGS").orderBy("commitLogOffset", "queueOffset").collectAsList();
        assertEquals(messages.size(), rows.size());
        final List<String> read = new ArrayList<>();
        for (final Row row : rows)
        {
            read.add(row.getString(0) + " o" + row.getLong(1) + " c" + row.getLong(3) + " s" + row.getInt(2) + " "
                + new java.util.TreeMap<>(row.<String, String>getJavaMap(5)) + " "
                + (row.isNullAt(4) ? "" : row.getString(
                    4).toLowerCase()));
            assertEquals(row.getJavaMap(5).get("TAGS"), row.getString(6));
        }
        final List<String> expected = new ArrayList<>();
        for (final String message : messages)
        {
            expected.add(
                message.replaceFirst("(?s)^(.*) q\\d+ f-?\\d+ o(-?\\d+) c(-?\\d+) s(\\d+) b-?\\d+ .*? f-?\\d+ (\\{.*)$",
                    "$1 o$2 c$3 s$4 $5"));
        }
        read.sort(null);
        expected.sort(null);
        assertEquals(expected, read);
    }

    @Test
    void splitsGiveTheRowsOfTheWhole()
    {
        final List<String> whole = sorted(load(store(), Map.of()), SOME);
        assertEquals(messages.size(), whole.size());
        for (final String bytes : List.of("1000", "7919", "50000"))
        {
            final Dataset<Row> rows = load(store(), Map.of("splitBytes", bytes));
            assertTrue(rows.rdd().getNumPartitions() > 4, bytes);
            assertEquals(whole, sorted(rows, SOME), bytes);
        }
    }

    @Test
    void filesElsewhereGiveTheSameRows()
    {
        final Function<String, String> line = text -> text.replaceFirst("\\[[a-z]+:/+", "[");
        assertEquals(sorted(load(store(), Map.of()), SOME).stream().map(line).toList(), sorted(load("elsewhere://"
            + store(), Map.of("splitBytes", "20000")), SOME).stream().map(line).toList());
    }

    /** With and without what is pushed down, generated filters select the same rows. */
    @Test
    void filtersSelectTheSameRowsWhoeverEvaluatesThem()
    {
        final Random random = new Random(Settings.seed());
        int selective = 0;
        for (int run = 0; run < FILTERS; run += TOGETHER)
        {
            for (final int count : selected(Stream.generate(() -> filter(random, 3)).limit(TOGETHER).toList()))
            {
                selective += count > 0 && count < messages.size() ? 1 : 0;
            }
        }
        assertTrue(selective > FILTERS / 3, selective + " of " + FILTERS);
    }

    /**
     * Compares what each filter selects where Skim evaluates it, and where Spark does.
     *
     * @return the numbers of rows.
     */
    private static List<Integer> selected(final List<String> filters)
    {
        final Function<Row, String> place = row -> "[" + row.get(2) + "," + row.get(3) + "]";
        final List<List<String>> expected = evaluated(filters, place);
        final Dataset<Row> pushed = load(store(), SPLIT);
        for (int i = 0; i < filters.size(); i++)
        {
            assertEquals(expected.get(i), sorted(pushed.filter(filters.get(i)), "commitLogOffset", "innerIndex"),
                "-Dskim.seed=" + Settings.seed() + ": " + filters.get(i));
        }
        return expected.stream().map(List::size).toList();
    }

    /** The rows for which each filter is true, evaluated by Spark: all in one query, because a query takes some tenths of a second. */
    private static List<List<String>> evaluated(final List<String> filters, final Function<Row, String> line)
    {
        final String[] places = {"topic", "queueOffset", "commitLogOffset", "innerIndex"};
        final List<Row> rows = load(store(), Map.of("pushDown", "false")).selectExpr(Stream.concat(Arrays.stream(
            places), filters.stream()).toArray(String[]::new)).collectAsList();
        return IntStream.range(places.length, places.length + filters.size()).mapToObj(i -> rows.stream().filter(
            row -> Boolean.TRUE.equals(row.get(i))).map(line).sorted().toList()).toList();
    }

    private static String filter(final Random random, final int depth)
    {
        final String one = depth == 0 ? "" : filter(random, depth - 1);
        return switch (depth == 0 ? 9 : random.nextInt(6))
        {
            case 0 -> "(" + one + " AND " + filter(random, depth - 1) + ")";
            case 1 -> "(" + one + " OR " + filter(random, depth - 1) + ")";
            case 2 -> "NOT (" + one + ")";
            default -> leaf(random);
        };
    }

    private static String leaf(final Random random)
    {
        final String text =
            List.of("topic", "TAGS", "KEYS", "a", "properties['TAGS']", "offsetMsgId", "fault").get(random
                .nextInt(7));
        final String number = List.of("queueId", "queueOffset", "commitLogOffset", "sysFlag", "reconsumeTimes",
            "bodyLength", "innerIndex", "offset").get(random.nextInt(8));
        final String value = "'" + List.of("", "a", "value", "TAGS", "KEYS", "true", "1.5e10", "\u00E9", "Topica",
            "TopicTAGS", "\uD83D\uDE00").get(random.nextInt(11)) + "'";
        final String limit =
            String.valueOf(List.of(0L, 1L, 3L, 7L, 40L, 256L, 60_000L, -1L, 1L << 40).get(random.nextInt(
                9)));
        final String order = List.of("=", "<=>", "<>", "<", "<=", ">", ">=").get(random.nextInt(7));
        return switch (random.nextInt(12))
        {
            case 0, 1, 2 -> text + " " + order + " " + value;
            case 3, 4, 5 -> number + " " + order + " " + limit;
            case 6 -> text + (random.nextBoolean() ? " IS NULL" : " IS NOT NULL");
            case 7 -> text + " IN (" + value + ", 'a', " + (random.nextBoolean() ? "NULL" : "'x'") + ")";
            case 8 -> number + " BETWEEN " + limit + " AND 1000";
            case 9 -> text + " LIKE " + List.of("'T%'", "'%a%'", "'%S'", "'T%S'", "'_a%'").get(random.nextInt(5));
            case 10 -> number + " > length(" + text + ")";
            default -> "bornTimestamp " + order + " TIMESTAMP '2020-01-01 00:00:00'";
        };
    }

    @Test
    void explainShowsWhatIsPushedDown()
    {
        final Dataset<Row> rows =
            load(store(), Map.of()).filter("topic = 'Topica' AND TAGS LIKE 'v%' AND queueId IN (1, 2)"
                + " AND NOT (sysFlag > 7 OR KEYS IS NULL) AND bodyLength + 1 > 2").select("queueOffset").limit(5);
        final String plan = rows.queryExecution().executedPlan().toString();
        for (final String part : List.of("topic", "TAGS LIKE 'v%'", "queueId", "sysFlag", "KEYS IS NOT NULL",
            "Columns: [queueOffset"))
        {
            final String shown = plan.substring(plan.indexOf("skim commitlog"));
            assertTrue(shown.contains(part), part + " is not in " + plan);
        }
        final String limited = load(store(), Map.of()).filter("queueId = 1").limit(5).queryExecution().executedPlan()
            .toString();
        assertTrue(limited.contains("PushedLimit: 5"), limited);
        assertEquals(5,
            load(store(), Map.of("splitBytes", "5000")).filter("queueId = 1").limit(5).collectAsList().size());
    }

    /** Of rows and of columns; not of groups, of distinct values, and of rows that Spark has to filter. */
    @Test
    void countsArePushedDown()
    {
        final Map<String, String> plain = Map.of("pushDown", "false");
        for (final String[] question : new String[][] {{"true", "count(*)"}, {"topic > 'T' AND queueId < 9",
            "count(*)", "count(TAGS)", "count(innerIndex)", "count(body)"}})
        {
            final Dataset<Row> counts =
                load(store(), Map.of("splitBytes", "20000")).filter(question[0]).selectExpr(Arrays
                    .copyOfRange(question, 1, question.length));
            assertTrue(counts.queryExecution().executedPlan().toString().contains(question.length == 2
                ? "PushedCount: [*]" : "PushedCount: [*, TAGS, innerIndex, body]"),
                counts.queryExecution()
                    .executedPlan().toString());
            assertEquals(load(store(), plain).filter(question[0]).selectExpr(Arrays.copyOfRange(question, 1,
                question.length)).collectAsList(), counts.collectAsList());
        }
        for (final Dataset<Row> other : List.of(load(store(), Map.of()).groupBy("topic").count(),
            load(store(), Map.of())
                .selectExpr("count(DISTINCT topic)"),
            load(store(), Map.of()).filter("bodyLength + 1 > 2").selectExpr(
                "count(*)"),
            load(store(), Map.of()).selectExpr("max(queueId)")))
        {
            assertTrue(!other.queryExecution().executedPlan().toString().contains("PushedCount"));
        }
        assertEquals(messages.size(), load(store(), Map.of()).count());
    }

    @Test
    void metricsTellBytesRecordsAndFaults() throws IOException
    {
        final Path file = Files.createDirectories(root.resolve("measured")).resolve("00000000000000000000");
        final byte[] bytes = Segments.of(new ArrayList<>(records), 0);
        final List<Long> offsets = Segments.offsets(records);
        Arrays.fill(bytes, offsets.get(7).intValue(), offsets.get(9).intValue(), (byte)2);
        Files.write(file, bytes);
        final Dataset<Row> rows = load(file.toString(), Map.of("splitBytes", "30000", "mode", "DROPMALFORMED")).filter(
            "queueId < 9").select("topic");
        final int selected = rows.collectAsList().size();
        final Map<String, Long> metrics = metrics(rows.queryExecution().executedPlan());
        assertEquals(
            Map.of("skimBytesRead", (long)bytes.length, "skimRecordsSelected", (long)selected, "skimFaults", 1L),
            metrics);
    }

    private static Map<String, Long> metrics(final SparkPlan plan)
    {
        final Map<String, Long> metrics = new HashMap<>();
        final scala.collection.Iterator<scala.Tuple2<String, SQLMetric>> all = plan.collectLeaves().head().metrics()
            .iterator();
        while (all.hasNext())
        {
            final scala.Tuple2<String, SQLMetric> metric = all.next();
            if (metric._1().startsWith("skim"))
            {
                metrics.put(metric._1(), metric._2().value());
            }
        }
        return metrics;
    }

    /** The command and Flink answer the same questions in the tests of their modules. */
    @Test
    void generatedQuestionsHaveTheAnswersOfTheReference()
    {
        final StoreQuestions generator = new StoreQuestions(new Random(Settings.seed()), stored);
        final List<Question> questions = Stream.generate(generator::next).limit(QUESTIONS).toList();
        final Function<Row, String> line = row -> StoreQuestions.line(row.get(0), row.get(1), row.get(2));
        final List<List<String>> plain = evaluated(questions.stream().map(Question::sql).toList(), line);
        for (int i = 0; i < QUESTIONS; i++)
        {
            final String sql = questions.get(i).sql();
            final String told = sql + " -Dskim.seed=" + Settings.seed();
            final List<String> answer = generator.answer(questions.get(i));
            final Dataset<Row> pushed = load(store(), SPLIT).filter(sql);
            assertEquals(answer, plain.get(i), told);
            assertEquals(answer, pushed.select("topic", "queueOffset", "commitLogOffset").collectAsList().stream().map(
                line).sorted().toList(), told);
            assertEquals(answer.size(), pushed.count(), told);
        }
    }

    /** Flink answers them, too. */
    @Test
    void theChapterOfQuestionsTellsTheAnswers() throws IOException
    {
        OrderStore.write(root.resolve("orders"));
        load(root.resolve("orders").toString(), Map.of("properties", "TAGS,KEYS,UNIQ_KEY")).createOrReplaceTempView(
            "messages");
        load(Captures.root().resolve("docs/captures/traffic.pcapng").toString(), Map.of("kind", "pcap", "properties",
            "KEYS,UNIQ_KEY")).createOrReplaceTempView("frames");
        final List<OrderStore.Question> questions = OrderStore.questions();
        assertTrue(questions.size() > 7);
        for (final OrderStore.Question question : questions)
        {
            assertEquals(question.answer(), spark.sql(question.sql()).collectAsList().stream().map(row -> row.mkString(
                " | ")).toList(), question.sql());
        }
    }

    @Test
    void damageIsTreatedByMode() throws IOException
    {
        final Path file = Files.createDirectories(root.resolve("damaged")).resolve("00000000000000000000");
        final List<byte[]> some = records.subList(0, 100);
        final byte[] bytes = Segments.of(some, 0);
        final List<Long> offsets = Segments.offsets(some);
        Arrays.fill(bytes, offsets.get(7).intValue(), offsets.get(9).intValue(), (byte)2);
        Files.write(file, bytes);
        final int left = StoredRecords.reference(StoredRecords.join(some)).size() - StoredRecords.reference(
            StoredRecords.join(some.subList(7, 9))).size();
        // In the last two the split ends in the record in front of the damage, or with it.
        for (final String split : List.of("1000", "100000000", String.valueOf(offsets.get(7) - 1),
            String.valueOf(offsets
                .get(7))))
        {
            final Map<String, String> options = Map.of("splitBytes", split);
            for (final String mode : List.of("PERMISSIVE", "DROPMALFORMED"))
            {
                final Map<String, String> pushed = Map.of("splitBytes", split, "mode", mode);
                final Map<String, String> plain = Map.of("pushDown", "false", "mode", mode);
                final String[] counts = {"count(*)", "count(topic)", "count(fault)"};
                assertEquals(load(file.toString(), plain).selectExpr(counts).collectAsList(), load(file.toString(),
                    pushed).selectExpr(counts).collectAsList(), split + " " + mode);
                assertEquals(7, load(file.toString(), pushed).limit(7).collectAsList().size());
            }
            final List<Row> faults =
                load(file.toString(), options).filter("fault IS NOT NULL").select("offset", "fault",
                    "topic").collectAsList();
            assertEquals(1, faults.size());
            assertEquals(offsets.get(7), faults.get(0).getLong(0));
            assertTrue(faults.get(0).getString(1).startsWith("RECORD_MAGIC_UNKNOWN"), faults.toString());
            assertTrue(faults.get(0).isNullAt(2));
            assertEquals(left, load(file.toString(), Map.of("splitBytes", split, "mode",
                "dropmalformed")).count());
            assertThrows(Exception.class, () -> load(file.toString(), Map.of("splitBytes", split, "mode", "FAILFAST"))
                .count());
        }
        bytes[offsets.get(20).intValue() + 95] ^= 1;
        Files.write(file, bytes);
        Files.write(root.resolve("damaged/note"), new byte[5]);
        assertTrue(
            load(root.resolve("damaged").toString(), Map.of("checkBodies", "true")).filter("fault IS NOT NULL").count()
                >= 1);
    }

    /** Each task reads the factory anew. */
    @Test
    void aTaskDoesNotBringTheConfiguration() throws IOException
    {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes))
        {
            out.writeObject(((BatchScanExec)load(store(), Map.of()).select("offset").queryExecution().executedPlan()
                .collectLeaves().head()).readerFactory());
        }
        assertTrue(bytes.size() < 8_000, () -> String.valueOf(bytes.size()));
    }

    /** Between the plan and the tasks: rows would be missing. Whatever the mode, and wherever the file is. */
    @Test
    void aFileThatHasBecomeShorterFailsTheQuery() throws IOException
    {
        final Path folder = Files.createDirectories(root.resolve("shorter"));
        final Path segment = folder.resolve("00000000000000000000");
        final Path frames = folder.resolve("sent.frames");
        final Path captured = Captures.root().resolve("docs/captures/rocketmq-json-java-requests.frames");
        final byte[] bytes = Segments.of(new ArrayList<>(records), 0);
        final String[] modes = {"PERMISSIVE", "DROPMALFORMED", "FAILFAST"};
        final int[] left = {0, 45_000, bytes.length - 1};
        for (final String place : List.of("", "elsewhere://"))
        {
            for (int i = 0; i < modes.length; i++)
            {
                assertFailsWhenShortened(place, segment, bytes, left[i], Map.of("mode", modes[i], "splitBytes",
                    "40000"));
            }
            assertFailsWhenShortened(place, frames, Files.readAllBytes(captured), 5_000, Map.of("kind",
                "rocketmq-frames", "properties", ""));
        }
    }

    /** Records that were there when the query was planned are rows, and half of one that is being appended is no damage. */
    @Test
    void aSegmentMayGrowWhileItIsRead() throws IOException
    {
        final Path segment = Files.createDirectories(root.resolve("growing")).resolve("00000000000000000000");
        final List<byte[]> all = new ArrayList<>(records);
        final byte[] bytes = Segments.of(all, 0);
        final int border = Segments.offsets(all).get(700).intValue();
        for (final int[] lengths : new int[][] {{border, border + 60}, {border, border + 3}, {border - 20, border + 60},
            {border - 20, bytes.length}})
        {
            for (final String splitBytes : new String[] {"20000", "100000000"})
            {
                Files.write(segment, Arrays.copyOf(bytes, border));
                final List<Row> expected = load(segment.toString(), Map.of()).select("offset").collectAsList();
                assertEquals(700, expected.stream().distinct().count());
                Files.write(segment, Arrays.copyOf(bytes, lengths[0]));
                final JavaRDD<Row> planned = load(segment.toString(), Map.of("mode", "FAILFAST", "splitBytes",
                    splitBytes)).select("offset").javaRDD();
                assertTrue(planned.getNumPartitions() > 0);
                Files.write(segment, Arrays.copyOf(bytes, lengths[1]));
                assertEquals(expected, planned.collect(), Arrays.toString(lengths));
            }
        }
    }

    private static void assertFailsWhenShortened(final String place, final Path file, final byte[] bytes,
        final int left, final Map<String, String> options) throws IOException
    {
        Files.write(file, bytes);
        final JavaRDD<Row> planned = load(place + file, options).javaRDD();
        assertTrue(planned.getNumPartitions() > 0);
        Files.write(file, Arrays.copyOf(bytes, left));
        final String message = assertThrows(Exception.class, planned::collect).getMessage();
        assertTrue(message.contains(file.getFileName() + " has " + left + " bytes, and had " + bytes.length
            + " when it was listed: it was shortened or replaced meanwhile"), options + " " + message);
    }

    /** A capture in gzip has the rows of the capture; what is cut off is a fault. */
    @Test
    void gzipIsDecompressed() throws IOException
    {
        final Path plain = Captures.root().resolve("docs/captures/traffic.pcapng");
        final Path file = Files.createDirectories(root.resolve("gzip")).resolve("traffic.pcapng.gz");
        try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(file)))
        {
            Files.copy(plain, out);
        }
        final Map<String, String> options = Map.of("kind", "rocketmq-frames", "properties", "KEYS");
        final String[] columns = {"offset", "time", "connection", "code", "opaque", "KEYS", "hex(body)", "fault"};
        final List<String> rows = sorted(load(plain.toString(), options), columns);
        assertEquals(rows, sorted(load(file.toString(), options), columns));
        assertEquals(rows, sorted(load("elsewhere://" + file, options), columns));
        final Dataset<Row> sends = load(file.toString(), options).filter("code = 310").select("opaque");
        assertTrue(!sends.collectAsList().isEmpty());
        assertEquals(Files.size(file), metrics(sends.queryExecution().executedPlan()).get("skimBytesRead"));
        final byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
        assertEquals(1, load(file.toString(), options).filter("fault LIKE 'GZIP_TRUNCATED%'").count());
    }

    /** Segments are read where they lie: a name says that they are compressed, or their first bytes. */
    @Test
    void compressedSegmentsAreRefused() throws IOException
    {
        final Path folder = Files.createDirectories(root.resolve("compressed"));
        final Path file = folder.resolve("00000000000000000000.gz");
        try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(file)))
        {
            out.write(Segments.of(new ArrayList<>(records), 0));
        }
        final Path named = Files.copy(file, Files.createDirectories(root.resolve("named")).resolve(
            "00000000000000000000"));
        for (final String path : List.of(file.toString(), "elsewhere://" + file, named.toString(), "elsewhere://"
            + named))
        {
            final String message = assertThrows(Exception.class, () -> load(path, Map.of()).collectAsList())
                .getMessage();
            assertTrue(
                message.contains(
                    path.substring(path.lastIndexOf('/') + 1) + " is compressed by gzip: decompress it first"),
                message);
        }
        for (final String path : List.of(folder.toString(), root + "/compr*"))
        {
            final String message = assertThrows(UncheckedIOException.class, () -> load(path, Map.of()).count())
                .getMessage();
            assertTrue(message.contains("the names of all segments have an ending, ") && message.contains(file
                .getFileName().toString()), message);
        }
    }

    /** Captured frames of a real client: with and without what is pushed down, and by the command. */
    @Test
    void framesAreReadFilteredAndCounted()
    {
        final String file = Captures.root().resolve("docs/captures/rocketmq-json-java-requests.frames").toString();
        final Map<String, String> frames = Map.of("kind", "rocketmq-frames");
        final String[] some = {"offset", "frameLength", "code", "language", "version", "opaque", "flag", "remark",
            "map_entries(extFields)", "map_entries(properties)", "TAGS", "bodyLength", "hex(body)", "fault"};
        assertTrue(load(file, frames).count() > 50);
        for (final String[] pair : new String[][] {{"code = 310 OR code = 10", "$code IN ('310', '10')"},
            {"TAGS = 'TagA'",
                "TAGS = 'TagA'"},
            {"language = 'JAVA' AND opaque > 20", "$language = 'JAVA' AND $opaque > 20"}})
        {
            final Dataset<Row> pushed = load(file, frames).filter(pair[0]);
            final List<String> rows = sorted(pushed, some);
            assertTrue(!rows.isEmpty(), pair[0]);
            assertEquals(
                sorted(load(file, Map.of("kind", "rocketmq-frames", "pushDown", "false")).filter(pair[0]), some),
                rows);
            final ByteArrayOutputStream out = new ByteArrayOutputStream();
            assertEquals(0,
                Skim.run(new ByteArrayInputStream(new byte[0]), out, System.err, "filter", "--where", pair[1],
                    "--count", file));
            assertEquals(out.toString(StandardCharsets.UTF_8).strip(), String.valueOf(rows.size()), pair[0]);
        }
        assertTrue(load(file, frames).filter("code = 310").select("opaque").queryExecution().executedPlan().toString()
            .contains("skim rocketmq-frames"));
    }

    /** Twenty small files: rows, counts, limits and metrics are those of the files one by one, in as few tasks as run at a time. */
    @Test
    void smallFilesShareTasks() throws IOException
    {
        final Path source = Captures.root().resolve("docs/captures/rocketmq-json-java-requests.frames");
        final Path small = Files.createDirectory(root.resolve("small"));
        for (int i = 0; i < 20; i++)
        {
            Files.copy(source, small.resolve("part-" + i + ".frames"));
        }
        final Map<String, String> frames = Map.of("kind", "rocketmq-frames");
        final long each = load(source.toString(), frames).count();
        final Dataset<Row> all = load(small.toString(), frames);
        assertEquals(2, all.rdd().getNumPartitions());
        assertEquals(20 * each, all.collectAsList().size());
        assertEquals(20 * each, all.count());
        assertEquals(20, all.select("file").distinct().count());
        assertEquals(each + 3, all.limit((int)each + 3).collectAsList().size());
        final Dataset<Row> selected = all.filter("code = 310").select("file", "opaque");
        assertEquals(20 * load(source.toString(), frames).filter("code = 310").count(), selected.collectAsList()
            .size());
        final Map<String, Long> metrics = metrics(selected.queryExecution().executedPlan());
        assertEquals(20 * Files.size(source), metrics.get("skimBytesRead"), metrics.toString());
        assertEquals(selected.count(), metrics.get("skimRecordsSelected"), metrics.toString());
    }

    private static SkimSplit split(final String file, final long from, final long to)
    {
        return new SkimSplit(file, to, 0, from, to, null);
    }

    private static List<List<SkimSplit>> joined(final List<SkimSplit> splits, final long most, final int tasks)
    {
        return Arrays.stream(SkimPartition.of(splits, most, tasks)).map(each -> ((SkimPartition)each).splits())
            .toList();
    }

    @Test
    void splitsAreJoinedInTheirOrder()
    {
        final SkimSplit large = split("a", 0, 128 << 20);
        final SkimSplit small = split("b", 0, 12 << 20);
        final SkimSplit tiny = split("c", 0, 1);
        assertEquals(List.of(), joined(List.of(), 128 << 20, 2));
        assertEquals(List.of(List.of(large), List.of(small, tiny, tiny), List.of(large)), joined(List.of(large, small,
            tiny, tiny, large), 128 << 20, 1));
        assertEquals(8, joined(Collections.nCopies(64, small), 128 << 20, 2).size());
        assertEquals(3, joined(List.of(small, small, small), 128 << 20, 3).size());
        assertEquals(3, joined(List.of(small, small, small), 128 << 20, 100).size());
        assertEquals(3, joined(List.of(tiny, tiny, tiny), 1_000, 1).size());
    }

    /** AMQP messages and frames, and a capture: with and without what is pushed down. */
    @Test
    void otherKindsAreReadAndFiltered()
    {
        final Path captures = Captures.root().resolve("docs/captures");
        final String[][] questions = {{"amqp-messages", "amqp-qpidjms-c2s.amqp-messages", "durable AND priority >= 4"
            + " AND to IS NOT NULL", "to", "priority", "durable", "creationTime", "map_entries(applicationProperties)",
            "num", "value", "bodyLength", "hex(body)", "fault"},
            {"amqp-frames", "sample.amqp-frames", "performative = 'transfer' AND handle >= 0", "offset", "channel",
                "performative", "deliveryId", "hex(deliveryTag)", "map_entries(fields)", "bodyLength"},
            {"pcap", "traffic.pcapng", "code < 400 AND fault IS NULL AND time IS NOT NULL", "time", "connection",
                "offset",
                "code", "opaque", "map_entries(extFields)", "hex(body)"}};
        for (final String[] question : questions)
        {
            final Map<String, String> options =
                Map.of("kind", question[0], "properties", question[0].endsWith("messages")
                    ? "num" : "");
            final Map<String, String> plain = new HashMap<>(options);
            plain.put("pushDown", "false");
            final String file = captures.resolve(question[1]).toString();
            final String[] columns = Arrays.copyOfRange(question, 3, question.length);
            final List<String> rows = sorted(load(file, options).filter(question[2]), columns);
            assertTrue(!rows.isEmpty() && rows.size() < load(file, options).count(), question[0] + " " + rows.size());
            assertEquals(sorted(load(file, plain).filter(question[2]), columns), rows);
        }
    }

    /** Several batches: by the number of rows, and by the bytes of bodies. */
    @Test
    void batchesHaveTheRowsOfTheReference() throws IOException
    {
        final Path folder = root.resolve("large");
        final List<String> expected = new ArrayList<>();
        for (final Path file : LargeStore.write(folder, 2, 4 << 20))
        {
            LargeStore.decode(file).forEachRemaining(message -> expected.add(message.getTopic() + "|" + message
                .getStoreTimestamp() + "|" + message.getKeys() + "|" + message.getTags() + "|"
                + Arrays.hashCode(message.getBody()) + "|" + new TreeMap<>(message.getProperties())));
        }
        assertTrue(expected.size() > 3 * BatchColumn.ROWS);
        final List<String> read = new ArrayList<>();
        for (final Row row : load(folder.toString(), Map.of()).orderBy("file", "offset").select("topic",
            "storeTimestamp", "KEYS", "TAGS", "body", "properties").collectAsList())
        {
            read.add(row.getString(0) + "|" + row.getTimestamp(1).getTime() + "|" + row.getString(2) + "|" + row
                .getString(3) + "|" + Arrays.hashCode((byte[])row.get(4)) + "|" + new TreeMap<>(row.getJavaMap(5)));
        }
        assertEquals(expected, read);
        // Texts that operators keep while further batches are read.
        final Row kept = load(folder.toString(), Map.of()).selectExpr("max(UNIQ_KEY)", "min(KEYS)",
            "size(collect_set(KEYS))", "count(DISTINCT topic)", "max_by(topic, offset)").collectAsList().get(0);
        assertEquals(List.of(String.format("0A0000010000%020d", 999), "order-0", 1_000, 8L), List.of(kept.get(0), kept
            .get(1), kept.get(2), kept.get(3)));
    }

    private static Path queued(final String name) throws IOException
    {
        final QueuedStore store = new QueuedStore(new Random(Settings.seed()), 60_000, 0);
        for (int i = 0; i < 15; i++)
        {
            store.add(30);
            store.add(QueuedStore.BATCH_TOPIC, true);
        }
        final Path folder = Files.createDirectories(root.resolve(name));
        store.write(folder);
        return folder;
    }

    /** What a query reads by the files beside the commit log is what it reads without them. */
    @Test
    void lookupsGiveTheSameRows() throws IOException
    {
        final String folder = queued("queued").toString();
        for (final String filter : List.of("topic = 'payments'", "topic IN ('payments', '%RETRY%billing')",
            "topic = 'payments' AND queueId > 0 AND TAGS IS NOT NULL", "topic <=> '%RETRY%billing' OR topic = 'orders'",
            "topic = 'payments' AND KEYS = 'value'", "topic = 'orders' AND TAGS = 'none'", "topic = 'bulk'",
            "topic IN ('bulk', 'payments') AND innerIndex > 0",
            "(topic = 'payments' AND TAGS = 'a') OR (topic = '%RETRY%billing' AND queueId = 0)"))
        {
            final List<String> expected = sorted(load(folder, Map.of()).filter(filter), PLACES);
            for (final String split : List.of("7000", "100000000"))
            {
                final Dataset<Row> rows = load(folder, Map.of("splitBytes", split, "lookUp", "true")).filter(filter);
                final String plan = rows.queryExecution().executedPlan().toString();
                assertTrue(plan.contains("LookUp: topic in ["), plan);
                assertEquals(expected, sorted(rows, PLACES), filter);
                assertEquals(expected.size(), rows.count(), filter);
            }
        }
        for (final String[] other : new String[][] {{"topic = 'payments'", "mode", "FAILFAST"},
            {"topic = 'payments'", "lookUp", "false"}, {"topic = 'payments'", "lenient", "true"},
            {"topic = 'payments' OR queueId = 0", "mode", "PERMISSIVE"}, {"topic <> 'payments'", "mode", "PERMISSIVE"},
            {"topic = 'payments'", "pushDown", "false"}})
        {
            final Map<String, String> options = new HashMap<>(LOOK_UP);
            options.put(other[1], other[2]);
            final String plan =
                load(folder, options).filter(other[0]).queryExecution().executedPlan().toString();
            assertTrue(!plan.contains("LookUp"), plan);
        }
    }

    /** Only the places that consume queues tell are read; with queues that are of no use all records are. */
    @Test
    void metricsTellWhatWasLookedUp() throws IOException
    {
        final Path folder = queued("measured-queues");
        final long payments = load(folder.toString(), Map.of()).filter("topic = 'payments'").count();
        long all = 0;
        for (final Path file : StoreFiles.segments(folder))
        {
            all += Files.size(file);
        }
        final Dataset<Row> rows = load(folder.toString(), LOOK_UP).filter("topic = 'payments'").select("offset");
        assertEquals(payments, rows.collectAsList().size());
        final Map<String, Long> metrics = metrics(rows.queryExecution().executedPlan());
        assertEquals(0, metrics.get("skimLookUpDoubts"));
        assertEquals(payments, metrics.get("skimRecordsSelected"));
        assertTrue(metrics.get("skimPlacesLookedUp") >= payments && metrics.get("skimPlacesLookedUp") <= payments + 1,
            metrics.toString());
        // A queue that was cut.
        final Path queue = folder.resolve("consumequeue/payments/0/" + QueuedStore.name(0));
        Files.write(queue, Arrays.copyOf(Files.readAllBytes(queue), 50));
        final Dataset<Row> again = load(folder.toString(), LOOK_UP).filter("topic = 'payments'").select("offset");
        assertEquals(payments, again.collectAsList().size());
        final Map<String, Long> doubted = metrics(again.queryExecution().executedPlan());
        assertEquals(List.of(1L, 0L, all), List.of(doubted.get("skimLookUpDoubts"), doubted.get("skimPlacesLookedUp"),
            doubted.get("skimBytesRead")));
    }

    /** A segment without a record of the topic is not read, and its count is a row all the same. */
    @Test
    void segmentsWithoutPlacesAreNotRead() throws IOException
    {
        final QueuedStore store = new QueuedStore(new Random(Settings.seed()), 60_000, 0);
        for (int i = 0; i < 600; i++)
        {
            store.add(i < 500 ? "orders" : "payments", true);
        }
        final Path folder = Files.createDirectories(root.resolve("apart"));
        store.write(folder);
        final Path first = folder.resolve("commitlog/" + QueuedStore.name(0));
        final Dataset<Row> rows = load(first.toString(), LOOK_UP).filter("topic = 'payments'");
        assertEquals(0, rows.count());
        assertEquals(List.of(), rows.select("offset").collectAsList());
        assertEquals(100, load(folder.toString(), LOOK_UP).filter("topic = 'payments'").count());
        final Dataset<Row> some = load(folder.toString(), LOOK_UP).filter("topic = 'payments'").select("offset");
        some.collectAsList();
        assertTrue(metrics(some.queryExecution().executedPlan()).get("skimBytesRead") < Files.size(first) * 3);
    }

    /** A count is 0 without rows, and without splits. */
    @Test
    void nothingIsCountedAsZero() throws IOException
    {
        final Path folder = Files.createDirectories(root.resolve("nothing"));
        final Path empty = Files.createDirectories(root.resolve("empty-files"));
        Files.createFile(empty.resolve("00000000000000000000"));
        for (final Path path : List.of(folder, empty))
        {
            for (final String kind : List.of("commitlog", "rocketmq-frames", "pcap", "amqp-frames", "amqp-messages"))
            {
                final Map<String, String> options = Map.of("kind", kind, "properties", "");
                final Dataset<Row> rows = load(path.toString(), options);
                assertEquals(0, rows.count(), path + " " + kind);
                assertEquals(List.of(), rows.collectAsList(), path + " " + kind);
                assertEquals("[0,0]", rows.filter("offset >= 0").selectExpr("count(*)", "count(fault)").collectAsList()
                    .get(0).toString(), path + " " + kind);
            }
        }
    }

    /** What Spark makes of other types, collations and patterns, of null in a list, and of texts without characters. */
    @Test
    void filtersMeanWhatTheyMeanInSpark()
    {
        selected(List.of("topic = 'TOPICA' COLLATE UTF8_LCASE", "topic COLLATE UTF8_LCASE = 'TOPICA'",
            "startswith(topic COLLATE UTF8_LCASE, 'TOP')", "topic = 'Topica '", "topic = CAST('Topica' AS CHAR(10))",
            "rtrim(topic) = 'Topica'", "contains(topic, '')", "NOT contains(TAGS, '')", "endswith(TAGS, '')",
            "startswith(fault, '')", "topic LIKE '%'", "TAGS LIKE ''", "TAGS LIKE '%\\\\%%'", "TAGS NOT LIKE 'v%'",
            "NOT (TAGS IN ('value', NULL))", "TAGS NOT IN ('value', 'a')", "NOT (TAGS <=> 'value')",
            "NOT (TAGS <=> NULL)", "TAGS = NULL", "NOT (TAGS = NULL)", "queueId = '01'", "queueId = 1.0",
            "queueId = 1.5", "queueId > 0.5D", "queueId < double('NaN')", "queueOffset > 1e18",
            "queueId = 5000000000", "queueId IN (1, 2.0, NULL)", "try_cast(TAGS AS INT) = 1", "TAGS = 'true'",
            "bornTimestamp < DATE '2020-01-01'", "bornTimestamp = TIMESTAMP_NTZ '2020-01-01 00:00:00'",
            "bornTimestamp > '1990'", "topic > 'Topic\uD83D\uDE00'", "topic < 'Topic\uE000'",
            "bornAddress = '10.0.0.1'", "body IS NULL AND bodyLength = 0", "isnan(CAST(queueId AS DOUBLE))"));
    }

    /** The message names the option and the value. */
    @Test
    void wrongOptionsAreRefused()
    {
        for (final String[] option : new String[][] {{"kind", "pcapng"}, {"mode", "x"}, {"splitBytes", "999"},
            {"splitBytes",
                "128m"},
            {"properties", "topic"}, {"lookUp", "yes"}, {"pushDown", "yes"}})
        {
            final String message = assertThrows(IllegalArgumentException.class, () -> load(store(), Map.of(option[0],
                option[1])).count(), option[0]).getMessage();
            assertTrue(message.contains(option[0]) && message.contains(option[1]), message);
        }
    }

    /** Spark's own readers see them, too; keys of object stores are set so. */
    @Test
    void fileSystemsSeeTheSettingsOfSessionAndOptions()
    {
        spark.conf().set("fs.session.impl", SessionFileSystem.class.getName());
        try
        {
            assertEquals(messages.size(), load("session://" + store(), Map.of("splitBytes", "50000")).select("topic")
                .collectAsList().size());
        }
        finally
        {
            spark.conf().unset("fs.session.impl");
        }
        assertEquals(messages.size(), load("option://" + store(), Map.of("fs.option.impl", OptionFileSystem.class
            .getName())).count());
    }

    /** A pattern stands for all that it matches, unless it is a name. */
    @Test
    void aPathMayBeAPattern() throws IOException
    {
        for (final String name : List.of("broker-a", "broker-b", "broker-[ab]"))
        {
            final Path log = Files.createDirectories(root.resolve("patterns").resolve(name).resolve("commitlog"));
            Files.write(log.resolve("00000000000000000000"), Segments.of(records, 0));
        }
        final String folder = root.resolve("patterns").toString();
        assertEquals(3 * messages.size(), load(folder + "/*/commitlog", Map.of()).count());
        assertEquals(2 * messages.size(), load(folder + "/broker-?", Map.of()).count());
        assertEquals(messages.size(), load(folder + "/broker-[ab]", Map.of()).count());
        assertThrows(UncheckedIOException.class, () -> load(folder + "/none-*", Map.of()).count());
        final DataFrameReader reader = spark.read().format("skim");
        assertEquals(3 * messages.size(), reader.load(folder + "/broker-a", folder + "/broker-?").count());
        assertEquals("the option path is missing", assertThrows(IllegalArgumentException.class, reader::load)
            .getMessage());
        final Path queue = Files.createDirectories(root.resolve("patterns/broker-a/consumequeue/T/0"));
        Files.write(queue.resolve("00000000000000000000"), records.get(0));
        assertEquals(messages.size(), load(folder + "/broker-a/*", Map.of()).count());
    }

    /** Letters that are not ASCII, what a URI has signs for, and the colons of a capture that is named by its time. */
    @Test
    void aPathMayHaveAnyName() throws IOException
    {
        final Path folder = Files.createDirectories(root.resolve("50%25 \u00FC#\u65E5?x/commitlog"));
        Files.write(folder.resolve("00000000000000000000"), Segments.of(new ArrayList<>(records), 0));
        for (final Map<String, String> options : List.of(Map.<String, String>of(), LOOK_UP))
        {
            final Dataset<Row> rows = load(folder.toString(), options);
            assertEquals(messages.size(), rows.select("topic").collectAsList().size());
            assertEquals(0, rows.where("topic = 'none'").count());
        }
        final Path capture = Captures.root().resolve("docs/captures/traffic.pcapng");
        Files.copy(capture, folder.resolve("dump_12:30:00.pcapng"));
        final Map<String, String> pcap = Map.of("kind", "pcap");
        assertEquals(load(capture.toString(), pcap).count(), load(folder + "/dump_12:30:00.pcapng", pcap).count());
    }

    /** Each file is read once, whatever links are in the folder: one to a folder that it is in, and one that leads nowhere. */
    @Test
    void linksThatLeadBackAreNotFollowed() throws IOException
    {
        final Path log = Files.createDirectories(root.resolve("linked/commitlog"));
        Files.write(log.resolve("00000000000000000000"), Segments.of(new ArrayList<>(records), 0));
        Files.createSymbolicLink(log.resolve("latest"), log);
        Files.createSymbolicLink(log.resolve("moved"), root.resolve("nowhere"));
        final Path elsewhere = Files.createDirectories(root.resolve("other-disk"));
        Files.write(elsewhere.resolve(String.format("%020d", stored.length)), Segments.of(new ArrayList<>(records),
            stored.length));
        Files.createSymbolicLink(log.resolve("second"), elsewhere);
        assertEquals(2L * messages.size(), spark.read().format("skim").load(log.getParent().toString()).count());
    }

    /** What a query asks twice is read once. */
    @Test
    void equalScansAreReadOnce()
    {
        load(store(), Map.of()).createOrReplaceTempView("twice");
        final String topics = "(SELECT topic, count(*) AS n FROM twice WHERE queueId %s GROUP BY topic)";
        for (final String[] pair : new String[][] {{"< 9", "< 9", "true"}, {"< 9", "< 8", "false"}})
        {
            final Dataset<Row> rows = spark.sql("SELECT /*+ MERGE(b) */ a.n, b.n FROM " + String.format(topics,
                pair[0]) + " a JOIN " + String.format(topics, pair[1]) + " b ON a.topic = b.topic");
            assertTrue(!rows.collectAsList().isEmpty());
            assertEquals(pair[2], String.valueOf(rows.queryExecution().executedPlan().toString().contains(
                "ReusedExchange")), rows.queryExecution().executedPlan().toString());
        }
    }

    /** As those of Spark's own tables do; a table's columns are known before its options of a query. */
    @Test
    void optionsOfAQueryGoBeforeThoseOfTheTable() throws IOException
    {
        final List<byte[]> some = StoredRecords.records(new Random(6), 60);
        some.get(20)[4] = 7;
        final byte[] damaged = Segments.of(some, 0);
        final Path log = Files.createDirectories(root.resolve("optional"));
        Files.write(log.resolve("00000000000000000000"), damaged);
        spark
            .sql("CREATE TABLE optional USING skim OPTIONS (path '" + log + "', properties 'TAGS', Mode 'permissive')");
        try
        {
            final long all = spark.table("optional").count();
            assertEquals(all - 1, spark.read().option("mode", "DROPMALFORMED").table("optional").count());
            assertEquals(all - 1, spark.sql("SELECT * FROM optional WITH (MODE = 'DROPMALFORMED')").collectAsList()
                .size());
            assertThrows(Exception.class, () -> spark.read().option("mode", "FAILFAST").table("optional").count());
            assertEquals(all, spark.read().option("properties", " TAGS").table("optional").count());
            for (final String[] option : new String[][] {{"properties", "KEYS"}, {"kind", "pcap"}, {"path", store()}})
            {
                final String message = assertThrows(IllegalArgumentException.class, () -> spark.read().option(option[0],
                    option[1]).table("optional").count()).getMessage();
                assertTrue(message.contains(option[0]), message);
            }
        }
        finally
        {
            spark.sql("DROP TABLE optional");
        }
    }

    /** As a table of the catalog. Spark's own messages tell that there are no streams. */
    @Test
    void aStoreIsATableOfTheCatalog()
    {
        spark.sql("CREATE TABLE messages_of_a USING skim OPTIONS (path '" + store() + "', properties 'TAGS')");
        try
        {
            assertEquals(load(store(), Map.of()).selectExpr("count(*)", "count(TAGS)").collectAsList(), spark.sql(
                "SELECT count(*), count(TAGS) FROM messages_of_a").collectAsList());
        }
        finally
        {
            spark.sql("DROP TABLE messages_of_a");
        }
        assertTrue(Files.exists(root.resolve("store/commitlog/00000000000000000000")));
        assertThrows(UnsupportedOperationException.class, () -> spark.readStream().format("skim").load(store()));
    }
}
