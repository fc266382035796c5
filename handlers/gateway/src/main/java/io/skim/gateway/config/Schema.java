package io.skim.gateway.config;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The JSON schema of the file, for editors. It is made of the same table of keys as the check, and kept as the resource
 * {@value #RESOURCE}.
 */
final class Schema
{
    static final String RESOURCE = "gateway.schema.json";

    private Schema()
    {
    }

    /** The schema as JSON, two blanks for each level. */
    static String json()
    {
        final Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        schema.put("title", "Skim gateway");
        schema.putAll(GatewayShape.FILE.schema());
        schema.put("$defs", GatewayShape.definitions());
        final StringBuilder json = new StringBuilder();
        write(json, schema, "\n");
        return json.append('\n').toString();
    }

    private static void write(final StringBuilder json, final Object value, final String lineEnd)
    {
        if (value instanceof Map<?, ?> map)
        {
            final String inner = lineEnd + "  ";
            String before = "{";
            // Map.of has an order of its own in each JVM.
            final Map<?, ?> ordered = map instanceof LinkedHashMap ? map : new TreeMap<>(map);
            for (final Map.Entry<?, ?> entry : ordered.entrySet())
            {
                json.append(before).append(inner);
                text(json, entry.getKey().toString());
                json.append(": ");
                write(json, entry.getValue(), inner);
                before = ",";
            }
            json.append(map.isEmpty() ? "{}" : lineEnd + "}");
        }
        else if (value instanceof Collection<?> list)
        {
            String before = "[";
            for (final Object each : list)
            {
                json.append(before);
                write(json, each, lineEnd);
                before = ", ";
            }
            json.append(list.isEmpty() ? "[]" : "]");
        }
        else if (value instanceof String text)
        {
            text(json, text);
        }
        else
        {
            json.append(value);
        }
    }

    private static void text(final StringBuilder json, final String text)
    {
        json.append('"').append(text.replace("\\", "\\\\").replace("\"", "\\\"")).append('"');
    }
}
