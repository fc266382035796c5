package io.skim.scan.amqp;

import io.skim.bytes.Words;

/**
 * A text with a size of one byte that can be told at a glance to be good: in ASCII, and not too long. What is known of the
 * bytes before it spares a loop: it is covered by words of eight, which may overlap.
 */
final class AsciiText
{
    /** Bytes of code and size before a text. */
    private static final int HEAD = 2;
    /** Bytes of text that stand in a value's first eight bytes. */
    static final int IN_FIRST_WORD = Long.BYTES - HEAD;
    /** The longest that is looked at: four words from its constructor on, four back from its end. */
    static final int LONGEST = IN_FIRST_WORD + 7 * Long.BYTES;
    /** Which bits of a value's first eight bytes have to be clear, by the text's length. */
    private static final long[] FIRST_BITS = new long[256];

    static
    {
        for (int size = 0; size < FIRST_BITS.length; size++)
        {
            final long text = size < IN_FIRST_WORD ? (1L << Byte.SIZE * size) - 1 : -1L;
            FIRST_BITS[size] = text << Byte.SIZE * HEAD & Words.HIGH_BITS;
        }
    }

    private AsciiText()
    {
    }

    /** What is not ASCII of a text's bytes among its value's first eight: 0 if nothing is. */
    static long oddBits(final long word, final int size)
    {
        return word & FIRST_BITS[size];
    }

    /**
     * Whether a text is not too long and in ASCII.
     *
     * @param array that holds the frame, the text and all of the value's first eight bytes.
     * @param at    index of the value's constructor.
     * @param next  index behind the text.
     * @param word  the value's first eight bytes, little-endian.
     * @param size  of the text in bytes, up to 255.
     */
    static boolean isGood(final byte[] array, final int at, final int next, final long word, final int size)
    {
        return size <= IN_FIRST_WORD ? oddBits(word, size) == 0 : isCovered(array, at, next, word, size);
    }

    private static boolean isCovered(final byte[] array, final int at, final int next, final long word, final int size)
    {
        long bits = word >>> Byte.SIZE * HEAD | Words.getLongLittleEndian(array, next - Long.BYTES);
        if (size > IN_FIRST_WORD + Long.BYTES)
        {
            bits |= Words.getLongLittleEndian(array, at + Long.BYTES);
            if (size > IN_FIRST_WORD + 2 * Long.BYTES)
            {
                bits |= Words.getLongLittleEndian(array, at + 2 * Long.BYTES);
                if (size > IN_FIRST_WORD + 3 * Long.BYTES)
                {
                    bits |= size > LONGEST ? -1L : middle(array, at, next);
                }
            }
        }
        return (bits & Words.HIGH_BITS) == 0;
    }

    /** The words in the middle of a text. */
    private static long middle(final byte[] array, final int at, final int next)
    {
        return Words.getLongLittleEndian(array, at + 3 * Long.BYTES)
            | Words.getLongLittleEndian(array, next - 4 * Long.BYTES)
            | Words.getLongLittleEndian(array, next - 3 * Long.BYTES)
            | Words.getLongLittleEndian(array, next - 2 * Long.BYTES);
    }
}
