package io.skim.bytes;

/**
 * Java's characters written as UTF-8, as they are or as the inside of a JSON string.
 */
public final class Characters
{
    /** The most bytes that one UTF-16 unit takes in UTF-8. */
    public static final int LONGEST = 3;

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
    /**
     * Strings up to here are taken for names; in UTF-16 units. It is a mask at the same time: of a loop that can be seen
     * to be short the compiler makes less.
     */
    public static final int SHORT = 31;
    private static final int FOUR = 4;
    private static final int SIXTEEN = 16;

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
     * @param dst array with room for {@link #LONGEST} bytes for each UTF-16 unit.
     * @return the index behind the text, or {@code -1} if half of a surrogate pair stands alone, which has no form in UTF-8;
     *     then what has been written is of no use.
     */
    public static int put(final CharSequence text, final byte[] dst, final int dstOffset)
    {
        return text instanceof String ? putString((String)text, dst, dstOffset) : putAny(text, dst, dstOffset, UTF8);
    }

    /**
     * Writes text as the inside of a JSON string, in the form of {@link JsonStrings}.
     *
     * @param dst array with room for {@link Escapes#UNIT_LENGTH} bytes for each UTF-16 unit, and two more.
     * @return the index behind the text, or {@code -1} if half of a surrogate pair stands alone.
     */
    public static int putJson(final CharSequence text, final byte[] dst, final int dstOffset)
    {
        return text instanceof String ? putJsonString((String)text, dst, dstOffset)
            : putAny(text, dst, dstOffset, JSON);
    }

    private static int putString(final String text, final byte[] dst, final int dstOffset)
    {
        final int length = text.length();
        if (length > SHORT)
        {
            return putLong(text, dst, dstOffset);
        }
        return putAscii(text, dst, dstOffset) ? dstOffset + length : putWide(text, dst, dstOffset);
    }

    /**
     * Writes a short string that is ASCII.
     *
     * @param text of at most {@link #SHORT} UTF-16 units.
     * @param dst  array with room for one byte for each.
     * @return false if it is not ASCII; then what has been written is of no use.
     */
    public static boolean putAscii(final String text, final byte[] dst, final int dstOffset)
    {
        // Names mostly: one look at all units in the end takes less than one at each.
        final int length = text.length() & SHORT;
        int bits = 0;
        for (int index = 0; index < length; index++)
        {
            final char unit = text.charAt(index);
            bits |= unit;
            dst[dstOffset + index] = (byte)unit;
        }
        return bits < 0x80;
    }

    private static int putLong(final String text, final byte[] dst, final int dstOffset)
    {
        final int bits = bits(text);
        if (bits >= 0x80)
        {
            return bits < TABLED ? putLatin(text, dst, dstOffset) : putWide(text, dst, dstOffset);
        }
        copyLowBytes(text, dst, dstOffset);
        return dstOffset + text.length();
    }

    /**
     * All units of a text that is not short, one over the other, or as many as tell that some are not in Latin-1: what a
     * string keeps in bytes or not, it does not tell.
     */
    private static int bits(final String text)
    {
        final int length = text.length();
        int bits = 0;
        int index = 0;
        for (; index < length - SIXTEEN; index += SIXTEEN)
        {
            bits |= four(text, index) | four(text, index + FOUR) | four(text, index + 2 * FOUR) | four(text, index + 3
                * FOUR);
            if (bits >= TABLED)
            {
                return bits;
            }
        }
        for (; index < length - FOUR; index += FOUR)
        {
            bits |= four(text, index);
        }
        return bits | four(text, length - FOUR);
    }

    private static int four(final String text, final int index)
    {
        return text.charAt(index) | text.charAt(index + 1) | (text.charAt(index + 2) | text.charAt(index + 3));
    }

    /** Its only fault is to drop the high bytes, which are zero here; it is one copy of what the string has. */
    @SuppressWarnings("deprecation")
    private static void copyLowBytes(final String text, final byte[] dst, final int dstOffset)
    {
        text.getBytes(0, text.length(), dst, dstOffset);
    }

    /**
     * Characters of Latin-1, which take one byte or two: put down behind the room for two, and from there where they
     * belong. What is written ends before what is still to be read begins.
     */
    private static int putLatin(final String text, final byte[] dst, final int dstOffset)
    {
        int from = dstOffset + 2 * text.length();
        final int to = from + text.length();
        copyLowBytes(text, dst, from);
        int at = dstOffset;
        while (to - from >= Long.BYTES)
        {
            final long word = Words.getLongLittleEndian(dst, from);
            final long marks = word & Words.HIGH_BITS;
            Words.putLongLittleEndian(dst, at, word);
            if (marks == 0)
            {
                from += Long.BYTES;
                at += Long.BYTES;
                continue;
            }
            final int plain = Words.firstMarked(marks);
            from += plain + 1;
            at = put((char)(word >>> (plain << 3) & 0xFF), dst, at + plain);
        }
        for (; from < to; from++)
        {
            at = put((char)(dst[from] & 0xFF), dst, at);
        }
        return at;
    }

    private static int putWide(final String text, final byte[] dst, final int dstOffset)
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
            for (; index < length; index++)
            {
                final char unit = text.charAt(index);
                if (unit < 0x80 || Utf8.isSurrogate(unit))
                {
                    break;
                }
                at = put(unit, dst, at);
            }
            if (index == length)
            {
                return at;
            }
            if (Utf8.isSurrogate(text.charAt(index)))
            {
                if (!isPair(text, index))
                {
                    return ILL_FORMED;
                }
                at = putPair(text.charAt(index), text.charAt(index + 1), dst, at);
                index += 2;
            }
        }
    }

    private static boolean isPair(final CharSequence text, final int index)
    {
        return index + 1 < text.length() && Character.isSurrogatePair(text.charAt(index), text.charAt(index + 1));
    }

    private static int putJsonString(final String text, final byte[] dst, final int dstOffset)
    {
        final int length = text.length();
        if (length > SHORT)
        {
            return putLongJson(text, dst, dstOffset);
        }
        return putPlainJson(text, dst, dstOffset) ? dstOffset + length : putLongJson(text, dst, dstOffset);
    }

    /**
     * Writes a short string that is the same inside a JSON string, and ASCII.
     *
     * @param text of at most {@link #SHORT} UTF-16 units.
     * @param dst  array with room for one byte for each.
     * @return false if it has other characters, or some to be escaped; then what has been written is of no use.
     */
    public static boolean putPlainJson(final String text, final byte[] dst, final int dstOffset)
    {
        final byte[] special = SPECIAL;
        final int length = text.length() & SHORT;
        int found = 0;
        for (int index = 0; index < length; index++)
        {
            final char unit = text.charAt(index);
            found |= special[unit & 0xFF] | unit >> Byte.SIZE;
            dst[dstOffset + index] = (byte)unit;
        }
        return found == 0;
    }

    /** Writes without asking which character is special: what comes in turns, as separators do, cannot be foreseen. */
    private static int putLongJson(final String text, final byte[] dst, final int dstOffset)
    {
        final long reached = putForms(text, 0, dst, dstOffset);
        return (int)reached == text.length() ? (int)(reached >>> Integer.SIZE)
            : putWideJson(text, (int)reached, dst, (int)(reached >>> Integer.SIZE));
    }

    /** Goes on behind characters of Latin-1. */
    private static int putWideJson(final String text, final int from, final byte[] dst, final int dstOffset)
    {
        final int length = text.length();
        int at = dstOffset;
        int index = from;
        while (true)
        {
            for (; index < length; index++)
            {
                final char unit = text.charAt(index);
                if (unit < TABLED || Utf8.isSurrogate(unit))
                {
                    break;
                }
                at = put(unit, dst, at);
            }
            if (index == length)
            {
                return at;
            }
            if (Utf8.isSurrogate(text.charAt(index)))
            {
                if (!isPair(text, index))
                {
                    return ILL_FORMED;
                }
                at = putPair(text.charAt(index), text.charAt(index + 1), dst, at);
                index += 2;
            }
            final long reached = putForms(text, index, dst, at);
            index = (int)reached;
            at = (int)(reached >>> Integer.SIZE);
        }
    }

    /** Characters of Latin-1: where they end in the text (low) and in the array. Apart, to have all registers. */
    private static long putForms(final String text, final int from, final byte[] dst, final int dstOffset)
    {
        final int length = text.length();
        final long[] forms = JSON;
        // Long, since of an int the compiler keeps a second one for the address.
        long at = dstOffset;
        int index = from;
        for (; index < length; index++)
        {
            final char unit = text.charAt(index);
            if (unit >= TABLED)
            {
                break;
            }
            final long form = forms[unit & 0xFF];
            Words.putLongLittleEndian(dst, (int)at, form);
            at += form >>> LENGTH_SHIFT;
        }
        return at << Integer.SIZE | index;
    }

    /** Text of any class. */
    private static int putAny(final CharSequence text, final byte[] dst, final int dstOffset, final long[] forms)
    {
        final int length = text.length();
        int at = dstOffset;
        int index = 0;
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
