package io.skim.store;

import java.io.IOException;
import java.util.Arrays;

/**
 * Looks for the magic of records, and for zeros, in a segment. It looks at every fourth byte, unless that may belong to a magic.
 */
final class ByteSearch
{
    static final int MAGIC_1 = 0xDAA3_20A7;
    static final int MAGIC_2 = 0xDAA3_20AB;
    static final int BLANK_MAGIC = 0xCBD4_3194;

    private static final int PIECE = 65_536;
    private static final byte[] ZEROS = new byte[PIECE];
    /** From the start of a record to the last byte of its magic. */
    private static final int LAST = 7;
    /** How far the last byte of a magic can be behind a byte; 0 if it is such a last byte itself. */
    private static final byte[] STEPS = steps();

    private final SegmentWindow window;
    private final byte[] piece = new byte[PIECE];
    private long pieceOffset;
    private int pieceLength;

    ByteSearch(final SegmentWindow window)
    {
        this.window = window;
    }

    private static byte[] steps()
    {
        final byte[] steps = new byte[1 << Byte.SIZE];
        Arrays.fill(steps, (byte)Integer.BYTES);
        for (final int magic : new int[] {MAGIC_1, MAGIC_2, BLANK_MAGIC})
        {
            for (int i = 0; i < Integer.BYTES; i++)
            {
                steps[magic >>> Byte.SIZE * i & 0xFF] = (byte)i;
            }
        }
        return steps;
    }

    /** Forgets the segment. */
    void reset()
    {
        pieceLength = 0;
    }

    /** The first offset from {@code from} on, below {@code to}, with a magic four bytes behind it; else {@code to}. */
    long magic(final long from, final long to) throws IOException
    {
        final long limit = Math.min(to, window.length - LAST) + LAST;
        long at = from + LAST;
        while (at < limit)
        {
            load(at - Integer.BYTES + 1);
            int i = (int)(at - pieceOffset);
            final int end = (int)Math.min(pieceLength, limit - pieceOffset);
            while (i < end)
            {
                final int step = STEPS[piece[i] & 0xFF];
                if (step == 0 && isMagic(i))
                {
                    return pieceOffset + i - LAST;
                }
                i += step == 0 ? Integer.BYTES : step;
            }
            at = pieceOffset + i;
        }
        return to;
    }

    private boolean isMagic(final int last)
    {
        final int magic = piece[last - 3] << 24 | (piece[last - 2] & 0xFF) << 16 | (piece[last - 1] & 0xFF) << 8
            | piece[last] & 0xFF;
        return magic == MAGIC_1 || magic == MAGIC_2 || magic == BLANK_MAGIC;
    }

    /** Loads the piece with four bytes. */
    private void load(final long at) throws IOException
    {
        if (at < pieceOffset || pieceLength - (at - pieceOffset) < Integer.BYTES)
        {
            pieceLength = window.copy(at, piece);
            pieceOffset = at;
        }
    }

    /** The first offset, from {@code from} on, of a byte other than zero; the segment's length if there is none. */
    long nonZero(final long from) throws IOException
    {
        pieceLength = 0;
        for (long at = from; at < window.length;)
        {
            final int count = window.copy(at, piece);
            final int found = Arrays.mismatch(piece, 0, count, ZEROS, 0, count);
            if (found >= 0)
            {
                return at + found;
            }
            at += count;
        }
        return window.length;
    }

    /** The offset behind the segment's last byte other than zero; {@code from} if that is not behind it. */
    long endOfData(final long from) throws IOException
    {
        pieceLength = 0;
        for (long end = window.length; end > from;)
        {
            final long at = Math.max(from, end - PIECE);
            window.copy(at, piece);
            for (int i = (int)(end - at); i > 0; i--)
            {
                if (piece[i - 1] != 0)
                {
                    return at + i;
                }
            }
            end = at;
        }
        return from;
    }
}
