package io.skim.handlers.patch;

import io.skim.bytes.FormatCodes;
import io.skim.scan.Kind;
import io.skim.scan.amqp.AmqpMessageIndex;

/**
 * The forms of AMQP's values, and how a value of one form is put into another of its type, so that a width stays.
 */
final class AmqpForms
{
    static final long GREATEST_UINT = 0xFFFF_FFFFL;
    private static final int GREATEST_SHORT = 0xFF;

    private AmqpForms()
    {
    }

    /** The short form of a type that has several forms; its code for all others. */
    static int type(final int code)
    {
        return switch (code)
        {
            case FormatCodes.TRUE, FormatCodes.FALSE, FormatCodes.BOOLEAN -> FormatCodes.BOOLEAN;
            case FormatCodes.UINT_ZERO, FormatCodes.UINT_SMALL, FormatCodes.UINT -> FormatCodes.UINT_SMALL;
            case FormatCodes.ULONG_ZERO, FormatCodes.ULONG_SMALL, FormatCodes.ULONG -> FormatCodes.ULONG_SMALL;
            case FormatCodes.INT_SMALL, FormatCodes.INT -> FormatCodes.INT_SMALL;
            case FormatCodes.LONG_SMALL, FormatCodes.LONG -> FormatCodes.LONG_SMALL;
            default -> isLong(code) ? code & ~FormatCodes.WIDE : code;
        };
    }

    /** Whether a value's length, or size and count, have four octets. */
    static boolean isLong(final int code)
    {
        return (code & 0xF0) == 0xB0 || (code & 0xF0) == 0xD0;
    }

    /** Where an indexed value begins, its constructor included. */
    static int start(final byte[] array, final int base, final AmqpMessageIndex index, final int value)
    {
        final int offset = index.offset(value);
        final Kind kind = index.kind(value);
        return kind == Kind.TEXT || kind == Kind.SYMBOL || kind == Kind.BINARY ? textStart(array, base, offset, index
            .length(value)) : offset - 1;
    }

    /** Where a text begins, its constructor included, whose content is given. */
    static int textStart(final byte[] array, final int base, final int offset, final int length)
    {
        // With four octets of length the last but one is zero here.
        return length <= GREATEST_SHORT && array[base + offset - 2] != 0 ? offset - 2 : offset - 1 - Integer.BYTES;
    }

    /** The number that stands in a value of one of the types with several widths. */
    static long number(final byte[] array, final int at)
    {
        final int code = array[at] & 0xFF;
        final boolean signed =
            code == FormatCodes.INT_SMALL || code == FormatCodes.LONG_SMALL || code == FormatCodes.INT;
        final int width = FormatCodes.width(code);
        long number = signed ? array[at + 1] >> 7 : 0;
        for (int i = 1; i <= width; i++)
        {
            number = number << 8 | array[at + i] & 0xFF;
        }
        return number;
    }

    private static boolean fits(final long number, final int code)
    {
        return switch (FormatCodes.width(code))
        {
            case 0 -> number == 0;
            case 1 -> code == FormatCodes.INT_SMALL || code == FormatCodes.LONG_SMALL ? number == (byte)number
                : number >>> 8 == 0;
            default -> true;
        };
    }

    /** Puts a number behind the code of a value, over all octets that are there. */
    static void put(final byte[] encoded, final long number)
    {
        for (int i = 1; i < encoded.length; i++)
        {
            encoded[i] = (byte)(number >> (encoded.length - 1 - i) * Byte.SIZE);
        }
    }

    /** Puts a value in the form of the one that it replaces, if that has room for it; else in its own. */
    static void put(final ByteSink sink, final byte[] value, final int length, final byte[] array, final int from,
        final int to)
    {
        final int code = array[from] & 0xFF;
        final int type = type(value[0] & 0xFF);
        if (type(code) != type)
        {
            sink.put(value, 0, length);
        }
        else if (type == FormatCodes.BOOLEAN && code == FormatCodes.BOOLEAN)
        {
            sink.put(code);
            // Lenient takes any octet but 0 for true, and what is true already stays as it is.
            sink.put(value[0] != FormatCodes.TRUE ? 0 : array[from + 1] != 0 ? array[from + 1] : 1);
        }
        else if (type >= FormatCodes.UINT_SMALL && type <= FormatCodes.LONG_SMALL && fits(number(value, 0), code))
        {
            sink.put(code);
            for (int shift = (FormatCodes.width(code) - 1) * Byte.SIZE; shift >= 0; shift -= Byte.SIZE)
            {
                sink.put((int)(number(value, 0) >> shift));
            }
        }
        else if (isLong(code) && !isLong(value[0] & 0xFF) && to - from == length + 3)
        {
            sink.put(code);
            sink.putInt(length - 2);
            sink.put(value, 2, length - 2);
        }
        else
        {
            sink.put(value, 0, length);
        }
    }

    /** Puts a text or binary: in its short form, whose code is given, if that has room for it and the long one is not wanted. */
    static void putText(final ByteSink sink, final int code, final byte[] bytes, final int length, final boolean isLong)
    {
        if (isLong || length > GREATEST_SHORT)
        {
            sink.put(code | FormatCodes.WIDE);
            sink.putInt(length);
        }
        else
        {
            sink.put(code);
            sink.put(length);
        }
        sink.put(bytes, 0, length);
    }
}
