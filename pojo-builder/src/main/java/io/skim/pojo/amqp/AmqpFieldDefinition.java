package io.skim.pojo.amqp;

import io.skim.scan.Reason;

/**
 * What the standard says of a field.
 *
 * @param index        from 0: the position in the list.
 * @param name         as in the standard, such as {@code max-frame-size}.
 * @param typeName     as in the standard, such as {@code milliseconds} or {@code *}.
 * @param primitive    the type of its values; null if values of several types are allowed, and if they are described.
 * @param composite    the name of the described type that its values have; null if they are not of that kind.
 * @param requires     the archetype that its values have to provide, such as {@code delivery-state}; null for none.
 * @param mandatory    whether it may not be null or missing.
 * @param multiple     whether an array may stand for several values.
 * @param defaultValue what null or missing means; null for nothing.
 */
public record AmqpFieldDefinition(int index, String name, String typeName, AmqpType primitive, String composite,
    String requires, boolean mandatory, boolean multiple, AmqpValue defaultValue)
{
    /**
     * Why a value cannot be this field's.
     *
     * @param value of any type; {@link AmqpNull} for none.
     * @return {@link Reason#FIELD_MISSING}, {@link Reason#FIELD_TYPE} or {@link Reason#KEY_TYPE}; null if it can be. What
     *     is in a described value is not looked at.
     */
    public Reason refusal(final AmqpValue value)
    {
        return AmqpSchema.refusal(this, value);
    }
}
