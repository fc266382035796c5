package io.skim.pojo.amqp;

/**
 * An unsigned 64-bit number; never equal to a number of another type.
 *
 * @param bits all 64 of them: negative from 2<sup>63</sup> on; see {@link Long#toUnsignedString(long)}.
 */
public record AmqpUlong(long bits) implements AmqpValue
{
    @Override
    public String toString()
    {
        return AmqpNotation.of(this);
    }
}
