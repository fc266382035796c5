package io.skim.handlers.route;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.skim.scan.remoting.RemotingInterest;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A table, with its selectors and interests, that one thread hands to another by a plain field: it is complete. */
@JCStressTest
@Outcome(id = "0", expect = ACCEPTABLE, desc = "Not seen yet.")
@Outcome(id = "1", expect = ACCEPTABLE, desc = "Seen, and complete.")
@Outcome(expect = FORBIDDEN, desc = "Seen with parts missing.")
@State
public class PublishedTableStress
{
    private static final Tables.Thread THREAD = new Tables.Thread();

    /** Neither volatile nor final: the object must do without. */
    private RouteTable<Integer, RemotingInterest> shared;

    /** Makes the table. */
    @Actor
    public void make()
    {
        shared = Tables.first();
    }

    /**
     * Uses it.
     *
     * @param result the frame's target.
     */
    @Actor
    public void use(final I_Result result)
    {
        final RouteTable<Integer, RemotingInterest> seen = shared;
        try
        {
            result.r1 = seen == null ? 0 : THREAD.route(new Router<>(new Routes<>(seen))) == 1 ? 1 : -1;
        }
        catch (final NullPointerException | IndexOutOfBoundsException e)
        {
            result.r1 = -2;
        }
    }
}
