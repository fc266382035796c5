package io.skim.bytes;

/**
 * Java's characters written as UTF-8.
 */
public final class Characters
{
    /** The most bytes that one UTF-16 unit takes. */
    public static final int LONGEST = 3;

    private static final int ILL_FORMED = -1;
    private static final int BLOCK = 8;
    private static final int NOT_ASCII = 0xFF80;

    private Characters()
    {
    }

    /**
     * Writes text as UTF-8.
     *
     * @param text      to write.
     * @param dst       array with room for {@link #LONGEST} bytes for each UTF-16 unit.
     * @param dstOffset in {@code dst}, in bytes, of the first byte written.
     * @return the index behind the last byte written, or {@code -1} if half of a surrogate pair stands alone, which has
     *     no form in UTF-8; then what has been written is of no use.
     */
    public static int put(final CharSequence text, final byte[] dst, final int dstOffset)
    {
        return text instanceof String ? putString((String)text, dst, dstOffset) : putRest(text, 0, dst, dstOffset);
    }

    private static int putString(final String text, final byte[] dst, final int dstOffset)
    {
        final int length = text.length();
        int index = 0;
        for (; length - index >= BLOCK; index += BLOCK)
        {
            final char c0 = text.charAt(index);
            final char c1 = text.charAt(index + 1);
            final char c2 = text.charAt(index + 2);
            final char c3 = text.charAt(index + 3);
            final char c4 = text.charAt(index + 4);
            final char c5 = text.charAt(index + 5);
            final char c6 = text.charAt(index + 6);
            final char c7 = text.charAt(index + 7);
            if (((c0 | c1 | c2 | c3 | c4 | c5 | c6 | c7) & NOT_ASCII) != 0)
            {
                break;
            }
            final int low = c0 | c1 << 8 | c2 << 16 | c3 << 24;
            final int high = c4 | c5 << 8 | c6 << 16 | c7 << 24;
            Words.putLongLittleEndian(dst, dstOffset + index, (long)high << 32 | low & 0xFFFF_FFFFL);
        }
        for (; index < length; index++)
        {
            final char unit = text.charAt(index);
            if (unit >= 0x80)
            {
                return putRest(text, index, dst, dstOffset + index);
            }
            dst[dstOffset + index] = (byte)unit;
        }
        return dstOffset + length;
    }

    private static int putRest(final CharSequence text, final int from, final byte[] dst, final int dstOffset)
    {
        final int length = text.length();
        int at = dstOffset;
        for (int index = from; index < length; index++)
        {
            final char unit = text.charAt(index);
            if (unit < 0x80)
            {
                dst[at++] = (byte)unit;
            }
            else if (unit < 0x800)
            {
                dst[at++] = (byte)(0xC0 | unit >> 6);
                dst[at++] = (byte)(0x80 | unit & 0x3F);
            }
            else if (!Utf8.isSurrogate(unit))
            {
                dst[at++] = (byte)(0xE0 | unit >> 12);
                dst[at++] = (byte)(0x80 | unit >> 6 & 0x3F);
                dst[at++] = (byte)(0x80 | unit & 0x3F);
            }
            else
            {
                index++;
                if (index == length || !Character.isSurrogatePair(unit, text.charAt(index)))
                {
                    return ILL_FORMED;
                }
                final int codePoint = Character.toCodePoint(unit, text.charAt(index));
                dst[at++] = (byte)(0xF0 | codePoint >> 18);
                dst[at++] = (byte)(0x80 | codePoint >> 12 & 0x3F);
                dst[at++] = (byte)(0x80 | codePoint >> 6 & 0x3F);
                dst[at++] = (byte)(0x80 | codePoint & 0x3F);
            }
        }
        return at;
    }
}
