package io.skim.spark;

import io.skim.store.rows.RowPredicate;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;

/** Makes readers of partitions, on executors. */
final class SkimReaderFactory implements PartitionReaderFactory
{
    private static final long serialVersionUID = 1;

    final SkimOptions options;
    final StructType columns;
    final RowPredicate condition;
    final int limit;
    /** The columns that are counted, -1 for rows; null if rows are made. */
    final int @Nullable [] counted;
    /** Broadcast: it has a thousand keys, and would be read anew by each task. */
    final Broadcast<SerializableConfiguration> configuration;

    SkimReaderFactory(final SkimOptions options, final StructType columns, final RowPredicate condition,
        final int limit, final int @Nullable [] counted, final Broadcast<SerializableConfiguration> configuration)
    {
        this.options = options;
        this.columns = columns;
        this.condition = condition;
        this.limit = limit;
        this.counted = counted;
        this.configuration = configuration;
    }

    /** Always: an engine that reads rows would make an object of each. */
    @Override
    public boolean supportColumnarReads(final InputPartition partition)
    {
        return true;
    }

    /** Spark does not ask for it. */
    @Override
    public PartitionReader<InternalRow> createReader(final InputPartition partition)
    {
        throw new UnsupportedOperationException("rows are read in batches");
    }

    @Override
    public PartitionReader<ColumnarBatch> createColumnarReader(final InputPartition partition)
    {
        try
        {
            return new PartitionBatches(this, (SkimPartition)partition);
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException(e);
        }
    }
}
