package io.skim.handlers.route;

import io.skim.bytes.Utf8;
import java.util.Objects;

/**
 * Applies a map to one name as it stands in a frame: the names of the system stay, and of a topic for retries or dead letters
 * the map receives the group. On the way to the broker it refuses a name that the map makes one of the system, or a topic for
 * retries or dead letters: on the way back that would be another name. One thread at a time.
 *
 * @see "NamespaceUtil.wrapNamespace, TopicValidator.isSystemTopic, MixAll.isSysConsumerGroup, release 5.5.1"
 */
final class MappedName
{
    private static final byte[] SYSTEM_GROUP_PREFIX = NameCheck.ascii("CID_RMQ_SYS_");

    /** What the last name has become. */
    final NameSink result = new NameSink();

    private final NameMap map;
    boolean toBroker;
    /** Whether a name since {@link #begin} was refused. */
    boolean refused;

    MappedName(final NameMap map)
    {
        this.map = Objects.requireNonNull(map, "map");
    }

    private static boolean isSystem(final byte[] text, final int from, final int length)
    {
        return NameCheck.startsWith(text, from, length, SYSTEM_GROUP_PREFIX) || NameCheck.isSystemTopic(text, from,
            length);
    }

    /** The length of what marks the topic of a group; 0 for other names. */
    private static int markLength(final byte[] text, final int from, final int length)
    {
        return NameCheck.startsWith(text, from, length, NameCheck.RETRY) ? NameCheck.RETRY.length
            : NameCheck.startsWith(text, from, length, NameCheck.DEAD_LETTERS) ? NameCheck.DEAD_LETTERS.length : 0;
    }

    /** Whether a name is one of the system, or that of a group's topic; of a prefix, whether all names with it are. */
    static boolean isReserved(final byte[] text, final int from, final int length)
    {
        return isSystem(text, from, length) || markLength(text, from, length) > 0;
    }

    /**
     * What becomes of a name. Allocates.
     *
     * @throws IllegalArgumentException if it is refused, or holds half of a surrogate pair.
     */
    static String text(final NameMap map, final boolean inwards, final ResourceKind kind, final String name)
    {
        final byte[] utf8 = Utf8.encode("a name", name);
        final MappedName mapped = new MappedName(map);
        mapped.begin(inwards);
        final boolean changes = mapped.map(kind, utf8, 0, utf8.length);
        if (mapped.refused)
        {
            throw new IllegalArgumentException("'" + name + "' would become '" + mapped.result
                + "', which is a name of the system or a topic for retries or dead letters");
        }
        return changes ? mapped.result.toString() : name;
    }

    /** Sets the direction of the names to come. */
    void begin(final boolean inwards)
    {
        toBroker = inwards;
        refused = false;
    }

    /** Whether the map changes nothing. */
    boolean isIdentity()
    {
        return map == NamesInTable.NONE;
    }

    /** Maps a name in UTF-8; false if it stays as it is, and then the {@link #result} is of no use. */
    boolean map(final ResourceKind kind, final byte[] text, final int from, final int to)
    {
        if (from == to || isSystem(text, from, to - from))
        {
            return false;
        }
        result.reset();
        final int group = from + markLength(text, from, to - from);
        result.put(text, from, group - from);
        final ResourceKind named = group > from ? ResourceKind.GROUP : kind;
        if (!toBroker)
        {
            return map.toClient(named, text, group, to - group, result);
        }
        final boolean changes = map.toBroker(named, text, group, to - group, result);
        refused |= changes && isReserved(result.array, group - from, result.length - (group - from));
        return changes;
    }

    /** Appends what becomes of a name; false if it stays as it is. */
    boolean appendTo(final NameSink sink, final ResourceKind kind, final byte[] text, final int from, final int to)
    {
        final boolean changes = map(kind, text, from, to);
        sink.put(changes ? result.array : text, changes ? 0 : from, changes ? result.length : to - from);
        return changes;
    }

    @Override
    public String toString()
    {
        return map.toString();
    }
}
