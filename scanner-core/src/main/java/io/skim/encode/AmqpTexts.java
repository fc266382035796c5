package io.skim.encode;

import io.netty.buffer.ByteBuf;
import io.skim.bytes.Characters;
import io.skim.bytes.FormatCodes;
import io.skim.bytes.Kinds;
import io.skim.bytes.Utf8;
import io.skim.bytes.Words;
import io.skim.scan.Cursor;
import io.skim.scan.Kind;
import io.skim.scan.Limits;
import java.util.Objects;

/**
 * AMQP's values of any length: strings, symbols and binaries, and values that are copied from a frame.
 */
abstract class AmqpTexts extends AmqpWides
{
    AmqpTexts(final Limits limits)
    {
        super(limits);
    }

    /**
     * Puts a string.
     *
     * @param text to put, or null for null; half of a surrogate pair is refused, for it has no UTF-8.
     */
    public final void putString(final CharSequence text)
    {
        if (text == null)
        {
            putNull();
        }
        else
        {
            putCharacters(FormatCodes.STRING, text);
        }
    }

    /**
     * Puts a symbol.
     *
     * @param text to put, or null for null; what is not ASCII is refused.
     */
    public final void putSymbol(final CharSequence text)
    {
        if (text == null)
        {
            putNull();
        }
        else
        {
            putCharacters(FormatCodes.SYMBOL, text);
        }
    }

    private void putCharacters(final int code, final CharSequence text)
    {
        final int units = text.length();
        final boolean isWide = isWide(code, units);
        final int prefix = prefix(isWide);
        out.ensure(Math.addExact(1 + Integer.BYTES, Math.multiplyExact(Characters.LONGEST, units)));
        final int from = out.position + prefix;
        final int length = Characters.put(text, out.array, from) - from;
        if (length != units && (length < 0 || code == FormatCodes.SYMBOL))
        {
            refuseValue(length < 0 ? EncodeRefusal.INVALID_TEXT : EncodeRefusal.NOT_ASCII);
            return;
        }
        if (isWide || length <= OCTET)
        {
            putPrefix(code, length, isWide);
            out.position += length;
            count++;
            return;
        }
        if (elementCode >= 0)
        {
            expandElements();
            putCharacters(code, text);
            return;
        }
        System.arraycopy(out.array, from, out.array, from + Integer.BYTES - 1, length);
        putPrefix(code, length, true);
        out.position += length;
        count++;
    }

    /** Whether a text, binary or symbol of a length, or more, takes four octets to tell its length. */
    private boolean isWide(final int code, final int length)
    {
        if (elementCode < 0)
        {
            return length > OCTET;
        }
        checkElement(code | elementCode & FormatCodes.WIDE);
        if (length > OCTET && elementCode == code)
        {
            expandElements();
        }
        return elementCode != code;
    }

    private int prefix(final boolean isWide)
    {
        return (elementCode < 0 ? 1 : 0) + (isWide ? Integer.BYTES : 1);
    }

    private void putPrefix(final int code, final int length, final boolean isWide)
    {
        final byte[] array = out.array;
        int at = out.position;
        if (elementCode < 0)
        {
            array[at++] = (byte)(isWide ? code | FormatCodes.WIDE : code);
        }
        if (isWide)
        {
            Words.putInt(array, at, length);
            out.position = at + Integer.BYTES;
        }
        else
        {
            array[at] = (byte)length;
            out.position = at + 1;
        }
    }

    /**
     * Puts a string of which the UTF-8 is there.
     *
     * @param utf8   array that holds the text; it is refused if it is not well-formed. Null for null.
     * @param offset in {@code utf8}, in bytes, of its first byte.
     * @param length of the text in bytes.
     * @throws IndexOutOfBoundsException if the text is not inside the array.
     */
    public final void putString(final byte[] utf8, final int offset, final int length)
    {
        if (putBytes(FormatCodes.STRING, utf8, offset, length) && Utf8.firstInvalid(utf8, offset, offset + length) >= 0)
        {
            refuse(EncodeRefusal.INVALID_TEXT);
        }
    }

    /**
     * Puts a symbol of which the bytes are there.
     *
     * @param ascii  array that holds the text; it is refused if it is not ASCII. Null for null.
     * @param offset in {@code ascii}, in bytes, of its first byte.
     * @param length of the text in bytes.
     * @throws IndexOutOfBoundsException if the text is not inside the array.
     */
    public final void putSymbol(final byte[] ascii, final int offset, final int length)
    {
        if (putBytes(FormatCodes.SYMBOL, ascii, offset, length))
        {
            checkSymbol(ascii, offset, length);
        }
    }

    private void checkSymbol(final byte[] array, final int offset, final int length)
    {
        int bits = 0;
        for (int i = 0; i < length; i++)
        {
            bits |= array[offset + i];
        }
        if (bits < 0)
        {
            refuse(EncodeRefusal.NOT_ASCII);
        }
    }

    /**
     * Puts a binary.
     *
     * @param bytes that it is, or null for null.
     */
    public final void putBinary(final byte[] bytes)
    {
        putBytes(FormatCodes.BINARY, bytes, 0, bytes == null ? 0 : bytes.length);
    }

    /**
     * Puts a binary.
     *
     * @param bytes  array that holds it, or null for null.
     * @param offset in {@code bytes} of its first byte.
     * @param length in bytes.
     * @throws IndexOutOfBoundsException if it is not inside the array.
     */
    public final void putBinary(final byte[] bytes, final int offset, final int length)
    {
        putBytes(FormatCodes.BINARY, bytes, offset, length);
    }

    private boolean putBytes(final int code, final byte[] bytes, final int offset, final int length)
    {
        if (bytes == null)
        {
            putNull();
            return false;
        }
        Objects.checkFromIndexSize(offset, length, bytes.length);
        final int at = open(code, length);
        System.arraycopy(bytes, offset, out.array, at, length);
        return true;
    }

    /** Makes room for a text or binary, and puts its length; its bytes are to be put at the index that is returned. */
    private int open(final int code, final int length)
    {
        final boolean isWide = isWide(code, length);
        out.ensure(Math.addExact(1 + Integer.BYTES, length));
        putPrefix(code, length, isWide);
        final int at = out.position;
        out.position = at + length;
        count++;
        return at;
    }

    /**
     * Puts a binary: the readable bytes of a Netty buffer, whose indices do not move.
     *
     * @param bytes that it is, or null for null.
     */
    public final void putBinary(final ByteBuf bytes)
    {
        if (bytes == null)
        {
            putNull();
            return;
        }
        final int length = bytes.readableBytes();
        final boolean isWide = isWide(FormatCodes.BINARY, length);
        out.ensure(Math.addExact(1 + Integer.BYTES, length));
        // First what may throw, as a buffer does that was released: then nothing is put.
        bytes.getBytes(bytes.readerIndex(), out.array, out.position + prefix(isWide), length);
        putPrefix(FormatCodes.BINARY, length, isWide);
        out.position += length;
        count++;
    }

    /**
     * Puts a key: a string or symbol that was encoded before.
     *
     * @param key to put, or null for null.
     */
    public final void put(final AmqpKey key)
    {
        if (key == null)
        {
            putNull();
        }
        else if (elementCode >= 0)
        {
            putBytes(key.code, key.padded, key.textOffset, key.length - key.textOffset);
        }
        else
        {
            copy(key);
            count++;
        }
    }

    private void copy(final AmqpKey key)
    {
        final byte[] padded = key.padded;
        out.ensure(padded.length);
        final byte[] array = out.array;
        final int at = out.position;
        for (int i = 0; i < padded.length; i += Long.BYTES)
        {
            Words.putLongLittleEndian(array, at + i, Words.getLongLittleEndian(padded, i));
        }
        out.position = at + key.length;
    }

    /**
     * Says by a symbol what the next value is, as {@link #descriptor(long)} does by a ulong.
     *
     * @param symbol such as {@code amqp:header:list}.
     * @throws IllegalArgumentException if the key is a string, which describes nothing.
     * @throws IllegalStateException    before {@code wrap}, or between the elements of an array.
     */
    public final void descriptor(final AmqpKey symbol)
    {
        if (!symbol.isSymbol())
        {
            throw new IllegalArgumentException("a descriptor is a symbol, not the string '" + symbol + "'");
        }
        openDescriptor();
        copy(symbol);
        descriptorEnd = out.length();
    }

    /**
     * Puts a value of a frame that is being scanned, whole, a compound one with all that it holds; its bytes are copied as
     * they stand, also where they take more than the shortest form. Of texts and binaries the length is written anew.
     * Text of a remoting header becomes a string, a body a binary.
     *
     * @param value a cursor on it; null for null. What its frame does not have, or not all of it, is refused.
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
        out.position = at + 1 + length;
        count++;
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
            putBoolean(value.getBoolean());
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

    /** Whether a container can hold so many values, which nobody has checked yet, in so many bytes. */
    private static boolean isPossible(final long elements, final int bytes, final int kind)
    {
        return kind == Kinds.ARRAY ? elements <= Integer.MAX_VALUE
            : elements <= bytes && (kind == Kinds.LIST || (elements & 1) == 0);
    }

    /** Puts what a container holds into one that was begun, and ends that. */
    private void putContent(final Cursor value, final int kind)
    {
        final int length = value.length();
        out.ensure(length);
        final int at = out.position;
        if (value.copyRawTo(out.array, at) < 0)
        {
            refuse(EncodeRefusal.VALUE_UNAVAILABLE);
        }
        else if (length > 0)
        {
            final int header = isLongForm(at, length, kind) ? 2 * Integer.BYTES : 2;
            final long elements = value.count();
            if (!isPossible(elements, length - header, kind))
            {
                refuse(EncodeRefusal.COUNT_IMPOSSIBLE);
            }
            else
            {
                System.arraycopy(out.array, at + header, out.array, at, length - header);
                out.position += length - header;
                count = (int)elements;
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
        final int at = open(code, text.textLength());
        if (text.copyTo(out.array, at) < 0)
        {
            refuse(EncodeRefusal.VALUE_UNAVAILABLE);
            return -1;
        }
        return at;
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
        final int at = open(FormatCodes.BINARY, bytes.length());
        if (bytes.copyRawTo(out.array, at) < 0)
        {
            refuse(EncodeRefusal.VALUE_UNAVAILABLE);
        }
    }
}
