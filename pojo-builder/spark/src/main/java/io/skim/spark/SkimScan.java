package io.skim.spark;

import io.skim.store.StoreFiles;
import io.skim.store.rows.RowLookup;
import io.skim.store.rows.RowPredicate;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;
import scala.jdk.javaapi.CollectionConverters;

/** A scan of a store: lists the segments, and cuts them into splits for the tasks. */
final class SkimScan implements Scan, Batch
{
    private final SkimOptions options;
    private final StructType columns;
    private final List<Predicate> pushed;
    private final RowPredicate condition;
    private final int limit;
    /** The columns that are counted; null if rows are made. */
    private final int @Nullable [] counted;
    /** What is looked up in the files beside a commit log. */
    private final Optional<RowLookup> lookup;
    /** For metrics: places and doubts of the last plan. */
    private long[] lookedUp = {0, 0};

    SkimScan(final SkimOptions options, final StructType columns, final List<Predicate> pushed,
        final RowPredicate condition, final int limit, final int @Nullable... counted)
    {
        this.options = options;
        this.columns = columns;
        this.pushed = pushed;
        this.condition = condition;
        this.limit = limit;
        this.counted = counted;
        lookup = RowLookup.of(condition, options.rows);
    }

    @Override
    public StructType readSchema()
    {
        return columns;
    }

    /** For EXPLAIN. */
    @Override
    public String description()
    {
        return "skim " + options.rows.kind().option() + " " + options.paths + ", Columns: "
            + Arrays.toString(columns.fieldNames())
            + ", PushedFilters: " + pushed + (limit == Integer.MAX_VALUE ? "" : ", PushedLimit: " + limit)
            + (counted == null ? "" : ", PushedCount") + lookup.map(wanted -> ", LookUp: " + wanted).orElse("");
    }

    @Override
    public CustomMetric[] supportedCustomMetrics()
    {
        final List<CustomMetric> metrics = new ArrayList<>(List.of(new SkimMetric.Bytes(), new SkimMetric.Records(),
            new SkimMetric.Faults()));
        if (lookup.isPresent())
        {
            metrics.addAll(List.of(new SkimMetric.Places(), new SkimMetric.Doubts()));
        }
        return metrics.toArray(CustomMetric[]::new);
    }

    @Override
    public CustomTaskMetric[] reportDriverMetrics()
    {
        return lookup.isEmpty() ? new CustomTaskMetric[0]
            : new CustomTaskMetric[] {new SkimMetric.OfTask(SkimMetric.PLACES, lookedUp[0]), new SkimMetric.OfTask(
                SkimMetric.DOUBTS, lookedUp[1])};
    }

    @Override
    public ColumnarSupportMode columnarSupportMode()
    {
        return ColumnarSupportMode.SUPPORTED;
    }

    @Override
    public Batch toBatch()
    {
        return this;
    }

    @Override
    public InputPartition[] planInputPartitions()
    {
        final SplitCutter splits = new SplitCutter(options, lookup);
        final Configuration configuration = configuration();
        try
        {
            for (final String path : options.paths)
            {
                final FileSystem files = new Path(path).getFileSystem(configuration);
                for (final FileStatus root : roots(files, new Path(path)))
                {
                    for (final FileStatus file : files(files, root))
                    {
                        splits.cut(file);
                    }
                }
            }
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException(e);
        }
        final List<SkimSplit> all = splits.splits();
        lookedUp = new long[] {splits.places(), splits.doubts()};
        return SkimPartition.of(all, options.splitBytes, SparkSession.active().sparkContext().defaultParallelism());
    }

    /** As for Spark's own readers: with what the session and the options set for file systems. */
    private Configuration configuration()
    {
        final SparkSession session = SparkSession.active();
        final Configuration configuration = new Configuration(session.sparkContext().hadoopConfiguration());
        CollectionConverters.asJava(session.conf().getAll()).forEach(configuration::set);
        options.given.forEach(configuration::set);
        return configuration;
    }

    /** What a path stands for: itself, or if there is no such file, those that it matches as a pattern. */
    private static List<FileStatus> roots(final FileSystem files, final Path path) throws IOException
    {
        try
        {
            return List.of(files.getFileStatus(path));
        }
        catch (final FileNotFoundException e)
        {
            final FileStatus[] found = files.globStatus(path);
            if (found == null || found.length == 0)
            {
                throw e;
            }
            return List.of(found);
        }
    }

    private List<FileStatus> files(final FileSystem files, final FileStatus root) throws IOException
    {
        if (root.isFile())
        {
            return List.of(root);
        }
        final List<FileStatus> segments = new ArrayList<>();
        final var listing = files.listFiles(root.getPath(), true);
        final String prefix = root.getPath().toUri().getPath();
        while (listing.hasNext())
        {
            final FileStatus file = listing.next();
            final String name = file.getPath().toUri().getPath().substring(prefix.length());
            if (options.isStore() ? StoreFiles.isSegment(name) : !isHidden(name))
            {
                segments.add(file);
            }
        }
        segments.sort(Comparator.comparing((FileStatus file) -> file.getPath().getParent()).thenComparingLong(
            file -> StoreFiles.firstOffset(file.getPath().getName())).thenComparing(FileStatus::getPath));
        return segments;
    }

    /** As Spark's own readers see it. */
    private static boolean isHidden(final String name)
    {
        return name.contains("/_") || name.contains("/.");
    }

    @Override
    public PartitionReaderFactory createReaderFactory()
    {
        return new SkimReaderFactory(options, columns, condition, limit, counted, new SerializableConfiguration(
            configuration()));
    }

    /** Spark reads once what a query asks of equal scans. */
    @Override
    public boolean equals(final Object other)
    {
        return other instanceof SkimScan scan && options.given.equals(scan.options.given)
            && columns.equals(scan.columns)
            && pushed.equals(scan.pushed) && limit == scan.limit && Arrays.equals(counted, scan.counted);
    }

    @Override
    public int hashCode()
    {
        return Objects.hash(options.given, columns, pushed, limit, Arrays.hashCode(counted));
    }
}
