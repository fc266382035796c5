package io.skim.pojo.amqp.types;

import io.skim.encode.AmqpEncoder;
import io.skim.pojo.amqp.AmqpArray;
import io.skim.pojo.amqp.AmqpBinary;
import io.skim.pojo.amqp.AmqpBoolean;
import io.skim.pojo.amqp.AmqpComposite;
import io.skim.pojo.amqp.AmqpDescribed;
import io.skim.pojo.amqp.AmqpFieldDefinition;
import io.skim.pojo.amqp.AmqpList;
import io.skim.pojo.amqp.AmqpMap;
import io.skim.pojo.amqp.AmqpNull;
import io.skim.pojo.amqp.AmqpString;
import io.skim.pojo.amqp.AmqpSymbol;
import io.skim.pojo.amqp.AmqpTimestamp;
import io.skim.pojo.amqp.AmqpTreeWriter;
import io.skim.pojo.amqp.AmqpType;
import io.skim.pojo.amqp.AmqpTypeDefinition;
import io.skim.pojo.amqp.AmqpTypes;
import io.skim.pojo.amqp.AmqpUbyte;
import io.skim.pojo.amqp.AmqpUint;
import io.skim.pojo.amqp.AmqpUlong;
import io.skim.pojo.amqp.AmqpUshort;
import io.skim.pojo.amqp.AmqpValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What all described types of AMQP have in common: fields by their place in the standard's list. A field that is unset is
 * null on the wire, or missing behind the last one; its accessor gives the standard's default. Mutable, yours to keep.
 */
public abstract class AmqpTyped
{
    private final AmqpTypeDefinition definition;
    /** Null where a field is unset; of a type that is no list its one value. */
    private final AmqpValue[] fields;

    AmqpTyped(final String name)
    {
        definition = AmqpTypes.standard().named(name);
        fields = new AmqpValue[definition.isComposite() ? definition.fields().size() : 1];
    }

    /** Takes the fields of a value of this type. */
    final void take(final AmqpValue value)
    {
        final AmqpComposite composite = AmqpComposite.of(value);
        if (composite.definition() != definition)
        {
            throw new IllegalArgumentException("a " + composite.name() + " is no " + definition.name());
        }
        if (!definition.isComposite())
        {
            fields[0] = composite.value();
            return;
        }
        final List<AmqpValue> items = ((AmqpList)composite.value()).items();
        for (int i = 0; i < items.size(); i++)
        {
            fields[i] = items.get(i).isNull() ? null : items.get(i);
        }
    }

    /**
     * What the standard says of the type.
     *
     * @return its names, descriptors and fields.
     */
    public final AmqpTypeDefinition definition()
    {
        return definition;
    }

    /**
     * Whether a field has a value of its own.
     *
     * @param field as in the standard.
     * @return false if it is null or missing, whatever its default is.
     * @throws IllegalArgumentException if the type has no such field.
     */
    public final boolean isSet(final String field)
    {
        return fields[definition.field(field).index()] != null;
    }

    /**
     * The value as a tree, under its numeric descriptor. What is unset behind the last field that is set is left out.
     *
     * @return a described value; it may lack what is mandatory, see {@link #check()}.
     */
    public final AmqpDescribed toValue()
    {
        final AmqpUlong descriptor = new AmqpUlong(definition.code());
        if (!definition.isComposite())
        {
            return new AmqpDescribed(descriptor, fields[0] == null ? AmqpNull.NULL : fields[0]);
        }
        int count = fields.length;
        while (count > 0 && fields[count - 1] == null)
        {
            count--;
        }
        final List<AmqpValue> items = new ArrayList<>(count);
        for (int i = 0; i < count; i++)
        {
            items.add(fields[i] == null ? AmqpNull.NULL : fields[i]);
        }
        return new AmqpDescribed(descriptor, new AmqpList(items));
    }

    /**
     * Checks that the fields are what the standard says of them, and that none is missing.
     *
     * @throws io.skim.pojo.amqp.AmqpSchemaException if not; it names the field.
     */
    public final void check()
    {
        AmqpComposite.of(toValue());
    }

    /**
     * Writes the value to an encoder, each part in its shortest form.
     *
     * @param writer  that writes its tree.
     * @param encoder wrapped on an output, where a value can stand.
     */
    public final void writeTo(final AmqpTreeWriter writer, final AmqpEncoder encoder)
    {
        writer.put(toValue(), encoder);
    }

    final AmqpValue getAny(final int index)
    {
        final AmqpFieldDefinition field = definition.isComposite() ? definition.fields().get(index) : null;
        return fields[index] != null || field == null ? fields[index] : field.defaultValue();
    }

    final void setAny(final int index, final AmqpValue value)
    {
        fields[index] = value == null || value.isNull() ? null : value;
    }

    final Boolean getBoolean(final int index)
    {
        final AmqpBoolean value = (AmqpBoolean)getAny(index);
        return value == null ? null : Boolean.valueOf(value.value());
    }

    final void setBoolean(final int index, final Boolean value)
    {
        fields[index] = value == null ? null : new AmqpBoolean(value);
    }

    final Integer getUbyte(final int index)
    {
        final AmqpUbyte value = (AmqpUbyte)getAny(index);
        return value == null ? null : Integer.valueOf(value.value());
    }

    final void setUbyte(final int index, final Integer value)
    {
        fields[index] = value == null ? null : new AmqpUbyte(value);
    }

    final Integer getUshort(final int index)
    {
        final AmqpUshort value = (AmqpUshort)getAny(index);
        return value == null ? null : Integer.valueOf(value.value());
    }

    final void setUshort(final int index, final Integer value)
    {
        fields[index] = value == null ? null : new AmqpUshort(value);
    }

    final Long getUint(final int index)
    {
        final AmqpUint value = (AmqpUint)getAny(index);
        return value == null ? null : Long.valueOf(value.value());
    }

    final void setUint(final int index, final Long value)
    {
        fields[index] = value == null ? null : new AmqpUint(value);
    }

    /** All 64 bits: 2<sup>63</sup> and more are negative. */
    final Long getUlong(final int index)
    {
        final AmqpUlong value = (AmqpUlong)getAny(index);
        return value == null ? null : Long.valueOf(value.bits());
    }

    final void setUlong(final int index, final Long bits)
    {
        fields[index] = bits == null ? null : new AmqpUlong(bits);
    }

    /** Milliseconds since 1970. */
    final Long getTimestamp(final int index)
    {
        final AmqpTimestamp value = (AmqpTimestamp)getAny(index);
        return value == null ? null : Long.valueOf(value.millis());
    }

    final void setTimestamp(final int index, final Long millis)
    {
        fields[index] = millis == null ? null : new AmqpTimestamp(millis);
    }

    final String getString(final int index)
    {
        final AmqpString value = (AmqpString)getAny(index);
        return value == null ? null : value.value();
    }

    final void setString(final int index, final String value)
    {
        fields[index] = value == null ? null : new AmqpString(value);
    }

    final String getSymbol(final int index)
    {
        final AmqpSymbol value = (AmqpSymbol)getAny(index);
        return value == null ? null : value.value();
    }

    final void setSymbol(final int index, final String value)
    {
        fields[index] = value == null ? null : new AmqpSymbol(value);
    }

    /** Several symbols, or one that stands alone. */
    final List<String> getSymbols(final int index)
    {
        final AmqpValue value = fields[index];
        if (value == null)
        {
            return null;
        }
        final List<AmqpValue> items = value instanceof AmqpArray ? ((AmqpArray)value).items() : List.of(value);
        return items.stream().map(item -> ((AmqpSymbol)item).value()).toList();
    }

    final void setSymbols(final int index, final List<String> values)
    {
        fields[index] = values == null ? null : new AmqpArray(AmqpType.SYMBOL, List.of(), values.stream().map(
            AmqpSymbol::new).map(AmqpValue.class::cast).toList());
    }

    final AmqpBinary getBinary(final int index)
    {
        return (AmqpBinary)getAny(index);
    }

    final void setBinary(final int index, final AmqpBinary value)
    {
        fields[index] = value;
    }

    final AmqpMap getMap(final int index)
    {
        return (AmqpMap)getAny(index);
    }

    final void setMap(final int index, final AmqpMap value)
    {
        fields[index] = value;
    }

    final AmqpList getList(final int index)
    {
        return (AmqpList)getAny(index);
    }

    final void setList(final int index, final AmqpList value)
    {
        fields[index] = value;
    }

    /**
     * Whether another object is of the same type and has the same fields set to the same values.
     *
     * @param other to compare with.
     * @return true if it has; an explicit default is not the same as an unset field.
     */
    @Override
    public final boolean equals(final Object other)
    {
        return other != null && other.getClass() == getClass() && Arrays.equals(fields, ((AmqpTyped)other).fields);
    }

    /**
     * A hash of all fields.
     *
     * @return the hash.
     */
    @Override
    public final int hashCode()
    {
        return 31 * definition.name().hashCode() + Arrays.hashCode(fields);
    }

    /**
     * The type's name and what is set.
     *
     * @return such as <code>header[durable={"boolean":true}]</code>.
     */
    @Override
    public final String toString()
    {
        final StringBuilder text = new StringBuilder(definition.name()).append('[');
        String separator = "";
        for (int i = 0; i < fields.length; i++)
        {
            if (fields[i] != null)
            {
                text.append(separator).append(definition.isComposite() ? definition.fields().get(i).name() : "value")
                    .append('=').append(fields[i]);
                separator = ", ";
            }
        }
        return text.append(']').toString();
    }
}
