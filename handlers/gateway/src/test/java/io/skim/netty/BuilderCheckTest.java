package io.skim.netty;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Builders refuse what would make each connection fail, or an event loop spin. */
class BuilderCheckTest
{
    private static final Upstream SERVER = Upstream.of("server", 10911);
    private static final Duration SECOND = Duration.ofSeconds(1);
    /** Netty has an int for the milliseconds: this overflows it. */
    private static final Duration TOO_LONG = Duration.ofMillis(1L + Integer.MAX_VALUE);
    /** Netty takes 0 milliseconds for no limit. */
    private static final Duration TOO_SHORT = Duration.ofNanos(999_999);

    private static void refuses(final Executable call)
    {
        assertThrows(IllegalArgumentException.class, call);
    }

    @Test
    void waitsForConnectionsAreMillisecondsOfAnInt()
    {
        for (final Duration wrong : new Duration[] {TOO_LONG, TOO_SHORT, Duration.ZERO, SECOND.negated()})
        {
            refuses(() -> RemotingProxy.to(SERVER).timeouts(wrong, SECOND));
            refuses(() -> AmqpProxy.to(SERVER).timeouts(wrong, SECOND));
            refuses(() -> RemotingFunnel.builder().reconnect(wrong, SECOND, SECOND));
        }
        for (final Duration good : new Duration[] {Duration.ofMillis(1), Duration.ofMillis(Integer.MAX_VALUE)})
        {
            assertNotNull(RemotingProxy.to(SERVER).timeouts(good, Duration.ZERO).build());
            assertNotNull(AmqpProxy.to(SERVER).timeouts(good, Duration.ZERO).build());
            assertNotNull(RemotingFunnel.builder().reconnect(good, SECOND, SECOND).build());
        }
        refuses(() -> RemotingProxy.to(SERVER).timeouts(SECOND, SECOND.negated()));
        refuses(() -> AmqpProxy.to(SERVER).timeouts(SECOND, SECOND.negated()));
    }

    @Test
    void timesForResponsesAreAtLeastAMillisecondAndFitIntoNanoseconds()
    {
        for (final Duration wrong : new Duration[] {Duration.ZERO, TOO_SHORT, SECOND.negated(), Duration.ofDays(
            200_000)})
        {
            refuses(() -> RemotingProxy.to(SERVER).pending(1, wrong));
            refuses(() -> RemotingFunnel.builder().expire(wrong));
        }
        assertNotNull(RemotingProxy.to(SERVER).pending(1, Duration.ofMillis(1)).build());
        assertNotNull(RemotingFunnel.builder().expire(Duration.ofMillis(1)).build());
    }

    @Test
    void pausesGrow()
    {
        refuses(() -> RemotingFunnel.builder().reconnect(SECOND, Duration.ZERO, SECOND));
        refuses(() -> RemotingFunnel.builder().reconnect(SECOND, SECOND, SECOND.minusNanos(1)));
        assertNotNull(RemotingFunnel.builder().reconnect(SECOND, SECOND, SECOND).build());
    }

    @Test
    void numbersAreNotNegative()
    {
        refuses(() -> RemotingProxy.to(SERVER).streamBodies(-1));
        refuses(() -> RemotingFunnel.builder().mostUnsent(-1));
        refuses(() -> AmqpProxy.to(SERVER).reserve(-1));
        refuses(() -> AmqpProxy.to(SERVER).limits(0, 1, 1));
        refuses(() -> AmqpProxy.to(SERVER).limits(1, -1, 1));
        refuses(() -> AmqpProxy.to(SERVER).limits(1, 1, -1));
        assertNotNull(RemotingProxy.to(SERVER).streamBodies(0).build());
        assertNotNull(RemotingFunnel.builder().mostUnsent(0).build());
        assertNotNull(AmqpProxy.to(SERVER).reserve(0).limits(1, 0, 0).build());
    }

    @Test
    void idleTimeoutsHaveThirtyTwoBits()
    {
        refuses(() -> AmqpProxy.to(SERVER).idleTimeout(TOO_SHORT));
        refuses(() -> AmqpProxy.to(SERVER).idleTimeout(Duration.ofMillis(1L << 32)));
        assertNotNull(AmqpProxy.to(SERVER).idleTimeout(Duration.ofMillis((1L << 32) - 1)).build());
    }
}
