package io.skim.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import io.skim.scan.testing.Settings;
import java.io.ByteArrayOutputStream;
import java.util.Random;

/**
 * A proxy between two peers in this thread: what one writes, the other gets, in segments of any size. At the end no buffer is left.
 */
final class AmqpWire implements AutoCloseable
{
    /** The two channels allocate from it, and nothing else does. */
    final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(false, true);
    final EmbeddedChannel client = new EmbeddedChannel();
    final EmbeddedChannel broker = new EmbeddedChannel();
    private final Random random = new Random(Settings.seed());
    private final int segment;

    /**
     * Connects two channels.
     *
     * @param segment the longest chunk that is received at once; 1 for each byte alone.
     */
    AmqpWire(final AmqpProxy proxy, final int segment)
    {
        this.segment = segment;
        client.config().setAllocator(allocator);
        broker.config().setAllocator(allocator);
        proxy.serve(client, broker);
    }

    /** What the proxy sends on of what it receives. */
    private byte[] through(final EmbeddedChannel in, final EmbeddedChannel out, final byte[] bytes)
    {
        int at = 0;
        while (at < bytes.length && in.isOpen())
        {
            final int length = Math.min(bytes.length - at, segment <= 1 ? 1 : 1 + random.nextInt(segment));
            final ByteBuf chunk = allocator.buffer(length).writeBytes(bytes, at, length);
            in.writeInbound(chunk);
            at += length;
        }
        return written(out);
    }

    byte[] toBroker(final byte[] bytes)
    {
        return through(client, broker, bytes);
    }

    byte[] toClient(final byte[] bytes)
    {
        return through(broker, client, bytes);
    }

    /** All that was written to a channel and not taken yet. */
    static byte[] written(final EmbeddedChannel channel)
    {
        channel.runPendingTasks();
        final ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (ByteBuf part = channel.readOutbound(); part != null; part = channel.readOutbound())
        {
            final byte[] bytes = new byte[part.readableBytes()];
            part.readBytes(bytes);
            part.release();
            all.writeBytes(bytes);
        }
        return all.toByteArray();
    }

    /** Carries what both peers have to say until they have nothing more. */
    void run(final ProtonPeer left, final ProtonPeer right)
    {
        boolean moved = true;
        while (moved)
        {
            final byte[] sent = left.output();
            client.runPendingTasks();
            broker.runPendingTasks();
            right.input(toBroker(sent));
            final byte[] answered = right.output();
            left.input(toClient(answered));
            right.input(written(broker));
            left.react();
            right.react();
            moved = sent.length + answered.length > 0;
        }
    }

    @Override
    public void close()
    {
        client.finishAndReleaseAll();
        broker.finishAndReleaseAll();
        client.runPendingTasks();
        broker.runPendingTasks();
        final long held = allocator.metric().usedHeapMemory() + allocator.metric().usedDirectMemory();
        if (held != 0)
        {
            throw new AssertionError(held + " bytes were not released");
        }
    }
}
