package io.skim.gateway.connection;

import java.util.logging.LogManager;

/**
 * The log manager of a gateway's own process. The one of the JDK closes its handlers as soon as a signal ends the process, which is when the
 * gateway begins to drain: all that the log tells of that would be lost, such as why connections end. This one closes them when the gateway
 * has stopped. It reads the same settings. The property {@code java.util.logging.manager} names it before anything is logged.
 */
public final class DrainLog extends LogManager
{
    private static volatile boolean isKept;

    /** For the JDK, which makes the log manager. */
    public DrainLog()
    {
        // javac 18 and newer warn of a constructor without a comment.
    }

    /** Leaves the handlers open from now on. */
    public static void keep()
    {
        isKept = true;
    }

    /** Closes the handlers after {@link #keep}. */
    public static void close()
    {
        isKept = false;
        if (LogManager.getLogManager() instanceof DrainLog own)
        {
            own.reset();
        }
    }

    @Override
    public void reset()
    {
        if (!isKept)
        {
            super.reset();
        }
    }
}
