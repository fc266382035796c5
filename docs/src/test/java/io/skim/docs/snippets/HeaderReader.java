package io.skim.docs.snippets;

import io.skim.pojo.RemotingHeader;
import io.skim.pojo.RemotingHeaderBuilder;
import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.remoting.RemotingScanner;

// snippet: pojo
/** Makes objects of headers. */
final class HeaderReader
{
    private final RemotingScanner scanner = new RemotingScanner();
    private final RemotingHeaderBuilder builder = new RemotingHeaderBuilder();

    RemotingHeader header(final FrameView frame)
    {
        if (scanner.scan(frame, RemotingHeaderBuilder.INTEREST, builder) != Outcome.COMPLETE)
        {
            throw scanner.fault().toException(); // with the reason and the offset
        }
        return builder.header(); // yours to keep
    }

    static String tag(final RemotingHeader header)
    {
        return header.properties().get("TAGS");
    }
}
// end
