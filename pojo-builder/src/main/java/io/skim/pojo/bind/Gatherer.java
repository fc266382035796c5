package io.skim.pojo.bind;

import io.skim.bytes.NumberReader;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the mark of the last value for each member of a type, and checks the values when the scan has ended.
 */
abstract class Gatherer implements DataHandler
{
    private static final int GREATEST_NUMBER = 64;
    /** More digits than the rounding of any double depends on. */
    private static final int GREATEST_DOUBLE = 2_048;

    final Member[] members;
    final FrameValues values;
    final BindError error;
    private final byte[] digits = new byte[GREATEST_NUMBER];
    /** Parses the texts of doubles; null if no member needs it. */
    private final @Nullable NumberReader reader;
    private final byte @Nullable [] text;

    Gatherer(final Member[] members, final FrameValues values, final BindError error)
    {
        this.members = members;
        this.values = values;
        this.error = error;
        final boolean doubles = Arrays.stream(members).anyMatch(Member::isDouble);
        reader = doubles ? new NumberReader() : null;
        text = doubles ? new byte[GREATEST_DOUBLE] : null;
    }

    /** Forgets the last frame. */
    abstract void begin();

    /** Sets the marks of the values after a complete scan. Returns false, with the error set, if a value is not acceptable. */
    abstract boolean isComplete();

    /** Refuses a value, or a missing value. */
    final boolean refuse(final BindReason reason, final Member member, final String wireName,
        final @Nullable Cursor value)
    {
        error.set(reason, member, wireName, value);
        return false;
    }

    /** Whether all bytes of a body have arrived. */
    final boolean hasArrived(final Cursor body)
    {
        return values.frame.available() - body.offset() >= body.length();
    }

    /** Parses a text like {@code Double.valueOf}; returns false if it is not a number, or is too long. */
    @SuppressWarnings("NullAway") // there is a member of the type double, or nobody asks
    final boolean readDouble(final int index, final Cursor value)
    {
        final int length = value.copyTo(text, 0);
        if (length < 0 || !reader.readDouble(text, 0, length))
        {
            return false;
        }
        values.numbers[index] = reader.doubleValue();
        return true;
    }

    /** Refuses a binary number or a text that the member's type cannot hold. */
    final boolean refuseNumber(final Member member, final String wireName, final Cursor value)
    {
        return refuse(isDecimal(value) ? BindReason.OUT_OF_RANGE : BindReason.NOT_A_NUMBER, member, wireName, value);
    }

    /** Whether a text has only digits after an optional sign. */
    private boolean isDecimal(final Cursor value)
    {
        final int length = value.textLength() > digits.length ? 0 : value.copyTo(digits, 0);
        final int from = length > 0 && (digits[0] == '-' || digits[0] == '+') ? 1 : 0;
        int index = from;
        while (index < length && digits[index] >= '0' && digits[index] <= '9')
        {
            index++;
        }
        return index == length && index > from;
    }
}
