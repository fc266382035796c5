package io.skim.handlers.select;

import io.skim.bytes.Words;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.stream.Stream;

/**
 * A fixed set of texts in which bytes are looked up, mostly with one comparison, whatever the size of the set.
 */
final class TextSet
{
    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;

    private final byte[][] texts;
    /** A bit for each length of a text, modulo 64. Most values have another length, and are not compared. */
    private final long lengths;
    /** The index of a text plus one, or 0, by its hash; linear probing. */
    private final int[] table;

    TextSet(final Collection<String> members)
    {
        texts = new LinkedHashSet<>(members).stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toArray(
            byte[][]::new);
        table = new int[Integer.highestOneBit(Math.max(1, texts.length)) * 4];
        long seen = 0;
        for (int i = 0; i < texts.length; i++)
        {
            seen |= 1L << texts[i].length;
            int at = slot(texts[i], 0, texts[i].length);
            while (table[at] != 0)
            {
                at = at + 1 & table.length - 1;
            }
            table[at] = i + 1;
        }
        lengths = seen;
    }

    /** The members. */
    Stream<String> texts()
    {
        return Arrays.stream(texts).map(text -> new String(text, StandardCharsets.UTF_8));
    }

    private int slot(final byte[] array, final int from, final int to)
    {
        long hash = to - from;
        int at = from;
        for (; to - at >= Long.BYTES; at += Long.BYTES)
        {
            hash = (hash ^ Words.getLongLittleEndian(array, at)) * MIX;
        }
        for (; at < to; at++)
        {
            hash = 31 * hash + array[at];
        }
        return (int)(hash * MIX >>> Integer.SIZE) & table.length - 1;
    }

    /** Whether the bytes equal one of the texts. */
    boolean contains(final byte[] array, final int from, final int to)
    {
        return indexOf(array, from, to) >= 0;
    }

    /** The index of the text that equals the bytes; equal texts have one index; -1 if there is none. */
    int indexOf(final byte[] array, final int from, final int to)
    {
        if ((lengths >>> to - from & 1) == 0)
        {
            return -1;
        }
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
