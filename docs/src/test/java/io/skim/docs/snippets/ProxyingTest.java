package io.skim.docs.snippets;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.skim.handlers.route.RouteTable;
import io.skim.handlers.route.Routes;
import io.skim.netty.RemotingFrameHandler;
import io.skim.netty.RemotingProxy;
import io.skim.netty.RemotingTools;
import io.skim.netty.Upstream;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.testing.Frames;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

/** The snippets of the chapter on live connections do what the chapter says, between real sockets. */
class ProxyingTest
{
    private static final int PATIENCE_MILLIS = 20_000;

    private static byte[] read(final Socket socket) throws IOException
    {
        socket.setSoTimeout(PATIENCE_MILLIS);
        final DataInputStream in = new DataInputStream(socket.getInputStream());
        return in.readNBytes(in.readInt());
    }

    private static String text(final byte[] bytes)
    {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @SuppressWarnings("deprecation")
    private static EventLoopGroup loops()
    {
        return new NioEventLoopGroup(1);
    }

    @Test
    void deniesRoutesAndAddsAProperty() throws IOException
    {
        final EventLoopGroup loops = loops();
        try (ServerSocket usual = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
            ServerSocket audit = new ServerSocket(0, 5, InetAddress.getLoopbackAddress()))
        {
            final Upstream broker = Upstream.of("broker", usual.getLocalSocketAddress());
            final Routes<Upstream, RemotingInterest> routes =
                new Routes<>(RouteTable.remoting(broker).sql("$topic = 'audit'",
                    Upstream.of("audit", audit.getLocalSocketAddress())).build());
            final Channel listener =
                Proxying.listen(loops, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), broker,
                    routes);
            final int port = ((InetSocketAddress)listener.localAddress()).getPort();
            try (Socket client = new Socket(InetAddress.getLoopbackAddress(), port))
            {
                client.getOutputStream().write(Frames.binary(25, null, "a=b"));
                assertTrue(text(read(client)).contains("denied by the gateway"));
                client.getOutputStream()
                    .write(Frames.join(Frames.binary(310, null, "body", "b", "Orders", "i", "k\1v\2"),
                        withOpaque(Frames.binary(310, null, "body", "b", "audit", "i", "k\1v\2"), 2)));
                for (final ServerSocket server : new ServerSocket[] {usual, audit})
                {
                    server.setSoTimeout(PATIENCE_MILLIS);
                    try (Socket accepted = server.accept())
                    {
                        final String sent = text(read(accepted));
                        assertTrue(sent.contains(server == audit ? "audit" : "Orders"), sent);
                        assertTrue(sent.contains("k\1v\2gateway\1skim\2"), sent);
                    }
                }
            }
            listener.close().syncUninterruptibly();
        }
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }

    /** A binary frame with another opaque: a client gives each of its requests one. */
    private static byte[] withOpaque(final byte[] frame, final int opaque)
    {
        ByteBuffer.wrap(frame).putInt(13, opaque);
        return frame;
    }

    @Test
    void clientsShareAConnection() throws IOException
    {
        final EventLoopGroup loops = loops();
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress()))
        {
            final Upstream broker = Upstream.of("broker", server.getLocalSocketAddress());
            final RemotingProxy proxy =
                Proxying.sharing(broker, new Routes<>(RouteTable.remoting(broker).build()));
            final Channel listener = new ServerBootstrap().group(loops).channel(NioServerSocketChannel.class)
                .childHandler(proxy.initializer()).bind(InetAddress.getLoopbackAddress(), 0).syncUninterruptibly()
                .channel();
            final int port = ((InetSocketAddress)listener.localAddress()).getPort();
            final byte[] send = Frames.binary(310, null, "body", "b", "Orders", "i", "");
            // The third client is on the connection of the first.
            try (Socket first = new Socket(InetAddress.getLoopbackAddress(), port);
                Socket second = new Socket(InetAddress.getLoopbackAddress(), port);
                Socket third = new Socket(InetAddress.getLoopbackAddress(), port))
            {
                first.getOutputStream().write(send);
                try (Socket shared = server.accept())
                {
                    read(shared);
                    second.getOutputStream().write(send);
                    try (Socket other = server.accept())
                    {
                        read(other);
                        third.getOutputStream().write(send);
                        assertTrue(text(read(shared)).contains("gateway\1skim"));
                    }
                }
            }
            listener.close().syncUninterruptibly();
        }
        finally
        {
            loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
        }
    }

    @Test
    void measuresPulls() throws IOException
    {
        final EventLoopGroup loops = loops();
        final LongAdder nanos = new LongAdder();
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress()))
        {
            final RemotingProxy proxy = RemotingProxy.to(Upstream.of("broker", server.getLocalSocketAddress())).filter(
                () -> new Proxying.PullTimes(nanos)).build();
            final Channel listener = new ServerBootstrap().group(loops).channel(
                NioServerSocketChannel.class).childHandler(proxy.initializer()).bind(InetAddress
                    .getLoopbackAddress(), 0)
                .syncUninterruptibly().channel();
            try (Socket client = new Socket(InetAddress.getLoopbackAddress(),
                ((InetSocketAddress)listener.localAddress()).getPort()))
            {
                final byte[] pull = Frames.binary(11, null, "");
                client.getOutputStream().write(pull);
                try (Socket accepted = server.accept())
                {
                    read(accepted);
                    final byte[] response = pull.clone();
                    response[20] = 1;
                    accepted.getOutputStream().write(response);
                    read(client);
                    assertTrue(nanos.sum() > 0);
                }
            }
            listener.close().syncUninterruptibly();
        }
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }

    @Test
    void passesSendsOnly()
    {
        final EmbeddedChannel out = new EmbeddedChannel();
        final EmbeddedChannel in =
            new EmbeddedChannel(new RemotingFrameHandler(new RemotingTools(), new Proxying.SendsOnly(
                out)));
        final byte[] send = Frames.binary(310, null, "body", "b", "Orders");
        in.writeInbound(
            Unpooled.wrappedBuffer(Frames.join(Frames.binary(11, null, ""), send, Frames.binary(34, null, ""))));
        final ByteBuf passed = out.readOutbound();
        final byte[] bytes = new byte[passed.readableBytes()];
        passed.readBytes(bytes).release();
        assertArrayEquals(send, bytes);
        in.writeInbound(Unpooled.copiedBuffer("GET / HTTP/1.1\r\n", StandardCharsets.US_ASCII));
        assertEquals(false, in.isOpen());
        in.finish();
        out.finish();
    }
}
