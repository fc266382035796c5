package io.skim.pojo.amqp;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.skim.scan.Cursor;
import io.skim.scan.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The 48 described types that AMQP 1.0 and its filters define, by descriptor and by name: performatives, SASL, termini,
 * delivery states, lifetime policies, transactions, sections, filters. Immutable, and read once.
 *
 * @see "OASIS AMQP 1.0, parts 2 to 5"
 */
public final class AmqpTypes
{
    private static final String ANY = "*";
    private static final int SMALL_CODES = 256;

    private final List<AmqpTypeDefinition> all = new ArrayList<>();
    private final Map<String, AmqpTypeDefinition> bySymbol = new HashMap<>();
    private final Map<String, AmqpTypeDefinition> byName = new HashMap<>();
    /** The descriptors in the order of {@link #all}, which is that of the numbers. */
    private final long[] codes;
    private final byte[][] symbols;
    /** By the numbers of the standard, which are small; a filter's has its registrar in its upper half. */
    private final AmqpTypeDefinition[] bySmallCode = new AmqpTypeDefinition[SMALL_CODES];

    /** Made when it is needed first. */
    private static final class Holder
    {
        static final AmqpTypes STANDARD = new AmqpTypes();
    }

    private AmqpTypes()
    {
        for (final Object type : (List<?>)resource("amqp-types.json"))
        {
            final AmqpTypeDefinition definition = definition((Map<?, ?>)type);
            all.add(definition);
            bySymbol.put(definition.symbol(), definition);
            byName.put(definition.name(), definition);
            if (isSmall(definition.code()))
            {
                bySmallCode[(int)definition.code()] = definition;
            }
        }
        codes = all.stream().mapToLong(AmqpTypeDefinition::code).toArray();
        symbols = all.stream().map(type -> type.symbol().getBytes(StandardCharsets.US_ASCII)).toArray(byte[][]::new);
    }

    /**
     * The types of the standard and its filters.
     *
     * @return the one instance.
     */
    public static AmqpTypes standard()
    {
        return Holder.STANDARD;
    }

    /**
     * All types.
     *
     * @return in the order of their numeric descriptors.
     */
    public List<AmqpTypeDefinition> all()
    {
        return List.copyOf(all);
    }

    /**
     * The type that a descriptor stands for.
     *
     * @param descriptor numeric (whatever its width was) or symbolic; a string is neither.
     * @return the type; null if it is unknown.
     */
    public AmqpTypeDefinition of(final AmqpValue descriptor)
    {
        if (descriptor instanceof AmqpUlong number)
        {
            return of(number.bits());
        }
        return descriptor instanceof AmqpSymbol text ? bySymbol.get(text.value()) : null;
    }

    /**
     * The type that a numeric descriptor stands for. Allocates nothing.
     *
     * @param code all 64 bits of the ulong.
     * @return the type; null if it is unknown.
     */
    public AmqpTypeDefinition of(final long code)
    {
        if (isSmall(code))
        {
            return bySmallCode[(int)code];
        }
        final int index = Arrays.binarySearch(codes, code);
        return index < 0 ? null : all.get(index);
    }

    private static boolean isSmall(final long code)
    {
        return code >= 0 && code < SMALL_CODES;
    }

    /**
     * The type that a descriptor in a frame stands for. Allocates nothing.
     *
     * @param descriptor numeric (whatever its width is) or symbolic; a string is neither.
     * @return the type; null if it is unknown.
     */
    public AmqpTypeDefinition of(final Cursor descriptor)
    {
        if (descriptor.kind() == Kind.UINT64)
        {
            return of(descriptor.getLongBits());
        }
        for (int i = 0; descriptor.kind() == Kind.SYMBOL && i < symbols.length; i++)
        {
            if (symbols[i].length == descriptor.length() && descriptor.contentEquals(symbols[i]))
            {
                return all.get(i);
            }
        }
        return null;
    }

    /**
     * The type of that name.
     *
     * @param name as in the standard, such as {@code sasl-init}.
     * @return the type.
     * @throws IllegalArgumentException if no type is called so.
     */
    public AmqpTypeDefinition named(final String name)
    {
        final AmqpTypeDefinition definition = byName.get(name);
        if (definition == null)
        {
            throw new IllegalArgumentException("no described type is called '" + name + "'");
        }
        return definition;
    }

    private static AmqpTypeDefinition definition(final Map<?, ?> type)
    {
        final List<AmqpFieldDefinition> fields = new ArrayList<>();
        for (final Object field : (List<?>)type.get("fields"))
        {
            fields.add(field((Map<?, ?>)field));
        }
        final Set<String> provides = new HashSet<>();
        ((List<?>)type.get("provides")).forEach(archetype -> provides.add((String)archetype));
        return new AmqpTypeDefinition((String)type.get("name"), (Long)type.get("descriptorCode"), (String)type.get(
            "descriptorSymbol"), type.get("class").equals("composite"), type((String)type.get("source")), provides,
            fields);
    }

    private static AmqpFieldDefinition field(final Map<?, ?> field)
    {
        final String composite = (String)field.get("composite");
        final AmqpType primitive = composite == null ? type((String)field.get("primitive")) : null;
        final Object encoded = field.get("defaultEncoded");
        final String text = (String)(encoded == null ? field.get("default") : encoded);
        return new AmqpFieldDefinition(((Long)field.get("index")).intValue(), (String)field.get("name"), (String)field
            .get("type"), primitive, composite, (String)field.get("requires"), (Boolean)field.get("mandatory"),
            (Boolean)field.get("multiple"), text == null ? null : defaultValue(primitive, text));
    }

    private static AmqpType type(final String name)
    {
        return name.equals(ANY) ? null : AmqpType.named(name);
    }

    private static AmqpValue defaultValue(final AmqpType type, final String text)
    {
        switch (type)
        {
            case BOOLEAN:
                return new AmqpBoolean(text.equals("true"));
            case UBYTE:
                return new AmqpUbyte(Integer.parseInt(text));
            case USHORT:
                return new AmqpUshort(Integer.parseInt(text));
            case UINT:
                return new AmqpUint(Long.parseLong(text));
            case SYMBOL:
                return new AmqpSymbol(text);
            default:
                throw new IllegalStateException("a default for a " + type.typeName() + ": " + text);
        }
    }

    private static Object resource(final String name)
    {
        try (InputStream in = AmqpTypes.class.getResourceAsStream(name);
            JsonParser json = new JsonFactory().createParser(in))
        {
            json.nextToken();
            return read(json);
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException(e);
        }
    }

    private static Object read(final JsonParser json) throws IOException
    {
        switch (json.currentToken())
        {
            case START_OBJECT:
                final Map<String, Object> object = new LinkedHashMap<>();
                while (json.nextToken() != JsonToken.END_OBJECT)
                {
                    final String name = json.currentName();
                    json.nextToken();
                    object.put(name, read(json));
                }
                return object;
            case START_ARRAY:
                final List<Object> array = new ArrayList<>();
                while (json.nextToken() != JsonToken.END_ARRAY)
                {
                    array.add(read(json));
                }
                return array;
            case VALUE_NUMBER_INT:
                return json.getLongValue();
            case VALUE_TRUE:
            case VALUE_FALSE:
                return json.getBooleanValue();
            default:
                // Names are compared all the time, and are the same objects then.
                final String text = json.getValueAsString();
                return text == null ? null : text.intern();
        }
    }
}
