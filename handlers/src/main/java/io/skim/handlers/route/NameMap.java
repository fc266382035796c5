package io.skim.handlers.route;

import java.util.Map;

/**
 * A function on the names of topics and groups, in both directions: from the names that clients use to those that the broker
 * has, and back. A {@link NameRewriter} applies it to all names of a frame.
 *
 * <pre>
 * NameMap lane = NameMap.prefix("gray_").then(Namespace.of("tenant"));       // Orders becomes tenant%gray_Orders
 * NameMap alias = NameMap.table(Map.of("Orders", "OrdersOfMay"), Map.of()); // any other name stays
 * </pre>
 *
 * It does not receive every name: the names of the {@linkplain NameCheck#isSystemTopic system's topics} and groups stay as they
 * are, and of a topic for retries or dead letters ({@code %RETRY%readers}) the map receives the group.
 * <p>
 * Both directions must fit: {@code toClient} of what {@code toBroker} gives is the name before. Two names must not become one.
 * A name that would become one of the system's, or a topic for retries or dead letters, is refused on its way to the broker: {@code
 * 102} under the prefix {@code TBW}. The other direction does not refuse: a broker's name that this map does not give may become any.
 * An implementation that rewriters of several threads share must be immutable.
 */
public interface NameMap
{
    /**
     * Maps a name on its way to the broker.
     *
     * @param kind   {@link ResourceKind#TOPIC} or {@link ResourceKind#GROUP}.
     * @param utf8   array that holds the name, read-only.
     * @param offset in {@code utf8}, in bytes, of the name's first byte.
     * @param length of the name in bytes; 0 for the group of a topic that is only {@code %RETRY%}.
     * @param out    for the name that takes its place.
     * @return false if the name stays as it is; then what was put into {@code out} is dropped.
     */
    boolean toBroker(ResourceKind kind, byte[] utf8, int offset, int length, NameSink out);

    /**
     * Maps a name on its way to a client.
     *
     * @param kind   {@link ResourceKind#TOPIC} or {@link ResourceKind#GROUP}.
     * @param utf8   array that holds the name, read-only.
     * @param offset in {@code utf8}, in bytes, of the name's first byte.
     * @param length of the name in bytes; 0 for the group of a topic that is only {@code %RETRY%}.
     * @param out    for the name that takes its place.
     * @return false if the name stays as it is; then what was put into {@code out} is dropped.
     */
    boolean toClient(ResourceKind kind, byte[] utf8, int offset, int length, NameSink out);

    /**
     * Applies another map nearer to the broker: after this one to the names on their way to the broker, before it to those on
     * their way to a client.
     *
     * @param next the other map.
     * @return both maps as one.
     */
    default NameMap then(final NameMap next)
    {
        return new JoinedNames(this, next);
    }

    /**
     * The broker's name of a client's topic or group, as a rewriter maps it in a frame: the names of the system stay, and topics for
     * retries and dead letters follow their group. Allocates.
     *
     * @param kind {@link ResourceKind#TOPIC} or {@link ResourceKind#GROUP}.
     * @param name that clients use.
     * @return the name that the broker has.
     * @throws IllegalArgumentException if that would be one of the system's, or a topic for retries or dead letters, or the name
     *     holds half of a surrogate pair.
     */
    default String toBroker(final ResourceKind kind, final String name)
    {
        return MappedName.text(this, true, kind, name);
    }

    /**
     * The clients' name of a broker's topic or group, as a rewriter maps it in a frame; see {@link #toBroker(ResourceKind, String)}.
     * Allocates.
     *
     * @param kind {@link ResourceKind#TOPIC} or {@link ResourceKind#GROUP}.
     * @param name that the broker has.
     * @return the name that clients use.
     * @throws IllegalArgumentException if the name holds half of a surrogate pair.
     */
    default String toClient(final ResourceKind kind, final String name)
    {
        return MappedName.text(this, false, kind, name);
    }

    /** {@return a map in which all names stay as they are} */
    static NameMap identity()
    {
        return NamesInTable.NONE;
    }

    /**
     * A prefix that all names of topics and groups get, also those that begin with it already; {@link Namespace} is a prefix as
     * the reference knows it.
     *
     * @param prefix of the names that the broker has.
     * @return the map. On the way to a client, names without the prefix stay as they are, and so does the bare prefix.
     * @throws IllegalArgumentException if the prefix is empty, holds half of a surrogate pair or begins as a name of the
     *     system or as a topic for retries or dead letters does.
     */
    static NameMap prefix(final String prefix)
    {
        return affixes(prefix, "");
    }

    /**
     * A prefix and a suffix that all names of topics and groups get, as {@link #prefix}.
     *
     * @param prefix of the names that the broker has; may be empty.
     * @param suffix of the names that the broker has; may be empty.
     * @return the map. On the way to a client, names without the one or the other stay as they are.
     * @throws IllegalArgumentException if both are empty, one holds half of a surrogate pair, or the prefix begins as a name of
     *     the system or as a topic for retries or dead letters does.
     */
    static NameMap affixes(final String prefix, final String suffix)
    {
        return new AffixedNames(prefix, suffix);
    }

    /**
     * A table of names. Other names stay as they are.
     *
     * @param topics the broker's topic by the clients' topic, without those for retries and dead letters, which follow the
     *               groups.
     * @param groups the broker's group by the clients' group.
     * @return the map.
     * @throws IllegalArgumentException if two names become one, or a name holds half of a surrogate pair, or a name of the broker
     *     is one of the system's or a topic for retries or dead letters.
     */
    static NameMap table(final Map<String, String> topics, final Map<String, String> groups)
    {
        return new NamesInTable(topics, groups);
    }
}
