package io.skim.spark;

import io.skim.scan.Limits;
import io.skim.store.Compression;
import io.skim.store.MappedSegment;
import io.skim.store.PieceSegment;
import io.skim.store.SegmentReader;
import io.skim.store.SegmentSource;
import io.skim.store.rows.ListedFile;
import io.skim.store.rows.ListedInput;
import io.skim.store.rows.RecordRows;
import io.skim.store.rows.RowOptions;
import io.skim.store.rows.RowReader;
import io.skim.store.rows.RowSchema;
import io.skim.store.rows.SelectedRows;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** Reads a split: evaluates the condition on each row, and makes batches of the rows that it selects, or counts them. */
final class SkimReader implements Closeable
{
    /** In each schema. */
    private static final int OFFSET = 1;
    /** A batch ends behind so many bytes of texts and bodies. */
    private static final int BATCH_BYTES = 1 << 20;

    private final SkimReaderFactory scan;
    private final Closeable input;
    private final RowReader rows;
    /** The schema's column of each of the batch's; {@code -1} for a count of rows. */
    private final int[] columns;
    private final BatchColumn[] values;
    private final ColumnarBatch batch;
    private final SelectedRows selected;
    private final SkimSplit split;
    private final ListedFile listed;
    private final LongSupplier bytes;
    private final boolean isCount;
    private int left;
    private boolean ended;

    /** Opens the split, to read so many rows at most. */
    SkimReader(final SkimReaderFactory scan, final SkimSplit split, final int limit) throws IOException
    {
        this.scan = scan;
        this.split = split;
        left = limit;
        final int[] wanted = scan.counted;
        isCount = wanted != null;
        listed = new ListedFile(split.file(), split.length());
        final RowOptions options = scan.options.rows;
        final RowSchema schema = options.schema();
        columns = wanted != null ? wanted : Arrays.stream(scan.columns.fieldNames()).mapToInt(schema::index)
            .toArray();
        values = Arrays.stream(columns).mapToObj(column -> isCount ? new NumberColumn(DataTypes.LongType) : BatchColumn
            .of(schema.columns().get(column))).toArray(BatchColumn[]::new);
        batch = new ColumnarBatch(values);
        final int[] asked = IntStream.concat(Arrays.stream(columns).filter(column -> column >= 0), Arrays.stream(
            scan.condition.columns())).distinct().toArray();
        if (options.isStore())
        {
            final SegmentSource segment = open(split);
            input = segment;
            if (split.from() == 0)
            {
                Compression.refuse(segment, split.file());
            }
            bytes = segment instanceof CountedSegment pieces ? pieces::count : this::passed;
            rows = new RecordRows(schema, asked, new SegmentReader(Limits.DEFAULT, options.strictness()).checkBodies(
                options.checkBodies()).places(split.places()).wrap(segment, split.first(), split.from(), split.to()),
                split.file()).listed(split.length());
        }
        else
        {
            final Path path = new Path(split.file());
            // Hadoop opens no local file with a colon in its name, as captures have that are named by a time.
            final ListedInput in = new ListedInput(isLocal(path) ? Files.newInputStream(local(path)) : openElsewhere(
                path), listed);
            input = in;
            bytes = in::count;
            rows = options.kind().open(schema, asked, Limits.DEFAULT, options.strictness()).wrap(in, split.file());
        }
        selected = new SelectedRows(rows, scan.condition, options.mode());
    }

    /** Local files are mapped, so that bodies are not read; but systems read ahead around the pages of few records. */
    private SegmentSource open(final SkimSplit split) throws IOException
    {
        final Path path = new Path(split.file());
        if (isLocal(path))
        {
            final java.nio.file.Path file = local(path);
            return checked(split.places() == null ? MappedSegment.open(file)
                : new CountedSegment(PieceSegment.open(file)));
        }
        final FSDataInputStream in = openElsewhere(path);
        return new PieceSegment(split.length(), (offset, into, from, count) -> {
            try
            {
                in.readFully(offset, into, from, count);
            }
            catch (final EOFException e)
            {
                // File systems have words of their own for it, or none.
                listed.check(path.getFileSystem(scan.configuration.value().value()).getFileStatus(path).getLen());
                throw e;
            }
        }, in);
    }

    private SegmentSource checked(final SegmentSource segment) throws IOException
    {
        try
        {
            listed.check(segment.length());
            return segment;
        }
        catch (final IOException e)
        {
            segment.close();
            throw e;
        }
    }

    static boolean isLocal(final Path path)
    {
        return "file".equals(path.toUri().getScheme());
    }

    /** By the text: Java takes no URI with letters that are not ASCII. */
    static java.nio.file.Path local(final Path path)
    {
        return java.nio.file.Path.of(path.toUri().getPath());
    }

    private FSDataInputStream openElsewhere(final Path path) throws IOException
    {
        return path.getFileSystem(scan.configuration.value().value()).open(path);
    }

    /** Fills the batch anew; false if there is nothing left. */
    boolean next() throws IOException
    {
        int count = 0;
        if (!ended)
        {
            for (final BatchColumn column : values)
            {
                column.clear();
            }
            count = isCount ? count() : read();
        }
        batch.setNumRows(count);
        return count > 0;
    }

    /** Takes the next rows, up to the limit; returns their number. */
    private int read() throws IOException
    {
        final int most = Math.min(left, BatchColumn.ROWS);
        int count = 0;
        long length = 0;
        while (count < most && length < BATCH_BYTES && selected.next())
        {
            for (int i = 0; i < columns.length; i++)
            {
                length += values[i].take(count, rows, columns[i]);
            }
            count++;
        }
        left -= count;
        ended = left == 0 || count < most && length < BATCH_BYTES;
        return count;
    }

    /** One row with the counts of the split: of rows, or of those in which a column is not null. */
    private int count() throws IOException
    {
        final long[] counts = new long[columns.length];
        while (selected.next())
        {
            for (int i = 0; i < counts.length; i++)
            {
                counts[i] += columns[i] < 0 || !rows.isNull(columns[i]) ? 1 : 0;
            }
        }
        for (int i = 0; i < counts.length; i++)
        {
            ((NumberColumn)values[i]).put(0, counts[i]);
        }
        ended = true;
        return 1;
    }

    ColumnarBatch get()
    {
        return batch;
    }

    /** The bytes in front of the last record, or of the whole split. */
    private long passed()
    {
        return ended ? split.to() - split.from() : Math.max(0, rows.number(OFFSET) - split.from());
    }

    /** Rows up to the limit. */
    int left()
    {
        return left;
    }

    long bytes()
    {
        return bytes.getAsLong();
    }

    long records()
    {
        return selected.selected();
    }

    long faults()
    {
        return selected.faults();
    }

    @Override
    public void close() throws IOException
    {
        input.close();
    }
}
