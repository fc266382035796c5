package io.skim.gateway.lanes;

import io.skim.gateway.config.GatewayConfig.Lane;
import io.skim.gateway.config.NameMapping;
import io.skim.handlers.route.NameMap;
import io.skim.handlers.route.NameSink;
import io.skim.handlers.route.ResourceKind;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Gives the groups of a lane's consumers, and the topics of a lane that has its own, the lane's suffix. Allocates nothing. */
public final class LaneNames implements NameMap
{
    private final byte[] suffix;
    private final boolean topics;
    private final boolean groups;
    private final @Nullable LaneNames producers;

    LaneNames(final Lane lane, final boolean topics, final boolean groups)
    {
        suffix = lane.suffix().getBytes(StandardCharsets.UTF_8);
        this.topics = topics;
        this.groups = groups;
        producers = groups && topics ? new LaneNames(lane, true, false) : null;
    }

    /** {@return these names where groups are those of producers, which stay as they are; null if nothing is left} */
    public @Nullable LaneNames ofProducers()
    {
        return groups ? producers : this;
    }

    private boolean concerns(final ResourceKind kind, final byte[] utf8, final int offset, final int length)
    {
        return kind == ResourceKind.TOPIC ? topics && !NameMapping.isForReplies(kind, utf8, offset, length) : groups;
    }

    @Override
    public boolean toBroker(final ResourceKind kind, final byte[] utf8, final int offset, final int length,
        final NameSink out)
    {
        if (length == 0 || !concerns(kind, utf8, offset, length))
        {
            return false;
        }
        out.put(utf8, offset, length).put(suffix);
        return true;
    }

    @Override
    public boolean toClient(final ResourceKind kind, final byte[] utf8, final int offset, final int length,
        final NameSink out)
    {
        final int plain = length - suffix.length;
        if (plain <= 0 || !concerns(kind, utf8, offset, length)
            || !Arrays.equals(utf8, offset + plain, offset + length, suffix, 0, suffix.length))
        {
            return false;
        }
        out.put(utf8, offset, plain);
        return true;
    }
}
