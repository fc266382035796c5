package io.skim.spark;

import io.skim.command.Skim;
import io.skim.scan.testing.LargeStore;
import io.skim.scan.testing.QueryCost;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.rocketmq.common.message.MessageExt;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * What queries of a store cost in Spark, beside the same queries over whole messages that RocketMQ's decoder reads in a map. Run by
 * {@code benchmarks/engines}, with a folder to work in and the megabytes of the store.
 */
public final class SparkCost
{
    private static final String[] COUNT = {"count by topic, one property filtered",
        "SELECT topic, count(*) FROM %s WHERE TAGS = 'paid' GROUP BY topic"};
    private static final String PLAIN_COUNT = "SELECT count(*) FROM %s WHERE TAGS = 'paid'";
    private static final String[] TOP = {"ten keys with the most bytes",
        "SELECT KEYS, sum(bodyLength) AS bytes FROM %s GROUP BY KEYS ORDER BY bytes DESC, KEYS LIMIT 10"};
    private static final String COLUMNS = "SELECT topic, storeTimestamp, KEYS FROM %s";
    private static final StructType PEER = new StructType().add("topic", DataTypes.StringType).add("storeTimestamp",
        DataTypes.TimestampType).add("KEYS", DataTypes.StringType).add("TAGS", DataTypes.StringType).add("bodyLength",
            DataTypes.IntegerType);

    /** Megabytes of a broker's segment, the largest file there is. */
    private static final int SEGMENT = 1_024;
    private static final int FILES = 4;
    private static final int MANY_FILES = 64;

    private final SparkSession spark;
    private final Path folder;
    /** Nanoseconds of processor time of all tasks that have ended. */
    private final AtomicLong tasks = new AtomicLong();

    private SparkCost(final SparkSession spark, final Path folder)
    {
        this.spark = spark;
        this.folder = folder;
        spark.sparkContext().addSparkListener(new SparkListener()
        {
            @Override
            public void onTaskEnd(final SparkListenerTaskEnd task)
            {
                tasks.addAndGet(task.taskMetrics().executorCpuTime() + task.taskMetrics()
                    .executorDeserializeCpuTime());
            }
        });
    }

    /** Listeners are told of tasks in a thread of their own. */
    private long tasks() throws Exception
    {
        spark.sparkContext().listenerBus().waitUntilEmpty();
        return tasks.get();
    }

    /**
     * Measures.
     *
     * @param arguments a folder, a number of megabytes, and how many threads the engine has.
     * @throws Exception if it fails.
     */
    public static void main(final String... arguments) throws Exception
    {
        final Path folder = Path.of(arguments[0]);
        final int megabytes = Integer.parseInt(arguments[1]);
        final int threads = Integer.parseInt(arguments[2]);
        final SparkCost cost = new SparkCost(session(folder, threads), folder);
        cost.compare(megabytes);
        cost.grow(megabytes);
        cost.spark.stop();
        scale(folder, megabytes);
    }

    private static SparkSession session(final Path folder, final int threads)
    {
        final SparkSession spark = SparkSession.builder().master("local[" + threads + "]").appName("cost").config(
            "spark.ui.enabled", false).config("spark.sql.shuffle.partitions", 2).config("spark.sql.warehouse.dir",
                folder.resolve("warehouse").toString())
            .getOrCreate();
        spark.sparkContext().setLogLevel("ERROR");
        return spark;
    }

    private void compare(final int megabytes) throws Exception
    {
        final Path store = folder.resolve("store-" + megabytes);
        view(store, write(store, megabytes, FILES));
        System.out
            .println("| " + megabytes + " MB in Spark | tasks: Skim, s | decoder in a map, s | times"
                + " | process: Skim, s | decoder in a map, s | times |\n|---|---|---|---|---|---|---|");
        QueryCost.print("count with one property filtered", this::tasks, () -> rows(PLAIN_COUNT, "skim"), () -> rows(
            PLAIN_COUNT, "peer"));
        QueryCost.print(COUNT[0], this::tasks, () -> rows(COUNT[1], "skim"), () -> rows(COUNT[1], "peer"));
        QueryCost.print("three columns to Parquet", this::tasks, () -> parquet("skim"), () -> parquet("peer"));
        QueryCost.print(TOP[0], this::tasks, () -> rows(TOP[1], "skim"), () -> rows(TOP[1], "peer"));
        System.out.println("\n| " + megabytes + " MB | command, s | Spark, s | times |\n|---|---|---|---|");
        QueryCost.print("count with one property filtered", () -> command(store), () -> spark.sql(String.format(
            PLAIN_COUNT, "skim")).collectAsList().get(0).getLong(0));
        remove(store);
    }

    private static List<Path> write(final Path store, final int megabytes, final int files) throws Exception
    {
        final int enough = Math.max(files, (megabytes + SEGMENT - 1) / SEGMENT);
        return LargeStore.write(store, enough, (int)(((long)megabytes << 20) / enough));
    }

    /** More bytes in files that are as many, then as many bytes in more files. */
    private void grow(final int megabytes) throws Exception
    {
        System.out.println("\n| " + COUNT[0]
            + ", Spark | tasks, s | process, s | elapsed, s | most heap, MB |\n|---|---|---|---|---|");
        final int files = Math.max(FILES, megabytes / SEGMENT);
        for (final int part : new int[] {8, 4, 2, 1})
        {
            growth(megabytes / part, files);
        }
        final int least = Math.min(megabytes, SEGMENT);
        for (final int more : new int[] {1, FILES, MANY_FILES})
        {
            growth(least, more);
        }
    }

    private void growth(final int megabytes, final int files) throws Exception
    {
        final Path store = folder.resolve("store-" + megabytes + "-" + files);
        final int written = write(store, megabytes, files).size();
        skim(spark, store);
        print(megabytes + " MB in " + written + " files");
        remove(store);
    }

    /** One thread of the engine beside two, of the same process. */
    private static void scale(final Path folder, final int megabytes) throws Exception
    {
        final Path store = folder.resolve("store-scale");
        write(store, megabytes, FILES);
        System.out.println("\n| " + COUNT[0] + ", Spark, " + megabytes
            + " MB | tasks, s | process, s | elapsed, s | most heap, MB |\n|---|---|---|---|---|");
        for (int threads = 1; threads <= 2; threads++)
        {
            final SparkCost cost = new SparkCost(session(folder, threads), folder);
            skim(cost.spark, store);
            cost.print("threads: " + threads);
            cost.spark.stop();
        }
        remove(store);
    }

    private void print(final String name) throws Exception
    {
        final List<MemoryPoolMXBean> heap = ManagementFactory.getMemoryPoolMXBeans().stream().filter(pool -> pool
            .getType() == MemoryType.HEAP).toList();
        heap.forEach(MemoryPoolMXBean::resetPeakUsage);
        final double[][] seconds = QueryCost.measure(name, List.of(this::tasks, QueryCost.PROCESS, System::nanoTime),
            () -> rows(COUNT[1], "skim"));
        final long most = heap.stream().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum();
        System.out.println(String.format(Locale.ROOT, "| %s | %.2f | %.2f | %.2f | %d |", name, seconds[0][0],
            seconds[1][0], seconds[2][0], most >> 20));
    }

    private static void remove(final Path store) throws Exception
    {
        try (var files = Files.list(store))
        {
            for (final Path file : files.toList())
            {
                Files.delete(file);
            }
        }
    }

    private static void skim(final SparkSession spark, final Path store)
    {
        spark.read().format("skim").option("properties", "TAGS,KEYS").load(store.toString()).createOrReplaceTempView(
            "skim");
    }

    private void view(final Path store, final List<Path> files)
    {
        skim(spark, store);
        spark.createDataset(files.stream().map(Path::toString).toList(), Encoders.STRING()).repartition(files.size())
            .flatMap((FlatMapFunction<String, Row>)SparkCost::decode, Encoders.row(PEER)).createOrReplaceTempView(
                "peer");
    }

    private static Iterator<Row> decode(final String file)
    {
        final Iterator<MessageExt> messages = LargeStore.decode(Path.of(file));
        return new Iterator<>()
        {
            @Override
            public boolean hasNext()
            {
                return messages.hasNext();
            }

            @Override
            public Row next()
            {
                final MessageExt message = messages.next();
                return RowFactory.create(message.getTopic(), new java.sql.Timestamp(message.getStoreTimestamp()),
                    message
                        .getKeys(),
                    message.getTags(), message.getBody().length);
            }
        };
    }

    private Object rows(final String sql, final String view)
    {
        return spark.sql(String.format(sql, view)).collectAsList().stream().map(Row::toString).sorted().toList();
    }

    private Object parquet(final String view)
    {
        final String target = folder.resolve("parquet-" + view).toString();
        spark.sql(String.format(COLUMNS, view)).write().mode("overwrite").parquet(target);
        return "written";
    }

    private static Object command(final Path store)
    {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        Skim.run(new ByteArrayInputStream(new byte[0]), out, System.err, "filter", "--format", "commitlog", "--where",
            "TAGS = 'paid'", "--count", store.toString());
        return Long.valueOf(out.toString(StandardCharsets.UTF_8).strip());
    }
}
