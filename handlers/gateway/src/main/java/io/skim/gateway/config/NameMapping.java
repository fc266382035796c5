package io.skim.gateway.config;

import io.skim.handlers.route.NameMap;
import io.skim.handlers.route.NameSink;
import io.skim.handlers.route.ResourceKind;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Other names for topics and groups on the servers' side. Names in the table have their own; all others get the prefix and suffix.
 * Without prefix and suffix these stay as they are, except that a servers' name of the table then has its client's name only.
 * Retry and dead-letter topics ({@code %RETRY%group}, {@code %DLQ%group}) follow their group. Immutable; allocates nothing
 * for a name.
 */
public final class NameMapping implements NameMap
{
    private static final String REPLY_TOPIC = "_REPLY_TOPIC";
    private static final byte[] REPLIES = REPLY_TOPIC.getBytes(StandardCharsets.US_ASCII);

    private final String prefix;
    private final String suffix;
    private final Map<String, String> table;
    private final NameMap named;
    private final NameMap others;

    /**
     * Makes a map.
     *
     * @param prefix put in front of names that the table does not have.
     * @param suffix put behind them.
     * @param table  from clients' names to servers' names.
     * @throws IllegalArgumentException if two clients' names would be the same on the servers, or as {@link NameMap#affixes}.
     */
    public NameMapping(final String prefix, final String suffix, final Map<String, String> table)
    {
        this.prefix = prefix;
        this.suffix = suffix;
        this.table = Map.copyOf(table);
        if (!suffix.isEmpty() && (suffix.endsWith(REPLY_TOPIC) || REPLY_TOPIC.endsWith(suffix)))
        {
            throw new IllegalArgumentException(
                "with the suffix '" + suffix + "' a name could end as topics for replies do,"
                    + " in '" + REPLY_TOPIC + "', which stay as they are");
        }
        final Map<String, String> clients = new HashMap<>();
        table.forEach((client, server) -> {
            final String other = clients.put(server, client);
            if (other != null)
            {
                throw new IllegalArgumentException(
                    "'" + other + "' and '" + client + "' would both be '" + server + "'");
            }
        });
        named = NameMap.table(table, table);
        others = prefix.isEmpty() && suffix.isEmpty() ? NameMap.identity() : NameMap.affixes(prefix, suffix);
        for (final String server : table.values())
        {
            final String plain = others.toClient(ResourceKind.TOPIC, server);
            // Without prefix and suffix, a table gives other names to a few and leaves the rest: an alias hides a servers' name.
            if (!plain.equals(server) && !table.containsKey(plain))
            {
                throw new IllegalArgumentException(
                    "'" + plain + "' would be '" + server + "' too; give it a name of its own"
                        + " in the table");
            }
        }
    }

    /** {@return the text in front of names that the table does not have} */
    public String prefix()
    {
        return prefix;
    }

    /** {@return the text behind names that the table does not have} */
    public String suffix()
    {
        return suffix;
    }

    /** {@return the table from clients' names to servers' names} */
    public Map<String, String> table()
    {
        return table;
    }

    /**
     * This map for the names of RocketMQ, where topics for replies stay as they are: {@code DefaultCluster_REPLY_TOPIC}. Each cluster of
     * brokers has one, a consumer that replies takes its name from the message, and nobody subscribes to it. One in the table has its name.
     *
     * @return the map.
     * @see "MixAll.getReplyTopic, TopicConfigManager, release 5.5.1"
     */
    public NameMap exceptReplies()
    {
        return new ExceptReplies();
    }

    /**
     * Whether a name is that of a topic for replies.
     *
     * @param kind   of the name.
     * @param utf8   array that holds it.
     * @param offset in {@code utf8}, in bytes, of its first byte.
     * @param length of it in bytes.
     * @return true if it is a topic and ends so.
     */
    public static boolean isForReplies(final ResourceKind kind, final byte[] utf8, final int offset, final int length)
    {
        final int end = offset + length;
        return kind == ResourceKind.TOPIC && length >= REPLIES.length
            && Arrays.equals(utf8, end - REPLIES.length, end, REPLIES, 0, REPLIES.length);
    }

    private final class ExceptReplies implements NameMap
    {
        @Override
        public boolean toBroker(final ResourceKind kind, final byte[] utf8, final int offset, final int length,
            final NameSink out)
        {
            return named.toBroker(kind, utf8, offset, length, out)
                || !isForReplies(kind, utf8, offset, length) && others.toBroker(kind, utf8, offset, length, out);
        }

        @Override
        public boolean toClient(final ResourceKind kind, final byte[] utf8, final int offset, final int length,
            final NameSink out)
        {
            return named.toClient(kind, utf8, offset, length, out)
                || !isForReplies(kind, utf8, offset, length) && others.toClient(kind, utf8, offset, length, out);
        }
    }

    @Override
    public boolean toBroker(final ResourceKind kind, final byte[] utf8, final int offset, final int length,
        final NameSink out)
    {
        return named.toBroker(kind, utf8, offset, length, out) || others.toBroker(kind, utf8, offset, length, out);
    }

    @Override
    public boolean toClient(final ResourceKind kind, final byte[] utf8, final int offset, final int length,
        final NameSink out)
    {
        return named.toClient(kind, utf8, offset, length, out) || others.toClient(kind, utf8, offset, length, out);
    }

    /** {@return prefix, suffix and size of the table} */
    @Override
    public String toString()
    {
        return "NameMapping[" + prefix + "*" + suffix + ", " + table.size() + " names]";
    }
}
