package io.skim.pojo.amqp;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Keys and values in the order of the wire; maps in another order are not equal. A key that comes twice is kept twice.
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
     * Compares all entries.
     *
     * @param key to find.
     * @return its value, the last one if the key comes twice; null if there is none.
     */
    public @Nullable AmqpValue get(final AmqpValue key)
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

    @Override
    public String toString()
    {
        return AmqpNotation.of(this);
    }
}
