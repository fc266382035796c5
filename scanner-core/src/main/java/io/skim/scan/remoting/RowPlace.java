package io.skim.scan.remoting;

import io.skim.bytes.Kinds;
import io.skim.scan.Cursor;

/**
 * Where a value of a {@link RemotingRow} stands, as one number, and what is known of it.
 *
 * <pre>
 * 63 a text's only byte   55 ASCII?   54 kind   48 offset in the frame   23 length   0
 * </pre>
 */
final class RowPlace
{
    static final int LENGTH_BITS = 24;
    private static final int LENGTH_MASK = (1 << LENGTH_BITS) - 1;
    private static final int OFFSET_MASK = (1 << LENGTH_BITS + 1) - 1;
    private static final int KIND_SHIFT = 49;
    private static final int KIND_MASK = 0x3F;
    /** Text that is known to be ASCII. */
    static final long ASCII = 1L << 55;
    /** From a byte to that which a text consists of. */
    static final int FIRST_SHIFT = 56;
    /** The bits of that byte. */
    static final long ONE_BYTE = 0xFFL << FIRST_SHIFT;
    /** Of no kind: that of a value that no entry has. */
    static final int NO_KIND = KIND_MASK;
    static final long NOWHERE = (long)NO_KIND << KIND_SHIFT;
    /** An empty text at offset 0. */
    static final long TEXT = (long)Kinds.TEXT << KIND_SHIFT;
    /** The same, known to be ASCII. */
    static final long ASCII_TEXT = TEXT | ASCII;
    static final long KIND_AND_LENGTH = (long)KIND_MASK << KIND_SHIFT | LENGTH_MASK;
    /** By how much kind and offset stand higher in a mark. */
    private static final int KIND_TO_MARK = Long.numberOfTrailingZeros(Cursor.mark(0, 0, 1)) - KIND_SHIFT;
    private static final int OFFSET_TO_MARK = Long.numberOfTrailingZeros(Cursor.mark(1, 0, 0)) - LENGTH_BITS;

    private RowPlace()
    {
    }

    /**
     * Makes a place.
     *
     * @param first byte of a value that consists of one; else 0.
     */
    static long of(final int offset, final int length, final int kind, final byte first)
    {
        return (long)first << FIRST_SHIFT | (long)kind << KIND_SHIFT | (long)offset << LENGTH_BITS | length;
    }

    /** The place of a value that a run over a JSON header has noted, in a frame that begins at an index of its array. */
    static long of(final long note, final byte[] array, final int base)
    {
        final int value = JsonNote.value(note);
        final int length = JsonNote.length(note);
        return of(value - base, length, JsonNote.kind(note), length == 1 ? array[value] : 0);
    }

    static int kind(final long place)
    {
        return (int)(place >>> KIND_SHIFT) & KIND_MASK;
    }

    static int offset(final long place)
    {
        return (int)(place >>> LENGTH_BITS) & OFFSET_MASK;
    }

    static int length(final long place)
    {
        return (int)place & LENGTH_MASK;
    }

    /** The digit that a text of one byte is; below 0 or above 9 if it is none. */
    static int digit(final long place)
    {
        return (int)(place >> FIRST_SHIFT) - '0';
    }

    /** The same as {@link Cursor#mark(int, int, int)} of the parts, which are moved to their places there as they are. */
    static long mark(final long place)
    {
        return (place & (long)KIND_MASK << KIND_SHIFT) << KIND_TO_MARK
            | (place & (long)OFFSET_MASK << LENGTH_BITS) << OFFSET_TO_MARK | place & LENGTH_MASK;
    }
}
