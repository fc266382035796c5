package io.skim.handlers.route;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.skim.scan.remoting.RemotingInterest;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** The second table is taken back while a third one comes: the outcome is that of one after the other. */
@JCStressTest
@Outcome(id = "2, 1, 3", expect = ACCEPTABLE, desc = "First back to table 1, then table 3.")
@Outcome(id = "3, 2, 2", expect = ACCEPTABLE, desc = "First table 3, then back to table 2.")
@Outcome(expect = FORBIDDEN, desc = "A table was lost, or is in force that nobody left in force.")
@State
public class RollBackStress
{
    private final Routes<Integer, RemotingInterest> routes = new Routes<>(Tables.FIRST);

    /** Two tables, so that there is one to go back to. */
    public RollBackStress()
    {
        routes.replace(Tables.SECOND);
    }

    /**
     * Goes back.
     *
     * @param result the table that was in force.
     */
    @Actor
    public void rollBack(final III_Result result)
    {
        result.r1 = Tables.table(routes.rollBack());
    }

    /**
     * Goes on.
     *
     * @param result the table that was in force.
     */
    @Actor
    public void replace(final III_Result result)
    {
        result.r2 = Tables.table(routes.replace(Tables.THIRD));
    }

    /**
     * Looks.
     *
     * @param result the table in force.
     */
    @Arbiter
    public void after(final III_Result result)
    {
        result.r3 = Tables.table(routes.table());
    }
}
