package io.skim.pojo.amqp;

import io.skim.scan.Reason;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The definition of a described type in the standard.
 *
 * @param name        the type's name in the standard, such as {@code sasl-init}.
 * @param code        the numeric descriptor: all 64 bits of the ulong.
 * @param symbol      the symbolic descriptor, such as {@code amqp:sasl-init:list}.
 * @param isComposite whether values are lists of fields; restricted types are values of another type, such as {@code amqp-value}.
 * @param source      the type that is described: {@link AmqpType#LIST} for composites; null if any type is allowed.
 * @param provides    the archetypes that values provide, such as {@code delivery-state} and {@code outcome}.
 * @param fields      the fields, in order; empty for restricted types.
 * @see AmqpTypes
 */
public record AmqpTypeDefinition(String name, long code, String symbol, boolean isComposite, @Nullable AmqpType source,
    Set<String> provides, List<AmqpFieldDefinition> fields)
{
    /**
     * One field.
     *
     * @param fieldName its name in the standard.
     * @return the field.
     * @throws IllegalArgumentException if the type has no such field.
     */
    public AmqpFieldDefinition field(final String fieldName)
    {
        for (final AmqpFieldDefinition field : fields)
        {
            if (field.name().equals(fieldName))
            {
                return field;
            }
        }
        throw new IllegalArgumentException(name + " has no field '" + fieldName + "', only " + fields.stream().map(
            AmqpFieldDefinition::name).sorted().toList());
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
