package io.skim.flink;

import io.skim.store.rows.RowOptions;
import io.skim.store.rows.RowSchema;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * The connector {@code skim} for tables.
 *
 * <pre>
 * CREATE TABLE messages (topic STRING, storeTimestamp TIMESTAMP_LTZ(3), TAGS STRING,
 *     WATERMARK FOR storeTimestamp AS storeTimestamp - INTERVAL '5' SECOND)
 * WITH ('connector' = 'skim', 'path' = 'hdfs:///brokers/a/store', 'properties' = 'TAGS')
 * </pre>
 *
 * A table has those columns that it wants. Options: {@code path}, {@code kind}, {@code properties}, {@code mode},
 * {@code checkBodies}, {@code lenient}, {@code lookUp}, {@code splitBytes}; {@code watch}, how often to look for new files;
 * {@code pushDown}, {@code false} to leave filters to Flink.
 */
public final class SkimTableFactory implements DynamicTableSourceFactory
{
    private static final ConfigOption<String> PATH = ConfigOptions.key("path").stringType().noDefaultValue();
    private static final ConfigOption<String> KIND = ConfigOptions.key("kind").stringType().defaultValue("commitlog");
    private static final ConfigOption<String> PROPERTIES =
        ConfigOptions.key("properties").stringType().defaultValue("");
    private static final ConfigOption<String> MODE = ConfigOptions.key("mode").stringType().defaultValue("PERMISSIVE");
    private static final ConfigOption<String> CHECK_BODIES = ConfigOptions.key("checkBodies").stringType().defaultValue(
        "false");
    private static final ConfigOption<String> LENIENT = ConfigOptions.key("lenient").stringType().defaultValue("false");
    private static final ConfigOption<String> LOOK_UP = ConfigOptions.key("lookUp").stringType().defaultValue("false");
    private static final ConfigOption<Long> SPLIT_BYTES = ConfigOptions.key("splitBytes").longType().defaultValue(
        134_217_728L);
    private static final ConfigOption<Duration> WATCH = ConfigOptions.key("watch").durationType().noDefaultValue();
    private static final ConfigOption<Boolean> PUSH_DOWN =
        ConfigOptions.key("pushDown").booleanType().defaultValue(true);

    /** File and offset are the first columns of each schema, and damage has them, too. */
    private static final int LAST_NEVER_NULL = 1;

    /** For Flink, which makes it. */
    public SkimTableFactory()
    {
        // Nothing to keep.
    }

    @Override
    public String factoryIdentifier()
    {
        return "skim";
    }

    @Override
    public Set<ConfigOption<?>> requiredOptions()
    {
        return Set.of(PATH);
    }

    @Override
    public Set<ConfigOption<?>> optionalOptions()
    {
        return Set.of(KIND, PROPERTIES, MODE, CHECK_BODIES, LENIENT, LOOK_UP, SPLIT_BYTES, WATCH, PUSH_DOWN);
    }

    @Override
    public DynamicTableSource createDynamicTableSource(final Context context)
    {
        final FactoryUtil.TableFactoryHelper helper = FactoryUtil.createTableFactoryHelper(this, context);
        helper.validate();
        final Map<String, String> options = new HashMap<>(context.getCatalogTable().getOptions());
        try
        {
            checkColumns(new RowOptions(options).schema(), context.getPhysicalRowDataType());
            return new SkimTableSource(options, helper.getOptions().get(PATH), helper.getOptions().get(SPLIT_BYTES),
                helper
                    .getOptions().getOptional(WATCH).orElse(null),
                helper.getOptions().get(PUSH_DOWN), context
                    .getPhysicalRowDataType());
        }
        catch (final IllegalArgumentException e)
        {
            throw new ValidationException(e.getMessage(), e);
        }
    }

    private static void checkColumns(final RowSchema schema, final DataType table)
    {
        for (final RowType.RowField field : ((RowType)table.getLogicalType()).getFields())
        {
            final int column = schema.index(field.getName());
            if (column < 0)
            {
                throw new ValidationException("there is no column \"" + field.getName()
                    + "\"; a property is one if the option properties names it");
            }
            final LogicalType type = RowConversion.type(schema.columns().get(column).type()).getLogicalType();
            if (!field.getType().copy(true).equals(type))
            {
                throw new ValidationException(
                    "the column " + field.getName() + " is of the type " + type + ", not " + field
                        .getType());
            }
            // Flink does not look for nulls where a table promises that there are none, and would count them.
            if (!field.getType().isNullable() && column > LAST_NEVER_NULL)
            {
                throw new ValidationException("the column " + field.getName()
                    + " may be null, in damage at least: it cannot be NOT NULL, or of a primary key");
            }
        }
    }
}
