package io.skim.handlers.route;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.Settings;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.rocketmq.common.MixAll;
import org.apache.rocketmq.common.topic.TopicValidator;
import org.apache.rocketmq.remoting.protocol.NamespaceUtil;
import org.junit.jupiter.api.Test;

class NameMapTest
{
    private static final NameMap TABLE = NameMap.table(Map.of("Orders", "OrdersOfMay", "A", "B", "B", "A"), Map.of(
        "readers", "readers_1", "\u00E9", "\u65E5"));

    /** What a frame's name becomes. */
    static String mapped(final NameMap map, final boolean toBroker, final ResourceKind kind, final String name)
    {
        final byte[] utf8 = ("xyz" + name + "z").getBytes(StandardCharsets.UTF_8);
        final MappedName mapped = new MappedName(map);
        mapped.begin(toBroker);
        return mapped.map(kind, utf8, 3, utf8.length - 1) ? mapped.result.toString() : name;
    }

    private static void assertBoth(final NameMap map, final ResourceKind kind, final String client, final String broker)
    {
        assertEquals(broker, mapped(map, true, kind, client));
        assertEquals(client, mapped(map, false, kind, broker));
    }

    @Test
    void aTableMapsItsNamesInBothDirectionsAndNoOthers()
    {
        assertBoth(TABLE, ResourceKind.TOPIC, "Orders", "OrdersOfMay");
        assertBoth(TABLE, ResourceKind.TOPIC, "A", "B");
        assertBoth(TABLE, ResourceKind.TOPIC, "B", "A");
        assertBoth(TABLE, ResourceKind.GROUP, "\u00E9", "\u65E5");
        for (final String other : List.of("", "Order", "Orders1", "readers", "orders", "%DLQ%Orders"))
        {
            assertBoth(TABLE, ResourceKind.TOPIC, other, other);
        }
    }

    @Test
    void topicsForRetriesAndDeadLettersFollowTheirGroup()
    {
        assertBoth(TABLE, ResourceKind.TOPIC, "%RETRY%readers", "%RETRY%readers_1");
        assertBoth(TABLE, ResourceKind.TOPIC, "%DLQ%readers", "%DLQ%readers_1");
        assertBoth(NameMap.prefix("gray_"), ResourceKind.TOPIC, "%RETRY%readers", "%RETRY%gray_readers");
        assertBoth(Namespace.of("t").then(NameMap.prefix("x")), ResourceKind.TOPIC, "%DLQ%g", "%DLQ%xt%g");
    }

    @Test
    void theNamesOfTheSystemStayWhateverTheMapSays()
    {
        final NameMap all = NameMap.table(Map.of("TBW102", "x", "rmq_sys_a", "y"), Map.of("CID_RMQ_SYS_a", "z"));
        for (final NameMap map : List.of(all, NameMap.prefix("p"), Namespace.of("n"), NameMap.prefix("p").then(all)))
        {
            assertBoth(map, ResourceKind.TOPIC, "TBW102", "TBW102");
            assertBoth(map, ResourceKind.TOPIC, "rmq_sys_a", "rmq_sys_a");
            assertBoth(map, ResourceKind.GROUP, "CID_RMQ_SYS_a", "CID_RMQ_SYS_a");
        }
    }

    @Test
    void aPrefixIsAddedToNamesThatBeginWithItToo()
    {
        assertBoth(NameMap.prefix("t"), ResourceKind.TOPIC, "test", "ttest");
        assertEquals("other", mapped(NameMap.prefix("t"), false, ResourceKind.TOPIC, "other"));
    }

    @Test
    void affixesAreAddedTogetherAndRemovedTogether()
    {
        final NameMap both = NameMap.affixes("p_", "_s");
        assertBoth(both, ResourceKind.TOPIC, "Orders", "p_Orders_s");
        assertBoth(both, ResourceKind.TOPIC, "%RETRY%readers", "%RETRY%p_readers_s");
        assertBoth(NameMap.affixes("", "_s"), ResourceKind.GROUP, "readers", "readers_s");
        for (final String other : List.of("p_Orders", "Orders_s", "p_s", "p__s", "TBW102"))
        {
            assertEquals(other, both.toClient(ResourceKind.TOPIC, other));
        }
        assertEquals("p_Orders_s", both.toBroker(ResourceKind.TOPIC, "Orders"));
        assertThrows(IllegalArgumentException.class, () -> NameMap.affixes("", ""));
    }

    @Test
    void mapsAreJoinedInTheOrderOfTheWayToTheBroker()
    {
        assertBoth(NameMap.prefix("gray_").then(Namespace.of("tenant")), ResourceKind.TOPIC, "Orders",
            "tenant%gray_Orders");
        assertBoth(TABLE.then(NameMap.prefix("p")).then(NameMap.prefix("q")), ResourceKind.TOPIC, "A", "qpB");
        assertBoth(TABLE.then(NameMap.prefix("p").then(NameMap.prefix("q").then(NameMap.affixes("", "s")))),
            ResourceKind.TOPIC, "A", "qpBs");
        assertBoth(NameMap.prefix("p").then(TABLE), ResourceKind.TOPIC, "A", "pA");
        assertBoth(TABLE.then(NameMap.identity()), ResourceKind.TOPIC, "A", "B");
        assertBoth(NameMap.identity().then(TABLE), ResourceKind.TOPIC, "A", "B");
        // A map that gives up after it has put something has changed nothing.
        final NameMap fickle = new NameMap()
        {
            @Override
            public boolean toBroker(final ResourceKind kind, final byte[] utf8, final int offset, final int length,
                final NameSink out)
            {
                out.put("nothing");
                return false;
            }

            @Override
            public boolean toClient(final ResourceKind kind, final byte[] utf8, final int offset, final int length,
                final NameSink out)
            {
                return toBroker(kind, utf8, offset, length, out);
            }
        };
        assertBoth(TABLE.then(fickle), ResourceKind.TOPIC, "Orders", "OrdersOfMay");
        assertBoth(fickle.then(TABLE), ResourceKind.TOPIC, "%RETRY%readers", "%RETRY%readers_1");
    }

    @Test
    void everyMapGivesBackEveryNameThatItChanged()
    {
        final Random random = new Random(Settings.seed());
        final List<NameMap> maps = List.of(TABLE, NameMap.prefix("gray_"), NameMap.prefix("t").then(TABLE), TABLE.then(
            Namespace.of("\u00E9")), NameMap.prefix("%").then(NameMap.prefix("TBW10")));
        for (int i = 0; i < 50_000; i++)
        {
            final NameMap map = maps.get(i % maps.size());
            final ResourceKind kind = random.nextBoolean() ? ResourceKind.TOPIC : ResourceKind.GROUP;
            final String name = NamespaceTest.name(random);
            final String there = mapped(map, true, kind, name);
            if (!there.equals(name) && !there.startsWith("TBW102"))
            {
                assertEquals(name, mapped(map, false, kind, there));
            }
        }
    }

    @Test
    void mapsThatCouldNotBeUndoneAreRefused()
    {
        assertThrows(IllegalArgumentException.class, () -> NameMap.table(Map.of("a", "x", "b", "x"), Map.of()));
        assertThrows(IllegalArgumentException.class, () -> NameMap.table(Map.of(), Map.of("a", "x", "b", "x")));
        assertThrows(IllegalArgumentException.class, () -> NameMap.table(Map.of("\uD800", "x"), Map.of()));
        for (final String bad : List.of("", "%RETRY%", "%DLQ%x", "rmq_sys_", "CID_RMQ_SYS_", "TBW102", "\uDC00"))
        {
            assertThrows(IllegalArgumentException.class, () -> NameMap.prefix(bad), bad);
        }
    }

    @Test
    void nullIsNoMap()
    {
        assertThrows(NullPointerException.class, () -> new NameRewriter(null));
        assertThrows(NullPointerException.class, () -> NameMap.identity().then(null));
    }

    @Test
    void makesNoGarbage()
    {
        final byte[] name = "%RETRY%readers".getBytes(StandardCharsets.UTF_8);
        final MappedName mapped = new MappedName(TABLE.then(NameMap.prefix("p")).then(Namespace.of("n")));
        assertEquals(0, Allocations.by(() -> {
            mapped.begin(true);
            mapped.map(ResourceKind.TOPIC, name, 0, name.length);
            mapped.begin(false);
            mapped.map(ResourceKind.TOPIC, name, 0, name.length);
        }, 20_000, 1_000));
    }

    private static boolean isReserved(final String name)
    {
        return TopicValidator.isSystemTopic(name) || MixAll.isSysConsumerGroup(name) || NamespaceUtil.isRetryTopic(name)
            || NamespaceUtil.isDLQTopic(name);
    }

    @Test
    void aNameThatWouldBecomeOneOfTheSystemsIsRefused()
    {
        final List<String> reserved = new ArrayList<>(TopicValidator.getSystemTopicSet());
        reserved.addAll(List.of("rmq_sys_a", "CID_RMQ_SYS_a", "%RETRY%a", "%DLQ%a"));
        for (final String name : reserved)
        {
            for (int at = 1; at < name.length(); at++)
            {
                final String begin = name.substring(0, at);
                final String end = name.substring(at);
                if (!isReserved(begin))
                {
                    refuses(NameMap.prefix(begin), end);
                    refuses(NameMap.identity().then(NameMap.prefix(begin)), end);
                    refuses(NameMap.affixes("", end), begin);
                }
            }
            final IllegalArgumentException refusal =
                assertThrows(IllegalArgumentException.class, () -> NameMap.table(Map.of("Orders", name), Map.of()));
            assertTrue(refusal.getMessage().contains("'Orders'") && refusal.getMessage().contains(name), name);
            assertThrows(IllegalArgumentException.class, () -> NameMap.table(Map.of(), Map.of("readers", name)));
        }
    }

    /** A name is refused, also of a group behind a mark, and another name is not. */
    private static void refuses(final NameMap map, final String name)
    {
        for (final ResourceKind kind : List.of(ResourceKind.TOPIC, ResourceKind.GROUP))
        {
            for (final String mark : List.of("", "%RETRY%", "%DLQ%"))
            {
                final MappedName mapped = new MappedName(map);
                mapped.begin(true);
                if (!isReserved(name))
                {
                    final byte[] utf8 = (mark + name).getBytes(StandardCharsets.UTF_8);
                    mapped.map(kind, utf8, 0, utf8.length);
                    assertTrue(mapped.refused, () -> mark + name + " becomes " + mapped.result);
                    assertTrue(assertThrows(IllegalArgumentException.class, () -> map.toBroker(kind, mark + name))
                        .getMessage().contains(mark + name + "'"));
                }
                // The next frame is another one.
                mapped.begin(true);
                final byte[] other = (mark + "other").getBytes(StandardCharsets.UTF_8);
                mapped.map(kind, other, 0, other.length);
                assertEquals(isReserved(mapped.result.toString().substring(mark.length())), mapped.refused);
            }
        }
    }

    @Test
    void halfOfASurrogatePairIsNoName()
    {
        for (final NameMap map : List.of(NameMap.identity(), NameMap.prefix("p_"), Namespace.of("tenant")))
        {
            assertThrows(IllegalArgumentException.class, () -> map.toBroker(ResourceKind.TOPIC, "a\uD800"));
            assertThrows(IllegalArgumentException.class, () -> map.toClient(ResourceKind.GROUP, "a\uD800"));
        }
    }

    @Test
    void aBrokersNameThatTheMapDoesNotGiveMayBecomeAny()
    {
        assertEquals("TBW102", mapped(NameMap.prefix("p_"), false, ResourceKind.TOPIC, "p_TBW102"));
        assertEquals(NamespaceUtil.withoutNamespace("tenant%TBW102", "tenant"), Namespace.of("tenant").strip(
            "tenant%TBW102"));
        // Between two maps any name may be.
        assertBoth(NameMap.prefix("TBW").then(NameMap.prefix("x")), ResourceKind.TOPIC, "102", "xTBW102");
    }
}
