package io.skim.handlers.route;

import java.nio.charset.StandardCharsets;

/**
 * Applies a map to one name as it stands in a frame: the names of the system stay, and of a topic for retries or dead letters
 * the map receives the group. One thread at a time.
 *
 * @see "NamespaceUtil.wrapNamespace, TopicValidator.isSystemTopic, MixAll.isSysConsumerGroup, release 5.5.1"
 */
final class MappedName
{
    private static final byte[] SYSTEM_GROUP_PREFIX = NameCheck.ascii("CID_RMQ_SYS_");

    /** What the last name has become. */
    final NameSink result = new NameSink();

    private final NameMap map;
    private boolean toBroker;

    MappedName(final NameMap map)
    {
        this.map = map;
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

    /** Whether a name with this prefix would be one of the system, or that of another group's topic. */
    static boolean isReserved(final byte[] prefix)
    {
        return isSystem(prefix, 0, prefix.length) || markLength(prefix, 0, prefix.length) > 0;
    }

    /** What becomes of a name. Allocates. */
    static String text(final NameMap map, final boolean inwards, final ResourceKind kind, final String name)
    {
        final byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        final MappedName mapped = new MappedName(map);
        mapped.begin(inwards);
        return mapped.map(kind, utf8, 0, utf8.length) ? mapped.result.toString() : name;
    }

    /** Sets the direction of the names to come. */
    void begin(final boolean inwards)
    {
        toBroker = inwards;
    }

    /** Whether the map changes nothing. */
    boolean isIdentity()
    {
        return map == UnchangedNames.INSTANCE;
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
        return toBroker ? map.toBroker(named, text, group, to - group, result)
            : map.toClient(named, text, group, to - group, result);
    }
}
