package io.skim.netty;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.skim.gateway.tls.Authority;
import io.skim.gateway.tls.KeyFiles;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** As the guide's sidecar: TLS in front of the proxy's handlers, and a copy of each request for another server. */
class TlsSidecarTest
{
    private static final int PATIENCE_SECONDS = 20;

    @RegisterExtension
    static final Listening LISTENING = new Listening(1);

    private final ProxyWatcher watcher = new ProxyWatcher();
    private RemotingPeer.Server broker;
    private RemotingPeer.Server tap;
    private SslContext tls;

    @BeforeEach
    void start(@TempDir final Path folder) throws Exception
    {
        broker = new RemotingPeer.Server();
        tap = new RemotingPeer.Server();
        final KeyFiles files =
            new Authority(folder, "authority").issue("sidecar", Duration.ofDays(1), "mq.example.com");
        tls = SslContextBuilder.forServer(files.chain().toFile(), files.key().toFile()).build();
    }

    @AfterEach
    void stop() throws Exception
    {
        broker.close();
        tap.close();
    }

    private Channel listen(final ByteBufAllocator allocator)
    {
        final Upstream copies = Upstream.of("tap", tap.address());
        final RemotingProxy proxy =
            RemotingProxy.to(Upstream.of("broker", broker.address())).events(watcher).filter(() -> new RemotingFilter()
            {
                @Override
                public void toBroker(final RemotingExchange exchange)
                {
                    exchange.mirror(copies);
                }
            }).build();
        return LISTENING.open(LISTENING.loops(), allocator, new ChannelInitializer<>()
        {
            @Override
            protected void initChannel(final Channel client)
            {
                client.pipeline().addLast(tls.newHandler(client.alloc()));
                proxy.serve(client);
            }
        });
    }

    private SSLSocket connect(final ByteBufAllocator allocator) throws Exception
    {
        final SSLContext trusting = SSLContext.getInstance("TLS");
        trusting.init(null, InsecureTrustManagerFactory.INSTANCE.getTrustManagers(), null);
        final Socket plain = new Socket(InetAddress.getLoopbackAddress(), Listening.port(listen(allocator)));
        final SSLSocket encrypted =
            (SSLSocket)trusting.getSocketFactory().createSocket(plain, "mq.example.com", plain.getPort(), true);
        encrypted.startHandshake();
        return encrypted;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void requestsGoOnWithoutTlsAndTheTapGetsThemToo(final boolean direct) throws Exception
    {
        try (RemotingPeer client = RemotingPeer.of(connect(new UnpooledByteBufAllocator(direct))))
        {
            RemotingPeer server = null;
            RemotingPeer copies = null;
            for (int i = 1; i < 50; i++)
            {
                final byte[] request =
                    RemotingPeer.encode(RemotingPeer.request(SerializeType.ROCKETMQ, 310, i, new byte[i * 1_000], "b",
                        "Orders"));
                client.write(request);
                server = server != null ? server : broker.accept();
                copies = copies != null ? copies : tap.accept();
                assertArrayEquals(request, server.readFrame());
                assertArrayEquals(request, copies.readFrame());
                server.write(
                    RemotingPeer.response(RemotingPeer.request(SerializeType.ROCKETMQ, 310, i, null), 0, new byte[i]));
                assertEquals(i, client.read().getOpaque());
            }
            assertEquals(1, watcher.opened.get());
        }
        assertEquals(CloseReason.CLIENT_CLOSED, watcher.closed.poll(PATIENCE_SECONDS, TimeUnit.SECONDS));
    }

    @Test
    void aClientThatEndsItsOutputGetsTheResponsesThatItWaitsForAndThenTheEnd() throws Exception
    {
        try (SSLSocket socket = connect(UnpooledByteBufAllocator.DEFAULT);
            RemotingPeer client = RemotingPeer.of(socket))
        {
            client.write(RemotingPeer.request(SerializeType.JSON, 310, 7, null, "b", "Orders"));
            final RemotingPeer server = broker.accept();
            final RemotingCommand request = server.read();
            socket.shutdownOutput();
            server.write(RemotingPeer.response(request, 0, null));
            assertEquals(7, client.read().getOpaque());
            assertNull(client.readFrame());
            assertEquals(CloseReason.CLIENT_CLOSED, watcher.closed.poll(PATIENCE_SECONDS, TimeUnit.SECONDS));
        }
    }

    /** As a client that closes TLS first, and TCP when the peer has. */
    @Test
    void theEndOfTheOutputInsideOfTlsIsEnough() throws Exception
    {
        final SslContext trusting = SslContextBuilder.forClient().trustManager(InsecureTrustManagerFactory.INSTANCE)
            .build();
        final Channel client = new Bootstrap().group(LISTENING.loops()).channel(NioSocketChannel.class).handler(
            new ChannelInitializer<>()
            {
                @Override
                protected void initChannel(final Channel channel)
                {
                    channel.pipeline().addLast(trusting.newHandler(channel.alloc()));
                }
            }).connect(listen(UnpooledByteBufAllocator.DEFAULT).localAddress()).sync().channel();
        client.writeAndFlush(Unpooled.wrappedBuffer(RemotingPeer.encode(RemotingPeer.request(SerializeType.JSON, 310, 7,
            null, "b", "Orders")))).sync();
        final RemotingPeer server = broker.accept();
        final RemotingCommand request = server.read();
        client.pipeline().get(SslHandler.class).closeOutbound().sync();
        server.write(RemotingPeer.response(request, 0, null));
        assertEquals(CloseReason.CLIENT_CLOSED, watcher.closed.poll(PATIENCE_SECONDS, TimeUnit.SECONDS));
        assertTrue(client.closeFuture().await(PATIENCE_SECONDS, TimeUnit.SECONDS));
    }
}
