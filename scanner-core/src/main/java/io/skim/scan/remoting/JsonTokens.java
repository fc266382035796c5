package io.skim.scan.remoting;

import io.skim.bytes.Escapes;
import io.skim.bytes.Kinds;
import io.skim.bytes.PropertyReader;
import io.skim.bytes.Utf8;
import io.skim.bytes.Words;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;

/**
 * The tokens of JSON text: blanks, comments, strings, numbers, literals, and values that are skipped. Indices are
 * absolute in the frame's array. Methods that look for something give the index behind it, or {@link #FAULT} with the
 * fault set.
 *
 * @see "RFC 8259; and fastjson2 2.0.63 for what lenient takes besides"
 */
abstract class JsonTokens extends EntryReader
{
    private static final long QUOTES = Words.repeat('"');
    private static final long BACKSLASHES = Words.repeat('\\');
    private static final long LOW_BITS = Words.repeat(1);
    private static final int CONTROL_ESCAPE_LENGTH = 6;
    private static final long CONTROLS = Words.repeat(3);
    /** The first character that separates no properties. */
    static final int NO_SEPARATOR = 3;
    /** A power of two. */
    static final int MAX_NOTED = 512;

    final Fault fault;
    final Limits limits;
    final boolean lenient;

    int start;
    int end;

    /** The kind of the string that {@link #text} has passed. */
    int textKind;

    /** Where the escaped separators of the last string with escapes stand, in order, if they are known. */
    final int[] escapes = new int[MAX_NOTED];
    int escapeCount;
    /** Whether there are no other escapes. */
    boolean escapesAlone;
    int escapesFrom;
    /** Whether anyone is going to look for properties between the escapes. */
    boolean noting;
    boolean escapesKnown;

    JsonTokens(final Fault fault, final Limits limits, final Strictness strictness)
    {
        this.fault = fault;
        this.limits = limits;
        lenient = strictness == Strictness.LENIENT;
    }

    void wrap(final FrameView frame, final int headerOffset, final int headerLength)
    {
        attach(frame);
        escapesKnown = false;
        start = base + headerOffset;
        end = start + headerLength;
    }

    final int faultAt(final int index, final Reason reason)
    {
        return index < end ? fault.at(index - base, reason, array()[index] & 0xFF, 0) : truncated();
    }

    final int unexpected(final int index, final int due)
    {
        return index < end ? fault.at(index - base, Reason.JSON_UNEXPECTED_BYTE, array()[index] & 0xFF, due)
            : truncated();
    }

    final int truncated()
    {
        return fault.at(end - base, Reason.JSON_TRUNCATED, end - start, end - start);
    }

    /** The index of the next byte that is no blank, {@code end} if there is none. */
    final int blanks(final int from)
    {
        int index = from;
        while (index < end && array()[index] <= ' ' && isBlank(array()[index]))
        {
            index++;
        }
        return index;
    }

    private static boolean isBlank(final byte value)
    {
        return value == ' ' || value == '\n' || value == '\r' || value == '\t';
    }

    /** Blanks and, where the reference takes them, one comment. */
    final int blanksAndComment(final int from)
    {
        final int index = blanks(from);
        if (index == end || array()[index] != '/')
        {
            return index;
        }
        if (!lenient)
        {
            return faultAt(index, Reason.JSON_COMMENT);
        }
        final int behind = comment(index);
        return behind < 0 ? behind : blanks(behind);
    }

    private int comment(final int from)
    {
        if (end - from < 2 || array()[from + 1] != '*' && array()[from + 1] != '/')
        {
            return unexpected(from, 0);
        }
        if (array()[from + 1] == '/')
        {
            final int lineEnd = Words.indexOf(array(), from + 2, end, '\n');
            return lineEnd == end ? truncated() : lineEnd + 1;
        }
        for (int index = from + 2; end - index >= 2; index++)
        {
            index = Words.indexOf(array(), index, end, '*');
            if (end - index >= 2 && array()[index + 1] == '/')
            {
                return index + 2;
            }
        }
        return truncated();
    }

    /**
     * Passes over the inside of a string in double quotes, checks its escapes and its UTF-8, and sets its kind.
     *
     * @param from index behind the opening quote.
     * @return the index of the closing quote, or {@link #FAULT}.
     */
    final int text(final int from)
    {
        final byte[] bytes = array();
        int index = from;
        long high = 0;
        while (end - index >= Long.BYTES)
        {
            final long word = Words.getLongLittleEndian(bytes, index);
            final long stops = stops(word);
            // What follows the closing quote is looked at too: a doubt is settled in textEnd.
            high |= word;
            if (stops == 0)
            {
                index += Long.BYTES;
                continue;
            }
            index += Words.firstMarked(stops);
            return bytes[index] == '"' ? textEnd(from, index, high, Kinds.TEXT) : escapedText(from, index, high);
        }
        return shortText(from, index, high, Kinds.TEXT);
    }

    /** Marks quotes and backslashes, as {@link Words#match} does for one byte: the lowest mark is exact. */
    static long stops(final long word)
    {
        return ((word ^ QUOTES) - LOW_BITS | (word ^ BACKSLASHES) - LOW_BITS) & ~word & Words.HIGH_BITS;
    }

    /** As {@link #stops}, but every mark is exact. */
    private static long exactStops(final long word)
    {
        final long quotes = ((word ^ QUOTES) & ~Words.HIGH_BITS) + ~Words.HIGH_BITS;
        final long backslashes = ((word ^ BACKSLASHES) & ~Words.HIGH_BITS) + ~Words.HIGH_BITS;
        return ~(quotes & backslashes | word) & Words.HIGH_BITS;
    }

    /**
     * As {@link #text}, for a string with escapes, from the first of them on. The escapes of message properties, {@code
     * \}{@code u0001} and {@code \}{@code u0002}, are known by one compare; where they stand is noted for {@link
     * io.skim.bytes.PropertyReader}, if all separators are of that form and none is raw.
     * <p>
     * Words follow each other at a fixed distance, so that the next need not wait until an escape in this one is found.
     * Kept in one piece: beyond 325 bytes of code the compiler leaves a method to itself, and the registers of the loop
     * over entries are not spilled for it.
     */
    private int escapedText(final int from, final int firstEscape, final long begun)
    {
        final byte[] bytes = array();
        final int last = end - 2 * Long.BYTES;
        int behind = firstEscape;
        int count = 0;
        boolean alone = true;
        long high = begun;
        long controls = 0;
        int index = firstEscape;
        for (; index <= last; index += Long.BYTES)
        {
            final long word = Words.getLongLittleEndian(bytes, index);
            high |= word;
            controls |= word - CONTROLS & ~word;
            for (long marks = exactStops(word); marks != 0; marks &= marks - 1)
            {
                final int at = index + Words.firstMarked(marks);
                final long escape = Words.getLongLittleEndian(bytes, at);
                if (at < behind)
                {
                    continue;
                }
                if (PropertyReader.isEscapedSeparator(escape))
                {
                    escapes[count++ & MAX_NOTED - 1] = at;
                    continue;
                }
                if ((byte)escape == '"')
                {
                    // What follows the quote was looked at too: better a slower way than one check for each byte.
                    for (int before = from; noting && before < firstEscape; before += Long.BYTES)
                    {
                        controls |= Words.below(Words.getLongLittleEndian(bytes, before), CONTROLS);
                    }
                    escapesFrom = from;
                    escapeCount = count;
                    escapesAlone = alone;
                    escapesKnown = noting && (controls & Words.HIGH_BITS) == 0 && count <= MAX_NOTED;
                    return textEnd(from, at, high, Kinds.JSON_TEXT);
                }
                behind = otherEscape(at);
                if (behind < 0)
                {
                    return FAULT;
                }
                alone = false;
                controls |= Escapes.decode(bytes, at, end) >>> Integer.SIZE < NO_SEPARATOR ? Words.HIGH_BITS : 0;
            }
        }
        escapesKnown = false;
        return shortText(from, Math.max(index, behind), high, Kinds.JSON_TEXT);
    }

    /** Whether the separators of the string that begins at an index are noted, all of them. */
    boolean hasEscapesOf(final int from)
    {
        return escapesKnown && escapesFrom == from;
    }

    /** As {@link #text}, near the end of the header. */
    private int shortText(final int from, final int at, final long begun, final int begunKind)
    {
        int index = at;
        long high = begun;
        int kind = begunKind;
        while (index < end)
        {
            final byte value = array()[index];
            if (value == '"')
            {
                return textEnd(from, index, high, kind);
            }
            if (value == '\\')
            {
                kind = Kinds.JSON_TEXT;
                index = otherEscape(index);
                if (index < 0)
                {
                    return FAULT;
                }
                continue;
            }
            high |= value;
            index++;
        }
        return truncated();
    }

    private int textEnd(final int from, final int close, final long high, final int kind)
    {
        textKind = kind;
        if ((high & Words.HIGH_BITS) == 0)
        {
            return close;
        }
        final int invalid = Utf8.firstInvalid(array(), from, close);
        return invalid < 0 ? close : faultAt(invalid, Reason.INVALID_UTF8);
    }

    private int otherEscape(final int index)
    {
        final int behind = Escapes.skip(array(), index, end, lenient);
        if (behind < 0)
        {
            return end - index < 2 ? truncated() : fault.at(index - base, Reason.JSON_ESCAPE, array()[index + 1] & 0xFF,
                0);
        }
        if (lenient || behind - index < CONTROL_ESCAPE_LENGTH)
        {
            return behind;
        }
        final long decoded = Escapes.decode(array(), index, end);
        final int codePoint = (int)(decoded >>> 32);
        if (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE)
        {
            return fault.at(index - base, Reason.JSON_LONE_SURROGATE, array()[index + 1] & 0xFF, 0);
        }
        return (int)decoded;
    }

    /**
     * As {@link #text}, for a string in either kind of quotes. In single quotes the reference reads escapes and double
     * quotes in ways of its own, so only plain text is taken there.
     *
     * @param open index of the opening quote.
     */
    final int anyText(final int open)
    {
        if (array()[open] == '"')
        {
            return text(open + 1);
        }
        if (array()[open] != '\'')
        {
            return unexpected(open, '"');
        }
        if (!lenient)
        {
            return faultAt(open, Reason.JSON_SINGLE_QUOTE);
        }
        long high = 0;
        for (int index = open + 1; index < end; index++)
        {
            final byte value = array()[index];
            if (value == '\'')
            {
                return textEnd(open + 1, index, high, Kinds.TEXT);
            }
            if (value == '"' || value == '\\')
            {
                return faultAt(index, Reason.JSON_SINGLE_QUOTE);
            }
            high |= value;
        }
        return truncated();
    }

    final boolean isQuote(final int index)
    {
        return array()[index] == '"' || array()[index] == '\'';
    }

    /** The index behind the letters of a literal; the literal must be one of the three. */
    final int literal(final int from)
    {
        final int length = array()[from] == 'f' ? 5 : 4;
        if (end - from < length)
        {
            return truncated();
        }
        switch (Words.getInt(array(), from))
        {
            case 0x7472_7565: // true
            case 0x6E75_6C6C: // null
                return from + length;
            case 0x6661_6C73: // fals
                return array()[from + 4] == 'e' ? from + length : unexpected(from + 4, 'e');
            default:
                return unexpected(from, 0);
        }
    }

    /** The index behind the characters that a number may be made of. */
    final int numberEnd(final int from)
    {
        int index = from;
        while (index < end && isNumberByte(array()[index]))
        {
            index++;
        }
        return index;
    }

    private static boolean isNumberByte(final byte value)
    {
        return value >= '0' && value <= '9' || value == '-' || value == '+' || value == '.' || value == 'e'
            || value == 'E';
    }

    final int numberFault(final int from, final int to, final Reason reason)
    {
        return reason == Reason.JSON_NUMBER_RANGE ? fault.at(from - base, reason, to - from, 0) : fault.at(from - base,
            reason, from < end ? array()[from] & 0xFF : 0, to - from);
    }
}
