package io.skim.netty;

import java.time.Duration;

/** Checks what builders are given, so that a mistake is told where it is made and not by the connections of clients. */
final class BuilderCheck
{
    private BuilderCheck()
    {
    }

    /** {@return the number} */
    static int atLeast(final int least, final int number, final String what)
    {
        if (number < least)
        {
            throw new IllegalArgumentException(what + " of " + number + " is less than " + least);
        }
        return number;
    }

    /** {@return the time, which is at least a millisecond and less than 292 years} */
    static Duration time(final Duration time, final String what)
    {
        if (time.compareTo(Duration.ofMillis(1)) < 0)
        {
            throw new IllegalArgumentException(what + " of " + time + " is less than a millisecond");
        }
        return notEndless(time, Long.MAX_VALUE, what);
    }

    /** {@return the time, which is not negative and less than 292 years} */
    static Duration timeOrNone(final Duration time, final String what)
    {
        if (time.isNegative())
        {
            throw new IllegalArgumentException(what + " of " + time + " is negative");
        }
        return notEndless(time, Long.MAX_VALUE, what);
    }

    /** {@return the longest wait for a connection: Netty counts its milliseconds in an int, and takes 0 for no limit} */
    static Duration connect(final Duration time)
    {
        return notEndless(time(time, "a wait for a connection"), Integer.MAX_VALUE * 1_000_000L,
            "a wait for a connection");
    }

    /** {@return the idle time-out, whose milliseconds AMQP counts in 32 bits without a sign} */
    static Duration idle(final Duration time)
    {
        return notEndless(time(time, "an idle time-out"), 0xFFFF_FFFFL * 1_000_000L, "an idle time-out");
    }

    private static Duration notEndless(final Duration time, final long mostNanos, final String what)
    {
        final Duration most = Duration.ofNanos(mostNanos);
        if (time.compareTo(most) > 0)
        {
            throw new IllegalArgumentException(what + " of " + time + " is more than " + most);
        }
        return time;
    }
}
