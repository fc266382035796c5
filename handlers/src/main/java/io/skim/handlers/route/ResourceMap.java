package io.skim.handlers.route;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/**
 * Which ext fields of which requests name a topic, a group or a namespace: the table behind {@link ResourceReader} and
 * {@link NameRewriter}, of RocketMQ 5.5.1.
 * <p>
 * It covers headers only. {@link BodyMap} covers the JSON bodies, and lists what else may name topics and groups: stored
 * records in the requests 39 and 309 and in the answers to pulls and queries, for example. A gateway that separates tenants should
 * admit only codes that its owner has reviewed; see {@link CodeGate}.
 * <p>
 * Responses have no such fields. A binary header has 16 bits for its code: a code above 32,767 becomes another code there,
 * also for the broker.
 *
 * @see "annotations RocketMQAction and RocketMQResource of org.apache.rocketmq.remoting.protocol.header, release 5.5.1"
 */
public final class ResourceMap
{
    private static final String TABLE = "resource-map.tsv";
    private static final ResourceField[] NOTHING = {};

    /** The names of the fields, by their ids. */
    static final List<String> NAMES;

    /** Ascending. */
    private static final int[] CODES;
    /** The fields of each code, by the index of the code. */
    private static final ResourceField[][] FIELDS;

    static
    {
        final List<String> names = new ArrayList<>();
        final TreeMap<Integer, ResourceField[]> table = new TreeMap<>();
        for (final String line : lines(TABLE))
        {
            final String[] cells = line.split("\t");
            final ResourceField[] fields = Arrays.stream(cells[2].split(" ")).map(text -> field(text, names)).toArray(
                ResourceField[]::new);
            for (final String code : cells[0].split(","))
            {
                table.put(Integer.valueOf(code), fields);
            }
        }
        NAMES = List.copyOf(names);
        CODES = table.keySet().stream().mapToInt(Integer::intValue).toArray();
        FIELDS = table.values().toArray(ResourceField[][]::new);
    }

    private ResourceMap()
    {
    }

    /** The lines of a table beside this class, without its comments. */
    static List<String> lines(final String table)
    {
        try (InputStream in = ResourceMap.class.getResourceAsStream(table); BufferedReader reader = new BufferedReader(
            new InputStreamReader(in, StandardCharsets.UTF_8)))
        {
            return reader.lines().filter(line -> !line.startsWith("#")).toList();
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException(table, e);
        }
    }

    /** Parses {@code kind:name} or {@code kind:name[separator]}, which a {@code ?} may follow. */
    private static ResourceField field(final String text, final List<String> names)
    {
        final boolean guarded = !text.endsWith("?");
        final String[] parts = text.split("[:\\[\\]?]");
        if (!names.contains(parts[1]))
        {
            names.add(parts[1]);
        }
        return new ResourceField(names.indexOf(parts[1]), parts[1], ResourceKind.valueOf(parts[0].toUpperCase(
            Locale.ROOT)), parts.length > 2 ? parts[2].charAt(0) : ResourceField.NO_SEPARATOR, guarded);
    }

    /** The fields of a request, read-only; none if the map does not have its code. Allocates nothing. */
    static ResourceField[] of(final int code)
    {
        final int place = Arrays.binarySearch(CODES, code);
        return place < 0 ? NOTHING : FIELDS[place];
    }

    /**
     * Whether requests of a code have fields that name something. Allocates nothing.
     *
     * @param code of a request.
     * @return false for all other codes, also those of future releases.
     */
    public static boolean knows(final int code)
    {
        return Arrays.binarySearch(CODES, code) >= 0;
    }

    /** {@return the codes of all requests that have such fields: a new array, ascending} */
    public static int[] codes()
    {
        return CODES.clone();
    }

    /**
     * The fields of a request that name something.
     *
     * @param code of the request.
     * @return an immutable list in the order of the header's class; empty if there are none. Allocates.
     */
    public static List<ResourceField> fields(final int code)
    {
        return List.of(of(code));
    }
}
