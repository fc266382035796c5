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
    /** How many bytes behind a special one are taken for more of its kind. */
    private static final int SPAN = 256;
    /** Of each byte what is written for it, the first one lowest, and how many bytes that is. */
    private static final long[] FORMS = new long[1 << Byte.SIZE];
    private static final long[] LENGTHS = new long[1 << Byte.SIZE];
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
        final byte[] form = new byte[Long.BYTES];
        for (int i = 0; i < FORMS.length; i++)
        {
            final byte value = (byte)i;
            form[0] = value;
            final int length = isSpecial(value) ? escape(value, form, 0) : 1;
            FORMS[i] = Words.getFew(form, 0, length);
            LENGTHS[i] = length;
        }
    }

    private JsonStrings()
    {
    }

    private static long specials(final long word)
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
     * @param utf8 text, well-formed.
     * @param dst  another array, with room for {@link Escapes#UNIT_LENGTH} bytes for each byte of the text, and two more.
     * @return the index behind the last byte written.
     */
    public static int put(final byte[] utf8, final int from, final int to, final byte[] dst, final int dstOffset)
    {
        int index = from;
        int at = dstOffset;
        while (index < to)
        {
            while (to - index >= Long.BYTES)
            {
                final long word = Words.getLongLittleEndian(utf8, index);
                if (specials(word) != 0)
                {
                    break;
                }
                Words.putLongLittleEndian(dst, at, word);
                index += Long.BYTES;
                at += Long.BYTES;
            }
            // What has one such byte has more of them, as properties have separators.
            final int end = index + Math.min(to - index, SPAN);
            at = putForms(utf8, index, end, dst, at);
            index = end;
        }
        return at;
    }

    /** Writes without asking which byte is special: what comes in turns cannot be foreseen. */
    private static int putForms(final byte[] utf8, final int from, final int to, final byte[] dst, final int dstOffset)
    {
        final long[] forms = FORMS;
        final long[] lengths = LENGTHS;
        // Long, since of an int the compiler keeps a second one for the address.
        long at = dstOffset;
        for (int index = from; index < to; index++)
        {
            final int value = utf8[index] & 0xFF;
            Words.putLongLittleEndian(dst, (int)at, forms[value]);
            at += lengths[value];
        }
        return (int)at;
    }

    /**
     * Writes a short text that is the same inside a JSON string, and ASCII.
     *
     * @param length of the text in bytes, at least 1.
     * @param dst    another array, with room for so many bytes, at least eight.
     * @return false if it has other characters, or some to be escaped; then what has been written is of no use.
     */
    public static boolean putPlain(final byte[] utf8, final int from, final int length, final byte[] dst,
        final int dstOffset)
    {
        if (length < Long.BYTES)
        {
            final long word = Words.getFew(utf8, from, length);
            Words.putLongLittleEndian(dst, dstOffset, word);
            return (specials(word) | word & Words.HIGH_BITS) << (Long.BYTES - length << 3) == 0;
        }
        final int last = length - Long.BYTES;
        final long end = Words.getLongLittleEndian(utf8, from + last);
        Words.putLongLittleEndian(dst, dstOffset + last, end);
        long marks = specials(end) | end;
        for (int index = 0; index < last; index += Long.BYTES)
        {
            final long word = Words.getLongLittleEndian(utf8, from + index);
            Words.putLongLittleEndian(dst, dstOffset + index, word);
            marks |= specials(word) | word;
        }
        return (marks & Words.HIGH_BITS) == 0;
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
