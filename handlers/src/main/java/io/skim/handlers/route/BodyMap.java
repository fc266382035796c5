package io.skim.handlers.route;

import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which bodies of requests and answers name topics, groups and the addresses of brokers: the table behind a {@link NameRewriter},
 * of RocketMQ 5.5.1. Most are JSON. Those of the requests 39 and 309 and of the answers to 11, 12, 33, 361, 200050, 200052 and
 * 200070 are stored records, which name topics and groups in fields and properties.
 * <p>
 * Not in it are:
 * <ul>
 * <li>the bodies of batches, in sends: their header tells which they are;</li>
 * <li>names in the body of a message, as in those of the topic for traces;</li>
 * <li>what brokers, name servers and controllers send each other (103, 902 to 906, 1001 to 1018);</li>
 * <li>configurations that are a text of properties or keys and values (25, 26, 28, 47, 101, 219, 318, 319), in which an order
 * configuration may name topics, and resources of access control (3006 to 3010);</li>
 * <li>lite topics, which are names inside a topic; and the addresses of clients, of name servers and of filter servers.</li>
 * </ul>
 *
 * @see "the classes of org.apache.rocketmq.remoting.protocol.body, heartbeat, route, admin and subscription, release 5.5.1"
 */
public final class BodyMap
{
    private static final String TABLE = "body-map.tsv";
    private static final String REQUEST = "request";
    private static final String RECORDS = "records";
    /** The roots of the bodies by code: of requests, and of the answers to them. */
    private static final Column REQUESTS;
    private static final Column RESPONSES;

    static
    {
        final TreeMap<Integer, BodyNode> requests = new TreeMap<>();
        final TreeMap<Integer, BodyNode> responses = new TreeMap<>();
        for (final String line : lines())
        {
            final String[] cells = line.split("\t");
            final BodyNode root = new BodyNode();
            for (final String place : cells[3].split(" "))
            {
                final int colon = place.indexOf(':');
                add(root, place.substring(0, colon), place.substring(colon + 1));
            }
            for (final String code : cells[0].split(","))
            {
                (cells[1].equals(REQUEST) ? requests : responses).put(Integer.valueOf(code), root);
            }
        }
        REQUESTS = new Column(requests);
        RESPONSES = new Column(responses);
    }

    private BodyMap()
    {
    }

    /** The lines of the table. */
    static List<String> lines()
    {
        return ResourceMap.lines(TABLE);
    }

    private static void add(final BodyNode root, final String kind, final String path)
    {
        if (kind.equals(RECORDS))
        {
            root.records = path.equals("expanded") ? BodyNode.EXPANDED_RECORDS : BodyNode.STORED_RECORDS;
        }
        else
        {
            root.add(path, content(kind));
        }
    }

    private static int content(final String kind)
    {
        return switch (kind)
        {
            case "topic" -> BodyNode.TOPIC;
            case "group" -> BodyNode.GROUP;
            case "topic@group" -> BodyNode.TOPIC_AND_GROUP;
            case "address" -> BodyNode.ADDRESS;
            default -> throw new IllegalStateException(TABLE + ": " + kind);
        };
    }

    /** The root of a body; null if it names nothing. Allocates nothing. */
    static @Nullable BodyNode root(final int code, final boolean response)
    {
        return (response ? RESPONSES : REQUESTS).of(code);
    }

    /**
     * Whether the body of a request names topics or groups, so that a rewriter needs the whole frame. Allocates nothing.
     *
     * @param code of the request.
     * @return false for all other codes, also those of future releases.
     */
    public static boolean isInRequest(final int code)
    {
        return REQUESTS.of(code) != null;
    }

    /**
     * Whether the body of an answer names topics, groups or addresses, so that a rewriter needs the whole frame. Allocates
     * nothing.
     *
     * @param requestCode the code of the request that is answered.
     * @return false for all other codes, also those of future releases.
     */
    public static boolean isInResponse(final int requestCode)
    {
        return RESPONSES.of(requestCode) != null;
    }

    /** Roots by their codes, ascending. */
    private static final class Column
    {
        private final int[] codes;
        private final BodyNode[] roots;

        Column(final TreeMap<Integer, BodyNode> table)
        {
            codes = table.keySet().stream().mapToInt(Integer::intValue).toArray();
            roots = table.values().toArray(BodyNode[]::new);
        }

        @Nullable
        BodyNode of(final int code)
        {
            final int place = Arrays.binarySearch(codes, code);
            return place < 0 ? null : roots[place];
        }
    }
}
