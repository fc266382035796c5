package io.skim.spark;

import java.util.Map;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The data source {@code skim}. Options:
 * <ul>
 * <li>{@code path}: a segment, or a folder of them in any file system of Hadoop.
 * <li>{@code kind}: {@code commitlog}, the default: segments. {@code rocketmq-frames}, {@code amqp-frames}: files of frames, one
 * after the other as on the wire, or packet captures. {@code pcap}: packet captures of remoting connections.
 * {@code amqp-messages}: AMQP messages, each behind a length of four bytes.
 * <li>{@code properties}: names of message or application properties, with commas between them, that become columns of their own.
 * <li>{@code mode}: what becomes of damaged pieces. {@code PERMISSIVE}, the default: a row with {@code fault}, all other
 * columns null but {@code file} and {@code offset}. {@code DROPMALFORMED}: none. {@code FAILFAST}: the query fails.
 * <li>{@code checkBodies}: {@code true} compares each body with its CRC.
 * <li>{@code lenient}: {@code true} reads ill-formed UTF-8 as U+FFFD instead of as damage.
 * <li>{@code lookUp}: {@code true} reads only the records that the consume queues and the index beside a local commit log tell.
 * <li>{@code splitBytes}: of a split, 134,217,728 by default.
 * <li>{@code pushDown}: {@code false} leaves filters and limits to Spark, for comparison.
 * </ul>
 */
public final class SkimSource implements TableProvider, DataSourceRegister
{
    /** For Spark, which makes it. */
    public SkimSource()
    {
        // Nothing to keep.
    }

    @Override
    public String shortName()
    {
        return "skim";
    }

    @Override
    public StructType inferSchema(final CaseInsensitiveStringMap options)
    {
        return new SkimOptions(options).sparkSchema();
    }

    @Override
    public Table getTable(final StructType schema, final Transform[] partitioning, final Map<String, String> properties)
    {
        return new SkimTable(new SkimOptions(new CaseInsensitiveStringMap(properties)));
    }
}
