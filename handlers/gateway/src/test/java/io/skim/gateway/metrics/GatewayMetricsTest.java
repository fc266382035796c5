package io.skim.gateway.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.util.concurrent.FastThreadLocalThread;
import io.skim.scan.Reason;
import io.skim.scan.remoting.RequestCode;
import io.skim.scan.testing.Allocations;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GatewayMetricsTest
{
    private final AtomicLong memory = new AtomicLong(4096);
    private final GatewayMetrics metrics = new GatewayMetrics("1.2.3", memory::get);

    @AfterEach
    void close()
    {
        metrics.close();
    }

    private String scrape() throws IOException
    {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        metrics.scrape(out);
        return out.toString(StandardCharsets.UTF_8);
    }

    private void assertScraped(final String... lines) throws IOException
    {
        final String scrape = scrape();
        for (final String line : lines)
        {
            assertTrue(scrape.contains("\n" + line + "\n"), () -> line + "\nis not in\n" + scrape);
        }
    }

    @Test
    void recordingAllocatesNothing()
    {
        final LoopMetrics loop = metrics.loop();
        final Endpoint listener = metrics.endpoint(Side.CLIENT, "orders");
        final RuleCounter rule = metrics.rule("first");
        assertEquals(0, Allocations.by(() -> {
            metrics.loop().received(listener, 300);
            loop.sent(listener, 2, 600);
            loop.answered(RequestCode.SEND_MESSAGE_V2.code(), 1_234_567);
            loop.answered(77_777, 1_000);
            loop.refused(Refusal.CODE);
            loop.malformed(Reason.TRUNCATED);
            loop.acted(FrameAction.EDITED);
            loop.timedOut(TimeoutKind.REQUEST);
            loop.matched(rule);
            loop.opened(listener);
            loop.closed(listener, CloseReason.IDLE);
        }, 20_000, 10_000));
    }

    @Test
    void showsWhatWasRecorded() throws IOException
    {
        final LoopMetrics loop = metrics.loop();
        final Endpoint listener = metrics.endpoint(Side.CLIENT, "orders");
        final Endpoint cluster = metrics.endpoint(Side.BROKER, "blue");
        loop.received(listener, 300);
        loop.received(listener, 200);
        loop.sent(cluster, 2, 510);
        loop.opened(listener);
        loop.opened(listener);
        loop.closed(listener, CloseReason.CLIENT_CLOSED);
        loop.refused(Refusal.RATE);
        loop.malformed(Reason.HEADER_TOO_LONG);
        loop.acted(FrameAction.MIRRORED);
        loop.timedOut(TimeoutKind.CONNECT);
        loop.matched(metrics.rule("gray \"lane\""));
        metrics.reloaded(true);
        metrics.reloaded(false);
        metrics.reloaded(false);
        assertScraped("skim_gateway_frames_total{direction=\"in\",endpoint=\"orders\",side=\"client\"} 2.0",
            "skim_gateway_bytes_total{direction=\"in\",endpoint=\"orders\",side=\"client\"} 500.0",
            "skim_gateway_frames_total{direction=\"out\",endpoint=\"blue\",side=\"broker\"} 2.0",
            "skim_gateway_bytes_total{direction=\"out\",endpoint=\"blue\",side=\"broker\"} 510.0",
            "skim_gateway_connections{endpoint=\"orders\",side=\"client\"} 1.0",
            "skim_gateway_connections_opened_total{endpoint=\"orders\",side=\"client\"} 2.0",
            "skim_gateway_connections_closed_total{endpoint=\"orders\",side=\"client\",why=\"client_closed\"} 1.0",
            "skim_gateway_connections_closed_total{endpoint=\"orders\",side=\"client\",why=\"idle\"} 0.0",
            "skim_gateway_refusals_total{reason=\"rate\"} 1.0",
            "skim_gateway_malformed_total{reason=\"header_too_long\"} 1.0",
            "skim_gateway_actions_total{action=\"mirrored\"} 1.0", "skim_gateway_timeouts_total{kind=\"connect\"} 1.0",
            "skim_gateway_rule_hits_total{rule=\"gray \\\"lane\\\"\"} 1.0",
            "skim_gateway_reloads_total{outcome=\"ok\"} 1.0", "skim_gateway_reloads_total{outcome=\"failed\"} 2.0",
            "skim_gateway_direct_memory_bytes 4096.0", "skim_gateway_info{version=\"1.2.3\"} 1");
    }

    @Test
    void showsLatenciesAsAHistogramOfEachCode() throws IOException
    {
        final LoopMetrics loop = metrics.loop();
        loop.answered(RequestCode.SEND_MESSAGE_V2.code(), 128_000);
        loop.answered(RequestCode.SEND_MESSAGE_V2.code(), 128_001);
        loop.answered(RequestCode.SEND_MESSAGE_V2.code(), 60_000_000_000L);
        assertScraped("skim_gateway_request_seconds_bucket{code=\"SEND_MESSAGE_V2\",le=\"1.28E-4\"} 1",
            "skim_gateway_request_seconds_bucket{code=\"SEND_MESSAGE_V2\",le=\"2.56E-4\"} 2",
            "skim_gateway_request_seconds_bucket{code=\"SEND_MESSAGE_V2\",le=\"33.554432\"} 2",
            "skim_gateway_request_seconds_bucket{code=\"SEND_MESSAGE_V2\",le=\"+Inf\"} 3",
            "skim_gateway_request_seconds_count{code=\"SEND_MESSAGE_V2\"} 3");
        assertFalse(scrape().contains("code=\"PULL_MESSAGE\""));
    }

    @Test
    void everyKnownCodeHasANameAndAllOthersShareOne()
    {
        final LoopMetrics loop = metrics.loop();
        for (final RequestCode code : RequestCode.values())
        {
            loop.answered(code.code(), 1);
        }
        for (final int code : new int[] {Integer.MIN_VALUE, -1, 0, 9, 8191, 8192, 199_999, 200_255, 200_256, 3442,
            Integer.MAX_VALUE})
        {
            loop.answered(code, 1);
        }
        final List<Latency> latencies = metrics.latencies();
        final List<String> expected = new ArrayList<>();
        for (final RequestCode code : RequestCode.values())
        {
            expected.add(code.name() + " 1");
        }
        expected.add("other 11");
        assertEquals(expected, latencies.stream().map(latency -> latency.code() + " " + latency.count()).toList());
    }

    @Test
    void quantilesAreAtMostASixteenthTooHigh()
    {
        for (int i = 1; i <= 1000; i++)
        {
            metrics.loop().answered(10, i * 1_000_000L);
        }
        final Latency latency = metrics.latencies().get(0);
        for (final double quantile : new double[] {0.5, 0.9, 0.99, 0.999, 1})
        {
            final long exact = (long)(quantile * 1_000_000);
            final long shown = latency.quantileMicros(quantile);
            assertTrue(shown >= exact && shown <= exact + exact / 16 + 1, quantile + ": " + shown);
        }
        assertEquals(500_500_000_000L, latency.sumNanos());
        assertEquals(0, latency.since(latency).quantileMicros(0.5));
        assertEquals(0, latency.since(latency).count());
        assertSame(latency, latency.since(null));
    }

    @Test
    void whatManyThreadsRecordAddsUp() throws InterruptedException
    {
        final Endpoint listener = metrics.endpoint(Side.CLIENT, "orders");
        final List<Thread> threads = new ArrayList<>();
        final CountDownLatch go = new CountDownLatch(1);
        for (int t = 0; t < 4; t++)
        {
            // Of both kinds: what a Netty thread recorded moves to another place when it ends.
            final Runnable work = () -> {
                await(go);
                for (int i = 0; i < 50_000; i++)
                {
                    metrics.loop().received(listener, 3);
                    metrics.loop().answered(i % 2 == 0 ? 10 : 11, i);
                }
            };
            threads.add(t % 2 == 0 ? new FastThreadLocalThread(work) : new Thread(work));
        }
        threads.forEach(Thread::start);
        go.countDown();
        long before = 0;
        while (threads.stream().anyMatch(Thread::isAlive))
        {
            final long now = metrics.frames(listener, true);
            assertTrue(now >= before, "counts never go back");
            before = now;
        }
        for (final Thread thread : threads)
        {
            thread.join();
        }
        assertEquals(200_000, metrics.frames(listener, true));
        assertEquals(600_000, metrics.bytes(listener, true));
        assertEquals(List.of(100_000L, 100_000L), metrics.latencies().stream().map(Latency::count).toList());
    }

    private static void await(final CountDownLatch latch)
    {
        try
        {
            latch.await();
        }
        catch (final InterruptedException e)
        {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void namesKeepTheirCountsAndAreBounded() throws IOException
    {
        final RuleCounter first = metrics.rule("first");
        metrics.loop().matched(first);
        assertSame(first, metrics.rule("first"));
        for (int i = 0; i < 3 * GatewayMetrics.MOST_NAMES; i++)
        {
            metrics.loop().matched(metrics.rule("rule " + i));
            metrics.loop().received(metrics.endpoint(Side.CLIENT, "listener " + i), 1);
        }
        assertEquals(1, metrics.matched(first));
        assertEquals(2 * GatewayMetrics.MOST_NAMES + 1, metrics.matched(metrics.rule("other")));
        assertEquals(2 * GatewayMetrics.MOST_NAMES, metrics.frames(metrics.endpoint(Side.CLIENT, "other"), true));
        assertEquals("other", metrics.endpoint(Side.BROKER, "one more").name());
        assertNotSame(metrics.endpoint(Side.CLIENT, "other"), metrics.endpoint(Side.BROKER, "other"));
        assertEquals(GatewayMetrics.MOST_NAMES + 2, metrics.endpoints().size());
    }

    /** Whether a series has a label. */
    private boolean isScraped(final String label) throws IOException
    {
        return scrape().contains(label);
    }

    @Test
    void whatTheConfigurationHasNoMoreHasNoSeriesButKeepsItsCounts() throws IOException
    {
        metrics.loop().matched(metrics.rule("old"));
        metrics.loop().matched(metrics.rule("kept"));
        final Endpoint gone = metrics.endpoint(Side.BROKER, "blue");
        metrics.endpoint(Side.BROKER, "green");
        metrics.endpoint(Side.CLIENT, "orders");
        metrics.loop().opened(gone);
        metrics.configured(Set.of("green"), Set.of("kept", "new"));
        assertFalse(isScraped("rule=\"old\""));
        assertTrue(isScraped("rule=\"kept\""));
        assertTrue(isScraped("endpoint=\"blue\""), "it has a connection");
        assertTrue(isScraped("endpoint=\"green\"") && isScraped("endpoint=\"orders\""));
        metrics.loop().closed(gone, CloseReason.BROKER_CLOSED);
        assertFalse(isScraped("endpoint=\"blue\""));
        assertEquals(List.of("green", "orders"), metrics.endpoints().stream().map(Endpoint::name).toList());

        metrics.configured(Set.of("blue", "green"), Set.of("old", "kept"));
        assertScraped("skim_gateway_rule_hits_total{rule=\"old\"} 1.0",
            "skim_gateway_connections_opened_total{endpoint=\"blue\",side=\"broker\"} 1.0");
    }

    @Test
    void rulesOfManyReloadsHaveSeriesOfTheirOwn() throws IOException
    {
        final LoopMetrics loop = metrics.loop();
        for (int i = 0; i < 3 * GatewayMetrics.MOST_NAMES; i++)
        {
            final String name = "rule " + i;
            final RuleCounter rule = metrics.rule(name);
            assertEquals(name, rule.name());
            loop.matched(rule);
            assertEquals(1, metrics.matched(rule), name);
            metrics.configured(Set.of(), Set.of("rule " + i));
        }
        assertEquals(1, scrape().lines().filter(line -> line.startsWith("skim_gateway_rule_hits_total{")).count());
    }

    @Test
    void anEndpointAddedLaterCountsInLoopsThatWereThereBefore()
    {
        final LoopMetrics loop = metrics.loop();
        loop.refused(Refusal.RULE);
        final Endpoint late = metrics.endpoint(Side.BROKER, "late");
        assertEquals(0, metrics.open(late));
        loop.opened(late);
        loop.closed(late, CloseReason.DRAIN);
        loop.opened(late);
        assertEquals(1, metrics.open(late));
        assertEquals(1, metrics.closed(late, CloseReason.DRAIN));
        assertEquals(1, metrics.refused(Refusal.RULE));
    }
}
