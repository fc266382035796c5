package io.skim.pojo.amqp;

import io.skim.scan.Reason;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The definition of a described type in the standard.
 *
 * @see AmqpTypes
 */
public final class AmqpTypeDefinition
{
    private final String name;
    private final long code;
    private final String symbol;
    private final boolean composite;
    private final @Nullable AmqpType source;
    private final Set<String> provides;
    private final List<AmqpFieldDefinition> fields;
    private final Map<String, AmqpFieldDefinition> byName = new HashMap<>();

    AmqpTypeDefinition(final String name, final long code, final String symbol, final boolean composite,
        final @Nullable AmqpType source, final Set<String> provides, final List<AmqpFieldDefinition> fields)
    {
        this.name = name;
        this.code = code;
        this.symbol = symbol;
        this.composite = composite;
        this.source = source;
        this.provides = Set.copyOf(provides);
        this.fields = List.copyOf(fields);
        for (final AmqpFieldDefinition field : fields)
        {
            byName.put(field.name(), field);
        }
    }

    /** {@return the type's name in the standard, such as {@code sasl-init}} */
    public String name()
    {
        return name;
    }

    /** {@return the numeric descriptor: all 64 bits of the ulong} */
    public long code()
    {
        return code;
    }

    /** {@return the symbolic descriptor, such as {@code amqp:sasl-init:list}} */
    public String symbol()
    {
        return symbol;
    }

    /**
     * {@return whether values are lists of fields; restricted types are values of another type, such as {@code amqp-value}}
     */
    public boolean isComposite()
    {
        return composite;
    }

    /** {@return the type that is described: {@link AmqpType#LIST} for composites; null if any type is allowed} */
    public @Nullable AmqpType source()
    {
        return source;
    }

    /** {@return the archetypes that values provide, such as {@code delivery-state} and {@code outcome}} */
    public Set<String> provides()
    {
        return provides;
    }

    /** {@return the fields, in order; empty for restricted types} */
    public List<AmqpFieldDefinition> fields()
    {
        return fields;
    }

    /**
     * One field.
     *
     * @param fieldName its name in the standard.
     * @return the field.
     * @throws IllegalArgumentException if the type has no such field.
     */
    public AmqpFieldDefinition field(final String fieldName)
    {
        final AmqpFieldDefinition field = byName.get(fieldName);
        if (field == null)
        {
            throw new IllegalArgumentException(name + " has no field '" + fieldName + "', only " + byName.keySet()
                .stream().sorted().toList());
        }
        return field;
    }

    /**
     * Whether a descriptor, numeric or symbolic, is that of this type.
     *
     * @param descriptor of a described value.
     * @return true if it is.
     */
    public boolean matches(final AmqpValue descriptor)
    {
        return descriptor instanceof AmqpUlong number && number.bits() == code || descriptor instanceof AmqpSymbol text
            && text.value().equals(symbol);
    }

    /**
     * The reason why a value cannot follow the descriptor of this type. The fields of a composite are not checked.
     *
     * @param value that is described.
     * @return {@link Reason#SECTION_VALUE_TYPE} or {@link Reason#KEY_TYPE}; null if it can.
     */
    public @Nullable Reason refusal(final AmqpValue value)
    {
        return AmqpSchema.refusal(this, value);
    }

    @Override
    public String toString()
    {
        return name + " (" + symbol + ", 0x" + Long.toHexString(code) + ")";
    }
}
