package io.skim.docs.snippets;

import io.netty.buffer.ByteBuf;
import io.skim.scan.DataHandler;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.FrameSplitter;
import io.skim.scan.remoting.HeaderSplitter;
import io.skim.scan.remoting.HeaderSplitter.Event;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.agrona.DirectBuffer;

/** Ways to pass frames to a scanner. */
final class Feeding
{
    private final RemotingScanner scanner = new RemotingScanner();
    private final FrameView view = new FrameView();
    private final RemotingInterest interest;
    private final DataHandler handler;

    Feeding(final RemotingInterest interest, final DataHandler handler)
    {
        this.interest = interest;
        this.handler = handler;
    }

    // snippet: buffers
    void scan(final byte[] array, final ByteBuf netty, final ByteBuffer nio, final DirectBuffer agrona)
    {
        scanner.scan(view.wrap(array), interest, handler);
        scanner.scan(view.wrap(netty), interest, handler); // its readable bytes; indices do not move
        scanner.scan(view.wrap(nio), interest, handler); // its remaining bytes; its position does not move
        scanner.scan(view.wrap(agrona, 0, agrona.capacity()), interest, handler);
        view.reset(); // detaches the view from the last buffer
    }
    // end

    // snippet: file
    long scanFile(final Path file) throws IOException
    {
        final FrameSplitter splitter = new FrameSplitter();
        long complete = 0;
        try (FileChannel in = FileChannel.open(file))
        {
            while (!splitter.isMalformed() && splitter.read(in) >= 0)
            {
                while (splitter.next(view))
                {
                    complete += scanner.scan(view, interest, handler) == Outcome.COMPLETE ? 1 : 0;
                }
            }
        }
        if (!splitter.end()) // the stream is malformed, or its last frame is cut off
        {
            throw splitter.fault().toException();
        }
        return complete;
    }
    // end

    // snippet: header-splitter
    private final HeaderSplitter splitter = new HeaderSplitter();
    private long bodyBytes;

    /** Returns false if the stream is malformed. */
    boolean feed(final ByteBuf chunk)
    {
        splitter.feed(chunk);
        for (Event event = splitter.next(); event != Event.MORE; event = splitter.next())
        {
            if (event == Event.HEADER)
            {
                scanner.scan(splitter.header(), interest, handler); // the body may not have arrived
            }
            else if (event == Event.BODY)
            {
                bodyBytes += splitter.piece().length(); // a piece of the body, by reference to the chunk
            }
            else if (event == Event.MALFORMED)
            {
                return false;
            }
        }
        return true; // the splitter has read the whole chunk
    }
    // end

    long bodyBytes()
    {
        return bodyBytes;
    }

    // snippet: limits
    static RemotingScanner smallAndLenient()
    {
        final Limits limits = Limits.DEFAULT.withMaxHeaderLength(65_536).withMaxEntryCount(256);
        return new RemotingScanner(limits, Strictness.LENIENT);
    }
    // end
}
