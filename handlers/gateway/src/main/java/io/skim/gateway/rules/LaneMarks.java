package io.skim.gateway.rules;

import io.skim.gateway.config.GatewayConfig.Edit;
import io.skim.scan.remoting.RemotingScanner;
import java.util.List;

/** Tells which consumer groups of a lane read the queue that a request sends to. */
public interface LaneMarks
{
    /** No group of any lane reads anything. */
    LaneMarks NONE = new LaneMarks()
    {
        @Override
        public int find(final RemotingScanner checked, final Decision decision)
        {
            return 0;
        }

        @Override
        public List<Edit> mark(final int group)
        {
            throw new IndexOutOfBoundsException(group);
        }
    };

    /**
     * Finds the groups of the decision's lane that read the queue of a send. Allocates nothing once its tables have grown, unless
     * the decision has a name map.
     *
     * @param checked  whose last scan is that of the send.
     * @param decision with its target, name map and lane.
     * @return their number.
     */
    int find(RemotingScanner checked, Decision decision);

    /**
     * The edit that marks a message for a group.
     *
     * @param group its index among those that were found.
     * @return always the same list for the same group.
     */
    List<Edit> mark(int group);
}
