package io.skim.netty;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.Channel;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A proxy on sockets: peers that do not read, that end their output, that go away.
 */
@SuppressWarnings("deprecation")
class AmqpProxyNetworkTest
{
    private static final byte[] HEADER = {'A', 'M', 'Q', 'P', 0, 1, 0, 0};
    /** An open of container "c" with a max-frame-size of 65,536 and a channel-max of 255. */
    private static final byte[] OPEN = HexFormat.of().parseHex("0000001a02000000" + "005310" + "c00d04a101634070"
        + "00010000" + "6000ff");
    private static final int PATIENCE = 20_000;
    private static final int FRAME = 60_000;
    private static final int FRAMES = 1_700;

    @RegisterExtension
    static final Listening LISTENING = new Listening(1);

    private final Queue<CloseReason> closed = new ConcurrentLinkedQueue<>();
    private ServerSocket server;
    private Socket client;
    private Socket broker;

    @BeforeEach
    void listen() throws Exception
    {
        server = new ServerSocket();
        server.setReceiveBufferSize(1 << 16);
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        final AmqpProxy proxy = AmqpProxy.to(Upstream.of("broker", server.getLocalSocketAddress())).events(
            new AmqpProxyEvents()
            {
                @Override
                public void onClose(final Channel gone, final CloseReason reason, final String detail)
                {
                    closed.add(reason);
                }
            }).timeouts(Duration.ofSeconds(5), Duration.ofMinutes(1)).build();
        final Channel listener = LISTENING.open(proxy.initializer());
        client = new Socket();
        client.setReceiveBufferSize(1 << 16);
        client.setSoTimeout(PATIENCE);
        client.connect(listener.localAddress());
    }

    @AfterEach
    void close() throws IOException
    {
        client.close();
        if (broker != null)
        {
            broker.close();
        }
        server.close();
    }

    /** Opens the connection on both sides. */
    private void open() throws IOException
    {
        client.getOutputStream().write(HEADER);
        client.getOutputStream().write(OPEN);
        broker = server.accept();
        broker.setSoTimeout(PATIENCE);
        assertArrayEquals(HEADER, broker.getInputStream().readNBytes(HEADER.length));
        // Lowered by the reserve, in place.
        final byte[] lowered = OPEN.clone();
        lowered[lowered.length - 6] = 0;
        lowered[lowered.length - 5] = (byte)0xFE;
        assertArrayEquals(lowered, broker.getInputStream().readNBytes(OPEN.length));
        broker.getOutputStream().write(HEADER);
        broker.getOutputStream().write(OPEN);
        assertArrayEquals(HEADER, client.getInputStream().readNBytes(HEADER.length));
        assertArrayEquals(lowered, client.getInputStream().readNBytes(OPEN.length));
    }

    @Test
    void aClientThatDoesNotReadStopsTheBroker() throws Exception
    {
        open();
        // A transfer of handle 0, of 60,000 bytes.
        final byte[] frame = Arrays.copyOf(HexFormat.of().parseHex("0000ea6002000000" + "005314" + "c0020143"), FRAME);
        final AtomicLong written = new AtomicLong();
        final Socket sending = broker;
        final CompletableFuture<Void> done = CompletableFuture.runAsync(() -> {
            try
            {
                for (int i = 0; i < FRAMES; i++)
                {
                    sending.getOutputStream().write(frame);
                    written.addAndGet(FRAME);
                }
            }
            catch (final IOException gone)
            {
                throw new IllegalStateException(gone);
            }
        });
        long before;
        do
        {
            before = written.get();
            Thread.sleep(400);
        }
        while (before != written.get());
        // What sockets and channels hold by themselves, and not the 100 MB that the broker has to send.
        assertTrue(before < 40_000_000, before + " bytes taken from the broker");
        final InputStream in = client.getInputStream();
        for (int i = 0; i < FRAMES; i++)
        {
            assertArrayEquals(frame, in.readNBytes(FRAME));
        }
        done.join();
    }

    @Test
    void aBrokerThatIsNotThereClosesTheConnection() throws Exception
    {
        server.close();
        client.getOutputStream().write(HEADER);
        assertEquals(-1, client.getInputStream().read());
        assertEquals(CloseReason.BROKER_UNREACHABLE, closed.poll());
    }

    /** It goes on to send, and nobody takes that: a mere close would reset the connection. */
    @Test
    void theClientGetsAllThatABrokerHasSentBeforeItsClose() throws Exception
    {
        open();
        final byte[] heartbeat = {0, 0, 0, 8, 2, 0, 0, 0};
        final byte[] close = HexFormat.of().parseHex("0000000c02000000" + "00531845");
        final byte[] sent = new byte[heartbeat.length * 40_000 + close.length];
        for (int i = 0; i < 40_000; i++)
        {
            System.arraycopy(heartbeat, 0, sent, i * heartbeat.length, heartbeat.length);
        }
        System.arraycopy(close, 0, sent, sent.length - close.length, close.length);
        broker.getOutputStream().write(sent);
        broker.shutdownOutput();
        for (int i = 0; i < PATIENCE && closed.isEmpty(); i++)
        {
            Thread.sleep(1);
        }
        assertEquals(CloseReason.BROKER_CLOSED, closed.poll());
        client.getOutputStream().write(heartbeat);
        Thread.sleep(200); // A reset would come at once.
        assertArrayEquals(sent, client.getInputStream().readAllBytes());
    }

    @Test
    void aBrokerThatGoesAwayIsReportedToTheClient() throws Exception
    {
        open();
        broker.setSoLinger(true, 0);
        broker.close();
        final String rest = new String(client.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        assertTrue(rest.contains("amqp:connection:forced"), rest);
        assertEquals(CloseReason.BROKER_CLOSED, closed.poll());
    }

    /** A connection that is closed with input that was not read loses what its peer has not received. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aClientThatGoesOnToSendIsToldWhyItsConnectionEnds(final boolean malformed) throws Exception
    {
        open();
        final byte[] heartbeats = new byte[8 * 1_024];
        for (int i = 0; i < heartbeats.length; i += 8)
        {
            heartbeats[i + 3] = 8;
            heartbeats[i + 4] = 2;
        }
        if (malformed)
        {
            client.getOutputStream().write(new byte[] {0, 0, 0, 12, 2, 0, 0, 0, 0, 0x53, 0x14, 0x40});
        }
        final AtomicBoolean reading = new AtomicBoolean();
        final AtomicLong written = new AtomicLong();
        final CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> {
            try
            {
                while (!reading.get())
                {
                    client.getOutputStream().write(heartbeats);
                    written.addAndGet(heartbeats.length);
                }
            }
            catch (final IOException reset)
            {
                throw new IllegalStateException(reset);
            }
        });
        while (written.get() < 1 << 20)
        {
            Thread.sleep(1);
        }
        if (!malformed)
        {
            broker.setSoLinger(true, 0);
            broker.close();
        }
        while (closed.isEmpty() || written.get() < 4 << 20)
        {
            assertFalse(sending.isCompletedExceptionally(), "the connection is reset");
            Thread.sleep(1);
        }
        reading.set(true);
        sending.join();
        final String rest = new String(client.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        assertTrue(rest.contains(malformed ? "amqp:decode-error" : "amqp:connection:forced"), rest);
    }

    @Test
    void aClientThatHasEndedItsOutputStillReads() throws Exception
    {
        open();
        client.shutdownOutput();
        assertEquals(-1, broker.getInputStream().read());
        final byte[] heartbeat = {0, 0, 0, 8, 2, 0, 0, 0};
        broker.getOutputStream().write(heartbeat);
        assertArrayEquals(heartbeat, client.getInputStream().readNBytes(heartbeat.length));
        broker.close();
        assertEquals(-1, client.getInputStream().read());
        assertEquals(CloseReason.BROKER_CLOSED, closed.poll());
    }
}
