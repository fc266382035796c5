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

    private final FrameSplitter splitter = new FrameSplitter(LIMITS);

    RemotingSieve(final Console console, final Strictness strictness, final List<Selector> selectors,
        final boolean inverted)
    {
        super(console, new RemotingScanner(LIMITS, strictness), new FrameView(LIMITS), selectors, inverted);
    }

    @Override
    void copy(final InputStream in) throws IOException
    {
        splitter.reset();
        long bytes = 0;
        int read = 0;
        while (read >= 0 && !splitter.isMalformed())
        {
            while (splitter.next(view))
            {
                if (isWanted(splitter.frameOffset(), splitter.frameOffset()))
                {
                    write(view.array(), view.arrayOffset(), view.length());
                }
            }
            if (!splitter.isMalformed())
            {
                beforeRead(in, bytes);
                read = splitter.read(in);
                bytes += Math.max(0, read);
            }
        }
        if (splitter.isMalformed() || !splitter.end())
        {
            report(splitter.fault(), splitter.frameOffset(), splitter.fault().offset());
            i++;
        }
    }
}
