package io.skim.pojo.amqp;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A described value of one of the {@link AmqpTypes}, with access to its fields by their names in the standard, and with the
 * standard's defaults.
 *
 * <pre>
 * final AmqpComposite header = AmqpComposite.of(section);
 * header.getLong("priority", 4)     // the value, or else the standard's default, or else 4
 * header.isSet("priority")          // false if the field is null or missing; get then gives the default
 * </pre>
 *
 * A view: the value is checked against its type when the view is made, and not copied. Immutable.
 */
public final class AmqpComposite
{
    private final AmqpTypeDefinition definition;
    private final AmqpDescribed described;
    private final List<AmqpValue> items;

    private AmqpComposite(final AmqpTypeDefinition definition, final AmqpDescribed described)
    {
        this.definition = definition;
        this.described = described;
        items = definition.isComposite() ? ((AmqpList)described.value()).items() : List.of();
    }

    /**
     * Makes a view of a described value, and checks the value against its type.
     *
     * @param value a described value whose descriptor is known: numeric or symbolic.
     * @return the view.
     * @throws AmqpSchemaException      if it has too many fields, one of a wrong type, or lacks a mandatory one.
     * @throws IllegalArgumentException if the value is not described, or its descriptor is unknown.
     */
    public static AmqpComposite of(final AmqpValue value)
    {
        if (!(value instanceof AmqpDescribed described))
        {
            throw new IllegalArgumentException("a " + value.type().typeName() + " is no described value");
        }
        final AmqpTypeDefinition definition = AmqpTypes.standard().of(described.descriptor());
        if (definition == null)
        {
            throw new IllegalArgumentException("no type is known by the descriptor " + described.descriptor());
        }
        AmqpSchema.check(definition, described.value());
        return new AmqpComposite(definition, described);
    }

    /**
     * Whether a value has a descriptor that {@link #of} knows. The value is not checked.
     *
     * @param value of any type.
     * @return true if it is described by a known descriptor.
     */
    public static boolean isKnown(final AmqpValue value)
    {
        return value instanceof AmqpDescribed described && AmqpTypes.standard().of(described.descriptor()) != null;
    }

    /** {@return the type's definition in the standard} */
    public AmqpTypeDefinition definition()
    {
        return definition;
    }

    /** {@return the type's name in the standard, such as {@code header}} */
    public String name()
    {
        return definition.name();
    }

    /** {@return the value with its descriptor, as in the tree: the same object that the view was made of} */
    public AmqpDescribed described()
    {
        return described;
    }

    /** {@return the value behind the descriptor: of a composite the list of its fields, of an {@code amqp-value} any value} */
    public AmqpValue value()
    {
        return described.value();
    }

    /**
     * Whether a field has a value. An explicit default value counts.
     *
     * @param field its name in the standard.
     * @return false if it is null or missing.
     * @throws IllegalArgumentException if the type has no such field.
     */
    public boolean isSet(final String field)
    {
        return !raw(definition.field(field)).isNull();
    }

    /**
     * A field's value, or its default.
     *
     * @param field its name in the standard.
     * @return its value; the default if it is not set; {@link AmqpNull#NULL} if there is none.
     * @throws IllegalArgumentException if the type has no such field.
     */
    public AmqpValue get(final String field)
    {
        final AmqpFieldDefinition of = definition.field(field);
        final AmqpValue value = raw(of);
        return value.isNull() && of.defaultValue() != null ? of.defaultValue() : value;
    }

    private AmqpValue raw(final AmqpFieldDefinition field)
    {
        return field.index() < items.size() ? items.get(field.index()) : AmqpNull.NULL;
    }

    /**
     * The values of a field that may have several: the elements of an array, or a single value.
     *
     * @param field its name in the standard.
     * @return the values; empty if it is not set.
     * @throws IllegalArgumentException if the type has no such field.
     */
    public List<AmqpValue> getMultiple(final String field)
    {
        final AmqpValue value = get(field);
        if (value instanceof AmqpArray array && definition.field(field).multiple())
        {
            return array.items();
        }
        return value.isNull() ? List.of() : List.of(value);
    }

    /**
     * A field's value or default as a boolean.
     *
     * @param field     its name in the standard.
     * @param otherwise to return if there is neither.
     * @return true or false.
     * @throws IllegalArgumentException if the type has no such field, or it is no boolean.
     */
    public boolean getBoolean(final String field, final boolean otherwise)
    {
        final AmqpValue value = get(field);
        return value.isNull() ? otherwise : as(AmqpBoolean.class, field, value).value();
    }

    /**
     * A field's value or default as a number: those of unsigned types and timestamps.
     *
     * @param field     its name in the standard.
     * @param otherwise to return if there is neither.
     * @return the number; a ulong of 2<sup>63</sup> or more is negative.
     * @throws IllegalArgumentException if the type has no such field, or it is no number.
     */
    public long getLong(final String field, final long otherwise)
    {
        final AmqpValue value = get(field);
        switch (value.type())
        {
            case NULL:
                return otherwise;
            case UBYTE:
                return ((AmqpUbyte)value).value();
            case USHORT:
                return ((AmqpUshort)value).value();
            case UINT:
                return ((AmqpUint)value).value();
            case ULONG:
                return ((AmqpUlong)value).bits();
            default:
                return as(AmqpTimestamp.class, field, value).millis();
        }
    }

    /**
     * A field's value or default as a text: a string or a symbol.
     *
     * @param field its name in the standard.
     * @return the text; null if there is neither.
     * @throws IllegalArgumentException if the type has no such field, or it is no text.
     */
    public @Nullable String getText(final String field)
    {
        final AmqpValue value = get(field);
        if (value.isNull() || value instanceof AmqpSymbol)
        {
            return value.isNull() ? null : ((AmqpSymbol)value).value();
        }
        return as(AmqpString.class, field, value).value();
    }

    /**
     * A field's value as a map.
     *
     * @param field its name in the standard.
     * @return the map; null if it is not set.
     * @throws IllegalArgumentException if the type has no such field, or it is no map.
     */
    public @Nullable AmqpMap getMap(final String field)
    {
        final AmqpValue value = get(field);
        return value.isNull() ? null : as(AmqpMap.class, field, value);
    }

    private <T extends AmqpValue> T as(final Class<T> type, final String field, final AmqpValue value)
    {
        if (!type.isInstance(value))
        {
            throw new IllegalArgumentException(name() + "." + field + " is a " + value.type().typeName());
        }
        return type.cast(value);
    }

    @Override
    public boolean equals(final Object other)
    {
        return this == other || other instanceof AmqpComposite composite && described.equals(composite.described);
    }

    @Override
    public int hashCode()
    {
        return Objects.hashCode(described);
    }

    @Override
    public String toString()
    {
        return described.toString();
    }
}
