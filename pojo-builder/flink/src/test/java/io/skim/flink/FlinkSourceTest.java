package io.skim.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.testing.Captures;
import io.skim.scan.testing.OrderStore;
import io.skim.scan.testing.QueuedStore;
import io.skim.scan.testing.Segments;
import io.skim.scan.testing.Settings;
import io.skim.scan.testing.StoreQuestions;
import io.skim.scan.testing.StoreQuestions.Question;
import io.skim.scan.testing.StoredRecords;
import io.skim.store.rows.RowLookup;
import io.skim.store.rows.RowOptions;
import io.skim.store.rows.RowPredicate;
import io.skim.store.rows.RowPredicate.Comparison;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.apache.rocketmq.common.message.MessageExt;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Flink's tables in local mode, over segments. */
@SuppressWarnings("try") // Flink's iterators declare that close() throws Exception.
class FlinkSourceTest
{
    private static final int SIZE = 120_000;
    private static final int FILTERS = 24;
    private static final int QUESTIONS = 24;
    private static final String PLACE = "topic, queueOffset, commitLogOffset, innerIndex";
    private static final int PLACES = 4;
    private static final String COLUMNS = "file STRING, `offset` BIGINT, innerIndex INT, topic STRING, queueId INT,"
        + " queueOffset BIGINT, commitLogOffset BIGINT, sysFlag INT, reconsumeTimes INT, bodyLength INT, body BYTES,"
        + " properties MAP<STRING, STRING>, TAGS STRING, KEYS STRING, a STRING, offsetMsgId STRING, fault STRING,"
        + " storeTimestamp TIMESTAMP_LTZ(3)";

    @TempDir
    static Path root;

    /** One for all queries. */
    private static MiniCluster cluster;
    private static TableEnvironment flink;
    private static Configuration configuration;
    private static List<String> messages;
    private static List<byte[]> records;
    /** The records as they are stored; other tests store them elsewhere. */
    private static byte[] stored;

    @BeforeAll
    static void start() throws Exception
    {
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
        configuration = new Configuration();
        configuration.setString("rest.address", "localhost");
        configuration.setString("rest.bind-port", "0");
        // Flink 2.3 may wait for a fetcher that has nothing more to do, as long as this says: else 30 s.
        configuration.setString("source.reader.close.timeout", "100");
        cluster = new MiniCluster(new MiniClusterConfiguration.Builder().setConfiguration(configuration)
            .setNumTaskManagers(1).setNumSlotsPerTaskManager(4).build());
        cluster.start();
        configuration.setString("execution.target", "remote");
        configuration.setString("rest.port", String.valueOf(cluster.getRestAddress().get().getPort()));
        flink = TableEnvironment.create(EnvironmentSettings.newInstance().inBatchMode().withConfiguration(configuration)
            .build());
        flink.getConfig().set("parallelism.default", "1");
        flink.getConfig().set("table.local-time-zone", "UTC");
        table("messages", COLUMNS, root.resolve("store"), "'splitBytes' = '20000'");
        table("plain", COLUMNS, root.resolve("store"), "'pushDown' = 'false'");
    }

    @AfterAll
    static void stop() throws Exception
    {
        cluster.close();
    }

    private static void table(final String name, final String columns, final Path path, final String options)
    {
        flink.executeSql("CREATE TEMPORARY TABLE " + name + " (" + columns + ") WITH ('connector' = 'skim', 'path' = '"
            + path.toUri() + "', 'properties' = 'TAGS,KEYS,a', " + options + ")");
    }

    private static List<Row> query(final String sql)
    {
        final List<Row> rows = new ArrayList<>();
        try (CloseableIterator<Row> all = flink.executeSql(sql).collect())
        {
            all.forEachRemaining(rows::add);
        }
        catch (final Exception e)
        {
            throw new IllegalStateException(sql, e);
        }
        return rows;
    }

    private static List<String> sorted(final String sql)
    {
        return query(sql).stream().map(Row::toString).sorted().toList();
    }

    @Test
    void rowsAreTheMessages()
    {
        final List<String> read = new ArrayList<>();
        for (final Row row : query("SELECT topic, queueOffset, commitLogOffset, sysFlag, properties, body, TAGS FROM"
            + " messages"))
        {
            final Map<?, ?> properties = (Map<?, ?>)row.getField(4);
            final byte[] body = (byte[])row.getField(5);
            read.add(row.getField(0) + " o" + row.getField(1) + " c" + row.getField(2) + " s" + row.getField(3) + " "
                + new TreeMap<>(properties) + " " + (body == null ? "" : HexFormat.of().formatHex(body)));
            assertEquals(properties.get("TAGS"), row.getField(6));
        }
        final List<String> expected = new ArrayList<>();
        for (final String message : messages)
        {
            expected.add(
                message.replaceFirst("(?s)^(.*) q\\d+ f-?\\d+ o(-?\\d+) c(-?\\d+) s(\\d+) b-?\\d+ .*? f-?\\d+ (\\{.*)$",
                    "$1 o$2 c$3 s$4 $5"));
        }
        Collections.sort(read);
        Collections.sort(expected);
        assertEquals(expected, read);
    }

    /** What a query reads by the files beside the commit log is what it reads without them. */
    @Test
    void lookupsGiveTheSameRows() throws IOException
    {
        final QueuedStore store = new QueuedStore(new Random(Settings.seed()), 60_000, 0);
        for (int i = 0; i < 50; i++)
        {
            store.add(30);
            store.add(QueuedStore.BATCH_TOPIC, true);
        }
        final Path folder = Files.createDirectories(root.resolve("queued"));
        store.write(folder);
        table("queued", COLUMNS, folder, "'splitBytes' = '7000', 'lookUp' = 'true'");
        table("searched", COLUMNS, folder, "'splitBytes' = '7000'");
        final List<String> filters = List.of("topic = 'payments'", "topic IN ('payments', '%RETRY%billing')",
            "topic = 'payments' AND KEYS = 'value'", "(topic = 'payments' AND TAGS = 'a') OR topic = '%RETRY%billing'",
            "topic = 'bulk'");
        final StringBuilder sql = new StringBuilder();
        for (int i = 0; i < filters.size(); i++)
        {
            sql.append(i == 0 ? "" : " UNION ALL ").append("SELECT ").append(i).append(
                ", commitLogOffset, innerIndex, topic FROM %1$s WHERE ").append(filters.get(i).replace("%", "%%"));
        }
        final List<String> expected = sorted(String.format(sql.toString(), "searched"));
        assertTrue(expected.size() > 800, () -> String.valueOf(expected.size()));
        assertEquals(expected, sorted(String.format(sql.toString(), "queued")));
        // Queues of no use.
        Files.write(folder.resolve("consumequeue/payments/0/" + QueuedStore.name(0)), new byte[50]);
        assertEquals(expected, sorted(String.format(sql.toString(), "queued")));
    }

    /** Splits are where the records of the topic are. */
    @Test
    void segmentsWithoutPlacesAreNoSplits() throws IOException
    {
        final QueuedStore store = new QueuedStore(new Random(Settings.seed()), 60_000, 0);
        for (int i = 0; i < 600; i++)
        {
            store.add(i < 500 ? "orders" : "payments", true);
        }
        final Path folder = Files.createDirectories(root.resolve("apart"));
        store.write(folder);
        final RowOptions options = new RowOptions(Map.of("lookUp", "true"));
        final int topic = options.schema().index("topic");
        final RowLookup lookup = RowLookup.of(RowPredicate.text(topic, Comparison.EQUAL, "payments".getBytes(
            StandardCharsets.UTF_8)), options).orElseThrow();
        final org.apache.flink.core.fs.Path[] paths = {new org.apache.flink.core.fs.Path(folder.toUri())};
        final Set<String> all = new TreeSet<>();
        final Set<String> some = new TreeSet<>();
        new SkimEnumerator(options, 7_000, null).enumerateSplits(paths, 1).forEach(split -> all.add(split.path()
            .getName()));
        new SkimEnumerator(options, 7_000, lookup).enumerateSplits(paths, 1).forEach(split -> some.add(split.path()
            .getName()));
        assertTrue(all.contains(QueuedStore.name(0)) && !some.contains(QueuedStore.name(0)), some + " of " + all);
        table("apart", COLUMNS, folder, "'splitBytes' = '7000', 'lookUp' = 'true'");
        assertEquals(100, query("SELECT topic FROM apart WHERE topic = 'payments'").size());
    }

    /** With and without what is pushed down, generated filters select the same rows. */
    @Test
    void filtersSelectTheSameRowsWhoeverEvaluatesThem()
    {
        final Random random = new Random(Settings.seed());
        final List<String> filters = Stream.generate(() -> filter(random, 3)).limit(FILTERS).toList();
        final List<List<String>> expected = evaluated(filters, FlinkSourceTest::place);
        final List<List<String>> found = pushed(filters, FlinkSourceTest::place);
        int selective = 0;
        for (int i = 0; i < FILTERS; i++)
        {
            assertEquals(expected.get(i), found.get(i), "-Dskim.seed=" + Settings.seed() + ": " + filters.get(i));
            selective += !expected.get(i).isEmpty() && expected.get(i).size() < messages.size() ? 1 : 0;
        }
        assertTrue(selective > FILTERS / 4, selective + " of " + FILTERS);
    }

    private static String place(final Row row)
    {
        return row.getField(2) + " " + row.getField(3);
    }

    /** The rows for which each filter is true, evaluated by Flink. One query for all, because a query takes half a second to plan. */
    private static List<List<String>> evaluated(final List<String> filters, final Function<Row, String> line)
    {
        final List<Row> rows = query("SELECT " + PLACE + ", " + String.join(", ", filters) + " FROM plain");
        return IntStream.range(PLACES, PLACES + filters.size()).mapToObj(i -> rows.stream().filter(
            row -> Boolean.TRUE.equals(row.getField(i))).map(line).sorted().toList()).toList();
    }

    /** The rows that each filter selects, evaluated by Skim. */
    private static List<List<String>> pushed(final List<String> filters, final Function<Row, String> line)
    {
        final List<Row> rows = query(IntStream.range(0, filters.size()).mapToObj(i -> "SELECT " + PLACE + ", " + i
            + " FROM messages WHERE " + filters.get(i)).collect(Collectors.joining(" UNION ALL ")));
        return IntStream.range(0, filters.size()).mapToObj(i -> rows.stream().filter(row -> row.getField(PLACES)
            .equals(i)).map(line).sorted().toList()).toList();
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
            "bodyLength", "innerIndex", "`offset`").get(random.nextInt(8));
        final String value = "'" + List.of("", "a", "value", "TAGS", "KEYS", "true", "1.5e10", "\u00E9", "Topica",
            "TopicTAGS", "a ").get(random.nextInt(11)) + "'";
        final String limit =
            String.valueOf(List.of(0L, 1L, 3L, 7L, 40L, 256L, 60_000L, -1L, 1L << 40).get(random.nextInt(
                9)));
        final String order = List.of("=", "<>", "<", "<=", ">", ">=").get(random.nextInt(6));
        return switch (random.nextInt(12))
        {
            case 0, 1, 2 -> text + " " + order + " " + value;
            case 3, 4 -> number + " " + order + " " + limit;
            case 5 -> limit + " " + order + " " + number;
            case 6 -> text + (random.nextBoolean() ? " IS NULL" : " IS NOT NULL");
            case 7 -> text + " IN (" + value + ", 'a', 'x')";
            case 8 -> number + " BETWEEN " + limit + " AND 1000";
            case 9 -> text + " LIKE "
                + List.of("'T%'", "'%a%'", "'%S'", "'T%S'", "'_a%'", "'%'").get(random.nextInt(6));
            case 10 -> number + " > CHAR_LENGTH(" + text + ")";
            default -> "storeTimestamp " + order + " TO_TIMESTAMP_LTZ(1500000000000, 3)";
        };
    }

    /** What Flink makes of other types, of texts of a fixed length, of patterns, and of truths that are unknown. */
    @Test
    void filtersMeanWhatTheyMeanInFlink()
    {
        final List<String> filters = List.of("topic = CAST('Topica' AS CHAR(10))", "TAGS <> CAST('a' AS CHAR(5))",
            "TAGS = 'a '", "TAGS < 'a '", "TRIM(topic) = 'Topica'", "TAGS LIKE '%'", "TAGS LIKE ''",
            "TAGS NOT LIKE '%a%'", "TAGS LIKE 'v%' ESCAPE '!'", "TAGS LIKE '!%%' ESCAPE '!'", "queueId = 1.5",
            "queueId < 1.5", "queueId > 0.5E0", "queueOffset = CAST(5 AS TINYINT)", "queueId IN (1, 2, 5000000000)",
            "queueOffset > 1E18", "TAGS IN ('value', CAST(NULL AS STRING))", "TAGS NOT IN ('value', 'a')",
            "NOT (TAGS = CAST(NULL AS STRING))", "TAGS IS DISTINCT FROM 'value'", "TAGS IS NOT DISTINCT FROM 'value'",
            "(TAGS = 'value') IS TRUE", "(TAGS = 'value') IS NOT FALSE", "(TAGS = 'value') IS UNKNOWN",
            "NOT (TAGS = 'value' AND queueId > 3)", "topic SIMILAR TO 'T%'",
            "storeTimestamp IS NULL OR bodyLength = 0");
        final List<List<String>> expected = evaluated(filters, FlinkSourceTest::place);
        final int rows = expected.stream().mapToInt(List::size).sum();
        assertTrue(rows > messages.size(), () -> String.valueOf(rows));
        final List<List<String>> found = pushed(filters, FlinkSourceTest::place);
        for (int i = 0; i < filters.size(); i++)
        {
            assertEquals(expected.get(i), found.get(i), filters.get(i));
        }
    }

    @Test
    void explainShowsWhatIsPushedDown()
    {
        final String plan =
            flink.explainSql("SELECT queueOffset FROM messages WHERE topic = 'Topica' AND TAGS LIKE 'v%'"
                + " AND bodyLength + 1 > 2");
        final String scan = plan.substring(plan.lastIndexOf("TableSourceScan"));
        assertTrue(scan.contains("filter=[and(") && scan.contains("project=[queueOffset"), plan);
        final String plain = flink.explainSql("SELECT queueOffset FROM plain WHERE topic = 'Topica'");
        assertTrue(plain.substring(plain.lastIndexOf("TableSourceScan")).contains("filter=[]"), plain);
    }

    /** The command and Spark answer the same questions in the tests of their modules. */
    @Test
    void generatedQuestionsHaveTheAnswersOfTheReference()
    {
        final StoreQuestions generator = new StoreQuestions(new Random(Settings.seed()), stored);
        final List<Question> questions = Stream.generate(generator::next).limit(QUESTIONS).toList();
        final List<String> filters = questions.stream().map(Question::sql).toList();
        final Function<Row, String> line =
            row -> StoreQuestions.line(row.getField(0), row.getField(1), row.getField(2));
        final List<List<String>> plain = evaluated(filters, line);
        final List<List<String>> pushed = pushed(filters, line);
        for (int i = 0; i < QUESTIONS; i++)
        {
            final String told = filters.get(i) + " -Dskim.seed=" + Settings.seed();
            final List<String> answer = generator.answer(questions.get(i));
            assertEquals(answer, plain.get(i), told);
            assertEquals(answer, pushed.get(i), told);
        }
    }

    /** Spark answers them, too. */
    @Test
    void theChapterOfQuestionsTellsTheAnswers() throws IOException
    {
        OrderStore.write(root.resolve("orders"));
        final String table = "CREATE TEMPORARY TABLE %s (%s) WITH ('connector' = 'skim', 'path' = '%s', 'kind' = '%s',"
            + " 'properties' = 'TAGS,KEYS,UNIQ_KEY')";
        flink.executeSql(String.format(table, "orders", "topic STRING, TAGS STRING, KEYS STRING, bornPort INT,"
            + " bornAddress STRING, storeTimestamp TIMESTAMP_LTZ(3), bodyLength INT, reconsumeTimes INT, commitLogOffset BIGINT, fault STRING",
            root.resolve("orders")
                .toUri(),
            "commitlog"));
        flink.executeSql(String.format(table, "frames",
            "`offset` BIGINT, `time` TIMESTAMP_LTZ(3), connection STRING, code INT,"
                + " opaque INT, flag INT, KEYS"
                + " STRING, UNIQ_KEY STRING, extFields MAP<STRING, STRING>",
            Captures.root().resolve(
                "docs/captures/traffic.pcapng").toUri(),
            "pcap"));
        for (final OrderStore.Question question : OrderStore.questions())
        {
            assertEquals(question.answer(), query(question.sql().replace("FROM messages", "FROM orders")).stream().map(
                FlinkSourceTest::answer).toList(), question.sql());
        }
    }

    private static String answer(final Row row)
    {
        return IntStream.range(0, row.getArity()).mapToObj(row::getField).map(String::valueOf).collect(Collectors
            .joining(" | "));
    }

    @Test
    void damageIsTreatedByMode() throws IOException
    {
        final Path file = Files.createDirectories(root.resolve("damaged")).resolve("00000000000000000000");
        final byte[] bytes = Segments.of(new ArrayList<>(records), 0);
        final List<Long> offsets = Segments.offsets(records);
        Arrays.fill(bytes, offsets.get(7).intValue(), offsets.get(9).intValue(), (byte)2);
        Files.write(file, bytes);
        final int lost = StoredRecords.reference(StoredRecords.join(records.subList(7, 9))).size();
        table("permissive", "`offset` BIGINT, fault STRING, topic STRING", file, "'splitBytes' = '1000'");
        table("dropping", "topic STRING", file, "'mode' = 'dropmalformed'");
        table("failing", "topic STRING", file, "'mode' = 'FAILFAST'");
        final List<Row> faults = query("SELECT `offset`, fault, topic FROM permissive WHERE fault IS NOT NULL");
        assertEquals(1, faults.size());
        assertEquals(offsets.get(7), faults.get(0).getField(0));
        assertTrue(faults.get(0).getField(1).toString().startsWith("RECORD_MAGIC_UNKNOWN"), faults.toString());
        assertEquals((long)messages.size() - lost, query("SELECT COUNT(*) FROM dropping").get(0).getField(0));
        assertThrows(IllegalStateException.class, () -> query("SELECT COUNT(*) FROM failing"));
    }

    /** Messages that a broker has stored in each tenth of a second, in the order of their times. */
    private static List<byte[]> timed(final int from, final int to)
    {
        final List<byte[]> timed = new ArrayList<>();
        for (int i = from; i < to; i++)
        {
            final MessageExt message = StoredRecords.message(new Random(i));
            message.setSysFlag(0);
            message.setBornHost(new InetSocketAddress("10.0.0.1", 50_000));
            message.setStoreHost(new InetSocketAddress("10.0.0.2", 10_911));
            message.setStoreTimestamp(1_700_000_000_000L + 100L * i);
            timed.add(StoredRecords.encode(message));
        }
        return timed;
    }

    private static final String WINDOWS = "SELECT COUNT(*) FROM TABLE(TUMBLE(TABLE timed, DESCRIPTOR(storeTimestamp),"
        + " INTERVAL '5' SECOND))";

    /** Streams of the table {@code timed}. */
    private static TableEnvironment stream(final Path folder)
    {
        return stream(folder, ", 'splitBytes' = '5000'");
    }

    private static TableEnvironment stream(final Path folder, final String options)
    {
        final TableEnvironment stream = TableEnvironment.create(EnvironmentSettings.newInstance().inStreamingMode()
            .withConfiguration(configuration).build());
        stream.getConfig().set("parallelism.default", "2");
        stream.executeSql("CREATE TEMPORARY TABLE timed (`offset` BIGINT, queueId INT, fault STRING, storeTimestamp"
            + " TIMESTAMP_LTZ(3), WATERMARK FOR storeTimestamp AS storeTimestamp - INTERVAL '1' SECOND) WITH ('connector' ="
            + " 'skim', 'path' = '" + folder.toUri() + "'" + options + ")");
        return stream;
    }

    private static List<String> streamed(final TableEnvironment stream, final String sql) throws Exception
    {
        final List<String> lines = new ArrayList<>();
        try (CloseableIterator<Row> rows = stream.executeSql(sql).collect())
        {
            rows.forEachRemaining(row -> lines.add(row.toString()));
        }
        return lines;
    }

    /** A stream passes over what is older than its watermark: splits have to be read in the order of their times. */
    @Test
    void windowsOfAStreamHaveAllRows() throws Exception
    {
        final Path folder = Files.createDirectories(root.resolve("windows"));
        final byte[] first = Segments.of(timed(0, 400), 0);
        Files.write(folder.resolve(QueuedStore.name(0)), first);
        Files.write(folder.resolve(QueuedStore.name(first.length)), Segments.of(timed(400, 800), first.length));
        final TableEnvironment stream = stream(folder);
        final List<String> windows = streamed(stream, WINDOWS + " GROUP BY window_start, window_end");
        assertEquals(Collections.nCopies(16, "+I[50]"), windows);
    }

    /** A reader without a split ends; of a watched folder it waits, and holds time back until it counts as idle. */
    @ParameterizedTest
    @CsvSource({"scan.watermark.idle-timeout", "table.exec.source.idle-timeout"})
    @Timeout(300)
    void readersWithoutFilesDoNotHoldTimeBack(final String option) throws Exception
    {
        final Path folder = Files.createDirectories(root.resolve(option));
        final byte[] first = Segments.of(timed(0, 400), 0);
        Files.write(folder.resolve(QueuedStore.name(0)), first);
        final boolean ofTable = option.startsWith("scan");
        final String grouped = WINDOWS + " GROUP BY window_start, window_end";
        final TableEnvironment bounded = stream(folder, "");
        bounded.getConfig().set("parallelism.default", "4");
        assertEquals(Collections.nCopies(8, "+I[50]"), streamed(bounded, grouped));

        final TableEnvironment watching = stream(folder, ", 'watch' = '50 ms'" + (ofTable ? ", '" + option
            + "' = '200 ms'" : ""));
        if (!ofTable)
        {
            watching.getConfig().set(option, "200 ms");
        }
        final List<String> windows = new ArrayList<>();
        try (CloseableIterator<Row> rows = watching.executeSql(grouped).collect())
        {
            // The last window of what is there is open: a later message may be of it.
            while (windows.size() < 15)
            {
                if (windows.size() == 7)
                {
                    Files.move(Files.write(root.resolve("coming"), Segments.of(timed(400, 800), first.length)), folder
                        .resolve(QueuedStore.name(first.length)), StandardCopyOption.ATOMIC_MOVE);
                }
                windows.add(rows.next().toString());
            }
        }
        assertEquals(Collections.nCopies(15, "+I[50]"), windows);
    }

    /** Damage has no event time. It is a row of a stream all the same, and filters are pushed down. */
    @Test
    void damageDoesNotEndAStream() throws Exception
    {
        final List<byte[]> timed = timed(0, 200);
        final byte[] bytes = Segments.of(timed, 0);
        final List<Long> offsets = Segments.offsets(timed);
        Arrays.fill(bytes, offsets.get(7).intValue(), offsets.get(9).intValue(), (byte)2);
        final Path folder = Files.createDirectories(root.resolve("damaged-stream"));
        Files.write(folder.resolve(QueuedStore.name(0)), bytes);
        final TableEnvironment stream = stream(folder);
        assertEquals(List.of("+I[" + offsets.get(7) + "]"), streamed(stream,
            "SELECT `offset` FROM timed WHERE fault IS NOT NULL"));
        assertEquals(198, streamed(stream, "SELECT queueId FROM timed WHERE fault IS NULL").size());
        assertEquals(List.of("+I[48]", "+I[50]", "+I[50]", "+I[50]"), streamed(stream, WINDOWS
            + " WHERE fault IS NULL GROUP BY window_start, window_end"));
        final String plan = stream.explainSql("SELECT queueId FROM timed WHERE fault IS NULL AND queueId > 3");
        final String scan = plan.substring(plan.lastIndexOf("TableSourceScan"));
        assertTrue(scan.contains("filter=[and(") && !plan.contains("\n   +- WatermarkAssigner"), plan);
    }

    @Test
    void storeTimeIsEventTime() throws Exception
    {
        final Path file = Files.createDirectories(root.resolve("timed")).resolve("00000000000000000000");
        Files.write(file, Segments.of(timed(0, 100), 0));
        flink.executeSql("CREATE TEMPORARY TABLE timed (storeTimestamp TIMESTAMP_LTZ(3), topic STRING, WATERMARK FOR"
            + " storeTimestamp AS storeTimestamp - INTERVAL '5' SECOND) WITH ('connector' = 'skim', 'path' = '" + file
                .toUri()
            + "')");
        final List<String> windows = sorted("SELECT COUNT(*), COUNT(DISTINCT storeTimestamp) FROM TABLE(TUMBLE(TABLE"
            + " timed, DESCRIPTOR(storeTimestamp), INTERVAL '5' SECOND)) GROUP BY window_start, window_end");
        assertEquals(List.of("+I[50, 50]", "+I[50, 50]"), windows);
    }

    /** AMQP messages and frames, and a capture: with and without what is pushed down. */
    @Test
    void otherKindsAreReadAndFiltered()
    {
        final Path captures = Captures.root().resolve("docs/captures");
        final String[][] questions = {
            {"amqp-messages", "amqp-qpidjms-c2s.amqp-messages", "durable BOOLEAN, priority INT,"
                + " `to` STRING, creationTime TIMESTAMP_LTZ(3), applicationProperties MAP<STRING, STRING>, bodyLength INT,"
                + " body BYTES", "durable AND priority >= 4 AND `to` IS NOT NULL"},
            {"amqp-frames", "sample.amqp-frames",
                "`offset` BIGINT, channel INT, performative STRING, handle BIGINT, deliveryTag"
                    + " BYTES, fields MAP<STRING, STRING>",
                "performative = 'transfer' AND handle >= 0"},
            {"pcap", "traffic.pcapng",
                "`time` TIMESTAMP_LTZ(3), `connection` STRING, code INT, opaque INT, fault STRING,"
                    + " extFields MAP<STRING, STRING>, body BYTES",
                "code < 400 AND fault IS NULL AND `time` IS NOT NULL"}};
        for (final String[] question : questions)
        {
            for (final String pushDown : List.of("true", "false"))
            {
                flink.executeSql("CREATE TEMPORARY TABLE `" + question[0] + pushDown + "` (" + question[2]
                    + ") WITH ('connector' = 'skim', 'path' = '" + captures.resolve(question[1]).toUri()
                    + "', 'kind' = '"
                    + question[0] + "', 'pushDown' = '" + pushDown + "')");
            }
            final List<String> rows = sorted("SELECT * FROM `" + question[0] + "true` WHERE " + question[3]);
            assertFalse(rows.isEmpty(), question[0]);
            assertEquals(sorted("SELECT * FROM `" + question[0] + "false` WHERE " + question[3]), rows);
        }
    }

    /** A folder with nothing else would be an empty table. */
    @Test
    void aFolderOfCompressedSegmentsFails() throws IOException
    {
        final Path folder = Files.createDirectories(root.resolve("compressed"));
        Files.write(folder.resolve("00000000000000000000.gz"), new byte[20]);
        final SkimEnumerator files = new SkimEnumerator(new RowOptions(Map.of()), Long.MAX_VALUE, null);
        final org.apache.flink.core.fs.Path[] paths = {new org.apache.flink.core.fs.Path(folder.toUri())};
        final String message = assertThrows(IOException.class, () -> files.enumerateSplits(paths, 1)).getMessage();
        assertTrue(message.contains("the names of all segments have an ending, /00000000000000000000.gz"), message);
        Files.write(folder.resolve("00000000000000000020"), stored);
        assertEquals(1, files.enumerateSplits(paths, 1).size());
        // The path ends with a slash, and hidden files are hidden in the folder itself, too.
        Files.write(folder.resolve("_SUCCESS"), new byte[1]);
        assertEquals(2, new SkimEnumerator(new RowOptions(Map.of("kind", "rocketmq-frames")), Long.MAX_VALUE, null)
            .enumerateSplits(paths, 1).size());
    }

    @Test
    void wrongTablesAreRefused()
    {
        table("other", "nothing STRING", root, "'mode' = 'PERMISSIVE'");
        table("wrong", "topic BIGINT", root, "'mode' = 'PERMISSIVE'");
        table("mode", "topic STRING", root, "'mode' = 'x'");
        table("never", "topic STRING", root, "'watch' = '0 s'");
        table("promised", "topic STRING, TAGS STRING NOT NULL", root, "'mode' = 'PERMISSIVE'");
        table("keyed", "topic STRING, PRIMARY KEY (topic) NOT ENFORCED", root, "'mode' = 'PERMISSIVE'");
        table("placed", "file STRING NOT NULL, `offset` BIGINT NOT NULL, TAGS STRING", root.resolve("store"),
            "'mode' = 'PERMISSIVE'");
        for (final String name : List.of("other", "wrong", "mode", "never", "promised", "keyed"))
        {
            assertThrows(ValidationException.class, () -> flink.explainSql("SELECT * FROM `" + name + "`"), name);
        }
        assertFalse(query("SELECT topic FROM messages LIMIT 1").isEmpty());
        assertEquals(sorted("SELECT COUNT(`offset`), COUNT(TAGS) FROM messages"), sorted(
            "SELECT COUNT(`offset`), COUNT(TAGS) FROM placed"));
    }
}
