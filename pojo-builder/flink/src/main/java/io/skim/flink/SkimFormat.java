package io.skim.flink;

import io.skim.store.rows.RowOptions;
import io.skim.store.rows.RowPredicate;
import java.io.IOException;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.reader.BulkFormat;
import org.apache.flink.connector.file.src.util.CheckpointedPosition;
import org.apache.flink.table.data.RowData;

/** The files of all kinds as a format of Flink's source of files. */
final class SkimFormat implements BulkFormat<RowData, FileSourceSplit>
{
    private static final long serialVersionUID = 1;
    private static final CheckpointedPosition START = new CheckpointedPosition(CheckpointedPosition.NO_OFFSET, 0);

    final RowOptions options;
    final RowConversion conversion;
    final RowPredicate condition;

    SkimFormat(final RowOptions options, final RowConversion conversion, final RowPredicate condition)
    {
        this.options = options;
        this.conversion = conversion;
        this.condition = condition;
    }

    @Override
    public Reader<RowData> createReader(final Configuration configuration, final FileSourceSplit split)
        throws IOException
    {
        return new SkimReader(this, split, START);
    }

    @Override
    public Reader<RowData> restoreReader(final Configuration configuration, final FileSourceSplit split)
        throws IOException
    {
        return new SkimReader(this, split, split.getReaderPosition().orElse(START));
    }

    @Override
    public boolean isSplittable()
    {
        return options.isStore();
    }

    @Override
    public TypeInformation<RowData> getProducedType()
    {
        return conversion.typeInformation();
    }
}
