package io.skim.benchmarks;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.concurrent.CountDownLatch;
import org.HdrHistogram.Histogram;

/**
 * A client's connection that notes how long each answer takes. Answers come in the order of the requests. With a window, it sends a
 * request for each answer; without one it sends when it is told to.
 */
final class GatewayCaller extends ChannelInboundHandlerAdapter
{
    private static final int MOST_WAITING = 1 << 17;

    private final GatewayLoad load;
    private final Histogram latencies;
    private final int window;
    private final CountDownLatch ready;
    private final CountDownLatch ended;
    private final FrameCounter counter = new FrameCounter();
    /** When each request that waits was due, in nanoseconds, by its number. */
    private final long[] due = new long[MOST_WAITING];
    private ChannelHandlerContext context;
    private long asked;
    private long answered;
    private boolean ending;

    /**
     * Makes a connection's handler.
     *
     * @param load      the requests.
     * @param latencies of all connections of one event loop, in nanoseconds.
     * @param window    how many requests wait at a time; 0 for {@link #ask}.
     * @param ready     counted down when it is connected.
     * @param ended     counted down when all is answered after {@link #end}.
     */
    GatewayCaller(final GatewayLoad load, final Histogram latencies, final int window, final CountDownLatch ready,
        final CountDownLatch ended)
    {
        this.load = load;
        this.latencies = latencies;
        this.window = window;
        this.ready = ready;
        this.ended = ended;
    }

    @Override
    public void channelActive(final ChannelHandlerContext ctx)
    {
        context = ctx;
        ready.countDown();
        send(window, System.nanoTime());
    }

    /** Sends requests that were due at a time; from any thread. */
    void ask(final int count, final long dueAt)
    {
        context.executor().execute(() -> send(count, dueAt));
    }

    /** Sends no more, and closes the connection when all is answered; from any thread. */
    void end()
    {
        context.executor().execute(() -> {
            ending = true;
            closeIfAnswered();
        });
    }

    private void send(final int count, final long dueAt)
    {
        if (count == 0)
        {
            return;
        }
        if (asked - answered + count > MOST_WAITING)
        {
            throw new IllegalStateException(MOST_WAITING + " requests wait: the rate is too high");
        }
        int length = 0;
        for (int i = 0; i < count; i++)
        {
            length += load.request(asked + i).length;
        }
        final ByteBuf out = context.alloc().directBuffer(length);
        for (int i = 0; i < count; i++)
        {
            due[(int)(asked % MOST_WAITING)] = dueAt;
            out.writeBytes(load.request(asked++));
        }
        context.writeAndFlush(out, context.voidPromise());
    }

    @Override
    public void channelRead(final ChannelHandlerContext ctx, final Object message)
    {
        final ByteBuf chunk = (ByteBuf)message;
        final int count = counter.count(chunk);
        chunk.release();
        final long now = System.nanoTime();
        for (int i = 0; i < count; i++)
        {
            latencies.recordValue(now - due[(int)(answered++ % MOST_WAITING)]);
        }
        if (window > 0 && !ending)
        {
            send(count, now);
        }
        closeIfAnswered();
    }

    private void closeIfAnswered()
    {
        if (ending && asked == answered && context.channel().isOpen())
        {
            context.close();
            ended.countDown();
        }
    }

    @Override
    public void exceptionCaught(final ChannelHandlerContext ctx, final Throwable cause)
    {
        // The measurement then fails, for it waits for all answers.
        cause.printStackTrace();
        ctx.close();
    }
}
