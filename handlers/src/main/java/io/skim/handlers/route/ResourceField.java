package io.skim.handlers.route;

import java.util.Objects;

/**
 * An ext field of a request that names a topic, a group or a namespace. Immutable.
 */
public final class ResourceField
{
    /** In place of a separator: the field holds one name. */
    public static final char NO_SEPARATOR = '\0';

    /** The number of the field's name among all names of the map. */
    final int id;

    private final String name;
    private final ResourceKind kind;
    private final char separator;
    private final boolean guarded;

    ResourceField(final int id, final String name, final ResourceKind kind, final char separator, final boolean guarded)
    {
        this.id = id;
        this.name = name;
        this.kind = kind;
        this.separator = separator;
        this.guarded = guarded;
    }

    /** {@return the name of the ext field, as on the wire} */
    public String name()
    {
        return name;
    }

    /** {@return the kind of the named thing} */
    public ResourceKind kind()
    {
        return kind;
    }

    /**
     * {@return the separator of several names in the field, an ASCII character; {@link #NO_SEPARATOR} if the field holds only
     * one name}
     */
    public char separator()
    {
        return separator;
    }

    /**
     * Whether the reference's access control requires a permission for the named thing.
     *
     * @return false for a name without a permission, for example a producer's group.
     * @see "annotation RocketMQResource, release 5.5.1"
     */
    public boolean isGuarded()
    {
        return guarded;
    }

    @Override
    public boolean equals(final Object other)
    {
        return other instanceof final ResourceField that && id == that.id && kind == that.kind
            && separator == that.separator && guarded == that.guarded;
    }

    @Override
    public int hashCode()
    {
        return Objects.hash(id, kind, separator, guarded);
    }

    @Override
    public String toString()
    {
        return kind + " " + name;
    }
}
