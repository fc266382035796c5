package io.skim.pojo.amqp;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;

/**
 * A binary: octets. Equal if the octets are equal.
 */
public final class AmqpBinary implements AmqpValue
{
    private static final AmqpBinary EMPTY = new AmqpBinary(new byte[0]);

    private final byte[] bytes;

    private AmqpBinary(final byte[] bytes)
    {
        this.bytes = bytes;
    }

    /**
     * Makes a value.
     *
     * @param bytes to copy.
     * @return the value.
     */
    public static AmqpBinary of(final byte[] bytes)
    {
        return bytes.length == 0 ? EMPTY : new AmqpBinary(bytes.clone());
    }

    /**
     * Makes a value of a part of an array.
     *
     * @param array  to copy from.
     * @param offset in {@code array}, of the first octet.
     * @param length in bytes.
     * @return the value.
     * @throws IndexOutOfBoundsException if the part is not inside the array.
     */
    public static AmqpBinary of(final byte[] array, final int offset, final int length)
    {
        Objects.checkFromIndexSize(offset, length, array.length);
        return length == 0 ? EMPTY : new AmqpBinary(Arrays.copyOfRange(array, offset, offset + length));
    }

    /** Makes a value that keeps the array itself. No other object may refer to it. */
    static AmqpBinary owning(final byte[] bytes)
    {
        return bytes.length == 0 ? EMPTY : new AmqpBinary(bytes);
    }

    /** {@return the number of octets} */
    public int length()
    {
        return bytes.length;
    }

    /**
     * One octet.
     *
     * @param index from 0.
     * @return the octet.
     * @throws IndexOutOfBoundsException if there is none.
     */
    public byte get(final int index)
    {
        return bytes[index];
    }

    /** {@return a copy of the octets} */
    public byte[] toBytes()
    {
        return bytes.clone();
    }

    /** {@return the octets in lower-case hex, two digits for each} */
    public String toHex()
    {
        return HexFormat.of().formatHex(bytes);
    }

    byte[] bytes()
    {
        return bytes;
    }

    @Override
    public boolean equals(final Object other)
    {
        return this == other || other instanceof AmqpBinary binary && Arrays.equals(bytes, binary.bytes);
    }

    @Override
    public int hashCode()
    {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString()
    {
        return AmqpNotation.of(this);
    }
}
