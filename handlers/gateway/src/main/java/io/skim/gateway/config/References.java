package io.skim.gateway.config;

import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * What a file names that stands elsewhere in it.
 */
final class References
{
    private final YamlFile file;

    References(final YamlFile file)
    {
        this.file = file;
    }

    /** What a key names; null if it is missing, or with a problem. */
    <T> @Nullable T reference(final Value value, final String key, final Map<String, T> known,
        final String what)
    {
        final String name = value.get(key);
        if (name == null)
        {
            return null;
        }
        if (!known.containsKey(name))
        {
            undefined(value.nodeAt(key), name, known.keySet(), what);
        }
        return known.get(name);
    }

    void undefined(final Node node, final String name, final Collection<String> known, final String what)
    {
        file.problem(node, "no " + what + " is called '" + name + "'" + Nearest.hint(name, known) + (known.isEmpty()
            ? "; the file has none" : "; allowed are " + String.join(", ", known)));
    }
}
