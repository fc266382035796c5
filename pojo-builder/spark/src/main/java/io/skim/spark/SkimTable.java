package io.skim.spark;

import java.util.EnumSet;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** A store as a table. */
final class SkimTable implements SupportsRead
{
    private final SkimOptions options;

    SkimTable(final SkimOptions options)
    {
        this.options = options;
    }

    @Override
    public String name()
    {
        return "skim " + options.paths;
    }

    @Override
    @SuppressWarnings("deprecation")
    public StructType schema()
    {
        return options.sparkSchema();
    }

    @Override
    public Set<TableCapability> capabilities()
    {
        return EnumSet.of(TableCapability.BATCH_READ);
    }

    /** The options of a query take the place of the table's. */
    @Override
    public ScanBuilder newScanBuilder(final CaseInsensitiveStringMap ofQuery)
    {
        return new SkimScanBuilder(options.with(ofQuery));
    }
}
