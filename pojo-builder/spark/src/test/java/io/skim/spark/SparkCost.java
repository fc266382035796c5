package io.skim.spark;

import io.skim.command.Skim;
import io.skim.scan.testing.LargeStore;
import io.skim.scan.testing.QueryCost;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
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

    /** Megabytes of one file. */
    private static final int MOST = 1_024;

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
     * @param arguments a folder and a number of megabytes.
     * @throws Exception if it fails.
     */
    public static void main(final String... arguments) throws Exception
    {
        final Path folder = Path.of(arguments[0]);
        final int megabytes = Integer.parseInt(arguments[1]);
        final SparkSession spark = SparkSession.builder().master("local[" + arguments[2] + "]").appName("cost").config(
            "spark.ui.enabled", false).config("spark.sql.shuffle.partitions", 2).config("spark.sql.warehouse.dir",
                folder.resolve("warehouse").toString())
            .getOrCreate();
        spark.sparkContext().setLogLevel("ERROR");
        final SparkCost cost = new SparkCost(spark, folder);
        cost.compare(megabytes);
        cost.grow(megabytes);
        spark.stop();
    }

    private void compare(final int megabytes) throws Exception
    {
        final Path store = folder.resolve("store-" + megabytes);
        view(store, LargeStore.write(store, 4, megabytes / 4 << 20));
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
    }

    private void grow(final int megabytes) throws Exception
    {
        System.out.println("\n| " + COUNT[0] + ", Spark | s |\n|---|---|");
        for (final int part : new int[] {8, 4, 2, 1})
        {
            growth(megabytes / part, 4);
        }
        growth(Math.min(megabytes, MOST), 1);
        growth(megabytes, 64);
    }

    private void growth(final int megabytes, final int files) throws Exception
    {
        final Path store = folder.resolve("store-" + megabytes + "-" + files);
        view(store, LargeStore.write(store, files, (int)(((long)megabytes << 20) / files)));
        QueryCost.print(megabytes + " MB in " + files + " files", () -> rows(COUNT[1], "skim"));
        remove(store);
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

    private void view(final Path store, final List<Path> files)
    {
        spark.read().format("skim").option("properties", "TAGS,KEYS").load(store.toString()).createOrReplaceTempView(
            "skim");
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
