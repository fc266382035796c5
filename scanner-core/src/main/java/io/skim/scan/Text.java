package io.skim.scan;

import io.skim.bytes.Escapes;
import io.skim.bytes.Kinds;
import io.skim.bytes.Utf8;
import io.skim.bytes.Words;

/**
 * Reads text that needs a conversion: JSON escapes, ill-formed UTF-8, UTF-16 in the text to compare with. Only {@code
 * toUnescaped} allocates. {@code from} and {@code to} are absolute indices; {@code to} is the index after the last byte.
 */
final class Text
{
    private static final long BACKSLASHES = Words.repeat('\\');
    /**
     * With so many raw bytes left, a store of eight bytes stays inside the text's room: six raw bytes give at least one byte of
     * text.
     */
    private static final int WIDE = 6 * Long.BYTES;
    private static final short ESCAPED_QUOTE = '"' << 8 | '\\';

    private Text()
    {
    }

    /** The code point at an index in the high 32 bits, the index after it in the low 32. */
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

    /** The {@link String#hashCode()} of the text. */
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

    /** Copies the text as UTF-8; the caller has checked the room. */
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
     * Copies JSON text and resolves the escapes. {@code dst} has room for the raw bytes. Nothing is stored after the text.
     *
     * @return bytes written.
     */
    static int unescape(final byte[] array, final int from, final int to, final byte[] dst, final int dstOffset)
    {
        int written = dstOffset;
        int index = from;
        while (index < to)
        {
            if (written - dstOffset >= Long.BYTES)
            {
                final long passed = passSeparators(array, index, to, dst, written);
                written = (int)(passed >>> 32);
                index = (int)passed;
            }
            if (index < to && array[index] == '\\')
            {
                final long decoded = Escapes.decode(array, index, to);
                written += put((int)(decoded >>> 32), dst, written);
                index = (int)decoded;
            }
            else if (index < to)
            {
                final int plain = putPlain(array, index, to, dst, written);
                written += plain;
                index += plain;
            }
        }
        return written - dstOffset;
    }

    /** Copies the bytes before the next escape, at most eight; or only the first byte. */
    private static int putPlain(final byte[] array, final int index, final int to, final byte[] dst,
        final int dstOffset)
    {
        if (to - index >= WIDE)
        {
            final long word = Words.getLongLittleEndian(array, index);
            final long marks = Words.match(word, BACKSLASHES);
            Words.putLongLittleEndian(dst, dstOffset, word);
            return marks == 0 ? Long.BYTES : Words.firstMarked(marks);
        }
        dst[dstOffset] = array[index];
        return 1;
    }

    /**
     * Copies JSON text until an escape that is not a separator of message properties (most escapes are), or until the last few
     * bytes. Each store has eight bytes and none goes beyond the text: the last bytes written are stored again together with each
     * new piece. Calls nothing, so that the loop's variables stay in registers.
     *
     * @param dstOffset after at least eight bytes of the same text.
     * @return as {@link #copyPiece}.
     */
    private static long passSeparators(final byte[] array, final int from, final int to, final byte[] dst,
        final int dstOffset)
    {
        // The word at a backslash in the last loaded word must also be loadable.
        final int last = Math.min(to - Long.BYTES, array.length - 2 * Long.BYTES + 1);
        long before = Words.getLongLittleEndian(dst, dstOffset - Long.BYTES);
        int written = dstOffset;
        int index = from;
        while (index <= last)
        {
            final long word = Words.getLongLittleEndian(array, index);
            final long marks = Words.match(word, BACKSLASHES);
            if (marks == 0)
            {
                before = word;
                Words.putLongLittleEndian(dst, written, word);
                index += Long.BYTES;
                written += Long.BYTES;
                continue;
            }
            final int bits = Long.numberOfTrailingZeros(marks);
            final int plain = bits >>> 3;
            final long escape = Words.getLongLittleEndian(array, index + plain);
            long character = escape >>> 40 ^ '0';
            int length = Escapes.UNIT_LENGTH;
            if (!Escapes.isLowControl(escape))
            {
                if ((short)escape != ESCAPED_QUOTE)
                {
                    break;
                }
                character = '"';
                length = 2;
            }
            before = before >>> bits >>> 1 | word << ~bits ^ (character ^ '\\') << 56;
            written += plain + 1;
            index += plain + length;
            Words.putLongLittleEndian(dst, written - Long.BYTES, before);
        }
        return passEnd(array, index, to, dst, written, before);
    }

    /**
     * Copies the bytes before the first backslash of the next eight (or fewer at the end), and the separator at that backslash.
     */
    private static long passEnd(final byte[] array, final int index, final int to, final byte[] dst, final int written,
        final long before)
    {
        final int left = to - index;
        if (left <= 0)
        {
            return (long)written << 32 | index;
        }
        final boolean whole = left >= Long.BYTES;
        final long word =
            Words.getLongLittleEndian(array, whole ? index : to - Long.BYTES) >>> (whole ? 0 : -left << 3);
        final long marks = Words.match(word, BACKSLASHES);
        final int plain = marks != 0 ? Words.firstMarked(marks) : whole ? Long.BYTES : left;
        final int behind = written + plain;
        if (plain > 0)
        {
            Words.putLongLittleEndian(dst, behind - Long.BYTES, word << (-plain << 3)
                | before >>> (plain << 2) >>> (plain << 2));
        }
        final long escape = word >>> (plain << 3);
        if (marks == 0 || !Escapes.isLowControl(escape))
        {
            return (long)behind << 32 | index + plain;
        }
        dst[behind] = (byte)Escapes.lowControl(escape);
        return (long)(behind + 1) << 32 | index + plain + Escapes.UNIT_LENGTH;
    }

    /**
     * Copies as much of the text as is sure to fit.
     *
     * @return the bytes written in the high 32 bits, the index after the bytes read in the low 32.
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

    /** The text of a JSON string as a Java string; lone surrogates stay. */
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
