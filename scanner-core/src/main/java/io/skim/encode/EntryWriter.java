package io.skim.encode;

import io.skim.bytes.Characters;
import io.skim.bytes.Decimals;
import io.skim.bytes.Words;
import io.skim.scan.Cursor;
import io.skim.scan.Limits;

/**
 * Ext fields, a name and a value each. Those with a name of one letter and a short value, as most of a send header are,
 * go in one piece, without a look at room and limits: both are looked at once for all ({@link Output#plainEnd}).
 */
abstract class EntryWriter extends RemotingWriter
{
    private static final int GREATEST_DIGIT = 9;
    /** Any entry takes so much, whatever its name and value, null ones too. */
    private static final int LEAST_ENTRY = 6;
    /** More than an entry with a short plain string takes. */
    private static final int SHORT_ROOM = 2 * Long.BYTES + Characters.SHORT;

    EntryWriter(final int serializeType, final int unitWidth, final int byteWidth, final Limits limits)
    {
        super(serializeType, unitWidth, byteWidth, limits);
    }

    /** Entries of a short name and value may be put from here on, as long as they are within all limits for sure. */
    final void allowPlain()
    {
        out.allowPlain(out.length() - 1L + (long)LEAST_ENTRY * maxPlainCount, SHORT_ROOM);
    }

    /**
     * Writes an entry with a name of one letter and a short plain string in one go; nothing has happened yet when it
     * turns out to be none such. Its bytes are its characters, so that its length and its end are known beforehand.
     */
    final void writeEntry(final EntryKey key, final CharSequence value)
    {
        final Output to = out;
        final int at = to.position;
        final int length = value.length();
        final long opening = opening(key);
        if (at <= to.plainEnd && opening != 0 && value instanceof String && length > 0 && length <= Characters.SHORT)
        {
            final int end = putPlain(opening, (String)value, length, to.array, at);
            if (end > 0)
            {
                to.position = end;
                entries++;
                return;
            }
        }
        writeAnyEntry(key, value);
    }

    private void writeAnyEntry(final EntryKey key, final CharSequence value)
    {
        final int at = open(key, value.length(), unitWidth);
        if (at >= 0)
        {
            close(at, write(value, at));
        }
    }

    /** The same of a text that is encoded already: it only has to be copied. */
    final void writeEntry(final EntryKey key, final EntryText value)
    {
        final Output to = out;
        final int at = to.position;
        final long opening = opening(key);
        if (at <= to.plainEnd && opening != 0 && value.isShort)
        {
            to.position = putPlain(opening, value, to.array, at);
            entries++;
            return;
        }
        writeAnyEntry(key, value);
    }

    private void writeAnyEntry(final EntryKey key, final EntryText value)
    {
        final int at = open(key, length(value), 1);
        if (at >= 0)
        {
            close(at, write(value, at));
        }
    }

    /** The same of a text in UTF-8: eight bytes are looked at and copied at a time. */
    final void writeEntry(final EntryKey key, final byte[] utf8, final int offset, final int length)
    {
        final Output to = out;
        final int at = to.position;
        final long opening = opening(key);
        if (at <= to.plainEnd && opening != 0 && length > 0 && length <= Characters.SHORT)
        {
            final int end = putPlain(opening, utf8, offset, length, to.array, at);
            if (end > 0)
            {
                to.position = end;
                entries++;
                return;
            }
        }
        writeAnyEntry(key, utf8, offset, length);
    }

    private void writeAnyEntry(final EntryKey key, final byte[] utf8, final int offset, final int length)
    {
        final int at = open(key, length, byteWidth);
        if (at >= 0)
        {
            close(at, write(utf8, offset, length, at));
        }
    }

    /** Writes most entries of headers, names of one letter and numbers of one digit: one word each, in one piece. */
    final void writeEntry(final EntryKey key, final long value)
    {
        final Output to = out;
        final int at = to.position;
        final long zero = zero(key);
        if (at > to.plainEnd || zero == 0)
        {
            writeAnyEntry(key, value);
            return;
        }
        if (value < 0 || value > GREATEST_DIGIT)
        {
            to.position = putPlain(zero, value, to.array, at);
        }
        else
        {
            Words.putLongLittleEndian(to.array, at, zero + (value << Byte.SIZE * valueStart()));
            to.position = at + Long.BYTES;
        }
        entries++;
    }

    private void writeAnyEntry(final EntryKey key, final long value)
    {
        final int at = open(key, 0, 1);
        if (at >= 0)
        {
            close(at, Decimals.put(value, out.array, at));
        }
    }

    /** Likewise in two words: the second begins with the value. */
    final void writeEntry(final EntryKey key, final boolean value)
    {
        final Output to = out;
        final int at = to.position;
        final long opening = opening(key);
        if (at > to.plainEnd || opening == 0)
        {
            writeAnyEntry(key, value);
            return;
        }
        to.position = putPlain(opening, value, to.array, at);
        entries++;
    }

    private void writeAnyEntry(final EntryKey key, final boolean value)
    {
        final int at = open(key, 0, 1);
        if (at >= 0)
        {
            close(at, write(value, at));
        }
    }

    final void writeEntry(final EntryKey key, final Cursor value)
    {
        final int at = open(key, room(value), byteWidth);
        if (at >= 0)
        {
            close(at, write(value, at));
        }
    }

    final void writeNull(final EntryKey key)
    {
        final int at = open(key, 0, 1);
        if (at >= 0)
        {
            closeNull(at);
            entries++;
        }
    }

    final void writeEntry(final Cursor key, final Cursor value)
    {
        if (!ensure(Math.max(room(key), room(value)), 2 * byteWidth, 0) || isFull())
        {
            return;
        }
        final int at = writeName(key, out.position);
        if (at >= 0 && value.isNull())
        {
            closeNull(at);
            entries++;
        }
        else if (at >= 0)
        {
            close(at, write(value, at));
        }
    }

    /** What an entry with a name of one letter begins with and a value of 0, as one word; 0 if the name is none such. */
    abstract long zero(EntryKey key);

    /** Writes an entry in one piece; where it ends, or -1 if the text is not plain, and nothing is written. */
    abstract int putPlain(long opening, String value, int length, byte[] array, int at);

    /** Likewise. */
    abstract int putPlain(long opening, byte[] utf8, int offset, int length, byte[] array, int at);

    /** Likewise; it is plain. */
    abstract int putPlain(long opening, EntryText value, byte[] array, int at);

    /** Likewise a number of more than one digit. */
    abstract int putPlain(long zero, long value, byte[] array, int at);

    /** Likewise {@code true} or {@code false}. */
    abstract int putPlain(long opening, boolean value, byte[] array, int at);

    /** How many bytes a text takes between what it stands between. */
    abstract int length(EntryText text);
}
