package io.skim.spark;

import io.skim.store.rows.RowColumn;
import io.skim.store.rows.RowOptions;
import io.skim.store.rows.RowSchema;
import io.skim.store.rows.RowType;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The options of a table, checked. It goes to the executors with the splits.
 */
final class SkimOptions implements Serializable
{
    private static final long serialVersionUID = 1;
    private static final long SPLIT = 128 << 20;

    final List<String> paths = new ArrayList<>();
    final RowOptions rows;
    final boolean pushDown;
    final long splitBytes;

    SkimOptions(final CaseInsensitiveStringMap options)
    {
        rows = new RowOptions(options);
        if (!options.containsKey("path"))
        {
            throw new IllegalArgumentException(
                "the option path is missing, or there are several: load one path, and union"
                    + " the tables");
        }
        paths.add(options.get("path"));
        pushDown = options.getBoolean("pushDown", true);
        splitBytes = options.getLong("splitBytes", SPLIT);
        if (splitBytes < 1)
        {
            throw new IllegalArgumentException("the option splitBytes is a number from 1, not " + splitBytes);
        }
    }

    RowSchema schema()
    {
        return rows.schema();
    }

    /** Segments, or else streams. */
    boolean isStore()
    {
        return rows.isStore();
    }

    StructType sparkSchema()
    {
        final List<StructField> fields = new ArrayList<>();
        for (final RowColumn column : schema().columns())
        {
            fields.add(DataTypes.createStructField(column.name(), type(column.type()), true));
        }
        return DataTypes.createStructType(fields);
    }

    static DataType type(final RowType type)
    {
        return switch (type)
        {
            case INT -> DataTypes.IntegerType;
            case LONG -> DataTypes.LongType;
            case BOOLEAN -> DataTypes.BooleanType;
            case TIMESTAMP -> DataTypes.TimestampType;
            case TEXT -> DataTypes.StringType;
            case BINARY -> DataTypes.BinaryType;
            case TEXTS -> DataTypes.createMapType(DataTypes.StringType, DataTypes.StringType, false);
        };
    }
}
