package io.skim.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

class CompressionTest
{
    private static final byte[] GZIP = {0x1F, (byte)0x8B, 8};
    private static final byte[] ZSTD = {0x28, (byte)0xB5, 0x2F, (byte)0xFD, 0};

    @Test
    void aStreamAndItsFirstBytesTellTheSame() throws IOException
    {
        final byte[][] starts = {GZIP, ZSTD, {}, {0x1F}, {0x28, (byte)0xB5, 0x2F}, {0x1F, 0x0B, 8}, {0, 0, 0, 0, 0}};
        final Compression[] expected = {Compression.GZIP, Compression.ZSTD, Compression.NONE, Compression.NONE,
            Compression.NONE, Compression.NONE, Compression.NONE};
        for (int i = 0; i < starts.length; i++)
        {
            final InputStream in = new BufferedInputStream(new ByteArrayInputStream(starts[i]));
            assertEquals(expected[i], Compression.of(in));
            assertArrayEquals(starts[i], in.readAllBytes(), "the stream stays at its beginning");
            assertEquals(expected[i], Compression.of(starts[i]));
        }
    }

    @Test
    void noMoreBytesAreWaitedForThanTell() throws IOException
    {
        assertEquals(Compression.NONE, Compression.of(new OneByte(7)));
        assertEquals(Compression.NONE, Compression.of(new OneByte(0)));
    }

    /** A pipe that has one byte as yet: to read another fails here, where it would wait. */
    private static final class OneByte extends InputStream
    {
        private final int octet;
        private boolean taken;

        OneByte(final int octet)
        {
            this.octet = octet;
        }

        @Override
        public int read() throws IOException
        {
            if (taken)
            {
                throw new IOException("nothing more has come");
            }
            taken = true;
            return octet;
        }

        @Override
        public boolean markSupported()
        {
            return true;
        }

        @Override
        public void mark(final int limit)
        {
            taken = false;
        }

        @Override
        public void reset()
        {
            taken = false;
        }
    }
}
