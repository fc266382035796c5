package io.skim.command;

import io.skim.handlers.select.Selector;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.FrameSplitter;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import java.util.List;

/**
 * Copies remoting frames that are selected.
 */
final class RemotingSieve extends Sieve<RemotingInterest>
{
    private static final Limits LIMITS = RemotingDecoder.LIMITS;

    RemotingSieve(final Console console, final Strictness strictness, final List<Selector<RemotingInterest>> selectors,
        final boolean inverted)
    {
        super(console, new RemotingScanner(LIMITS, strictness), new FrameView(LIMITS), selectors, inverted);
    }

    @Override
    UnitStream open(final Source source)
    {
        return new Frames(source, new FrameSplitter(LIMITS));
    }

    /** A stream of frames. */
    private final class Frames extends SplitStream
    {
        private final FrameSplitter splitter;

        Frames(final Source source, final FrameSplitter splitter)
        {
            super(RemotingSieve.this, source, splitter);
            this.splitter = splitter;
        }

        @Override
        void frames()
        {
            while (splitter.next(view))
            {
                final long offset = splitter.frameOffset();
                if (!isWanted(source, offset, inFrame -> offset + inFrame))
                {
                    continue;
                }
                if (packets != null)
                {
                    packets.take(source.stream(), offset, offset + view.length());
                }
                else
                {
                    write(io.skim.scan.spi.Frames.array(view), io.skim.scan.spi.Frames.arrayOffset(view), view
                        .length());
                }
            }
        }
    }
}
