package io.skim.gateway.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.skim.handlers.route.NameMap;
import io.skim.handlers.route.NameRewriter;
import io.skim.handlers.route.ResourceKind;
import io.skim.scan.FrameView;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.Frames;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The name maps of the gateway's file. */
class NameMappingTest
{
    private static final Map<String, String> TABLE = Map.of("Orders", "Orders_of_may", "readers", "r");

    private static void assertBoth(final NameMapping map, final String client, final String server)
    {
        for (final ResourceKind kind : List.of(ResourceKind.TOPIC, ResourceKind.GROUP))
        {
            assertEquals(server, map.toBroker(kind, client));
            assertEquals(client, map.toClient(kind, server));
        }
    }

    @Test
    void theTableGoesBeforePrefixAndSuffix()
    {
        final NameMapping map = new NameMapping("a_", "_z", TABLE);
        assertBoth(map, "Orders", "Orders_of_may");
        assertBoth(map, "Payments", "a_Payments_z");
        assertBoth(map, "%RETRY%readers", "%RETRY%r");
        assertBoth(map, "%DLQ%others", "%DLQ%a_others_z");
        assertBoth(map, "TBW102", "TBW102");
        for (final String other : List.of("", "Orders", "a_Payments", "Payments_z", "a__z"))
        {
            assertEquals(other, map.toClient(ResourceKind.TOPIC, other));
        }
    }

    @Test
    void topicsForRepliesStayUnlessTheTableHasThem()
    {
        final NameMapping map = new NameMapping("a_", "_z", Map.of("b_REPLY_TOPIC", "c"));
        final NameMap rocketmq = map.exceptReplies();
        for (final String topic : List.of("main_REPLY_TOPIC", "main_REPLY_TOPIC_z_REPLY_TOPIC", "_REPLY_TOPIC"))
        {
            assertEquals(topic, rocketmq.toBroker(ResourceKind.TOPIC, topic));
            assertEquals(topic, rocketmq.toClient(ResourceKind.TOPIC, topic));
            assertEquals("a_" + topic + "_z", rocketmq.toBroker(ResourceKind.GROUP, topic));
            assertEquals("a_" + topic + "_z", map.toBroker(ResourceKind.TOPIC, topic), "an address of AMQP");
        }
        assertEquals("c", rocketmq.toBroker(ResourceKind.TOPIC, "b_REPLY_TOPIC"));
        assertEquals("b_REPLY_TOPIC", rocketmq.toClient(ResourceKind.TOPIC, "c"));
        assertEquals("Orders", rocketmq.toClient(ResourceKind.TOPIC, "a_Orders_z"));
    }

    /** {@code Orders_REPLY} and {@code Orders_REPLY_TOPIC} would be one name. */
    @ParameterizedTest
    @ValueSource(strings = {"_TOPIC", "C", "_REPLY_TOPIC", "_of_may_REPLY_TOPIC"})
    void noSuffixMakesTopicsForReplies(final String suffix)
    {
        assertThrows(IllegalArgumentException.class, () -> new NameMapping("a_", suffix, Map.of()));
    }

    @Test
    void aTableAloneLeavesOtherNamesAsTheyAre()
    {
        final NameMapping map = new NameMapping("", "", TABLE);
        assertBoth(map, "Orders", "Orders_of_may");
        assertBoth(map, "Payments", "Payments");
        assertThrows(IllegalArgumentException.class, () -> new NameMapping("CID_RMQ_SYS_", "", Map.of()));
    }

    @Test
    void makesNoGarbageOnAnyKindOfBuffer()
    {
        final byte[] frame = Frames.binary(310, null, "body", "a", "readers", "b", "Payments", "i",
            "PGROUP\1readers\2RETRY_TOPIC\1Orders\2");
        final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(true, true);
        final ByteBuf direct = allocator.directBuffer().writeBytes(frame);
        final ByteBuf composite = allocator.compositeBuffer(2).addComponents(true, allocator.directBuffer().writeBytes(
            frame, 0, 40), allocator.directBuffer().writeBytes(frame, 40, frame.length - 40));
        final NameRewriter names = new NameRewriter(new NameMapping("a_", "_z", TABLE));
        final FrameView view = new FrameView();
        final byte[] out = new byte[200];
        assertEquals(0, Allocations.by(() -> {
            assertTrue(names.toBroker(view.wrap(frame)) && names.patch().writeHeader(out, 0) > 0);
            assertTrue(names.toBroker(view.wrap(direct)) && names.patch().writeHeader(out, 0) > 0);
            assertTrue(names.toBroker(view.wrap(composite)) && names.patch().writeHeader(out, 0) > 0);
            assertTrue(names.toClient(view.wrap(direct)));
        }, 20_000, 1_000));
        view.reset();
        direct.release();
        composite.release();
    }
}
