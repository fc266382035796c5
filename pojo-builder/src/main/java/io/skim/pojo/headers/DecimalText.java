package io.skim.pojo.headers;

import io.skim.scan.Cursor;

/**
 * Numbers as {@code Integer.parseInt} and {@code Long.parseLong} read them, which take the digits of all scripts.
 */
final class DecimalText
{
    private static final int RADIX = 10;

    private DecimalText()
    {
    }

    /**
     * Parses a value.
     *
     * @param value     to parse; null is no number.
     * @param otherwise to answer if it is no number in the range of int64.
     * @return the number, or {@code otherwise}.
     */
    static long parse(final Cursor value, final long otherwise)
    {
        if (value.isLong())
        {
            return value.getLong(0);
        }
        final String text = value.toText();
        return text == null ? otherwise : parse(text, otherwise);
    }

    private static long parse(final String text, final long otherwise)
    {
        final int length = text.length();
        final char first = length == 0 ? 0 : text.charAt(0);
        final int begin = first == '-' || first == '+' ? 1 : 0;
        if (begin == length)
        {
            return otherwise;
        }
        // As a negative number, so that the least int64 fits.
        long value = 0;
        for (int i = begin; i < length; i++)
        {
            final int digit = Character.digit(text.charAt(i), RADIX);
            if (digit < 0 || value < Long.MIN_VALUE / RADIX || value * RADIX < Long.MIN_VALUE + digit)
            {
                return otherwise;
            }
            value = value * RADIX - digit;
        }
        return first == '-' ? value : value == Long.MIN_VALUE ? otherwise : -value;
    }
}
