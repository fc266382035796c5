package io.skim.scan.amqp;

import io.skim.bytes.FormatCodes;
import io.skim.bytes.Kinds;
import io.skim.bytes.Words;

/**
 * A value that can be told at a glance: scalar, short, in ASCII, of a kind that it may be of, and with a word's room behind it
 * in the array. What its code tells stands in tables.
 */
final class PlainValue
{
    private static final int TRUE = 0x41;
    private static final int CODES = 256;
    /**
     * The place of a value of each code whose constructor stands at 0, with the length if that is the code's; the lowest bits
     * of it tell the width. {@link #ODD} for codes that take a closer look. There are such for each field, by its ordinal: a
     * code that it may not have is odd, so that its kind needs no look of its own. The last are of entries, which may have
     * any. As many as a power of two, so that a mask tells that an index is inside.
     */
    private static final long[] FORMS = new long[Integer.highestOneBit(AmqpInterest.FIELD_KINDS.length) * 2 * CODES];
    /** Where the forms of an entry's value begin. */
    static final int OF_ENTRIES = FORMS.length - CODES;
    private static final int ODD = 31;
    private static final int WIDTH = 31;
    /** Where the next value is said to stand behind one that is odd. */
    private static final int NOWHERE = Integer.MAX_VALUE;
    /** Which bits of a number of each code are its own, after it was extended by its sign; of those without bytes, the number. */
    private static final long[] OWN_BITS = new long[CODES];

    static
    {
        for (int code = 0; code < CODES; code++)
        {
            final int kind = FormatCodes.fixedKind(code);
            FORMS[OF_ENTRIES + code] = kind < 0 ? ODD : ValuePlace.of(1, FormatCodes.fixedWidth(code), kind);
            final int bits = kind < 0 ? 0 : Byte.SIZE * FormatCodes.fixedWidth(code);
            OWN_BITS[code] = bits == 0 ? code == TRUE ? 1 : 0
                : bits >= Long.SIZE || Kinds.isSigned(kind) ? -1 : (1L << bits) - 1;
        }
        for (final int code : new int[] {FormatCodes.STRING, FormatCodes.SYMBOL, FormatCodes.BINARY})
        {
            FORMS[OF_ENTRIES + code] = ValuePlace.of(2, 0, FormatCodes.kind(code));
        }
        for (int i = 0; i < AmqpInterest.FIELD_KINDS.length * CODES; i++)
        {
            final long form = FORMS[OF_ENTRIES + i % CODES];
            FORMS[i] = isDue(i / CODES, form) ? form : ODD;
        }
    }

    private PlainValue()
    {
    }

    /** The first index of an array at which no word can be loaded: what a load compares with, so that it is but one number. */
    static int far(final byte[] array)
    {
        return array.length - (Long.BYTES - 1);
    }

    /** Where the forms of a field begin, by its ordinal. */
    static int forms(final int field)
    {
        return field * CODES;
    }

    /** Where the forms of the next field begin. The mask keeps HotSpot from working them out of the cell, which takes longer. */
    static int nextForms(final int forms)
    {
        return forms + CODES & FORMS.length - 1;
    }

    /** The field whose forms begin there. */
    static int field(final int forms)
    {
        return forms / CODES;
    }

    /** Whether a value's kind is one that a field may have. */
    static boolean isDue(final int field, final long place)
    {
        // The shift takes no more than the kind from what is above it.
        return (AmqpInterest.FIELD_KINDS[field] >>> (place >>> ValuePlace.KIND_SHIFT) & 1) != 0;
    }

    /** The place of a value of a code whose constructor stands at 0; below zero if it has a size, see also {@link #width}. */
    static long form(final int code)
    {
        return FORMS[OF_ENTRIES + code];
    }

    /** Of a form that is not below zero, how many bytes the value has; more than any for a code that takes a closer look. */
    static int width(final long form)
    {
        return (int)form & WIDTH;
    }

    /** The bits of a value that has no bytes. */
    static long bits(final int code)
    {
        return OWN_BITS[code];
    }

    /** The bits of a number of up to eight bytes; of one of sixteen those of the last eight. */
    static long bits(final byte[] array, final int next, final int code, final int width)
    {
        // What the number has not of the eight bytes before its end is shifted out.
        final int shift = -width << 3;
        return Words.getLong(array, next - Long.BYTES) << shift >> shift & OWN_BITS[code];
    }

    /**
     * Notes a value. Calls nothing, and does not care where the section ends: if a value goes on behind it, the last one will
     * not end there.
     *
     * @param far   the array's.
     * @param forms where those begin that it may be of: of a field, or {@link #OF_ENTRIES}.
     * @return the index behind it; if that is not below {@code far}, what was noted does not count.
     */
    static int note(final byte[] array, final int at, final int far, final long[] cells, final int cell,
        final int forms)
    {
        final long word = Words.getLongLittleEndian(array, at);
        final int code = (int)word & 0xFF;
        final long form = FORMS[forms + code & FORMS.length - 1];
        final long place = form + ((long)at << ValuePlace.OFFSET_SHIFT);
        if (form < 0)
        {
            final int size = (int)word >>> 8 & 0xFF;
            final int next = at + 2 + size;
            cells[cell + AmqpRow.PLACE] = place + size;
            cells[cell + AmqpRow.BITS] = 0;
            return next >= far || code != FormatCodes.BINARY && !AsciiText.isGood(array, at, next, word, size)
                ? NOWHERE
                : next;
        }
        cells[cell + AmqpRow.PLACE] = place;
        final int width = width(form);
        if (width == 0)
        {
            cells[cell + AmqpRow.BITS] = bits(code);
            return at + 1;
        }
        final int next = at + 1 + width;
        if (next >= far)
        {
            return NOWHERE;
        }
        if (width > Long.BYTES)
        {
            if (width == ODD)
            {
                return NOWHERE;
            }
            // Behind a mask, for else it were one more cell that the loop looks for before it begins.
            cells[(cell | AmqpRow.HIGH) & cells.length - 1] = Words.getLong(array, next - 2 * Long.BYTES);
        }
        cells[cell + AmqpRow.BITS] = bits(array, next, code, width);
        return next;
    }
}
