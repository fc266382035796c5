package io.skim.bytes;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;

/**
 * The names of message properties that a {@link PropertyReader} is to find. Immutable.
 */
public final class PropertyNames
{
    private static final int MOST_WHOLES = 4;
    /** Instead of the empty name and of no names at all, which are found nowhere: no name ends with it. */
    private static final byte[] NO_NAME = {PropertyReader.NAME_END};

    /** Of which nothing is known: every name may be wanted. */
    static final PropertyNames EVERY = new PropertyNames(Map.of(), true);

    /** The names with their ids. */
    final NameTable table;
    /** Whether properties of other names are wanted too. */
    final boolean every;
    /**
     * The bits that the last eight bytes of all names have in common, as far as the shortest reaches, the last byte in the
     * low bits; and which bits these are. What ends otherwise is no wanted name.
     */
    final long tail;
    /** See {@link #tail}; 0 if every property is wanted. */
    final long tailMask;
    /**
     * Of a few names that are all short: what ends the property before, and the name, the last byte in the low bits; which bytes
     * that are; the name's length and id. Empty if there are others.
     */
    final long[] wholes;
    final long[] wholeMasks;
    final int[] wholeLengths;
    final int[] wholeIds;
    /** Whether a name has a quote. */
    final boolean hasQuote;
    /** In each byte the last one of {@link #tail}: a search for the ends of names passes over all others. */
    final long lastBytes;
    /** In each byte the last one of {@link #tailMask}. */
    final long lastBytesMask;

    /**
     * Makes names.
     *
     * @param declared with their ids, none negative. A name that is empty or holds a separator is found nowhere.
     * @param every    whether properties of other names are wanted too.
     */
    public PropertyNames(final Map<String, Integer> declared, final boolean every)
    {
        table = new NameTable(declared);
        this.every = every;
        long all = -1;
        long some = 0;
        int shortest = Long.BYTES;
        for (final String name : declared.isEmpty() ? Set.of("") : declared.keySet())
        {
            final byte[] utf8 = name.isEmpty() ? NO_NAME : name.getBytes(StandardCharsets.UTF_8);
            final byte[] padded = new byte[Long.BYTES + utf8.length];
            System.arraycopy(utf8, 0, padded, Long.BYTES, utf8.length);
            final long last = Words.getLong(padded, utf8.length);
            all &= last;
            some |= last;
            shortest = Math.min(shortest, utf8.length);
        }
        tailMask = every ? 0 : ~(all ^ some) & -1L >>> Long.SIZE - (shortest << 3);
        tail = all & tailMask;
        final boolean few = !every && declared.size() <= MOST_WHOLES && declared.keySet().stream().allMatch(
            PropertyNames::isShort);
        wholes = new long[few ? declared.size() : 0];
        wholeMasks = new long[wholes.length];
        wholeLengths = new int[wholes.length];
        wholeIds = new int[wholes.length];
        if (few)
        {
            int slot = 0;
            for (final Map.Entry<String, Integer> entry : declared.entrySet())
            {
                final byte[] utf8 = entry.getKey().getBytes(StandardCharsets.UTF_8);
                final byte[] padded = new byte[Long.BYTES + utf8.length];
                padded[Long.BYTES - 1] = PropertyReader.PROPERTY_END;
                System.arraycopy(utf8, 0, padded, Long.BYTES, utf8.length);
                wholes[slot] = Words.getLong(padded, utf8.length);
                wholeMasks[slot] = -1L >>> Long.SIZE - (utf8.length + 1 << 3);
                wholeLengths[slot] = utf8.length;
                wholeIds[slot] = entry.getValue();
                slot++;
            }
        }
        hasQuote = declared.keySet().stream().anyMatch(name -> name.indexOf('"') >= 0);
        lastBytes = Words.repeat((int)tail & 0xFF);
        lastBytesMask = Words.repeat((int)tailMask & 0xFF);
    }

    /** Whether a word has room for a name and the separator before it. One with a separator in it is found nowhere. */
    private static boolean isShort(final String name)
    {
        return !name.isEmpty() && name.getBytes(StandardCharsets.UTF_8).length < Long.BYTES && name.indexOf(
            PropertyReader.NAME_END) < 0 && name.indexOf(PropertyReader.PROPERTY_END) < 0;
    }

    /** Which of the {@link #wholes} ends with a word, the last byte in the low bits; less than 0 for none. */
    int wholeOf(final long word)
    {
        int slot = wholes.length - 1;
        while (slot >= 0 && (word & wholeMasks[slot]) != wholes[slot])
        {
            slot--;
        }
        return slot;
    }

    /** {@return the number of names; 0 if none was declared} */
    public int size()
    {
        return table.size();
    }
}
