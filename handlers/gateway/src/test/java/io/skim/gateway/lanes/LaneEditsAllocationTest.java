package io.skim.gateway.lanes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.gateway.config.ConfigFiles;
import io.skim.gateway.config.GatewayConfig.Lane;
import io.skim.gateway.rules.LaneMarks;
import io.skim.gateway.rules.LaneRequests;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.testing.Allocations;
import java.nio.charset.StandardCharsets;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LaneEditsAllocationTest
{
    /** The whole way of a send: its lane, the groups that read its queue, and the header with their marks. */
    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void aSendOfALaneAllocatesNothing(final SerializeType type)
    {
        final Object broker = new Object();
        final LaneReaders readers = new LaneReaders();
        final LaneEdits edits = new LaneEdits(readers, Limits.DEFAULT, Strictness.STRICT);
        final LaneMarks marks = edits.marks(cluster -> broker);
        final LaneRequests requests = new LaneRequests(ConfigFiles.with("""
            lanes:
              - {name: gray, match: {clients: 10.9.0.0/16}}
              - {name: blue, match: {clients: 10.8.0.0/16}}
            """), marks);
        final byte[] group = "readers".getBytes(StandardCharsets.UTF_8);
        final byte[] topic = "orders".getBytes(StandardCharsets.UTF_8);
        for (final Lane lane : requests.config().lanes())
        {
            readers.client().read(lane, new LaneReaders.Place().at(broker, topic, 0, topic.length), group, 0,
                group.length, 1, 0);
        }
        final byte[] out = new byte[4_096];
        final long[] written = {0};
        requests.prepare(type, "orders", "others");
        assertEquals("{LANE=gray, LANE_readers=gray}", requests.properties(0));
        assertEquals("{LANE=gray}", requests.properties(1));
        assertEquals(0, Allocations.by(() -> written[0] += requests.next(edits, out), 200_000, 40_000));
        assertTrue(requests.marked() >= 80_000);
    }
}
