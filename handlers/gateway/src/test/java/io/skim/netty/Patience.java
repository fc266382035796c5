package io.skim.netty;

import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/** How long a proxy under test waits, for other servers when one has responded, and for responses. */
public final class Patience
{
    private Patience()
    {
    }

    /** {@return what has a proxy wait longer than any test does, so that a machine that stands still for some seconds changes nothing} */
    public static UnaryOperator<RemotingProxy.Builder> great()
    {
        return proxy -> proxy.patience(Duration.ofMinutes(5));
    }

    /** {@return what has a proxy wait, and whose clock stands still: what is to come soon after something else is never late} */
    public static UnaryOperator<RemotingProxy.Builder> endless()
    {
        return proxy -> great().apply(proxy).clock(() -> 0);
    }

    /** {@return what gives a proxy another clock for the age of requests} */
    public static UnaryOperator<RemotingProxy.Builder> clock(final LongSupplier clock)
    {
        return proxy -> proxy.clock(clock);
    }
}
