package io.skim.pojo.headers;

import io.skim.scan.Cursor;
import io.skim.scan.Reason;
import io.skim.scan.remoting.RemotingHeaderView;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The values one of which a field must have; without one the reference refuses the header.
 */
final class HeaderChoice
{
    private static final int HEADER = 8;
    private static final String AND_ABOVE = "..";

    final HeaderField field;
    private final byte[][] texts;
    private final long[] numbers;
    private final long greatest;
    /** Numbers from here on are among the values too. */
    private final long from;

    HeaderChoice(final HeaderField field)
    {
        this.field = field;
        texts = field.choices().stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
        final String last = field.choices().get(texts.length - 1);
        from = last.endsWith(AND_ABOVE) ? Long.parseLong(last.substring(0, last.length() - AND_ABOVE.length()))
            : Long.MAX_VALUE;
        numbers = field.type().bits() == 0 ? new long[0] : field.choices().stream().filter(text -> !text.endsWith(
            AND_ABOVE)).mapToLong(Long::parseLong).toArray();
        greatest = Arrays.stream(numbers).max().orElse(from);
    }

    /**
     * Judges a header by the last entry of the field.
     *
     * @param header   that is wrapped on the frame.
     * @param refusing whether what is no number is refused, rather than taken for null.
     * @param seen     whether there was such an entry.
     * @param value    of it.
     * @param number   that it is, or the least int64.
     * @return negative if the header is refused.
     */
    int check(final RemotingHeaderView header, final boolean refusing, final boolean seen, final Cursor value,
        final long number)
    {
        if (!seen || value.isNull())
        {
            return field.always() ? 0 : header.refuse(Reason.FIELD_MISSING, seen ? value.offset() : HEADER, field
                .index(), 0);
        }
        if (field.type().bits() == 0)
        {
            return checkText(header, value);
        }
        if (number == (int)number)
        {
            return checkNumber(header, value, number);
        }
        return field.always() && !refusing ? 0 : header.refuse(Reason.FIELD_NOT_A_NUMBER, value.offset(), value
            .length(), field.type().bits());
    }

    private int checkNumber(final RemotingHeaderView header, final Cursor value, final long number)
    {
        for (final long each : numbers)
        {
            if (each == number)
            {
                return 0;
            }
        }
        return number >= from ? 0 : header.refuse(from == greatest ? Reason.FIELD_TOO_SMALL : Reason.FIELD_VALUE, value
            .offset(), number, greatest);
    }

    private int checkText(final RemotingHeaderView header, final Cursor value)
    {
        for (final byte[] each : texts)
        {
            if (value.contentEquals(each))
            {
                return 0;
            }
        }
        return header.refuse(Reason.FIELD_TEXT_UNKNOWN, value.offset(), value.length(), texts.length);
    }
}
