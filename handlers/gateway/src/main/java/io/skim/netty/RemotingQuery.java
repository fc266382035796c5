package io.skim.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.skim.encode.JsonRemotingEncoder;
import io.skim.scan.remoting.RemotingFlag;
import io.skim.scan.remoting.RemotingLanguage;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Asks a server something on behalf of the proxy itself: a request without ext fields and body, by a connection of its own, which is
 * closed when the response has come.
 *
 * <pre>
 * RemotingQuery.ask(loop, nameServer, RequestCode.GET_BROKER_CLUSTER_INFO.code(), tools, Duration.ofSeconds(3), answer);
 * </pre>
 */
public final class RemotingQuery
{
    private static final int OPAQUE = 1;
    private static final int USUAL_LENGTH = 128;

    /** Receives the outcome, on the event loop. One method is called, once. */
    public interface Answer
    {
        /**
         * Receives the response.
         *
         * @param response whole, with any code; valid during this call.
         */
        void onResponse(RemotingFrame response);

        /**
         * There is no response.
         *
         * @param cause why.
         */
        void onFailure(Throwable cause);
    }

    private RemotingQuery()
    {
    }

    /**
     * Asks.
     *
     * @param loop   that the connection belongs to.
     * @param server to ask; its handlers are made for the connection's own channel.
     * @param code   of the request.
     * @param tools  that read the response.
     * @param time   for connection and response, each.
     * @param answer gets the outcome.
     * @throws IllegalArgumentException if the time is less than a millisecond or more than 24 days.
     */
    public static void ask(final EventLoop loop, final Upstream server, final int code, final RemotingTools tools,
        final Duration time, final Answer answer)
    {
        final int millis = (int)BuilderCheck.connect(time).toMillis();
        new Connector(loop, NioSocketChannel.class, PooledByteBufAllocator.DEFAULT, millis).connect(server, null,
            new Asking(Objects.requireNonNull(answer, "answer"), code, millis, tools));
    }

    /** It is a handler of one channel after the other while addresses of the server are tried. */
    @ChannelHandler.Sharable
    private static final class Asking extends ChannelInboundHandlerAdapter implements RemotingFrameListener, Connecting
    {
        private final Answer answer;
        private final int code;
        private final int millis;
        private final RemotingTools tools;
        @SuppressWarnings("NullAway.Init") // begun sets it
        private Channel channel;
        private boolean connected;
        private boolean done;

        Asking(final Answer answer, final int code, final int millis, final RemotingTools tools)
        {
            this.tools = tools;
            this.answer = answer;
            this.code = code;
            this.millis = millis;
        }

        @Override
        public ChannelHandler[] handlers()
        {
            return new ChannelHandler[] {new RemotingFrameHandler(tools, this), this};
        }

        @Override
        public void begun(final Channel fresh)
        {
            channel = fresh;
        }

        @Override
        public void ended(final @Nullable Throwable cause)
        {
            if (cause != null)
            {
                fail(cause);
                return;
            }
            connected = true;
            channel.writeAndFlush(request(channel.alloc().buffer(USUAL_LENGTH)), channel.voidPromise());
            final Future<?> late = channel.eventLoop().schedule(() -> {
                fail(new TimeoutException("no response in " + millis + " ms"));
                channel.close();
            }, millis, TimeUnit.MILLISECONDS);
            channel.closeFuture().addListener(closed -> {
                late.cancel(false);
                fail(new IOException("the connection was closed"));
            });
        }

        private ByteBuf request(final ByteBuf out)
        {
            final JsonRemotingEncoder encoder = new JsonRemotingEncoder();
            encoder.wrap(out).begin(code, RemotingLanguage.OTHER, 0, OPAQUE, 0);
            if (encoder.end() < 0)
            {
                out.release();
                throw new IllegalArgumentException("no request can have the code " + code);
            }
            return out;
        }

        private void fail(final Throwable cause)
        {
            if (!done)
            {
                done = true;
                answer.onFailure(cause);
            }
        }

        @Override
        public void onFrame(final ChannelHandlerContext ctx, final RemotingFrame frame)
        {
            if (!done && RemotingFlag.isResponse(frame.header().flag()) && frame.header().opaque() == OPAQUE)
            {
                done = true;
                answer.onResponse(frame);
                ctx.close();
            }
        }

        @Override
        public void onMalformed(final ChannelHandlerContext ctx, final RemotingFrame frame)
        {
            fail(new IOException("the response is malformed: " + frame.scanner().fault().toMessage()));
            ctx.close();
        }

        @Override
        public void onLost(final ChannelHandlerContext ctx, final FramingLost lost)
        {
            fail(new IOException("the response cannot be read: " + lost));
            ctx.close();
        }

        @Override
        public void exceptionCaught(final ChannelHandlerContext ctx, final Throwable cause)
        {
            // What was written to a channel that could not be connected fails with it; ended tells that.
            if (connected && ctx.channel() == channel)
            {
                fail(cause);
            }
            ctx.close();
        }
    }
}
