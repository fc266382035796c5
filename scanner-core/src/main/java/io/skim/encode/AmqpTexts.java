package io.skim.encode;

import io.netty.buffer.ByteBuf;
import io.skim.bytes.Characters;
import io.skim.bytes.FormatCodes;
import io.skim.bytes.Utf8;
import io.skim.bytes.Words;
import io.skim.scan.Limits;
import java.util.Objects;

/**
 * AMQP's values of any length: strings, symbols and binaries.
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

    final void checkSymbol(final byte[] array, final int offset, final int length)
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
        final int at = room(code, length);
        System.arraycopy(bytes, offset, out.array, at, length);
        take(code, length);
        return true;
    }

    /**
     * Makes room for a text or binary, whose bytes are to be put at the index that is returned; nothing is put before {@link
     * #take}, for the buffer they come from may throw.
     */
    final int room(final int code, final int length)
    {
        final boolean isWide = isWide(code, length);
        out.ensure(Math.addExact(1 + Integer.BYTES, length));
        return out.position + prefix(isWide);
    }

    /** Takes the bytes that are there, and puts their length before them. */
    final void take(final int code, final int length)
    {
        putPrefix(code, length, isWide(code, length));
        out.position += length;
        count++;
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
        final int at = room(FormatCodes.BINARY, length);
        bytes.getBytes(bytes.readerIndex(), out.array, at, length);
        take(FormatCodes.BINARY, length);
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
}
