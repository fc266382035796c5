package io.skim.scan;

import io.skim.bytes.Escapes;
import io.skim.bytes.Kinds;
import io.skim.bytes.Utf8;
import io.skim.bytes.Words;

/**
 * Reads of text that has to be converted on the way: JSON escapes, ill-formed UTF-8, UTF-16 on the other side. All but
 * {@code toUnescaped} allocate nothing. {@code from} and {@code to} are absolute indices, {@code to} behind the last
 * byte.
 */
final class Text
{
    private static final long BACKSLASHES = Words.repeat('\\');
    private static final int WIDE = 6 * (Long.BYTES + 1);

    private Text()
    {
    }

    /** The code point at an index in the high 32 bits, the index behind it in the low 32. */
    static long decode(final byte[] array, final int index, final int to, final int kind)
    {
        return kind == Kinds.JSON_TEXT ? Escapes.decode(array, index, to) : Utf8.decode(array, index, to);
    }

    /** The length of the text in bytes of UTF-8. */
    static int length(final byte[] array, final int from, final int to, final int kind)
    {
        int bytes = 0;
        int index = from;
        while (index < to)
        {
            if (array[index] >= 0 && array[index] != '\\')
            {
                bytes++;
                index++;
                continue;
            }
            final long decoded = decode(array, index, to, kind);
            bytes += Utf8.length((int)(decoded >>> 32));
            index = (int)decoded;
        }
        return bytes;
    }

    static boolean matches(final byte[] array, final int from, final int to, final int kind, final CharSequence other,
        final boolean whole)
    {
        int matched = 0;
        int index = from;
        while (index < to && matched < other.length())
        {
            final long decoded = decode(array, index, to, kind);
            final int codePoint = (int)(decoded >>> 32);
            if (codePoint < Character.MIN_SUPPLEMENTARY_CODE_POINT)
            {
                if (other.charAt(matched++) != codePoint)
                {
                    return false;
                }
            }
            else if (other.charAt(matched++) != Character.highSurrogate(codePoint))
            {
                return false;
            }
            else if (matched == other.length())
            {
                return !whole;
            }
            else if (other.charAt(matched++) != Character.lowSurrogate(codePoint))
            {
                return false;
            }
            index = (int)decoded;
        }
        return matched == other.length() && (!whole || index == to);
    }

    /** What String.hashCode gives for the text. */
    static int hash(final byte[] array, final int from, final int to, final int kind)
    {
        int hash = 0;
        int index = from;
        while (index < to)
        {
            final long decoded = decode(array, index, to, kind);
            final int codePoint = (int)(decoded >>> 32);
            if (codePoint < Character.MIN_SUPPLEMENTARY_CODE_POINT)
            {
                hash = 31 * hash + codePoint;
            }
            else
            {
                hash = 31 * (31 * hash + Character.highSurrogate(codePoint)) + Character.lowSurrogate(codePoint);
            }
            index = (int)decoded;
        }
        return hash;
    }

    /** Copies the text as UTF-8; the room must be there. */
    static void copy(final byte[] array, final int from, final int to, final int kind, final byte[] dst,
        final int dstOffset)
    {
        int written = dstOffset;
        int index = from;
        while (index < to)
        {
            final byte first = array[index];
            if (first >= 0 && first != '\\')
            {
                dst[written++] = first;
                index++;
                continue;
            }
            final long decoded = decode(array, index, to, kind);
            written += put((int)(decoded >>> 32), dst, written);
            index = (int)decoded;
        }
    }

    /**
     * Copies JSON text, escapes undone; {@code dst} has room for the raw bytes.
     *
     * @return bytes written.
     */
    static int unescape(final byte[] array, final int from, final int to, final byte[] dst, final int dstOffset)
    {
        int written = dstOffset;
        int index = from;
        // Eight bytes are stored at a time while so much is left that their place is surely the text's own: six raw
        // bytes give one at least.
        while (to - index >= WIDE)
        {
            final long word = Words.getLongLittleEndian(array, index);
            Words.putLongLittleEndian(dst, written, word);
            final long marks = Words.match(word, BACKSLASHES);
            if (marks == 0)
            {
                index += Long.BYTES;
                written += Long.BYTES;
                continue;
            }
            final int plain = Words.firstMarked(marks);
            index += plain;
            written += plain;
            final long escape = Words.getLongLittleEndian(array, index);
            if (Escapes.isLowControl(escape))
            {
                // A separator of message properties, most escapes there are.
                dst[written++] = (byte)Escapes.lowControl(escape);
                index += Escapes.UNIT_LENGTH;
                continue;
            }
            final long decoded = Escapes.decode(array, index, to);
            written += put((int)(decoded >>> 32), dst, written);
            index = (int)decoded;
        }
        return unescapeEnd(array, index, to, dst, written) - dstOffset;
    }

    /** The last bytes of JSON text: nothing is stored that is not of the text. */
    private static int unescapeEnd(final byte[] array, final int from, final int to, final byte[] dst,
        final int dstOffset)
    {
        int written = dstOffset;
        int index = from;
        while (index < to)
        {
            if (to - index >= Long.BYTES)
            {
                final long word = Words.getLongLittleEndian(array, index);
                final long marks = Words.match(word, BACKSLASHES);
                if (marks == 0)
                {
                    Words.putLongLittleEndian(dst, written, word);
                    index += Long.BYTES;
                    written += Long.BYTES;
                    continue;
                }
                for (final int escape = index + Words.firstMarked(marks); index < escape; index++)
                {
                    dst[written++] = array[index];
                }
            }
            else if (array[index] != '\\')
            {
                dst[written++] = array[index++];
                continue;
            }
            final long decoded = Escapes.decode(array, index, to);
            written += put((int)(decoded >>> 32), dst, written);
            index = (int)decoded;
        }
        return written;
    }

    /**
     * Copies as much of the text as surely fits.
     *
     * @return the bytes written in the high 32 bits, the index behind what was read in the low 32.
     */
    static long copyPiece(final byte[] array, final int from, final int to, final int kind, final byte[] dst)
    {
        int written = 0;
        int index = from;
        while (index < to && dst.length - written >= 4)
        {
            final long decoded = decode(array, index, to, kind);
            written += put((int)(decoded >>> 32), dst, written);
            index = (int)decoded;
        }
        return (long)written << 32 | index;
    }

    private static int put(final int codePoint, final byte[] dst, final int dstOffset)
    {
        if (codePoint < 0x80)
        {
            dst[dstOffset] = (byte)codePoint;
            return 1;
        }
        final int bytes = Utf8.length(codePoint);
        for (int i = 0; i < bytes; i++)
        {
            dst[dstOffset + i] = Utf8.byteAt(codePoint, bytes, i);
        }
        return bytes;
    }

    /** The text of a JSON string as Java has it, lone surrogates kept. */
    static String toUnescaped(final byte[] array, final int from, final int to)
    {
        final StringBuilder text = new StringBuilder(to - from);
        int index = from;
        while (index < to)
        {
            final long decoded = Escapes.decode(array, index, to);
            text.appendCodePoint((int)(decoded >>> 32));
            index = (int)decoded;
        }
        return text.toString();
    }
}
