package io.skim.scan.remoting;

import io.skim.bytes.Escapes;
import io.skim.bytes.LongTexts;
import io.skim.bytes.Utf8;
import io.skim.bytes.Words;

/**
 * The text of a JSON string with escapes, undone while its end was looked for: what a row holds is mostly read, and the
 * second look at each byte is what takes time. No other escapes than those of quotes and of separators of message
 * properties are undone, which are nearly all; and no texts that are longer than most.
 *
 * @see "RFC 8259 section 7"
 */
final class UnescapedText
{
    static final int NONE = -1;

    private static final int LONGEST = 2_048;
    private static final short ESCAPED_QUOTE = '"' << 8 | '\\';
    private static final int QUOTE_LENGTH = 2;
    /** From a word to the end of the one that begins with its last byte. */
    private static final int REACH = 2 * Long.BYTES - 1;

    /** As in {@link JsonTexts}, what words are compared with stands in fields. */
    private final long quotes = Words.repeat('"');
    private final long backslashes = Words.repeat('\\');
    private final long lowBits = Words.repeat(1);

    /** With room for what is stored beyond the longest: see {@link #undo}. */
    private final byte[] text = new byte[LONGEST + 2 * Long.BYTES];
    private int length;
    private boolean ascii;
    /** Where the string begins in the frame; or {@link #NONE}. */
    private int offset = NONE;
    /** Whether such texts are read; and whether none of the last frame's was. */
    private boolean wanted;
    private boolean unread;

    /** Begins a frame. */
    void begin()
    {
        offset = NONE;
        wanted &= !unread;
        unread = false;
    }

    /** Copies the text of the string that begins at an offset in the frame; -1 if it is not here, or there is no room. */
    int copyTo(final int start, final byte[] dst, final int dstOffset)
    {
        wanted = true;
        unread = false;
        if (offset != start || dstOffset < 0 || length > dst.length - dstOffset)
        {
            return NONE;
        }
        System.arraycopy(text, 0, dst, dstOffset, length);
        return length;
    }

    /** Whether it is the text of the string that begins at an offset in the frame. */
    boolean isOf(final int start)
    {
        return offset == start;
    }

    /** The text of the string that begins at an offset in the frame; null if it is not here. */
    String toText(final int start, final LongTexts texts)
    {
        wanted = true;
        unread = false;
        return offset != start ? null : ascii ? LongTexts.ofAscii(text, 0, length) : texts.get(text, 0, length);
    }

    /**
     * Passes over the inside of a string and undoes its escapes.
     *
     * @param base index where the frame begins.
     * @return the index of the closing quote; or {@link #NONE}, then somebody else is to look at the string.
     */
    int pass(final byte[] bytes, final int base, final int from, final int to)
    {
        if (!wanted)
        {
            return NONE;
        }
        offset = NONE;
        final int close = undo(bytes, from, to, text);
        final int invalid = close < 0 ? 0 : Utf8.firstInvalid(text, 0, length);
        if (invalid >= 0)
        {
            return NONE;
        }
        ascii = invalid == Utf8.ASCII;
        offset = from - base;
        unread = true;
        return close;
    }

    /**
     * Looks at words that stand side by side, and stores each of them from behind the last escape on, be there more in it
     * or not: so none need wait for where the escape before ends.
     */
    private int undo(final byte[] bytes, final int from, final int to, final byte[] dst)
    {
        final long quote = quotes;
        final long backslash = backslashes;
        final long low = lowBits;
        // So that a word can be loaded that begins with the last byte of one.
        final int limit = Math.min(Math.min(to, bytes.length - REACH + 1), from + LONGEST);
        int shift = from;
        int behind = from;
        for (int at = from; at < limit; at += Long.BYTES)
        {
            final long word = Words.getLongLittleEndian(bytes, at);
            final int plain = Math.max(at, behind);
            Words.putLongLittleEndian(dst, plain - shift, word >>> (plain - at << 3));
            // As in Words.match, behind a mark others may be too many: those of brackets and number signs.
            long marks = ((word ^ quote) - low | (word ^ backslash) - low) & ~word & low << 7;
            while (marks != 0)
            {
                final int index = at + Words.firstMarked(marks);
                marks &= marks - 1;
                final long escape = Words.getLongLittleEndian(bytes, index);
                if (Escapes.isLowControl(escape))
                {
                    // With what stands behind it in this word, which is two bytes at most.
                    Words.putLongLittleEndian(dst, index - shift, escape >>> 40 ^ '0');
                    behind = index + Escapes.UNIT_LENGTH;
                    shift += Escapes.UNIT_LENGTH - 1;
                }
                else if (index >= behind && ((byte)escape == '"' || (byte)escape == '\\'))
                {
                    if ((short)escape != ESCAPED_QUOTE)
                    {
                        length = index - shift;
                        return (byte)escape == '"' && index < to ? index : NONE;
                    }
                    Words.putLongLittleEndian(dst, index - shift, escape >>> Byte.SIZE);
                    behind = index + QUOTE_LENGTH;
                    shift += QUOTE_LENGTH - 1;
                }
            }
        }
        return NONE;
    }
}
