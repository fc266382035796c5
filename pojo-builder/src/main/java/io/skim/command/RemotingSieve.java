package io.skim.command;

import io.skim.handlers.select.Selector;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.FrameSplitter;
import io.skim.scan.remoting.RemotingScanner;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * Copies remoting frames that are selected.
 */
final class RemotingSieve extends Sieve
{
    private static final int GREATEST_HEADER = 16_777_215;
    private static final int MOST_ENTRIES = 65_536;

    /** The reference has no limit of its own but for the frame's. */
    static final Limits LIMITS = Limits.DEFAULT.withMaxHeaderLength(GREATEST_HEADER).withMaxNameLength(
        GREATEST_HEADER).withMaxValueLength(GREATEST_HEADER).withMaxEntryCount(MOST_ENTRIES);

    RemotingSieve(final Console console, final Strictness strictness, final List<Selector> selectors,
        final boolean inverted)
    {
        super(console, new RemotingScanner(LIMITS, strictness), new FrameView(LIMITS), selectors, inverted);
    }

    @Override
    boolean takesCaptures()
    {
        return true;
    }

    @Override
    UnitStream open(final Source source)
    {
        return new Frames(source);
    }

    @Override
    void read(final InputStream in, final Source source) throws IOException
    {
        read(in, open(source));
    }

    /** A stream of frames. */
    private final class Frames extends UnitStream
    {
        private final FrameSplitter splitter = new FrameSplitter(LIMITS);

        Frames(final Source source)
        {
            super(RemotingSieve.this, source);
        }

        @Override
        boolean feed(final byte[] bytes, final int from, final int length)
        {
            splitter.feed(bytes, from, length);
            while (splitter.next(view))
            {
                if (isWanted(source, splitter.frameOffset(), splitter.frameOffset()))
                {
                    write(view.array(), view.arrayOffset(), view.length());
                }
            }
            if (splitter.isMalformed())
            {
                refuse();
            }
            return !splitter.isMalformed();
        }

        @Override
        void end()
        {
            if (!splitter.end())
            {
                refuse();
            }
        }

        private void refuse()
        {
            report(source, splitter.frameOffset(), splitter.fault(), splitter.fault().offset());
            i++;
        }
    }
}
