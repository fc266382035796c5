package io.skim.pojo.amqp;

/**
 * A symbol; never equal to a string.
 *
 * @param value in ASCII.
 */
public record AmqpSymbol(String value) implements AmqpValue
{
    /**
     * Makes a value.
     *
     * @param value in ASCII.
     * @throws IllegalArgumentException if the text is not ASCII.
     */
    public AmqpSymbol
    {
        AmqpType.check(value.chars().allMatch(unit -> unit < 0x80), AmqpType.SYMBOL, value);
    }

    @Override
    public String toString()
    {
        return AmqpNotation.of(this);
    }
}
