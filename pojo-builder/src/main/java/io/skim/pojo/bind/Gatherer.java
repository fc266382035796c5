package io.skim.pojo.bind;

import io.skim.bytes.NumberReader;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import java.util.Arrays;

/**
 * Keeps where the last of each value of a frame stands, and judges them when all were seen.
 */
abstract class Gatherer implements DataHandler
{
    private static final int GREATEST_NUMBER = 64;
    /** Far more digits than decide how any double is rounded. */
    private static final int GREATEST_DOUBLE = 2_048;

    final Member[] members;
    final FrameValues values;
    final BindError error;
    private final byte[] digits = new byte[GREATEST_NUMBER];
    /** For the texts of doubles, if there are any. */
    private final NumberReader reader;
    private final byte[] text;

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

    /** Fills in the marks of the values of a frame that was scanned whole; false, with the error set, if one will not do. */
    abstract boolean isComplete();

    /** Refuses a value, or that there is none. */
    final boolean refuse(final BindReason reason, final Member member, final String wireName, final Cursor value)
    {
        error.set(reason, member, wireName, value);
        return false;
    }

    /** Whether all bytes of a body are there. */
    final boolean hasArrived(final Cursor body)
    {
        return values.frame.available() - body.offset() >= body.length();
    }

    /** Reads a text as {@code Double.valueOf} does; false if it is no number, or so long that nobody means it. */
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

    /** Refuses what the member's type cannot hold: a binary number, or text. */
    final boolean refuseNumber(final Member member, final String wireName, final Cursor value)
    {
        return refuse(isDecimal(value) ? BindReason.OUT_OF_RANGE : BindReason.NOT_A_NUMBER, member, wireName, value);
    }

    /** Whether text is a sign, or none, and digits. */
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
