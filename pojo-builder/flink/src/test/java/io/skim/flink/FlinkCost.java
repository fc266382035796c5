package io.skim.flink;

import io.skim.scan.testing.LargeStore;
import io.skim.scan.testing.QueryCost;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.apache.rocketmq.common.message.MessageExt;

/**
 * What queries of a store cost in Flink, beside the same queries over whole messages that RocketMQ's decoder reads in a map. Run by
 * {@code benchmarks/engines}, with a folder to work in and the megabytes of the store.
 */
@SuppressWarnings("try") // Flink's iterators declare that close() throws Exception.
public final class FlinkCost
{
    private static final int FILES = 4;
    /** Megabytes of a broker's segment, the largest file there is. */
    private static final int SEGMENT = 1_024;
    private static final String[] NAMES = {"topic", "storeTimestamp", "KEYS", "TAGS", "bodyLength"};

    private final StreamTableEnvironment flink;

    private FlinkCost(final StreamTableEnvironment flink)
    {
        this.flink = flink;
    }

    /**
     * Measures.
     *
     * @param arguments a folder, a number of megabytes, and the parallelism.
     * @throws Exception if it fails.
     */
    public static void main(final String... arguments) throws Exception
    {
        final int megabytes = Integer.parseInt(arguments[1]);
        final Path store = Path.of(arguments[0]).resolve("store-flink");
        final int number = Math.max(FILES, (megabytes + SEGMENT - 1) / SEGMENT);
        final List<Path> files = LargeStore.write(store, number, (int)(((long)megabytes << 20) / number));
        final StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
        environment.setParallelism(Integer.parseInt(arguments[2]));
        environment.setRuntimeMode(RuntimeExecutionMode.BATCH);
        final StreamTableEnvironment flink = StreamTableEnvironment.create(environment);
        flink.executeSql("CREATE TEMPORARY TABLE skim (topic STRING, storeTimestamp TIMESTAMP_LTZ(3), KEYS STRING, TAGS"
            + " STRING, bodyLength INT) WITH ('connector' = 'skim', 'path' = '" + store.toUri() + "', 'properties' ="
            + " 'TAGS,KEYS')");
        flink.createTemporaryView("peer", environment.fromData(files.stream().map(Path::toString).toList()).rebalance()
            .flatMap((FlatMapFunction<String, Row>)(file, out) -> LargeStore.decode(Path.of(file)).forEachRemaining(
                message -> out.collect(row(message))))
            .returns(Types.ROW_NAMED(NAMES, Types.STRING, Types.INSTANT, Types.STRING, Types.STRING, Types.INT)));
        new FlinkCost(flink).compare(megabytes);
    }

    private static Row row(final MessageExt message)
    {
        return Row.of(message.getTopic(), java.time.Instant.ofEpochMilli(message.getStoreTimestamp()),
            message.getKeys(),
            message.getTags(), message.getBody().length);
    }

    private void compare(final int megabytes) throws Exception
    {
        for (final String table : List.of("skim", "peer"))
        {
            flink.executeSql("CREATE TEMPORARY TABLE hole_" + table + " (topic STRING, storeTimestamp TIMESTAMP_LTZ(3),"
                + " KEYS STRING) WITH ('connector' = 'blackhole')");
        }
        System.out
            .println("| " + megabytes + " MB in Flink | Skim, s | decoder in a map, s | times |\n|---|---|---|---|");
        final String count = "SELECT topic, COUNT(*) FROM %s WHERE TAGS = 'paid' GROUP BY topic";
        QueryCost.print("count by topic, one property filtered", () -> rows(count, "skim"), () -> rows(count, "peer"));
        QueryCost.print("three columns to a sink", () -> sink("skim"), () -> sink("peer"));
        final String top = "SELECT KEYS, SUM(bodyLength) AS total FROM %s GROUP BY KEYS ORDER BY total DESC, KEYS LIMIT"
            + " 10";
        QueryCost.print("ten keys with the most bytes", () -> rows(top, "skim"), () -> rows(top, "peer"));
    }

    private Object rows(final String sql, final String table) throws Exception
    {
        final List<String> rows = new ArrayList<>();
        try (CloseableIterator<Row> all = flink.executeSql(String.format(sql, table)).collect())
        {
            all.forEachRemaining(row -> rows.add(row.toString()));
        }
        rows.sort(null);
        return rows;
    }

    private Object sink(final String table) throws Exception
    {
        flink.executeSql("INSERT INTO hole_" + table + " SELECT topic, storeTimestamp, KEYS FROM " + table).await();
        return "written";
    }
}
