package io.skim.flink;

import io.skim.scan.Limits;
import io.skim.store.rows.RowKind;
import io.skim.store.rows.RowOptions;
import io.skim.store.rows.RowPredicate;
import io.skim.store.rows.RowPredicate.Truth;
import io.skim.store.rows.SelectedRows;
import io.skim.store.rows.StreamRows;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;

/**
 * Makes rows of frames or messages that come by a queue: of one or more whole frames, or of one AMQP message without a length in
 * front. Rows have an empty {@code file}, and offsets in their bytes.
 */
public final class SkimDeserialization implements DeserializationSchema<RowData>
{
    private static final long serialVersionUID = 1;

    private final RowOptions options;
    private final RowConversion conversion;
    /** Made with the first bytes. */
    private transient @Nullable StreamRows rows;

    /**
     * Makes one.
     *
     * @param options {@code kind}: {@code rocketmq-frames}, {@code amqp-frames} or {@code amqp-messages}; {@code properties},
     *                {@code mode} and {@code lenient}.
     * @param columns of the rows, in their order.
     * @throws IllegalArgumentException if an option has a wrong value, or there is no such column.
     */
    public SkimDeserialization(final Map<String, String> options, final List<String> columns)
    {
        this.options = new RowOptions(options);
        if (this.options.isStore() || this.options.kind() == RowKind.PCAP)
        {
            throw new IllegalArgumentException("no files come by a queue: the option kind is one of rocketmq-frames,"
                + " amqp-frames, amqp-messages");
        }
        conversion = new RowConversion(this.options.schema(), columns);
    }

    @Override
    public RowData deserialize(final byte[] bytes)
    {
        throw new UnsupportedOperationException("there may be several rows: use deserialize(bytes, collector)");
    }

    @Override
    public void deserialize(final byte @Nullable [] bytes, final Collector<RowData> out) throws IOException
    {
        if (bytes == null)
        {
            return;
        }
        if (rows == null)
        {
            rows = options.kind().open(options.schema(), conversion.columns, Limits.DEFAULT, options.strictness());
        }
        final InputStream in = new ByteArrayInputStream(bytes);
        rows.wrap(options.kind() == RowKind.AMQP_MESSAGES ? new SequenceInputStream(new ByteArrayInputStream(ByteBuffer
            .allocate(Integer.BYTES).putInt(bytes.length).array()), in) : in, "");
        final SelectedRows selected = new SelectedRows(rows, RowPredicate.always(Truth.TRUE), options.mode());
        while (selected.next())
        {
            out.collect(conversion.row(rows));
        }
    }

    @Override
    public boolean isEndOfStream(final RowData row)
    {
        return false;
    }

    @Override
    public TypeInformation<RowData> getProducedType()
    {
        return conversion.typeInformation();
    }
}
