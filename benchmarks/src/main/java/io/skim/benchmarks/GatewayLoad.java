package io.skim.benchmarks;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.skim.handlers.patch.RemotingEdits;
import io.skim.handlers.patch.RemotingRewriter;
import io.skim.scan.FrameView;
import java.net.InetAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;

/**
 * Clients that send windows of requests, and a server that answers each of them: what {@link GatewayCost} puts a contender between.
 * Both work with bytes that were made before.
 */
final class GatewayLoad
{
    static final int WINDOW = 500;
    private static final int PATIENCE_SECONDS = 120;

    private final String name;
    private final byte[][] requests;
    private final byte[][] responses;

    private GatewayLoad(final String name, final List<byte[]> requests, final List<byte[]> responses)
    {
        this.name = name;
        this.requests = window(requests);
        this.responses = window(responses);
    }

    /** Sends of Java clients, and the answers that brokers give to sends. */
    static GatewayLoad sends(final Encoding encoding)
    {
        final List<byte[]> answers = new ArrayList<>();
        for (final byte[] frame : FrameSet.ALL.frames(encoding))
        {
            final RemotingCommand command = Reference.decode(frame);
            if (command.isResponseType() && command.getExtFields() != null
                && command.getExtFields().containsKey("msgId"))
            {
                answers.add(frame);
            }
        }
        return new GatewayLoad("sends", List.of(FrameSet.JAVA.sends(encoding)), answers);
    }

    /** Requests of all codes and clients that are answered and not signed, and responses of all kinds. */
    static GatewayLoad mixed(final Encoding encoding)
    {
        final List<byte[]> requests = new ArrayList<>();
        final List<byte[]> responses = new ArrayList<>();
        for (final byte[] frame : FrameSet.ALL.frames(encoding))
        {
            final RemotingCommand command = Reference.decode(frame);
            if (command.isResponseType())
            {
                responses.add(frame);
            }
            else if (!command.isOnewayRPC() && (command.getExtFields() == null || !command.getExtFields().containsKey(
                "Signature")))
            {
                requests.add(frame);
            }
        }
        return new GatewayLoad("mixed", requests, responses);
    }

    /** As many frames as a window has, each with an opaque of its own. */
    private static byte[][] window(final List<byte[]> frames)
    {
        final byte[][] window = new byte[WINDOW][];
        for (int i = 0; i < WINDOW; i++)
        {
            final byte[] frame = frames.get(i % frames.size());
            final RemotingRewriter rewriter =
                new RemotingRewriter(RemotingEdits.builder().set("opaque", String.valueOf(1_000
                    + i)).build());
            if (!rewriter.rewrite(new FrameView().wrap(frame)))
            {
                throw new IllegalStateException(rewriter.patch().refusal().toString());
            }
            final ByteBuf made = rewriter.patch().apply(Unpooled.wrappedBuffer(frame), Unpooled.buffer().alloc());
            window[i] = new byte[made.readableBytes()];
            made.readBytes(window[i]).release();
        }
        return window;
    }

    String name()
    {
        return name;
    }

    /** The request with a number; they repeat. */
    byte[] request(final long number)
    {
        return requests[(int)(number % WINDOW)];
    }

    /** The response with a number; they repeat. */
    byte[] response(final long number)
    {
        return responses[(int)(number % WINDOW)];
    }

    private static int length(final byte[][] frames)
    {
        int length = 0;
        for (final byte[] frame : frames)
        {
            length += frame.length;
        }
        return length;
    }

    /** The mean length of a request in bytes. */
    int requestLength()
    {
        return length(requests) / WINDOW;
    }

    /** The mean length of a response in bytes. */
    int responseLength()
    {
        return length(responses) / WINDOW;
    }

    /** A server that answers. */
    Channel serve(final EventLoopGroup loop)
    {
        return new ServerBootstrap().group(loop).channel(NioServerSocketChannel.class)
            .childHandler(new ChannelInitializer<>()
            {
                @Override
                protected void initChannel(final Channel channel)
                {
                    channel.pipeline().addLast(new Answering());
                }
            }).bind(InetAddress.getLoopbackAddress(), 0).syncUninterruptibly().channel();
    }

    /** Sends windows on some connections, each the next when all of the last one is answered; returns when all are. */
    void run(final EventLoopGroup loop, final SocketAddress address, final int connections, final int messages)
        throws InterruptedException
    {
        final CountDownLatch done = new CountDownLatch(connections);
        for (int i = 0; i < connections; i++)
        {
            final int windows = messages / connections / WINDOW;
            new Bootstrap().group(loop).channel(NioSocketChannel.class).handler(new ChannelInitializer<>()
            {
                @Override
                protected void initChannel(final Channel channel)
                {
                    channel.pipeline().addLast(new Asking(windows, done));
                }
            }).connect(address).syncUninterruptibly();
        }
        if (!done.await(PATIENCE_SECONDS, TimeUnit.SECONDS))
        {
            throw new IllegalStateException("not all requests of " + name + " were answered");
        }
    }

    /** Writes a response for each request. */
    private final class Answering extends ChannelInboundHandlerAdapter
    {
        private final FrameCounter counter = new FrameCounter();
        private int next;
        private ByteBuf out;

        @Override
        public void channelRead(final ChannelHandlerContext ctx, final Object message)
        {
            final ByteBuf chunk = (ByteBuf)message;
            for (int due = counter.count(chunk); due > 0; due--)
            {
                answer(ctx);
            }
            chunk.release();
        }

        private void answer(final ChannelHandlerContext ctx)
        {
            if (out == null)
            {
                out = ctx.alloc().directBuffer(1 << 17);
            }
            out.writeBytes(responses[next++ % WINDOW]);
        }

        @Override
        public void channelReadComplete(final ChannelHandlerContext ctx)
        {
            if (out != null)
            {
                ctx.writeAndFlush(out, ctx.voidPromise());
                out = null;
            }
        }
    }

    /** Sends windows and counts the bytes of the answers. */
    private final class Asking extends ChannelInboundHandlerAdapter
    {
        private final ByteBuf window = Unpooled.directBuffer(length(requests));
        private final int due = length(responses);
        private final CountDownLatch done;
        private int windows;
        private int received;

        Asking(final int windows, final CountDownLatch done)
        {
            this.windows = windows;
            this.done = done;
            for (final byte[] request : requests)
            {
                window.writeBytes(request);
            }
        }

        @Override
        public void channelActive(final ChannelHandlerContext ctx)
        {
            send(ctx);
        }

        private void send(final ChannelHandlerContext ctx)
        {
            if (windows-- > 0)
            {
                ctx.writeAndFlush(window.retainedDuplicate(), ctx.voidPromise());
                return;
            }
            window.release();
            ctx.close();
            done.countDown();
        }

        @Override
        public void channelRead(final ChannelHandlerContext ctx, final Object message)
        {
            final ByteBuf chunk = (ByteBuf)message;
            received += chunk.readableBytes();
            chunk.release();
            if (received >= due)
            {
                received -= due;
                send(ctx);
            }
        }
    }
}
