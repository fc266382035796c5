package io.skim.bytes;

/**
 * How nearly all sections of AMQP messages begin: with a small ulong as descriptor, and the code of a value of the section's own
 * type; a value section may have any but an array or a described one. All of that stands in the section's first eight bytes, and
 * is told by one look-up of two of them. Sequences are left out, for they may come one behind the other.
 *
 * <pre>
 * 00 53 7x   45
 * 00 53 7x   C0 size                  or  A0, A1, A3, C1
 * 00 53 7x   D0 size size size size   or  B0, B1, B3, D1
 * 00 53 77   54                       or  any of fixed width but a boolean's octet and a code point
 * </pre>
 *
 * @see "OASIS AMQP 1.0, part 3 (messaging), section 3.2"
 */
public final class SectionHeads
{
    /** The code of the first section's descriptor. */
    public static final int FIRST_CODE = 0x70;

    /** Octets of a descriptor and the code behind it. */
    private static final int LENGTH = 4;
    private static final int CODE_SHIFT = 24;
    /** What the first three bytes are, but for the rank. */
    private static final int HEAD = FIRST_CODE << 2 * Byte.SIZE | FormatCodes.ULONG_SMALL << Byte.SIZE;
    private static final int HEAD_MASK = 0xF0_FFFF;
    /** The ranks of the first body section and of the last. */
    private static final int DATA = 5;
    private static final int VALUE = 7;
    /** The bit of the first four bytes that tells whether a size has four octets. */
    private static final int WIDE = FormatCodes.WIDE << CODE_SHIFT;
    /** With the sign of the first four bytes turned, those with a size are not less. */
    private static final int LEAST_SIZED = FormatCodes.BINARY << CODE_SHIFT ^ Integer.MIN_VALUE;
    /** How many slots there are: one for each code of each rank. */
    private static final int SLOTS = 1 << 12;
    /** Where the parts of a form stand: the rank is the lowest. */
    private static final int BEFORE_SHIFT = 4;
    private static final int LEAST_SHIFT = 8;
    private static final int BODY_SHIFT = 11;
    private static final int KIND_SHIFT = 15;
    /** By slot: the form; 0 where there is none. */
    private static final int[] FORMS = new int[SLOTS];

    static
    {
        put(FormatCodes.LIST_EMPTY, 0, 3, VALUE);
        for (int wide = 0; wide <= FormatCodes.WIDE; wide += FormatCodes.WIDE)
        {
            put(FormatCodes.LIST | wide, 0, 3, VALUE);
            put(FormatCodes.MAP | wide, 1, 2, 4, VALUE, 8);
            put(FormatCodes.BINARY | wide, DATA, VALUE);
            put(FormatCodes.STRING | wide, VALUE);
            put(FormatCodes.SYMBOL | wide, VALUE);
        }
        for (int code = 0; code < FormatCodes.BINARY; code++)
        {
            if (FormatCodes.fixedKind(code) >= 0)
            {
                put(code, VALUE);
            }
        }
    }

    private SectionHeads()
    {
    }

    private static void put(final int code, final int... ranks)
    {
        final boolean isSized = code >= FormatCodes.BINARY;
        final int width = !isSized ? 0 : (code & FormatCodes.WIDE) == 0 ? 1 : Integer.BYTES;
        final boolean isCompound = Kinds.isCompound(FormatCodes.kind(code));
        for (final int rank : ranks)
        {
            final int kind = rank == DATA ? Kinds.BYTES : FormatCodes.kind(code);
            FORMS[slot((long)code << CODE_SHIFT | rank << 2 * Byte.SIZE)] = kind << KIND_SHIFT
                | LENGTH + (isCompound ? 0 : width) << BODY_SHIFT | (isCompound ? width : 0) << LEAST_SHIFT
                | (rank == VALUE ? DATA : rank) << BEFORE_SHIFT | rank;
        }
    }

    /** How many slots there are. */
    public static int slots()
    {
        return SLOTS;
    }

    /**
     * Where in the table a section would stand: by the low bits of its descriptor, and its value's code above them. Returns from
     * 0 to less than {@link #slots}.
     */
    public static int slot(final long word)
    {
        // Masked once more, so that the compiler knows that it is in bounds.
        return ((int)word >>> 16 & 0xF | (int)word >>> CODE_SHIFT - 4 & 0xFF0) & SLOTS - 1;
    }

    /** Whether a section begins as nearly all do: {@code form} is the one of the word's slot. */
    public static boolean isUsual(final int form, final long word)
    {
        return form != 0 && ((int)word & HEAD_MASK) == HEAD;
    }

    /** The form of a section, which other methods take. Returns the form; 0 if there is none. */
    public static int form(final int slot)
    {
        return FORMS[slot];
    }

    /** Which section it is. Returns the section's rank, its descriptor less {@link #FIRST_CODE}. */
    public static int rank(final int form)
    {
        return form & 0xF;
    }

    /** Which sections may stand before it. Returns those of lower ranks than this: of a body section those that are no body. */
    public static int before(final int form)
    {
        return form >>> BEFORE_SHIFT & 0xF;
    }

    /** The least size that the section's value has: that of its count. */
    public static int leastSize(final int form)
    {
        return form >>> LEAST_SHIFT & 0x7;
    }

    /**
     * Where the body of the section's value begins: size and count of lists and maps are part of it, the length of others is not.
     * In bytes from the start of the section.
     */
    public static int bodyOffset(final int form)
    {
        return form >>> BODY_SHIFT & 0xF;
    }

    /**
     * What the section's value is. Returns the ordinal of its {@code Kind}; of data that of bytes, which need not have arrived.
     */
    public static int kind(final int form)
    {
        return form >>> KIND_SHIFT;
    }

    /**
     * The size in front of the section's value. The branches are there so that the processor goes on with the next section before
     * it has loaded this one's size. Returns the size; 0 if there is none, below zero if it is no int.
     */
    public static int size(final long word)
    {
        return !isSized(word) ? 0
            : ((int)word & WIDE) == 0 ? (int)(word >>> Integer.SIZE) & 0xFF
                : Integer.reverseBytes((int)(word >>> Integer.SIZE));
    }

    /** How long the section is in bytes; below zero if the size is close to the greatest int. */
    public static int length(final long word, final int size)
    {
        return !isSized(word) ? LENGTH + (1 << ((int)word >>> CODE_SHIFT + 4) >>> 5)
            : ((int)word & WIDE) == 0 ? LENGTH + 1 + size : LENGTH + Integer.BYTES + size;
    }

    /** Whether a size stands in front of the value; else its code tells how long it is. */
    private static boolean isSized(final long word)
    {
        return ((int)word ^ Integer.MIN_VALUE) >= LEAST_SIZED;
    }
}
