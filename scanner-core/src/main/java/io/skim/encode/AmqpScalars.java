package io.skim.encode;

import io.skim.bytes.FormatCodes;
import io.skim.bytes.Utf8;
import io.skim.bytes.Words;
import io.skim.scan.Limits;
import java.util.UUID;

/**
 * AMQP's values of fixed width, each in its shortest form, or at full width to be overwritten later.
 */
abstract class AmqpScalars extends AmqpNesting
{
    static final long GREATEST_UINT = 0xFFFF_FFFFL;

    AmqpScalars(final Limits limits)
    {
        super(limits);
    }

    private void fixed(final int code)
    {
        out.ensure(1);
        out.array[out.position++] = (byte)code;
        count++;
    }

    private void fixedOctet(final int code, final int value)
    {
        out.ensure(2);
        final int at = out.position;
        Words.putShortLittleEndian(out.array, at, value << Byte.SIZE | code);
        out.position = at + 2;
        count++;
    }

    private void fixedShort(final int code, final int value)
    {
        if (elementCode >= 0)
        {
            checkElement(code);
            out.ensure(Short.BYTES);
        }
        else
        {
            putCode(code, 1 + Short.BYTES);
        }
        Words.putShort(out.array, out.position, value);
        out.position += Short.BYTES;
        count++;
    }

    private void putCode(final int code, final int bytes)
    {
        out.ensure(bytes);
        out.array[out.position++] = (byte)code;
    }

    private void fixedInt(final int code, final int value)
    {
        // One store with three bytes too many takes less than two.
        out.ensure(Long.BYTES);
        final int at = out.position;
        Words.putLongLittleEndian(out.array, at, (Integer.reverseBytes(value) & GREATEST_UINT) << Byte.SIZE | code);
        out.position = at + 1 + Integer.BYTES;
        count++;
    }

    private void fixedLong(final int code, final long value)
    {
        out.ensure(1 + Long.BYTES);
        final byte[] array = out.array;
        final int at = out.position;
        array[at] = (byte)code;
        Words.putLong(array, at + 1, value);
        out.position = at + 1 + Long.BYTES;
        count++;
    }

    private void elementOctet(final int code, final int value)
    {
        checkElement(code);
        putOctet(value);
        count++;
    }

    private void elementInt(final int code, final int value)
    {
        checkElement(code);
        out.ensure(Integer.BYTES);
        Words.putInt(out.array, out.position, value);
        out.position += Integer.BYTES;
        count++;
    }

    private void elementLong(final int code, final long value)
    {
        checkElement(code);
        out.ensure(Long.BYTES);
        Words.putLong(out.array, out.position, value);
        out.position += Long.BYTES;
        count++;
    }

    final void anyInt(final int code, final int value)
    {
        if (elementCode >= 0)
        {
            elementInt(code, value);
        }
        else
        {
            fixedInt(code, value);
        }
    }

    final void anyLong(final int code, final long value)
    {
        if (elementCode >= 0)
        {
            elementLong(code, value);
        }
        else
        {
            fixedLong(code, value);
        }
    }

    private void anyPair(final int code, final long high, final long low)
    {
        if (elementCode >= 0)
        {
            checkElement(code);
        }
        out.ensure(1 + 2 * Long.BYTES);
        final byte[] array = out.array;
        int at = out.position;
        if (elementCode < 0)
        {
            array[at++] = (byte)code;
        }
        Words.putLong(array, at, high);
        Words.putLong(array, at + Long.BYTES, low);
        out.position = at + 2 * Long.BYTES;
        count++;
    }

    /**
     * Puts a boolean, in its form without an octet of its own; in an array in one octet.
     * <p>
     * This method and all others that put a value: position moves behind the value; allocates nothing, unless the output is
     * longer than ever before; a value that cannot be encoded is refused, which {@link #refusal()} tells at once.
     *
     * @param value to put.
     * @throws IllegalStateException before {@code wrap}, or in an array of another type, as for all that follow.
     */
    public final void putBoolean(final boolean value)
    {
        if (elementCode >= 0)
        {
            elementOctet(FormatCodes.BOOLEAN, value ? 1 : 0);
        }
        else
        {
            fixed(value ? FormatCodes.TRUE : FormatCodes.FALSE);
        }
    }

    /**
     * Puts a byte.
     *
     * @param value signed, 8 bits.
     */
    public final void putByte(final byte value)
    {
        octet(FormatCodes.BYTE, value);
    }

    /**
     * Puts a ubyte.
     *
     * @param value from 0 to 255; all else is refused as out of range.
     */
    public final void putUbyte(final int value)
    {
        checkRange(value, OCTET);
        octet(FormatCodes.UBYTE, value);
    }

    final void octet(final int code, final int value)
    {
        if (elementCode >= 0)
        {
            elementOctet(code, value);
        }
        else
        {
            fixedOctet(code, value);
        }
    }

    final void checkRange(final long value, final long greatest)
    {
        if (value < 0 || value > greatest)
        {
            refuse(EncodeRefusal.OUT_OF_RANGE);
        }
    }

    /**
     * Puts a short.
     *
     * @param value signed, 16 bits.
     */
    public final void putShort(final short value)
    {
        fixedShort(FormatCodes.SHORT, value);
    }

    /**
     * Puts a ushort.
     *
     * @param value from 0 to 65,535; all else is refused as out of range.
     */
    public final void putUshort(final int value)
    {
        checkRange(value, 0xFFFF);
        fixedShort(FormatCodes.USHORT, value);
    }

    /**
     * Puts an int, in one octet if that is enough.
     *
     * @param value signed, 32 bits.
     */
    public final void putInt(final int value)
    {
        if (elementCode >= 0)
        {
            elementInt(FormatCodes.INT, value);
        }
        else if (value == (byte)value)
        {
            fixedOctet(FormatCodes.INT_SMALL, value);
        }
        else
        {
            fixedInt(FormatCodes.INT, value);
        }
    }

    /**
     * Puts a uint, in one octet or none if that is enough.
     *
     * @param value from 0 to 4,294,967,295; all else is refused as out of range.
     */
    public final void putUint(final long value)
    {
        checkRange(value, GREATEST_UINT);
        if (elementCode >= 0)
        {
            elementInt(FormatCodes.UINT, (int)value);
        }
        else if (value == 0)
        {
            fixed(FormatCodes.UINT_ZERO);
        }
        else if (value <= OCTET)
        {
            fixedOctet(FormatCodes.UINT_SMALL, (int)value);
        }
        else
        {
            fixedInt(FormatCodes.UINT, (int)value);
        }
    }

    /**
     * Puts a long, in one octet if that is enough.
     *
     * @param value signed, 64 bits.
     */
    public final void putLong(final long value)
    {
        if (elementCode >= 0)
        {
            elementLong(FormatCodes.LONG, value);
        }
        else if (value == (byte)value)
        {
            fixedOctet(FormatCodes.LONG_SMALL, (int)value);
        }
        else
        {
            fixedLong(FormatCodes.LONG, value);
        }
    }

    /**
     * Puts a ulong, in one octet or none if that is enough.
     *
     * @param bits of the number, unsigned.
     */
    public final void putUlong(final long bits)
    {
        if (elementCode >= 0)
        {
            elementLong(FormatCodes.ULONG, bits);
        }
        else
        {
            bareUlong(bits);
        }
    }

    private void bareUlong(final long bits)
    {
        if (bits == 0)
        {
            fixed(FormatCodes.ULONG_ZERO);
        }
        else if (bits >>> Byte.SIZE == 0)
        {
            fixedOctet(FormatCodes.ULONG_SMALL, (int)bits);
        }
        else
        {
            fixedLong(FormatCodes.ULONG, bits);
        }
    }

    /**
     * Says by a ulong what the next value is; between {@link #beginArray()} and {@link #elementType} what all elements of the
     * array are. Several may come one behind the other, the outermost first.
     *
     * @param code such as {@link AmqpDescriptor#HEADER}.
     * @throws IllegalStateException before {@code wrap}, or between the elements of an array.
     */
    public final void descriptor(final long code)
    {
        openDescriptor();
        bareUlong(code);
        count--;
        descriptorEnd = out.length();
    }

    /**
     * Puts a float.
     *
     * @param value whose bits are kept, those of a NaN too.
     */
    public final void putFloat(final float value)
    {
        anyInt(FormatCodes.FLOAT, Float.floatToRawIntBits(value));
    }

    /**
     * Puts a float by its bits.
     *
     * @param bits of IEEE 754 binary32.
     */
    public final void putFloatBits(final int bits)
    {
        anyInt(FormatCodes.FLOAT, bits);
    }

    /**
     * Puts a double.
     *
     * @param value whose bits are kept, those of a NaN too.
     */
    public final void putDouble(final double value)
    {
        anyLong(FormatCodes.DOUBLE, Double.doubleToRawLongBits(value));
    }

    /**
     * Puts a double by its bits.
     *
     * @param bits of IEEE 754 binary64.
     */
    public final void putDoubleBits(final long bits)
    {
        anyLong(FormatCodes.DOUBLE, bits);
    }

    /**
     * Puts a decimal32.
     *
     * @param bits as they are to stand on the wire.
     */
    public final void putDecimal32(final int bits)
    {
        anyInt(FormatCodes.DECIMAL32, bits);
    }

    /**
     * Puts a decimal64.
     *
     * @param bits as they are to stand on the wire.
     */
    public final void putDecimal64(final long bits)
    {
        anyLong(FormatCodes.DECIMAL64, bits);
    }

    /**
     * Puts a decimal128.
     *
     * @param high the first 64 bits on the wire.
     * @param low  the last 64 bits.
     */
    public final void putDecimal128(final long high, final long low)
    {
        anyPair(FormatCodes.DECIMAL128, high, low);
    }

    /**
     * Puts a char.
     *
     * @param codePoint of any plane; half of a surrogate pair, and what is no code point, is refused as out of range.
     */
    public final void putChar(final int codePoint)
    {
        if (!Character.isValidCodePoint(codePoint) || Utf8.isSurrogate(codePoint))
        {
            refuse(EncodeRefusal.OUT_OF_RANGE);
        }
        anyInt(FormatCodes.CHAR, codePoint);
    }

    /**
     * Puts a timestamp.
     *
     * @param millis since 1970-01-01T00:00:00Z, signed.
     */
    public final void putTimestamp(final long millis)
    {
        anyLong(FormatCodes.TIMESTAMP, millis);
    }

    /**
     * Puts a uuid by its halves.
     *
     * @param high its most significant 64 bits.
     * @param low  its least significant 64 bits.
     */
    public final void putUuid(final long high, final long low)
    {
        anyPair(FormatCodes.UUID, high, low);
    }

    /**
     * Puts a uuid.
     *
     * @param uuid to put, or null for null.
     */
    public final void putUuid(final UUID uuid)
    {
        if (uuid == null)
        {
            putNull();
        }
        else
        {
            putUuid(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
        }
    }
}
