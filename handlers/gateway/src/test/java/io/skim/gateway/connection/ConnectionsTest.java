package io.skim.gateway.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.embedded.EmbeddedChannel;
import io.skim.gateway.events.FlightEvents;
import io.skim.gateway.metrics.CloseReason;
import io.skim.gateway.metrics.Endpoint;
import io.skim.gateway.metrics.GatewayMetrics;
import io.skim.gateway.metrics.Refusal;
import io.skim.gateway.metrics.Side;
import io.skim.scan.Action;
import io.skim.scan.FrameView;
import io.skim.scan.Reason;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.testing.Allocations;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectionsTest
{
    private final GatewayMetrics metrics = new GatewayMetrics("test", () -> 0);
    private final Endpoint listener = metrics.endpoint(Side.CLIENT, "orders");
    private final AtomicLong clock = new AtomicLong();
    private final Lines lines = new Lines(System.Logger.Level.INFO);
    private final Connections connections = new Connections(metrics, new ConnectionLog(lines, 2), Duration.ofMillis(50),
        clock::get);

    @AfterEach
    void close()
    {
        metrics.close();
    }

    private static EmbeddedChannel channel(final String address)
    {
        return new EmbeddedChannel()
        {
            @Override
            protected SocketAddress remoteAddress0()
            {
                return new InetSocketAddress(address, 51234);
            }
        };
    }

    private Connection open()
    {
        return connections.open(channel("10.0.0.7"), listener);
    }

    private static RemotingScanner refused()
    {
        final RemotingScanner scanner = new RemotingScanner();
        scanner.scan(new FrameView().wrap(new byte[] {0, 0, 0, 8, 0, 0, 0, 99, 0, 0, 0, 0}),
            RemotingScanner.interest().field(
                RemotingField.CODE, 0).build(),
            (id, value) -> Action.CONTINUE);
        return scanner;
    }

    @Test
    void aLineSaysHowLongAConnectionWasOpenAndWhatWentThrough()
    {
        final Connection connection = open();
        connection.cluster("blue");
        connection.received(300);
        connection.received(100);
        connection.sent(3, 900);
        clock.addAndGet(12_031_000_000L);
        connections.ended(connection);
        assertEquals(
            List.of("INFO connection closed id=1 listener=orders client=10.0.0.7:51234 cluster=blue seconds=12.031"
                + " frames_in=2 frames_out=3 bytes_in=400 bytes_out=900 why=client_closed"),
            lines.all());
        assertEquals(1, metrics.closed(listener, CloseReason.CLIENT_CLOSED));
        assertEquals(400, metrics.bytes(listener, true));
        assertEquals(900, metrics.bytes(listener, false));
        assertEquals(0, connections.count());
    }

    @Test
    void theFirstReasonCounts()
    {
        final Connection connection = open();
        connection.malformed(refused().fault());
        connection.close(CloseReason.MALFORMED);
        connection.close(CloseReason.BROKER_CLOSED);
        connection.fail(new IOException("Connection reset by peer"));
        connections.ended(connection);
        assertTrue(lines.all().get(0).endsWith("why=malformed reason=header_overruns_frame offset=5"),
            lines.all()::toString);
        assertTrue(lines.all().get(0).startsWith("WARNING "), lines.all()::toString);
        assertFalse(connection.channel().isOpen());
        assertEquals(1, metrics.malformed(Reason.HEADER_OVERRUNS_FRAME));
    }

    @Test
    void anExceptionIsNamed()
    {
        final Connection reset = open();
        reset.fail(new IOException("Connection reset by peer"));
        connections.ended(reset);
        final Connection failed = open();
        failed.fail(new IllegalStateException("outer", new ArithmeticException()));
        connections.ended(failed);
        assertTrue(lines.all().get(0).endsWith("why=client_closed detail=\"IOException: Connection reset by peer\""));
        assertTrue(lines.all().get(1).endsWith("why=error detail=ArithmeticException"));
    }

    @Test
    void textOfPeersCannotForgeALine()
    {
        final Connection connection = connections.open(channel("2001:db8::1"), listener);
        connection.serverName("a.example why=\"idle\"\nconnection closed\u2028\\");
        connection.certificateNames(List.of("subject:CN=" + "x".repeat(200)));
        connections.ended(connection);
        assertTrue(lines.all().get(0)
            .contains(" client=[2001:db8:0:0:0:0:0:1]:51234 tls_name=\"a.example why\\u003d\\\"idle\\\""
                + "\\u000aconnection closed\\u2028\\\\\" tls_subject=\"CN\\u003d" + "x".repeat(117) + "...\" seconds="),
            lines.all()::toString);
    }

    @Test
    void linesOfOneReasonAreLimitedAndThoseOfOthersAreNot()
    {
        for (int i = 0; i < 1000; i++)
        {
            final Connection connection = open();
            connection.because(CloseReason.LIMIT);
            connections.ended(connection);
        }
        assertEquals(20, lines.all().size(), "ten seconds' worth");
        connections.ended(open());
        assertEquals(21, lines.all().size(), "another reason");
        clock.addAndGet(TimeUnit.MILLISECONDS.toNanos(500));
        final Connection late = open();
        late.because(CloseReason.LIMIT);
        connections.ended(late);
        assertTrue(lines.all().get(21).endsWith(" why=limit suppressed=980"), lines.all()::toString);
        final Connection later = open();
        later.because(CloseReason.LIMIT);
        connections.ended(later);
        assertEquals(22, lines.all().size());
    }

    @Test
    void aSilentLoggerIsNotAsked()
    {
        final Lines silent = new Lines(System.Logger.Level.ERROR);
        final Connections quiet = new Connections(metrics, new ConnectionLog(silent, 2), Duration.ofDays(1));
        quiet.ended(quiet.open(channel("10.0.0.7"), listener));
        assertEquals(List.of(), silent.all());
    }

    @Test
    void recordingAllocatesNothing()
    {
        final Connection connection = open();
        final RemotingScanner scanner = refused();
        assertEquals(0, Allocations.by(() -> {
            connection.received(300);
            connection.sent(2, 400);
            connection.answered(310, 1_000_000);
            connection.answered(310, 100_000_000);
            connection.refused(310, Refusal.CODE);
            connection.malformed(scanner.fault());
        }, 20_000, 10_000));
    }

    @Test
    void anIdleConnectionNeedsLittleMemory()
    {
        final ListenerPipeline pipeline =
            ListenerPipeline.of(connections, listener).limits(new ConnectionLimits(1 << 20,
                ConnectionLimits.UNLIMITED)).idleTime(Duration.ofDays(1)).build();
        final int runs = 1000;
        final long bare = Allocations.by(() -> new EmbeddedChannel().pipeline(), 2000, runs);
        final long begun = Allocations.by(() -> {
            final EmbeddedChannel channel = new EmbeddedChannel();
            pipeline.begin(channel.pipeline(), connection -> {});
            channel.pipeline().fireChannelActive();
        }, 2000, runs);
        final long each = (begun - bare) / runs;
        assertTrue(each < 1024, () -> each + " bytes");
    }

    @Test
    void theBusiestAreListedFirstAndNoMoreThanAskedFor()
    {
        for (int i = 0; i < 50; i++)
        {
            open().received(i * 7 % 50);
        }
        assertEquals(List.of(49L, 48L, 47L), connections.busiest(3).stream().map(Connection::bytesIn).toList());
        assertEquals(50, connections.busiest(100).size());
    }

    @Test
    void drainingWaitsForConnectionsAndThenClosesThem() throws Exception
    {
        final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
        final Connection first = open();
        final Connection second = open();
        second.channel().closeFuture().addListener(closed -> connections.ended(second));
        // The time is not over before the first has ended, however slow the machine is: the executor's thread waits for that.
        final CountDownLatch ended = new CountDownLatch(1);
        executor.submit(() -> ended.await(60, TimeUnit.SECONDS));
        final CompletableFuture<Integer> drained = connections.drain(Duration.ofMillis(200), executor);
        assertTrue(connections.isDraining());
        first.close(CloseReason.DRAIN);
        connections.ended(first);
        ended.countDown();
        assertEquals(1, drained.get(60, TimeUnit.SECONDS), "the second had to be closed");
        assertFalse(second.channel().isOpen());
        assertEquals(2, metrics.closed(listener, CloseReason.DRAIN));
        assertEquals(0, metrics.open(listener));
        executor.shutdownNow();
    }

    @Test
    void drainingIsDoneAtOnceWithoutConnections() throws Exception
    {
        final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
        assertEquals(0, connections.drain(Duration.ofDays(1), executor).get(60, TimeUnit.SECONDS));
        executor.shutdownNow();
    }

    @Test
    void flightRecorderShowsWhatHappened(@TempDir final Path folder) throws IOException
    {
        final Path file = folder.resolve("gateway.jfr");
        try (Recording recording = new Recording())
        {
            recording.start();
            final Connection connection = open();
            connection.received(100);
            connection.refused(310, Refusal.CODE);
            connection.malformed(refused().fault());
            connection.answered(11, TimeUnit.MILLISECONDS.toNanos(49));
            connection.answered(11, TimeUnit.MILLISECONDS.toNanos(50));
            FlightEvents.reload(false, 3, "line 4: no such cluster");
            clock.addAndGet(5);
            connections.ended(connection);
            recording.stop();
            recording.dump(file);
        }
        assertEquals(List.of("FrameRefused orders code 310 -1", "FrameRefused orders header_overruns_frame -1 5",
            "SlowRequest orders 11 50", "Reload false 3 line 4: no such cluster",
            "ConnectionClosed orders 10.0.0.7:51234 client_closed 5 1 100"),
            RecordingFile.readAllEvents(file).stream().filter(
                event -> event.getEventType().getName().startsWith("skim.")).map(ConnectionsTest::text)
                .collect(Collectors
                    .toList()));
    }

    private static String text(final RecordedEvent event)
    {
        final String name = event.getEventType().getName().substring("skim.gateway.".length());
        switch (name)
        {
            case "FrameRefused":
                return String.join(" ", name, event.getString("listener"), event.getString("reason"), "" + event.getInt(
                    "code"), "" + event.getLong("offset"));
            case "SlowRequest":
                return String.join(" ", name, event.getString("listener"), "" + event.getInt("code"), "" + event
                    .getDuration("latency").toMillis());
            case "Reload":
                return String.join(" ", name, "" + event.getBoolean("succeeded"), "" + event.getLong("generation"),
                    event
                        .getString("message"));
            default:
                return String.join(" ", name, event.getString("listener"), event.getString("client"), event.getString(
                    "why"), "" + event.getDuration("openFor").toNanos(), "" + event.getLong("framesIn"),
                    "" + event.getLong(
                        "bytesIn"));
        }
    }
}
