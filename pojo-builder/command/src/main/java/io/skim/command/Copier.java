package io.skim.command;

import io.skim.scan.FrameView;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Copies frames or messages of files, one held at a time.
 */
abstract class Copier extends InputReader
{
    private static final int BUFFER_LENGTH = 65_536;

    final FrameView view;

    /** Null for nowhere. */
    private @Nullable OutputStream out;

    /**
     * Makes a copier.
     *
     * @param console to report to.
     * @param view    on what is read.
     */
    Copier(final Console console, final FrameView view)
    {
        super(console);
        this.view = view;
    }

    /** Writes to a stream from now on; null for nowhere. */
    final void output(final @Nullable OutputStream stream)
    {
        out = stream == null ? null : new BufferedOutputStream(stream, BUFFER_LENGTH);
    }

    /** Writes packets instead of what they carry, from now on. */
    final void keepPackets()
    {
        packets = new KeptPackets(new PcapngWriter(Objects.requireNonNull(out)));
        packets.begin();
    }

    final void write(final byte[] source, final int from, final int length)
    {
        try
        {
            if (out != null)
            {
                out.write(source, from, length);
            }
        }
        catch (final IOException e)
        {
            throw new OutputException(e);
        }
    }

    @Override
    final void flush()
    {
        console.lines.flush();
        try
        {
            if (out != null)
            {
                out.flush();
            }
        }
        catch (final IOException e)
        {
            throw new OutputException(e);
        }
    }
}
