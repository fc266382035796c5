package io.skim.bytes;

import java.util.Arrays;

/**
 * How nearly all sections of AMQP messages begin: with a small ulong as descriptor, and the code and size of a value of the
 * section's own type; a value is a string. All of that stands in the section's first eight bytes, and is told by one look-up of
 * the first four. Sequences are left out, for they may come one behind the other.
 *
 * <pre>
 * 00 53 7x   45
 * 00 53 7x   C0 size                  or  A0, A1, C1
 * 00 53 7x   D0 size size size size   or  B0, B1, D1
 * </pre>
 *
 * @see "OASIS AMQP 1.0, part 3 (messaging), section 3.2"
 */
public final class SectionHeads
{
    /** The code of the first section's descriptor. */
    public static final int FIRST_CODE = 0x70;
    /** What {@link #find} gives where no section begins that is usual. */
    public static final int NONE = -1;

    /** Octets of a descriptor and the code behind it. */
    private static final int LENGTH = 4;
    private static final int CODE_SHIFT = 24;
    /** The ranks of the first body section and of the last. */
    private static final int DATA = 5;
    private static final int VALUE = 7;
    /** Where the parts of a form stand, which {@link #find} gives: the rank is the lowest. */
    private static final int BEFORE_SHIFT = 4;
    private static final int KIND_SHIFT = 8;
    /** Bits of the first four bytes that tell a code's layout: whether a size follows, of four octets, and whether a count does. */
    private static final int SIZED_SHIFT = 31;
    private static final int COUNTED_SHIFT = 30;
    private static final int WIDE_SHIFT = 28;
    /**
     * By the low bits of the descriptor, and the high bits of the code above them: the first four bytes, little-endian, in the upper
     * half, and below them the form.
     */
    private static final long[] HEADS = new long[256];

    static
    {
        Arrays.fill(HEADS, NONE);
        put(FormatCodes.LIST_EMPTY, 0, 3);
        put(FormatCodes.NULL, VALUE);
        for (int wide = 0; wide <= FormatCodes.WIDE; wide += FormatCodes.WIDE)
        {
            put(FormatCodes.LIST | wide, 0, 3);
            put(FormatCodes.MAP | wide, 1, 2, 4, 8);
            put(FormatCodes.BINARY | wide, DATA);
            put(FormatCodes.STRING | wide, VALUE);
        }
    }

    private SectionHeads()
    {
    }

    private static void put(final int code, final int... ranks)
    {
        for (final int rank : ranks)
        {
            final long head =
                (long)code << CODE_SHIFT | FIRST_CODE + rank << 2 * Byte.SIZE | FormatCodes.ULONG_SMALL << Byte.SIZE;
            final int before = rank == VALUE ? DATA : rank;
            final int kind = rank == DATA ? Kinds.BYTES : FormatCodes.kind(code);
            HEADS[slot((int)head)] =
                head << Integer.SIZE | kind << KIND_SHIFT | before << BEFORE_SHIFT | rank;
        }
    }

    private static int slot(final int head)
    {
        return head >>> 16 & 0xF | head >>> CODE_SHIFT & 0xF0;
    }

    /**
     * In which form a section begins with eight bytes.
     *
     * @param word the bytes, little-endian.
     * @return the form, which the other methods take; {@link #NONE} if it begins otherwise.
     */
    public static int find(final long word)
    {
        final long head = HEADS[slot((int)word)];
        return (int)(head >>> Integer.SIZE) == (int)word ? (int)head : NONE;
    }

    /**
     * Which section it is.
     *
     * @param form that was found.
     * @return the section's rank, its descriptor less {@link #FIRST_CODE}.
     */
    public static int rank(final int form)
    {
        return form & 0xF;
    }

    /**
     * Which sections may stand before it.
     *
     * @param form that was found.
     * @return those of lower ranks than this: of a body section those that are no body.
     */
    public static int before(final int form)
    {
        return form >>> BEFORE_SHIFT & 0xF;
    }

    /**
     * What the section's value is.
     *
     * @param form that was found.
     * @return the ordinal of its {@code Kind}; of data that of bytes, which need not have arrived.
     */
    public static int kind(final int form)
    {
        return form >>> KIND_SHIFT;
    }

    /**
     * Where the body of the section's value begins: size and count of lists and maps are part of it, the length of others is not.
     *
     * @param word the first eight bytes of a section that was found, little-endian.
     * @return in bytes from the start of the section.
     */
    public static int bodyOffset(final long word)
    {
        return LENGTH + (1 - isCounted(word)) * width(word);
    }

    /**
     * How long the section is, by its size. It waits for no table, and no branch depends on the bytes: where the next section begins
     * is what the next look-up waits for.
     *
     * @param word the first eight bytes of a section that was found, little-endian.
     * @return the length in bytes, more than {@link Integer#MAX_VALUE} if the size is no int; below zero if the size does not leave
     *     room for the count behind it.
     */
    public static long length(final long word)
    {
        final int width = width(word);
        final long size = (Integer.reverseBytes((int)(word >>> Integer.SIZE)) & 0xFFFF_FFFFL) >>> Integer.SIZE
            - Byte.SIZE * width;
        return LENGTH + width + size | size - isCounted(word) * width >> Long.SIZE - 1;
    }

    /** How many octets the size has. */
    private static int width(final long word)
    {
        return ((int)word >>> SIZED_SHIFT) + 3 * ((int)word >>> WIDE_SHIFT & 1);
    }

    /** 1 if a count follows the size. */
    private static int isCounted(final long word)
    {
        return (int)word >>> COUNTED_SHIFT & 1;
    }
}
