package io.skim.pojo.amqp;

/**
 * One Unicode character.
 *
 * @param codePoint from 0 to 0x10FFFF, no half of a surrogate pair.
 */
public record AmqpChar(int codePoint) implements AmqpValue
{
    /**
     * Makes a value.
     *
     * @param codePoint from 0 to 0x10FFFF, no half of a surrogate pair.
     * @throws IllegalArgumentException if the number is no character.
     */
    public AmqpChar
    {
        AmqpType.check(Character.isValidCodePoint(codePoint) && (codePoint < Character.MIN_SURROGATE
            || codePoint > Character.MAX_SURROGATE), AmqpType.CHAR, codePoint);
    }

    @Override
    public String toString()
    {
        return AmqpNotation.of(this);
    }
}
