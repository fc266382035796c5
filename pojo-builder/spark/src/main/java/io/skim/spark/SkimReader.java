package io.skim.spark;

import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.store.MappedSegment;
import io.skim.store.SegmentReader;
import io.skim.store.SegmentSource;
import io.skim.store.rows.RowColumn;
import io.skim.store.rows.RowPredicate.Truth;
import io.skim.store.rows.RowReader;
import io.skim.store.rows.RowSchema;
import io.skim.spark.SkimOptions.Mode;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.util.ArrayBasedMapData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.unsafe.types.UTF8String;

/** Reads a split: evaluates the condition on each row, and makes the rows that it selects. */
final class SkimReader implements PartitionReader<InternalRow>
{
    private final SkimReaderFactory scan;
    private final SegmentSource segment;
    private final SegmentReader segments;
    private final RowReader rows;
    /** The schema's column of each of the row's. */
    private final int[] columns;
    private final RowColumn[] types;
    private final String file;
    private int left;

    SkimReader(final SkimReaderFactory scan, final SkimSplit split) throws IOException
    {
        this.scan = scan;
        file = split.file();
        left = scan.limit;
        final RowSchema schema = scan.options.schema();
        columns = Arrays.stream(scan.columns.fieldNames()).mapToInt(schema::index).toArray();
        types = Arrays.stream(columns).mapToObj(schema.columns()::get).toArray(RowColumn[]::new);
        segment = open(split);
        segments = new SegmentReader(Limits.DEFAULT, scan.options.lenient ? Strictness.LENIENT : Strictness.STRICT)
            .checkBodies(scan.options.checkBodies);
        segments.wrap(segment, split.first(), split.from(), split.to());
        rows = new RowReader(schema, IntStream.concat(Arrays.stream(columns), Arrays.stream(scan.condition.columns()))
            .distinct().toArray(), segments, file);
    }

    /** Local files are mapped, so that bodies are not read. */
    private SegmentSource open(final SkimSplit split) throws IOException
    {
        final Path path = new Path(split.file());
        if ("file".equals(path.toUri().getScheme()))
        {
            return MappedSegment.open(java.nio.file.Path.of(path.toUri()));
        }
        return new HadoopSegment(path.getFileSystem(scan.configuration.value()).open(path), split.length());
    }

    @Override
    public boolean next() throws IOException
    {
        while (left > 0 && rows.next())
        {
            if (rows.isDamaged() && scan.options.mode != Mode.PERMISSIVE)
            {
                if (scan.options.mode == Mode.FAILFAST)
                {
                    throw new IOException(file + ", offset " + segments.recordOffset() + ": " + segments.fault()
                        .toMessage());
                }
            }
            else if (scan.condition.evaluate(rows) == Truth.TRUE)
            {
                left--;
                return true;
            }
        }
        return false;
    }

    @Override
    public InternalRow get()
    {
        final Object[] values = new Object[columns.length];
        for (int i = 0; i < values.length; i++)
        {
            values[i] = rows.isNull(columns[i]) ? null : value(i);
        }
        return new GenericInternalRow(values);
    }

    private Object value(final int i)
    {
        final int column = columns[i];
        return switch (types[i].type())
        {
            case INT -> (int)rows.number(column);
            case LONG, TIMESTAMP -> rows.number(column);
            case TEXT -> UTF8String.fromBytes(copy(rows.offset(column), rows.offset(column) + rows.length(column)));
            case BINARY -> types[i].name().equals("body") ? rows.body() : copy(rows.offset(column), rows.offset(column)
                + rows.length(column));
            case TEXTS -> map();
        };
    }

    private byte[] copy(final int from, final int to)
    {
        return Arrays.copyOfRange(rows.bytes(), from, to);
    }

    private ArrayBasedMapData map()
    {
        final Object[] names = new Object[rows.properties()];
        final Object[] texts = new Object[names.length];
        for (int i = 0; i < names.length; i++)
        {
            names[i] = text(rows.propertyName(i));
            texts[i] = text(rows.propertyValue(i));
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
        segment.close();
    }
}
