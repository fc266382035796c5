package io.skim.encode;

import io.skim.bytes.Decimals;
import io.skim.bytes.Words;

/**
 * Bytes that are written again and again, padded with zeros so that short ones are stored by whole words.
 */
final class Padded
{
    /** Bytes that are stored at once. */
    private static final int PAIR = 2 * Long.BYTES;

    private byte[] bytes;
    private int length;
    /** The first sixteen bytes. */
    private long first;
    private long second;

    /** Joins bytes. */
    Padded(final byte[]... parts)
    {
        for (final byte[] part : parts)
        {
            length += part.length;
        }
        bytes = new byte[length <= PAIR ? PAIR : Math.max(2 * PAIR, length)];
        int at = 0;
        for (final byte[] part : parts)
        {
            System.arraycopy(part, 0, bytes, at, part.length);
            at += part.length;
        }
        readFirst();
    }

    private void readFirst()
    {
        first = Words.getLongLittleEndian(bytes, 0);
        second = Words.getLongLittleEndian(bytes, Long.BYTES);
    }

    /** Without the padding, in bytes. */
    int length()
    {
        return length;
    }

    /** Replaces the content by a number between two others; allocates nothing once there was room for it. */
    void join(final Padded before, final int number, final Padded behind)
    {
        final int room = before.length + Decimals.ROOM + behind.length + 2 * PAIR;
        if (bytes.length < room)
        {
            bytes = new byte[room];
        }
        length = behind.put(bytes, Decimals.put(number, bytes, before.put(bytes, 0)));
        readFirst();
    }

    /**
     * Writes the bytes, and what follows them up to sixteen bytes, or thirty-two.
     *
     * @return the index behind them.
     */
    int put(final byte[] dst, final int dstOffset)
    {
        Words.putLongLittleEndian(dst, dstOffset, first);
        Words.putLongLittleEndian(dst, dstOffset + Long.BYTES, second);
        if (length > PAIR)
        {
            putRest(dst, dstOffset + PAIR);
        }
        return dstOffset + length;
    }

    private void putRest(final byte[] dst, final int dstOffset)
    {
        if (length <= 2 * PAIR)
        {
            Words.putLongLittleEndian(dst, dstOffset, Words.getLongLittleEndian(bytes, PAIR));
            Words.putLongLittleEndian(dst, dstOffset + Long.BYTES, Words.getLongLittleEndian(bytes, PAIR + Long.BYTES));
        }
        else
        {
            System.arraycopy(bytes, PAIR, dst, dstOffset, length - PAIR);
        }
    }
}
