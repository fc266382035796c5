package io.skim.gateway.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * A value of the file that its {@link Shape} has taken: a scalar, a list, or keys with values. Missing and refused values are not
 * in it.
 *
 * @param node    where it stands.
 * @param scalar  what the shape made of the text; null for lists and keys.
 * @param items   of a list.
 * @param entries by their keys, in the order of the file.
 * @param keys    the nodes of the keys.
 */
record Value(Node node, @Nullable Object scalar, List<Value> items, Map<String, Value> entries, Map<String, Node> keys)
{
    static Value scalar(final Node node, final Object scalar)
    {
        return new Value(node, scalar, List.of(), Map.of(), Map.of());
    }

    static Value list(final Node node, final List<Value> items)
    {
        return new Value(node, null, items, Map.of(), Map.of());
    }

    static Value keys(final Node node)
    {
        return new Value(node, null, List.of(), new LinkedHashMap<>(), new LinkedHashMap<>());
    }

    boolean has(final String key)
    {
        return entries.containsKey(key);
    }

    /** The value of a key, or null. */
    @Nullable
    Value at(final String key)
    {
        return entries.get(key);
    }

    /** The node of a key, or this value's own node if it is missing. */
    Node key(final String key)
    {
        return keys.getOrDefault(key, node);
    }

    /** The node of a key's value, or this value's own node if it is missing or was refused. */
    Node nodeAt(final String key)
    {
        final Value value = at(key);
        return value == null ? node : value.node();
    }

    /** What the shape made of a text. */
    Object made()
    {
        return Objects.requireNonNull(scalar, "no scalar");
    }

    /** A scalar that is a text. */
    String text()
    {
        return (String)made();
    }

    /** The items of a key's list; none if it is missing. */
    List<Value> list(final String key)
    {
        final Value list = at(key);
        return list == null ? List.of() : list.items();
    }

    /** The scalar of a key, or a default value. */
    <T> T get(final String key, final T otherwise)
    {
        final T given = get(key);
        return given == null ? otherwise : given;
    }

    /** The scalar of a key; null if it is missing or was refused. */
    @SuppressWarnings("unchecked")
    <T> @Nullable T get(final String key)
    {
        final Value value = at(key);
        return value == null ? null : (T)value.scalar();
    }

    /** The scalars of a key's list. */
    @SuppressWarnings("unchecked")
    <T> List<T> scalars(final String key)
    {
        return list(key).stream().map(value -> (T)value.made()).toList();
    }
}
