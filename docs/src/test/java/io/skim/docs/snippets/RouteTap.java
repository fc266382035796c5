package io.skim.docs.snippets;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.skim.scan.FrameView;
import io.skim.scan.remoting.FrameSplitter;
import io.skim.scan.remoting.RemotingScanner;

// snippet: pipeline
/** Counts the frames of a route as they pass by; everything goes on to the next handler. */
final class RouteTap extends ChannelInboundHandlerAdapter
{
    private final FrameSplitter splitter = new FrameSplitter();
    private final FrameView frame = new FrameView();
    private final RemotingScanner scanner = new RemotingScanner();
    private final TagRoute route;
    private long matched;

    RouteTap(final TagRoute route)
    {
        this.route = route;
    }

    @Override
    public void channelRead(final ChannelHandlerContext context, final Object message)
    {
        final ByteBuf bytes = (ByteBuf)message;
        if (!splitter.isMalformed())
        {
            splitter.feed(bytes); // borrowed, not retained; neither index moves
            while (splitter.next(frame))
            {
                scanner.scan(frame, TagRoute.INTEREST, route);
                matched += route.matches() ? 1 : 0;
            }
        }
        if (splitter.isMalformed())
        {
            bytes.release();
            context.close();
            return;
        }
        context.fireChannelRead(bytes); // the splitter is done with them
    }

    long matched()
    {
        return matched;
    }
}
// end
