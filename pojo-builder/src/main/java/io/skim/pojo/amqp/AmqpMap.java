package io.skim.pojo.amqp;

import java.util.List;
import java.util.Objects;

/**
 * Keys and values in the order of the wire, which counts when maps are compared. A key that comes twice is kept twice.
 *
 * @param entries in order.
 */
public record AmqpMap(List<Entry> entries) implements AmqpValue
{
    /**
     * A key and its value.
     *
     * @param key   of any type.
     * @param value of any type.
     */
    public record Entry(AmqpValue key, AmqpValue value)
    {
        /**
         * Makes an entry.
         *
         * @param key   of any type.
         * @param value of any type.
         */
        public Entry
        {
            Objects.requireNonNull(key);
            Objects.requireNonNull(value);
        }
    }

    /**
     * Makes a map. Copies the entries, unless they are immutable already.
     *
     * @param entries in order.
     */
    public AmqpMap
    {
        entries = List.copyOf(entries);
    }

    /**
     * The value of a key. The type counts: the symbol {@code a} is not the string {@code a}, and no ulong is an int.
     * Looks at all entries.
     *
     * @param key to find.
     * @return its value, the last one where the key comes twice; null if the key is not there.
     */
    public AmqpValue get(final AmqpValue key)
    {
        for (int i = entries.size() - 1; i >= 0; i--)
        {
            if (entries.get(i).key().equals(key))
            {
                return entries.get(i).value();
            }
        }
        return null;
    }

    /**
     * The value of a symbol, as annotations have them for keys.
     *
     * @param symbol to find.
     * @return its value as {@link #get} finds it.
     */
    public AmqpValue ofSymbol(final String symbol)
    {
        return get(new AmqpSymbol(symbol));
    }

    /**
     * The value of a string, as application properties have them for keys.
     *
     * @param string to find.
     * @return its value as {@link #get} finds it.
     */
    public AmqpValue ofString(final String string)
    {
        return get(new AmqpString(string));
    }

    @Override
    public AmqpType type()
    {
        return AmqpType.MAP;
    }

    @Override
    public String toString()
    {
        return AmqpNotation.of(this);
    }
}
