package io.skim.pojo.amqp;

/**
 * An AMQP 1.0 value as an object, with a Java type for each type of AMQP. Values of different types are never equal. The width of
 * the value on the wire is not kept.
 * <p>
 * Immutable, without references into the frame it was built from; equal by type and value. {@code toString} gives the
 * typed notation of {@link AmqpNotation}.
 *
 * @see AmqpTreeBuilder
 * @see "OASIS AMQP 1.0, part 1 (types), section 1.6"
 */
public sealed interface AmqpValue permits AmqpNull, AmqpBoolean, AmqpUbyte, AmqpUshort, AmqpUint, AmqpUlong, AmqpByte,
    AmqpShort, AmqpInt, AmqpLong, AmqpFloat, AmqpDouble, AmqpDecimal32, AmqpDecimal64, AmqpDecimal128, AmqpChar,
    AmqpTimestamp, AmqpUuid, AmqpBinary, AmqpString, AmqpSymbol, AmqpList, AmqpMap, AmqpArray, AmqpDescribed
{
    /** {@return the AMQP type of the value} */
    default AmqpType type()
    {
        return AmqpType.of(getClass());
    }

    /** {@return whether this is {@link AmqpNull}} */
    default boolean isNull()
    {
        return this instanceof AmqpNull;
    }
}
