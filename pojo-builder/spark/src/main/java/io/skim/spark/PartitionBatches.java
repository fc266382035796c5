package io.skim.spark;

import java.io.IOException;
import java.util.Iterator;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** Reads the splits of a partition, one after the other, up to the limit. */
final class PartitionBatches implements PartitionReader<ColumnarBatch>
{
    private final SkimReaderFactory scan;
    private final Iterator<SkimSplit> splits;
    private SkimReader current;
    /** Rows up to the limit, without those of the current split. */
    private int left;
    /** Of the splits before the current one. */
    private long bytes;
    private long records;
    private long faults;

    PartitionBatches(final SkimReaderFactory scan, final SkimPartition partition) throws IOException
    {
        this.scan = scan;
        splits = partition.splits().iterator();
        left = scan.limit;
        current = new SkimReader(scan, splits.next(), left);
    }

    @Override
    public boolean next() throws IOException
    {
        while (!current.next())
        {
            left = current.left();
            if (left == 0 || !splits.hasNext())
            {
                return false;
            }
            current.close();
            bytes += current.bytes();
            records += current.records();
            faults += current.faults();
            current = new SkimReader(scan, splits.next(), left);
        }
        return true;
    }

    @Override
    public ColumnarBatch get()
    {
        return current.get();
    }

    @Override
    public CustomTaskMetric[] currentMetricsValues()
    {
        return new CustomTaskMetric[] {new SkimMetric.OfTask(SkimMetric.BYTES, bytes + current.bytes()),
            new SkimMetric.OfTask(SkimMetric.RECORDS, records + current.records()), new SkimMetric.OfTask(
                SkimMetric.FAULTS, faults + current.faults())};
    }

    @Override
    public void close() throws IOException
    {
        current.close();
    }
}
