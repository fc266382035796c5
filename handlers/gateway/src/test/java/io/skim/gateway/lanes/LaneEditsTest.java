package io.skim.gateway.lanes;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.skim.gateway.config.ConfigFiles;
import io.skim.gateway.rules.LaneMarks;
import io.skim.gateway.rules.LaneRequests;
import io.skim.handlers.patch.RemotingRewriter;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What an event loop keeps of the subscriptions that pulls carry. */
class LaneEditsTest
{
    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void subscriptionsOfAnyLengthAreRewrittenAndShortOnesKept(final SerializeType type)
    {
        final LaneEdits edits = new LaneEdits(new LaneReaders(), Limits.DEFAULT, Strictness.STRICT);
        final LaneRequests requests = new LaneRequests(ConfigFiles.with("""
            lanes:
              - {name: gray, match: {clients: 10.9.0.0/16}}
            """), LaneMarks.NONE);
        final RemotingRewriter usual = requests.subscription(edits, type, "TagA || TagB");
        assertNotNull(usual);
        assertSame(usual, requests.subscription(edits, type, "TagA || TagB"));
        final RemotingRewriter longer = requests.subscription(edits, type, "x".repeat(3_000));
        assertNotNull(longer);
        assertNotSame(longer, requests.subscription(edits, type, "x".repeat(3_000)));
        assertSame(usual, requests.subscription(edits, type, "TagA || TagB"));
    }
}
