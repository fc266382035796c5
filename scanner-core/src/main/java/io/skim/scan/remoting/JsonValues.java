package io.skim.scan.remoting;

import io.skim.bytes.Kinds;
import io.skim.bytes.Escapes;
import io.skim.bytes.Numbers;
import io.skim.bytes.Words;
import io.skim.scan.Reason;
import java.nio.charset.StandardCharsets;

/**
 * The values of a JSON header that are not a plain string or int where one is due: what strict refuses, what lenient
 * reads as the reference does, and what is passed over. Each method takes the index of a value's first byte and gives
 * the index behind it, or {@link EntryReader#FAULT} with the fault set.
 */
final class JsonValues
{
    private static final byte[] REFERENCE = "$ref".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TYPE = "@type".getBytes(StandardCharsets.US_ASCII);
    private static final int FAULT = EntryReader.FAULT;
    private static final int MAX_INT_DIGITS = 38;
    private static final int MAX_DECIMAL_LENGTH = 18;
    private static final int LONGEST_FOLDED_LANGUAGE = 8;
    private static final int LANGUAGES = RemotingLanguage.values().length;

    private final JsonEntries reader;
    private final byte[] oddText = new byte[24];

    JsonValues(final JsonEntries reader)
    {
        this.reader = reader;
    }

    /** A remark: text or null; lenient also what the reference turns into text. */
    int remark(final int at)
    {
        final byte first = reader.array()[at];
        if (first == '"' || first == '\'' || first == 'n')
        {
            return textOrNull(at);
        }
        return reader.lenient ? entry(at) : reader.faultAt(at, Reason.JSON_VALUE_TYPE);
    }

    private int textOrNull(final int at)
    {
        if (reader.array()[at] == 'n')
        {
            reader.value(at, at + 4, Kinds.NULL);
            return reader.literal(at);
        }
        final int close = reader.anyText(at);
        if (close < 0)
        {
            return FAULT;
        }
        reader.value(at + 1, close, reader.textKind);
        return close + 1;
    }

    /** The value of an ext field that is no string in double quotes: the reference makes text of it. */
    int entry(final int at)
    {
        switch (reader.array()[at])
        {
            case '"', '\'', 'n':
                return textOrNull(at);
            case 't', 'f':
                final int behind = reader.literal(at);
                reader.value(at, behind, Kinds.JSON_BOOLEAN);
                return behind;
            case '{', '[':
                return reader.lenient ? nested(at) : reader.faultAt(at, Reason.JSON_NESTED_VALUE);
            default:
                return textNumber(at);
        }
    }

    private int textNumber(final int at)
    {
        final byte[] array = reader.array();
        final int to = reader.numberEnd(at);
        if (to == at || to < reader.end && !isDelimited(to))
        {
            return reader.unexpected(to, 0);
        }
        if (isPlainNumber(array, at, to))
        {
            reader.value(at, to, Kinds.JSON_NUMBER);
            return to;
        }
        if (!reader.lenient || Numbers.renderOdd(array, at, to, oddText) < 0)
        {
            return reader.numberFault(at, to, Reason.JSON_NUMBER_FORM);
        }
        reader.value(at, to, Kinds.JSON_ODD_NUMBER);
        return to;
    }

    private boolean isDelimited(final int at)
    {
        return JsonEntries.isDelimiter(reader.array()[at]) || reader.array()[at] == ']';
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
        final boolean object = reader.array()[open] == '{';
        final byte close = (byte)(object ? '}' : ']');
        int at = open + 1;
        int count = 0;
        boolean text = false;
        while (at < reader.end && reader.array()[at] != close)
        {
            if (count > 0 && (object || reader.array()[at++] != ','))
            {
                return reader.faultAt(at, Reason.JSON_NESTED_VALUE);
            }
            at = object ? plainName(at) : at;
            if (at < 0 || at >= reader.end)
            {
                return at < 0 ? FAULT : reader.truncated();
            }
            text = reader.array()[at] == '"';
            at = plainScalar(at);
            if (at < 0)
            {
                return FAULT;
            }
            count++;
        }
        if (at >= reader.end)
        {
            return reader.truncated();
        }
        if (!object && text && count == 1)
        {
            return reader.faultAt(open, Reason.JSON_NESTED_VALUE);
        }
        reader.value(open, at + 1, Kinds.JSON_NESTED);
        return at + 1;
    }

    private int plainName(final int at)
    {
        final int colon = plainText(at);
        if (colon < 0)
        {
            return FAULT;
        }
        return colon < reader.end && reader.array()[colon] == ':' && reader.array()[at + 1] != '$'
            && reader.array()[at + 1]
                != '@' ? colon + 1 : reader.faultAt(at, Reason.JSON_NESTED_VALUE);
    }

    private int plainScalar(final int at)
    {
        final byte first = reader.array()[at];
        if (first == '"')
        {
            return plainText(at);
        }
        if (first == 't' || first == 'f')
        {
            return reader.literal(at);
        }
        final int to = reader.numberEnd(at);
        return to > at && isPlainNumber(reader.array(), at, to) ? to : reader.faultAt(at, Reason.JSON_NESTED_VALUE);
    }

    private int plainText(final int at)
    {
        if (reader.array()[at] != '"')
        {
            return reader.faultAt(at, Reason.JSON_NESTED_VALUE);
        }
        final int close = reader.text(at + 1);
        if (close < 0)
        {
            return FAULT;
        }
        for (int index = at + 1; index < close; index++)
        {
            if (reader.array()[index] == '\\' || reader.array()[index] >= 0 && reader.array()[index] < ' ')
            {
                return reader.faultAt(index, Reason.JSON_NESTED_VALUE);
            }
        }
        return close + 1;
    }

    /** An int member in any form; sets the value. */
    int number(final int at)
    {
        final byte[] array = reader.array();
        final int digits = array[at] == '-' ? at + 1 : at;
        int behind = digits;
        while (behind < reader.end && array[behind] >= '0' && array[behind] <= '9')
        {
            behind++;
        }
        final int count = behind - digits;
        final boolean plain = count > 0 && (array[digits] != '0' || count == 1 && digits == at);
        if (plain && behind == reader.end)
        {
            return reader.truncated();
        }
        if (!plain || !JsonEntries.isDelimiter(array[behind]))
        {
            return oddInt(at);
        }
        final long value = Numbers.parseLong(array, at, behind, Numbers.NONE);
        if (value != (int)value)
        {
            return reader.numberFault(at, behind, Reason.JSON_NUMBER_RANGE);
        }
        reader.value(at, behind, Kinds.JSON_NUMBER);
        return behind;
    }

    private int oddInt(final int at)
    {
        final boolean quoted = reader.isQuote(at);
        final int behind = quoted ? reader.anyText(at) : bareEnd(at);
        if (behind < 0)
        {
            return FAULT;
        }
        if (behind == at || !quoted && behind < reader.end && !isDelimited(behind))
        {
            return reader.unexpected(behind, 0);
        }
        final int from = quoted ? at + 1 : at;
        if (!reader.lenient || quoted && reader.textKind != Kinds.TEXT
            || Numbers.parseOddInt(reader.array(), from, behind)
                == Numbers.NONE)
        {
            return reader.numberFault(at, behind, isPlainInt(from, behind) ? Reason.JSON_NUMBER_RANGE
                : Reason.JSON_NUMBER_FORM);
        }
        reader.value(from, behind, Kinds.JSON_ODD_INT);
        return quoted ? behind + 1 : behind;
    }

    private boolean isPlainInt(final int from, final int to)
    {
        final int digits = from < to && reader.array()[from] == '-' ? from + 1 : from;
        return isDigits(reader.array(), digits, to) && to - digits >= 10;
    }

    private int bareEnd(final int at)
    {
        final byte first = reader.array()[at];
        return first == 'n' || first == 't' || first == 'f' ? reader.literal(at) : reader.numberEnd(at);
    }

    /**
     * A language: a known name, or an unknown one that no release takes for a known one. Lenient also null, a known
     * name in other case and a code.
     */
    int language(final int at)
    {
        final byte first = reader.array()[at];
        if (!reader.isQuote(at))
        {
            if (reader.lenient && first == 'n')
            {
                return textOrNull(at);
            }
            final int to = reader.numberEnd(at);
            if (!reader.lenient || to == at || to < reader.end && !isDelimited(to) || languageCode(at, to) < 0)
            {
                return reader.faultAt(at, Reason.JSON_VALUE_TYPE);
            }
            reader.value(at, to, Kinds.JSON_NUMBER);
            return to;
        }
        final int behind = textOrNull(at);
        if (behind < 0)
        {
            return FAULT;
        }
        return isLanguage(at + 1, behind - 1) ? behind : reader.faultAt(at, Reason.JSON_VALUE_TYPE);
    }

    private long languageCode(final int from, final int to)
    {
        final long code = isDigits(reader.array(), from, to) ? Numbers.parseLong(reader.array(), from, to, -1) : -1;
        return code < LANGUAGES ? code : -1;
    }

    private boolean isLanguage(final int from, final int to)
    {
        if (reader.textKind != Kinds.TEXT)
        {
            return false;
        }
        if (from == to || RemotingLanguage.isExact(reader.array(), from, to))
        {
            return true;
        }
        if (reader.lenient && languageCode(from, to) >= 0)
        {
            return true;
        }
        for (int index = from; index < to; index++)
        {
            final int lower = reader.array()[index] | 0x20;
            if (lower < 'a' || lower > 'z')
            {
                return false;
            }
        }
        return to - from <= LONGEST_FOLDED_LANGUAGE
            && (reader.lenient || !RemotingLanguage.isFolded(reader.array(), from,
                to));
    }

    /** The writer's own view of the encoding, which readers ignore: letters and {@code _}, or null. */
    int serializeType(final int at)
    {
        final int behind = textOrNullOnly(at);
        if (behind < 0 || reader.valueKind == Kinds.NULL)
        {
            return behind;
        }
        for (int index = at + 1; index < behind - 1; index++)
        {
            final int lower = reader.array()[index] | 0x20;
            if ((lower < 'a' || lower > 'z') && reader.array()[index] != '_')
            {
                return reader.faultAt(index, Reason.JSON_VALUE_TYPE);
            }
        }
        return behind;
    }

    private int textOrNullOnly(final int at)
    {
        return reader.isQuote(at) || reader.array()[at] == 'n' ? textOrNull(at) : serializeCode(at);
    }

    private int serializeCode(final int at)
    {
        final int to = reader.numberEnd(at);
        final boolean known = to - at == 1 && (reader.array()[at] == '0' || reader.array()[at] == '1');
        if (!reader.lenient || !known || to < reader.end && !isDelimited(to))
        {
            return reader.faultAt(at, Reason.JSON_VALUE_TYPE);
        }
        reader.value(at, to, Kinds.NULL);
        return to;
    }

    /** A member the reference makes an object of: null has no effect, nor has an empty body text or array. */
    int reserved(final int at)
    {
        if (reader.array()[at] == 'n')
        {
            return reader.literal(at);
        }
        final boolean pair =
            reader.end - at > 1 && reader.keyLength == 4 && (reader.array()[at] == '"' && reader.array()[at
                + 1] == '"' || reader.array()[at] == '[' && reader.array()[at + 1] == ']');
        return pair ? at + 2 : fault();
    }

    private int fault()
    {
        return reader.fault.at(reader.keyOffset, Reason.JSON_RESERVED_MEMBER, reader.keyLength, 0);
    }

    /** Refuses the names of ext fields that the reference, or an older release, takes for something else. */
    int checkEntryName(final boolean first)
    {
        final int from = reader.base + reader.keyOffset;
        final int to = from + reader.keyLength;
        final byte[] array = reader.array();
        boolean good = Words.indexOf(array, from, to, 0) == to;
        if (reader.keyKind == Kinds.JSON_TEXT)
        {
            good &= !hasEscapedZero(array, from, to);
            good &= reader.lenient || !Escapes.contentEquals(array, from, to, TYPE) && !Escapes.contentEquals(array,
                from, to, REFERENCE);
        }
        else if (reader.keyLength == REFERENCE.length && array[from] == '$')
        {
            good &= reader.lenient && !first || !Escapes.contentEquals(array, from, to, REFERENCE);
        }
        else if (reader.keyLength == TYPE.length && array[from] == '@')
        {
            good &= reader.lenient || !Escapes.contentEquals(array, from, to, TYPE);
        }
        return good ? 0 : reader.fault.at(reader.keyOffset, Reason.JSON_AMBIGUOUS_NAME, reader.keyLength, 0);
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
}
