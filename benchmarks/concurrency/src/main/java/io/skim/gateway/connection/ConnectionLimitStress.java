package io.skim.gateway.connection;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.net.InetAddress;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/** Two clients of one address connect to a gateway that takes one of each address: one of them is taken. */
@JCStressTest
@Outcome(id = {"true, false, 1", "false, true, 1"}, expect = ACCEPTABLE, desc = "One connection.")
@Outcome(expect = FORBIDDEN, desc = "Two connections, or none.")
@State
public class ConnectionLimitStress
{
    private static final InetAddress ADDRESS = InetAddress.getLoopbackAddress();

    private final ConnectionLimits limits = new ConnectionLimits(1, 1);

    private boolean connects()
    {
        if (!limits.tryOpen())
        {
            return false;
        }
        if (limits.tryOpen(ADDRESS))
        {
            return true;
        }
        limits.close();
        return false;
    }

    /**
     * The first client.
     *
     * @param result whether it is taken.
     */
    @Actor
    public void connect(final ZZI_Result result)
    {
        result.r1 = connects();
    }

    /**
     * The second client.
     *
     * @param result whether it is taken.
     */
    @Actor
    public void connectToo(final ZZI_Result result)
    {
        result.r2 = connects();
    }

    /**
     * Looks.
     *
     * @param result the number of connections.
     */
    @Arbiter
    public void after(final ZZI_Result result)
    {
        result.r3 = limits.open() == limits.addresses() ? limits.open() : -1;
    }
}
