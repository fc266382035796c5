package io.skim.generate;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code amqp-types.json}, what the standard says of AMQP's described types: objects of texts, numbers and flags,
 * of which only {@code fields} holds further objects.
 */
final class AmqpSchema
{
    static final String FILE = "amqp-types.json";

    /** The archetypes that nothing but described types provides. */
    private static final Set<String> DESCRIBED = Set.of("source", "target", "delivery-state", "outcome");

    private AmqpSchema()
    {
    }

    /**
     * A described type.
     *
     * @param name     as in the standard.
     * @param code     the numeric descriptor.
     * @param symbol   the symbolic descriptor.
     * @param source   the type that is described; a list for composites.
     * @param provides the archetypes that its values provide.
     * @param fields   of a composite; null for others.
     */
    record Type(String name, long code, String symbol, String source, List<String> provides,
        @Nullable List<Field> fields)
    {
    }

    /**
     * A field of a composite.
     *
     * @param name         as in the standard.
     * @param type         of its values as in the standard.
     * @param primitive    what that is encoded as, {@code *} for several types.
     * @param composite    the described type that its values have; null if they are not of that kind.
     * @param requires     the archetype that its values have to provide; null for none.
     * @param mandatory    whether it must not be null.
     * @param multiple     whether it may have several values.
     * @param defaultValue what null means, null for nothing.
     * @param encoded      the default as it is encoded, where that is another text; null for none.
     */
    record Field(String name, String type, String primitive, @Nullable String composite, @Nullable String requires,
        boolean mandatory, boolean multiple, @Nullable String defaultValue, @Nullable String encoded)
    {
        /** The primitive type, or {@link AmqpJava#DESCRIBED} where nothing but described values can be the field's. */
        String held()
        {
            return composite != null || requires != null && DESCRIBED.contains(requires) ? AmqpJava.DESCRIBED
                : primitive;
        }
    }

    /**
     * Reads the types, which stand beside this class.
     *
     * @return in the order of their numeric descriptors.
     * @throws IOException if the file cannot be read.
     */
    static List<Type> read() throws IOException
    {
        final List<Type> types = new ArrayList<>();
        try (InputStream in = AmqpSchema.class.getResourceAsStream(FILE);
            JsonParser json = new JsonFactory().createParser(in))
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
        final List<String> provides = new ArrayList<>();
        final Map<String, @Nullable String> members = new HashMap<>();
        while (json.nextToken() == JsonToken.FIELD_NAME)
        {
            final String name = json.currentName();
            if (json.nextToken() != JsonToken.START_ARRAY)
            {
                members.put(name, json.getValueAsString());
                continue;
            }
            while (json.nextToken() != JsonToken.END_ARRAY)
            {
                if (json.currentToken() == JsonToken.START_OBJECT)
                {
                    fields.add(field(json));
                }
                else
                {
                    provides.add(json.getText());
                }
            }
        }
        return new Type(required(members, "name"), Long.parseLong(required(members, "descriptorCode")),
            required(members,
                "descriptorSymbol"),
            required(members, "source"), provides, required(members, "class").equals("composite")
                ? fields : null);
    }

    private static Field field(final JsonParser json) throws IOException
    {
        final Map<String, @Nullable String> members = new HashMap<>();
        while (json.nextToken() == JsonToken.FIELD_NAME)
        {
            final String name = json.currentName();
            json.nextToken();
            members.put(name, json.getText().equals("null") ? null : json.getText());
        }
        return new Field(required(members, "name"), required(members, "type"), required(members, "primitive"), members
            .get("composite"), members.get("requires"), Boolean.parseBoolean(members.get("mandatory")),
            Boolean
                .parseBoolean(members.get("multiple")),
            members.get("default"), members.getOrDefault("defaultEncoded", members.get("default")));
    }

    /** What every object of its kind has. */
    private static String required(final Map<String, @Nullable String> members, final String name)
    {
        return Objects.requireNonNull(members.get(name), name);
    }
}
