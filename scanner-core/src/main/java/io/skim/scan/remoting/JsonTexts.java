package io.skim.scan.remoting;

import io.skim.bytes.Escapes;
import io.skim.bytes.Utf8;
import io.skim.bytes.Words;

/**
 * The strings of a JSON header, for {@link JsonRun}: UTF-8 and all escapes are checked, and where the escaped separators
 * of message properties stand is noted.
 * <p>
 * Loops work on local variables alone, so that the compiler keeps what they need in registers; whatever is rare stands in
 * a method of its own.
 *
 * @see "RFC 8259 section 7"
 */
abstract class JsonTexts
{
    private static final int BLOCK = Long.SIZE;

    /** An escape that is a mark itself, little-endian. */
    private static final int ESCAPED_QUOTE = '"' << 8 | '\\';

    /** No bit of these is set in control characters, and some in all others that are marked. */
    private static final int CONTROL_MASK = 0x60;

    /** After each escape but those of separators and quotes marks are made anew: with many, others are quicker. */
    private static final int MOST_ODD = 32;

    static final long NO_TEXT = -1;
    /** Beside where a text ends. */
    static final long ESCAPED = 1L << Integer.SIZE;
    private static final int COUNT_SHIFT = 33;
    private static final int COUNT_MASK = JsonTokens.MAX_NOTED - 1;

    /**
     * What words are compared with. The compiler loads a constant anew for each use, which doubles what a loop does; from
     * a field of an object it is loaded once.
     */
    final long quotes = Words.repeat('"');
    final long backslashes = Words.repeat('\\');
    final long lowBits = Words.repeat(1);
    private final long sevenBits = Words.repeat(0x7F);
    private final long highBits = Words.repeat(0x80);
    /** Turns the quote and nothing but the quote into the blank, in whose place it stands then; see {@link #mark}. */
    private final long quoteToBlank = Words.repeat('"' ^ ' ');
    /** Lifts all that is above a blank to the high bit. */
    private final long aboveBlank = Words.repeat(0x7F - ' ');
    /** Gathers the high bits of eight bytes in the uppermost. */
    private final long gather = Long.reverseBytes(0x8140_2010_0804_0200L);
    /** The escape of U+0000, little-endian, and the bits in which all separators equal it. */
    private final long separator = Long.reverseBytes(0x5C75_3030_3030_0000L);
    private final long separatorMask = Long.reverseBytes(0xFFFF_FFFF_FFF8_0000L);

    /** Where the escaped separators of the last text with escapes stand, as far as there is room. */
    private final int[] escapes;

    /** Of the last text with escapes, 0 if there was none; then as {@link JsonTokens} has them. */
    int escapesFrom;
    int escapeCount;
    boolean escapesAlone;
    /** Whether there are no other escapes than those of quotes. */
    boolean quotesAlone;
    boolean escapesKnown;

    /** Of the text that is being passed: whether quotes are escaped, and whether control characters are not. */
    private boolean quoted;
    private boolean controls;
    /** From and up to where blocks with bytes above 127 stand in it; both 0 if there are none. */
    private int highFrom;
    private int highTo;

    JsonTexts(final int[] escapes)
    {
        this.escapes = escapes;
    }

    /**
     * Passes over the inside of a string.
     *
     * @return the index of the closing quote, and {@link #ESCAPED} beside it; or {@link #NO_TEXT}.
     */
    final long text(final byte[] bytes, final int from, final int to)
    {
        final long quote = quotes;
        final long backslash = backslashes;
        final long low = lowBits;
        final int limit = Math.min(to, bytes.length - Long.BYTES + 1);
        long high = 0;
        for (int at = from; at < limit; at += Long.BYTES)
        {
            final long word = Words.getLongLittleEndian(bytes, at);
            // As in Words.match: the lowest mark is exact.
            final long marks = ((word ^ quote) - low | (word ^ backslash) - low) & ~word & low << 7;
            // What follows the closing quote is looked at too: a doubt is settled by a closer look.
            high |= word;
            if (marks != 0)
            {
                return textEnd(bytes, from, at + Words.firstMarked(marks), to, high);
            }
        }
        return NO_TEXT;
    }

    private long textEnd(final byte[] bytes, final int from, final int at, final int to, final long high)
    {
        if (at >= to)
        {
            return NO_TEXT;
        }
        if (bytes[at] != '"')
        {
            return escapedText(bytes, from, to);
        }
        return (high & Words.HIGH_BITS) == 0 || Utf8.firstInvalid(bytes, from, at) < 0 ? at : NO_TEXT;
    }

    private long escapedText(final byte[] bytes, final int from, final int to)
    {
        quoted = false;
        controls = false;
        highTo = 0;
        int odd = 0;
        boolean known = true;
        long passed = passSeparators(bytes, from, to, 0);
        while (passed >= 0 && bytes[(int)passed] == '\\')
        {
            final int at = (int)passed;
            final int behind = Escapes.skip(bytes, at, to, false);
            final long decoded = behind < 0 ? 0 : Escapes.decode(bytes, at, to);
            final int character = (int)(decoded >>> Integer.SIZE);
            if (behind < 0 || Utf8.isSurrogate(character) || ++odd > MOST_ODD)
            {
                return NO_TEXT;
            }
            known &= character >= JsonTokens.NO_SEPARATOR;
            passed = passSeparators(bytes, (int)decoded, to, (int)(passed >>> COUNT_SHIFT) & COUNT_MASK);
        }
        final int at = (int)passed;
        if (passed < 0 || highTo != 0 && Utf8.firstInvalid(bytes, highFrom, Math.min(at, highTo)) >= 0)
        {
            return NO_TEXT;
        }
        escapesFrom = from;
        escapeCount = (int)(passed >>> COUNT_SHIFT) & COUNT_MASK;
        escapesAlone = odd == 0 && !quoted;
        quotesAlone = odd == 0;
        escapesKnown = known && !controls && escapeCount < COUNT_MASK;
        return at | ESCAPED;
    }

    /**
     * Passes over text and the escapes of separators, and notes these. First all quotes and backslashes of 64 bytes are
     * marked, then each mark is looked at, so that none need wait for the one before.
     *
     * @return the index of the first quote, or of a backslash that begins another escape, and how many separators are
     *     noted; or {@link #NO_TEXT}.
     */
    private long passSeparators(final byte[] bytes, final int from, final int to, final int begun)
    {
        final int[] places = escapes;
        final long mask = separatorMask;
        final long due = separator;
        final int limit = Math.min(to, bytes.length - BLOCK - Long.BYTES + 1);
        int number = begun;
        for (int index = from; index < limit; index += BLOCK)
        {
            long marks = marks(bytes, index);
            for (int left = Long.bitCount(marks); left > 0; left--)
            {
                final int at = index + Long.numberOfTrailingZeros(marks);
                final long escape = Words.getLongLittleEndian(bytes, at);
                marks &= marks - 1;
                if ((escape & mask) == due)
                {
                    places[number++ & JsonTokens.MAX_NOTED - 1] = at;
                }
                else if ((escape & 0xFFFF) == ESCAPED_QUOTE && left > 1)
                {
                    quoted = true;
                    marks &= marks - 1;
                    left--;
                }
                else if ((escape & CONTROL_MASK) == 0)
                {
                    controls = true;
                }
                else
                {
                    return at >= to ? NO_TEXT : at | (long)Math.min(number, COUNT_MASK) << COUNT_SHIFT;
                }
            }
        }
        return NO_TEXT;
    }

    /**
     * Marks the quotes, backslashes and control characters among 64 bytes, bit k for the one at {@code at + k}, and notes
     * whether there are bytes above 127. Written out, so that it is too long (325 bytes of code) to be compiled into the
     * loop that calls it, whose values would be driven from registers.
     */
    private long marks(final byte[] bytes, final int at)
    {
        final long flip = quoteToBlank;
        final long plain = aboveBlank;
        final long backslash = backslashes;
        final long seven = sevenBits;
        final long top = highBits;
        final long bits = gather;
        final long a = Words.getLongLittleEndian(bytes, at);
        final long b = Words.getLongLittleEndian(bytes, at + 8);
        final long c = Words.getLongLittleEndian(bytes, at + 16);
        final long d = Words.getLongLittleEndian(bytes, at + 24);
        final long e = Words.getLongLittleEndian(bytes, at + 32);
        final long f = Words.getLongLittleEndian(bytes, at + 40);
        final long g = Words.getLongLittleEndian(bytes, at + 48);
        final long h = Words.getLongLittleEndian(bytes, at + 56);
        if (((a | b | c | d | e | f | g | h) & top) != 0)
        {
            highFrom = highTo == 0 ? at : highFrom;
            highTo = at + BLOCK;
        }
        final long first = mark(a, flip, plain, backslash, seven, top) * bits >>> 56;
        final long second = mark(b, flip, plain, backslash, seven, top) * bits >>> 56 << 8;
        final long third = mark(c, flip, plain, backslash, seven, top) * bits >>> 56 << 16;
        final long fourth = mark(d, flip, plain, backslash, seven, top) * bits >>> 56 << 24;
        final long fifth = mark(e, flip, plain, backslash, seven, top) * bits >>> 56 << 32;
        final long sixth = mark(f, flip, plain, backslash, seven, top) * bits >>> 56 << 40;
        final long seventh = mark(g, flip, plain, backslash, seven, top) * bits >>> 56 << 48;
        final long eighth = mark(h, flip, plain, backslash, seven, top) * bits >>> 56 << 56;
        return first | second | third | fourth | fifth | sixth | seventh | eighth;
    }

    /** The controls and the quote are told together: flipped, they are what is not above the blank. */
    private static long mark(final long word, final long flip, final long plain, final long backslash,
        final long seven, final long top)
    {
        final long low = word & seven;
        return top & ~((low ^ flip) + plain & (low ^ backslash) + seven | word);
    }
}
