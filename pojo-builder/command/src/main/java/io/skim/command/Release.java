package io.skim.command;

import org.jspecify.annotations.Nullable;

/**
 * The releases of RocketMQ, by the numbers that headers have of them. From 4.0.0 on each release has two numbers, the first for its
 * snapshots, and each part of its name is one digit.
 *
 * @see "MQVersion of rocketmq-common 5.5.1"
 */
public final class Release
{
    /** The number of 4.0.0-SNAPSHOT. Those before have no order that can be computed. */
    private static final int FIRST = 212;
    private static final int FIRST_MAJOR = 4;
    /** The number of 5.9.9, the last one that RocketMQ has a name for. */
    private static final int LAST = 611;
    private static final int TEN = 10;

    private Release()
    {
    }

    /**
     * The name of a release.
     *
     * @param version as a header has it.
     * @return for example {@code 4.9.4} or {@code 5.0.0-SNAPSHOT}; null for numbers before 4.0.0 and those that stand for none.
     */
    public static @Nullable String name(final int version)
    {
        if (version < FIRST || version > LAST)
        {
            return null;
        }
        final int number = (version - FIRST) / 2;
        return (FIRST_MAJOR + number / (TEN * TEN)) + "." + number / TEN % TEN + '.' + number % TEN
            + ((version - FIRST) % 2 == 0 ? "-SNAPSHOT" : "");
    }
}
