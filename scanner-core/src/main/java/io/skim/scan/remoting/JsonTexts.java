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
    private static final int NOWHERE = -1;
    /** To {@link #note} no separators at all, beside a mask of 0. */
    static final long NO_ESCAPE = 1;

    /**
     * What words are compared with. The compiler loads a constant anew for each use, which doubles what a loop does; from
     * a field of an object it is loaded once.
     */
    final long quotes = Words.repeat('"');
    final long backslashes = Words.repeat('\\');
    final long lowBits = Words.repeat(1);
    private final long highBits = Words.repeat(0x80);
    /** Turns the quote and nothing but the quote into the blank, in whose place it stands then; see {@link #mark}. */
    private final long quoteToBlank = Words.repeat('"' ^ ' ');
    private final long aboveBlank = Words.repeat(' ' + 1);
    /** Gathers the high bits of eight bytes in the uppermost. */
    private final long gather = Long.reverseBytes(0x8140_2010_0804_0200L);
    /** For {@link #passBlock}, as in {@link io.skim.bytes.PropertyReader#isEscapedSeparator}. */
    private final long separator = Long.reverseBytes(0x5C75_3030_3031_0000L);
    private final long separatorMask = Long.reverseBytes(0xFFFF_FFFF_FFFE_0000L);

    /** Where those escaped separators of the last text with escapes stand that are noted, as far as there is room. */
    private final int[] escapes;
    /** Which separators are to be noted, by their escape and the two bytes behind it, little-endian; see {@link #note}. */
    private long wantedEscape;
    private long wantedMask;
    /** The same of the text that is being passed. */
    private long notedEscape;
    private long notedMask;

    /** Of the last text with escapes, 0 if there was none; then as {@link JsonTokens} has them. */
    int escapesFrom;
    int escapeCount;
    boolean escapesAlone;
    /** Whether there are no other escapes than those of quotes. If there are, all separators are noted if any were to be. */
    boolean quotesAlone;
    boolean escapesKnown;

    /** Whether the last text is ASCII as it stands. */
    boolean ascii;

    /** Takes the text with escapes that comes last; null if nobody wants it. */
    UnescapedText undone;
    /** Where the frame begins. */
    int base;

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
        int at = from;
        // Asked this way the loop is not taken for a counted one, which is prepared for thousands of rounds.
        while (limit - at > 0)
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
            at += Long.BYTES;
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
            return undone == null ? escapedText(bytes, from, to) : undoneText(bytes, from, to);
        }
        ascii = (high & Words.HIGH_BITS) == 0;
        return ascii || Utf8.firstInvalid(bytes, from, at) < 0 ? at : NO_TEXT;
    }

    /**
     * From now on, notes no other separators than those whose escape and the two bytes behind it have some bits: they may
     * stand before names that somebody looks for.
     *
     * @param escape the bits, little-endian; or {@link #NO_ESCAPE}.
     * @param mask   which of them count; 0 beside an {@code escape} of 0 for all separators.
     */
    final void note(final long escape, final long mask)
    {
        wantedEscape = escape;
        wantedMask = mask;
    }

    /** Notes no separators. */
    private long undoneText(final byte[] bytes, final int from, final int to)
    {
        final int close = undone.pass(bytes, base, from, to);
        if (close < 0)
        {
            return escapedText(bytes, from, to);
        }
        ascii = false;
        escapesFrom = 0;
        return close | ESCAPED;
    }

    private long escapedText(final byte[] bytes, final int from, final int to)
    {
        notedEscape = wantedEscape;
        notedMask = wantedMask;
        int at = beginEscaped(bytes, from, to);
        if (at >= 0 && bytes[at] == '\\' && notedMask != 0)
        {
            // A name may be spelt with such an escape, so that its beginning does not tell it: all are noted.
            notedEscape = 0;
            notedMask = 0;
            at = beginEscaped(bytes, from, to);
        }
        ascii = false;
        int odd = 0;
        boolean known = true;
        while (at >= 0 && bytes[at] == '\\')
        {
            final int behind = Escapes.skip(bytes, at, to, false);
            final long decoded = behind < 0 ? 0 : Escapes.decode(bytes, at, to);
            final int character = (int)(decoded >>> Integer.SIZE);
            if (behind < 0 || Utf8.isSurrogate(character) || ++odd > MOST_ODD)
            {
                return NO_TEXT;
            }
            known &= character >= JsonTokens.NO_SEPARATOR;
            at = passSeparators(bytes, (int)decoded, to);
        }
        if (at < 0 || highTo != 0 && Utf8.firstInvalid(bytes, highFrom, Math.min(at, highTo)) >= 0)
        {
            return NO_TEXT;
        }
        escapesFrom = from;
        escapesAlone = odd == 0 && !quoted;
        quotesAlone = odd == 0;
        escapesKnown = known && !controls && escapeCount <= JsonTokens.MAX_NOTED;
        return at | ESCAPED;
    }

    private int beginEscaped(final byte[] bytes, final int from, final int to)
    {
        quoted = false;
        controls = false;
        highTo = 0;
        escapeCount = 0;
        return passSeparators(bytes, from, to);
    }

    /**
     * Passes over text and the escapes of separators.
     *
     * @return the index of the first quote, or of a backslash that begins another escape; or less than 0 if there is none.
     */
    private int passSeparators(final byte[] bytes, final int from, final int to)
    {
        final int limit = Math.min(to, bytes.length - BLOCK - Long.BYTES + 1);
        int index = from;
        int at = NOWHERE;
        while (at < 0 && index < limit)
        {
            at = passBlock(bytes, index);
            index += BLOCK;
        }
        return at < to ? at : NOWHERE;
    }

    /**
     * As {@link #passSeparators}, of 64 bytes. First all quotes, backslashes and control characters are marked, bit k for the
     * one at {@code at + k}, then each mark is looked at, so that none need wait for the one before. Written out, so that it
     * is too long (325 bytes of code) to be compiled into the loop over blocks: what either loop needs stays in registers.
     */
    private int passBlock(final byte[] bytes, final int at)
    {
        final long flip = quoteToBlank;
        final long plain = aboveBlank;
        final long backslash = backslashes;
        final long low = lowBits;
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
        long marks = mark(a, flip, plain, backslash, low, top) * bits >>> 56
            | mark(b, flip, plain, backslash, low, top) * bits >>> 56 << 8
            | mark(c, flip, plain, backslash, low, top) * bits >>> 56 << 16
            | mark(d, flip, plain, backslash, low, top) * bits >>> 56 << 24
            | mark(e, flip, plain, backslash, low, top) * bits >>> 56 << 32
            | mark(f, flip, plain, backslash, low, top) * bits >>> 56 << 40
            | mark(g, flip, plain, backslash, low, top) * bits >>> 56 << 48
            | mark(h, flip, plain, backslash, low, top) * bits >>> 56 << 56;
        final long mask = separatorMask;
        final long due = separator;
        final long wanted = notedEscape;
        final long some = notedMask;
        while (marks != 0)
        {
            final int index = at + Long.numberOfTrailingZeros(marks);
            final long escape = Words.getLongLittleEndian(bytes, index);
            marks &= marks - 1;
            if ((escape - due & mask) == 0)
            {
                if ((escape & some) == wanted)
                {
                    escapes[escapeCount++ & JsonTokens.MAX_NOTED - 1] = index;
                }
            }
            else if ((escape & 0xFFFF) == ESCAPED_QUOTE && marks != 0)
            {
                quoted = true;
                marks &= marks - 1;
            }
            else if ((escape & CONTROL_MASK) == 0)
            {
                controls = true;
            }
            else if ((byte)escape == '"' || (byte)escape == '\\')
            {
                return index;
            }
        }
        return NOWHERE;
    }

    /**
     * The controls and the quote are told together: flipped, they are what is not above the blank. As in
     * {@link Words#match}, behind a mark others may be too many: those of brackets and number signs.
     */
    private static long mark(final long word, final long flip, final long plain, final long backslash, final long low,
        final long top)
    {
        return ((word ^ flip) - plain | (word ^ backslash) - low) & ~word & top;
    }
}
