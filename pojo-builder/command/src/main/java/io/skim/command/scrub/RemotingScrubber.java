package io.skim.command.scrub;

import io.skim.command.Source;
import io.skim.command.WholeUnits;
import io.skim.scan.FrameView;
import java.io.IOException;

/**
 * Scrubs a stream of remoting frames.
 */
final class RemotingScrubber extends Scrubber
{
    private final ScrubbedFrame frames;

    RemotingScrubber(final WholeUnits input, final Source source, final ScrubbedOutput out, final ScrubbedFrame frames)
    {
        super(input, source, out);
        this.frames = frames;
    }

    @Override
    public void unit(final FrameView unit, final long offset, final long time) throws IOException
    {
        final byte[] scrubbed = frames.scrub(unit);
        if (scrubbed == null)
        {
            drop(offset, offset + frames.faultOffset(), frames.reason(), frames.message());
        }
        else
        {
            write(scrubbed, time);
        }
    }

    @Override
    public void gap()
    {
        // Each frame stands for itself.
    }

    @Override
    public int held()
    {
        return 0;
    }
}
