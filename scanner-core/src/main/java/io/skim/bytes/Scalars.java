package io.skim.bytes;

/**
 * Values of fixed width, read and written out. A number may stand in fewer bytes than its type has: what is missing is
 * its sign, or zeros.
 */
public final class Scalars
{
    private static final byte[] HEX = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'};
    private static final int UUID_TEXT = 36;

    private Scalars()
    {
    }

    /**
     * Reads a whole number.
     *
     * @param length in bytes: 0, 1, 2, 4 or 8.
     * @param kind   for which {@link Kinds#isNumber}.
     * @return its 64 bits; of a boolean 1 or 0.
     */
    public static long getLong(final byte[] array, final int index, final int length, final int kind)
    {
        if (kind == Kinds.TRUE || kind == Kinds.FALSE)
        {
            return kind == Kinds.TRUE ? 1 : 0;
        }
        final long bits = getSigned(array, index, length);
        return Kinds.isUnsigned(kind) ? bits & -1L >>> Long.SIZE - (length << 3) : bits;
    }

    /**
     * Reads a whole number with a sign.
     *
     * @param length in bytes: 0, 1, 2, 4 or 8.
     */
    public static long getSigned(final byte[] array, final int index, final int length)
    {
        switch (length)
        {
            case 0:
                return 0;
            case 1:
                return array[index];
            case 2:
                return Words.getShort(array, index);
            case 4:
                return Words.getInt(array, index);
            default:
                return Words.getLong(array, index);
        }
    }

    /**
     * Reads a number with a fraction.
     *
     * @param kind {@link Kinds#FLOAT32} or {@link Kinds#FLOAT64}.
     */
    public static double getDouble(final byte[] array, final int index, final int kind)
    {
        return kind == Kinds.FLOAT32 ? Float.intBitsToFloat(Words.getInt(array, index)) : Double.longBitsToDouble(Words
            .getLong(array, index));
    }

    /**
     * Writes a value out at the end of a buffer.
     *
     * @param kind for which {@link Kinds#isRendered}, but none of JSON.
     * @param text to write to; 64 bytes are enough.
     * @return index in {@code text} of the first byte written; the last one is at its end.
     */
    public static int render(final byte[] array, final int index, final int length, final int kind, final byte[] text)
    {
        switch (kind)
        {
            case Kinds.TRUE:
                return ascii("true", text);
            case Kinds.FALSE:
                return ascii("false", text);
            case Kinds.UUID:
                return renderUuid(array, index, text);
            case Kinds.CHAR:
                return renderChar(Words.getInt(array, index), text);
            default:
                return renderLong(getLong(array, index, length, kind), Kinds.isUnsigned(kind), text);
        }
    }

    private static int ascii(final String word, final byte[] text)
    {
        final int from = text.length - word.length();
        for (int i = 0; i < word.length(); i++)
        {
            text[from + i] = (byte)word.charAt(i);
        }
        return from;
    }

    private static int renderChar(final int codePoint, final byte[] text)
    {
        final int bytes = Utf8.length(codePoint);
        for (int i = 0; i < bytes; i++)
        {
            text[text.length - bytes + i] = Utf8.byteAt(codePoint, bytes, i);
        }
        return text.length - bytes;
    }

    private static int renderUuid(final byte[] array, final int index, final byte[] text)
    {
        final int from = text.length - UUID_TEXT;
        int at = from;
        for (int i = 0; i < 16; i++)
        {
            if (i == 4 || i == 6 || i == 8 || i == 10)
            {
                text[at++] = '-';
            }
            text[at++] = HEX[array[index + i] >> 4 & 0xF];
            text[at++] = HEX[array[index + i] & 0xF];
        }
        return from;
    }

    /**
     * Writes a whole number out at the end of a buffer.
     *
     * @param text to write to; 20 bytes are enough.
     * @return index in {@code text} of the first byte written.
     */
    public static int renderLong(final long value, final boolean unsigned, final byte[] text)
    {
        int at = text.length;
        long left = value;
        if (unsigned && value < 0)
        {
            text[--at] = (byte)('0' + Long.remainderUnsigned(value, 10));
            left = Long.divideUnsigned(value, 10);
        }
        do
        {
            text[--at] = (byte)('0' + Math.abs(left % 10));
            left /= 10;
        }
        while (left != 0);
        if (!unsigned && value < 0)
        {
            text[--at] = '-';
        }
        return at;
    }
}
