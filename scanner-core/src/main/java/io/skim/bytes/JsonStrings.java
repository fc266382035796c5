package io.skim.bytes;

/**
 * Text written between the quotes of a JSON string, escaped as the Java client of release 5.5 does it: {@code \"},
 * {@code \\}, {@code \b \t \n \f \r}, and <code>\\u00xx</code> in lower case for the other characters below U+0020;
 * all else as it is.
 *
 * @see "fastjson2 2.0: JSONWriterUTF8.writeString, default features"
 */
public final class JsonStrings
{
    private static final byte[] HEX = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'};
    private static final byte[] LETTERS = new byte[' '];
    private static final long QUOTES = Words.repeat('"');
    private static final long BACKSLASHES = Words.repeat('\\');
    private static final long BLANKS = Words.repeat(' ');

    static
    {
        LETTERS['\b'] = 'b';
        LETTERS['\t'] = 't';
        LETTERS['\n'] = 'n';
        LETTERS['\f'] = 'f';
        LETTERS['\r'] = 'r';
    }

    private JsonStrings()
    {
    }

    private static long marks(final long word)
    {
        return Words.below(word, BLANKS) | Words.match(word, QUOTES) | Words.match(word, BACKSLASHES);
    }

    static boolean isSpecial(final byte value)
    {
        return value >= 0 && value < ' ' || value == '"' || value == '\\';
    }

    /**
     * Writes text, escaped.
     *
     * @param utf8      text, well-formed.
     * @param from      index of its first byte.
     * @param to        index behind its last byte.
     * @param dst       another array, with room for {@link Escapes#UNIT_LENGTH} bytes for each byte of the text, at least eight.
     * @param dstOffset in {@code dst}, in bytes, of the first byte written.
     * @return the index behind the last byte written.
     */
    public static int put(final byte[] utf8, final int from, final int to, final byte[] dst, final int dstOffset)
    {
        int index = from;
        int at = dstOffset;
        while (to - index >= Long.BYTES)
        {
            final long word = Words.getLongLittleEndian(utf8, index);
            final long marks = marks(word);
            Words.putLongLittleEndian(dst, at, word);
            final int plain = marks == 0 ? Long.BYTES : Words.firstMarked(marks);
            index += plain;
            at += plain;
            if (marks != 0)
            {
                at = escape(utf8[index++], dst, at);
            }
        }
        for (; index < to; index++)
        {
            if (isSpecial(utf8[index]))
            {
                at = escape(utf8[index], dst, at);
            }
            else
            {
                dst[at++] = utf8[index];
            }
        }
        return at;
    }

    /** Writes an escape, and tells the index behind it. */
    static int escape(final byte value, final byte[] dst, final int dstOffset)
    {
        dst[dstOffset] = '\\';
        final byte letter = value < ' ' ? LETTERS[value] : value;
        if (letter != 0)
        {
            dst[dstOffset + 1] = letter;
            return dstOffset + 2;
        }
        dst[dstOffset + 1] = 'u';
        dst[dstOffset + 2] = '0';
        dst[dstOffset + 3] = '0';
        dst[dstOffset + 4] = HEX[value >> 4];
        dst[dstOffset + 5] = HEX[value & 0xF];
        return dstOffset + Escapes.UNIT_LENGTH;
    }
}
