package io.skim.encode;

import io.netty.buffer.ByteBuf;
import io.skim.bytes.Characters;
import io.skim.bytes.FormatCodes;
import io.skim.bytes.Kinds;
import io.skim.bytes.Utf8;
import io.skim.bytes.Words;
import io.skim.scan.Cursor;
import io.skim.scan.Kind;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes AMQP's values of any length: strings, symbols and binaries, told apart by the code of their shorter form. One is
 * written behind the output's position, which moves when all of it is there: the text or buffer that it comes from may throw.
 * For null, null is written.
 */
final class AmqpTexts
{
    private static final int OCTET = AmqpContainers.OCTET;

    private final AmqpContainers out;

    AmqpTexts(final AmqpContainers out)
    {
        this.out = out;
    }

    void put(final int code, final @Nullable CharSequence text)
    {
        if (text == null)
        {
            out.putNull();
        }
        else
        {
            putCharacters(code, text);
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
            out.refuseValue(length < 0 ? EncodeRefusal.INVALID_TEXT : EncodeRefusal.NOT_ASCII);
            return;
        }
        if (isWide || length <= OCTET)
        {
            close(code, length, isWide);
            return;
        }
        if (out.elementCode >= 0)
        {
            out.expandElements();
            putCharacters(code, text);
            return;
        }
        System.arraycopy(out.array, from, out.array, from + Integer.BYTES - 1, length);
        close(code, length, true);
    }

    /** Whether a value of a length, or more, takes four octets to tell its length. */
    private boolean isWide(final int code, final int length)
    {
        final int elements = out.elementCode;
        if (elements < 0)
        {
            return length > OCTET;
        }
        out.checkElement(code | elements & FormatCodes.WIDE);
        if (length > OCTET && elements == code)
        {
            out.expandElements();
        }
        return out.elementCode != code;
    }

    private int prefix(final boolean isWide)
    {
        return (out.elementCode < 0 ? 1 : 0) + (isWide ? Integer.BYTES : 1);
    }

    /** Puts code and length before the bytes that are there, and takes them. */
    private void close(final int code, final int length, final boolean isWide)
    {
        final byte[] array = out.array;
        int at = out.position;
        if (out.elementCode < 0)
        {
            array[at++] = (byte)(isWide ? code | FormatCodes.WIDE : code);
        }
        if (isWide)
        {
            Words.putInt(array, at, length);
            at += Integer.BYTES;
        }
        else
        {
            array[at++] = (byte)length;
        }
        out.position = at + length;
        out.count++;
    }

    /** Makes room for bytes, which are to be put at the index that is returned; {@link #take} follows. */
    private int room(final int code, final int length)
    {
        final boolean isWide = isWide(code, length);
        out.ensure(Math.addExact(1 + Integer.BYTES, length));
        return out.position + prefix(isWide);
    }

    private void take(final int code, final int length)
    {
        close(code, length, isWide(code, length));
    }

    /** Puts a string or symbol whose bytes are there. */
    void putText(final int code, final byte @Nullable [] text, final int offset, final int length)
    {
        if (put(code, text, offset, length) && text != null)
        {
            if (code == FormatCodes.SYMBOL)
            {
                checkSymbol(text, offset, length);
            }
            else if (Utf8.firstInvalid(text, offset, offset + length) >= 0)
            {
                out.refuse(EncodeRefusal.INVALID_TEXT);
            }
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
            out.refuse(EncodeRefusal.NOT_ASCII);
        }
    }

    /** Puts bytes as they are; false for null. */
    boolean put(final int code, final byte @Nullable [] bytes, final int offset, final int length)
    {
        if (bytes == null)
        {
            out.putNull();
            return false;
        }
        Objects.checkFromIndexSize(offset, length, bytes.length);
        final int at = room(code, length);
        System.arraycopy(bytes, offset, out.array, at, length);
        take(code, length);
        return true;
    }

    /** Puts a binary: the readable bytes of a buffer. */
    void put(final @Nullable ByteBuf bytes)
    {
        if (bytes == null)
        {
            out.putNull();
            return;
        }
        final int length = bytes.readableBytes();
        final int at = room(FormatCodes.BINARY, length);
        bytes.getBytes(bytes.readerIndex(), out.array, at, length);
        take(FormatCodes.BINARY, length);
    }

    /** Puts the text of a value as a string or symbol. */
    void putText(final int code, final @Nullable Cursor text)
    {
        if (text == null || text.isNull())
        {
            out.putNull();
            return;
        }
        if (!Kinds.hasText(text.kind().ordinal()))
        {
            out.refuseValue(EncodeRefusal.INVALID_TEXT);
            return;
        }
        final int length = text.textLength();
        final int at = room(code, length);
        final boolean isCopied = text.copyTo(out.array, at) >= 0;
        take(code, length);
        if (!isCopied)
        {
            out.refuse(EncodeRefusal.VALUE_UNAVAILABLE);
        }
        else if (code == FormatCodes.STRING)
        {
            checkWhole(text, at);
        }
        else if (text.kind() != Kind.SYMBOL)
        {
            checkSymbol(out.array, at, length);
            // A mark in the place of half of a surrogate pair is ASCII, yet not of the text.
            if (text.kind() == Kind.JSON_TEXT)
            {
                checkWhole(text, at);
            }
        }
    }

    private void checkWhole(final Cursor text, final int at)
    {
        if (!CopiedText.isWhole(text, out.array, at, out.position))
        {
            out.refuse(EncodeRefusal.INVALID_TEXT);
        }
    }

    /** Puts the raw bytes of a value as a binary. */
    void putBinary(final @Nullable Cursor bytes)
    {
        if (bytes == null || bytes.isNull())
        {
            out.putNull();
            return;
        }
        final int length = bytes.length();
        final int at = room(FormatCodes.BINARY, length);
        final boolean isCopied = bytes.copyRawTo(out.array, at) >= 0;
        take(FormatCodes.BINARY, length);
        if (!isCopied)
        {
            out.refuse(EncodeRefusal.VALUE_UNAVAILABLE);
        }
    }
}
