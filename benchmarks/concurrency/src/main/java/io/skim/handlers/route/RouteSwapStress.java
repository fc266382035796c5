package io.skim.handlers.route;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.skim.scan.remoting.RemotingInterest;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A table is replaced while another thread routes: each frame is routed by one table, and never by an older one than before. */
@JCStressTest
@Outcome(id = {"1, 1", "1, 2", "2, 2"}, expect = ACCEPTABLE, desc = "Each frame by one table.")
@Outcome(expect = FORBIDDEN, desc = "A frame by parts of two tables, or back to the old table.")
@State
public class RouteSwapStress
{
    private static final Tables.Thread THREAD = new Tables.Thread();
    private static final Tables.Thread OTHER = new Tables.Thread();

    private final Routes<Integer, RemotingInterest> routes = new Routes<>(Tables.FIRST);
    private final Router<Integer, RemotingInterest> router = new Router<>(routes);

    /** The thread that replaces the table, after a frame of its own: so long the other thread takes for one. */
    @Actor
    public void replace()
    {
        OTHER.route(new Router<>(routes));
        routes.replace(Tables.SECOND);
    }

    /**
     * A thread that routes two frames.
     *
     * @param result their targets.
     */
    @Actor
    public void route(final II_Result result)
    {
        result.r1 = THREAD.route(router);
        result.r2 = THREAD.route(router);
    }
}
