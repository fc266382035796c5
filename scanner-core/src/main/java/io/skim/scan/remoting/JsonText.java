package io.skim.scan.remoting;

import io.skim.bytes.Escapes;
import io.skim.bytes.HeaderIndex;
import io.skim.bytes.Kinds;
import io.skim.bytes.Utf8;
import io.skim.bytes.Words;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.spi.Faults;
import io.skim.scan.spi.Frames;

/**
 * The tokens of a JSON header for the slow path: blanks, comments, strings, literals and the characters of numbers.
 * Indices are absolute in the frame's array. Methods that pass over something give the index behind it, or
 * {@link #FAULT} with the fault set.
 *
 * @see "RFC 8259; and fastjson2 2.0.63 for what lenient takes besides"
 */
final class JsonText
{
    static final int FAULT = -1;

    private static final int HEADER = 8;
    private static final int UNIT_ESCAPE_LENGTH = 6;
    private static final long QUOTES = Words.repeat('"');
    private static final long BACKSLASHES = Words.repeat('\\');
    private static final long BLANKS = Words.repeat(' ');

    final boolean lenient;
    /** Where the frame begins. */
    int base;
    /** Where the header begins, and the index behind it. */
    int start;
    int end;
    /** The kind of the string that was passed last, and {@link HeaderIndex#ASCII} beside it if it is ASCII as it stands. */
    int textKind;

    private final Fault fault;
    @SuppressWarnings("NullAway.Init") // begin sets it
    private FrameView frame;
    @SuppressWarnings("NullAway.Init") // begin sets it
    private HeaderIndex index;

    JsonText(final Fault fault, final Strictness strictness)
    {
        this.fault = fault;
        lenient = strictness.isLenient();
    }

    /** Begins a header, which is loaded. */
    void begin(final FrameView wrapped, final int headerLength, final HeaderIndex filled)
    {
        // A store of a reference costs a GC write barrier.
        if (frame != wrapped)
        {
            frame = wrapped;
        }
        if (index != filled)
        {
            index = filled;
        }
        base = Frames.arrayOffset(wrapped);
        start = base + HEADER;
        end = start + headerLength;
    }

    /** The array that holds the frame, which belongs to the view: nothing here refers to it. */
    byte[] array()
    {
        return Frames.array(frame);
    }

    int faultAt(final int at, final Reason reason)
    {
        return at < end ? Faults.at(fault, at - base, reason, array()[at] & 0xFF, 0) : truncated();
    }

    int unexpected(final int at, final int due)
    {
        return at < end ? Faults.at(fault, at - base, Reason.JSON_UNEXPECTED_BYTE, array()[at] & 0xFF, due)
            : truncated();
    }

    int truncated()
    {
        return Faults.at(fault, end - base, Reason.JSON_TRUNCATED, end - start, end - start);
    }

    int numberFault(final int from, final int to, final Reason reason)
    {
        return reason == Reason.JSON_NUMBER_RANGE ? Faults.at(fault, from - base, reason, to - from, 0)
            : Faults.at(fault, from - base,
                reason, from < end ? array()[from] & 0xFF : 0, to - from);
    }

    /** The index of the next byte that is no blank, {@code end} if there is none. */
    int blanks(final int from)
    {
        return blanks(array(), from, end);
    }

    /** The index of the next byte that is no blank, {@code to} if there is none. Passes over an indent a word at a time. */
    static int blanks(final byte[] bytes, final int from, final int to)
    {
        int at = from;
        while (at < to && isBlank(bytes[at]))
        {
            at++;
            if (to - at >= Long.BYTES && bytes[at] == ' ')
            {
                final long others = Words.getLongLittleEndian(bytes, at) ^ BLANKS;
                at += others == 0 ? Long.BYTES : Words.firstMarked(others);
            }
        }
        return at;
    }

    static boolean isBlank(final byte value)
    {
        return value <= ' ' && (value == ' ' || value == '\n' || value == '\r' || value == '\t');
    }

    static boolean isDelimiter(final byte value)
    {
        return value == ',' || value == '}' || isBlank(value);
    }

    /** Blanks and, where the reference takes them, one comment. */
    int blanksAndComment(final int from)
    {
        final int at = blanks(from);
        if (at == end || array()[at] != '/')
        {
            return at;
        }
        if (!lenient)
        {
            return faultAt(at, Reason.JSON_COMMENT);
        }
        final int behind = comment(at);
        return behind < 0 ? behind : blanks(behind);
    }

    private int comment(final int from)
    {
        final byte[] bytes = array();
        index.hasComments = true;
        if (end - from < 2 || bytes[from + 1] != '*' && bytes[from + 1] != '/')
        {
            return unexpected(from, 0);
        }
        if (bytes[from + 1] == '/')
        {
            final int lineEnd = Words.indexOf(bytes, from + 2, end, '\n');
            return lineEnd == end ? truncated() : lineEnd + 1;
        }
        for (int at = from + 2; end - at >= 2; at++)
        {
            at = Words.indexOf(bytes, at, end, '*');
            if (end - at >= 2 && bytes[at + 1] == '/')
            {
                return at + 2;
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
    int text(final int from)
    {
        final int stop = stop(from);
        return stop == end ? truncated() : array()[stop] == '"' ? textEnd(from, stop, Kinds.TEXT)
            : escapedText(from, stop);
    }

    /** The index of the next quote or backslash, {@code end} if there is none. */
    private int stop(final int from)
    {
        final byte[] bytes = array();
        int at = from;
        for (; end - at >= Long.BYTES; at += Long.BYTES)
        {
            final long word = Words.getLongLittleEndian(bytes, at);
            final long marks = Words.match(word, QUOTES) | Words.match(word, BACKSLASHES);
            if (marks != 0)
            {
                return at + Words.firstMarked(marks);
            }
        }
        while (at < end && bytes[at] != '"' && bytes[at] != '\\')
        {
            at++;
        }
        return at;
    }

    private int escapedText(final int from, final int firstEscape)
    {
        final byte[] bytes = array();
        int at = firstEscape;
        while (at < end && bytes[at] == '\\')
        {
            final int behind = escape(at);
            if (behind < 0)
            {
                return FAULT;
            }
            at = stop(behind);
        }
        return at == end ? truncated() : textEnd(from, at, Kinds.JSON_TEXT);
    }

    private int escape(final int at)
    {
        final byte[] bytes = array();
        final int behind = Escapes.skip(bytes, at, end, lenient);
        if (behind < 0)
        {
            return end - at < 2 ? truncated()
                : Faults.at(fault, at - base, Reason.JSON_ESCAPE, bytes[at + 1] & 0xFF, 0);
        }
        if (lenient || behind - at < UNIT_ESCAPE_LENGTH)
        {
            return behind;
        }
        final long decoded = Escapes.decode(bytes, at, end);
        return Utf8.isSurrogate((int)(decoded >>> Integer.SIZE))
            ? Faults.at(fault, at - base, Reason.JSON_LONE_SURROGATE,
                bytes[at + 1] & 0xFF, 0)
            : (int)decoded;
    }

    private int textEnd(final int from, final int close, final int kind)
    {
        final int invalid = Utf8.firstInvalid(array(), from, close);
        textKind = kind == Kinds.TEXT && invalid == Utf8.ASCII ? kind | (int)HeaderIndex.ASCII : kind;
        return invalid < 0 ? close : faultAt(invalid, Reason.INVALID_UTF8);
    }

    /**
     * As {@link #text}, for a string in either kind of quotes. In single quotes the reference reads escapes and double
     * quotes in ways of its own, so only plain text is taken there.
     *
     * @param open index of the opening quote.
     */
    int anyText(final int open)
    {
        final byte[] bytes = array();
        if (bytes[open] == '"')
        {
            return text(open + 1);
        }
        if (bytes[open] != '\'')
        {
            return unexpected(open, '"');
        }
        if (!lenient)
        {
            return faultAt(open, Reason.JSON_SINGLE_QUOTE);
        }
        for (int at = open + 1; at < end; at++)
        {
            if (bytes[at] == '\'')
            {
                return textEnd(open + 1, at, Kinds.TEXT);
            }
            if (bytes[at] == '"' || bytes[at] == '\\')
            {
                return faultAt(at, Reason.JSON_SINGLE_QUOTE);
            }
        }
        return truncated();
    }

    boolean isQuote(final int at)
    {
        return array()[at] == '"' || array()[at] == '\'';
    }

    /** The index behind the letters of a literal; the literal must be one of the three. */
    int literal(final int from)
    {
        final byte[] bytes = array();
        final int length = bytes[from] == 'f' ? 5 : 4;
        if (end - from < length)
        {
            return truncated();
        }
        switch (Words.getInt(bytes, from))
        {
            case 0x7472_7565: // true
            case 0x6E75_6C6C: // null
                return from + length;
            case 0x6661_6C73: // fals
                return bytes[from + 4] == 'e' ? from + length : unexpected(from + 4, 'e');
            default:
                return unexpected(from, 0);
        }
    }

    /** The index behind the characters that a number may be made of. */
    int numberEnd(final int from)
    {
        final byte[] bytes = array();
        int at = from;
        while (at < end && isNumberByte(bytes[at]))
        {
            at++;
        }
        return at;
    }

    private static boolean isNumberByte(final byte value)
    {
        return value >= '0' && value <= '9' || value == '-' || value == '+' || value == '.' || value == 'e'
            || value == 'E';
    }

    /** Whether a value may end before an index. */
    boolean isDelimited(final int at)
    {
        return isDelimiter(array()[at]) || array()[at] == ']';
    }
}
