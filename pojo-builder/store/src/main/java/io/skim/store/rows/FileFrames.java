package io.skim.store.rows;

import io.skim.scan.Limits;
import java.io.IOException;
import java.io.InputStream;

/** The frames of a file, one after the other as on the wire. Where the framing is lost, the rest is one problem. */
final class FileFrames extends FrameSupply
{
    private final InputStream in;
    private final Cutter cutter;
    private boolean ended;

    FileFrames(final InputStream in, final Limits limits, final Cutter cutter)
    {
        super(limits);
        this.in = in;
        this.cutter = cutter;
    }

    @Override
    boolean next() throws IOException
    {
        while (!ended)
        {
            if (cutter.next().test(frame))
            {
                offset = cutter.splitter().frameOffset();
                return true;
            }
            ended = cutter.splitter().isMalformed() || cutter.splitter().read(in) < 0;
        }
        if (problem == null && !cutter.splitter().end())
        {
            problem = told(cutter.splitter().fault());
            offset = cutter.splitter().frameOffset();
            return true;
        }
        return false;
    }
}
