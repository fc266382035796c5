package io.skim.scan.remoting;

import io.skim.bytes.Escapes;
import io.skim.bytes.HeaderIndex;
import io.skim.bytes.Kinds;
import io.skim.bytes.Utf8;
import io.skim.bytes.Words;
import java.util.Arrays;

/**
 * The fast path for strings with escapes, such as all message properties of a JSON header: checks each escape, finds the
 * closing quote, and notes in the index where the separators of properties stand. It takes 64 bytes at a time. What it does
 * not know it leaves to the slow path, {@link JsonText}.
 * <p>
 * One thread at a time; refers to nothing of the frame.
 */
final class JsonEscapes
{
    /** Of a string that is left to the slow path. */
    static final long NO_TEXT = -1;

    private static final int NOWHERE = -1;
    /** Of a block in which nothing is marked. */
    private static final int PLAIN = -2;
    /** The first character that separates no properties. */
    private static final int NO_SEPARATOR = 3;
    /** The kind, above the index of a closing quote. */
    private static final long ESCAPED_BITS = (long)Kinds.JSON_TEXT << Integer.SIZE;
    private static final int BLOCK = Long.SIZE;
    private static final int PLAIN_STEP = 4 * Long.BYTES;
    /** How many escapes of separators have room in a block. */
    private static final int MOST_IN_BLOCK = BLOCK / Escapes.UNIT_LENGTH + 1;
    /** No bit of these is set in U+0000 to U+0003, and some in quotes, brackets and number signs. */
    private static final int CONTROL_MASK = 0xFC;
    /** Escapes of two bytes, by the byte behind the backslash, less {@code '@'}: b, f, n, r, t; the slash apart. */
    private static final long SHORT_ESCAPES = 1L << 'b' - '@' | 1L << 'f' - '@' | 1L << 'n' - '@' | 1L << 'r' - '@'
        | 1L << 't' - '@';

    /** What words are compared with; in fields as those of {@link JsonIndexer}. */
    private final long backslashes = Words.repeat('\\');
    private final long lowBits = Words.repeat(1);
    private final long highBits = Words.HIGH_BITS;
    /** Turns the quote and nothing but the quote into the blank, in whose place it stands then; see {@link #mark}. */
    private final long quoteToBlank = Words.repeat('"' ^ ' ');
    private final long aboveBlank = Words.repeat(' ' + 1);
    /** Gathers the high bits of eight bytes in the uppermost. */
    private final long gather = Long.reverseBytes(0x8140_2010_0804_0200L);
    /** The escapes of U+0001 and U+0002 are 0 and 1 in the sixth byte away from the first of them; any other six bytes are not. */
    private final long separator = Long.reverseBytes(0x5C75_3030_3031_0000L);
    private final long separatorMask = Long.reverseBytes(0xFFFF_FFFF_FFFE_0000L);

    /** Of the string that is being passed: the separators found in it. */
    private int separatorCount;
    /** Whether they are its only escapes; and whether only quotes are escaped besides. */
    private boolean alone;
    private boolean quotesAlone;
    /** Whether no separator is written in another way. */
    private boolean known;
    /** For the last blocks, with what escapes take that begin in them. */
    private final byte[] last = new byte[BLOCK + 2 * Long.BYTES];
    /** From and up to where blocks with bytes above 127 stand in it; both 0 if there are none. */
    private int highFrom;
    private int highTo;

    /**
     * Passes over the inside of a string, and notes its separators.
     *
     * @param bytes in which the header is loaded.
     * @param from  index behind the opening quote.
     * @param to    index behind the header.
     * @param index for the separators.
     * @param base  index of the frame in {@code bytes}.
     * @return the index of the closing quote, and above it the kind; or {@link #NO_TEXT}.
     */
    long pass(final byte[] bytes, final int from, final int to, final HeaderIndex index, final int base)
    {
        separatorCount = 0;
        alone = true;
        quotesAlone = true;
        known = true;
        highTo = 0;
        int at = passBlocks(bytes, from, to, index, base);
        while (at >= 0 && bytes[at] == '\\')
        {
            // At the end of a block, of a surrogate, or a bad one.
            final int behind = Escapes.skip(bytes, at, to, false);
            final long decoded = behind < 0 ? 0 : Escapes.decode(bytes, at, to);
            final int character = (int)(decoded >>> Integer.SIZE);
            if (behind < 0 || Utf8.isSurrogate(character))
            {
                return leave(index);
            }
            alone = false;
            quotesAlone &= bytes[at + 1] == '"';
            known &= character >= NO_SEPARATOR;
            at = passBlocks(bytes, (int)decoded, to, index, base);
        }
        if (at < 0 || highTo != 0 && Utf8.firstInvalid(bytes, highFrom, Math.min(at, highTo)) >= 0)
        {
            return leave(index);
        }
        if (separatorCount > 0)
        {
            index.endSeparators(known ? from - base : 0, separatorCount, alone, quotesAlone);
        }
        return ESCAPED_BITS | at;
    }

    /** Leaves a string to the slow path, which notes no separators. Those of a text before may have been written over. */
    private long leave(final HeaderIndex index)
    {
        if (separatorCount > 0)
        {
            index.separatorsOf = 0;
        }
        return NO_TEXT;
    }

    /** The index of the closing quote, or of the next escape that blocks leave; negative if there is none. */
    private int passBlocks(final byte[] bytes, final int from, final int to, final HeaderIndex index, final int base)
    {
        final int limit = Math.min(to, bytes.length - BLOCK - Long.BYTES + 1);
        int at = from;
        int found = NOWHERE;
        while (found < 0 && at < limit)
        {
            found = passBlock(bytes, at, to, roomForBlock(index), base);
            at += BLOCK;
            if (found == PLAIN)
            {
                at = passPlain(bytes, at, limit);
            }
        }
        return found < 0 && at < to ? passLast(bytes, at, to, index, base) : found < to ? found : NOWHERE;
    }

    /** Passes over what may go on for long where a block has nothing marked: 32 bytes at a time, until some are marked. */
    private int passPlain(final byte[] bytes, final int from, final int limit)
    {
        final long flip = quoteToBlank;
        final long plain = aboveBlank;
        final long backslash = backslashes;
        final long top = highBits;
        final long low = lowBits;
        long high = 0;
        int at = from;
        while (at < limit)
        {
            final long a = Words.getLongLittleEndian(bytes, at);
            final long b = Words.getLongLittleEndian(bytes, at + 8);
            final long c = Words.getLongLittleEndian(bytes, at + 16);
            final long d = Words.getLongLittleEndian(bytes, at + 24);
            if ((mark(a, flip, plain, backslash, low, top) | mark(b, flip, plain, backslash, low, top)
                | mark(c, flip, plain, backslash, low, top) | mark(d, flip, plain, backslash, low, top)) != 0)
            {
                break;
            }
            high |= a | b | c | d;
            at += PLAIN_STEP;
        }
        if ((high & top) != 0)
        {
            highFrom = highTo == 0 ? from : highFrom;
            highTo = at;
        }
        return at;
    }

    /** Where less stands in the array than a block looks at: as {@link #passBlocks}, of a copy with blanks behind. */
    private int passLast(final byte[] bytes, final int from, final int to, final HeaderIndex index, final int base)
    {
        final byte[] copy = last;
        int at = from;
        int found = NOWHERE;
        while (found < 0 && at < to)
        {
            final int length = Math.min(copy.length, to - at);
            System.arraycopy(bytes, at, copy, 0, length);
            Arrays.fill(copy, length, copy.length, (byte)' ');
            final int before = highTo;
            final int first = highFrom;
            highTo = 0;
            found = passBlock(copy, 0, length, roomForBlock(index), base - at);
            final boolean high = highTo != 0;
            highFrom = high && before == 0 ? at : first;
            highTo = high ? at + BLOCK : before;
            found += found < 0 ? 0 : at;
            at += BLOCK;
        }
        return found;
    }

    private int[] roomForBlock(final HeaderIndex index)
    {
        final int[] into = index.separators;
        return into.length - separatorCount < MOST_IN_BLOCK ? index.growSeparators() : into;
    }

    /**
     * As {@link #passBlocks}, of 64 bytes. First all quotes, backslashes and control characters are marked, bit k for the
     * one at {@code at + k}, then each mark is looked at, so that none need wait for the one before. Written out, so that it
     * is too long (325 bytes of code) to be compiled into the loop over blocks: what either loop needs stays in registers.
     */
    private int passBlock(final byte[] bytes, final int at, final int to, final int[] separators, final int base)
    {
        final long flip = quoteToBlank;
        final long plain = aboveBlank;
        final long backslash = backslashes;
        final long top = highBits;
        final long low = lowBits;
        final long bits = gather;
        final long a = Words.getLongLittleEndian(bytes, at);
        final long b = Words.getLongLittleEndian(bytes, at + 8);
        final long c = Words.getLongLittleEndian(bytes, at + 16);
        final long d = Words.getLongLittleEndian(bytes, at + 24);
        final long e = Words.getLongLittleEndian(bytes, at + 32);
        final long f = Words.getLongLittleEndian(bytes, at + 40);
        final long g = Words.getLongLittleEndian(bytes, at + 48);
        final long h = Words.getLongLittleEndian(bytes, at + 56);
        long marks = mark(a, flip, plain, backslash, low, top) * bits >>> 56
            | mark(b, flip, plain, backslash, low, top) * bits >>> 56 << 8
            | mark(c, flip, plain, backslash, low, top) * bits >>> 56 << 16
            | mark(d, flip, plain, backslash, low, top) * bits >>> 56 << 24
            | mark(e, flip, plain, backslash, low, top) * bits >>> 56 << 32
            | mark(f, flip, plain, backslash, low, top) * bits >>> 56 << 40
            | mark(g, flip, plain, backslash, low, top) * bits >>> 56 << 48
            | mark(h, flip, plain, backslash, low, top) * bits >>> 56 << 56;
        // Not before: the words would all have to be kept beyond a branch, and there are too few registers.
        if (((a | b | c | d | e | f | g | h) & top) != 0)
        {
            highFrom = highTo == 0 ? at : highFrom;
            highTo = at + BLOCK;
        }
        if (marks == 0)
        {
            return PLAIN;
        }
        final long mask = separatorMask;
        final long due = separator;
        int count = separatorCount;
        while (marks != 0)
        {
            final int index = at + Long.numberOfTrailingZeros(marks);
            final long escape = Words.getLongLittleEndian(bytes, index);
            marks &= marks - 1;
            if ((escape - due & mask) == 0)
            {
                separators[count++] = index - base;
            }
            else if ((byte)escape == '\\')
            {
                final int second = (int)escape >>> Byte.SIZE & 0xFF;
                if ((second == '"' || second == '\\') && marks != 0)
                {
                    alone = false;
                    quotesAlone &= second == '"';
                    marks &= marks - 1;
                }
                else if (!passesOdd(bytes, index, to))
                {
                    separatorCount = count;
                    return index;
                }
            }
            else if ((byte)escape == '"')
            {
                separatorCount = count;
                return index;
            }
            // Behind a mark of its word, brackets and number signs may be marked too: see mark.
            else if ((escape & CONTROL_MASK) == 0)
            {
                known = false;
            }
        }
        separatorCount = count;
        return NOWHERE;
    }

    /** Whether an escape of a character of its own need not be looked at again: behind it there is nothing to be unmarked. */
    private boolean passesOdd(final byte[] bytes, final int at, final int to)
    {
        final int second = bytes[at + 1];
        if (second == 'u')
        {
            final int character = to - at < Escapes.UNIT_LENGTH ? NOWHERE : Escapes.unitOf(bytes, at + 2);
            alone = false;
            quotesAlone = false;
            known &= character >= NO_SEPARATOR;
            return character >= 0 && !Utf8.isSurrogate(character);
        }
        final boolean good = second == '/' || second > '@' && (SHORT_ESCAPES >>> second - '@' & 1) != 0;
        alone &= !good;
        quotesAlone &= !good;
        return good;
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
