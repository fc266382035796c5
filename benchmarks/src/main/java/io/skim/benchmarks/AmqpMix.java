package io.skim.benchmarks;

import io.skim.scan.Cursor;
import java.util.Date;
import java.util.UUID;
import org.apache.qpid.proton.amqp.Decimal128;
import org.apache.qpid.proton.amqp.Decimal32;
import org.apache.qpid.proton.amqp.Decimal64;
import org.apache.qpid.protonj2.types.Binary;
import org.apache.qpid.protonj2.types.Symbol;

/**
 * Makes numbers of values, the same for all contenders: of numbers, booleans, characters and timestamps the number, of
 * floats the bits, of a UUID both halves, of texts and binaries the length in bytes (all texts are ASCII).
 */
public final class AmqpMix
{
    private static final int HIGH = 3;

    private AmqpMix()
    {
    }

    /**
     * Of a value as Skim shows it.
     *
     * @param value any but a compound one.
     * @return the number.
     */
    public static long of(final Cursor value)
    {
        return switch (value.kind())
        {
            case TEXT, SYMBOL, BINARY, BYTES -> value.length();
            case UUID -> HIGH * value.getHighLongBits() + value.getLongBits();
            default -> value.getLongBits();
        };
    }

    /**
     * Of a value as Skim shows it, whose text is copied.
     *
     * @param value any but a compound one.
     * @param text  to copy to.
     * @return the number.
     */
    public static long of(final Cursor value, final byte[] text)
    {
        return switch (value.kind())
        {
            case TEXT, SYMBOL, BINARY -> value.copyTo(text, 0);
            case BYTES -> value.length();
            case UUID -> HIGH * value.getHighLongBits() + value.getLongBits();
            default -> value.getLongBits();
        };
    }

    /** Whether a value as proton-j has it is one that can be mixed: no compound one, no decimal, no text outside ASCII. */
    static boolean isPlain(final Object value)
    {
        if (value instanceof String || value instanceof org.apache.qpid.proton.amqp.Symbol)
        {
            return value.toString().chars().allMatch(character -> character < 0x80);
        }
        return value == null || value instanceof Number && !(value instanceof Decimal32 || value instanceof Decimal64
            || value instanceof Decimal128) || value instanceof Boolean || value instanceof UUID
            || value instanceof Date
            || value instanceof Character || value instanceof org.apache.qpid.proton.amqp.Binary;
    }

    /** Of a value as protonj2 has it. */
    static long ofProtonj2(final Object value)
    {
        if (value instanceof Symbol)
        {
            return ((Symbol)value).getLength();
        }
        return value instanceof Binary ? ((Binary)value).getLength() : of(value);
    }

    /** Of a value as proton-j has it. */
    static long ofProtonj(final Object value)
    {
        if (value instanceof org.apache.qpid.proton.amqp.Symbol)
        {
            return ((org.apache.qpid.proton.amqp.Symbol)value).length();
        }
        if (value instanceof org.apache.qpid.proton.amqp.Binary)
        {
            return ((org.apache.qpid.proton.amqp.Binary)value).getLength();
        }
        return of(value);
    }

    private static long of(final Object value)
    {
        if (value == null)
        {
            return 0;
        }
        if (value instanceof String)
        {
            return ((String)value).length();
        }
        if (value instanceof Double)
        {
            return Double.doubleToRawLongBits((Double)value);
        }
        if (value instanceof Float)
        {
            return Float.floatToRawIntBits((Float)value) & 0xFFFF_FFFFL;
        }
        if (value instanceof Number)
        {
            return ((Number)value).longValue();
        }
        if (value instanceof Boolean)
        {
            return (Boolean)value ? 1 : 0;
        }
        if (value instanceof UUID)
        {
            return HIGH * ((UUID)value).getMostSignificantBits() + ((UUID)value).getLeastSignificantBits();
        }
        return value instanceof Date ? ((Date)value).getTime() : (Character)value;
    }

    /**
     * Makes an answer of a sum.
     *
     * @param sum of all values.
     * @return all of its bits in one int.
     */
    public static int fold(final long sum)
    {
        return (int)(sum ^ sum >>> 32);
    }
}
