package io.skim.netty;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A client's place on a shared connection. */
final class FunnelLink
{
    final FunnelConnection connection;
    final FunnelSide side;
    /** Its producer groups, each with the time of the last heartbeat. */
    final Map<String, Long> groups = new HashMap<>(4);
    /** As the broker knows it; empty before the first heartbeat. */
    String clientId = "";
    /** The last heartbeat, as a oneway request; null if there is none. */
    byte @Nullable [] heartbeat;
    /** Whether the client has gone: nothing is given to it any more. */
    boolean gone;
    /** Whether it waits for its turn to send. */
    boolean paused;
    /** Whether it got something since its output was flushed. */
    boolean touched;
    /** Its requests that a lost connection leaves without a response. */
    int unanswered;

    FunnelLink(final FunnelConnection connection, final FunnelSide side)
    {
        this.connection = connection;
        this.side = side;
    }

    /** Whether it may hold these groups too. A client may change them with each heartbeat, and each is remembered for a time. */
    boolean mayHold(final List<String> more)
    {
        return groups.size() + more.stream().filter(group -> !groups.containsKey(group)).count()
            <= Heartbeat.MOST_GROUPS;
    }
}
