package io.skim.encode;

import io.skim.bytes.FormatCodes;
import io.skim.bytes.Kinds;
import io.skim.bytes.Words;
import io.skim.scan.Cursor;
import io.skim.scan.Kind;
import io.skim.scan.Limits;

/**
 * AMQP's values that are copied from a frame.
 */
abstract class AmqpCopies extends AmqpTexts
{
    private final Limits limits;
    /** Made for the first compound value that is copied. */
    private CopiedValue copied;

    AmqpCopies(final Limits limits)
    {
        super(limits);
        this.limits = limits;
    }

    /**
     * Puts a value of a frame that is being scanned, whole, a compound one with all that it holds; its bytes are copied as
     * they stand, also where they take more than the shortest form. Of texts and binaries the length is written anew.
     * Text of a remoting header becomes a string, a body a binary.
     *
     * @param value a cursor on it; null for null. What its frame does not have, or not all of it, is refused, as is a
     *              compound value with something malformed inside, which a scan that passed over it has not looked at.
     * @throws IllegalArgumentException if it is a container of entries, which AMQP has no form for.
     */
    public final void put(final Cursor value)
    {
        final Kind kind = value == null ? Kind.NULL : value.kind();
        switch (kind)
        {
            case NULL:
                putNull();
                break;
            case TEXT, LOSSY_TEXT, JSON_TEXT, JSON_NUMBER, JSON_ODD_INT, JSON_ODD_NUMBER, JSON_BOOLEAN, JSON_NESTED:
                putString(value);
                break;
            case SYMBOL:
                putSymbol(value);
                break;
            case BINARY, BYTES:
                putBinary(value);
                break;
            case CONTAINER:
                throw new IllegalArgumentException("a container of entries is no value: put its entries");
            default:
                if (elementCode < 0)
                {
                    putRaw(value, kind.ordinal());
                }
                else
                {
                    putElement(value, kind.ordinal());
                }
                break;
        }
    }

    private void putRaw(final Cursor value, final int kind)
    {
        final int length = value.length();
        out.ensure(Math.addExact(1, length));
        final int at = out.position;
        if (value.copyRawTo(out.array, at + 1) < 0)
        {
            refuseValue(EncodeRefusal.VALUE_UNAVAILABLE);
            return;
        }
        out.array[at] = (byte)FormatCodes.of(kind, length, isLongForm(at + 1, length, kind));
        final EncodeRefusal wrong = Kinds.isCompound(kind) ? refusal(at, 1 + length, depth) : null;
        if (wrong != null)
        {
            refuseValue(wrong);
            return;
        }
        out.position = at + 1 + length;
        count++;
    }

    /** Why a compound value, copied to an index with its code before it, cannot be put; null if it can. */
    private EncodeRefusal refusal(final int at, final int length, final int around)
    {
        if (copied == null)
        {
            copied = new CopiedValue(limits);
        }
        return copied.refusal(out.array, at, length, around);
    }

    /** Whether size and count have four octets each: a size's first octet is all of it, or else zero. */
    private boolean isLongForm(final int at, final int length, final int kind)
    {
        return Kinds.isCompound(kind) && length > 0 && (out.array[at] & OCTET) != length - 1;
    }

    private void putElement(final Cursor value, final int kind)
    {
        final int code = FormatCodes.ofElements(kind);
        if (code == FormatCodes.BOOLEAN)
        {
            putBoolean(value.getBoolean(false));
        }
        else if (kind == Kinds.DESCRIBED)
        {
            openDescriptor();
        }
        else if (Kinds.isCompound(kind))
        {
            beginElement(code);
            putContent(value, kind);
        }
        else
        {
            checkElement(code);
            // Sixteen octets, or as many as its code says, of which a shorter form leaves the first to the sign.
            final int width = 1 << (code >>> 4) - 5;
            out.ensure(2 * Long.BYTES);
            if (width > Long.BYTES)
            {
                Words.putLong(out.array, out.position, value.getHighLongBits());
                Words.putLong(out.array, out.position + Long.BYTES, value.getLongBits());
            }
            else
            {
                Words.putLong(out.array, out.position, value.getLongBits() << Long.SIZE - Byte.SIZE * width);
            }
            out.position += width;
            count++;
        }
    }

    /** Puts what a container holds into one that was begun, and ends that. */
    private void putContent(final Cursor value, final int kind)
    {
        final int length = value.length();
        out.ensure(Math.addExact(1, length));
        final int at = out.position;
        if (value.copyRawTo(out.array, at + 1) < 0)
        {
            refuse(EncodeRefusal.VALUE_UNAVAILABLE);
        }
        else if (length > 0)
        {
            final boolean isLong = isLongForm(at + 1, length, kind);
            // The container that was begun for it is open already.
            out.array[at] = (byte)FormatCodes.of(kind, length, isLong);
            final EncodeRefusal wrong = refusal(at, 1 + length, depth - 1);
            if (wrong != null)
            {
                refuse(wrong);
            }
            else
            {
                final int header = isLong ? 2 * Integer.BYTES : 2;
                System.arraycopy(out.array, at + 1 + header, out.array, at, length - header);
                out.position += length - header;
                count = (int)value.count();
            }
        }
        end();
    }

    /**
     * Puts the text of a value as a string, whatever it was: escapes undone, numbers in digits.
     *
     * @param text a cursor on it; null and a null value for null. It is refused if it has no text, or none that is UTF-8.
     */
    public final void putString(final Cursor text)
    {
        final int at = putText(FormatCodes.STRING, text);
        if (at >= 0 && !CopiedText.isWhole(text, out.array, at, out.position))
        {
            refuse(EncodeRefusal.INVALID_TEXT);
        }
    }

    /**
     * Puts the text of a value as a symbol, whatever it was.
     *
     * @param text a cursor on it; null and a null value for null. It is refused if it has no text, or none that is ASCII.
     */
    public final void putSymbol(final Cursor text)
    {
        final int at = putText(FormatCodes.SYMBOL, text);
        if (at >= 0 && text.kind() != Kind.SYMBOL)
        {
            checkSymbol(out.array, at, out.position - at);
            // A mark in the place of half of a surrogate pair is ASCII, yet not of the text.
            if (text.kind() == Kind.JSON_TEXT && !CopiedText.isWhole(text, out.array, at, out.position))
            {
                refuse(EncodeRefusal.INVALID_TEXT);
            }
        }
    }

    private int putText(final int code, final Cursor text)
    {
        if (text == null || text.isNull())
        {
            putNull();
            return -1;
        }
        if (!Kinds.hasText(text.kind().ordinal()))
        {
            refuseValue(EncodeRefusal.INVALID_TEXT);
            return -1;
        }
        final int length = text.textLength();
        final int at = room(code, length);
        final boolean isCopied = text.copyTo(out.array, at) >= 0;
        take(code, length);
        if (!isCopied)
        {
            refuse(EncodeRefusal.VALUE_UNAVAILABLE);
        }
        return isCopied ? at : -1;
    }

    /**
     * Puts the raw bytes of a value as a binary, whatever they stand for.
     *
     * @param bytes a cursor on them; null and a null value for null. What has not arrived is refused.
     */
    public final void putBinary(final Cursor bytes)
    {
        if (bytes == null || bytes.isNull())
        {
            putNull();
            return;
        }
        final int length = bytes.length();
        final int at = room(FormatCodes.BINARY, length);
        final boolean isCopied = bytes.copyRawTo(out.array, at) >= 0;
        take(FormatCodes.BINARY, length);
        if (!isCopied)
        {
            refuse(EncodeRefusal.VALUE_UNAVAILABLE);
        }
    }
}
