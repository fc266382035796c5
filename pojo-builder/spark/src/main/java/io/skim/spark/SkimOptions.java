package io.skim.spark;

import io.skim.store.rows.RowColumn;
import io.skim.store.rows.RowKind;
import io.skim.store.rows.RowSchema;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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

    /** What becomes of damaged pieces. */
    enum Mode
    {
        PERMISSIVE,
        DROPMALFORMED,
        FAILFAST
    }

    final List<String> paths = new ArrayList<>();
    final ArrayList<String> properties = new ArrayList<>();
    final RowKind kind;
    final Mode mode;
    final boolean checkBodies;
    final boolean lenient;
    final boolean pushDown;
    final long splitBytes;

    SkimOptions(final CaseInsensitiveStringMap options)
    {
        kind = RowKind.named(options.getOrDefault("kind", RowKind.COMMIT_LOG.option()));
        for (final String name : options.getOrDefault("properties", "").split(","))
        {
            if (!name.isBlank())
            {
                properties.add(name.strip());
            }
        }
        if (!options.containsKey("path"))
        {
            throw new IllegalArgumentException(
                "the option path is missing, or there are several: load one path, and union"
                    + " the tables");
        }
        paths.add(options.get("path"));
        mode = mode(options.getOrDefault("mode", Mode.PERMISSIVE.name()));
        checkBodies = options.getBoolean("checkBodies", false);
        lenient = options.getBoolean("lenient", false);
        pushDown = options.getBoolean("pushDown", true);
        splitBytes = options.getLong("splitBytes", SPLIT);
        if (splitBytes < 1)
        {
            throw new IllegalArgumentException("the option splitBytes is a number from 1, not " + splitBytes);
        }
        // Refuses properties that have the name of a column.
        schema();
    }

    private static Mode mode(final String name)
    {
        for (final Mode mode : Mode.values())
        {
            if (mode.name().equals(name.toUpperCase(Locale.ROOT)))
            {
                return mode;
            }
        }
        throw new IllegalArgumentException("the option mode is one of PERMISSIVE, DROPMALFORMED, FAILFAST; not '" + name
            + "'");
    }

    RowSchema schema()
    {
        return kind.schema(properties);
    }

    /** Segments, or else streams. */
    boolean isStore()
    {
        return kind == RowKind.COMMIT_LOG;
    }

    StructType sparkSchema()
    {
        final List<StructField> fields = new ArrayList<>();
        for (final RowColumn column : schema().columns())
        {
            fields.add(DataTypes.createStructField(column.name(), type(column), true));
        }
        return DataTypes.createStructType(fields);
    }

    private static DataType type(final RowColumn column)
    {
        return switch (column.type())
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
