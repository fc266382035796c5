package io.skim.generate;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A field of a header, as the schema has it.
 */
final class SchemaField
{
    private static final Map<String, String> TYPES = Map.of("String", "STRING", "Integer", "INT", "int", "INT", "Long",
        "LONG", "long", "LONG", "Boolean", "BOOLEAN", "boolean", "BOOLEAN", "BoundaryType", "BOUNDARY");
    private static final Map<String, String> PRIMITIVES = Map.of("Integer", "int", "Long", "long", "Boolean",
        "boolean");
    private static final Set<String> ATTRIBUTES = Set.of("required", "alias", "from", "default", "resource", "since");

    final String key;
    final String type;
    /** Attributes by name, in the order of the schema's legend; of {@code required} an empty text. */
    final Map<String, String> attributes;
    List<String> choices = List.of();

    SchemaField(final String key, final String type, final Map<String, String> attributes)
    {
        if (!TYPES.containsKey(type))
        {
            throw new IllegalArgumentException("type " + type + " is not known");
        }
        for (final String attribute : attributes.keySet())
        {
            if (!ATTRIBUTES.contains(attribute))
            {
                throw new IllegalArgumentException("attribute " + attribute + " is not known");
            }
        }
        this.key = key;
        this.type = type;
        this.attributes = attributes;
    }

    /** The value of an attribute; null if the field has none of that name. */
    @Nullable
    String attribute(final String name)
    {
        return attributes.get(name);
    }

    boolean isRequired()
    {
        return attributes.containsKey("required");
    }

    /** A constant of {@code FieldType}. */
    String constant()
    {
        return Objects.requireNonNull(TYPES.get(type));
    }

    /** Whether it is a primitive in the reference, which always has a value. */
    boolean isAlways()
    {
        return Character.isLowerCase(type.charAt(0));
    }

    /** Whether it may be unset, and is kept as a primitive and a bit. */
    boolean isBoxed()
    {
        return PRIMITIVES.containsKey(type);
    }

    /** Whether it is a text or a boundary: null while unset. */
    boolean isObject()
    {
        return !isAlways() && !isBoxed();
    }

    /** The type of accessors, which answer null while it is unset. */
    String nullable()
    {
        return isAlways() ? type : "@Nullable " + type;
    }

    /** The type it is kept in. */
    String primitive()
    {
        return PRIMITIVES.getOrDefault(type, type);
    }

    /** What a new header has, as an expression; null for none. */
    @Nullable
    String initial()
    {
        final String value = attribute("default");
        if (value == null)
        {
            return null;
        }
        final String suffix = constant().equals("LONG") ? "L" : "";
        return value.equals("now") ? "System.currentTimeMillis()" : value + suffix;
    }
}
