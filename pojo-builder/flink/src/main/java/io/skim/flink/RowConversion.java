package io.skim.flink;

import io.skim.store.rows.RowColumn;
import io.skim.store.rows.RowReader;
import io.skim.store.rows.RowSchema;
import java.io.Serializable;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.jspecify.annotations.Nullable;

/** Makes Flink's rows of some columns. */
final class RowConversion implements Serializable
{
    private static final long serialVersionUID = 1;
    private static final int MICROS = 1_000;
    private static final int NANOS = 1_000;

    /** The schema's column of each of the row's. */
    final int[] columns;
    private final io.skim.store.rows.RowType[] types;
    private final boolean[] isBody;
    private final String[] names;

    RowConversion(final RowSchema schema, final List<String> names)
    {
        this.names = names.toArray(String[]::new);
        columns = names.stream().mapToInt(name -> index(schema, name)).toArray();
        types = Arrays.stream(columns).mapToObj(column -> schema.columns().get(column).type()).toArray(
            io.skim.store.rows.RowType[]::new);
        isBody = new boolean[columns.length];
        for (int i = 0; i < columns.length; i++)
        {
            isBody[i] = schema.columns().get(columns[i]).name().equals("body");
        }
    }

    private static int index(final RowSchema schema, final String name)
    {
        final int index = schema.index(name);
        if (index < 0)
        {
            throw new IllegalArgumentException(
                "there is no column \"" + name + "\", but " + schema.columns().stream().map(
                    RowColumn::name).toList() + "; a property is a column if the option properties names it");
        }
        return index;
    }

    static DataType type(final io.skim.store.rows.RowType type)
    {
        return switch (type)
        {
            case INT -> DataTypes.INT();
            case LONG -> DataTypes.BIGINT();
            case BOOLEAN -> DataTypes.BOOLEAN();
            // Milliseconds, because Flink's event time has no more.
            case TIMESTAMP -> DataTypes.TIMESTAMP_LTZ(3);
            case TEXT -> DataTypes.STRING();
            case BINARY -> DataTypes.BYTES();
            case TEXTS -> DataTypes.MAP(DataTypes.STRING(), DataTypes.STRING());
        };
    }

    TypeInformation<RowData> typeInformation()
    {
        return InternalTypeInfo.of(RowType.of(Arrays.stream(types).map(type -> type(type).getLogicalType()).toArray(
            LogicalType[]::new), names));
    }

    RowData row(final RowReader from)
    {
        final GenericRowData row = new GenericRowData(columns.length);
        for (int i = 0; i < columns.length; i++)
        {
            row.setField(i, from.isNull(columns[i]) ? null : value(from, i));
        }
        return row;
    }

    private @Nullable Object value(final RowReader from, final int i)
    {
        final int column = columns[i];
        return switch (types[i])
        {
            case INT -> (int)from.number(column);
            case LONG -> from.number(column);
            case BOOLEAN -> from.number(column) != 0;
            case TIMESTAMP -> TimestampData.fromEpochMillis(Math.floorDiv(from.number(column), MICROS),
                (int)Math.floorMod(
                    from.number(column), (long)MICROS) * NANOS);
            case TEXT -> StringData
                .fromBytes(copy(from, from.offset(column), from.offset(column) + from.length(column)));
            case BINARY -> isBody[i] ? from.body() : copy(from, from.offset(column), from.offset(column) + from.length(
                column));
            case TEXTS -> map(from, column);
        };
    }

    private static byte[] copy(final RowReader from, final int begin, final int end)
    {
        return Arrays.copyOfRange(from.bytes(), begin, end);
    }

    private static GenericMapData map(final RowReader from, final int column)
    {
        final Map<StringData, StringData> map = new LinkedHashMap<>();
        for (int i = 0; i < from.count(column); i++)
        {
            map.put(text(from, from.entryName(column, i)), text(from, from.entryValue(column, i)));
        }
        return new GenericMapData(map);
    }

    private static StringData text(final RowReader from, final long place)
    {
        return StringData.fromBytes(copy(from, (int)place, (int)(place >>> Integer.SIZE)));
    }
}
