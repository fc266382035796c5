package io.skim.spark;

import io.skim.store.StoreFiles;
import io.skim.store.rows.FolderFiles;
import io.skim.store.rows.RowLookup;
import io.skim.store.rows.RowPredicate;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaSparkContext;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.jdk.javaapi.CollectionConverters;

/** A scan of a store: lists the segments, and cuts them into splits for the tasks. */
final class SkimScan implements Scan, Batch
{
    private static final Logger LOG = LoggerFactory.getLogger(SkimScan.class);

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
            + pushedCount() + lookup.map(wanted -> ", LookUp: " + wanted).orElse("");
    }

    private String pushedCount()
    {
        final int[] wanted = counted;
        return wanted == null ? "" : ", PushedCount: " + Arrays.stream(wanted).mapToObj(column -> column < 0 ? "*"
            : options.schema().columns().get(column).name()).toList();
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
                for (final FileStatus file : files(files, new Path(path)))
                {
                    splits.cut(file);
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

    /** Those that a path stands for: itself, or if there is no such file, what it matches as a pattern. */
    private List<FileStatus> files(final FileSystem files, final Path path) throws IOException
    {
        final FolderFiles found = new FolderFiles(options.rows.kind(), path.toString());
        final List<FileStatus> all = new ArrayList<>();
        final FileStatus named = named(files, path);
        if (named != null)
        {
            all.addAll(files(files, named, named.getPath(), found));
        }
        else
        {
            for (final FileStatus root : matches(files, path))
            {
                // Nobody has named a folder that a pattern matches: if it has consume queues, its name has to tell.
                all.addAll(files(files, root, options.isStore() ? root.getPath().getParent() : root.getPath(), found));
            }
        }
        found.end(LOG::warn);
        return all;
    }

    private static @Nullable FileStatus named(final FileSystem files, final Path path) throws IOException
    {
        try
        {
            return files.getFileStatus(path);
        }
        catch (final FileNotFoundException e)
        {
            return null;
        }
    }

    private static FileStatus[] matches(final FileSystem files, final Path path) throws IOException
    {
        final FileStatus[] found = files.globStatus(path);
        if (found == null || found.length == 0)
        {
            throw new FileNotFoundException(path + " does not exist, and matches nothing as a pattern");
        }
        return found;
    }

    /** A file, or those of a folder and below it that are read, by their names below another one. */
    private static List<FileStatus> files(final FileSystem files, final FileStatus root, final Path above,
        final FolderFiles found) throws IOException
    {
        if (root.isFile())
        {
            found.addNamed();
            return List.of(root);
        }
        final List<FileStatus> all = new ArrayList<>();
        list(files, root.getPath(), new HashSet<>(), all);
        final List<FileStatus> read = new ArrayList<>();
        final int prefix = above.isRoot() ? 0 : above.toUri().getPath().length();
        for (final FileStatus file : all)
        {
            if (found.isRead(file.getPath().toUri().getPath().substring(prefix)))
            {
                read.add(file);
            }
        }
        read.sort(Comparator.comparing((FileStatus file) -> file.getPath().getParent()).thenComparingLong(
            file -> StoreFiles.firstOffset(file.getPath().getName())).thenComparing(FileStatus::getPath));
        return read;
    }

    /**
     * All files in a folder and below it. Hadoop follows each link in a local folder, also one that leads back to a folder that it is in,
     * as often as the system lets it: then files would be read some forty times. The library follows no such link, either.
     */
    private static void list(final FileSystem files, final Path folder, final Set<java.nio.file.Path> above,
        final List<FileStatus> into) throws IOException
    {
        if (!SkimReader.isLocal(folder))
        {
            final var listing = files.listFiles(folder, true);
            while (listing.hasNext())
            {
                into.add(listing.next());
            }
            return;
        }
        final java.nio.file.Path real = SkimReader.local(folder).toRealPath();
        if (above.add(real))
        {
            for (final FileStatus file : files.listStatus(folder))
            {
                if (file.isDirectory())
                {
                    list(files, file.getPath(), above, into);
                }
                else
                {
                    into.add(file);
                }
            }
            above.remove(real);
        }
    }

    @Override
    public PartitionReaderFactory createReaderFactory()
    {
        return new SkimReaderFactory(options, columns, condition, limit, counted, JavaSparkContext.fromSparkContext(
            SparkSession.active().sparkContext()).broadcast(new SerializableConfiguration(configuration())));
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
