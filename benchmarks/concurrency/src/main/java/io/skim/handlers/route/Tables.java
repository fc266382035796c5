package io.skim.handlers.route;

import io.skim.scan.FrameView;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.stress.Frames;

/** Tables of routes that send the same frame to targets of their own, and the router that asks them. */
final class Tables
{
    /** What an interest declares for the value that decides in one table, it declares for another value in the next. */
    static final RouteTable<Integer, RemotingInterest> FIRST = first();
    static final RouteTable<Integer, RemotingInterest> SECOND = RouteTable.remoting(-2)
        .sql("tier = 'silver'", 20).sql("$topic = 'none'", 21).sql("region = 'eu'", 2).build();
    static final RouteTable<Integer, RemotingInterest> THIRD = RouteTable.remoting(3).sql("tier = 'eu'", -3).build();

    private Tables()
    {
    }

    static RouteTable<Integer, RemotingInterest> first()
    {
        return RouteTable.remoting(-1).sql("region = 'us'", 10).sql("tier = 'gold'", 1).build();
    }

    /** One thread's own parts. */
    static final class Thread
    {
        private final RemotingScanner scanner = new RemotingScanner();
        private final FrameView frame = Frames.send();

        /** The target of the frame, if the router's table is the one that has it; else 0. */
        int route(final Router<Integer, RemotingInterest> router)
        {
            final boolean ok = router.route(scanner, frame);
            final int target = ok ? router.target() : 0;
            return table(router.table()) == target ? target : 0;
        }
    }

    /** The number of a table, which is the target that it has for the frame. */
    static int table(final RouteTable<Integer, RemotingInterest> table)
    {
        return table == SECOND ? 2 : table == THIRD ? 3 : 1;
    }
}
