package io.skim.netty;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** An AMQP client that sends without a pause, and reads late, while its proxy stops. */
class AmqpDrainTest
{
    private static final byte[] HEADER = {'A', 'M', 'Q', 'P', 0, 1, 0, 0};
    /** An open with the container id {@code c} and nothing else. */
    private static final byte[] OPEN = {0, 0, 0, 17, 2, 0, 0, 0, 0, 0x53, 0x10, (byte)0xC0, 4, 1, (byte)0xA1, 1, 'c'};
    private static final byte[] HEARTBEAT = {0, 0, 0, 8, 2, 0, 0, 0};
    private static final int CLOSE = 0x18;
    private static final int MANY = 10_000_000;

    @Test
    @SuppressWarnings("deprecation")
    void theClientGetsTheCloseThoughItGoesOnToSend() throws Exception
    {
        final EventLoopGroup loops = new NioEventLoopGroup(1);
        final BlockingQueue<Channel> channels = new LinkedBlockingQueue<>();
        final Socket client = new Socket();
        try (ServerSocket broker = new ServerSocket(0, 5, InetAddress.getLoopbackAddress()))
        {
            final AmqpProxy proxy =
                AmqpProxy.to(Upstream.of("broker", broker.getLocalSocketAddress())).timeouts(Duration
                    .ofSeconds(5), Duration.ofMinutes(1)).build();
            final Channel listener = new ServerBootstrap().group(loops).channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<Channel>()
                {
                    @Override
                    protected void initChannel(final Channel channel)
                    {
                        proxy.serve(channel);
                        channels.add(channel);
                    }
                }).bind(InetAddress.getLoopbackAddress(), 0).syncUninterruptibly().channel();
            client.setReceiveBufferSize(4_096);
            client.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), ((InetSocketAddress)listener
                .localAddress()).getPort()));
            client.setSoTimeout((int)TimeUnit.SECONDS.toMillis(20));
            client.getOutputStream().write(HEADER);
            client.getOutputStream().write(OPEN);
            final Socket accepted = broker.accept();
            start(accepted.getOutputStream(), HEADER, OPEN);
            start(client.getOutputStream());
            final Channel channel = channels.poll(20, TimeUnit.SECONDS);
            assertNotNull(channel, "a channel of the client");
            final DataInputStream in = new DataInputStream(new BufferedInputStream(client.getInputStream()));
            assertArrayEquals(HEADER, in.readNBytes(HEADER.length));
            assertEquals(0x10, performative(in));
            // Much waits for the client, which it has not read.
            while (channel.isWritable())
            {
                TimeUnit.MILLISECONDS.sleep(5);
            }
            channel.pipeline().fireUserEventTriggered(AmqpProxy.DRAIN);
            int last = 0;
            for (int next = 0; next >= 0; next = performative(in))
            {
                last = next;
            }
            assertEquals(CLOSE, last);
            accepted.close();
        }
        finally
        {
            client.close();
            loops.shutdownGracefully();
        }
    }

    /** The number of a frame's performative; 0 for a heartbeat, -1 at the end of the input. */
    private static int performative(final DataInputStream in) throws IOException
    {
        final int length;
        try
        {
            length = in.readInt();
        }
        catch (final EOFException end)
        {
            return -1;
        }
        final byte[] rest = in.readNBytes(length - 4);
        assertEquals(length - 4, rest.length, "a part of a frame");
        return rest.length > 4 ? rest[6] : 0;
    }

    /** Writes some bytes, and then very many heartbeats. */
    private static void start(final OutputStream out, final byte[]... first)
    {
        final Thread thread = new Thread(() -> {
            try
            {
                for (final byte[] bytes : first)
                {
                    out.write(bytes);
                }
                for (int i = 0; i < MANY; i++)
                {
                    out.write(HEARTBEAT);
                }
            }
            catch (final IOException ended)
            {
                // The proxy has closed the connection.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }
}
