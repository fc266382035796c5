package io.skim.bytes;

/**
 * How nearly all sections of AMQP messages begin: with a small ulong as descriptor, and the code and size of a value of the
 * section's own type. All of that stands in the section's first eight bytes. Sequences and values are left out, for they may not
 * come behind other bodies.
 *
 * <pre>
 * 00 53 7x   C0 size                  or  A0, C1
 * 00 53 7x   D0 size size size size   or  B0, D1
 * </pre>
 *
 * @see "OASIS AMQP 1.0, part 3 (messaging), section 3.2"
 */
public final class SectionHeads
{
    /** The code of the first section's descriptor. */
    public static final int FIRST_CODE = 0x70;
    /** Octets of a descriptor and the code behind it. */
    public static final int LENGTH = 4;

    private static final int NONE = -1;
    private static final int CODE_SHIFT = 24;
    /** The bit that a long value's code has more. */
    private static final int LONG_SIZE = FormatCodes.WIDE << CODE_SHIFT;
    /** The first four bytes with a short value, little-endian, by the descriptor's low four bits; 0 where there are none. */
    private static final int[] HEADS = new int[16];

    static
    {
        put(FormatCodes.LIST, 0, 3);
        put(FormatCodes.MAP, 1, 2, 4, 8);
        put(FormatCodes.BINARY, 5);
    }

    private SectionHeads()
    {
    }

    private static void put(final int code, final int... ranks)
    {
        for (final int rank : ranks)
        {
            HEADS[rank] =
                code << CODE_SHIFT | FIRST_CODE + rank << 2 * Byte.SIZE | FormatCodes.ULONG_SMALL << Byte.SIZE;
        }
    }

    /**
     * Which section begins with eight bytes.
     *
     * @param word the bytes, little-endian.
     * @return the section's rank, its descriptor less {@link #FIRST_CODE}; -1 if it begins otherwise.
     */
    public static int rank(final long word)
    {
        final int head = (int)word;
        final int rank = head >>> 16 & 0xF;
        return (head & ~LONG_SIZE) == HEADS[rank] ? rank : NONE;
    }

    /**
     * The code of the values of a section.
     *
     * @param rank of the section.
     * @return the code with one octet of size; 0 if there is no such section.
     */
    public static int code(final int rank)
    {
        return HEADS[rank] >>> CODE_SHIFT;
    }

    /**
     * How many octets the size has that follows.
     *
     * @param word the section's first eight bytes, little-endian.
     * @return one or four.
     */
    public static int sizeWidth(final long word)
    {
        return ((int)word & LONG_SIZE) == 0 ? 1 : Integer.BYTES;
    }

    /**
     * Where a section ends, by its size.
     *
     * @param word the section's first eight bytes, little-endian.
     * @param at   where it begins.
     * @return the end; less than {@code at} if the size does not leave room for the count behind it (of data, which has none,
     *     that is left to a closer look too), is no int, or so large that the sum overflows.
     */
    public static int end(final long word, final int at)
    {
        if (((int)word & LONG_SIZE) == 0)
        {
            final int size = (int)(word >>> 32) & 0xFF;
            return size == 0 ? NONE : at + LENGTH + 1 + size;
        }
        final int size = Integer.reverseBytes((int)(word >>> 32));
        return size < Integer.BYTES ? NONE : at + LENGTH + Integer.BYTES + size;
    }
}
