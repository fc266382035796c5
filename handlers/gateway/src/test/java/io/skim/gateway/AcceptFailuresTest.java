package io.skim.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.skim.gateway.connection.AcceptFailures;
import io.skim.gateway.connection.LineAllowance;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Failures to take a connection, as Netty hands them to a port. A process that really has no file descriptors left is no test: it can
 * load no class from a folder, either.
 */
@Timeout(60)
// Netty 4.2 has other event loops, which 4.1 has not.
@SuppressWarnings("deprecation")
class AcceptFailuresTest
{
    private static final Logger OURS = Logger.getLogger("io.skim.gateway.Gateway");
    private static final Logger NETTYS = Logger.getLogger("io.netty");

    private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> toldByNetty = new LinkedBlockingQueue<>();
    private final Handler ours = GatewayTest.into(told);
    private final Handler nettys = GatewayTest.into(toldByNetty);
    private final BlockingQueue<Channel> served = new LinkedBlockingQueue<>();
    private final EventLoopGroup group = new NioEventLoopGroup(1);

    @BeforeEach
    void listenToTheLogs()
    {
        OURS.addHandler(ours);
        NETTYS.addHandler(nettys);
    }

    @AfterEach
    void end() throws InterruptedException
    {
        OURS.removeHandler(ours);
        NETTYS.removeHandler(nettys);
        group.shutdownGracefully(10, 1_000, TimeUnit.MILLISECONDS).sync();
    }

    private ChannelFuture bind()
    {
        return new ServerBootstrap().group(group).channel(NioServerSocketChannel.class).childHandler(
            new ChannelInitializer<Channel>()
            {
                @Override
                protected void initChannel(final Channel client)
                {
                    served.add(client);
                }
            }).bind(InetAddress.getLoopbackAddress(), 0);
    }

    private Channel listen() throws InterruptedException
    {
        final ChannelFuture bound = bind();
        AcceptFailures.tell(bound, "the listener clients", new LineAllowance(1));
        final Channel port = bound.sync().channel();
        // It is added in a task of the event loop.
        while (port.pipeline().get(AcceptFailures.class) == null)
        {
            Thread.sleep(1);
        }
        return port;
    }

    private static void fail(final Channel port) throws InterruptedException
    {
        port.eventLoop().submit(() -> port.pipeline().fireExceptionCaught(new IOException("Too many open files")))
            .sync();
    }

    @Test
    void failuresAreToldInALineEachAndNotByNetty() throws Exception
    {
        final Channel port = listen();
        for (int i = 0; i < 10; i++)
        {
            fail(port);
        }
        for (int i = 0; i < 10; i++)
        {
            assertEquals(
                "the listener clients takes no connections for the time being: IOException: Too many open files",
                told.poll());
        }
        assertNull(toldByNetty.poll());
        final Channel other = bind().sync().channel();
        fail(other);
        assertNotNull(toldByNetty.poll(), "Netty tells of ports that nobody tells of");
    }

    /** Netty tries again after a second. */
    @Test
    void connectionsAreTakenAgainLater() throws Exception
    {
        final Channel port = listen();
        fail(port);
        try (Socket client = new Socket())
        {
            client.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), ((InetSocketAddress)port
                .localAddress()).getPort()));
            assertNotNull(served.poll(20, TimeUnit.SECONDS));
        }
    }
}
