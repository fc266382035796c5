package io.skim.bytes;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The names of message properties that a {@link PropertyReader} is to find. Immutable.
 */
public final class PropertyNames
{
    /** The names with their ids. */
    final NameTable table;
    /** Whether properties of other names are wanted too. */
    final boolean every;
    /**
     * In each byte the bits that the last bytes of all names have in common, and which bits these are: a search for the
     * ends of names passes over all others.
     */
    final long lastBytes;
    /** See {@link #lastBytes}; 0 if every property is wanted. */
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
        // No name ends with a separator.
        int all = declared.isEmpty() ? PropertyReader.NAME_END : 0xFF;
        int some = declared.isEmpty() ? PropertyReader.NAME_END : 0;
        for (final String name : declared.keySet())
        {
            final byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
            final int last = utf8.length == 0 ? PropertyReader.NAME_END : utf8[utf8.length - 1] & 0xFF;
            all &= last;
            some |= last;
        }
        lastBytes = Words.repeat(all);
        lastBytesMask = every ? 0 : Words.repeat(~(all ^ some) & 0xFF);
    }

    /**
     * The number of names.
     *
     * @return 0 if none was declared.
     */
    public int size()
    {
        return table.size();
    }
}
