package io.skim.handlers.route;

import io.skim.bytes.Utf8;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** The map of the names in a table. */
final class NamesInTable implements NameMap
{
    /** The map in which all names stay as they are. */
    static final NamesInTable NONE = new NamesInTable(Map.of(), Map.of());

    private final Column topics;
    private final Column groups;
    private final Column brokerTopics;
    private final Column brokerGroups;

    NamesInTable(final Map<String, String> topics, final Map<String, String> groups)
    {
        this.topics = new Column(topics);
        this.groups = new Column(groups);
        brokerTopics = new Column(inverse(topics));
        brokerGroups = new Column(inverse(groups));
    }

    private static Map<String, String> inverse(final Map<String, String> names)
    {
        final Map<String, String> inverse = new HashMap<>();
        names.forEach((client, broker) -> {
            final byte[] utf8 = utf8(broker);
            if (MappedName.isReserved(utf8, 0, utf8.length))
            {
                throw new IllegalArgumentException("'" + client + "' would become '" + broker
                    + "', which is a name of the system or a topic for retries or dead letters");
            }
            final String other = inverse.put(broker, client);
            if (other != null)
            {
                throw new IllegalArgumentException("'" + client + "' and '" + other + "' both become '" + broker + "'");
            }
        });
        return inverse;
    }

    private static byte[] utf8(final String name)
    {
        return Utf8.encode("a name", name);
    }

    @Override
    public boolean toBroker(final ResourceKind kind, final byte[] utf8, final int offset, final int length,
        final NameSink out)
    {
        return (kind == ResourceKind.TOPIC ? topics : groups).find(utf8, offset, length, out);
    }

    @Override
    public boolean toClient(final ResourceKind kind, final byte[] utf8, final int offset, final int length,
        final NameSink out)
    {
        return (kind == ResourceKind.TOPIC ? brokerTopics : brokerGroups).find(utf8, offset, length, out);
    }

    /** There may be many names. */
    @Override
    public String toString()
    {
        return this == NONE ? "names as they are"
            : "table of " + topics.names.length + " topics and " + groups.names.length + " groups";
    }

    /** Names in order, and what they become. */
    static final class Column
    {
        private final byte[][] names;
        private final byte[][] values;

        Column(final Map<String, String> table)
        {
            final byte[][][] rows = table.entrySet().stream().map(row -> new byte[][] {utf8(row.getKey()), utf8(row
                .getValue())}).sorted((one, other) -> Arrays.compare(one[0], other[0])).toArray(byte[][][]::new);
            names = Arrays.stream(rows).map(row -> row[0]).toArray(byte[][]::new);
            values = Arrays.stream(rows).map(row -> row[1]).toArray(byte[][]::new);
        }

        boolean find(final byte[] utf8, final int offset, final int length, final NameSink out)
        {
            int low = 0;
            int high = names.length - 1;
            while (low <= high)
            {
                final int middle = low + high >>> 1;
                final byte[] name = names[middle];
                final int order = Arrays.compare(name, 0, name.length, utf8, offset, offset + length);
                if (order == 0)
                {
                    out.put(values[middle]);
                    return true;
                }
                low = order < 0 ? middle + 1 : low;
                high = order < 0 ? high : middle - 1;
            }
            return false;
        }
    }
}
