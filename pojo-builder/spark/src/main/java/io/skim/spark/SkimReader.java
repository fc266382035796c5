package io.skim.spark;

import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.store.MappedSegment;
import io.skim.store.SegmentReader;
import io.skim.store.SegmentSource;
import io.skim.store.rows.RecordRows;
import io.skim.store.rows.RowColumn;
import io.skim.store.rows.RowPredicate.Truth;
import io.skim.store.rows.RowReader;
import io.skim.store.rows.RowSchema;
import io.skim.spark.SkimOptions.Mode;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.FSDataInputStream;
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
    /** In each schema. */
    private static final int OFFSET = 1;

    private final SkimReaderFactory scan;
    private final Closeable input;
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
        final int[] asked = IntStream.concat(Arrays.stream(columns), Arrays.stream(scan.condition.columns())).distinct()
            .toArray();
        final Strictness strictness = scan.options.lenient ? Strictness.LENIENT : Strictness.STRICT;
        if (scan.options.isStore())
        {
            final SegmentSource segment = open(split);
            input = segment;
            rows = new RecordRows(schema, asked, new SegmentReader(Limits.DEFAULT, strictness).checkBodies(
                scan.options.checkBodies).wrap(segment, split.first(), split.from(), split.to()), file);
        }
        else
        {
            final InputStream in = openElsewhere(split);
            input = in;
            rows = scan.options.kind.open(schema, asked, Limits.DEFAULT, strictness).wrap(in, file);
        }
    }

    /** Local files are mapped, so that bodies are not read. */
    private SegmentSource open(final SkimSplit split) throws IOException
    {
        final Path path = new Path(split.file());
        if ("file".equals(path.toUri().getScheme()))
        {
            return MappedSegment.open(java.nio.file.Path.of(path.toUri()));
        }
        return new HadoopSegment(openElsewhere(split), split.length());
    }

    private FSDataInputStream openElsewhere(final SkimSplit split) throws IOException
    {
        final Path path = new Path(split.file());
        return path.getFileSystem(scan.configuration.value()).open(path);
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
                    throw new IOException(
                        file + ", offset " + rows.number(OFFSET) + ": " + new String(rows.bytes(), rows
                            .offset(rows.fault()), rows.length(rows.fault()), StandardCharsets.UTF_8));
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
