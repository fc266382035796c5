package io.skim.docs.snippets;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.skim.scan.FrameView;
import io.skim.scan.remoting.FrameSplitter;
import io.skim.scan.remoting.RemotingScanner;

// snippet: pipeline
/** Counts the frames of a route and passes on all bytes. One for each connection. */
final class RouteTap extends ChannelInboundHandlerAdapter
{
    /** One for each event loop, which reads one of its connections at a time. */
    static final class Tools
    {
        private final FrameView frame = new FrameView();
        private final RemotingScanner scanner = new RemotingScanner();
        private final TagRoute route;

        Tools(final TagRoute route)
        {
            this.route = route;
        }
    }

    private final FrameSplitter splitter = new FrameSplitter(); // keeps the beginning of a frame
    private final Tools tools;
    private long matched;

    RouteTap(final Tools tools)
    {
        this.tools = tools;
    }

    @Override
    public void channelRead(final ChannelHandlerContext context, final Object message)
    {
        final ByteBuf bytes = (ByteBuf)message;
        if (!splitter.isMalformed())
        {
            splitter.feed(bytes); // does not retain the buffer; its indices do not move
            while (splitter.next(tools.frame))
            {
                tools.scanner.scan(tools.frame, TagRoute.INTEREST, tools.route);
                matched += tools.route.matches() ? 1 : 0;
            }
            tools.frame.reset(); // keeps no reference to the bytes of this connection
        }
        if (splitter.isMalformed())
        {
            bytes.release();
            context.close();
            return;
        }
        context.fireChannelRead(bytes); // the splitter no longer refers to them
    }

    long matched()
    {
        return matched;
    }
}
// end
