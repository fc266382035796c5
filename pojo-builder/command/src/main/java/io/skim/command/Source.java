package io.skim.command;

import org.jspecify.annotations.Nullable;

/**
 * Where bytes come from, for reports.
 *
 * @param file       its name, or null for standard input.
 * @param connection whose direction they went, {@code 10.0.0.1:40000>10.0.0.2:10911}, if the file is a capture; else null.
 * @param stream     the number of that direction; its lowest bit apart it is the same in both directions.
 */
public record Source(@Nullable String file, @Nullable String connection, long stream)
{
    Source(final @Nullable String file)
    {
        this(file, null, 0);
    }

    boolean isStandardInput()
    {
        return file == null;
    }

    /** For people. */
    String name()
    {
        return file == null ? "standard input" : file;
    }
}
