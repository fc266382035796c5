package io.skim.bytes;

import java.nio.charset.StandardCharsets;

/**
 * Makes strings of long texts, which are not shared: ASCII is copied, other well-formed UTF-8 decoded into an array that
 * is used again, where the JDK decodes from the beginning a second time once a character does not fit into a byte.
 */
public final class LongTexts
{
    private static final int USUAL = 1_024;
    private static final int KEPT = 16_384;

    private char[] chars = {};
    private byte[] latin = {};

    /** Makes one; its arrays are made for the first text that is not ASCII. */
    public LongTexts()
    {
    }

    /**
     * The text of some bytes.
     *
     * @param array that holds well-formed UTF-8.
     */
    public String get(final byte[] array, final int at, final int length)
    {
        final int ascii = asciiLength(array, at, length);
        return ascii == length ? ofAscii(array, at, length) : decoded(array, at, length, ascii);
    }

    /** The text of ASCII, which nobody looks at. */
    @SuppressWarnings("deprecation")
    public static String ofAscii(final byte[] array, final int at, final int length)
    {
        // Deprecated since it knows no charset: nor does it look for one, the bytes are copied, and that is all.
        return new String(array, 0, at, length);
    }

    private String decoded(final byte[] array, final int at, final int length, final int ascii)
    {
        if (length > KEPT)
        {
            return new String(array, at, length, StandardCharsets.UTF_8);
        }
        if (chars.length < length + Long.BYTES)
        {
            final int room = (length <= USUAL ? USUAL : KEPT) + Long.BYTES;
            chars = new char[room];
            latin = new byte[room];
        }
        final int characters = latin(array, at + ascii, at + length, latin, ascii);
        if (characters >= 0)
        {
            System.arraycopy(array, at, latin, 0, ascii);
            return ofAscii(latin, 0, characters);
        }
        return new String(chars, 0, decode(array, at, at + length, chars));
    }

    /** How many bytes are ASCII, in steps of eight unless all are. */
    private static int asciiLength(final byte[] array, final int at, final int length)
    {
        if (length < Long.BYTES)
        {
            return isAscii(array, at, at + length) ? length : 0;
        }
        final int last = at + length - Long.BYTES;
        for (int index = at; index < last; index += Long.BYTES)
        {
            if ((Words.getLongLittleEndian(array, index) & Words.HIGH_BITS) != 0)
            {
                return index - at;
            }
        }
        // The last eight bytes, some of them for the second time.
        return (Words.getLongLittleEndian(array, last) & Words.HIGH_BITS) == 0 ? length : length - 1 & -Long.BYTES;
    }

    private static boolean isAscii(final byte[] array, final int from, final int to)
    {
        int index = from;
        while (index < to && array[index] >= 0)
        {
            index++;
        }
        return index == to;
    }

    /**
     * Decodes what has no character above U+00FF, which is most of what is not ASCII; else gives -1. There is room for
     * eight bytes more.
     */
    private static int latin(final byte[] array, final int from, final int to, final byte[] latin, final int count)
    {
        int characters = count;
        int index = from;
        while (index < to)
        {
            while (to - index >= Long.BYTES)
            {
                final long word = Words.getLongLittleEndian(array, index);
                Words.putLongLittleEndian(latin, characters, word);
                final long marks = word & Words.HIGH_BITS;
                if (marks != 0)
                {
                    final int plain = Long.numberOfTrailingZeros(marks) >>> 3;
                    characters += plain;
                    index += plain;
                    break;
                }
                characters += Long.BYTES;
                index += Long.BYTES;
            }
            if (index == to)
            {
                break;
            }
            final byte first = array[index++];
            // U+0080 to U+00FF are written with C2 or C3 first.
            if (first < 0 && (first & 0xFE) != 0xC2)
            {
                return -1;
            }
            latin[characters++] = first >= 0 ? first : (byte)(first << 6 | array[index++] & 0x3F);
        }
        return characters;
    }

    /**
     * Decodes; there is room for a character for each byte. Gives the number of characters.
     */
    private static int decode(final byte[] array, final int from, final int to, final char[] chars)
    {
        int count = 0;
        int index = from;
        while (index < to)
        {
            while (index < to && array[index] >= 0)
            {
                chars[count++] = (char)array[index++];
            }
            // What is not ASCII seldom stands alone.
            while (index < to && array[index] < 0)
            {
                final int first = array[index];
                if (first < (byte)0xE0)
                {
                    chars[count++] = (char)((first & 0x1F) << 6 | array[index + 1] & 0x3F);
                    index += 2;
                }
                else if (first < (byte)0xF0)
                {
                    chars[count++] = (char)((first & 0x0F) << 12 | (array[index + 1] & 0x3F) << 6 | array[index + 2]
                        & 0x3F);
                    index += 3;
                }
                else
                {
                    final int point = (first & 0x07) << 18 | (array[index + 1] & 0x3F) << 12 | (array[index + 2]
                        & 0x3F) << 6 | array[index + 3] & 0x3F;
                    chars[count++] = Character.highSurrogate(point);
                    chars[count++] = Character.lowSurrogate(point);
                    index += 4;
                }
            }
        }
        return count;
    }
}
