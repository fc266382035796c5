package io.skim.generate;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads {@code amqp-types.json}, what the standard says of AMQP's described types: objects of texts, numbers and flags,
 * of which only {@code fields} holds further objects.
 */
final class AmqpSchema
{
    /** The archetypes that nothing but described types provides. */
    private static final Set<String> DESCRIBED = Set.of("source", "target", "delivery-state", "outcome");

    private AmqpSchema()
    {
    }

    /**
     * A described type.
     *
     * @param name   as in the standard.
     * @param source the type that is described; a list for composites.
     * @param fields of a composite; null for others.
     */
    record Type(String name, String source, List<Field> fields)
    {
    }

    /**
     * A field of a composite.
     *
     * @param name         as in the standard.
     * @param type         of its values as in the standard.
     * @param primitive    what that is encoded as.
     * @param mandatory    whether it must not be null.
     * @param multiple     whether it may have several values.
     * @param defaultValue what null means, null for nothing.
     * @param encoded      the default as it is encoded, where that is another text.
     */
    record Field(String name, String type, String primitive, boolean mandatory, boolean multiple, String defaultValue,
        String encoded)
    {
    }

    static List<Type> read(final Path file) throws IOException
    {
        final List<Type> types = new ArrayList<>();
        try (JsonParser json = new JsonFactory().createParser(file.toFile()))
        {
            json.nextToken();
            while (json.nextToken() == JsonToken.START_OBJECT)
            {
                types.add(type(json));
            }
        }
        return types;
    }

    private static Type type(final JsonParser json) throws IOException
    {
        final List<Field> fields = new ArrayList<>();
        final Map<String, String> members = new HashMap<>();
        while (json.nextToken() == JsonToken.FIELD_NAME)
        {
            final String name = json.currentName();
            if (json.nextToken() == JsonToken.START_ARRAY && name.equals("fields"))
            {
                while (json.nextToken() == JsonToken.START_OBJECT)
                {
                    fields.add(field(json));
                }
            }
            else if (json.currentToken() == JsonToken.START_ARRAY)
            {
                json.skipChildren();
            }
            else
            {
                members.put(name, json.getValueAsString());
            }
        }
        return new Type(members.get("name"), members.get("source"), members.get("class").equals("composite") ? fields
            : null);
    }

    private static Field field(final JsonParser json) throws IOException
    {
        final Map<String, String> members = new HashMap<>();
        while (json.nextToken() == JsonToken.FIELD_NAME)
        {
            final String name = json.currentName();
            json.nextToken();
            members.put(name, json.getText().equals("null") ? null : json.getText());
        }
        final boolean isDescribed = members.get("composite") != null || members.get("requires") != null
            && DESCRIBED.contains(members.get("requires"));
        return new Field(members.get("name"), members.get("type"), isDescribed ? AmqpJava.DESCRIBED
            : members.get("primitive"),
            Boolean.parseBoolean(members.get("mandatory")), Boolean.parseBoolean(members.get("multiple")), members.get(
                "default"),
            members.getOrDefault("defaultEncoded", members.get("default")));
    }
}
