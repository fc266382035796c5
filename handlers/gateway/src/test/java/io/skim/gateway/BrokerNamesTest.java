package io.skim.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.gateway.BrokerNames.Broker;
import io.skim.gateway.BrokerNames.Named;
import io.skim.gateway.config.ConfigFiles;
import io.skim.gateway.config.GatewayConfig;
import io.skim.gateway.config.GatewayConfig.Cluster;
import io.skim.gateway.metrics.GatewayMetrics;
import io.skim.netty.RemotingPeer;
import io.skim.scan.FrameView;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.testing.Allocations;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The table of brokers by their names, and the choice that it serves. */
class BrokerNamesTest
{
    private static final long SECOND = 1_000_000_000L;

    private final AtomicLong clock = new AtomicLong(-7);
    private GatewayMetrics metrics;
    private Upstreams upstreams;
    private Cluster cluster;
    private BrokerNames names;

    @BeforeEach
    void makeTheTable() throws Exception
    {
        final GatewayConfig config = ConfigFiles.with("");
        cluster = config.clusters().get("main");
        metrics = new GatewayMetrics("test", () -> 0);
        upstreams = new Upstreams(config::clusters, config.limits().connect(), metrics);
        names = new BrokerNames(upstreams, "main", clock::get);
    }

    @AfterEach
    void closeTheMetrics()
    {
        metrics.close();
    }

    private static Named named(final String name, final long id, final String address)
    {
        return new Named(name, id, address);
    }

    private void replace(final Named... all)
    {
        names.replace(cluster, List.of(all));
    }

    private Broker find(final String name)
    {
        // Longer than the name, as the array that a header is read into.
        final byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        return names.table().find(Arrays.copyOf(utf8, utf8.length + 3), utf8.length);
    }

    private String place(final String name)
    {
        final Broker broker = find(name);
        return broker == null ? null : broker.place.toString();
    }

    @Test
    void findsEachOfManyBrokersAndNoOther()
    {
        final List<Named> all = new ArrayList<>();
        for (int i = 0; i < BrokerNames.MOST_BROKERS; i++)
        {
            all.add(named("broker-ü" + i, 0, "10.0." + i / 256 + '.' + i % 256 + ":10911"));
        }
        assertNull(find("broker-ü0"));
        for (int count = 0; count <= all.size(); count = 2 * count + 1)
        {
            names.replace(cluster, all.subList(0, count));
            for (int i = 0; i < all.size(); i++)
            {
                assertEquals(i < count ? "10.0." + i / 256 + '.' + i % 256 + ":10911" : null, place("broker-ü" + i));
            }
        }
        assertNull(find(""));
        assertNull(find("broker-ü"));
        assertNull(find("broker-ü00"));
    }

    @Test
    void furtherBrokersAndWhatIsNoneAreLeftOut()
    {
        final List<Named> all = new ArrayList<>();
        for (int i = 0; i < BrokerNames.MOST_BROKERS + 5; i++)
        {
            all.add(named("broker-" + i, 0, "10.0.0.1:" + (1_000 + i)));
        }
        names.replace(cluster, all);
        assertEquals(BrokerNames.MOST_BROKERS, names.table().brokers.size());
        names.add(cluster, named("one more", 0, "10.0.0.9:1"));
        assertEquals(BrokerNames.MOST_BROKERS, names.table().brokers.size());
        clock.addAndGet(BrokerNames.KEPT);
        replace(named("", 0, "10.0.0.1:1"), named("x".repeat(256), 0, "10.0.0.1:2"), named("odd", 0, "10.0.0.1"),
            named("none", 0, ""), named("nobody", -1, "10.0.0.1:3"), named("y".repeat(255), 0, "10.0.0.1:4"), named(
                "six", 0, "2001:db8::9:10911"));
        assertEquals(List.of("six", "y".repeat(255)), names.table().brokers.stream().map(each -> each.name).toList());
        assertEquals("[2001:db8::9]:10911", place("six"));
    }

    @Test
    void theLowestIdIsChosen()
    {
        replace(named("a", 2, "10.0.0.1:2"), named("a", 0, "10.0.0.1:1"), named("a", 1, "10.0.0.1:3"));
        assertEquals("10.0.0.1:1", place("a"));
        replace(named("a", 2, "10.0.0.1:2"), named("a", 1, "10.0.0.1:3"));
        assertEquals("10.0.0.1:3", place("a"));
        replace(named("a", 0, "10.0.0.1:3"));
        assertEquals("10.0.0.1:3", place("a"));
    }

    @Test
    void aBrokerIsKeptForAWhileUnlessAnotherOneHasItsAddress()
    {
        replace(named("a", 0, "10.0.0.1:1"), named("b", 0, "10.0.0.1:2"), named("c", 0, "10.0.0.1:3"));
        final Broker a = find("a");
        assertNull(names.table().only());
        clock.addAndGet(60 * SECOND);
        replace(named("a", 0, "10.0.0.1:1"));
        assertSame(a, find("a"));
        assertEquals(3, names.table().brokers.size());
        replace(named("a", 0, "10.0.0.1:1"), named("d", 0, "10.0.0.1:3"));
        assertNull(find("c"));
        assertEquals("10.0.0.1:2", place("b"));
        clock.addAndGet(60 * SECOND - 1);
        replace(named("a", 0, "10.0.0.1:1"));
        assertNotNull(find("b"));
        clock.addAndGet(1);
        replace(named("a", 0, "10.0.0.1:1"));
        assertNull(find("b"));
        clock.addAndGet(60 * SECOND);
        replace(named("a", 0, "10.0.0.1:1"));
        assertSame(a, names.table().only());
        // A name server that has started again knows nobody yet.
        replace();
        assertSame(a, names.table().only());
    }

    @Test
    void aBrokerThatHasMovedIsAnotherServerAndTheOldOneIsForgottenWithItsLastClient()
    {
        replace(named("a", 0, "10.0.0.1:1"));
        final Broker before = find("a");
        assertTrue(before.entered.enter());
        replace(named("a", 0, "10.0.0.1:9"));
        assertNotSame(before.server(), find("a").server());
        assertSame(cluster, upstreams.clusterOf(before.server()));
        before.entered.leave();
        assertEquals(false, before.entered.enter());
        // Who comes back gets a new one.
        replace(named("a", 0, "10.0.0.1:1"));
        assertNotSame(before.server(), find("a").server());
    }

    @Test
    void anAnswerAddsBrokersAndChangesNone()
    {
        names.add(cluster, named("b", 1, "10.0.0.1:2"));
        names.add(cluster, named("a", 0, "10.0.0.1:1"));
        names.add(cluster, named("a", 0, "10.0.0.1:9"));
        names.add(cluster, named("", 0, "10.0.0.1:9"));
        assertEquals("10.0.0.1:1", place("a"));
        assertEquals("10.0.0.1:2", place("b"));
        assertEquals(List.of("a", "b"), names.table().brokers.stream().map(each -> each.name).toList());
    }

    @Test
    void nothingIsKnownOrLearnedWhileTheClusterIsClosed()
    {
        replace(named("a", 0, "10.0.0.1:1"));
        names.close();
        replace(named("a", 0, "10.0.0.1:1"));
        names.add(cluster, named("b", 0, "10.0.0.1:2"));
        assertEquals(List.of(), names.table().brokers);
        names.open();
        replace(named("a", 0, "10.0.0.1:1"));
        assertEquals("10.0.0.1:1", place("a"));
    }

    @Test
    void anyBrokerIsTheFirstThatWasReachable()
    {
        replace(named("b", 0, "10.0.0.1:2"), named("a", 0, "10.0.0.1:1"));
        final long now = System.nanoTime();
        assertSame(find("a"), names.table().any(now));
        names.avoid(find("a").server());
        assertSame(find("b"), names.table().any(now));
        names.avoid(find("b").server());
        assertSame(find("a"), names.table().any(now));
        assertSame(find("a"), names.table().any(now + 60 * SECOND));
        assertNull(BrokerNames.NONE.any(now));
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void aChoiceByTheHeaderAllocatesNothing(final SerializeType type)
    {
        replace(named("broker-a", 0, "10.0.0.1:1"), named("broker-b", 0, "10.0.0.1:2"));
        final int[] codes = {310, 11, 11, 10, 38, 34, 14};
        final String[][] fields = {{"b", "t", "n", "broker-b"}, {"topic", "t", "bname", "broker-a"},
            {"topic", "t", "bname", "broker-c"}, {"topic", "t"}, {"consumerGroup", "g"}, {},
            {"bname", "x".repeat(300)}};
        final byte[][] frames = new byte[codes.length][];
        for (int i = 0; i < codes.length; i++)
        {
            frames[i] = RemotingPeer.encode(RemotingPeer.request(type, codes[i], i, null, fields[i]));
        }
        final BrokerChoice choice = new BrokerChoice();
        final RemotingScanner scanner = new RemotingScanner();
        final FrameView view = new FrameView();
        final int[] next = {0};
        final int[] chosen = new int[2];
        assertEquals(0, Allocations.by(() -> {
            final int i = next[0]++ % frames.length;
            if (scanner.check(view.wrap(frames[i], 0, frames[i].length)))
            {
                choice.choose(codes[i], scanner, null, names.table(), next[0]);
                chosen[choice.refusal() == null && choice.server() != null ? 1 : 0]++;
            }
        }, 42_000, 42_000));
        // It is measured again if the JVM allocates something of its own.
        assertEquals(3 * next[0] / 7, chosen[0]);
        assertEquals(4 * next[0] / 7, chosen[1]);
    }
}
