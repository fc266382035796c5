package io.skim.handlers.select;

/**
 * Computes the codes of tags: their {@link String#hashCode()}. A broker's consume queue stores only this code of a tag.
 *
 * @see "MessageExtBrokerInner.tagsString2tagsCode; ExpressionMessageFilter.isMatchedByConsumeQueue"
 */
final class TagHashes
{
    private TagHashes()
    {
    }

    /** The code of well-formed UTF-8. */
    static int hash(final byte[] text, final int from, final int to)
    {
        int hash = 0;
        int at = from;
        while (at < to)
        {
            final int first = text[at];
            if (first >= 0)
            {
                hash = 31 * hash + first;
                at++;
            }
            else if ((first & 0xE0) == 0xC0)
            {
                hash = 31 * hash + ((first & 0x1F) << 6 | text[at + 1] & 0x3F);
                at += 2;
            }
            else if ((first & 0xF0) == 0xE0)
            {
                hash = 31 * hash + ((first & 0x0F) << 12 | (text[at + 1] & 0x3F) << 6 | text[at + 2] & 0x3F);
                at += 3;
            }
            else
            {
                final int codePoint = (first & 0x07) << 18 | (text[at + 1] & 0x3F) << 12 | (text[at + 2] & 0x3F) << 6
                    | text[at + 3] & 0x3F;
                hash = 31 * (31 * hash + Character.highSurrogate(codePoint)) + Character.lowSurrogate(codePoint);
                at += 4;
            }
        }
        return hash;
    }
}
