package io.skim.handlers.select;

/**
 * Finds a text in another. The time grows with the sum of their lengths, never with their product.
 *
 * @see "Knuth, Morris, Pratt: Fast Pattern Matching in Strings, 1977"
 */
final class TextSearch
{
    private final byte[] wanted;
    /** For each length of a match, the length that still matches if the next byte does not. */
    private final int[] borders;

    TextSearch(final byte[] wanted)
    {
        this.wanted = wanted;
        borders = new int[wanted.length + 1];
        int border = 0;
        for (int i = 1; i < wanted.length; i++)
        {
            while (border > 0 && wanted[i] != wanted[border])
            {
                border = borders[border];
            }
            border += wanted[i] == wanted[border] ? 1 : 0;
            borders[i + 1] = border;
        }
    }

    /** The index of the first occurrence of the wanted text, or -1. */
    int find(final byte[] array, final int from, final int to)
    {
        int matched = 0;
        for (int i = from; i < to && matched < wanted.length; i++)
        {
            while (matched > 0 && array[i] != wanted[matched])
            {
                matched = borders[matched];
            }
            matched += array[i] == wanted[matched] ? 1 : 0;
            if (matched == wanted.length)
            {
                return i + 1 - matched;
            }
        }
        return wanted.length == 0 ? from : -1;
    }

    int length()
    {
        return wanted.length;
    }
}
