package io.skim.flink;

import io.skim.scan.Limits;
import io.skim.store.Compression;
import io.skim.store.MappedSegment;
import io.skim.store.PieceSegment;
import io.skim.store.SegmentReader;
import io.skim.store.SegmentSource;
import io.skim.store.StoreFiles;
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
import java.io.InputStream;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.reader.BulkFormat;
import org.apache.flink.connector.file.src.util.CheckpointedPosition;
import org.apache.flink.connector.file.src.util.MutableRecordAndPosition;
import org.apache.flink.connector.file.src.util.RecordAndPosition;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.Path;
import org.apache.flink.table.data.RowData;
import org.jspecify.annotations.Nullable;

/**
 * Reads a split. The position of a row is the offset of a good record at which reading can begin, and the number of rows since;
 * of files that are no segments, the offset of the row itself, and the number of rows since the beginning.
 */
final class SkimReader implements BulkFormat.Reader<RowData>
{
    private static final int BATCH = 256;
    private static final String OFFSET = "offset";
    private static final String INNER_INDEX = "innerIndex";

    private final SkimFormat format;
    private final Closeable input;
    private final RowReader rows;
    private final SelectedRows selected;
    private final int offset;
    /** -1 for what is no segment. */
    private final int innerIndex;
    /** Where reading can begin, and the rows since. */
    private long base;
    private long since;

    SkimReader(final SkimFormat format, final FileSourceSplit split, final CheckpointedPosition position)
        throws IOException
    {
        this.format = format;
        final RowOptions options = format.options;
        final RowSchema schema = options.schema();
        offset = schema.index(OFFSET);
        innerIndex = options.isStore() ? schema.index(INNER_INDEX) : -1;
        base = position.getOffset();
        final int[] asked = IntStream.concat(Arrays.stream(format.conversion.columns), Arrays.stream(format.condition
            .columns())).distinct().toArray();
        final String name = split.path().toString();
        if (options.isStore())
        {
            final SegmentSource segment = open(split);
            input = segment;
            if (split.offset() == 0)
            {
                Compression.refuse(segment, name);
            }
            rows = new RecordRows(schema, asked, wrap(segment, split), name).listed(split.fileSize());
        }
        else
        {
            final InputStream in = new ListedInput(split.path().getFileSystem().open(split.path()), listed(split));
            input = in;
            rows = options.kind().open(schema, asked, Limits.DEFAULT, options.strictness()).wrap(in, name);
        }
        selected = new SelectedRows(rows, format.condition, options.mode());
        for (since = 0; since < position.getRecordsAfterOffset(); since++)
        {
            if (!selected.next())
            {
                throw new IOException(name + " has fewer rows than when the checkpoint was made");
            }
            // Else rows that nobody has seen would be passed over instead of those behind the checkpoint's record.
            if (since == (options.isStore() ? 0 : position.getRecordsAfterOffset() - 1)
                && base != CheckpointedPosition.NO_OFFSET && rows.number(offset) != base)
            {
                throw new IOException(name + " has no row at offset " + base
                    + ", where reading goes on behind the checkpoint: it was replaced meanwhile, or the query is another one");
            }
        }
    }

    private SegmentReader wrap(final SegmentSource segment, final FileSourceSplit split) throws IOException
    {
        final long from = base == CheckpointedPosition.NO_OFFSET ? split.offset() : base;
        return new SegmentReader(Limits.DEFAULT, format.options.strictness()).checkBodies(format.options.checkBodies())
            .wrap(segment, StoreFiles.firstOffset(split.path().getName()), from, split.offset() + split.length());
    }

    private static ListedFile listed(final FileSourceSplit split)
    {
        return new ListedFile(split.path().toString(), split.fileSize());
    }

    /** Local files are mapped, so that bodies are not read. */
    private static SegmentSource open(final FileSourceSplit split) throws IOException
    {
        final Path path = split.path();
        if (!path.getFileSystem().isDistributedFS())
        {
            return mapped(split);
        }
        final FSDataInputStream in = path.getFileSystem().open(path);
        return new PieceSegment(split.fileSize(), (offset, into, from, count) -> {
            in.seek(offset);
            final int read = in.readNBytes(into, from, count);
            if (read < count)
            {
                listed(split).check(offset + read);
                throw new EOFException(path + " ends at " + (offset + read));
            }
        }, in);
    }

    private static SegmentSource mapped(final FileSourceSplit split) throws IOException
    {
        final MappedSegment segment = MappedSegment.open(java.nio.file.Path.of(split.path().getPath()));
        try
        {
            listed(split).check(segment.length());
            return segment;
        }
        catch (final IOException e)
        {
            segment.close();
            throw e;
        }
    }

    @Override
    public BulkFormat.@Nullable RecordIterator<RowData> readBatch() throws IOException
    {
        final RowData[] batch = new RowData[BATCH];
        final long[] offsets = new long[BATCH];
        int count = 0;
        while (count < BATCH && selected.next())
        {
            if (count == 0 && isBase())
            {
                base = rows.number(offset);
                since = 0;
            }
            offsets[count] = innerIndex < 0 ? rows.number(offset) : base;
            batch[count++] = format.conversion.row(rows);
        }
        if (count == 0)
        {
            return null;
        }
        since += count;
        return new Rows(batch, offsets, count, since - count);
    }

    /** A batch of rows, of which each has an offset as its position. */
    private static final class Rows implements BulkFormat.RecordIterator<RowData>
    {
        private final MutableRecordAndPosition<RowData> row = new MutableRecordAndPosition<>();
        private final RowData[] rows;
        private final long[] offsets;
        private final int count;
        private final long before;
        private int taken;

        Rows(final RowData[] rows, final long[] offsets, final int count, final long before)
        {
            this.rows = rows;
            this.offsets = offsets;
            this.count = count;
            this.before = before;
        }

        @Override
        public @Nullable RecordAndPosition<RowData> next()
        {
            if (taken == count)
            {
                return null;
            }
            row.set(rows[taken], offsets[taken], before + taken + 1);
            taken++;
            return row;
        }

        @Override
        public void releaseBatch()
        {
            // Each batch has arrays of its own.
        }
    }

    /** Whether reading can begin at the row: not inside of an inner batch, and not at damage. */
    private boolean isBase()
    {
        return innerIndex >= 0 && !rows.isDamaged() && rows.isNull(innerIndex);
    }

    @Override
    public void close() throws IOException
    {
        input.close();
    }
}
