package io.skim.handlers.select;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.stream.Stream;

/**
 * A fixed set of texts to look up bytes in, one comparison for most sets of any size.
 */
final class TextSet
{
    private final byte[][] texts;
    /** An index into texts plus one, or 0, by hash; linear probing. */
    private final int[] table;

    TextSet(final Collection<String> members)
    {
        texts = new LinkedHashSet<>(members).stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toArray(
            byte[][]::new);
        table = new int[Integer.highestOneBit(Math.max(1, texts.length)) * 4];
        for (int i = 0; i < texts.length; i++)
        {
            int at = slot(texts[i], 0, texts[i].length);
            while (table[at] != 0)
            {
                at = at + 1 & table.length - 1;
            }
            table[at] = i + 1;
        }
    }

    /** The members. */
    Stream<String> texts()
    {
        return Arrays.stream(texts).map(text -> new String(text, StandardCharsets.UTF_8));
    }

    private int slot(final byte[] array, final int from, final int to)
    {
        int hash = to - from;
        for (int i = from; i < to; i++)
        {
            hash = 31 * hash + array[i];
        }
        return (hash ^ hash >>> 15) & table.length - 1;
    }

    /** Whether the bytes are one of the texts. */
    boolean contains(final byte[] array, final int from, final int to)
    {
        return indexOf(array, from, to) >= 0;
    }

    /** Which of the texts the bytes are, equal ones counted once; -1 if none. */
    int indexOf(final byte[] array, final int from, final int to)
    {
        for (int at = slot(array, from, to); table[at] != 0; at = at + 1 & table.length - 1)
        {
            final byte[] text = texts[table[at] - 1];
            if (Arrays.equals(array, from, to, text, 0, text.length))
            {
                return table[at] - 1;
            }
        }
        return -1;
    }
}
