package io.skim.pojo.amqp.types;

import io.skim.encode.AmqpEncoder;
import io.skim.pojo.amqp.AmqpArray;
import io.skim.pojo.amqp.AmqpBinary;
import io.skim.pojo.amqp.AmqpComposite;
import io.skim.pojo.amqp.AmqpDescribed;
import io.skim.pojo.amqp.AmqpList;
import io.skim.pojo.amqp.AmqpMap;
import io.skim.pojo.amqp.AmqpNull;
import io.skim.pojo.amqp.AmqpString;
import io.skim.pojo.amqp.AmqpSymbol;
import io.skim.pojo.amqp.AmqpTreeWriter;
import io.skim.pojo.amqp.AmqpType;
import io.skim.pojo.amqp.AmqpTypeDefinition;
import io.skim.pojo.amqp.AmqpTypes;
import io.skim.pojo.amqp.AmqpUlong;
import io.skim.pojo.amqp.AmqpValue;
import io.skim.scan.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The base of all described types of AMQP: fields by their place in the standard's list, each with a Java type. An unset field is
 * null on the wire, or missing at the end of the list; its accessor returns the standard's default. Mutable; one thread at a time.
 * You can keep the object.
 *
 * @see AmqpTypedReader
 */
public abstract class AmqpTyped
{
    /** The first of the bits that mark fields with a single symbol instead of an array. */
    static final int ALONE = Short.SIZE;

    /** A bit for each field that is set, and another bit if the field has a single symbol instead of an array. */
    private int set;

    AmqpTyped()
    {
    }

    /** {@return the class of this object, which has the definition of the type and makes objects} */
    public abstract AmqpClass<? extends AmqpTyped> type();

    /** Sets the field at an index. */
    void fill(final int index, final FieldValues from)
    {
        throw new IndexOutOfBoundsException(index);
    }

    /** Sets all fields of a composite. */
    void fill(final PlainFields from)
    {
        // Some types have no fields.
    }

    /** Writes the field at an index, which must be set. */
    void put(final int index, final AmqpTreeWriter writer, final AmqpEncoder encoder)
    {
        throw new IndexOutOfBoundsException(index);
    }

    /** The value of the field at an index, which must be set. */
    AmqpValue valueAt(final int index)
    {
        throw new IndexOutOfBoundsException(index);
    }

    /** Stores a field that is not null. */
    final void take(final int index, final FieldValues from)
    {
        from.alone = false;
        fill(index, from);
        set |= 1 << index | (from.alone ? 1 << ALONE + index : 0);
    }

    /** Stores all fields; if one of them is unusual, the caller discards the object. */
    final void take(final PlainFields from)
    {
        fill(from);
        set = from.set();
    }

    /** The tree of a field that holds an object of a class or a tree. */
    @Nullable
    static AmqpValue tree(final @Nullable Object held)
    {
        return held instanceof AmqpTyped ? ((AmqpTyped)held).toValue() : (AmqpValue)held;
    }

    /** The object of such a field; null if it is unset, or has another type. */
    @Nullable
    static AmqpTyped typed(final @Nullable Object held, final AmqpTypeDefinition due)
    {
        if (held instanceof AmqpTyped typed)
        {
            return typed.definition() == due ? typed : null;
        }
        return held instanceof AmqpDescribed value && AmqpTypes.standard().of(value.descriptor()) == due
            ? AmqpTypedValues.of(value) : null;
    }

    /** Writes such a field. */
    static void put(final @Nullable Object held, final AmqpTreeWriter writer, final AmqpEncoder encoder)
    {
        if (held instanceof AmqpTyped)
        {
            ((AmqpTyped)held).writeTo(writer, encoder);
        }
        else
        {
            writer.put((AmqpValue)held, encoder);
        }
    }

    final boolean isSet(final int index)
    {
        return (set >>> index & 1) != 0;
    }

    /** One more than the index of the last field that is set. */
    private int count()
    {
        return Integer.SIZE - Integer.numberOfLeadingZeros(set & (1 << ALONE) - 1);
    }

    /** {@return the standard's definition of the type: its names, descriptors and fields} */
    public final AmqpTypeDefinition definition()
    {
        return type().definition();
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
        return isSet(definition().field(field).index());
    }

    /**
     * The value as a tree, with its numeric descriptor, without the unset fields after the last set one.
     *
     * @return a described value; mandatory fields may be missing, see {@link #check()}.
     */
    public final AmqpDescribed toValue()
    {
        final AmqpTypeDefinition definition = definition();
        final AmqpUlong descriptor = new AmqpUlong(definition.code());
        if (!definition.isComposite())
        {
            return new AmqpDescribed(descriptor, item(0));
        }
        final int count = count();
        final List<AmqpValue> items = new ArrayList<>(count);
        for (int i = 0; i < count; i++)
        {
            items.add(item(i));
        }
        return new AmqpDescribed(descriptor, new AmqpList(items));
    }

    private AmqpValue item(final int index)
    {
        return isSet(index) ? valueAt(index) : AmqpNull.NULL;
    }

    /**
     * Checks that the fields are as the standard says, and that no mandatory field is missing.
     *
     * @throws io.skim.pojo.amqp.AmqpSchemaException if a check fails; it names the field.
     */
    public final void check()
    {
        AmqpComposite.of(toValue());
    }

    /**
     * Writes the value to an encoder, directly from the fields, each part in its shortest form. Leaves out the unset fields after
     * the last set one. Allocates nothing.
     *
     * @param writer  for fields that are trees: maps, lists, and values of any type.
     * @param encoder wrapped on an output, at a place for a value.
     * @throws IllegalStateException by the encoder, if this is not a place for a value.
     */
    public final void writeTo(final AmqpTreeWriter writer, final AmqpEncoder encoder)
    {
        final AmqpTypeDefinition definition = definition();
        if (!definition.isComposite())
        {
            encoder.descriptor(definition.code());
            putItem(0, writer, encoder);
            return;
        }
        encoder.beginComposite(definition.code());
        final int count = count();
        for (int i = 0; i < count; i++)
        {
            putItem(i, writer, encoder);
        }
        encoder.end();
    }

    private void putItem(final int index, final AmqpTreeWriter writer, final AmqpEncoder encoder)
    {
        if (isSet(index))
        {
            put(index, writer, encoder);
        }
        else
        {
            encoder.putNull();
        }
    }

    final void putSymbols(final int index, final List<String> values, final AmqpEncoder encoder)
    {
        if (isSet(ALONE + index))
        {
            encoder.putSymbol(values.get(0));
            return;
        }
        encoder.beginArray(Kind.SYMBOL);
        for (int i = 0; i < values.size(); i++)
        {
            encoder.putSymbol(values.get(i));
        }
        encoder.end();
    }

    final AmqpValue toValue(final int index, final List<String> values)
    {
        return isSet(ALONE + index) ? new AmqpSymbol(values.get(0)) : new AmqpArray(AmqpType.SYMBOL, List.of(), values
            .stream().map(AmqpSymbol::new).map(AmqpValue.class::cast).toList());
    }

    /** Marks a field as set, or as unset if the value is null. */
    private boolean mark(final int index, final @Nullable Object value)
    {
        unset(index);
        set |= value == null ? 0 : 1 << index;
        return value != null;
    }

    final void unset(final int index)
    {
        set &= ~(1 << index | 1 << ALONE + index);
    }

    final boolean flag(final int index, final boolean value)
    {
        set |= 1 << index;
        return value;
    }

    final int ubyte(final int index, final int value)
    {
        return (int)number(index, value, AmqpType.UBYTE, 0xFF);
    }

    final int ushort(final int index, final int value)
    {
        return (int)number(index, value, AmqpType.USHORT, 0xFFFF);
    }

    final long uint(final int index, final long value)
    {
        return number(index, value, AmqpType.UINT, 0xFFFF_FFFFL);
    }

    private long number(final int index, final long value, final AmqpType type, final long greatest)
    {
        if (value < 0 || value > greatest)
        {
            final AmqpTypeDefinition definition = definition();
            throw new IllegalArgumentException(definition.name() + (definition.isComposite() ? " " + definition.fields()
                .get(index).name() : "") + ": " + value + " is no AMQP " + type.typeName() + ", 0 to " + greatest);
        }
        set |= 1 << index;
        return value;
    }

    final long ulong(final int index, final long bits)
    {
        set |= 1 << index;
        return bits;
    }

    final long timestamp(final int index, final long millis)
    {
        set |= 1 << index;
        return millis;
    }

    @Nullable
    final String string(final int index, final @Nullable String value)
    {
        final String checked = value == null ? null : new AmqpString(value).value();
        mark(index, value);
        return checked;
    }

    @Nullable
    final String symbol(final int index, final @Nullable String value)
    {
        final String checked = value == null ? null : new AmqpSymbol(value).value();
        mark(index, value);
        return checked;
    }

    @Nullable
    final List<String> symbols(final int index, final @Nullable List<String> values)
    {
        final List<String> checked =
            values == null ? null : values.stream().map(AmqpSymbol::new).map(AmqpSymbol::value).toList();
        mark(index, values);
        return checked;
    }

    @Nullable
    final AmqpBinary binary(final int index, final @Nullable AmqpBinary value)
    {
        return mark(index, value) ? value : null;
    }

    @Nullable
    final AmqpMap map(final int index, final @Nullable AmqpMap value)
    {
        return mark(index, value) ? value : null;
    }

    @Nullable
    final AmqpList list(final int index, final @Nullable AmqpList value)
    {
        return mark(index, value) ? value : null;
    }

    @Nullable
    final AmqpValue any(final int index, final @Nullable AmqpValue value)
    {
        return mark(index, value == null || value.isNull() ? null : value) ? value : null;
    }

    /**
     * Whether another object has the same type, and the same fields set to the same values.
     *
     * @param other to compare with.
     * @return true if it has; a field that is set to its default differs from an unset field.
     */
    @Override
    public final boolean equals(final @Nullable Object other)
    {
        return other != null && other.getClass() == getClass() && toValue().equals(((AmqpTyped)other).toValue());
    }

    /** {@return a hash of all fields} */
    @Override
    public final int hashCode()
    {
        return toValue().hashCode();
    }

    /** {@return the name of the type and the set fields, such as <code>header[durable={"boolean":true}]</code>} */
    @Override
    public final String toString()
    {
        final AmqpTypeDefinition definition = definition();
        final StringBuilder text = new StringBuilder(definition.name()).append('[');
        String separator = "";
        for (int i = 0; i < count(); i++)
        {
            if (isSet(i))
            {
                text.append(separator).append(definition.isComposite() ? definition.fields().get(i).name() : "value")
                    .append('=').append(valueAt(i));
                separator = ", ";
            }
        }
        return text.append(']').toString();
    }
}
