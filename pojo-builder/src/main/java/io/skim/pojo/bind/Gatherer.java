package io.skim.pojo.bind;

import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;

/**
 * Keeps where the last of each value of a frame stands, and judges them when all were seen.
 */
abstract class Gatherer implements DataHandler
{
    private static final int GREATEST_NUMBER = 64;

    final Member[] members;
    final FrameValues values;
    private final BindError error;
    private final byte[] digits = new byte[GREATEST_NUMBER];

    Gatherer(final Member[] members, final FrameValues values, final BindError error)
    {
        this.members = members;
        this.values = values;
        this.error = error;
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
