package io.skim.bytes;

/**
 * Java's characters written as UTF-8, as they are or as the inside of a JSON string.
 */
public final class Characters
{
    /** The most bytes that one UTF-16 unit takes in UTF-8. */
    public static final int LONGEST = 3;

    /** So many units at the end of a text have less room than a whole word. */
    private static final int NARROW = 2;
    private static final int ILL_FORMED = -1;
    /** Characters whose forms are in tables: those of Latin-1. */
    private static final int TABLED = 0x100;
    private static final int LENGTH_SHIFT = 56;
    private static final long FORM = (1L << LENGTH_SHIFT) - 1;
    /** Of each character the bytes, the first one lowest, and on top how many there are. */
    private static final long[] UTF8 = new long[TABLED];
    private static final long[] JSON = new long[TABLED];
    /** 1 for characters of Latin-1 that do not stand in a JSON string as one byte. */
    private static final byte[] SPECIAL = new byte[TABLED];
    /** Strings up to here are taken for names; in characters. */
    private static final int SHORT = 32;

    static
    {
        final byte[] utf8 = new byte[Long.BYTES];
        final byte[] json = new byte[Long.BYTES];
        for (int unit = 0; unit < TABLED; unit++)
        {
            UTF8[unit] = form(utf8, put((char)unit, utf8, 0));
            final boolean special = JsonStrings.isSpecial((byte)unit);
            SPECIAL[unit] = (byte)(special || unit >= 0x80 ? 1 : 0);
            JSON[unit] = special ? form(json, JsonStrings.escape((byte)unit, json, 0)) : UTF8[unit];
        }
    }

    private static long form(final byte[] bytes, final int length)
    {
        return Words.getLongLittleEndian(bytes, 0) & (1L << Byte.SIZE * length) - 1 | (long)length << LENGTH_SHIFT;
    }

    private Characters()
    {
    }

    /**
     * Writes text as UTF-8.
     *
     * @param text      to write.
     * @param dst       array with room for {@link #LONGEST} bytes for each UTF-16 unit.
     * @param dstOffset in {@code dst}, in bytes, of the first byte written.
     * @return the index behind the text, or {@code -1} if half of a surrogate pair stands alone, which has no form in
     *     UTF-8; then what has been written is of no use.
     */
    public static int put(final CharSequence text, final byte[] dst, final int dstOffset)
    {
        return text instanceof String ? putString((String)text, dst, dstOffset) : putAny(text, 0, dst, dstOffset, UTF8);
    }

    /**
     * Writes text as the inside of a JSON string, in the form of {@link JsonStrings}.
     *
     * @param text      to write.
     * @param dst       array with room for {@link Escapes#UNIT_LENGTH} bytes for each UTF-16 unit.
     * @param dstOffset in {@code dst}, in bytes, of the first byte written.
     * @return the index behind the text, or {@code -1} if half of a surrogate pair stands alone.
     */
    public static int putJson(final CharSequence text, final byte[] dst, final int dstOffset)
    {
        return text instanceof String ? putJsonString((String)text, dst, dstOffset)
            : putAny(text, 0, dst, dstOffset, JSON);
    }

    private static int putString(final String text, final byte[] dst, final int dstOffset)
    {
        final int length = text.length();
        int at = dstOffset;
        int index = 0;
        while (true)
        {
            // A plain loop, one way out: the compiler takes the checks out of it.
            final int shift = at - index;
            for (; index < length; index++)
            {
                final char unit = text.charAt(index);
                if (unit >= 0x80)
                {
                    break;
                }
                dst[shift + index] = (byte)unit;
            }
            at = shift + index;
            if (index == length)
            {
                return at;
            }
            final char unit = text.charAt(index++);
            if (!Utf8.isSurrogate(unit))
            {
                at = put(unit, dst, at);
            }
            else if (index < length && Character.isSurrogatePair(unit, text.charAt(index)))
            {
                at = putPair(unit, text.charAt(index++), dst, at);
            }
            else
            {
                return ILL_FORMED;
            }
        }
    }

    private static int putJsonString(final String text, final byte[] dst, final int dstOffset)
    {
        final int length = text.length();
        if (length > SHORT)
        {
            return putRest(text, 0, dst, dstOffset);
        }
        // Names mostly, which have nothing special: one look at all of them in the end takes less than one at each.
        final byte[] special = SPECIAL;
        int found = 0;
        for (int index = 0; index < length; index++)
        {
            final char unit = text.charAt(index);
            found |= special[unit & 0xFF] | unit >> Byte.SIZE;
            dst[dstOffset + index] = (byte)unit;
        }
        return found == 0 ? dstOffset + length : putRest(text, 0, dst, dstOffset);
    }

    /**
     * Writes without asking which character is special: what comes in turns, as separators do, cannot be foreseen.
     */
    private static int putRest(final String text, final int from, final byte[] dst, final int dstOffset)
    {
        final int length = text.length();
        final int wide = length - NARROW;
        int at = dstOffset;
        int index = from;
        while (index < wide)
        {
            for (; index < wide; index++)
            {
                final char unit = text.charAt(index);
                if (unit >= TABLED)
                {
                    break;
                }
                final long form = JSON[unit];
                Words.putLongLittleEndian(dst, at, form);
                at += (int)(form >>> LENGTH_SHIFT);
            }
            for (; index < wide; index++)
            {
                final char unit = text.charAt(index);
                if (unit < TABLED || Utf8.isSurrogate(unit))
                {
                    break;
                }
                at = put(unit, dst, at);
            }
            if (index < wide && Utf8.isSurrogate(text.charAt(index)))
            {
                if (!Character.isSurrogatePair(text.charAt(index), text.charAt(index + 1)))
                {
                    return ILL_FORMED;
                }
                at = putPair(text.charAt(index), text.charAt(index + 1), dst, at);
                index += 2;
            }
        }
        return putAny(text, index, dst, at, JSON);
    }

    /** Text of any class, or the last few units of a string, where a whole word may not have room. */
    private static int putAny(final CharSequence text, final int from, final byte[] dst, final int dstOffset,
        final long[] forms)
    {
        final int length = text.length();
        int at = dstOffset;
        int index = from;
        while (index < length)
        {
            final char unit = text.charAt(index++);
            if (unit < TABLED)
            {
                for (long form = forms[unit]; form >>> LENGTH_SHIFT > 0; form = next(form))
                {
                    dst[at++] = (byte)form;
                }
            }
            else if (!Utf8.isSurrogate(unit))
            {
                at = put(unit, dst, at);
            }
            else if (index < length && Character.isSurrogatePair(unit, text.charAt(index)))
            {
                at = putPair(unit, text.charAt(index++), dst, at);
            }
            else
            {
                return ILL_FORMED;
            }
        }
        return at;
    }

    /** A form without its first byte. */
    private static long next(final long form)
    {
        return (form & FORM) >>> Byte.SIZE | (form >>> LENGTH_SHIFT) - 1 << LENGTH_SHIFT;
    }

    private static int put(final char unit, final byte[] dst, final int at)
    {
        if (unit < 0x80)
        {
            dst[at] = (byte)unit;
            return at + 1;
        }
        if (unit < 0x800)
        {
            dst[at] = (byte)(0xC0 | unit >> 6);
            dst[at + 1] = (byte)(0x80 | unit & 0x3F);
            return at + 2;
        }
        dst[at] = (byte)(0xE0 | unit >> 12);
        dst[at + 1] = (byte)(0x80 | unit >> 6 & 0x3F);
        dst[at + 2] = (byte)(0x80 | unit & 0x3F);
        return at + 3;
    }

    private static int putPair(final char high, final char low, final byte[] dst, final int at)
    {
        final int codePoint = Character.toCodePoint(high, low);
        dst[at] = (byte)(0xF0 | codePoint >> 18);
        dst[at + 1] = (byte)(0x80 | codePoint >> 12 & 0x3F);
        dst[at + 2] = (byte)(0x80 | codePoint >> 6 & 0x3F);
        dst[at + 3] = (byte)(0x80 | codePoint & 0x3F);
        return at + 4;
    }
}
