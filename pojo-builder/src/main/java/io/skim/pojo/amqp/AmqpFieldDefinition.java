package io.skim.pojo.amqp;

import io.skim.scan.Reason;
import org.jspecify.annotations.Nullable;

/**
 * The definition of a field in the standard.
 *
 * @param index        from 0: the position in the list.
 * @param name         its name in the standard, such as {@code max-frame-size}.
 * @param typeName     its name in the standard, such as {@code milliseconds} or {@code *}.
 * @param primitive    the type of its values; null if values of several types are allowed, and if they are described.
 * @param composite    the name of the described type that its values have; null if they are not of that kind.
 * @param requires     the archetype that its values have to provide, such as {@code delivery-state}; null for none.
 * @param mandatory    whether it may not be null or missing.
 * @param multiple     whether an array may stand for several values.
 * @param defaultValue of a null or missing field; null if there is none.
 */
public record AmqpFieldDefinition(int index, String name, String typeName, @Nullable AmqpType primitive,
    @Nullable String composite,
    @Nullable String requires, boolean mandatory, boolean multiple, @Nullable AmqpValue defaultValue)
{
    /**
     * The reason why a value cannot be the value of this field.
     *
     * @param value of any type; {@link AmqpNull} for none.
     * @return {@link Reason#FIELD_MISSING}, {@link Reason#FIELD_TYPE} or {@link Reason#KEY_TYPE}; null if it can be. The
     *     content of a described value is not checked.
     */
    public @Nullable Reason refusal(final AmqpValue value)
    {
        return AmqpSchema.refusal(this, value);
    }
}
