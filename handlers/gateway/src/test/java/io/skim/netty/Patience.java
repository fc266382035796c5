package io.skim.netty;

import java.time.Duration;
import java.util.function.UnaryOperator;

/** How long a proxy under test waits for the other servers when one has responded. */
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
}
