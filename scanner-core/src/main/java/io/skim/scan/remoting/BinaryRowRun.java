package io.skim.scan.remoting;

import io.skim.bytes.Utf8;
import io.skim.bytes.Words;

/**
 * Puts the entries of a binary map into a {@link RemotingRow} in one run, as long as they are as nearly all are; what is not
 * is left to {@link BinaryReader}, be it good or bad.
 */
final class BinaryRowRun
{
    /** Key length 1, a key in ASCII and a value of less than 256 bytes, little-endian. */
    private static final long SHORT_ENTRY = 0x0100L;
    private static final long SHORT_ENTRY_MASK = 0xFFFF_FF80_FFFFL;
    /** The same for a value of less than 64 KiB. */
    private static final long LONG_ENTRY_MASK = 0xFF_FF80_FFFFL;
    private static final int SHORT_VALUE = 2 * Long.BYTES;
    /** Before the value of such an entry. */
    private static final int BEFORE = 7;

    private BinaryRowRun()
    {
    }

    /**
     * Notes entries of a binary map as long as nothing about them is unusual: names of one letter, values in
     * well-formed UTF-8.
     *
     * @param array   that holds the map.
     * @param base    index of the frame's first byte.
     * @param from    index of the first entry.
     * @param limit   index behind the map.
     * @param slots   of the names of one letter: 0 for what nobody wants, else the id, which has a place here, and 1.
     * @param places  of a row, by slot, to note them in.
     * @param longest value that is allowed, in bytes.
     * @param ascii   {@link RowPlace#ASCII_TEXT}, from a field: HotSpot loads a constant anew for each entry.
     * @return where the entry is that this leaves to others, or the limit.
     */
    static int note(final byte[] array, final int base, final int from, final int limit, final int[] slots,
        final long[] places, final int longest, final long ascii)
    {
        if (longest < SHORT_VALUE)
        {
            return from;
        }
        final long bias = (long)(BEFORE - base) << RowPlace.LENGTH_BITS;
        int at = from;
        int before;
        do
        {
            before = noteShort(array, at, limit, slots, places, bias + ascii);
            if (before < 0)
            {
                // Lengths of short values are ASCII too, so that all of it is well-formed if each value is.
                final int invalid = Utf8.firstInvalid(array, at, ~before);
                if (invalid >= 0)
                {
                    return entryAt(array, at, invalid);
                }
                noteShort(array, at, limit, slots, places, bias + RowPlace.TEXT);
                before = ~before;
            }
            if (before == limit)
            {
                return limit;
            }
            at = noteLong(array, base, before, limit, slots, places, longest);
        }
        while (at > before);
        return at;
    }

    /**
     * Notes entries with values of up to sixteen bytes. Apart from all else, so that the few values it works on stay in
     * registers.
     *
     * @return where it stopped, or the complement of that if not all values are ASCII.
     */
    private static int noteShort(final byte[] array, final int from, final int limit, final int[] slots,
        final long[] places, final long bias)
    {
        final int last = limit - Long.BYTES;
        long bits = 0;
        int at = from;
        while (at <= last)
        {
            final long word = Words.getLongLittleEndian(array, at);
            if ((word & SHORT_ENTRY_MASK) != SHORT_ENTRY)
            {
                break;
            }
            final int slot = slots[(int)word >>> 16];
            // Entry waits for entry, by their lengths: a byte of its own is there sooner than one cut from the word.
            final int length = array[at + BEFORE - 1] & 0xFF;
            final long place = bias + ((long)at << RowPlace.LENGTH_BITS) + length;
            // The commonest length is a branch: the next entry is then read without waiting for this one's length.
            if (length == 1)
            {
                places[slot] = place + (word & RowPlace.ONE_BYTE);
                bits |= word;
                at += Long.BYTES;
                continue;
            }
            // The last eight bytes, some of them lengths and name perhaps, and those before.
            final int tail = at + BEFORE + length - Long.BYTES;
            if (length < 1 || length > SHORT_VALUE || tail > last)
            {
                break;
            }
            places[slot] = place;
            bits |= Words.getLongLittleEndian(array, tail);
            if (length > Long.BYTES)
            {
                bits |= Words.getLongLittleEndian(array, tail - Long.BYTES);
            }
            at = tail + Long.BYTES;
        }
        return (bits & Words.HIGH_BITS) == 0 ? at : ~at;
    }

    /** Where the entry begins that holds an index, of those that {@link #noteShort} has passed. */
    private static int entryAt(final byte[] array, final int from, final int index)
    {
        int at = from;
        int behind = from;
        while (behind <= index)
        {
            at = behind;
            behind = at + BEFORE + (array[at + BEFORE - 1] & 0xFF);
        }
        return at;
    }

    /** Notes one entry with a value of any length below 64 KiB; gives the same index if it cannot. */
    private static int noteLong(final byte[] array, final int base, final int from, final int limit, final int[] slots,
        final long[] places, final int longest)
    {
        if (limit - from < Long.BYTES)
        {
            return from;
        }
        final long word = Words.getLongLittleEndian(array, from);
        final int value = from + BEFORE;
        final int length = Words.getShort(array, value - Short.BYTES) & 0xFFFF;
        if ((word & LONG_ENTRY_MASK) != SHORT_ENTRY || length == 0 || length > limit - value || length > longest)
        {
            return from;
        }
        final int invalid = Utf8.firstInvalid(array, value, value + length);
        if (invalid >= 0)
        {
            return from;
        }
        final long text = invalid == Utf8.ASCII ? RowPlace.ASCII_TEXT : RowPlace.TEXT;
        final long first = length == 1 ? word & RowPlace.ONE_BYTE : 0;
        final int slot = slots[(int)(word >>> 16) & 0x7F];
        places[slot] = text + first + ((long)(value - base) << RowPlace.LENGTH_BITS) + length;
        return value + length;
    }
}
