package io.skim.encode;

import io.skim.bytes.FormatCodes;
import io.skim.bytes.Words;
import io.skim.scan.Limits;

/**
 * AMQP's values at their full width, to be overwritten where they stand.
 */
abstract class AmqpWides extends AmqpScalars
{
    AmqpWides(final Limits limits)
    {
        super(limits);
    }

    /**
     * Puts a boolean in the form with an octet, which can be overwritten.
     *
     * @param value to put.
     */
    public final void putWideBoolean(final boolean value)
    {
        octet(FormatCodes.BOOLEAN, value ? 1 : 0);
    }

    /**
     * Puts an int in four octets, however small it is.
     *
     * @param value signed, 32 bits.
     */
    public final void putWideInt(final int value)
    {
        anyInt(FormatCodes.INT, value);
    }

    /**
     * Puts a uint in four octets, however small it is.
     *
     * @param value from 0 to 4,294,967,295; all else is refused as out of range.
     */
    public final void putWideUint(final long value)
    {
        checkRange(value, GREATEST_UINT);
        anyInt(FormatCodes.UINT, (int)value);
    }

    /**
     * Puts a long in eight octets, however small it is.
     *
     * @param value signed, 64 bits.
     */
    public final void putWideLong(final long value)
    {
        anyLong(FormatCodes.LONG, value);
    }

    /**
     * Puts a ulong in eight octets, however small it is.
     *
     * @param bits of the number, unsigned.
     */
    public final void putWideUlong(final long bits)
    {
        anyLong(FormatCodes.ULONG, bits);
    }

    /**
     * Where the next value will stand: what is put now at full width can be overwritten there before {@code complete}, and
     * by {@code complete} it stands so many bytes behind where the output begins.
     *
     * @return bytes written so far.
     * @throws IllegalStateException if a container is open whose content moves when it grows: begin wide ones.
     */
    public final int position()
    {
        return stablePosition();
    }

    private int overwritten(final int position, final int code, final int width)
    {
        checkAttached();
        final int left = out.length() - position;
        if (position < 0 || left <= width || (out.array[out.start + position] & OCTET) != code)
        {
            throw new IllegalStateException("no " + FormatCodes.typeName(code) + " of full width stands at " + position
                + ": keep position() before putWide");
        }
        return out.start + position + 1;
    }

    /**
     * Overwrites a boolean that {@link #putWideBoolean} put.
     *
     * @param position of it, from {@link #position()}.
     * @param value    to be there instead.
     * @throws IllegalStateException if no such value stands there.
     */
    public final void overwriteBoolean(final int position, final boolean value)
    {
        out.array[overwritten(position, FormatCodes.BOOLEAN, 1)] = (byte)(value ? 1 : 0);
    }

    /**
     * Overwrites an int that {@link #putWideInt} put, or {@link #putInt} with a value that takes four octets.
     *
     * @param position of it, from {@link #position()}.
     * @param value    to be there instead.
     * @throws IllegalStateException if no such value stands there.
     */
    public final void overwriteInt(final int position, final int value)
    {
        Words.putInt(out.array, overwritten(position, FormatCodes.INT, Integer.BYTES), value);
    }

    /**
     * Overwrites a uint of four octets.
     *
     * @param position of it, from {@link #position()}.
     * @param value    to be there instead, from 0 to 4,294,967,295; all else is refused as out of range.
     * @throws IllegalStateException if no such value stands there.
     */
    public final void overwriteUint(final int position, final long value)
    {
        checkRange(value, GREATEST_UINT);
        Words.putInt(out.array, overwritten(position, FormatCodes.UINT, Integer.BYTES), (int)value);
    }

    /**
     * Overwrites a long of eight octets.
     *
     * @param position of it, from {@link #position()}.
     * @param value    to be there instead.
     * @throws IllegalStateException if no such value stands there.
     */
    public final void overwriteLong(final int position, final long value)
    {
        Words.putLong(out.array, overwritten(position, FormatCodes.LONG, Long.BYTES), value);
    }

    /**
     * Overwrites a ulong of eight octets.
     *
     * @param position of it, from {@link #position()}.
     * @param bits     to be there instead, unsigned.
     * @throws IllegalStateException if no such value stands there.
     */
    public final void overwriteUlong(final int position, final long bits)
    {
        Words.putLong(out.array, overwritten(position, FormatCodes.ULONG, Long.BYTES), bits);
    }
}
