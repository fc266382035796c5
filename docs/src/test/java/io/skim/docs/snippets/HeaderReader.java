package io.skim.docs.snippets;

import io.skim.pojo.RemotingHeader;
import io.skim.pojo.RemotingHeaderReader;
import io.skim.scan.FrameView;

// snippet: pojo
/** Makes objects of headers. */
final class HeaderReader
{
    private final RemotingHeaderReader reader = new RemotingHeaderReader();

    RemotingHeader header(final FrameView frame)
    {
        final RemotingHeader header = reader.read(frame);
        if (header == null)
        {
            throw reader.fault().toException(); // with the reason and the offset
        }
        return header; // yours to keep
    }

    static String tag(final RemotingHeader header)
    {
        return header.properties().get("TAGS");
    }
}
// end
