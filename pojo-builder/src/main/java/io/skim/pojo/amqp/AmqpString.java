package io.skim.pojo.amqp;

/**
 * Unicode text; never equal to a symbol.
 *
 * @param value well-formed: without half surrogate pairs.
 */
public record AmqpString(String value) implements AmqpValue
{
    /**
     * Makes a value.
     *
     * @param value well-formed: without half surrogate pairs.
     * @throws IllegalArgumentException if the text has half a surrogate pair, which no UTF-8 can hold.
     */
    public AmqpString
    {
        AmqpType.check(AmqpType.isWellFormed(value), AmqpType.STRING, value);
    }

    @Override
    public String toString()
    {
        return AmqpNotation.of(this);
    }
}
