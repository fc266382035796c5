package io.skim.spark;

import io.skim.scan.Limits;
import io.skim.store.MappedSegment;
import io.skim.store.PieceSegment;
import io.skim.store.SegmentReader;
import io.skim.store.SegmentSource;
import io.skim.store.rows.RecordRows;
import io.skim.store.rows.RowColumn;
import io.skim.store.rows.RowOptions;
import io.skim.store.rows.RowReader;
import io.skim.store.rows.RowSchema;
import io.skim.store.rows.SelectedRows;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.util.ArrayBasedMapData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/** Reads a split: evaluates the condition on each row, and makes the rows that it selects, or counts them. */
final class SkimReader implements PartitionReader<InternalRow>
{
    /** In each schema. */
    private static final int OFFSET = 1;

    private final SkimReaderFactory scan;
    private final Closeable input;
    private final RowReader rows;
    /** The schema's column of each of the row's. */
    private final int[] columns;
    /** Of them; none if they are counted. */
    private final RowColumn[] types;
    private final SelectedRows selected;
    private final SkimSplit split;
    /** Null for a segment. */
    private final @Nullable CountedInput counted;
    /** The rows, or those in which a column is not null; null unless they are counted. */
    private final long @Nullable [] counts;
    private int left;
    private boolean ended;

    SkimReader(final SkimReaderFactory scan, final SkimSplit split) throws IOException
    {
        this.scan = scan;
        this.split = split;
        left = scan.limit;
        final int[] wanted = scan.counted;
        counts = wanted == null ? null : new long[wanted.length];
        final RowOptions options = scan.options.rows;
        final RowSchema schema = options.schema();
        columns = wanted != null ? wanted : Arrays.stream(scan.columns.fieldNames()).mapToInt(schema::index)
            .toArray();
        types =
            wanted != null ? new RowColumn[0]
                : Arrays.stream(columns).mapToObj(schema.columns()::get).toArray(RowColumn[]::new);
        final int[] asked = IntStream.concat(Arrays.stream(columns).filter(column -> column >= 0), Arrays.stream(
            scan.condition.columns())).distinct().toArray();
        if (options.isStore())
        {
            final SegmentSource segment = open(split);
            input = segment;
            counted = null;
            rows = new RecordRows(schema, asked, new SegmentReader(Limits.DEFAULT, options.strictness()).checkBodies(
                options.checkBodies()).wrap(segment, split.first(), split.from(), split.to()), split.file());
        }
        else
        {
            final CountedInput in = new CountedInput(openElsewhere(split));
            counted = in;
            input = in;
            rows = options.kind().open(schema, asked, Limits.DEFAULT, options.strictness()).wrap(in, split.file());
        }
        selected = new SelectedRows(rows, scan.condition, options.mode());
    }

    /** Local files are mapped, so that bodies are not read. */
    private SegmentSource open(final SkimSplit split) throws IOException
    {
        final Path path = new Path(split.file());
        if ("file".equals(path.toUri().getScheme()))
        {
            return MappedSegment.open(java.nio.file.Path.of(path.toUri()));
        }
        final FSDataInputStream in = openElsewhere(split);
        return new PieceSegment(split.length(), in::readFully, in);
    }

    private FSDataInputStream openElsewhere(final SkimSplit split) throws IOException
    {
        final Path path = new Path(split.file());
        return path.getFileSystem(scan.configuration.value()).open(path);
    }

    @Override
    public boolean next() throws IOException
    {
        if (counts != null)
        {
            return count(counts);
        }
        if (left > 0 && selected.next())
        {
            left--;
            return true;
        }
        ended = true;
        return false;
    }

    /** One row with the counts of the split. */
    private boolean count(final long[] sums) throws IOException
    {
        if (ended)
        {
            return false;
        }
        while (selected.next())
        {
            for (int i = 0; i < sums.length; i++)
            {
                sums[i] += columns[i] < 0 || !rows.isNull(columns[i]) ? 1 : 0;
            }
        }
        ended = true;
        return true;
    }

    @Override
    public InternalRow get()
    {
        final Object[] values = new Object[columns.length];
        for (int i = 0; i < values.length; i++)
        {
            values[i] = counts != null ? (Object)counts[i] : rows.isNull(columns[i]) ? null : value(i);
        }
        return new GenericInternalRow(values);
    }

    @Override
    public CustomTaskMetric[] currentMetricsValues()
    {
        final long bytes =
            counted != null ? counted.count() : ended ? split.to() - split.from() : Math.max(0, rows.number(
                OFFSET) - split.from());
        return new CustomTaskMetric[] {new SkimMetric.OfTask(SkimMetric.BYTES, bytes), new SkimMetric.OfTask(
            SkimMetric.RECORDS, selected.selected()), new SkimMetric.OfTask(SkimMetric.FAULTS, selected.faults())};
    }

    private @Nullable Object value(final int i)
    {
        final int column = columns[i];
        return switch (types[i].type())
        {
            case INT -> (int)rows.number(column);
            case BOOLEAN -> rows.number(column) != 0;
            case LONG, TIMESTAMP -> rows.number(column);
            case TEXT -> UTF8String.fromBytes(copy(rows.offset(column), rows.offset(column) + rows.length(column)));
            case BINARY -> types[i].name().equals("body") ? rows.body() : copy(rows.offset(column), rows.offset(column)
                + rows.length(column));
            case TEXTS -> map(column);
        };
    }

    private byte[] copy(final int from, final int to)
    {
        return Arrays.copyOfRange(rows.bytes(), from, to);
    }

    private ArrayBasedMapData map(final int column)
    {
        final Object[] names = new Object[rows.count(column)];
        final Object[] texts = new Object[names.length];
        for (int i = 0; i < names.length; i++)
        {
            names[i] = text(rows.entryName(column, i));
            texts[i] = text(rows.entryValue(column, i));
        }
        return new ArrayBasedMapData(new GenericArrayData(names), new GenericArrayData(texts));
    }

    private UTF8String text(final long place)
    {
        return UTF8String.fromBytes(copy((int)place, (int)(place >>> Integer.SIZE)));
    }

    @Override
    public void close() throws IOException
    {
        input.close();
    }
}
