package io.skim.pojo.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Makes strings of long texts, which are not shared: ASCII is copied, other well-formed UTF-8 decoded into an array that
 * is used again, where the JDK decodes from the beginning a second time once a character does not fit into a byte.
 */
public final class LongTexts
{
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long NON_ASCII = 0x8080_8080_8080_8080L;
    private static final int USUAL = 1_024;
    private static final int KEPT = 16_384;

    private char[] chars = new char[USUAL];
    private byte[] latin = new byte[USUAL];

    /** Makes one, with its arrays. */
    public LongTexts()
    {
    }

    /**
     * The text of some bytes.
     *
     * @param array  that holds well-formed UTF-8.
     * @param at     in {@code array}, of the first byte.
     * @param length in bytes.
     * @return a new string.
     */
    public String get(final byte[] array, final int at, final int length)
    {
        final int ascii = asciiLength(array, at, length);
        if (ascii == length)
        {
            return new String(array, at, length, StandardCharsets.ISO_8859_1);
        }
        if (length > KEPT)
        {
            return new String(array, at, length, StandardCharsets.UTF_8);
        }
        if (chars.length < length)
        {
            chars = new char[KEPT];
            latin = new byte[KEPT];
        }
        final int characters = latin(array, at + ascii, at + length, latin, ascii);
        if (characters >= 0)
        {
            System.arraycopy(array, at, latin, 0, ascii);
            return new String(latin, 0, characters, StandardCharsets.ISO_8859_1);
        }
        return new String(chars, 0, decode(array, at, at + length, chars));
    }

    /** How many bytes are ASCII, in steps of eight unless all are. */
    private static int asciiLength(final byte[] array, final int at, final int length)
    {
        int index = 0;
        while (length - index >= Long.BYTES)
        {
            if (((long)LONG.get(array, at + index) & NON_ASCII) != 0)
            {
                return index;
            }
            index += Long.BYTES;
        }
        if (length >= Long.BYTES)
        {
            // The last eight bytes, some of them for the second time.
            return ((long)LONG.get(array, at + length - Long.BYTES) & NON_ASCII) == 0 ? length : index;
        }
        while (index < length && array[at + index] >= 0)
        {
            index++;
        }
        return index == length ? length : 0;
    }

    /** Decodes what has no character above U+00FF, which is most of what is not ASCII; else gives -1. */
    private static int latin(final byte[] array, final int from, final int to, final byte[] latin, final int count)
    {
        int characters = count;
        int index = from;
        while (index < to)
        {
            final byte first = array[index];
            if (first >= 0)
            {
                final long word = to - index >= Long.BYTES ? (long)LONG.get(array, index) : NON_ASCII;
                if ((word & NON_ASCII) == 0)
                {
                    LONG.set(latin, characters, word);
                    characters += Long.BYTES;
                    index += Long.BYTES;
                    continue;
                }
                latin[characters++] = first;
                index++;
                continue;
            }
            // U+0080 to U+00FF are written with C2 or C3 first.
            if ((first & 0xFE) != 0xC2)
            {
                return -1;
            }
            latin[characters++] = (byte)(first << 6 | array[index + 1] & 0x3F);
            index += 2;
        }
        return characters;
    }

    /** Decodes; there is room for a character for each byte. Gives the number of characters. */
    private static int decode(final byte[] array, final int from, final int to, final char[] chars)
    {
        int count = 0;
        int index = from;
        while (index < to)
        {
            if (to - index >= Long.BYTES)
            {
                final long word = (long)LONG.get(array, index);
                if ((word & NON_ASCII) == 0)
                {
                    spread(word, chars, count);
                    count += Long.BYTES;
                    index += Long.BYTES;
                    continue;
                }
            }
            final int first = array[index];
            if (first >= 0)
            {
                chars[count++] = (char)first;
                index++;
            }
            else if (first < (byte)0xE0)
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
                final int point = (first & 0x07) << 18 | (array[index + 1] & 0x3F) << 12 | (array[index + 2] & 0x3F)
                    << 6 | array[index + 3] & 0x3F;
                chars[count++] = Character.highSurrogate(point);
                chars[count++] = Character.lowSurrogate(point);
                index += 4;
            }
        }
        return count;
    }

    private static void spread(final long word, final char[] chars, final int at)
    {
        chars[at] = (char)(word & 0xFF);
        chars[at + 1] = (char)(word >>> 8 & 0xFF);
        chars[at + 2] = (char)(word >>> 16 & 0xFF);
        chars[at + 3] = (char)(word >>> 24 & 0xFF);
        chars[at + 4] = (char)(word >>> 32 & 0xFF);
        chars[at + 5] = (char)(word >>> 40 & 0xFF);
        chars[at + 6] = (char)(word >>> 48 & 0xFF);
        chars[at + 7] = (char)(word >>> 56);
    }
}
