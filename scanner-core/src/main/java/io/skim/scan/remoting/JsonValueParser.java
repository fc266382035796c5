package io.skim.scan.remoting;

import io.skim.bytes.Escapes;
import io.skim.bytes.Kinds;
import io.skim.bytes.Numbers;
import io.skim.bytes.Words;
import io.skim.scan.Fault;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.spi.Faults;
import java.nio.charset.StandardCharsets;

/**
 * The values of a JSON header for the slow path: what strict refuses, what lenient reads as the reference does, and what
 * is passed over. Each method takes the index of a value's first byte and gives the index behind it, or
 * {@link JsonText#FAULT} with the fault set.
 */
final class JsonValueParser
{
    private static final byte[] REFERENCE = "$ref".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TYPE = "@type".getBytes(StandardCharsets.US_ASCII);
    private static final int FAULT = JsonText.FAULT;
    private static final int MAX_INT_DIGITS = 38;
    private static final int MAX_DECIMAL_LENGTH = 18;
    private static final int LONGEST_FOLDED_LANGUAGE = 8;
    private static final int LANGUAGES = RemotingLanguage.values().length;

    private final JsonText text;
    private final Fault fault;
    private final int maxDepth;
    private final byte[] oddText = new byte[24];

    /** Where the value that was parsed last begins, the index behind it, and its kind. */
    int valueFrom;
    int valueTo;
    int valueKind;

    JsonValueParser(final JsonText text, final Fault fault, final Limits limits)
    {
        this.text = text;
        this.fault = fault;
        maxDepth = limits.maxDepth();
    }

    /** Sets the value to the bytes between two indices. */
    void value(final int first, final int behind, final int kind)
    {
        valueFrom = first;
        valueTo = behind;
        valueKind = kind;
    }

    /** A remark: text or null; lenient also what the reference turns into text. */
    int remark(final int at)
    {
        final byte first = text.array()[at];
        if (first == '"' || first == '\'' || first == 'n')
        {
            return textOrNull(at);
        }
        return text.lenient ? entry(at) : text.faultAt(at, Reason.JSON_VALUE_TYPE);
    }

    private int textOrNull(final int at)
    {
        if (text.array()[at] == 'n')
        {
            value(at, at + 4, Kinds.NULL);
            return text.literal(at);
        }
        final int close = text.anyText(at);
        if (close < 0)
        {
            return FAULT;
        }
        value(at + 1, close, text.textKind);
        return close + 1;
    }

    /** The value of an ext field that is no string in double quotes: the reference makes text of it. */
    int entry(final int at)
    {
        switch (text.array()[at])
        {
            case '"', '\'', 'n':
                return textOrNull(at);
            case 't', 'f':
                final int behind = text.literal(at);
                value(at, behind, Kinds.JSON_BOOLEAN);
                return behind;
            case '{', '[':
                return text.lenient ? nested(at) : text.faultAt(at, Reason.JSON_NESTED_VALUE);
            default:
                return textNumber(at);
        }
    }

    private int textNumber(final int at)
    {
        final byte[] array = text.array();
        final int to = text.numberEnd(at);
        if (to == at || to < text.end && !text.isDelimited(to))
        {
            return text.unexpected(to, 0);
        }
        if (isPlainNumber(array, at, to))
        {
            value(at, to, Kinds.JSON_NUMBER);
            return to;
        }
        if (!text.lenient || Numbers.renderOdd(array, at, to, oddText) < 0)
        {
            return text.numberFault(at, to, Reason.JSON_NUMBER_FORM);
        }
        value(at, to, Kinds.JSON_ODD_NUMBER);
        return to;
    }

    /** Whether a number's characters are the text that every release makes of it. */
    private static boolean isPlainNumber(final byte[] array, final int from, final int to)
    {
        final int digits = array[from] == '-' ? from + 1 : from;
        final int point = Words.indexOf(array, digits, to, '.');
        if (!isDigits(array, digits, point) || array[digits] == '0' && point - digits > 1)
        {
            return false;
        }
        if (point == to)
        {
            return to - digits <= MAX_INT_DIGITS && (array[digits] != '0' || digits == from);
        }
        return isDigits(array, point + 1, to) && to - digits <= MAX_DECIMAL_LENGTH && isPlainFraction(array, digits,
            point, to, digits > from);
    }

    /** BigDecimal writes values below a millionth with an exponent, and zero without a sign. */
    private static boolean isPlainFraction(final byte[] array, final int digits, final int point, final int to,
        final boolean negative)
    {
        if (array[digits] != '0')
        {
            return true;
        }
        int zeros = point + 1;
        while (zeros < to && array[zeros] == '0')
        {
            zeros++;
        }
        final int leading = zeros == to ? zeros - point - 2 : zeros - point - 1;
        return leading < 6 && !(negative && zeros == to);
    }

    private static boolean isDigits(final byte[] array, final int from, final int to)
    {
        for (int index = from; index < to; index++)
        {
            if (array[index] < '0' || array[index] > '9')
            {
                return false;
            }
        }
        return to > from;
    }

    /**
     * An object or array as an ext field. The reference reads it and writes it again; what is taken is what comes out
     * as it went in: one level, no blanks or escapes, at most one member in an object, no null, and not a single text
     * in an array (which would lose its brackets).
     */
    private int nested(final int open)
    {
        final boolean object = text.array()[open] == '{';
        final byte close = (byte)(object ? '}' : ']');
        int at = open + 1;
        int count = 0;
        boolean single = false;
        while (at < text.end && text.array()[at] != close)
        {
            if (count > 0 && (object || text.array()[at++] != ','))
            {
                return text.faultAt(at, Reason.JSON_NESTED_VALUE);
            }
            at = object ? plainName(at) : at;
            if (at < 0 || at >= text.end)
            {
                return at < 0 ? FAULT : text.truncated();
            }
            single = text.array()[at] == '"';
            at = plainScalar(at);
            if (at < 0)
            {
                return FAULT;
            }
            count++;
        }
        if (at >= text.end)
        {
            return text.truncated();
        }
        if (!object && single && count == 1)
        {
            return text.faultAt(open, Reason.JSON_NESTED_VALUE);
        }
        value(open, at + 1, Kinds.JSON_NESTED);
        return at + 1;
    }

    private int plainName(final int at)
    {
        final int colon = plainText(at);
        if (colon < 0)
        {
            return FAULT;
        }
        return colon < text.end && text.array()[colon] == ':' && text.array()[at + 1] != '$'
            && text.array()[at + 1]
                != '@' ? colon + 1 : text.faultAt(at, Reason.JSON_NESTED_VALUE);
    }

    private int plainScalar(final int at)
    {
        final byte first = text.array()[at];
        if (first == '"')
        {
            return plainText(at);
        }
        if (first == 't' || first == 'f')
        {
            return text.literal(at);
        }
        final int to = text.numberEnd(at);
        return to > at && isPlainNumber(text.array(), at, to) ? to : text.faultAt(at, Reason.JSON_NESTED_VALUE);
    }

    private int plainText(final int at)
    {
        if (text.array()[at] != '"')
        {
            return text.faultAt(at, Reason.JSON_NESTED_VALUE);
        }
        final int close = text.text(at + 1);
        if (close < 0)
        {
            return FAULT;
        }
        for (int index = at + 1; index < close; index++)
        {
            if (text.array()[index] == '\\' || text.array()[index] >= 0 && text.array()[index] < ' ')
            {
                return text.faultAt(index, Reason.JSON_NESTED_VALUE);
            }
        }
        return close + 1;
    }

    /** An int member in any form; sets the value. */
    int number(final int at)
    {
        final byte[] array = text.array();
        final int digits = array[at] == '-' ? at + 1 : at;
        int behind = digits;
        while (behind < text.end && array[behind] >= '0' && array[behind] <= '9')
        {
            behind++;
        }
        final int count = behind - digits;
        final boolean plain = count > 0 && (array[digits] != '0' || count == 1 && digits == at);
        if (plain && behind == text.end)
        {
            return text.truncated();
        }
        if (!plain || !JsonText.isDelimiter(array[behind]))
        {
            return oddInt(at);
        }
        final long value = Numbers.parseLong(array, at, behind, Numbers.NONE);
        if (value != (int)value)
        {
            return text.numberFault(at, behind, Reason.JSON_NUMBER_RANGE);
        }
        value(at, behind, Kinds.JSON_NUMBER);
        return behind;
    }

    private int oddInt(final int at)
    {
        final boolean quoted = text.isQuote(at);
        final int behind = quoted ? text.anyText(at) : bareEnd(at);
        if (behind < 0)
        {
            return FAULT;
        }
        if (behind == at || !quoted && behind < text.end && !text.isDelimited(behind))
        {
            return text.unexpected(behind, 0);
        }
        final int from = quoted ? at + 1 : at;
        if (!text.lenient || quoted && text.textKind == Kinds.JSON_TEXT
            || Numbers.parseOddInt(text.array(), from, behind)
                == Numbers.NONE)
        {
            return text.numberFault(at, behind, isPlainInt(from, behind) ? Reason.JSON_NUMBER_RANGE
                : Reason.JSON_NUMBER_FORM);
        }
        value(from, behind, Kinds.JSON_ODD_INT);
        return quoted ? behind + 1 : behind;
    }

    private boolean isPlainInt(final int from, final int to)
    {
        final int digits = from < to && text.array()[from] == '-' ? from + 1 : from;
        return isDigits(text.array(), digits, to) && to - digits >= 10;
    }

    private int bareEnd(final int at)
    {
        final byte first = text.array()[at];
        return first == 'n' || first == 't' || first == 'f' ? text.literal(at) : text.numberEnd(at);
    }

    /**
     * A language: a known name, or an unknown one that no release takes for a known one. Lenient also null, a known
     * name in other case and a code.
     */
    int language(final int at)
    {
        final byte first = text.array()[at];
        if (!text.isQuote(at))
        {
            if (text.lenient && first == 'n')
            {
                return textOrNull(at);
            }
            final int to = text.numberEnd(at);
            if (!text.lenient || to == at || to < text.end && !text.isDelimited(to) || languageCode(at, to) < 0)
            {
                return text.faultAt(at, Reason.JSON_VALUE_TYPE);
            }
            value(at, to, Kinds.JSON_NUMBER);
            return to;
        }
        final int behind = textOrNull(at);
        if (behind < 0)
        {
            return FAULT;
        }
        return isLanguage(at + 1, behind - 1) ? behind : text.faultAt(at, Reason.JSON_VALUE_TYPE);
    }

    private long languageCode(final int from, final int to)
    {
        final long code = isDigits(text.array(), from, to) ? Numbers.parseLong(text.array(), from, to, -1) : -1;
        return code < LANGUAGES ? code : -1;
    }

    private boolean isLanguage(final int from, final int to)
    {
        if (text.textKind == Kinds.JSON_TEXT)
        {
            return false;
        }
        if (from == to || RemotingLanguage.isExact(text.array(), from, to))
        {
            return true;
        }
        if (text.lenient && languageCode(from, to) >= 0)
        {
            return true;
        }
        for (int index = from; index < to; index++)
        {
            final int lower = text.array()[index] | 0x20;
            if (lower < 'a' || lower > 'z')
            {
                return false;
            }
        }
        return to - from <= LONGEST_FOLDED_LANGUAGE
            && (text.lenient || !RemotingLanguage.isFolded(text.array(), from,
                to));
    }

    /** The writer's own view of the encoding, which readers ignore: letters and {@code _}, or null. */
    int serializeType(final int at)
    {
        final int behind = textOrNullOnly(at);
        if (behind < 0 || valueKind == Kinds.NULL)
        {
            return behind;
        }
        for (int index = at + 1; index < behind - 1; index++)
        {
            final int lower = text.array()[index] | 0x20;
            if ((lower < 'a' || lower > 'z') && text.array()[index] != '_')
            {
                return text.faultAt(index, Reason.JSON_VALUE_TYPE);
            }
        }
        return behind;
    }

    private int textOrNullOnly(final int at)
    {
        return text.isQuote(at) || text.array()[at] == 'n' ? textOrNull(at) : serializeCode(at);
    }

    private int serializeCode(final int at)
    {
        final int to = text.numberEnd(at);
        final boolean known = to - at == 1 && (text.array()[at] == '0' || text.array()[at] == '1');
        if (!text.lenient || !known || to < text.end && !text.isDelimited(to))
        {
            return text.faultAt(at, Reason.JSON_VALUE_TYPE);
        }
        value(at, to, Kinds.NULL);
        return to;
    }

    /**
     * A member the reference makes an object of: null has no effect, nor has an empty text or array as a body.
     *
     * @param name   index of the member's name.
     * @param length of the name in bytes.
     */
    int reserved(final int at, final int name, final int length)
    {
        final byte[] array = text.array();
        if (array[at] == 'n')
        {
            return text.literal(at);
        }
        final boolean pair = text.end - at > 1 && length == 4 && (array[at] == '"' && array[at + 1] == '"'
            || array[at] == '[' && array[at + 1] == ']');
        return pair ? at + 2 : Faults.at(fault, name - text.base, Reason.JSON_RESERVED_MEMBER, length, 0);
    }

    /** Refuses the names of ext fields that the reference, or an older release, takes for something else. */
    int checkEntryName(final int from, final int to, final boolean escaped, final boolean first)
    {
        final byte[] array = text.array();
        boolean good = Words.indexOf(array, from, to, 0) == to;
        if (escaped)
        {
            good &= !hasEscapedZero(array, from, to);
            good &= text.lenient || !Escapes.contentEquals(array, from, to, TYPE) && !Escapes.contentEquals(array,
                from, to, REFERENCE);
        }
        else if (to - from == REFERENCE.length && array[from] == '$')
        {
            good &= text.lenient && !first || !Escapes.contentEquals(array, from, to, REFERENCE);
        }
        else if (to - from == TYPE.length && array[from] == '@')
        {
            good &= text.lenient || !Escapes.contentEquals(array, from, to, TYPE);
        }
        return good ? 0 : Faults.at(fault, from - text.base, Reason.JSON_AMBIGUOUS_NAME, to - from, 0);
    }

    private static boolean hasEscapedZero(final byte[] array, final int from, final int to)
    {
        int index = from;
        while (index < to)
        {
            final long decoded = Escapes.decode(array, index, to);
            if (decoded >>> 32 == 0)
            {
                return true;
            }
            index = (int)decoded;
        }
        return false;
    }

    /** Passes over a value; gives the index behind it, or {@link JsonParser#FAULT} with the fault set. */
    int skip(final int from)
    {
        long objects = 0;
        int depth = 1;
        int at = from;
        while (true)
        {
            final byte first = text.array()[at];
            if (first == '{' || first == '[')
            {
                if (++depth > maxDepth)
                {
                    return Faults.at(fault, at - text.base, Reason.NESTED_TOO_DEEP, depth, maxDepth);
                }
                objects = objects << 1 | (first == '{' ? 1 : 0);
                at = text.blanks(at + 1);
                if (at < text.end && text.array()[at] == (first == '{' ? '}' : ']'))
                {
                    at++;
                    objects >>>= 1;
                    depth--;
                }
                else
                {
                    at = first == '{' ? skipName(at) : notAtEnd(at);
                    if (at < 0)
                    {
                        return FAULT;
                    }
                    continue;
                }
            }
            else
            {
                at = skipScalar(at);
            }
            while (at >= 0 && depth > 1)
            {
                at = text.blanks(at);
                if (at == text.end)
                {
                    return text.truncated();
                }
                final boolean object = (objects & 1) != 0;
                if (text.array()[at] == ',')
                {
                    at = text.blanks(at + 1);
                    at = object ? skipName(at) : notAtEnd(at);
                    break;
                }
                if (text.array()[at] != (object ? '}' : ']'))
                {
                    return text.unexpected(at, object ? '}' : ']');
                }
                at++;
                objects >>>= 1;
                depth--;
            }
            if (at < 0 || depth == 1)
            {
                return at;
            }
        }
    }

    private int notAtEnd(final int at)
    {
        return at < text.end ? at : text.truncated();
    }

    private int skipName(final int at)
    {
        if (at == text.end || text.array()[at] != '"')
        {
            return text.unexpected(at, '"');
        }
        final int close = text.text(at + 1);
        if (close < 0)
        {
            return FAULT;
        }
        final int colon = text.blanks(close + 1);
        if (colon == text.end || text.array()[colon] != ':')
        {
            return text.unexpected(colon, ':');
        }
        return notAtEnd(text.blanks(colon + 1));
    }

    private int skipScalar(final int at)
    {
        switch (text.array()[at])
        {
            case '"':
                final int close = text.text(at + 1);
                return close < 0 ? FAULT : close + 1;
            case 't', 'f', 'n':
                return text.literal(at);
            default:
                return skipNumber(at);
        }
    }

    private int skipNumber(final int from)
    {
        final byte[] array = text.array();
        final int end = text.end;
        int at = from < end && array[from] == '-' ? from + 1 : from;
        final int digits = at;
        at = digitsEnd(at);
        if (at == digits || array[digits] == '0' && at - digits > 1)
        {
            return text.unexpected(digits, 0);
        }
        if (at < end && array[at] == '.')
        {
            final int fraction = at + 1;
            at = digitsEnd(fraction);
            if (at == fraction)
            {
                return text.unexpected(at, 0);
            }
        }
        if (at < end && (array[at] | 0x20) == 'e')
        {
            at++;
            at += at < end && (array[at] == '-' || array[at] == '+') ? 1 : 0;
            final int exponent = at;
            at = digitsEnd(exponent);
            if (at == exponent)
            {
                return text.unexpected(at, 0);
            }
        }
        return at;
    }

    private int digitsEnd(final int from)
    {
        int at = from;
        while (at < text.end && text.array()[at] >= '0' && text.array()[at] <= '9')
        {
            at++;
        }
        return at;
    }
}
