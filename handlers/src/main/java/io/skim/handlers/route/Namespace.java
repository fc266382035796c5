package io.skim.handlers.route;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A prefix of the names of topics and groups: {@code Orders} becomes {@code tenant%Orders}, and {@code %RETRY%readers}
 * becomes {@code %RETRY%tenant%readers}. The names of the system's topics and groups do not change, and neither does a name
 * that has the namespace already. Immutable and free to share between threads.
 *
 * @see "NamespaceUtil.wrapNamespace and withoutNamespace, TopicValidator.isSystemTopic, MixAll.isSysConsumerGroup,
 *     release 5.5.1"
 */
public final class Namespace
{
    private static final char SEPARATOR = '%';
    private static final byte[] SYSTEM_GROUP_PREFIX = ascii("CID_RMQ_SYS_");
    private static final byte[] RETRY = ascii("%RETRY%");
    private static final byte[] DEAD_LETTER = ascii("%DLQ%");

    /** The prefix of names, with its separator. */
    final byte[] prefix;

    private final String name;

    private Namespace(final String name)
    {
        this.name = name;
        prefix = (name + SEPARATOR).getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] ascii(final String text)
    {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Makes a namespace.
     *
     * @param name of the namespace.
     * @return the namespace.
     * @throws IllegalArgumentException if it could not be removed again: if it is empty, contains a percent sign or half of a
     *     surrogate pair, or turns every name into a name of the system.
     */
    public static Namespace of(final String name)
    {
        if (name.isEmpty() || name.indexOf(SEPARATOR) >= 0 || !StandardCharsets.UTF_8.newEncoder().canEncode(name))
        {
            throw new IllegalArgumentException("a namespace is not empty and holds no '%', unlike '" + name + "'");
        }
        final Namespace made = new Namespace(name);
        if (isSystem(made.prefix, 0, made.prefix.length))
        {
            throw new IllegalArgumentException("names that begin with '" + name + "' are the system's");
        }
        return made;
    }

    private static boolean startsWith(final byte[] text, final int from, final int to, final byte[] start)
    {
        return to - from >= start.length && Arrays.equals(text, from, from + start.length, start, 0, start.length);
    }

    private static boolean isSystem(final byte[] text, final int from, final int to)
    {
        return startsWith(text, from, to, SYSTEM_GROUP_PREFIX) || NameCheck.isSystemTopic(text, from, to - from);
    }

    /** The index of the group in a topic for retries or dead letters; for other names, the index of the name. */
    private static int base(final byte[] text, final int from, final int to)
    {
        return startsWith(text, from, to, RETRY) ? from + RETRY.length : startsWith(text, from, to, DEAD_LETTER) ? from
            + DEAD_LETTER.length : from;
    }

    /** The index at which to insert the prefix into a name in UTF-8; negative if it does not get the prefix. */
    int wrapAt(final byte[] text, final int from, final int to)
    {
        final int base = base(text, from, to);
        return from == to || isSystem(text, from, to) || startsWith(text, base, to, prefix) ? -1 : base;
    }

    /** The index at which to remove the prefix from a name in UTF-8; negative if it does not have the prefix. */
    int stripAt(final byte[] text, final int from, final int to)
    {
        final int base = base(text, from, to);
        return startsWith(text, base, to, prefix) ? base : -1;
    }

    /**
     * Adds the namespace to a name. Allocates.
     *
     * @param resource the name of a topic or group.
     * @return the name in the namespace.
     */
    public String wrap(final String resource)
    {
        final byte[] utf8 = resource.getBytes(StandardCharsets.UTF_8);
        final int at = wrapAt(utf8, 0, utf8.length);
        // The text before that index is ASCII, so the index is the same in UTF-16.
        return at < 0 ? resource : resource.substring(0, at) + name + SEPARATOR + resource.substring(at);
    }

    /**
     * Removes the namespace from a name. Allocates.
     *
     * @param resource the name of a topic or group.
     * @return the name without the namespace; the name itself if it is not in this namespace.
     */
    public String strip(final String resource)
    {
        final byte[] utf8 = resource.getBytes(StandardCharsets.UTF_8);
        final int at = stripAt(utf8, 0, utf8.length);
        return at < 0 ? resource : resource.substring(0, at) + resource.substring(at + name.length() + 1);
    }

    /** {@return the name of the namespace, as given} */
    @Override
    public String toString()
    {
        return name;
    }
}
