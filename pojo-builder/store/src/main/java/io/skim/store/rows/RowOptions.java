package io.skim.store.rows;

import io.skim.scan.Strictness;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The options that both engines have, checked. They go to the workers with the splits. Immutable. */
public final class RowOptions implements Serializable
{
    /** The fewest bytes that files may be cut into: with fewer, a segment would be more tasks than a driver can hold. */
    public static final int LEAST_SPLIT = 1_000;
    private static final long serialVersionUID = 1;

    /** What the files hold. */
    private final RowKind kind;
    /** Names of the properties that are columns of their own, in order. */
    private final ArrayList<String> properties = new ArrayList<>();
    /** What becomes of damaged pieces. */
    private final Mode mode;
    /** Whether the check sums of bodies are computed. */
    private final boolean checkBodies;
    /** Whether what the strict reading refuses is read as the reference reads it. */
    private final boolean lenient;
    /** Whether the files beside a commit log are used. */
    private final boolean lookUp;

    /** What becomes of damaged pieces. */
    public enum Mode
    {
        /** A row with a fault. */
        PERMISSIVE,
        /** No row. */
        DROPMALFORMED,
        /** The query fails. */
        FAILFAST
    }

    /**
     * Reads options.
     *
     * @param options {@code kind}, {@code properties}, {@code mode}, {@code checkBodies}, {@code lenient} and {@code lookUp};
     *                others are left to the engine.
     * @throws IllegalArgumentException if one has a wrong value, or a property has the name of a column.
     */
    public RowOptions(final Map<String, String> options)
    {
        kind = RowKind.named(options.getOrDefault("kind", RowKind.COMMIT_LOG.option()));
        for (final String name : options.getOrDefault("properties", "").split(","))
        {
            if (!name.isBlank())
            {
                properties.add(name.strip());
            }
        }
        mode = mode(options.getOrDefault("mode", Mode.PERMISSIVE.name()));
        checkBodies = isTrue(options, "checkBodies");
        lenient = isTrue(options, "lenient");
        lookUp = isTrue(options, "lookUp");
        schema();
    }

    private static boolean isTrue(final Map<String, String> options, final String name)
    {
        final String value = options.getOrDefault(name, "false").toLowerCase(Locale.ROOT);
        if (!value.equals("true") && !value.equals("false"))
        {
            throw new IllegalArgumentException("the option " + name + " is true or false, not '" + value + "'");
        }
        return value.equals("true");
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

    /** {@return what the files hold} */
    public RowKind kind()
    {
        return kind;
    }

    /** {@return whether files are segments, which can be cut into splits} */
    public boolean isStore()
    {
        return kind == RowKind.COMMIT_LOG;
    }

    /** {@return the properties that are columns} */
    public List<String> properties()
    {
        return List.copyOf(properties);
    }

    /** {@return what becomes of damaged pieces} */
    public Mode mode()
    {
        return mode;
    }

    /** {@return whether bodies of stored messages are compared with their CRC} */
    public boolean checkBodies()
    {
        return checkBodies;
    }

    /** {@return whether ill-formed UTF-8 is read as U+FFFD} */
    public Strictness strictness()
    {
        return lenient ? Strictness.LENIENT : Strictness.STRICT;
    }

    /** {@return whether the consume queues and index files beside a commit log tell which of its records are read} */
    public boolean lookUp()
    {
        return lookUp;
    }

    /** {@return all columns} */
    public RowSchema schema()
    {
        return kind.schema(properties);
    }

    /** {@return all options with their names, for logs} Allocates. */
    @Override
    public String toString()
    {
        return "RowOptions[kind=" + kind.option() + ", properties=" + properties + ", mode=" + mode + ", checkBodies="
            + checkBodies
            + ", lenient=" + lenient + ", lookUp=" + lookUp + "]";
    }
}
