package io.skim.scan.amqp;

import io.skim.bytes.Kinds;
import io.skim.scan.Cursor;

/**
 * Where a value of an {@link AmqpRow} stands, as one number: a {@link Cursor#mark(int, int, int)}, and in its highest bit
 * whether the value is of no fixed width.
 */
final class ValuePlace
{
    /** Set in the place of a text, symbol, binary or body, and of a compound value. */
    static final long SIZED = 1L << 63;
    /** By how much the offset stands above the length. */
    static final int OFFSET_SHIFT = Long.numberOfTrailingZeros(Cursor.mark(1, 0, 0));
    static final int KIND_SHIFT = Long.numberOfTrailingZeros(Cursor.mark(0, 0, 1));
    /** The greatest offset, and the greatest length. */
    static final int MOST = (1 << OFFSET_SHIFT) - 1;
    private static final int KIND_MASK = 0x3F;
    private static final long SIZED_KINDS =
        1L << Kinds.TEXT | 1L << Kinds.SYMBOL | 1L << Kinds.BINARY | 1L << Kinds.BYTES
            | 1L << Kinds.LIST | 1L << Kinds.MAP | 1L << Kinds.ARRAY | 1L << Kinds.DESCRIBED;

    private ValuePlace()
    {
    }

    static long of(final int offset, final int length, final int kind)
    {
        return Cursor.mark(offset, length, kind) | (SIZED_KINDS >>> kind) << 63;
    }

    /** Of a value that a cursor is on, with the offset so much greater. */
    static long of(final Cursor value, final int base)
    {
        return of(value.offset() + base, value.length(), value.kind().ordinal());
    }

    static int kind(final long place)
    {
        return (int)(place >>> KIND_SHIFT) & KIND_MASK;
    }

    /** Whether it is of a kind; for one that is a constant there is but one number to compare. */
    static boolean isOf(final long place, final int kind)
    {
        return (int)(place >>> KIND_SHIFT) == (kind | (int)(SIZED_KINDS >>> kind & 1) << Long.SIZE - 1 - KIND_SHIFT);
    }

    static int offset(final long place)
    {
        return (int)(place >>> OFFSET_SHIFT) & MOST;
    }

    static int length(final long place)
    {
        return (int)place & MOST;
    }

    static long mark(final long place, final int base)
    {
        return (place & ~SIZED) - ((long)base << OFFSET_SHIFT);
    }
}
