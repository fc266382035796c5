package io.skim.command;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;

/**
 * Writes JSON text as UTF-8, buffered. Half a surrogate pair, which has no UTF-8 and can only stand inside a JSON
 * string, is written as its {@code \}{@code uXXXX} escape: nothing is lost and nothing is refused.
 */
final class Utf8Writer extends Writer
{
    private static final int LENGTH = 65_536;
    private static final int LONGEST = 6;
    private static final char[] HEX = "0123456789abcdef".toCharArray();

    private final OutputStream out;
    private final byte[] buffer = new byte[LENGTH];
    private int length;
    /** A high surrogate whose partner has not come yet, or 0. */
    private char high;

    Utf8Writer(final OutputStream out)
    {
        this.out = out;
    }

    @Override
    public void write(final char[] chars, final int offset, final int count)
    {
        for (int i = offset; i < offset + count; i++)
        {
            if (length > LENGTH - 2 * LONGEST)
            {
                drain();
            }
            final char unit = chars[i];
            if (unit < 0x80 && high == 0)
            {
                buffer[length++] = (byte)unit;
            }
            else
            {
                put(unit);
            }
        }
    }

    private void put(final char unit)
    {
        if (high != 0)
        {
            final char first = high;
            high = 0;
            if (Character.isLowSurrogate(unit))
            {
                final int codePoint = Character.toCodePoint(first, unit);
                buffer[length++] = (byte)(0xF0 | codePoint >> 18);
                buffer[length++] = (byte)(0x80 | codePoint >> 12 & 0x3F);
                buffer[length++] = (byte)(0x80 | codePoint >> 6 & 0x3F);
                buffer[length++] = (byte)(0x80 | codePoint & 0x3F);
                return;
            }
            escape(first);
        }
        if (unit < 0x80)
        {
            buffer[length++] = (byte)unit;
        }
        else if (unit < 0x800)
        {
            buffer[length++] = (byte)(0xC0 | unit >> 6);
            buffer[length++] = (byte)(0x80 | unit & 0x3F);
        }
        else if (Character.isHighSurrogate(unit))
        {
            high = unit;
        }
        else if (Character.isLowSurrogate(unit))
        {
            escape(unit);
        }
        else
        {
            buffer[length++] = (byte)(0xE0 | unit >> 12);
            buffer[length++] = (byte)(0x80 | unit >> 6 & 0x3F);
            buffer[length++] = (byte)(0x80 | unit & 0x3F);
        }
    }

    private void escape(final char unit)
    {
        buffer[length++] = '\\';
        buffer[length++] = 'u';
        for (int shift = 12; shift >= 0; shift -= 4)
        {
            buffer[length++] = (byte)HEX[unit >> shift & 0xF];
        }
    }

    private void drain()
    {
        try
        {
            out.write(buffer, 0, length);
            length = 0;
        }
        catch (final IOException e)
        {
            throw new OutputException(e);
        }
    }

    @Override
    public void flush()
    {
        if (length > 0)
        {
            drain();
        }
        try
        {
            out.flush();
        }
        catch (final IOException e)
        {
            throw new OutputException(e);
        }
    }

    @Override
    public void close()
    {
        flush();
    }
}
