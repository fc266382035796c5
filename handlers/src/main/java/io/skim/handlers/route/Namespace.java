package io.skim.handlers.route;

import io.skim.bytes.Utf8;

/**
 * A prefix of the names of topics and groups: {@code Orders} becomes {@code tenant%Orders}, and {@code %RETRY%readers}
 * becomes {@code %RETRY%tenant%readers}. The names of the system's topics and groups do not change, and neither does a name
 * that has the namespace already. Immutable and free to share between threads.
 *
 * @see "NamespaceUtil.wrapNamespace and withoutNamespace, TopicValidator.isSystemTopic, MixAll.isSysConsumerGroup,
 *     release 5.5.1"
 */
public final class Namespace implements NameMap
{
    private static final char SEPARATOR = '%';

    /** The prefix of names, with its separator. */
    private final byte[] prefix;
    private final String name;

    private Namespace(final String name)
    {
        this.name = name;
        prefix = Utf8.encode("a namespace", name + SEPARATOR);
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
        if (name.isEmpty() || name.indexOf(SEPARATOR) >= 0)
        {
            throw new IllegalArgumentException("a namespace is not empty and holds no '%', unlike '" + name + "'");
        }
        final Namespace made = new Namespace(name);
        if (MappedName.isReserved(made.prefix, 0, made.prefix.length))
        {
            throw new IllegalArgumentException("names that begin with '" + name + "' are the system's");
        }
        return made;
    }

    /** Adds the namespace to a name that does not have it; see {@link NameMap#toBroker}. */
    @Override
    public boolean toBroker(final ResourceKind kind, final byte[] utf8, final int offset, final int length,
        final NameSink out)
    {
        if (NameCheck.startsWith(utf8, offset, length, prefix))
        {
            return false;
        }
        out.put(prefix).put(utf8, offset, length);
        return true;
    }

    /** Removes the namespace from a name that has it; see {@link NameMap#toClient}. */
    @Override
    public boolean toClient(final ResourceKind kind, final byte[] utf8, final int offset, final int length,
        final NameSink out)
    {
        if (!NameCheck.startsWith(utf8, offset, length, prefix))
        {
            return false;
        }
        out.put(utf8, offset + prefix.length, length - prefix.length);
        return true;
    }

    /**
     * Adds the namespace to a name. Allocates.
     *
     * @param resource the name of a topic or group.
     * @return the name in the namespace.
     */
    public String wrap(final String resource)
    {
        return toBroker(ResourceKind.TOPIC, resource);
    }

    /**
     * Removes the namespace from a name. Allocates.
     *
     * @param resource the name of a topic or group.
     * @return the name without the namespace; the name itself if it is not in this namespace.
     */
    public String strip(final String resource)
    {
        return toClient(ResourceKind.TOPIC, resource);
    }

    /** {@return the name of the namespace, as given} */
    @Override
    public String toString()
    {
        return name;
    }
}
