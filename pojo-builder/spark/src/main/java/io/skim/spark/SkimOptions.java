package io.skim.spark;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.skim.store.rows.RowColumn;
import io.skim.store.rows.RowOptions;
import io.skim.store.rows.RowSchema;
import io.skim.store.rows.RowType;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
    /** All options as they were given: a file system may have its own among them. */
    final Map<String, String> given;
    final RowOptions rows;
    final boolean pushDown;
    final long splitBytes;

    SkimOptions(final CaseInsensitiveStringMap options)
    {
        given = new HashMap<>(options.asCaseSensitiveMap());
        rows = new RowOptions(options);
        paths.addAll(paths(options));
        pushDown = pushDown(options.getOrDefault("pushDown", "true"));
        splitBytes = splitBytes(options.getOrDefault("splitBytes", String.valueOf(SPLIT)));
    }

    /**
     * Those of a query before those of the table, whose columns and files are known already.
     *
     * @throws IllegalArgumentException if a query gives others.
     */
    SkimOptions with(final CaseInsensitiveStringMap ofQuery)
    {
        final Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        all.putAll(given);
        all.putAll(ofQuery.asCaseSensitiveMap());
        final SkimOptions options = new SkimOptions(new CaseInsensitiveStringMap(all));
        if (!options.paths.equals(paths) || !options.sparkSchema().equals(sparkSchema()))
        {
            throw new IllegalArgumentException(
                "a query cannot give a table another path, kind or properties, which decide on its"
                    + " columns: load it with them");
        }
        return options;
    }

    /** Spark has a single path in one option, and several as a list in JSON in another one. */
    private static List<String> paths(final CaseInsensitiveStringMap options)
    {
        if (options.containsKey("path"))
        {
            return List.of(options.get("path"));
        }
        try
        {
            final String[] several = new ObjectMapper().readValue(options.getOrDefault("paths", "[]"), String[].class);
            if (several.length > 0)
            {
                return List.of(several);
            }
        }
        catch (final JsonProcessingException e)
        {
            throw new IllegalArgumentException("the option paths is a list of texts in JSON: " + e.getMessage(), e);
        }
        throw new IllegalArgumentException("the option path is missing");
    }

    private static boolean pushDown(final String value)
    {
        if (!value.equalsIgnoreCase("true") && !value.equalsIgnoreCase("false"))
        {
            throw new IllegalArgumentException("the option pushDown is true or false, not '" + value + "'");
        }
        return value.equalsIgnoreCase("true");
    }

    private static long splitBytes(final String value)
    {
        long bytes;
        try
        {
            bytes = Long.parseLong(value);
        }
        catch (final NumberFormatException e)
        {
            bytes = 0;
        }
        if (bytes < RowOptions.LEAST_SPLIT)
        {
            throw new IllegalArgumentException("the option splitBytes is a number from " + RowOptions.LEAST_SPLIT
                + ", not '" + value + "'");
        }
        return bytes;
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
