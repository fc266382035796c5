package io.skim.handlers.route;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Applies a map to one name as it stands in a frame: the names of the system stay, and of a topic for retries or dead letters
 * the map receives the group. One thread at a time.
 *
 * @see "NamespaceUtil.wrapNamespace, TopicValidator.isSystemTopic, MixAll.isSysConsumerGroup, release 5.5.1"
 */
final class MappedName
{
    private static final byte[] SYSTEM_GROUP_PREFIX = ascii("CID_RMQ_SYS_");
    private static final byte[] RETRY = ascii("%RETRY%");
    private static final byte[] DEAD_LETTER = ascii("%DLQ%");

    /** What the last name has become. */
    final NameSink result = new NameSink();

    private final NameMap map;
    private boolean toBroker;

    MappedName(final NameMap map)
    {
        this.map = map;
    }

    private static byte[] ascii(final String text)
    {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    static boolean startsWith(final byte[] text, final int from, final int to, final byte[] start)
    {
        return to - from >= start.length && Arrays.equals(text, from, from + start.length, start, 0, start.length);
    }

    private static boolean isSystem(final byte[] text, final int from, final int to)
    {
        return startsWith(text, from, to, SYSTEM_GROUP_PREFIX) || NameCheck.isSystemTopic(text, from, to - from);
    }

    /** Whether a name with this prefix would be one of the system, or that of another group's topic. */
    static boolean isReserved(final byte[] prefix)
    {
        return isSystem(prefix, 0, prefix.length) || startsWith(prefix, 0, prefix.length, RETRY)
            || startsWith(prefix, 0, prefix.length, DEAD_LETTER);
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
        if (from == to || isSystem(text, from, to))
        {
            return false;
        }
        result.reset();
        final int group = startsWith(text, from, to, RETRY) ? from + RETRY.length
            : startsWith(text, from, to, DEAD_LETTER) ? from + DEAD_LETTER.length : from;
        result.put(text, from, group - from);
        final ResourceKind named = group > from ? ResourceKind.GROUP : kind;
        return toBroker ? map.toBroker(named, text, group, to - group, result)
            : map.toClient(named, text, group, to - group, result);
    }
}
