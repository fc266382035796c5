package io.skim.command;

import io.airlift.compress.MalformedInputException;
import io.airlift.compress.zstd.ZstdInputStream;
import io.skim.store.capture.DecompressedInput;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that a zstd file holds, of one frame or several. Where the file is malformed or cut off they end, and a listener
 * is told; what is then still in the decompressor's window, at most 8 MiB, is lost. Frames with a larger window are refused,
 * so that memory is limited whatever the file says.
 *
 * @see "RFC 8878"
 */
final class ZstdInput extends DecompressedInput
{
    private final Counted in;
    private final ZstdInputStream plain;

    /** The file; tells its own failures from the decompressor's. */
    private static final class Counted extends FilterInputStream
    {
        private long taken;
        private @Nullable IOException failure;

        Counted(final InputStream in)
        {
            super(in);
        }

        @Override
        public int read() throws IOException
        {
            final byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(final byte[] bytes, final int offset, final int length) throws IOException
        {
            try
            {
                final int read = super.read(bytes, offset, length);
                taken += Math.max(0, read);
                return read;
            }
            catch (final IOException e)
            {
                failure = e;
                throw e;
            }
        }
    }

    ZstdInput(final InputStream in, final Listener listener)
    {
        super(listener);
        this.in = new Counted(in);
        plain = new ZstdInputStream(this.in);
    }

    @Override
    protected int decompress(final byte[] bytes, final int offset, final int length) throws IOException
    {
        try
        {
            return plain.read(bytes, offset, length);
        }
        catch (final MalformedInputException e)
        {
            return broken("ZSTD_MALFORMED",
                "what is compressed is malformed (" + e.getMessage() + "), at byte " + in.taken
                    + " of the zstd file or before");
        }
        catch (final IOException e)
        {
            if (in.failure != null)
            {
                throw in.failure;
            }
            return broken("ZSTD_TRUNCATED", "the zstd file ends after " + in.taken + " bytes inside of a frame");
        }
        catch (final IllegalStateException | IndexOutOfBoundsException | IllegalArgumentException e)
        {
            // The decompressor's checks that are none of the format.
            return broken("ZSTD_MALFORMED", "what is compressed is malformed, at byte " + in.taken
                + " of the zstd file or before");
        }
    }

    @Override
    protected int waiting() throws IOException
    {
        return in.available();
    }
}
